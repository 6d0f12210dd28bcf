"""The text segment table: finds text that many pages repeat at the same place."""

from __future__ import annotations

from newsloom.learners.segmenttable.learner import BlockBalance, LabelledBlock, SegmentTableLearner

__all__ = ["BlockBalance", "LabelledBlock", "SegmentTableLearner"]
