"""Finds and repairs damaged articles and pages of a store. Fetches nothing.

An article is extracted again from its stored page. A page cannot be restored here: it is repaired when the same bytes
are fetched again, and with it everything that was stored as a delta against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from newsloom.pipeline.gathering.pool import PageReader
from newsloom.pipeline.gathering.reading import StoryPage
from newsloom.pipeline.templates.lookup import SiteTemplateCache
from newsloom.records import Article, Damage, Failure, Link
from newsloom.stores.protocol import Store

__all__ = ["Repair", "repair_store"]

_BATCH: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """What was damaged and is now repaired, and what is still damaged."""

    mended: tuple[Damage, ...]
    left: tuple[Damage, ...]


def repair_store(store: Store, reader: PageReader, *, now: Callable[[], datetime]) -> Repair:
    """Read everything that is stored, record what is damaged, and repair what can be repaired."""
    _check(store)
    templates = SiteTemplateCache(store, now)
    mended, left = [], []
    for damage in _damages(store):
        reason = _mend(store, reader, templates, damage)
        if reason is None:
            mended.append(damage)
        else:
            left.append(replace(damage, reason=f"{damage.reason}; {reason}"))
    return Repair(mended=tuple(mended), left=tuple(left))


def _check(store: Store) -> None:
    number: int | None = 0
    while number is not None:
        with store.read() as transaction:
            number = transaction.damages.check_articles(number, _BATCH)
    digest: str | None = ""
    while digest is not None:
        with store.read() as transaction:
            digest = transaction.damages.check_pages(digest, _BATCH)


def _damages(store: Store) -> Iterator[Damage]:
    after = 0
    while True:
        with store.read() as transaction:
            batch = transaction.damages.all(_BATCH, after=after)
        if not batch:
            return
        yield from batch
        after = batch[-1].number


def _mend(store: Store, reader: PageReader, templates: SiteTemplateCache, damage: Damage) -> str | None:
    """Repairs one damage. Returns the reason if that is not possible, else None."""
    with store.read() as transaction:
        page = transaction.damages.page(damage)
        found = transaction.links.get(damage.url)
        link = found[0] if found else Link(url=damage.url)
        source = transaction.sources.get(link.source_url) if link.source_url else None
    if page is None:
        return "its page is not stored" if damage.kind == "article" else "the same bytes were not fetched again"
    article = None
    if damage.kind == "article":
        story = StoryPage(link=link, page=page, source=source, templates=templates.of(damage.url))
        (read,) = reader.read((story,))
        if not isinstance(read, Article):
            return read.reason if isinstance(read, Failure) else "its page could not be read"
        article = replace(read, url=damage.url)
    with store.transaction() as transaction:
        transaction.damages.mend(damage, article)
    return None
