"""What became of the templates of sites when they were looked after."""

from __future__ import annotations

from dataclasses import dataclass

from newsloom.records import Drift, SiteTemplate

__all__ = ["Tending"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tending:
    """The templates that were learned, and the alarms that were raised or settled."""

    learned: tuple[SiteTemplate, ...] = ()
    drifts: tuple[Drift, ...] = ()
