"""Many articles at once, in memory."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Coverage, StoredArticle
from newsloom.stores.memory.ledgers import Ledgers
from newsloom.stores.memory.stories import MemoryStories

__all__ = ["MemoryClippings"]


@dataclass(frozen=True, slots=True)
class MemoryClippings:
    """Articles by their addresses, as they read now."""

    _ledgers: Ledgers

    def read(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        kept = {url: self._ledgers.articles.get(url, ()) for url in urls}
        return {
            url: StoredArticle(
                article=stays[-1].fact.article, first_seen=stays[0].first_seen, changed_at=stays[-1].first_seen
            )
            for url, stays in kept.items()
            if stays
        }

    def skim(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        return {
            url: dataclasses.replace(one, article=dataclasses.replace(one.article, blocks=()))
            for url, one in self.read(urls).items()
        }

    def arrivals(self, urls: Iterable[str], /) -> dict[str, datetime]:
        return {url: one.first_seen for url, one in self.read(urls).items()}

    def told(self, story_id: str, most: int, /) -> tuple[Coverage, dict[str, StoredArticle]] | None:
        story = MemoryStories(self._ledgers).get(story_id)
        return None if story is None else (story, self.skim(report.url for report in story.reports[: max(most, 0)]))
