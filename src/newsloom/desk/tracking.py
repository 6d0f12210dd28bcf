"""Tracking: examples of a topic and articles in order of arrival in, how much each belongs to the topic out.

The topic is the middle of its examples, less what all news has in common. It is looked for twice: the reports
that answer best the first time add their words to the topic (feedback, after Rocchio), for a topic goes on in other
words than it began with. A score therefore depends on all articles that are given together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import Told
from newsloom.clusterers.stream.rows import Rows
from newsloom.clusterers.stream.vectors import Manner, read_rows

__all__ = ["belonging"]

# Chosen on TDT2: normalised cost 0.116 without either, 0.096 less the common part, 0.079 with feedback as well.
_MANNER: Final = Manner(most_terms=512, characters=10_000, lead_weight=1.0, rarity_power=0.5)
_COMMON_PART: Final = 0.3
_FEEDBACK: Final = 20
# Of few articles, most may belong to other topics.
_LEAST_PER_FEEDBACK: Final = 10

Floats = npt.NDArray[np.float64]


def belonging(examples: Sequence[Told], articles: Sequence[Told]) -> tuple[float, ...]:
    """For each article, from 0, another topic, to 1; all 0 without examples."""
    rows, vocabulary = read_rows([*examples, *articles], _MANNER)
    width, count = len(vocabulary.terms), len(examples)
    if not count or not width:
        return (0.0,) * len(articles)
    common = _COMMON_PART * _middle(rows, np.arange(len(rows)), width)
    topic = _middle(rows, np.arange(count), width) - common
    likeness = _products(rows, topic)[count:]
    best = np.argsort(-likeness, kind="stable")[: min(_FEEDBACK, len(articles) // _LEAST_PER_FEEDBACK)]
    if len(best):
        topic += _middle(rows, best + count, width, is_unit=False) - common
        likeness = _products(rows, topic)[count:]
    length = float(np.sqrt(topic @ topic))
    return tuple(np.clip(likeness / (length or 1.0), 0.0, 1.0).tolist())


def _middle(rows: Rows, members: npt.NDArray[np.int64], width: int, *, is_unit: bool = True) -> Floats:
    """The average of some rows, of length 1 if wanted."""
    is_member = np.zeros(len(rows), np.bool_)
    is_member[members] = True
    of_members = is_member[rows.numbers]
    middle = np.bincount(rows.columns[of_members], rows.weights[of_members], minlength=width) / len(members)
    length = float(np.sqrt(middle @ middle)) if is_unit else 1.0
    return middle / (length or 1.0)


def _products(rows: Rows, topic: Floats) -> Floats:
    weights = (rows.weights * topic[rows.columns]).astype(np.float64)
    return np.bincount(rows.numbers, weights, minlength=len(rows)).astype(np.float64)
