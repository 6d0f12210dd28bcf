"""Engines run a step on many items and yield results and failures. They know nothing of news."""

from __future__ import annotations

from newsloom.engines.protocol import Engine

__all__ = ["Engine"]
