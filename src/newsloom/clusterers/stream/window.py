"""A window of news that goes on: articles as they arrive in, the stories that they change out.

It begins as a weave, a window grouped as a whole. Each article that arrives later is weighed on the same scale and
joins the story it is most like on average, or begins one; what that costs does not depend on how many articles there
are. Stories are neither merged nor split here: from time to time the window is woven anew.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Protocol

from newsloom.clusterers.naming import Group, new_id
from newsloom.clusterers.protocol import Told
from newsloom.clusterers.stream.ages import days_of
from newsloom.clusterers.stream.description import described
from newsloom.clusterers.stream.memory import Memory
from newsloom.clusterers.stream.placing import Placing
from newsloom.clusterers.stream.weave import Weave
from newsloom.clusterers.wording import headline_of, language_of
from newsloom.records import Article, Story
from newsloom.text.language import normalise_language

__all__ = ["Settings", "Window"]

# A window that has grown by so much since it was woven is due: its weights are old, its stories may have met.
_DUE_SHARE: Final = 0.2
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
        # An arrival is like the reports of its own day: it is compared with the groups that a story was joined of.
        # Before the memory is made, which takes as much room.
        self._placing = Placing(weave, settings.least_likeness)
        self._memory = Memory(weave)
        self._usual_language = _usual_language(articles)
        self._headlines = [headline_of(article) for article in articles]
        self._ids = [story.id for story in stories]
        self._taken = dict.fromkeys(self._ids, 1)
        self._members = [array("i", story.members) for story in stories]
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
            arrived = self._memory.arrivals(rows, days_of(block))
            groups = [group for arrivals in arrived for group in self._placing.placed(arrivals, self._memory)]
            changed.update(map(self._place, block, groups))
        return self._told(changed)

    def _place(self, article: Told, group: int) -> int:
        """The place of the story that the article, the next, joins or begins."""
        if group == len(self._places):
            self._begin(new_id(article, self._taken))
        place = self._places[group]
        self._members[place].append(len(self._headlines))
        self._headlines.append(headline_of(article))
        return place

    def _begin(self, story_id: str) -> None:
        self._places.append(len(self._ids))
        self._ids.append(story_id)
        self._members.append(array("i"))

    def _language(self, article: Told) -> str | None:
        declared = normalise_language(article.language) if isinstance(article, Article) else None
        if declared is None and self._usual_language is None:
            self._usual_language = _usual_language([article])
        return declared or self._usual_language

    def _told(self, places: Iterable[int]) -> tuple[Story, ...]:
        places = sorted(places, key=lambda place: self._members[place][0])
        groups = [self._members[place].tolist() for place in places]
        described_groups = described(groups, self._memory.fuller_rows, self._scale.lexicon.terms)
        return tuple(map(self._story, places, described_groups))

    def _story(self, place: int, group: Group) -> Story:
        ranked = sorted(zip(group.closeness, group.members, strict=True), key=lambda rank: (-rank[0], rank[1]))
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
