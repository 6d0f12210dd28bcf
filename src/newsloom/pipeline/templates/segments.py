"""The segment table of a site, which is updated with the segments and blocks of new stories.

The table takes in every story of the site in order of arrival, and forgets by its own clock. It lasts as long as the
newsroom. Only some learners keep such a table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.dom.decode import charset_of
from newsloom.learners.segmenttable import BlockBalance, SegmentTableLearner
from newsloom.records import ArticleQuery, Page, SiteSegments, Template
from newsloom.stores.protocol import Store, Transaction

__all__ = ["SegmentFact", "count_new_pages", "living_template", "renew_segments", "segment_facts"]

# At most this many new stories of a site are counted at a time; the next call continues.
_AT_ONCE: Final = 500
# A larger page is not counted.
_MOST_BYTES: Final = 2_000_000
# The balance is stored for this many block paths: those judged most often.
_MOST_BLOCKS: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentFact:
    """A segment of a table: how many pages had it, the number of the last one, and for how many pages it is kept."""

    segment: str
    frequency: int
    last_page: int
    lifetime: float
    is_template: bool


def segment_facts(table: SiteSegments) -> tuple[SegmentFact, ...]:
    """The segments of a table, those on most pages first."""
    method = build("learner", table.method)
    ranked = sorted(table.segments.items(), key=lambda one: (-one[1][0], one[0]))
    return tuple(
        SegmentFact(
            segment=segment,
            frequency=frequency,
            last_page=last_page,
            lifetime=method.lifetime_of(frequency),
            is_template=frequency >= method.least_pages,
        )
        for segment, (frequency, last_page) in ranked
    )


def count_new_pages(store: Store, site: str, *, learner: str) -> SiteSegments | None:
    """Count the site's stories that arrived since the last time. Returns the updated table.

    None if the learner keeps no such table, or the site has no story yet. A change of method starts a new table.
    """
    method = build("learner", learner)
    if not isinstance(method, SegmentTableLearner):
        return None
    with store.read() as transaction:
        known = transaction.segment_tables.get(site)
        known = known if known and known.method == learner else None
        pages = _new_pages(transaction, site, known.counted_until if known else None)
    if not pages:
        return known
    table, balance = method.empty_table(), BlockBalance(dict(known.blocks) if known else {})
    if known:
        table.go_on(known.segments, known.pages)
    for _, page in pages:
        method.label_page(parse(page.body, charset=charset_of(page.content_type), keep_comments=True), table, balance)
    counted = SiteSegments(
        site=site,
        method=learner,
        counted_until=pages[-1][0],
        pages=table.clock,
        segments=table.state,
        blocks=_most_judged(balance),
    )
    with store.transaction() as transaction:
        transaction.segment_tables.keep(counted)
    return counted


def living_template(table: SiteSegments, *, learner: str) -> Template | None:
    """The contents of a site's table as a template. None if the learner keeps no such table."""
    method = build("learner", learner)
    if not isinstance(method, SegmentTableLearner):
        return None
    restored = method.empty_table()
    restored.go_on(table.segments, table.pages)
    return method.template_of(restored, BlockBalance(dict(table.blocks)))


def renew_segments(store: Store, site: str, *, learner: str) -> None:
    """Count the site's new stories, and update its valid templates from the table."""
    table = count_new_pages(store, site, learner=learner)
    living = living_template(table, learner=learner) if table else None
    if living is None:
        return
    with store.transaction() as transaction:
        for one in transaction.templates.at(site):
            renewed = replace(one.template, segments=living.segments, blocks=living.blocks)
            if renewed != one.template:
                # Stored as the same version: a growing table does not mean another layout.
                transaction.templates.keep(replace(one, template=renewed))


def _new_pages(transaction: Transaction, site: str, after: datetime | None) -> list[tuple[datetime, Page]]:
    """The pages of stories first seen after a time, with that time, the earliest first."""
    query = ArticleQuery(site=site, since=after, order="earliest", limit=_AT_ONCE)
    urls = [article.url for article in transaction.articles.find(query) if article.url]
    times = transaction.lookups.times(urls)
    found = []
    for url in urls:
        page = transaction.pages.at(url)
        seen_at = times[url][0]
        if page is not None and len(page.body) <= _MOST_BYTES and (after is None or seen_at > after):
            found.append((seen_at, page))
    return found


def _most_judged(balance: BlockBalance) -> dict[str, tuple[int, int]]:
    if len(balance.counts) <= _MOST_BLOCKS:
        return balance.counts
    ranked = sorted(balance.counts, key=lambda path: (-sum(balance.counts[path]), path))[:_MOST_BLOCKS]
    return {path: balance.counts[path] for path in ranked}
