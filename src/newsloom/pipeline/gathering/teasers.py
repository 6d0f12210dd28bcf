"""Items that were found by their teaser: kept when the page that they lead to tells of it (LBNEST, II.C.2.ii).

Items of a front page and a transaction go in; those that hold come out, titled by their stories. Writes nothing.
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
    """The items but for teasers whose pages were not read yet, or tell something else."""
    urls = [item.url for item in items if item.pattern == TEASER and item.url]
    known = transaction.items.leading_to(urls) if urls else {}
    titled = ((item, _title(transaction, item, known)) for item in items)
    return tuple(replace(item, headline=title) for item, title in titled if title is not None)


def item_of_teaser(link: Link, article: Article) -> Item:
    """The item behind a link that was followed for its teaser, which its article confirms."""
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
    """The headline of an item; None for a teaser that is not confirmed."""
    if item.pattern != TEASER or item.url is None:
        return item.headline
    kept = known.get(item.url)
    if kept is not None and (kept.pattern, kept.text) == (TEASER, item.text):
        return kept.headline
    # What other sources led to is not fetched again for the teaser.
    article = transaction.articles.get(item.url)
    is_told = article is not None and tells_of(item.text, article.text, language=article.language)
    return (article.title or item.headline) if article is not None and is_told else None
