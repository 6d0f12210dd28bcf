"""What each report added to a story: a story in, its reports in order of arrival with the sentences that were new out.

Copies add nothing and are told with the report that they repeat. Only looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from newsloom.pipeline.desk.window import lean
from newsloom.records import Article, Coverage, Report
from newsloom.stores.protocol import Store

__all__ = ["Addition", "additions_of"]

# Reports that are read of a story: what is new in the thousandth is not worth reading the others for.
_MOST_READ: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A report that is no copy, its headline, what it said that no report before had said, and its copies."""

    report: Report
    title: str | None
    sentences: tuple[str, ...]
    copies: tuple[Report, ...] = ()


def additions_of(store: Store, story: Coverage, since: datetime | None = None) -> tuple[Addition, ...]:
    """The reports of a story in order of arrival, or those that came after a time, with what they added.

    The first report is new as a whole.
    """
    # Imported here: it loads numpy, which those who only list stories do without.
    from newsloom.desk.novelty import new_sentences  # noqa: PLC0415

    copies: dict[str, list[Report]] = {}
    for report, original in zip(story.reports, _originals(story.reports), strict=True):
        copies.setdefault(original, []).extend([] if report.url == original else [report])
    own = [report for report in story.reports if report.url in copies][:_MOST_READ]
    articles = _articles(store, own)
    told: list[Article] = []
    additions = []
    for report in own:
        article = articles.get(report.url)
        if since is None or report.seen_at > since:
            sentences = new_sentences(article, told) if article else ()
            additions.append(
                Addition(
                    report=report,
                    title=article.title if article else None,
                    sentences=tuple(sentence.text for sentence in sentences if sentence.is_new),
                    copies=tuple(copies[report.url]),
                )
            )
        told += [article] if article else []
    return tuple(additions)


def _originals(reports: Sequence[Report]) -> list[str]:
    """The report that each repeats in the end; itself where it repeats none that is there."""
    sources = {report.url: report.copy_of for report in reports}
    found = []
    for report in reports:
        place, met = report.url, {report.url}
        while (source := sources[place]) is not None and source in sources and source not in met:
            met.add(source)
            place = source
        found.append(place)
    return found


def _articles(store: Store, reports: Sequence[Report]) -> dict[str, Article]:
    with store.read() as transaction:
        found = {report.url: transaction.articles.get(report.url) for report in reports}
    return {url: lean(article) for url, article in found.items() if article is not None}
