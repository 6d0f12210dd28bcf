"""Queries of stored stories: what each report of a story added, who else reports it, and what is related.

Copies add nothing and are listed with the report that they repeat. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from newsloom.pipeline.desk.window import trimmed
from newsloom.records import Article, Coverage, Report
from newsloom.stores.protocol import Store, Transaction

__all__ = ["LEAST_NEWNESS", "Addition", "Counterparts", "additions_of", "counterparts_of", "related_articles"]

# From this newness on, a story's first report counts as a new event. On Wikinews, AllSides and ECB+, 74 to 85 % of the
# articles above it are first reports, and 80 to 90 % of all first reports are above it.
LEAST_NEWNESS: Final = 0.8
# At most this many reports of a story are read: what is new in the thousandth is not worth reading all others for.
_MOST_READ: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterparts:
    """Other reports of an article's story: ``others`` has one per other paper, ``own`` those of its own paper."""

    others: tuple[Article, ...] = ()
    own: tuple[Article, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A report that is not a copy, its headline, the sentences that say something new, and its copies."""

    report: Report
    title: str | None
    sentences: tuple[str, ...]
    copies: tuple[Report, ...] = ()


def additions_of(store: Store, story: Coverage, since: datetime | None = None) -> tuple[Addition, ...]:
    """The reports of a story with what they added, in order of arrival, optionally only those after a time.

    All of the first report is new.
    """
    # Imported here because it loads numpy, which listing stories does not need.
    from newsloom.desk.novelty import new_in_each  # noqa: PLC0415

    copies: dict[str, list[Report]] = {}
    for report, original in zip(story.reports, _originals(story.reports), strict=True):
        copies.setdefault(original, []).extend([] if report.url == original else [report])
    own = [report for report in story.reports if report.url in copies][:_MOST_READ]
    articles = _articles(store, own)
    read = [articles[report.url] for report in own if report.url in articles]
    sentences = dict(zip((article.url for article in read), new_in_each(read), strict=True))
    return tuple(
        Addition(
            report=report,
            title=articles[report.url].title if report.url in articles else None,
            sentences=tuple(sentence.text for sentence in sentences.get(report.url, ()) if sentence.is_new),
            copies=tuple(copies[report.url]),
        )
        for report in own
        if since is None or report.seen_at > since
    )


def _originals(reports: Sequence[Report]) -> list[str]:
    """For each report, the address of the original at the end of its chain of copies, or its own."""
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
    return {url: trimmed(article) for url, article in found.items() if article is not None}


def counterparts_of(store: Store, url: str, limit: int) -> Counterparts:
    """Other reports of the article's story, the nearest in time first, at most ``limit`` of each kind."""
    with store.read() as transaction:
        story = transaction.stories.of(url)
        report = next((one for one in story.reports if one.url == url), None) if story else None
        if story is None or report is None:
            return Counterparts()
        near = sorted(story.reports, key=lambda one: abs(one.seen_at - report.seen_at))[:_MOST_READ]
        kept = transaction.lookups.summaries([one.url for one in near])
    told = {one.url: kept[one.url].article.published or one.seen_at for one in near if one.url in kept}
    moment = told.pop(url, report.seen_at)
    papers = {one.url: one.paper for one in near}
    ranked = sorted(told, key=lambda address: abs(told[address] - moment))
    nearest = {papers[address]: address for address in reversed(ranked) if papers[address] != report.paper}
    others = sorted(nearest.values(), key=ranked.index)[:limit]
    own = [address for address in ranked if papers[address] == report.paper][:limit]
    return Counterparts(
        others=tuple(kept[address].article for address in others), own=tuple(kept[address].article for address in own)
    )


def related_articles(store: Store, url: str, limit: int) -> tuple[Article, ...]:
    """Other reports of the article's story, copies last, followed by the closest articles of its topic."""
    with store.read() as transaction:
        addresses = [address for address in dict.fromkeys(_addresses(transaction, url)) if address != url]
        found = (transaction.articles.get(address) for address in addresses[: max(limit, 0)])
        return tuple(article for article in found if article is not None)


def _addresses(transaction: Transaction, url: str) -> Iterator[str]:
    story = transaction.stories.of(url)
    if story is not None:
        ranked = sorted(story.reports, key=lambda report: (report.copy_of is not None, -report.closeness))
        yield from (report.url for report in ranked)
    topic = transaction.topics.of(url)
    whole = transaction.topics.get(topic.id) if topic else None
    if whole is not None:
        yield from (address for address, _ in whole.members)
