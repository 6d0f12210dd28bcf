"""Stories of an edition are written out: groups and what was kept of them before in, ``Coverage`` records out.

What a story was before stays true of it: its reports from before the window, how new its event was, the last time it
said something new. Reads edits from the store; writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from newsloom.desk.novelty import new_sentences
from newsloom.pipeline.desk.events import newness_of
from newsloom.pipeline.desk.plan import Plan
from newsloom.pipeline.desk.stories import Facts, FrontPageStays, coverage_of, heat_of
from newsloom.pipeline.desk.window import Window
from newsloom.records import Coverage, Report, Revision, Story
from newsloom.stores.protocol import Store, Transaction

__all__ = ["Copywriter", "warmer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Copywriter:
    """Describes the groups of one plan; ``newness`` is that of the first reports that were not known before."""

    plan: Plan
    window: Window
    stories: Mapping[str, Coverage]
    stays: FrontPageStays
    changed: frozenset[str]
    newness: Mapping[str, float]

    @classmethod
    def of(
        cls,
        plan: Plan,
        window: Window,
        stories: Mapping[str, Coverage],
        *,
        stays: FrontPageStays,
        changed: frozenset[str],
    ) -> Copywriter:
        """A copywriter who has found out how new the new stories are."""
        known = {coverage.reports[0].url: coverage.newness for coverage in stories.values()}
        begun = {window.ordered[story.members[0]].url: story.members[0] for story in plan.changed}
        unknown = {place: url for url, place in begun.items() if url not in known}
        found = newness_of([kept.article for kept in window.ordered], unknown)
        newness = known | {unknown[place]: score for place, score in found.items()}
        return cls(plan=plan, window=window, stories=stories, stays=stays, changed=changed, newness=newness)

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
        # Front pages are remembered for a day; what grew does not cool when they are forgotten.
        return replace(made, heat=max(made.heat, before.heat))

    def _facts(self, transaction: Transaction, story: Story) -> Facts:
        before = self._before(transaction, story)
        places = self.window.places
        reports = [report for coverage in before for report in coverage.reports]
        older = tuple(sorted((one for one in reports if one.url not in places), key=lambda one: one.seen_at))
        first = older[0].url if older else self.window.ordered[story.members[0]].url
        continued = [coverage.changed_at for coverage in before if coverage.id == story.id]
        return Facts(
            newness=self.newness.get(first, 0.0),
            older=older,
            copied={
                report.url: report.copy_of
                for report in reports
                if report.copy_of is not None and report.url in places and report.copy_of not in places
            },
            stays=self.stays,
            edited_at=max([*continued, *self._edits(transaction, reports)], default=None),
        )

    def _before(self, transaction: Transaction, story: Story) -> list[Coverage]:
        """What was kept of a group: the story that it continues, and those that end in it."""
        found = [self.stories[name] for name in (story.id, *self.plan.parts_of(story.id)) if name in self.stories]
        if story.id not in self.stories:
            # A name may come back: of a story that was left behind by the window, and goes on.
            left = transaction.stories.get(story.id)
            found += [left] if left is not None and left.id == story.id else []
        return found

    def _edits(self, transaction: Transaction, reports: Sequence[Report]) -> list[datetime]:
        """When reports that were known were edited, so that they say something new."""
        edited = [report.url for report in reports if report.url in self.changed]
        return [time for url in edited if (time := _new_words(transaction.articles.revisions(url))) is not None]


def warmer(stories: Mapping[str, Coverage], stays: FrontPageStays, moved: set[str]) -> list[Coverage]:
    """The stories that grew by their places on front pages alone."""
    touched = [one for one in stories.values() if any(report.url in moved for report in one.reports)]
    heats = [(one, heat_of(one.reports, stays)) for one in touched]
    return [replace(one, heat=heat) for one, heat in heats if heat > one.heat]


def _new_words(revisions: Sequence[Revision]) -> datetime | None:
    if len(revisions) < 2:
        return None
    before, after = revisions[-2:]
    is_new = any(sentence.is_new for sentence in new_sentences(after.article, [before.article]))
    return after.seen_at if is_new else None
