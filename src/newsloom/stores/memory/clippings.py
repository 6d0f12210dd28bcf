"""Many articles at once, in memory."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from newsloom.records import Clipping
from newsloom.stores.memory.ledgers import Ledgers

__all__ = ["MemoryClippings"]


@dataclass(frozen=True, slots=True)
class MemoryClippings:
    """Articles by their addresses, as they read now."""

    _ledgers: Ledgers

    def read(self, urls: Iterable[str], /) -> dict[str, Clipping]:
        kept = {url: self._ledgers.articles.get(url, ()) for url in urls}
        return {
            url: Clipping(
                article=stays[-1].fact.article, first_seen=stays[0].first_seen, changed_at=stays[-1].first_seen
            )
            for url, stays in kept.items()
            if stays
        }

    def skim(self, urls: Iterable[str], /) -> dict[str, Clipping]:
        return {
            url: dataclasses.replace(one, article=dataclasses.replace(one.article, blocks=()))
            for url, one in self.read(urls).items()
        }

    def skim_story(self, story_id: str, most: int, /) -> dict[str, Clipping]:
        story = self._ledgers.stories.get(story_id)
        return {} if story is None else self.skim(report.url for report in story.reports[: max(most, 0)])
