"""How the window is grouped for an edition: articles and the stories that are kept in, groups out.

The whole window is grouped at first, with another method, and after an edition that was never finished. A clusterer
that can go on (``stream``) is then given only what arrives, until that is a share of the window: only the whole shows
which stories have met. A desk that begins anew groups a part of the window, to see where the arrivals belong; what was
told stays as it is. With any other clusterer, and while the window is small, every arrival has the whole window
grouped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, runtime_checkable

from newsloom.clusterers.protocol import Clusterer, Told
from newsloom.pipeline.desk.note import DeskNote
from newsloom.pipeline.desk.window import Kept, Window
from newsloom.records import Story

__all__ = ["DUE_SHARE", "Grouper", "Grouping"]

# When more than this share of the window has arrived, all is grouped anew: with a week's news, about three times a day.
# Of 111 articles that joined 3,000, 21 stories met only then, so that it should not be much later.
DUE_SHARE: Final = 0.05
# Where no window counts as small: so few are not worth describing stories anew for.
_LEAST_DUE: Final = 10


class GoingOn(Protocol):
    """A grouped window that takes in what arrives; members of its stories are numbers in order of arrival there."""

    @property
    def stories(self) -> tuple[Story, ...]: ...

    def add(self, articles: Sequence[Told], /) -> tuple[Story, ...]:
        """The stories that grew or began."""
        ...


@runtime_checkable
class GoesOn(Protocol):
    """A clusterer that can go on."""

    def window(self, articles: Sequence[Told], known: Sequence[Story], /) -> GoingOn: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """The groups of the window; ``is_whole`` says that all of it was grouped anew."""

    stories: tuple[Story, ...]
    is_whole: bool


class Grouper:
    """Groups the window, edition after edition; one of ``small_window`` articles or fewer always as a whole."""

    def __init__(self, clusterer: Clusterer, *, small_window: int) -> None:
        self._clusterer = clusterer
        self._small_window = small_window
        self._going_on: GoingOn | None = None
        # The addresses by their numbers there, and how many of them the grouping as a whole saw.
        self._arrived: list[str] = []
        self._grouped = 0

    @property
    def method(self) -> str:
        return f"{self._clusterer.name} {self._clusterer.version}"

    @property
    def goes_on(self) -> bool:
        """Whether arrivals are given to what was grouped before, so that a part of the window is enough for them."""
        return isinstance(self._clusterer, GoesOn)

    def forget(self) -> None:
        """The stories that are kept are others than those that were found."""
        self._going_on = None

    def group(self, window: Window, known: Sequence[Story], note: DeskNote) -> Grouping:
        """The groups of all articles of the window; ``known`` are the stories that are kept."""
        told = {member for story in known for member in story.members}
        arrived = [kept for place, kept in enumerate(window.ordered) if place not in told]
        is_settled = not note.is_open and note.method == self.method
        if is_settled and not arrived:
            return Grouping(stories=tuple(known), is_whole=False)
        if not window.is_whole:
            found = self._clusterer.assign([kept.article for kept in window.ordered], known)
            return Grouping(stories=_grown(known, found), is_whole=False)
        new = len(self._arrived) - self._grouped + len(arrived)
        size = len(window.ordered)
        is_due = size <= self._small_window or new > max(_LEAST_DUE, DUE_SHARE * size)
        if is_settled and self._going_on is not None and not is_due:
            return Grouping(stories=self._placed(self._going_on, arrived, known, window.places), is_whole=False)
        return Grouping(stories=self._whole(window.ordered, known), is_whole=True)

    def _whole(self, kept: Sequence[Kept], known: Sequence[Story]) -> tuple[Story, ...]:
        articles = [one.article for one in kept]
        if not isinstance(self._clusterer, GoesOn):
            return self._clusterer.assign(articles, known)
        self._going_on = self._clusterer.window(articles, known)
        self._arrived = [one.url for one in kept]
        self._grouped = len(kept)
        return self._going_on.stories

    def _placed(
        self, going_on: GoingOn, arrived: Sequence[Kept], known: Sequence[Story], places: Mapping[str, int]
    ) -> tuple[Story, ...]:
        grown = going_on.add([one.article for one in arrived])
        self._arrived += [one.url for one in arrived]
        stories = {story.id: story for story in known}
        return tuple((stories | {story.id: self._renumbered(story, places) for story in grown}).values())

    def _renumbered(self, story: Story, places: Mapping[str, int]) -> Story:
        """Members by their places in the window, without those that it has left behind."""
        closeness = dict(zip(story.members, story.closeness, strict=True))
        members = {
            places[url]: closeness[number] for number in story.members if (url := self._arrived[number]) in places
        }
        ordered = tuple(sorted(members))
        return replace(story, members=ordered, closeness=tuple(members[place] for place in ordered))


def _grown(known: Sequence[Story], found: Sequence[Story]) -> tuple[Story, ...]:
    """The stories that are kept, each with the arrivals that were found with most of its articles, and the new ones."""
    home = {member: story.id for story in known for member in story.members}
    stories = {story.id: story for story in known}
    for group in found:
        closeness = dict(zip(group.members, group.closeness, strict=True))
        arrived = [member for member in group.members if member not in home]
        if not arrived:
            continue
        joined = Counter(home[member] for member in group.members if member in home).most_common(1)
        if joined:
            story = stories[joined[0][0]]
            closeness |= dict(zip(story.members, story.closeness, strict=True))
            members = tuple(sorted([*story.members, *arrived]))
        else:
            # Its name is its own: one of a story that is kept goes to a group with members of that.
            story, members = group, tuple(arrived)
        stories[story.id] = replace(story, members=members, closeness=tuple(closeness[member] for member in members))
    return tuple(stories.values())
