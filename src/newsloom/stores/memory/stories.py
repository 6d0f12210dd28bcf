"""Stories in memory, with their reports."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from newsloom.errors import StoreError
from newsloom.records import Coverage, StoryQuery
from newsloom.stores.choosing import site_named
from newsloom.stores.covering import as_kept, joined, order_named
from newsloom.stores.memory.ledger import PLACE
from newsloom.stores.memory.ledgers import Ledgers

__all__ = ["MemoryStories"]


@dataclass(frozen=True, slots=True)
class MemoryStories:
    """Stories with their reports; an article is a report of one story at a time."""

    _ledgers: Ledgers

    def keep(self, coverage: Coverage, /) -> bool:
        kept = as_kept(coverage)
        if self._ledgers.stories.get(kept.id) == kept:
            return False
        before = self._ledgers.stories.get(kept.id)
        for report in before.reports if before else ():
            self._ledgers.reported.pop(report.url, None)
        for report in kept.reports:
            self._take(report.url)
            self._ledgers.reported[report.url] = kept.id
        self._ledgers.stories[kept.id] = kept
        self._ledgers.story_numbers.setdefault(kept.id, len(self._ledgers.story_numbers))
        return True

    def merge(self, story_id: str, into: str, at: datetime, /) -> None:
        part, story = self._known(story_id), self._known(self._now(into))
        if self._now(story_id) == story.id != story_id:
            return
        if part.id == story.id:
            raise StoreError(PLACE, f"the story {story_id} cannot become a part of itself")
        whole = joined(story, part)
        self._ledgers.stories[part.id] = dataclasses.replace(part, reports=(), changed_at=at, merged_into=story.id)
        for url in (report.url for report in part.reports):
            self._ledgers.reported[url] = story.id
        self._ledgers.stories[story.id] = whole
        for one in [one for one in self._ledgers.stories.values() if one.merged_into == part.id]:
            self._ledgers.stories[one.id] = dataclasses.replace(one, merged_into=story.id)

    def get(self, story_id: str, /) -> Coverage | None:
        return self._ledgers.stories.get(self._now(story_id))

    def of(self, url: str, /) -> Coverage | None:
        story_id = self._ledgers.reported.get(url)
        return None if story_id is None else self._ledgers.stories[story_id]

    def find(self, query: StoryQuery, /) -> tuple[Coverage, ...]:
        field, is_descending = order_named(query.order)

        def place(story: Coverage) -> tuple[Any, int]:
            return getattr(story, field), self._ledgers.story_numbers[story.id]

        found = [story for story in self._ledgers.stories.values() if story.reports and _is_wanted(story, query)]
        if query.after is not None:
            last = place(self._known(query.after))
            found = [story for story in found if (place(story) < last if is_descending else place(story) > last)]
        ranked = sorted(found, key=place, reverse=is_descending)
        return tuple(ranked[: max(query.limit, 0)])

    def count(self) -> int:
        return sum(1 for story in self._ledgers.stories.values() if story.reports)

    def _now(self, story_id: str) -> str:
        story = self._ledgers.stories.get(story_id)
        return story_id if story is None else story.merged_into or story_id

    def _known(self, story_id: str) -> Coverage:
        if story_id not in self._ledgers.stories:
            raise StoreError(PLACE, f"there is no story {story_id}")
        return self._ledgers.stories[story_id]

    def _take(self, url: str) -> None:
        loser = self._ledgers.stories.get(self._ledgers.reported.get(url, ""))
        if loser is not None:
            rest = tuple(report for report in loser.reports if report.url != url)
            self._ledgers.stories[loser.id] = dataclasses.replace(loser, reports=rest)


def _is_wanted(story: Coverage, query: StoryQuery) -> bool:
    return (
        len(story.papers) >= query.least_papers
        and (query.section is None or story.section == query.section)
        and (query.language is None or story.language == query.language)
        and (query.paper is None or not {query.paper, site_named(query.paper)}.isdisjoint(story.papers))
        and (query.since is None or story.last_seen >= query.since)
        and (query.until is None or story.last_seen < query.until)
        and (query.changed_after is None or story.changed_at > query.changed_after)
        and (query.least_newness is None or story.newness >= query.least_newness)
    )
