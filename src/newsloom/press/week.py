"""The made-up press: all that its papers publish in the seven days from a given start, by time.

What a paper shows at a time depends on that time and nothing else. ``truth`` is for scoring; the pages present the
same as newspapers do. Nothing is served or fetched here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from types import MappingProxyType
from typing import Final

from newsloom.press.events import read_events
from newsloom.press.grammar import chance
from newsloom.press.papers import PAPERS, Paper
from newsloom.press.truth import PressTruth, truth_of
from newsloom.press.writing import Piece, addressed, told_by, write_piece

__all__ = ["WEEK", "Press"]

WEEK: Final = timedelta(days=7)

# How long a story stays above newer ones, for each step in weight.
_HOURS_PER_WEIGHT: Final = 7.0
# How much two papers differ at most in what they find important, in hours.
_TASTE_HOURS: Final = 5.0
_SECTION_ITEMS: Final = 30
_FIRST_NUMBER: Final = 4_017
_NUMBER_STEP: Final = 7


@dataclass(frozen=True, kw_only=True)
class Press:
    """All newspapers in the week that begins at ``start``. ``addresses`` has where each is served, by name."""

    start: datetime
    seed: int = 1
    addresses: Mapping[str, str] = field(default_factory=dict)
    papers: tuple[Paper, ...] = PAPERS

    @property
    def end(self) -> datetime:
        return self.start + WEEK

    def address(self, paper: Paper) -> str:
        """The address at which a paper is served, without a slash at the end."""
        return self.addresses.get(paper.name, f"http://{paper.name}.example")

    def pieces(self, paper: Paper) -> tuple[Piece, ...]:
        """All that a paper publishes in the week, in order of time."""
        return self._pieces[paper.name]

    def published(self, paper: Paper, at: datetime) -> list[Piece]:
        """What a paper has published by then, the latest first."""
        return [piece for piece in reversed(self.pieces(paper)) if piece.published <= at]

    def front(self, paper: Paper, at: datetime) -> list[Piece]:
        """The pieces on a paper's front page at a time, the most important first."""
        ranked = sorted(self.published(paper, at), key=lambda piece: -self._importance(piece))
        return ranked[: paper.front_count]

    def section(self, paper: Paper, path: str, at: datetime) -> list[Piece]:
        """The pieces of a section at a time, the latest first."""
        return [piece for piece in self.published(paper, at) if piece.section == path][:_SECTION_ITEMS]

    def truth(self, at: datetime) -> PressTruth:
        """The truth at a time, only for scoring."""
        fronts = {paper.name: self.front(paper, at) for paper in self.papers}
        published = [piece for paper in self.papers for piece in self.published(paper, at)]
        return truth_of(published, fronts, {paper.name: self.address(paper) for paper in self.papers}, at)

    def is_redesigned(self, paper: Paper, at: datetime) -> bool:
        """Whether a paper has changed its design by then."""
        return paper.redesign is not None and at >= self.start + paper.redesign

    def _importance(self, piece: Piece) -> float:
        taste = chance(self.seed, "taste", piece.paper.name, piece.event.name).random() * _TASTE_HOURS
        hours = (piece.published - self.start).total_seconds() / 3600
        return hours + taste + _HOURS_PER_WEIGHT * piece.event.weight

    @cached_property
    def _pieces(self) -> Mapping[str, tuple[Piece, ...]]:
        events = read_events()
        printed = {}
        for paper in self.papers:
            written = [
                write_piece(paper, event, number, self.start, self.seed)
                for event in events
                for number, chapter in enumerate(event.chapters)
                if told_by(paper, event, chapter)
            ]
            written.sort(key=lambda piece: (piece.published, piece.event.name))
            printed[paper.name] = tuple(
                addressed(piece, _FIRST_NUMBER + place * _NUMBER_STEP) for place, piece in enumerate(written)
            )
        return MappingProxyType(printed)
