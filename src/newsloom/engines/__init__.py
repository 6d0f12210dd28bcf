"""Where work runs: a step and many items in, results and failures out. Engines know nothing of news."""

from __future__ import annotations

from newsloom.engines.protocol import Engine

__all__ = ["Engine"]
