"""A page on its way to be scored, and the blank score it starts with. Nothing is measured here."""

from __future__ import annotations

from dataclasses import dataclass, field

from newsloom.evaluation.corpora import Truth
from newsloom.evaluation.scores import PageScore

__all__ = ["Sheet", "blank_score"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A page to be scored, and by which methods."""

    corpus: str
    truth: Truth
    methods: tuple[str, ...]
    page: bytes = field(repr=False)

    def __str__(self) -> str:
        """How a failure names it."""
        return f"{self.corpus}/{self.truth.id} by {', '.join(self.methods)}"


def blank_score(corpus: str, truth: Truth, method: str) -> PageScore:
    """The score of a page before anything is measured: where and when it was made."""
    return PageScore(
        corpus=corpus,
        id=truth.id,
        site=truth.site,
        language=truth.language,
        year=truth.year,
        method=method,
        measures={},
    )
