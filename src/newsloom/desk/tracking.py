"""Topic tracking: given examples of a topic and articles in order of arrival, returns how far each is on the topic.

The topic is the centroid of its examples, less what all news has in common. Scores are then smoothed over nearest
neighbours: the words of a topic change over time, and one threshold must serve narrow and broad topics. Examples that
have no more in common than any two articles count for half. A score depends on all articles given together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.neighbours import SearchLimits, similar_pairs
from newsloom.clusterers.stream.sparse import SparseRows
from newsloom.clusterers.stream.vectorizer import vectorize
from newsloom.clusterers.texts import languages_of
from newsloom.desk.representation import TOPIC_VECTORS

__all__ = ["topic_scores"]

# Chosen on TDT2 (24 topics, 4 examples), with the threshold from all topics but the one scored. The cost is 0.118 if
# neighbours count by nearness and all examples in full, 0.114 by the square of nearness, 0.091 if examples may also
# count for half; between 2 and 4 rounds and shares of 0.7 and 0.85 it changes by 0.012. See docs/lab/desk.md.
_COMMON_PART: Final = 0.2
_NEIGHBOURS: Final = 20
_NEIGHBOURS_SHARE: Final = 0.8
_ROUNDS: Final = 3
# Neighbours are found by the heaviest terms, and at most this far along the list of each, so that time is linear in the
# number of articles.
_NEIGHBOUR_TERMS: Final = 64
_REACH: Final = 64
_LEAST_NEAR: Final = 0.05
# Neighbours count in full only if their squared nearness adds up to this: among few articles, any two may be each
# other's nearest. With 0.4 the cost on TDT2 rises by a fifth.
_LEAST_SAY: Final = 0.2
# Examples that are no more alike than any two articles count for this much; from a quarter more on, they count in full.
_LEAST_TRUST: Final = 0.5
_TRUSTED_EXCESS: Final = 0.25
# Fewer articles than this do not show what any two have in common.
_LEAST_CROWD: Final = 100
_LEAST_USUAL: Final = 1e-6

Floats = npt.NDArray[np.float64]


def topic_scores(examples: Sequence[ArticleOrItem], articles: Sequence[ArticleOrItem]) -> tuple[float, ...]:
    """The score of each article, from 0 (another topic) to 1; all 0 without examples."""
    rows, vectorizer = vectorize([*examples, *articles], TOPIC_VECTORS)
    width, count = len(vectorizer.vocabulary.terms), len(examples)
    if not count or not width:
        return (0.0,) * len(articles)
    topic = _centroid(rows, np.arange(count), width) - _COMMON_PART * _centroid(rows, np.arange(len(rows)), width)
    length = float(np.sqrt(topic @ topic)) or 1.0
    similarity = np.clip(_products(rows, topic) / length, 0.0, 1.0)
    similarity[:count] = similarity.max()
    scores = _shared(rows, similarity)
    if len(set(languages_of(examples))) == 1:
        scores *= _trust(rows, count, width)
    return tuple(scores[count:].tolist())


def _shared(rows: SparseRows, similarity: Floats) -> Floats:
    """The similarity of each row, mixed with that of its neighbours and, round by round, of theirs."""
    pairs = similar_pairs(rows.unit(_NEIGHBOUR_TERMS), SearchLimits(reach=_REACH), least=_LEAST_NEAR)
    row = np.concatenate([pairs.earlier, pairs.later])
    neighbour = np.concatenate([pairs.later, pairs.earlier])
    # Squared, so that among many neighbours that are only a little near, the nearer ones count more.
    nearness = np.concatenate([pairs.similarity, pairs.similarity]) ** 2
    order = np.lexsort((neighbour, -nearness, row))
    order = order[np.arange(len(order)) - np.searchsorted(row[order], row[order]) < _NEIGHBOURS]
    row, neighbour, nearness = row[order], neighbour[order], nearness[order]
    total = np.bincount(row, nearness, minlength=len(rows))
    mixed = similarity
    for _ in range(_ROUNDS):
        around = np.bincount(row, nearness * mixed[neighbour], minlength=len(rows)) / np.maximum(total, _LEAST_SAY)
        mixed = np.where(total > 0, (1 - _NEIGHBOURS_SHARE) * similarity + _NEIGHBOURS_SHARE * around, similarity)
    return mixed


def _trust(rows: SparseRows, count: int, width: int) -> float:
    """How much the first rows count as examples of one topic, by how much more alike they are than any two rows."""
    if count < 2 or len(rows) < _LEAST_CROWD:
        return 1.0
    usual = _mean_similarity(rows, len(rows), width)
    excess = _mean_similarity(rows, count, width) / max(usual, _LEAST_USUAL) - 1
    return _LEAST_TRUST + (1 - _LEAST_TRUST) * min(1.0, max(0.0, excess / _TRUSTED_EXCESS))


def _mean_similarity(rows: SparseRows, count: int, width: int) -> float:
    """The mean dot product of any two of the first ``count`` rows."""
    entries = slice(0, int(rows.starts[count]))
    weights = rows.weights[entries].astype(np.float64)
    total = np.bincount(rows.columns[entries], weights, minlength=width)
    return float(total @ total - weights @ weights) / (count * (count - 1))


def _centroid(rows: SparseRows, members: npt.NDArray[np.int64], width: int) -> Floats:
    """The mean of some rows, scaled to length 1."""
    is_member = np.zeros(len(rows), np.bool_)
    is_member[members] = True
    of_members = is_member[rows.numbers]
    middle = np.bincount(rows.columns[of_members], rows.weights[of_members], minlength=width)
    length = float(np.sqrt(middle @ middle))
    return middle / (length or 1.0)


def _products(rows: SparseRows, topic: Floats) -> Floats:
    weights = (rows.weights * topic[rows.columns]).astype(np.float64)
    return np.bincount(rows.numbers, weights, minlength=len(rows)).astype(np.float64)
