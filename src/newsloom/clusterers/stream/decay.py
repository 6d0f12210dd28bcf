"""Time decay: finds the days of articles and items, and the factor by which similarity falls with the days between.

The day of an article is when it was published, that of an item when it was printed or seen. Without a day there is no
decay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.records import Article

__all__ = ["UNDATED", "Days", "days_of", "mean_days", "time_decay"]

UNDATED: Final = np.nan
# Papers report an event within days of one another, and its follow-ups for weeks: similarity halves in a month.
_SAME_EVENT_DAYS: Final = 3.0
_HALVING_DAYS: Final = 30.0

Days = npt.NDArray[np.float32]


def days_of(articles: Sequence[ArticleOrItem]) -> Days:
    """The day of each as a number; ``UNDATED`` if it is not known."""
    return np.array([_day(article) for article in articles], np.float32)


def mean_days(days: Days, groups: Sequence[Sequence[int]]) -> Days:
    """The average day of the dated members of each group; ``UNDATED`` if there are none."""
    sizes = np.array([len(group) for group in groups], np.int64)
    group_of = np.repeat(np.arange(len(groups)), sizes)
    told = days[np.array([member for group in groups for member in group], np.int64)]
    is_dated = ~np.isnan(told)
    count = np.bincount(group_of[is_dated], minlength=len(groups))
    total = np.bincount(group_of[is_dated], told[is_dated], minlength=len(groups))
    return np.where(count > 0, total / np.maximum(count, 1), UNDATED).astype(np.float32)


def time_decay(first: Days, second: Days) -> Days:
    """The factor for similarity: 1 within a few days or if one is undated, less after that."""
    # Of a number and NaN, ``fmax`` returns the number.
    beyond = np.fmax(np.abs(first - second) - np.float32(_SAME_EVENT_DAYS), np.float32(0))
    shares: Days = np.exp2(beyond / np.float32(-_HALVING_DAYS)).astype(np.float32)
    return shares


def _day(article: ArticleOrItem) -> float:
    moment = article.published if isinstance(article, Article) else article.time or article.seen_at
    return UNDATED if moment is None else float(moment.toordinal())
