from __future__ import annotations

import pytest

from torture.runs import opened_lab


@pytest.fixture(scope="package")
def lab():
    """Newspapers, whoever starts commands, and both stores where PostgreSQL is installed."""
    with opened_lab() as lab:
        yield lab
