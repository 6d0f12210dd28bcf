"""Statistical significance: bootstrap intervals, analysis of variance, Scheffé's test."""

from __future__ import annotations

from newsloom.evaluation.significance.anova import Anova, PairTest, one_way_anova, scheffe_pairs
from newsloom.evaluation.significance.bootstrap import (
    ConfidenceInterval,
    mean_interval,
    mean_intervals,
    paired_difference,
)

__all__ = [
    "Anova",
    "ConfidenceInterval",
    "PairTest",
    "mean_interval",
    "mean_intervals",
    "one_way_anova",
    "paired_difference",
    "scheffe_pairs",
]
