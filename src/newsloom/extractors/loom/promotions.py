"""Kept lines without appeals: the boxes within a story that are called banners, calls to action or newsletters.

A site that sells something praises it between the paragraphs, in sentences like theirs. What gives the box away is the
name that its maker gave it. A page and its kept lines go in; the same or fewer come out. A banner over the story may
hold its first words, and stays; so does one with much of the story.
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
# How far out the name may stand: a sentence, its text, the box that is coloured.
_MAX_LEVELS: Final = 4
# All such boxes together are so small a part of the story.
_MAX_SHARE: Final = 0.1


def drop_promotions(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The kept lines but those behind the first of the story in a box that is called by what it asks for."""
    words = page.words
    # Few pages have any of these names around their story: this check is all that it costs.
    likely = page.lines_by_role(_MAY_PROMOTE, kept)
    called = set(lines_called(page, likely, _NAME, roles=_MAY_PROMOTE, levels=_MAX_LEVELS)) if likely else set[int]()
    if not called:
        return list(kept)
    first = next((line for line in kept if line not in called), len(words))
    left = [line for line in kept if line < first or line not in called]
    is_small = sum(words[line] for line in left) >= (1 - _MAX_SHARE) * sum(words[line] for line in kept)
    return left if is_small else list(kept)
