"""Checks that authors of rooms can run on their rooms.

A check raises an ``AssertionError`` that says what the room did wrong, or returns nothing. Nothing else in Newsloom
imports this package.
"""

from __future__ import annotations

from newsloom.testing.clusterer_checks import CLUSTERER_CHECKS
from newsloom.testing.extractor_checks import EXTRACTOR_CHECKS
from newsloom.testing.hostile_pages import HOSTILE_PAGES
from newsloom.testing.learner_checks import LEARNER_CHECKS
from newsloom.testing.reader_checks import READER_CHECKS
from newsloom.testing.store_checks import STORE_CHECKS

__all__ = ["CLUSTERER_CHECKS", "EXTRACTOR_CHECKS", "HOSTILE_PAGES", "LEARNER_CHECKS", "READER_CHECKS", "STORE_CHECKS"]
