"""The templates of sites over time, and the alarms when pages stop fitting."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from newsloom.records import Drift, SiteTemplate

__all__ = ["Templates"]


class Templates(Protocol):
    """Templates by site, each valid from a time until its successor's; alarms beside them."""

    def keep(self, template: SiteTemplate, /) -> None:
        """Write it, or write it anew (same site and number)."""
        ...

    def at(self, site: str, time: datetime | None = None, /) -> tuple[SiteTemplate, ...]:
        """Those valid at a time, or now, the one with most pages first."""
        ...

    def history(self, site: str, /) -> tuple[SiteTemplate, ...]:
        """All there ever were, by the time from which they were valid."""
        ...

    def sites(self) -> tuple[str, ...]: ...

    def keep_drift(self, drift: Drift, /) -> None:
        """Write an alarm, or write it anew (same site and ``since``)."""
        ...

    def drifts(self, *, site: str | None = None, limit: int = 100) -> tuple[Drift, ...]:
        """The latest first."""
        ...
