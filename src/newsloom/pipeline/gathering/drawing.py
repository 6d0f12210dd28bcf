"""Decides which pages a browser draws during gathering. Draws nothing itself.

"always" draws every page. "auto" draws a page that has scripts and appears empty, to see whether that helps; once it
does, the pages of its source are drawn at once, and the source says why. A source whose pages it never helps is left
alone after some tries, in this run and later ones, and tried again after a month.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Final

from newsloom.errors import FetchError
from newsloom.pipeline.gathering.outcomes import TaskOutcome
from newsloom.pipeline.gathering.reading import SourceContents
from newsloom.pipeline.gathering.tasks import SourceTask
from newsloom.records import Article, Page
from newsloom.records.description import counted

__all__ = ["DrawingPolicy", "without_resources"]

# Fewer words than a short report has: a page that waits for its scripts shows no more.
_FEW_WORDS: Final = 40
# A source is left alone after this many of its pages were drawn in vain, and for this long.
_MOST_TRIES: Final = 3
_REST: Final = timedelta(days=30)


class DrawingPolicy:
    """The decisions of one run. ``default`` applies to sources without a setting of their own."""

    def __init__(self, default: str) -> None:
        self._default = default
        self._found: set[str] = set()
        self._tries: Counter[str] = Counter()

    def is_drawn_at_once(self, outcome: TaskOutcome) -> bool:
        """Whether a fetched page is drawn before it is read."""
        source, wish = outcome.task.source, self._wish(outcome)
        if wish == "never" or _undrawn_page(outcome) is None:
            return False
        is_known = source is not None and (source.drawn_because is not None or source.url in self._found)
        return wish == "always" or is_known

    def is_to_try(self, outcome: TaskOutcome) -> bool:
        """Whether a page that was read is drawn and read again to see if that helps."""
        page = _undrawn_page(outcome)
        if page is None or outcome.undrawn or self._wish(outcome) != "auto" or not _is_empty(outcome):
            return False
        if b"<script" not in page.body.lower():
            return False
        key = _key(outcome)
        if key not in self._tries:
            self._tries[key] = _tries_before(outcome)
        self._tries[key] += 1
        return self._tries[key] <= _MOST_TRIES

    def judged(self, outcome: TaskOutcome) -> TaskOutcome:
        """The outcome to keep after a page was drawn as a try: the drawn one if that helped, else the one before."""
        before = outcome.undrawn
        if before is None:
            return outcome
        if _is_empty(outcome):
            reason = f"{outcome.task.url} also has {_amount(outcome)} when drawn"
            return replace(before, undrawn=before, undrawn_because=reason)
        self._tries.pop(_key(outcome), None)
        if outcome.task.source is not None:
            self._found.add(outcome.task.source.url)
        reason = f"empty without scripts: {_amount(before)} at {outcome.task.url} without, {_amount(outcome)} with"
        return replace(outcome, drawn_because=reason)

    def _wish(self, outcome: TaskOutcome) -> str:
        source = outcome.task.source
        return (source.render if source else None) or self._default


def without_resources(page: Page) -> Page:
    """The page without the files that it was drawn with, which are needed only to draw it again."""
    if page.drawing is None or not page.drawing.resources:
        return page
    return replace(page, drawing=replace(page.drawing, resources=()))


def _undrawn_page(outcome: TaskOutcome) -> Page | None:
    """The page, if a browser could draw it. None for feeds, sitemaps and pages that are already drawn."""
    task, fetched = outcome.task, outcome.fetched
    if isinstance(fetched, FetchError) or fetched.page is None or fetched.page.drawing is not None:
        return None
    is_list = isinstance(task, SourceTask) and task.source.kind != "page"
    return None if is_list else fetched.page


def _key(outcome: TaskOutcome) -> str:
    return outcome.task.source.url if outcome.task.source else outcome.task.url


def _tries_before(outcome: TaskOutcome) -> int:
    """How many pages of the source were drawn in vain in earlier runs. After the rest, one more try is allowed."""
    source = outcome.task.source
    if source is None or source.undrawn_at is None:
        return 0
    has_rested = outcome.at - source.undrawn_at > _REST
    return min(source.undrawn_tries, _MOST_TRIES - 1) if has_rested else source.undrawn_tries


def _is_empty(outcome: TaskOutcome) -> bool:
    match outcome.contents:
        case Article() as article:
            return not article.is_article or article.word_count < _FEW_WORDS
        case SourceContents() as contents:
            return not contents.links
        case _:
            return False


def _amount(outcome: TaskOutcome) -> str:
    match outcome.contents:
        case Article() as article:
            return counted(article.word_count, "word")
        case SourceContents() as contents:
            return counted(len(contents.links), "link")
        case _:
            return "nothing"
