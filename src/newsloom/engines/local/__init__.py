"""The engine for one machine: runs steps in this process or in several others."""

from __future__ import annotations

from newsloom.engines.local.engine import LocalEngine

__all__ = ["LocalEngine"]
