"""A window of news that goes on: articles as they arrive in, the stories that they change out.

It begins as a weave, a window grouped as a whole. Each article that arrives later is weighed on the same scale and
joins the story it is most like on average, or begins one; what that costs does not depend on how many articles there
are. Stories are neither merged nor split here: from time to time the window is woven anew.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import ClassVar, Final, Protocol

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.naming import new_id
from newsloom.clusterers.protocol import Told
from newsloom.clusterers.stream.ages import days_of
from newsloom.clusterers.stream.description import described
from newsloom.clusterers.stream.grouping import relative
from newsloom.clusterers.stream.memory import Memory
from newsloom.clusterers.stream.weave import Weave
from newsloom.clusterers.wording import headline_of, language_of
from newsloom.records import Article, Story
from newsloom.text.language import normalise_language

__all__ = ["Settings", "Window"]

# A window that has grown by so much since it was woven is due: its weights are old, its stories may have met.
_DUE_SHARE: Final = 0.2
# Of a group, so many of the latest members are compared with an arrival.
_MOST_MEMBERS: Final = 32
# Articles that are read at a time; they are placed one by one.
_BLOCK_ARTICLES: Final = 500


class Settings(Protocol):
    """What a window must know of its clusterer."""

    name: ClassVar[str]
    version: ClassVar[int]

    @property
    def least_likeness(self) -> float: ...


class Window:
    """The stories of articles that keep arriving; made by ``StreamClusterer.window``. It holds no articles."""

    def __init__(self, weave: Weave, stories: Sequence[Story], articles: Sequence[Told], *, settings: Settings) -> None:
        self.grouped = len(articles)
        self._settings = settings
        self._scale = weave.scale
        # Likeness summed over a group's own members, each with each and with itself. Before the memory is made, which
        # takes as much room.
        sizes = np.array([len(group) for group in weave.groups], np.float64)
        self._inner = array("d", (weave.fuller.middles(weave.groups).squares * sizes**2).tolist())
        self._memory = Memory(weave)
        self._usual_language = _usual_language(articles)
        self._headlines = [headline_of(article) for article in articles]
        self._ids = [story.id for story in stories]
        self._taken = dict.fromkeys(self._ids, 1)
        self._members = [array("i", story.members) for story in stories]
        # An arrival is like the reports of its own day: it is compared with the groups that a story was joined of.
        self._groups = [array("i", group) for group in weave.groups]
        self._home = array("i", [0]) * len(articles)
        for number, group in enumerate(weave.groups):
            for member in group:
                self._home[member] = number
        place_of = {member: place for place, story in enumerate(stories) for member in story.members}
        self._places = [place_of[group[0]] for group in weave.groups]

    @property
    def size(self) -> int:
        """How many articles there are."""
        return self._memory.size

    @property
    def is_due(self) -> bool:
        """Whether the window has grown so much that it should be woven anew."""
        return self.size > self.grouped * (1 + _DUE_SHARE)

    @property
    def stories(self) -> tuple[Story, ...]:
        """All stories, in the order of their first members; takes time for all articles."""
        return self._told(range(len(self._ids)))

    def add(self, articles: Sequence[Told], /) -> tuple[Story, ...]:
        """Take in articles in order of arrival; the stories that grew or began, as they are after the last."""
        changed: set[int] = set()
        for start in range(0, len(articles), _BLOCK_ARTICLES):
            block = articles[start : start + _BLOCK_ARTICLES]
            rows = self._scale.rows(block, [self._language(article) for article in block])
            arrivals = self._memory.arrivals(rows, days_of(block))
            changed.update(self._place(article, near) for article, near in zip(block, arrivals, strict=True))
        return self._told(changed)

    def _place(self, article: Told, near: npt.NDArray[np.int64]) -> int:
        """The place of the story that the article, the last in memory, joins or begins."""
        number = self.size - 1
        self._headlines.append(headline_of(article))
        group, likeness = self._best_group(number, near)
        if group is None:
            group = self._begin(new_id(article, self._taken))
        # It is as alike to the members that were not compared as to those that were.
        self._inner[group] += 1.0 + 2.0 * likeness * len(self._groups[group])
        self._groups[group].append(number)
        self._home.append(group)
        place = self._places[group]
        self._members[place].append(number)
        return place

    def _begin(self, story_id: str) -> int:
        """The number of the group that a new story begins with."""
        self._places.append(len(self._ids))
        self._ids.append(story_id)
        self._members.append(array("i"))
        self._groups.append(array("i"))
        self._inner.append(0.0)
        return len(self._groups) - 1

    def _language(self, article: Told) -> str | None:
        declared = normalise_language(article.language) if isinstance(article, Article) else None
        if declared is None and self._usual_language is None:
            self._usual_language = _usual_language([article])
        return declared or self._usual_language

    def _best_group(self, number: int, near: npt.NDArray[np.int64]) -> tuple[int | None, float]:
        """Of the groups of those near, the one that is most alike, if it is alike enough, and how alike on average."""
        groups = list(dict.fromkeys(self._home[other] for other in near.tolist()))
        if not groups:
            return None, 0.0
        latest = [np.array(self._groups[group][-_MOST_MEMBERS:], np.int64) for group in groups]
        likeness = self._memory.likeness(number, np.concatenate(latest))
        owner = np.repeat(np.arange(len(groups)), [len(members) for members in latest])
        average = np.bincount(owner, likeness) / np.bincount(owner)
        cohesion = np.array([self._inner[group] / len(self._groups[group]) ** 2 for group in groups])
        compared = relative(average, cohesion)
        best = int(np.argmax(compared))
        if compared[best] < self._settings.least_likeness:
            return None, 0.0
        return groups[best], float(average[best])

    def _told(self, places: Sequence[int] | set[int]) -> tuple[Story, ...]:
        return tuple(self._story(place) for place in sorted(places, key=lambda place: self._members[place][0]))

    def _story(self, place: int) -> Story:
        members = self._members[place].tolist()
        group = described(members, self._memory.fuller_rows(members), self._scale.lexicon.terms)
        ranked = sorted(zip(group.closeness, members, strict=True), key=lambda rank: (-rank[0], rank[1]))
        titles = (self._headlines[member] for _, member in ranked)
        return Story(
            id=self._ids[place],
            method=self._settings.name,
            version=self._settings.version,
            members=group.members,
            title=next((title for title in titles if title), None),
            words=group.words,
            closeness=group.closeness,
        )


def _usual_language(articles: Sequence[Told]) -> str | None:
    """The language of those that do not say theirs; None where all do."""
    silent = [one for one in articles if not (isinstance(one, Article) and normalise_language(one.language))]
    return language_of(silent)[0] if silent else None
