"""The templates of a newsroom's sites: learned, watched for change, and used to read again."""

from __future__ import annotations

from dataclasses import dataclass

from newsloom.records import Drift, SiteTemplate

__all__ = ["TemplateUpdates"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateUpdates:
    """The templates that were learned, and the alarms that were raised or settled."""

    learned: tuple[SiteTemplate, ...] = ()
    drifts: tuple[Drift, ...] = ()
