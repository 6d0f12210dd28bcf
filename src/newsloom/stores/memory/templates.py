"""Templates of sites and their alarms in memory."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Drift, SiteTemplate
from newsloom.stores.memory.ledgers import Ledgers

__all__ = ["MemoryTemplates"]


@dataclass(frozen=True, slots=True)
class MemoryTemplates:
    """Templates by site, each valid from a time until its successor's; alarms beside them."""

    _ledgers: Ledgers

    def keep(self, template: SiteTemplate, /) -> None:
        self._ledgers.templates[(template.site, template.number)] = template

    def at(self, site: str, time: datetime | None = None, /) -> tuple[SiteTemplate, ...]:
        valid = [one for one in self._of(site) if _is_valid(one, time)]
        return tuple(sorted(valid, key=lambda one: (-one.pages, one.number)))

    def history(self, site: str, /) -> tuple[SiteTemplate, ...]:
        return tuple(sorted(self._of(site), key=lambda one: (one.valid_from, one.number)))

    def sites(self) -> tuple[str, ...]:
        return tuple(sorted({site for site, _ in self._ledgers.templates}))

    def keep_drift(self, drift: Drift, /) -> None:
        self._ledgers.drifts[(drift.site, drift.since)] = drift

    def drifts(self, *, site: str | None = None, limit: int = 100) -> tuple[Drift, ...]:
        about = [one for one in self._ledgers.drifts.values() if site in (None, one.site)]
        latest = sorted(about, key=lambda one: (one.noticed_at, one.since), reverse=True)
        return tuple(latest[: max(limit, 0)])

    def _of(self, site: str) -> list[SiteTemplate]:
        return [template for (place, _), template in self._ledgers.templates.items() if place == site]


def _is_valid(template: SiteTemplate, time: datetime | None) -> bool:
    if time is None:
        return template.valid_until is None
    return template.valid_from <= time and (template.valid_until is None or time < template.valid_until)
