"""The templates of a page's site, for reading it: addresses in, the part of the templates that reading needs out.

Pages are read in other processes, so what is sent with them is small: what the site's pages agree on, and no paths.
It is looked up once for many pages. Nothing is learned here.
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

# How long what was looked up is good, and for how many sites it is remembered.
_FRESH: Final = timedelta(minutes=5)
_MOST_SITES: Final = 500
# A page that lacks more of the line paths than this was printed from something else.
_LEAST_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Known:
    at: datetime
    templates: tuple[Template, ...]


class SiteTemplateCache:
    """What is known of sites, looked up in the store now and then."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._known: dict[str, _Known] = {}

    def of(self, url: str) -> tuple[Template, ...]:
        """What the pages of the address's site agree on, for each of its layouts; nothing before it was learned."""
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
    """The one of a site's templates whose line paths the page has most of; None where it has not even half of them."""
    shares = [(line_path_share(document, template), -index) for index, template in enumerate(templates)]
    share, index = max(shares, default=(0.0, 0))
    return templates[-index] if share >= _LEAST_SHARE else None


def line_path_share(document: Document, template: Template) -> float:
    """The share of the template's line paths that a page has."""
    if not template.kept:
        return 0.0
    return len(template.kept.keys() & set(line_paths(document.outline))) / len(template.kept)
