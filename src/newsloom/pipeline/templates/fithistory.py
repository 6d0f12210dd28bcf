"""How well a site's pages fitted its templates over time: stored pages and templates in, shares by page out.

Every page is held against every template, the ones before and after its own time, too: where a layout changed, the old
template stops fitting and the new one begins to. A page counts as it was first kept: later versions may have another
layout, and what time shows is how each new page fitted. Pages are unpacked and parsed, so some stand for many.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from newsloom.pipeline.gathering.reading import document_of
from newsloom.pipeline.templates.sitetemplates import MOST_BYTES, fits_of
from newsloom.records import ArticleQuery, SiteTemplate
from newsloom.stores.protocol import Store, Transaction

__all__ = ["DayOfFits", "PageFit", "days_of_fits", "fits_over_time"]

# So many pages are held against the templates, a dozen milliseconds each, spread over so many of the latest stories.
_MOST_PAGES: Final = 48
_LATEST: Final = 480


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFit:
    """A page, when it was first kept, and the share of each template's paths that it has, by the template's number."""

    url: str
    at: datetime
    shares: Mapping[int, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOfFits:
    """A day of UTC: how many of its pages were looked at, and their middle fit to each template, by its number."""

    day: date
    pages: int
    shares: Mapping[int, float]


def fits_over_time(
    store: Store, site: str, templates: Sequence[SiteTemplate], *, most: int = _MOST_PAGES
) -> tuple[PageFit, ...]:
    """How well pages of the site's stories fit the templates, the earliest first; each as it was first kept."""
    found: list[PageFit] = []
    for url in _some_stories(store, site, most) if templates else ():
        with store.read() as transaction:
            fit = _fit(transaction, url, templates)
        found += [fit] if fit else []
    return tuple(sorted(found, key=lambda fit: (fit.at, fit.url)))


def days_of_fits(fits: Sequence[PageFit]) -> tuple[DayOfFits, ...]:
    """The fits day by day, the latest first."""
    by_day: dict[date, list[PageFit]] = defaultdict(list)
    for fit in fits:
        by_day[fit.at.astimezone(UTC).date()].append(fit)
    return tuple(
        DayOfFits(
            day=day,
            pages=len(several),
            shares={number: statistics.median(fit.shares[number] for fit in several) for number in several[0].shares},
        )
        for day, several in sorted(by_day.items(), reverse=True)
    )


def _some_stories(store: Store, site: str, most: int) -> list[str]:
    with store.read() as transaction:
        articles = transaction.articles.find(ArticleQuery(site=site, limit=_LATEST))
    urls = [article.url for article in articles if article.url]
    chosen = min(most, len(urls))
    # The latest is always among them, and the earliest nearly so.
    return [urls[index * len(urls) // chosen] for index in range(chosen)]


def _fit(transaction: Transaction, url: str, templates: Sequence[SiteTemplate]) -> PageFit | None:
    first = next(iter(transaction.pages.versions(url)), None)
    page = transaction.pages.at(url, first.first_seen) if first else None
    if page is None or len(page.body) > MOST_BYTES:
        return None
    shares = fits_of(document_of(page), [one.template for one in templates])
    numbered = zip(templates, shares, strict=True)
    return PageFit(url=url, at=page.fetched_at, shares={one.number: share for one, share in numbered})
