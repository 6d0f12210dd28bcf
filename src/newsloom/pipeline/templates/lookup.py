"""Looks up the templates of a page's site, reduced to the part that is needed for reading the page.

Pages are read in other processes, so what is sent with them is small: what the site's pages have in common, without
tree paths. It is looked up once for many pages. Nothing is learned here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from newsloom.dom import Document
from newsloom.dom.linepaths import line_paths
from newsloom.records import Template
from newsloom.stores.protocol import Store
from newsloom.stores.sites import site_of_article

__all__ = ["SiteTemplateCache", "evidence_of", "fitting_template", "line_path_share"]

# How long an entry is valid, and for how many sites entries are kept.
_FRESH: Final = timedelta(minutes=5)
_MOST_SITES: Final = 500
# A page with a smaller share of a template's line paths does not belong to it.
_LEAST_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Known:
    at: datetime
    templates: tuple[Template, ...]


class SiteTemplateCache:
    """A cache of the templates of sites, refreshed from the store every few minutes."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._known: dict[str, _Known] = {}

    def of(self, url: str) -> tuple[Template, ...]:
        """What the pages of the address's site have in common, for each of its layouts. Empty before it is learned."""
        site, now = site_of_article(url), self._now()
        found = self._known.get(site)
        if found is None or now - found.at > _FRESH:
            if len(self._known) >= _MOST_SITES:
                self._known.clear()
            found = self._known[site] = _Known(now, self._looked_up(site))
        return found.templates

    def _looked_up(self, site: str) -> tuple[Template, ...]:
        with self._store.read() as transaction:
            return tuple(evidence_of(one.template) for one in transaction.templates.at(site) if one.template.kept)


def evidence_of(template: Template) -> Template:
    """The part of a template that reading a page needs."""
    return replace(template, members=(), paths={}, content_paths=frozenset(), blocks=frozenset(), pattern=())


def fitting_template(document: Document, templates: Sequence[Template]) -> Template | None:
    """The template of which the page has the largest share of line paths. None if the share is below a half."""
    shares = [(line_path_share(document, template), -index) for index, template in enumerate(templates)]
    share, index = max(shares, default=(0.0, 0))
    return templates[-index] if share >= _LEAST_SHARE else None


def line_path_share(document: Document, template: Template) -> float:
    """The share of the template's line paths that a page has."""
    if not template.kept:
        return 0.0
    return len(template.kept.keys() & set(line_paths(document.outline))) / len(template.kept)
