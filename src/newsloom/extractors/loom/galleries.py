"""Drops galleries from the kept lines: the texts of slides within a story or below it.

The texts below the pictures of a slide show read like paragraphs, and may be longer than the story beside them. If the
forest is sure of the slides, they may be the page's story and are kept, unless a line such as "Also on the site:" comes
before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newsloom.extractors.loom.called import lines_called
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.extractors.loom.vocabulary import ROLES
from newsloom.text.patterns import pattern

__all__ = ["drop_galleries"]

_NAME: Final = pattern(r"slideshow|gallery|carousel|slider|photoset")
_MAY_BE_SLIDES: Final = 1 << ROLES.index("picture") | 1 << ROLES.index("related")
# How many levels out the name may be: a text, its slide, a list of slides and the boxes that make them move.
_MAX_LEVELS: Final = 6
# With fewer words beside them, the slides are the story.
_FEWEST_WORDS: Final = 100
_SURE: Final = 0.7
_MAX_LABEL_CHARACTERS: Final = 40
_MAX_LABEL_WORDS: Final = 6
_COLONS: Final = (":", "：")


def drop_galleries(page: PageArrays, kept: Sequence[int], chances: Array) -> list[int]:
    """The kept lines except slides that the forest is not sure of or that a label announces."""
    # Hardly any page has these names around its story, so this check is the whole cost.
    likely = page.lines_by_role(_MAY_BE_SLIDES, kept)
    slides = lines_called(page, likely, _NAME, roles=_MAY_BE_SLIDES, levels=_MAX_LEVELS) if likely else []
    told = set(kept).difference(slides) if slides else set[int]()
    if sum(page.words[line] for line in told) < _FEWEST_WORDS:
        return list(kept)
    label = max((line for line in told if line < slides[0]), default=-1)
    if _is_label(page, label):
        return [line for line in kept if line in told and line != label]
    words = sum(page.words[line] for line in slides)
    mean = sum(page.words[line] * chances[line] for line in slides) / max(words, 1.0)
    return [line for line in kept if line in told] if mean < _SURE else list(kept)


def _is_label(page: PageArrays, line: int) -> bool:
    text = page.outline.texts[line] if line >= 0 else ""
    is_short = len(text) <= _MAX_LABEL_CHARACTERS and len(text.split()) <= _MAX_LABEL_WORDS
    return is_short and text.rstrip().endswith(_COLONS)
