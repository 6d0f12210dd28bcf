"""TEXT-MAX: templates by estimated description length, each cluster weighed with its nearest only."""

from __future__ import annotations

from newsloom.learners.textmax.learner import TextMaxLearner

__all__ = ["TextMaxLearner"]
