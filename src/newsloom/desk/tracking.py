"""Tracking: examples of a topic and articles in order of arrival in, how much each belongs to the topic out.

The topic is the middle of its examples, less what all news has in common. What an article's neighbours score then tells
more than what it scores itself, for a topic goes on in other words than it began with; and neighbours make scores of
narrow and broad topics alike, so that one threshold serves all. A score depends on all articles given together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import Told
from newsloom.clusterers.stream.neighbours import alike_pairs
from newsloom.clusterers.stream.rows import Rows
from newsloom.clusterers.stream.vectors import Manner, read_rows

__all__ = ["belonging"]

_MANNER: Final = Manner(most_terms=512, characters=10_000, lead_weight=1.0, rarity_power=0.5)
# Chosen on TDT2 (24 topics, 4 examples): mean cost 0.097 without neighbours and 0.063 with them, at one threshold for
# all topics 0.146 and 0.105; between 10 and 40 neighbours, and 1 and 6 rounds, it changes by less than 0.01.
_COMMON_PART: Final = 0.2
_NEIGHBOURS: Final = 20
_NEIGHBOURS_SHARE: Final = 0.8
_ROUNDS: Final = 3
# Neighbours are found by the heaviest terms, each term's list being followed so far: time grows with the articles.
_NEIGHBOUR_TERMS: Final = 64
_REACH: Final = 64
_LEAST_NEAR: Final = 0.05

Floats = npt.NDArray[np.float64]


def belonging(examples: Sequence[Told], articles: Sequence[Told]) -> tuple[float, ...]:
    """For each article, from 0, another topic, to 1; all 0 without examples."""
    rows, vocabulary = read_rows([*examples, *articles], _MANNER)
    width, count = len(vocabulary.terms), len(examples)
    if not count or not width:
        return (0.0,) * len(articles)
    topic = _middle(rows, np.arange(count), width) - _COMMON_PART * _middle(rows, np.arange(len(rows)), width)
    length = float(np.sqrt(topic @ topic)) or 1.0
    likeness = np.clip(_products(rows, topic) / length, 0.0, 1.0)
    likeness[:count] = likeness.max()
    return tuple(_shared(rows, likeness)[count:].tolist())


def _shared(rows: Rows, likeness: Floats) -> Floats:
    """The likeness of each row, mixed with that of its neighbours, and of theirs."""
    pairs = alike_pairs(rows.unit(_NEIGHBOUR_TERMS), reach=_REACH, least=_LEAST_NEAR)
    row = np.concatenate([pairs.earlier, pairs.later])
    neighbour = np.concatenate([pairs.later, pairs.earlier])
    nearness = np.concatenate([pairs.likeness, pairs.likeness])
    order = np.lexsort((neighbour, -nearness, row))
    order = order[np.arange(len(order)) - np.searchsorted(row[order], row[order]) < _NEIGHBOURS]
    row, neighbour, nearness = row[order], neighbour[order], nearness[order]
    total = np.bincount(row, nearness, minlength=len(rows))
    mixed = likeness
    for _ in range(_ROUNDS):
        around = np.bincount(row, nearness * mixed[neighbour], minlength=len(rows)) / np.maximum(total, _LEAST_NEAR)
        mixed = np.where(total > 0, (1 - _NEIGHBOURS_SHARE) * likeness + _NEIGHBOURS_SHARE * around, likeness)
    return mixed


def _middle(rows: Rows, members: npt.NDArray[np.int64], width: int) -> Floats:
    """The average of some rows, of length 1."""
    is_member = np.zeros(len(rows), np.bool_)
    is_member[members] = True
    of_members = is_member[rows.numbers]
    middle = np.bincount(rows.columns[of_members], rows.weights[of_members], minlength=width)
    length = float(np.sqrt(middle @ middle))
    return middle / (length or 1.0)


def _products(rows: Rows, topic: Floats) -> Floats:
    weights = (rows.weights * topic[rows.columns]).astype(np.float64)
    return np.bincount(rows.numbers, weights, minlength=len(rows)).astype(np.float64)
