"""The clusterer: articles in order of arrival in, stories with lasting ids out.

The active window is weighed and grouped as a whole each time, so that the last article may still show that two stories
are one, or one is two; ``known`` stories lend their ids. ``window`` keeps what was learned, for articles that arrive
later. It reads headlines and texts, and days where they are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from newsloom.clusterers.naming import name_stories
from newsloom.clusterers.protocol import Told
from newsloom.clusterers.stream.description import described
from newsloom.clusterers.stream.weave import BRISK, THOROUGH, Weave, woven
from newsloom.clusterers.stream.window import Window
from newsloom.records import Story

__all__ = ["StreamClusterer"]


@dataclass(frozen=True, kw_only=True)
class StreamClusterer:
    """Expand reports by their neighbours, and join what is alike on average; see NOTES.md."""

    name: ClassVar[str] = "stream"
    version: ClassVar[int] = 5
    least_likeness: float = 0.51  # chosen on the sets of docs/explanation/stories.md
    thorough_articles: int = 5000

    def assign(self, articles: Sequence[Told], known: Sequence[Story], /) -> tuple[Story, ...]:
        return self._stories(self._woven(articles), articles, known)

    def window(self, articles: Sequence[Told], known: Sequence[Story], /) -> Window:
        """The articles grouped as ``assign`` does, ready to take in those that arrive later.

        ``known`` may tell of members beyond the articles; they are passed over.
        """
        weave = self._woven(articles)
        begun = [story for story in known if any(member < len(articles) for member in story.members)]
        return Window(weave, self._stories(weave, articles, begun), articles, settings=self)

    def _woven(self, articles: Sequence[Told]) -> Weave:
        depth = THOROUGH if len(articles) <= self.thorough_articles else BRISK
        return woven(articles, depth, self.least_likeness)

    def _stories(self, weave: Weave, articles: Sequence[Told], known: Sequence[Story]) -> tuple[Story, ...]:
        terms = weave.scale.lexicon.terms
        groups = described(weave.stories, weave.fuller.chosen, terms)
        return name_stories(groups, articles, known, method=self.name, version=self.version)
