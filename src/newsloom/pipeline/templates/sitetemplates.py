"""Learns and stores the templates of a newsroom's sites.

Templates are learned from the stored stories of a site, and are valid from a time until others replace them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import Final

from newsloom.dom import Document
from newsloom.dom.decode import charset_of, decode
from newsloom.learners.paths import named_paths
from newsloom.pipeline.gathering.reading import document_of
from newsloom.pipeline.learn import learn
from newsloom.pipeline.templates.consensus import LEAST_PAGES
from newsloom.pipeline.templates.lookup import line_path_share
from newsloom.records import ArticleQuery, Page, SiteTemplate, Template
from newsloom.stores.protocol import Transaction

__all__ = [
    "LEAST_LEARNED",
    "MOST_BYTES",
    "MOST_LEARNED",
    "fit_of",
    "fits_of",
    "learn_site",
    "replace_templates",
    "stored_pages",
]

LEAST_LEARNED: Final = 10
"""The minimum number of a site's pages to learn from."""
MOST_LEARNED: Final = 40
"""At most this many of a site's pages, the latest, are learned from; more add hardly anything."""
MOST_BYTES: Final = 2_000_000
"""Larger pages are not learned from: forty pages are in memory at the same time."""
# The maximum number of layouts of a site: stories, galleries, live pages.
_MOST_LAYOUTS: Final = 4


def stored_pages(transaction: Transaction, site: str, limit: int = MOST_LEARNED) -> tuple[Page, ...]:
    """The current pages of the site's latest stories, the latest first."""
    articles = transaction.articles.find(ArticleQuery(site=site, limit=limit))
    pages = (transaction.pages.at(article.url) for article in articles if article.url)
    found = [page for page in pages if page is not None and len(page.body) <= MOST_BYTES]
    return tuple(sorted(found, key=lambda page: page.fetched_at, reverse=True))


def learn_site(site: str, pages: Sequence[Page], *, learner: str, valid_from: datetime) -> tuple[SiteTemplate, ...]:
    """The templates learned from pages of one site, numbered from 1. Empty if no three pages are alike."""
    templates = learn(((None, _decoded(page)) for page in pages), learner=learner)
    large = sorted((one for one in templates if len(one.members) >= LEAST_PAGES), key=lambda one: -len(one.members))
    return tuple(
        SiteTemplate(
            site=site,
            number=number,
            template=template,
            valid_from=valid_from,
            pages=len(template.members),
            fit=min(_fit_left_out(document_of(pages[member]), template) for member in template.members),
        )
        for number, template in enumerate(large[:_MOST_LAYOUTS], start=1)
    )


def replace_templates(transaction: Transaction, learned: Sequence[SiteTemplate]) -> tuple[SiteTemplate, ...]:
    """Replace the valid templates of a site with learned ones. Returns these with their new numbers.

    A valid template that is the same as a learned one stays as it is: a version is stored only if it differs.
    """
    if not learned:
        return ()
    site, since = learned[0].site, learned[0].valid_from
    valid = transaction.templates.at(site)
    same = {one.number: old for one in learned for old in valid if _is_same(one, old)}
    for old in valid:
        if old not in same.values():
            transaction.templates.keep(replace(old, valid_until=max(since, old.valid_from)))
    last = max((one.number for one in transaction.templates.history(site)), default=0)
    numbers = count(last + 1)
    kept = tuple(same[one.number] if one.number in same else replace(one, number=next(numbers)) for one in learned)
    for one in kept:
        transaction.templates.keep(one)
    return kept


def fit_of(document: Document, template: Template) -> float:
    """The share of the template's paths that a page has, or of its line paths if its learner does not use paths."""
    return fits_of(document, (template,))[0]


def fits_of(document: Document, templates: Sequence[Template]) -> tuple[float, ...]:
    """How well a page fits each of some templates."""
    own = named_paths(document).keys() if any(one.paths for one in templates) else set()
    return tuple(
        len(one.paths.keys() & own) / len(one.paths) if one.paths else line_path_share(document, one)
        for one in templates
    )


def _is_same(learned: SiteTemplate, known: SiteTemplate) -> bool:
    return replace(learned, number=known.number, valid_from=known.valid_from) == known


def _fit_left_out(document: Document, template: Template) -> float:
    """How well a member fits what the others share. Its own paths must not make it fit better than a new page."""
    if not template.paths:
        return fit_of(document, template)
    own = named_paths(document).keys()
    others = len(template.members) - 1
    shared = [path for path, support in template.paths.items() if 2 * (support - (path in own)) > others]
    return sum(path in own for path in shared) / len(shared) if shared else 0.0


def _decoded(page: Page) -> bytes | str:
    charset = charset_of(page.content_type)
    return decode(page.body, charset)[0] if charset else page.body
