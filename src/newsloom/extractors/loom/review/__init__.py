"""A second look at the lines: the chance of each is weighed again with the chances around it."""

from __future__ import annotations

from newsloom.extractors.loom.review.features import NAMES, Seen, review_rows
from newsloom.extractors.loom.review.reviewer import LEAST_CHANCE, is_doubtful, review

__all__ = ["LEAST_CHANCE", "NAMES", "Seen", "is_doubtful", "review", "review_rows"]
