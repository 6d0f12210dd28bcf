"""What an edition has to write: the groups that a clusterer found and the stored stories in, changes out.

A group that is as it was needs nothing. A kept story that no group continues becomes a part of the group that has
most of its articles. Pure: nothing is described or written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from newsloom.pipeline.desk.window import SeenArticle
from newsloom.records import Coverage, Story

__all__ = ["EditionChanges", "changes_of", "known_stories"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionChanges:
    """``groups`` are those to write; ``merges`` says of each story that ends what it becomes a part of."""

    groups: tuple[Story, ...]
    merges: Mapping[str, str]

    def parts_of(self, story_id: str) -> tuple[str, ...]:
        """The stories that end in this one."""
        return tuple(part for part, whole in self.merges.items() if whole == story_id)


def known_stories(known: Mapping[str, Coverage], indexes: Mapping[str, int]) -> tuple[Story, ...]:
    """The kept stories as a clusterer knows them, members being indexes in the window; those without any are left out.

    Their order does not depend on how they were read.
    """
    found = [story for coverage in known.values() if (story := _as_story(coverage, indexes)).members]
    return tuple(sorted(found, key=lambda story: (story.members, story.id)))


def _as_story(coverage: Coverage, indexes: Mapping[str, int]) -> Story:
    within = sorted((indexes[report.url], report.closeness) for report in coverage.reports if report.url in indexes)
    return Story(
        id=coverage.id,
        method="",
        version=0,
        members=tuple(index for index, _ in within),
        title=coverage.title,
        words=coverage.words,
        closeness=tuple(closeness for _, closeness in within),
    )


def changes_of(
    groups: Sequence[Story], known: Sequence[Story], window: Sequence[SeenArticle], changed: frozenset[str]
) -> EditionChanges:
    """What to write for these groups; ``changed`` are the addresses of articles that are new or were edited."""
    before = {story.id: story.members for story in known}
    merges = _merges(groups, known)
    wholes = set(merges.values())
    return EditionChanges(
        groups=tuple(
            group
            for group in groups
            if group.members != before.get(group.id)
            or group.id in wholes
            or any(window[member].url in changed for member in group.members)
        ),
        merges=merges,
    )


def _merges(groups: Sequence[Story], known: Sequence[Story]) -> dict[str, str]:
    going_on = {group.id for group in groups}
    home = {member: group.id for group in groups for member in group.members}
    ended = [story for story in known if story.id not in going_on]
    return {story.id: Counter(home[member] for member in story.members).most_common(1)[0][0] for story in ended}
