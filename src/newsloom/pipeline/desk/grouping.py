"""Groups the articles of the window for an edition, given the stored stories.

The whole window is grouped the first time, after a change of method, and after an edition that was never finished. Then
a session of the clusterer takes in arriving articles until they exceed a share of the window: only a new session shows
which stories should be merged. A small window always gets a new session. A desk that has just started groups a part of
the window to see where new articles belong; stored stories stay as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from newsloom.clusterers.protocol import Clusterer, StorySession
from newsloom.pipeline.desk.state import DeskState
from newsloom.pipeline.desk.window import Window
from newsloom.records import Story

__all__ = ["DUE_SHARE", "Grouper", "Grouping"]

# When more than this share of the window has arrived, all of it is grouped again: with a week's news, about three times
# a day. When 111 articles joined 3,000, 21 stories were merged only then, so it should not be much later.
DUE_SHARE: Final = 0.05
# If no window counts as small: this few arrivals are not worth describing all stories again.
_LEAST_DUE: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """The groups of the window. ``is_whole`` says whether a new session grouped all of it."""

    stories: tuple[Story, ...]
    is_whole: bool


class Grouper:
    """Groups the window for each edition; always as a whole if it has at most ``small_window`` articles."""

    def __init__(self, clusterer: Clusterer, *, small_window: int) -> None:
        self._clusterer = clusterer
        self._small_window = small_window
        self._session: StorySession | None = None
        # How many articles the session has taken in since its first call.
        self._arrived = 0

    @property
    def method(self) -> str:
        return f"{self._clusterer.name} {self._clusterer.version}"

    def forget(self) -> None:
        """Start with a new session, because the stored stories are not those that this one found."""
        self._session = None

    def group(self, window: Window, known: Sequence[Story], state: DeskState) -> Grouping:
        """The groups of all articles of the window. ``known`` are the stored stories."""
        articles = [kept.article for kept in window.ordered]
        arrived = len(articles) - len({member for story in known for member in story.members})
        is_settled = not state.is_open and state.method == self.method
        if is_settled and not arrived:
            return Grouping(stories=tuple(known), is_whole=False)
        if not window.is_whole:
            return Grouping(stories=_extended(known, self._clusterer.assign(articles, known)), is_whole=False)
        self._arrived += arrived
        is_due = len(articles) <= self._small_window or self._arrived > max(_LEAST_DUE, DUE_SHARE * len(articles))
        is_whole = self._session is None or not is_settled or is_due
        if self._session is None or is_whole:
            self._session, self._arrived = self._clusterer.session(), 0
        return Grouping(stories=self._session.assign(articles, known), is_whole=is_whole)


def _extended(known: Sequence[Story], found: Sequence[Story]) -> tuple[Story, ...]:
    """The stored stories and the new ones. New articles go to the story that most articles of their group belong to."""
    home = {member: story.id for story in known for member in story.members}
    stories = {story.id: story for story in known}
    for group in found:
        closeness = _closeness(group)
        arrived = [member for member in group.members if member not in home]
        if not arrived:
            continue
        joined = Counter(home[member] for member in group.members if member in home).most_common(1)
        if joined:
            story = stories[joined[0][0]]
            closeness |= _closeness(story)
            members = tuple(sorted([*story.members, *arrived]))
        else:
            # Its id is new: the id of a stored story only goes to a group with members of that story.
            story, members = group, tuple(arrived)
        stories[story.id] = replace(story, members=members, closeness=tuple(closeness[member] for member in members))
    return tuple(stories.values())


def _closeness(story: Story) -> dict[int, float]:
    """How close each member is. 0 if the clusterer does not say."""
    return dict(zip(story.members, story.closeness or (0.0,) * len(story.members), strict=True))
