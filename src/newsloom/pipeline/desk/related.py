"""Questions to the grouped warehouse that need more than one role of the store: an address in, related articles out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from newsloom.records import Article
from newsloom.stores.protocol import Store, Transaction

__all__ = ["LEAST_NEWNESS", "related_articles"]

# From here on a story's first report is taken to tell of a new event: on Wikinews, AllSides and ECB+ 74 to 85 % of the
# articles above it are first reports, and 80 to 90 % of all first reports are above it.
LEAST_NEWNESS: Final = 0.8


def related_articles(store: Store, url: str, limit: int) -> tuple[Article, ...]:
    """Other reports of the article's story, copies last, then the closest articles of its topic."""
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
