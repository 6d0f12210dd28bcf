"""Quantiles of the F distribution: what a printed F table gives, for any degrees of freedom."""

from __future__ import annotations

import math
from typing import Final

from newsloom.errors import InputError

__all__ = ["f_quantile"]

_TINY: Final = 1e-300
_PRECISION: Final = 1e-15
# The fraction converges in about sqrt(max(a, b)) rounds (Press et al., section 6.4).
_MOST_ROUNDS: Final = 10_000
_HALVINGS: Final = 200


def f_quantile(probability: float, df_among: int, df_within: int) -> float:
    """The value that F stays below with this probability."""
    if not 0 < probability < 1 or min(df_among, df_within) < 1:
        raise InputError("F table", "wanted a probability between 0 and 1 and degrees of freedom from 1")
    # F = x·d2 / (d1·(1 - x)) where x has the beta distribution with d1/2 and d2/2.
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _incomplete_beta(middle, df_among / 2, df_within / 2) < probability:
            low = middle
        else:
            high = middle
        if high - low <= _PRECISION * high:
            break
    return high * df_within / (df_among * (1 - high)) if high < 1 else math.inf


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    # The continued fraction converges fast only on this side of the mean.
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(1 - x, b, a)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(log_front) * _beta_fraction(x, a, b) / a


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function by Lentz's method (Press et al., section 6.4)."""
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _MOST_ROUNDS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for numerator in (even, odd):
            d = 1 / _nonzero(1 + numerator * d)
            c = _nonzero(1 + numerator / c)
            value *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return value


def _nonzero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
