"""TEXT-MAX: learns templates by estimated description length, weighing each cluster only with its nearest."""

from __future__ import annotations

from newsloom.learners.textmax.learner import TextMaxLearner

__all__ = ["TextMaxLearner"]
