"""Makes ``Story`` records with lasting ids from groups of indexes.

A story that continues a known one takes over its id, so that a batch method can be run again as articles arrive. What
belongs together is not decided here.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.texts import full_text, headline_of
from newsloom.records import Story

__all__ = ["Group", "name_stories", "new_id"]

_ID_LENGTH: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Indexes that belong together, in rising order, with the words and closeness that the method gives them."""

    members: tuple[int, ...]
    words: tuple[tuple[str, float], ...] = ()
    closeness: tuple[float, ...] = ()


def name_stories(
    groups: Iterable[Group], articles: Sequence[ArticleOrItem], known: Sequence[Story], *, method: str, version: int
) -> tuple[Story, ...]:
    """The groups as stories, in the order of their first members."""
    ordered = sorted(groups, key=lambda group: group.members)
    kept = _inherited_ids(ordered, known)
    taken = dict.fromkeys((story.id for story in known), 1)
    stories = []
    for position, group in enumerate(ordered):
        story_id = kept.get(position) or new_id(articles[group.members[0]], taken)
        made = Story(
            id=story_id,
            method=method,
            version=version,
            members=group.members,
            words=group.words,
            closeness=group.closeness,
        )
        stories.append(_titled(made, articles))
    return tuple(stories)


def _inherited_ids(groups: Sequence[Group], known: Sequence[Story]) -> dict[int, str]:
    """The inherited ids by group: the group that shares most members with a known story continues it."""
    home = {member: place for place, story in enumerate(known) for member in story.members}
    shared: Counter[tuple[int, int]] = Counter()
    for position, group in enumerate(groups):
        shared.update((position, home[member]) for member in group.members if member in home)
    ids: dict[int, str] = {}
    used: set[int] = set()
    for (position, place), _ in sorted(shared.items(), key=lambda found: (-found[1], found[0])):
        if position not in ids and place not in used:
            ids[position] = known[place].id
            used.add(place)
    return ids


def new_id(first: ArticleOrItem, taken: dict[str, int]) -> str:
    """A digest of the first member, with a number if it is taken already; ``taken`` counts the uses and is updated."""
    subject = first.url or full_text(first)
    digest = hashlib.sha256(subject.encode("utf-8", "surrogatepass")).hexdigest()[:_ID_LENGTH]
    story_id = digest
    while story_id in taken:
        taken[digest] += 1
        story_id = f"{digest}-{taken[digest]}"
    taken[story_id] = 1
    return story_id


def _titled(story: Story, articles: Sequence[ArticleOrItem]) -> Story:
    titles = (headline_of(articles[member]) for member in story.ranked)
    title = next((title for title in titles if title), None)
    return story if title is None else dataclasses.replace(story, title=title)
