"""Whether pages can be drawn here."""

from __future__ import annotations

import importlib.util
import shutil

import pytest

__all__ = ["IS_BROWSER_THERE", "needs_browser"]

IS_BROWSER_THERE = importlib.util.find_spec("playwright") is not None and shutil.which("chromium") is not None

needs_browser = pytest.mark.skipif(
    not IS_BROWSER_THERE,
    reason="pages cannot be drawn: needs the extra render and chromium (Debian: apt install chromium)",
)
