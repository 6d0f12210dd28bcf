"""When: the loop that gathers again and again, for as long as nobody stops it."""

from __future__ import annotations

from newsloom.scheduler.worker import Listeners, gather_once, watch

__all__ = ["Listeners", "gather_once", "watch"]
