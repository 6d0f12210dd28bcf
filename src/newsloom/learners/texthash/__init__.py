"""TEXT-HASH: learns templates by description length, estimated from MinHash signatures."""

from __future__ import annotations

from newsloom.learners.texthash.learner import TextHashLearner

__all__ = ["TextHashLearner"]
