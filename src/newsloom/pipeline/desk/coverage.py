"""Describes the stories of an edition: makes ``Coverage`` records of groups and the stories stored before.

A story keeps its reports from before the window, how new its event was, and when it last said something new. Reads
edits from the store; writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.desk.firststories import newness
from newsloom.desk.novelty import new_sentences
from newsloom.pipeline.desk.changes import EditionChanges
from newsloom.pipeline.desk.stories import Facts, FrontPageStays, coverage_of, heat_of
from newsloom.pipeline.desk.window import Window
from newsloom.records import Coverage, Report, Revision, Story
from newsloom.stores.protocol import Store, Transaction

__all__ = ["CoverageWriter", "newness_of", "stories_with_more_heat"]

# Articles compared together, and with as many before them: some days of a busy newsroom, and about a second of work.
_SPAN: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageWriter:
    """Describes the groups of one edition. ``newness`` is how new stories were, by the address of the first report."""

    changes: EditionChanges
    window: Window
    stories: Mapping[str, Coverage]
    stays: FrontPageStays
    changed: frozenset[str]
    newness: Mapping[str, float]

    @classmethod
    def of(
        cls,
        changes: EditionChanges,
        window: Window,
        stories: Mapping[str, Coverage],
        *,
        stays: FrontPageStays,
        changed: frozenset[str],
    ) -> CoverageWriter:
        """Makes a writer, and computes how new the new stories are."""
        known = {coverage.reports[0].url: coverage.newness for coverage in stories.values()}
        begun = {window.ordered[story.members[0]].url: story.members[0] for story in changes.groups}
        unknown = {index: url for url, index in begun.items() if url not in known}
        found = newness_of([kept.article for kept in window.ordered], unknown)
        newness = known | {unknown[index]: score for index, score in found.items()}
        return cls(changes=changes, window=window, stories=stories, stays=stays, changed=changed, newness=newness)

    def coverages(self, store: Store, groups: Sequence[Story]) -> list[Coverage]:
        """The stories of these groups."""
        with store.read() as transaction:
            facts = [self._facts(transaction, story) for story in groups]
        return [self._coverage(story, told) for story, told in zip(groups, facts, strict=True)]

    def _coverage(self, story: Story, facts: Facts) -> Coverage:
        made = coverage_of(story, [self.window.ordered[member] for member in story.members], facts)
        before = self.stories.get(story.id)
        if before is None or {report.url for report in before.reports} - {report.url for report in made.reports}:
            return made
        # Front pages are remembered for a day. A story does not lose heat when they are forgotten.
        return replace(made, heat=max(made.heat, before.heat))

    def _facts(self, transaction: Transaction, story: Story) -> Facts:
        before = self._before(transaction, story)
        indexes = self.window.indexes
        reports = [report for coverage in before for report in coverage.reports]
        older = tuple(sorted((one for one in reports if one.url not in indexes), key=lambda one: one.seen_at))
        first = older[0].url if older else self.window.ordered[story.members[0]].url
        continued = [coverage.changed_at for coverage in before if coverage.id == story.id]
        return Facts(
            newness=self.newness.get(first, 0.0),
            older=older,
            copied={
                report.url: report.copy_of
                for report in reports
                if report.copy_of is not None and report.url in indexes and report.copy_of not in indexes
            },
            stays=self.stays,
            edited_at=max([*continued, *self._edits(transaction, reports)], default=None),
        )

    def _before(self, transaction: Transaction, story: Story) -> list[Coverage]:
        """The stored stories of a group: the one that it continues, and those that are merged into it."""
        found = [self.stories[name] for name in (story.id, *self.changes.parts_of(story.id)) if name in self.stories]
        if story.id not in self.stories:
            # The id may be that of a story that had left the window and now continues.
            left = transaction.stories.get(story.id)
            found += [left] if left is not None and left.id == story.id else []
        return found

    def _edits(self, transaction: Transaction, reports: Sequence[Report]) -> list[datetime]:
        """When known reports were edited so that they say something new."""
        edited = [report.url for report in reports if report.url in self.changed]
        return [time for url in edited if (time := _new_words(transaction.articles.revisions(url))) is not None]


def stories_with_more_heat(stories: Mapping[str, Coverage], stays: FrontPageStays, moved: set[str]) -> list[Coverage]:
    """The stories whose heat grew only by their places on front pages."""
    touched = [one for one in stories.values() if any(report.url in moved for report in one.reports)]
    heats = [(one, heat_of(one.reports, stays)) for one in touched]
    return [replace(one, heat=heat) for one, heat in heats if heat > one.heat]


def newness_of(articles: Sequence[ArticleOrItem], indexes: Iterable[int]) -> dict[int, float]:
    """For each index, how new the event of its article was when the article arrived."""
    wanted = sorted(set(indexes))
    found: dict[int, float] = {}
    for start in sorted({index // _SPAN * _SPAN for index in wanted}):
        here = [index for index in wanted if start <= index < start + _SPAN]
        begin = max(0, start - _SPAN)
        scores = newness(articles[begin : here[-1] + 1])
        found |= {index: round(scores[index - begin], 4) for index in here}
    return found


def _new_words(revisions: Sequence[Revision]) -> datetime | None:
    if len(revisions) < 2:
        return None
    before, after = revisions[-2:]
    is_new = any(sentence.is_new for sentence in new_sentences(after.article, [before.article]))
    return after.seen_at if is_new else None
