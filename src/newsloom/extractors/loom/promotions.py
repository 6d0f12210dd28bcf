"""Drops promotions from the kept lines: boxes within a story named as banner, call to action or newsletter.

A site that sells something promotes it between the paragraphs, in similar sentences. The box is recognised by its class
name. A banner above the story may hold its first words and is kept; so is one with much of the story.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newsloom.extractors.loom.called import lines_called
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.vocabulary import ROLES
from newsloom.text.patterns import pattern

__all__ = ["drop_promotions"]

_NAME: Final = pattern(r"banner|newsletter|(?<![a-z])cta(?![a-z])")
_MAY_PROMOTE: Final = 1 << ROLES.index("promotion") | 1 << ROLES.index("signup")
# How many levels out the name may be: a sentence, its text, the coloured box.
_MAX_LEVELS: Final = 4
# All such boxes together are at most this share of the story.
_MAX_SHARE: Final = 0.1


def drop_promotions(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The kept lines except those after the story's first line in boxes with such a name."""
    words = page.words
    # Few pages have these names around their story, so this check is the whole cost.
    likely = page.lines_by_role(_MAY_PROMOTE, kept)
    called = set(lines_called(page, likely, _NAME, roles=_MAY_PROMOTE, levels=_MAX_LEVELS)) if likely else set[int]()
    if not called:
        return list(kept)
    first = next((line for line in kept if line not in called), len(words))
    left = [line for line in kept if line < first or line not in called]
    is_small = sum(words[line] for line in left) >= (1 - _MAX_SHARE) * sum(words[line] for line in kept)
    return left if is_small else list(kept)
