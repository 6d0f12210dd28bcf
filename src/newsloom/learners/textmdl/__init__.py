"""TEXT-MDL: learns templates by exact description length."""

from __future__ import annotations

from newsloom.learners.textmdl.learner import TextMdlLearner

__all__ = ["TextMdlLearner"]
