"""RTDM: learns templates by restricted top-down tree edit distance."""

from __future__ import annotations

from newsloom.learners.rtdm.learner import RtdmLearner

__all__ = ["RtdmLearner"]
