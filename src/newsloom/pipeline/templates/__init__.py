"""The templates of a newsroom's sites: learns them, watches for changes, and uses them to extract pages again."""

from __future__ import annotations

from dataclasses import dataclass

from newsloom.records import Drift, SiteTemplate

__all__ = ["TemplateUpdates"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateUpdates:
    """The templates that were learned, and the drift alarms that were raised or settled."""

    learned: tuple[SiteTemplate, ...] = ()
    drifts: tuple[Drift, ...] = ()
