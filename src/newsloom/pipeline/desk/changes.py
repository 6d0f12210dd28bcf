"""What an edition has to write, found by comparing the groups of a clusterer with the stored stories.

An unchanged group needs nothing. A stored story that no group continues is merged into the group that has most of its
articles. Pure: nothing is described or written here.
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
    """The groups to write. ``merges`` maps each story that ends to the one it is merged into."""

    groups: tuple[Story, ...]
    merges: Mapping[str, str]

    def parts_of(self, story_id: str) -> tuple[str, ...]:
        """The stories that are merged into this one."""
        return tuple(part for part, whole in self.merges.items() if whole == story_id)


def known_stories(known: Mapping[str, Coverage], indexes: Mapping[str, int]) -> tuple[Story, ...]:
    """The stored stories as a clusterer knows them: members are indexes in the window. Those without any are left out.

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
    """What to write for these groups. ``changed`` are the addresses of articles that are new or edited."""
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
