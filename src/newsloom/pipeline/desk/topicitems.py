"""Turns stored news items into articles that topics can be made from (NTNU, 2004, section 5).

An item has the language of the article that it links to, if stored, else that of its page: the source's, else that of
most of the articles it links to, else the one detected from all its items.
The same text and address on two pages is one item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from newsloom.pipeline.desk.window import SeenArticle
from newsloom.records import Article, StoredItem
from newsloom.stores.digests import item_digest
from newsloom.stores.protocol import Store
from newsloom.text.language import detect_language

__all__ = ["items_as_articles"]


def items_as_articles(store: Store, *, most: int) -> tuple[SeenArticle, ...]:
    """The latest items, at most ``most``, in order of arrival. An item without an address gets that of its page."""
    with store.read() as transaction:
        latest = transaction.items.latest(most)
        kept = transaction.lookups.summaries({one.item.url for one in latest if one.item.url})
        followed: dict[str | None, str | None] = {
            source.url: source.language for source in transaction.sources.all() if source.language
        }
    told = {item_digest(one.item): one for one in latest}
    stored = sorted(told.values(), key=lambda one: (one.first_seen, one.number))
    own = {one.number: kept[one.item.url].article.language if one.item.url in kept else None for one in stored}
    usual = _languages_of_pages(stored, own) | followed
    return tuple(
        SeenArticle(
            article=Article(
                url=one.item.url or one.item.page_url,
                title=one.item.headline,
                text=one.item.text,
                language=own[one.number] or usual[one.item.page_url],
            ),
            seen_at=one.first_seen,
        )
        for one in stored
    )


def _languages_of_pages(stored: Sequence[StoredItem], own: dict[int, str | None]) -> dict[str | None, str | None]:
    """The language of each page: that of most articles it links to, else the one detected from all its items."""
    by_page: dict[str | None, list[StoredItem]] = {}
    for one in stored:
        by_page.setdefault(one.item.page_url, []).append(one)
    languages: dict[str | None, str | None] = {}
    for page, items in by_page.items():
        known = Counter(language for one in items if (language := own[one.number]))
        said = "\n".join(f"{one.item.headline} {one.item.text}" for one in items)
        languages[page] = known.most_common(1)[0][0] if known else detect_language(said)
    return languages
