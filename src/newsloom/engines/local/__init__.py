"""The engine of one machine: in this process, or in several beside it."""

from __future__ import annotations

from newsloom.engines.local.engine import LocalEngine

__all__ = ["LocalEngine"]
