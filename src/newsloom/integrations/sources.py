"""Shared by the loaders: reads articles one by one from files of pages, and an article's facts as flat metadata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from newsloom.errors import NewsloomError
from newsloom.logs import log_failure, stage_logger
from newsloom.pipeline.bulk.inputs import PagesOnly, entries_of
from newsloom.pipeline.bulk.places import place_at
from newsloom.pipeline.extract import extract
from newsloom.records import Article, Failure

__all__ = ["flat_metadata", "read_articles"]

_LOG: Final = stage_logger(__name__)
_KEPT: Final = (
    *("url", "canonical_url", "site", "title", "description", "date", "section", "language", "access"),
    *("confidence", "word_count"),
)


def read_articles(sources: Sequence[str], extractor: str) -> Iterator[tuple[str, Article]]:
    """The articles from folders, WARCs, Parquet files and JSON lines, each with the place of its page.

    Pages without an article are skipped; pages that cannot be read are logged. Only one page is in memory at a time.
    """
    for source in sources:
        for entry in PagesOnly(entries_of(place_at(source))):
            try:
                page = entry.page()
            except NewsloomError as error:
                log_failure(_LOG, Failure(url=entry.name, stage="load", kind=type(error).__name__, reason=str(error)))
                continue
            article = extract(page.content, url=page.url, title=page.title, extractor=extractor)
            if article.is_article:
                yield f"{source} {entry.name}", article


def flat_metadata(article: Article) -> dict[str, str | int | float]:
    """An article's facts as texts and numbers, the form that vector stores take. Unknown facts are left out."""
    told = article.as_dict()
    facts = {name: told[name] for name in _KEPT if told[name] is not None}
    for name, time in (("published", article.published), ("modified", article.modified)):
        if time is not None:
            facts[name] = time.isoformat()
    for name, values in (("authors", article.authors), ("keywords", article.keywords)):
        if values:
            facts[name] = ", ".join(values)
    return facts
