from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _workers_find_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes import what the tests define by name, from the path they inherit."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1])
