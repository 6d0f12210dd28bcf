"""Compares headlines, dates and authors: equal or not, ignoring case, punctuation and spaces."""

from __future__ import annotations

from collections.abc import Sequence

from newsloom.text.casing import fold
from newsloom.text.tokens import words

__all__ = ["authors_score", "date_score", "title_score"]


def title_score(found: str | None, truth: str | None, language: str | None = None) -> float | None:
    """Returns whether two headlines read the same."""
    return None if truth is None else float(_folded(found or "", language) == _folded(truth, language))


def date_score(found: str | None, truth: str | None) -> float | None:
    """Returns whether two days, both ``YYYY-MM-DD``, are the same."""
    return None if truth is None else float((found or "") == truth)


def authors_score(found: Sequence[str], truth: Sequence[str] | None, language: str | None = None) -> float | None:
    """Returns whether the same people are named, in any order."""
    return None if truth is None else float(_people(found, language) == _people(truth, language))


def _people(names: Sequence[str], language: str | None) -> set[str]:
    return {_folded(name, language) for name in names} - {""}


def _folded(text: str, language: str | None) -> str:
    # Joined without a space, so that U.N. is UN, and Ang-Lee is Ang Lee.
    return "".join(words(fold(text, language)))
