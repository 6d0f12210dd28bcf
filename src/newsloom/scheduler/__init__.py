"""The scheduler: a loop that gathers whatever is due until it is stopped."""

from __future__ import annotations

from newsloom.scheduler.worker import Listeners, gather_once, watch

__all__ = ["Listeners", "gather_once", "watch"]
