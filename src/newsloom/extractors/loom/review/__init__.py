"""A second look at the lines: what was said of each of them goes in, and is weighed with what was said around it."""

from __future__ import annotations

from newsloom.extractors.loom.review.features import NAMES, Seen, review_rows
from newsloom.extractors.loom.review.reviewer import LEAST_CHANCE, is_doubtful, review

__all__ = ["LEAST_CHANCE", "NAMES", "Seen", "is_doubtful", "review", "review_rows"]
