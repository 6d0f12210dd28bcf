"""The templates of sites: lists and learns them, and shows how pages fit them and when pages stopped fitting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from newsloom.pipeline.templates import TemplateUpdates
from newsloom.pipeline.templates.fithistory import PageFit, fits_over_time
from newsloom.records import Drift, SiteSegments, SiteTemplate
from newsloom.settings import Settings
from newsloom.stores.protocol import Store
from newsloom.stores.sites import site_named, site_of_article
from newsloom.wiring import templates_of

__all__ = ["NewsroomTemplates", "site_from"]


class NewsroomTemplates:
    """``room.templates``. Calling it lists every template that a site ever had, the oldest first.

    A site is given as a domain, a host or an address.
    """

    def __init__(self, store: Store, settings: Settings, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    def __call__(self, site: str) -> tuple[SiteTemplate, ...]:
        with self._store.read() as transaction:
            return transaction.templates.history(site_from(site) or site)

    def current(self, site: str) -> tuple[SiteTemplate, ...]:
        """The templates that are valid now, the one with the most pages first."""
        with self._store.read() as transaction:
            return transaction.templates.at(site_from(site) or site)

    def drifts(self, site: str | None = None, limit: int = 100) -> tuple[Drift, ...]:
        """When pages of a site, or of all sites, stopped fitting its templates, the latest first."""
        with self._store.read() as transaction:
            return transaction.templates.drifts(site=site_from(site), limit=limit)

    def fits(self, site: str, templates: Sequence[SiteTemplate]) -> tuple[PageFit, ...]:
        """How well pages of the site's stories fit these templates, the earliest page first."""
        return fits_over_time(self._store, site, templates)

    def segments(self, site: str) -> SiteSegments | None:
        """The site's current segment table. None if no learner that keeps one has been used."""
        with self._store.read() as transaction:
            return transaction.segment_tables.get(site_from(site) or site)

    def learn(self, site: str | None = None, is_ending: Callable[[], bool] = lambda: False) -> TemplateUpdates:
        """Learn a site's templates again. Without a site, check those of all sites that have news and note changes.

        ``is_ending`` is asked between sites and may stop the work; the next call continues.
        """
        return templates_of(self._settings, self._store, self._now(), site_from(site), is_ending)


def site_from(name: str | None) -> str | None:
    """The site of a domain, a host or an address. None if ``name`` is empty."""
    if not name:
        return None
    return site_of_article(name) if "://" in name else site_named(name)
