"""Snippets that a text must and must not hold: the share that is right. Spaces are folded, case is not."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["with_rate", "without_rate"]


def with_rate(text: str, snippets: Sequence[str] | None) -> float | None:
    """The share of the snippets that stand in the text."""
    return _share_present(text, snippets)


def without_rate(text: str, snippets: Sequence[str] | None) -> float | None:
    """The share of the snippets that do not stand in the text."""
    present = _share_present(text, snippets)
    return None if present is None else 1.0 - present


def _share_present(text: str, snippets: Sequence[str] | None) -> float | None:
    folded_snippets = [folded for snippet in snippets or () if (folded := _fold(snippet))]
    if not folded_snippets:
        return None
    folded_text = _fold(text)
    return sum(snippet in folded_text for snippet in folded_snippets) / len(folded_snippets)


def _fold(text: str) -> str:
    return " ".join(text.split())
