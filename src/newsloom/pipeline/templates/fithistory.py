"""How well a site's pages fitted its templates over time.

Every page is compared with every template, including those from before and after its time: when a layout changes, the
old template stops fitting and the new one starts to. The first stored version of a page is used, since later ones may
have another layout. Only a sample of pages is used, because each has to be unpacked and parsed.
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

# The number of pages to compare, at a dozen milliseconds each, and of the latest stories they are spread over.
_MOST_PAGES: Final = 48
_LATEST: Final = 480


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFit:
    """A page, when it was first stored, and the share of each template's paths that it has, by template number."""

    url: str
    at: datetime
    shares: Mapping[int, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOfFits:
    """A day in UTC: how many of its pages were compared, and their median fit to each template, by template number."""

    day: date
    pages: int
    shares: Mapping[int, float]


def fits_over_time(
    store: Store, site: str, templates: Sequence[SiteTemplate], *, most: int = _MOST_PAGES
) -> tuple[PageFit, ...]:
    """How well the first versions of pages of the site's stories fit the templates, the earliest first."""
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
    # Always includes the latest, and one close to the earliest.
    return [urls[index * len(urls) // chosen] for index in range(chosen)]


def _fit(transaction: Transaction, url: str, templates: Sequence[SiteTemplate]) -> PageFit | None:
    first = next(iter(transaction.pages.versions(url)), None)
    page = transaction.pages.at(url, first.first_seen) if first else None
    if page is None or len(page.body) > MOST_BYTES:
        return None
    shares = fits_of(document_of(page), [one.template for one in templates])
    numbered = zip(templates, shares, strict=True)
    return PageFit(url=url, at=page.fetched_at, shares={one.number: share for one, share in numbered})
