"""The clusterer: articles in order of arrival in, stories with lasting ids out.

The active window is weighed and grouped as a whole each time, so that the last article may still show that two stories
are one, or one is two; ``known`` stories lend their ids. It reads nothing but headlines and texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from newsloom.clusterers.naming import Group, name_stories
from newsloom.clusterers.protocol import Told
from newsloom.clusterers.stream.expansion import expanded
from newsloom.clusterers.stream.grouping import average_link
from newsloom.clusterers.stream.neighbours import alike_pairs
from newsloom.clusterers.stream.rows import Rows
from newsloom.clusterers.stream.vectors import Manner, Vocabulary, read_rows
from newsloom.records import Story

__all__ = ["StreamClusterer"]

# Words that say what a story is about.
_STORY_WORDS: Final = 12
# Less alike than this, two reports are not each other's neighbours, two expanded ones not an edge.
_LEAST_NEAR: Final = 0.05
_LEAST_EDGE: Final = 0.1
# Groups are joined as wholes after their members were, for the members of a large one do not all meet.
_MOST_ROUNDS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Depth:
    """Terms kept of an article and of an expanded one, and how far a term's list is followed."""

    terms: int
    fuller_terms: int
    reach: int


# A small window can afford three times the work an article; a large one must keep up with the news.
_THOROUGH: Final = _Depth(terms=256, fuller_terms=384, reach=100)
_BRISK: Final = _Depth(terms=48, fuller_terms=72, reach=24)


@dataclass(frozen=True, kw_only=True)
class StreamClusterer:
    """Expand reports by their neighbours, and join what is alike on average; see NOTES.md."""

    name: ClassVar[str] = "stream"
    version: ClassVar[int] = 1
    least_likeness: float = 0.46  # chosen on the sets of docs/explanation/stories.md
    thorough_articles: int = 5000

    def assign(self, articles: Sequence[Told], known: Sequence[Story], /) -> tuple[Story, ...]:
        depth = _THOROUGH if len(articles) <= self.thorough_articles else _BRISK
        rows, vocabulary = read_rows(articles, Manner(most_terms=depth.terms))
        pairs = alike_pairs(rows, reach=depth.reach, least=_LEAST_NEAR)
        fuller = expanded(rows, pairs, most_terms=depth.fuller_terms)
        groups = self._groups(fuller, depth.reach)
        described = [_described(members, fuller, vocabulary) for members in groups]
        return name_stories(described, articles, known, method=self.name, version=self.version)

    def _groups(self, rows: Rows, reach: int) -> list[list[int]]:
        groups = [[number] for number in range(len(rows))]
        for _ in range(_MOST_ROUNDS):
            middles = _middles(rows, groups)
            sizes = np.array([len(group) for group in groups], np.int64)
            joined = average_link(alike_pairs(middles, reach=reach, least=_LEAST_EDGE), sizes, self.least_likeness)
            if len(joined) == len(groups):
                break
            groups = [sorted(member for number in group for member in groups[number]) for group in joined]
            groups.sort()
        return groups


def _middles(rows: Rows, groups: Sequence[Sequence[int]]) -> Rows:
    """The average row of each group: the product of two is the average likeness of their members."""
    sizes = np.array([len(group) for group in groups], np.int64)
    target = np.repeat(np.arange(len(groups), dtype=np.int32), sizes)
    source = np.array([member for group in groups for member in group], np.int32)
    return Rows.stacked(list(rows.combined(target, source, (1.0 / sizes[target]).astype(np.float32), len(groups))))


def _described(members: Sequence[int], rows: Rows, vocabulary: Vocabulary) -> Group:
    totals: dict[int, float] = {}
    held = [rows.row(member) for member in members]
    for columns, weights in held:
        for column, weight in zip(columns.tolist(), weights.tolist(), strict=True):
            totals[column] = totals.get(column, 0.0) + weight / len(members)
    length = sum(weight * weight for weight in totals.values()) ** 0.5 or 1.0
    closeness = tuple(
        round(sum(totals[c] * w for c, w in zip(columns.tolist(), weights.tolist(), strict=True)) / length, 4)
        for columns, weights in held
    )
    heaviest = sorted(totals, key=lambda column: (-totals[column], column))[:_STORY_WORDS]
    words = tuple((vocabulary.terms[column], round(totals[column], 4)) for column in heaviest)
    return Group(members=tuple(members), words=words, closeness=closeness)
