"""One-way analysis of variance and Scheffé's test, as in section 5.3 of N-EXT's thesis.

From groups of observations it computes F, the critical value, and the pairs of groups whose means differ. scipy gives
the F table's values; it is loaded only here, since its import takes longer than most evaluations.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from newsloom.errors import InputError, MissingExtra

__all__ = ["ALPHA", "Anova", "PairTest", "f_quantile", "one_way_anova", "scheffe_f", "scheffe_pairs"]

ALPHA: Final = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Anova:
    """Formulas 5.5 to 5.12; ``critical`` is the F table's value."""

    f: float
    critical: float
    df_among: int
    df_within: int
    ms_among: float
    ms_within: float

    @property
    def is_significant(self) -> bool:
        return self.f > self.critical


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTest:
    """Formulas 5.13 and 5.14 for the groups at two indexes."""

    first: int
    second: int
    f: float
    critical: float

    @property
    def differs(self) -> bool:
        return self.f > self.critical


def one_way_anova(groups: Sequence[Sequence[float]], *, alpha: float = ALPHA) -> Anova:
    """Tests whether any of the groups' means differ.

    Raises ``InputError`` if there is too little to compare, ``MissingExtra`` without the extra ``evaluate``.
    """
    total = sum(len(group) for group in groups)
    if len(groups) < 2 or not all(groups) or total <= len(groups):
        raise InputError("anova", "wanted two groups or more, none empty, one of them with two observations")
    # Sums of squared distances: equal to formulas 5.5 to 5.7, without subtracting large numbers from each other.
    means = [fmean(group) for group in groups]
    grand = math.fsum(math.fsum(group) for group in groups) / total
    ss_among = math.fsum(len(group) * (mean - grand) ** 2 for group, mean in zip(groups, means, strict=True))
    ss_within = math.fsum((x - mean) ** 2 for group, mean in zip(groups, means, strict=True) for x in group)
    df_among, df_within = len(groups) - 1, total - len(groups)
    ms_among, ms_within = ss_among / df_among, ss_within / df_within
    return Anova(
        f=_ratio(ms_among, ms_within),
        critical=f_quantile(1 - alpha, df_among, df_within),
        df_among=df_among,
        df_within=df_within,
        ms_among=ms_among,
        ms_within=ms_within,
    )


def scheffe_pairs(groups: Sequence[Sequence[float]], *, alpha: float = ALPHA) -> tuple[PairTest, ...]:
    """Tests every pair of groups; according to the thesis, only useful if the ANOVA is significant."""
    anova = one_way_anova(groups, alpha=alpha)
    means = [fmean(group) for group in groups]
    return tuple(
        PairTest(
            first=i,
            second=j,
            f=scheffe_f((means[i], len(groups[i])), (means[j], len(groups[j])), anova.ms_within),
            critical=anova.df_among * anova.critical,
        )
        for i, j in itertools.combinations(range(len(groups)), 2)
    )


def scheffe_f(first: tuple[float, int], second: tuple[float, int], ms_within: float) -> float:
    """Applies formula 5.14 to two (mean, size) and the mean square within."""
    (mean_i, size_i), (mean_j, size_j) = first, second
    return _ratio((mean_i - mean_j) ** 2, ms_within * (1 / size_i + 1 / size_j))


def f_quantile(probability: float, df_among: int, df_within: int) -> float:
    """Returns the value that F stays below with this probability, as in a printed table."""
    if not 0 < probability < 1 or min(df_among, df_within) < 1:
        raise InputError("F table", "wanted a probability between 0 and 1 and degrees of freedom from 1")
    try:
        from scipy.special import fdtri  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtra("the F distribution", "evaluate") from error
    return float(fdtri(df_among, df_within, probability))


def _ratio(above: float, below: float) -> float:
    # Without spread within the groups, any distance between them is beyond chance.
    if below:
        return above / below
    return math.inf if above else 0.0
