"""First story detection: given articles in order of arrival, returns how new the event of each is.

A report of a new event is unlike all earlier reports; a report of a known event is similar to several. Each report is
compared with earlier ones that share a term. The caller chooses the threshold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.sparse import SparseRows
from newsloom.clusterers.stream.vectorizer import vectorize
from newsloom.desk.representation import TOPIC_VECTORS

__all__ = ["newness"]

# For each term, only this many of the latest reports that have it are compared, so that the cost of a report does not
# grow with the stream.
_MOST_POSTINGS: Final = 20_000
# Two nearest are steadier than one: TDT2's cost is 0.281 with only the nearest, 0.283 with equal weights and 0.271 with
# these.
_NEAREST_WEIGHTS: Final = (0.7, 0.3)


def newness(articles: Sequence[ArticleOrItem]) -> tuple[float, ...]:
    """The newness of each article, from 1 (unlike all earlier articles) to 0 (reported before)."""
    rows, _ = vectorize(articles, TOPIC_VECTORS)
    return tuple(1.0 - min(1.0, _similarity_to_nearest(similarity)) for similarity in _similarity_to_earlier(rows))


def _similarity_to_nearest(similarity: npt.NDArray[np.float64]) -> float:
    nearest: list[float] = np.sort(similarity)[::-1][: len(_NEAREST_WEIGHTS)].tolist()
    return max(0.0, sum(weight * near for weight, near in zip(_NEAREST_WEIGHTS, nearest, strict=False)))


def _similarity_to_earlier(rows: SparseRows) -> Iterator[npt.NDArray[np.float64]]:
    """Yields for each row its dot products with the rows before it."""
    lists = np.argsort(rows.columns, kind="stable")
    place = np.empty_like(lists)
    place[lists] = np.arange(len(lists))
    columns, owners, weights = rows.columns[lists], rows.numbers[lists], rows.weights[lists]
    for number in range(len(rows)):
        own = place[rows.starts[number] : rows.starts[number + 1]]
        begins = np.maximum(np.searchsorted(columns, columns[own]), own - _MOST_POSTINGS)
        lengths = own - begins
        met = np.repeat(begins - np.cumsum(lengths) + lengths, lengths) + np.arange(int(lengths.sum()))
        products = (weights[met] * np.repeat(weights[own], lengths)).astype(np.float64)
        yield np.bincount(owners[met], products).astype(np.float64)
