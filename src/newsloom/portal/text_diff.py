"""Compares two versions of an article: paragraphs with the words that stayed, came or went.

Paragraphs are aligned first, and words only within those that changed, so that a long text with a small edit costs
little; a pair of paragraphs too long to align word by word is shown as taken out and put in as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final

from newsloom.records import Article

__all__ = ["DiffPart", "Edit", "edits_between"]

# Alignment is quadratic and worse on texts made for it: beyond these it is not tried.
_MOST_PARAGRAPHS: Final = 400
_MOST_PAIRS: Final = 90_000
_MOST_PAIRS_IN_ALL: Final = 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffPart:
    """Words that "stayed", "came" or "went"."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A paragraph with its changes, or the number of ``skipped`` paragraphs that are unchanged."""

    runs: tuple[DiffPart, ...] = ()
    skipped: int = 0


def edits_between(before: Article, after: Article) -> tuple[Edit, ...]:
    """The changes from one version to the next; empty if the words are the same."""
    old, new = _paragraphs(before), _paragraphs(after)
    if set(before.authors) != set(after.authors):
        old.insert(1, ", ".join(before.authors))
        new.insert(1, ", ".join(after.authors))
    if old == new:
        return ()
    return tuple(_edits(old, new))


def _paragraphs(article: Article) -> list[str]:
    return [article.title or "", *article.paragraphs][:_MOST_PARAGRAPHS]


def _edits(old: Sequence[str], new: Sequence[str]) -> Iterator[Edit]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    left = _MOST_PAIRS_IN_ALL
    for kind, from_old, to_old, from_new, to_new in matcher.get_opcodes():
        if kind == "equal":
            yield Edit(skipped=to_old - from_old)
            continue
        for went, came in zip_longest(old[from_old:to_old], new[from_new:to_new], fillvalue=""):
            words = went.split(), came.split()
            pairs = len(words[0]) * len(words[1])
            left -= pairs
            yield Edit(runs=tuple(_runs(*words) if pairs <= min(left, _MOST_PAIRS) else _whole(went, came)))


def _whole(old: str, new: str) -> Iterator[DiffPart]:
    yield from (DiffPart(kind=kind, text=text) for kind, text in (("went", old), ("came", new)) if text)


def _runs(old: Sequence[str], new: Sequence[str]) -> Iterator[DiffPart]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, from_old, to_old, from_new, to_new in matcher.get_opcodes():
        if kind == "equal":
            yield DiffPart(kind="stayed", text=" ".join(old[from_old:to_old]))
            continue
        if to_old > from_old:
            yield DiffPart(kind="went", text=" ".join(old[from_old:to_old]))
        if to_new > from_new:
            yield DiffPart(kind="came", text=" ".join(new[from_new:to_new]))
