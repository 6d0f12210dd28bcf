"""Items found by their teaser, which are kept only if the page they lead to is about it (LBNEST, II.C.2.ii).

Takes the items of a front page and a transaction, and returns the confirmed items, titled by their stories. Writes
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from newsloom.readers.identity import item_id
from newsloom.readers.lbnest.teasers import TEASER, tells_of
from newsloom.records import Article, Item, Link
from newsloom.stores.protocol import Transaction

__all__ = ["confirmed_items", "item_of_teaser"]


def confirmed_items(transaction: Transaction, items: Sequence[Item]) -> tuple[Item, ...]:
    """The items without teasers whose pages have not been read yet or are about something else."""
    urls = [item.url for item in items if item.pattern == TEASER and item.url]
    known = transaction.items.leading_to(urls) if urls else {}
    titled = ((item, _title(transaction, item, known)) for item in items)
    return tuple(replace(item, headline=title) for item, title in titled if title is not None)


def item_of_teaser(link: Link, article: Article) -> Item:
    """The item of a link that was followed for its teaser, confirmed by its article."""
    return Item(
        id=item_id(link.url),
        page_url=link.source_url,
        headline=article.title or link.title or "",
        text=link.text or "",
        url=link.url,
        image=link.image.url if link.image else None,
        time=link.published,
        pattern=TEASER,
        position=link.position,
    )


def _title(transaction: Transaction, item: Item, known: dict[str, Item]) -> str | None:
    """The headline of an item. None for a teaser that is not confirmed."""
    if item.pattern != TEASER or item.url is None:
        return item.headline
    kept = known.get(item.url)
    if kept is not None and (kept.pattern, kept.text) == (TEASER, item.text):
        return kept.headline
    # An article that other sources led to is not fetched again for the teaser.
    article = transaction.articles.get(item.url)
    is_told = article is not None and tells_of(item.text, article.text, language=article.language)
    return (article.title or item.headline) if article is not None and is_told else None
