"""Makes short pages from long ones: the beginning of the story and a few of the lines around it.

The labelled pages are large, and on a large page the size of containers decides nearly everything: a forest trained
only on them takes any paragraph on the page of a short item for the story, even the consent notice. From a document and
the labels of its lines, it makes a document with some of the lines, and says which they are.
"""

from __future__ import annotations

import dataclasses
import random
from array import array
from collections.abc import Sequence

from newsloom.dom import Document
from newsloom.dom.outline import Outline

__all__ = ["brief_of"]

LEAST_LINES = 2
MOST_LINES = 8
# The lines of a container stay together; containers with a sentence, which could be taken for the story, stay more
# often than menus.
KEPT_PROSE = 0.4
KEPT_MENUS = 0.15
SENTENCE_WORDS = 8


def brief_of(document: Document, is_story: Sequence[bool], *, seed: str) -> tuple[Document, list[int]]:
    """Returns the document with the first lines of its story and some others; the same for the same seed."""
    chooser = random.Random(seed)
    outline = document.outline
    story = [index for index, is_it in enumerate(is_story) if is_it][: chooser.randint(LEAST_LINES, MOST_LINES)]
    kept = sorted({*story, *_some_others(outline, is_story, chooser)}) or [0]
    brief = dataclasses.replace(document)
    # The tree and the page's declared metadata are unchanged: only the text is shorter.
    texts, unlinked, boxes = ([column[index] for index in kept] for column in outline.columns)
    brief.__dict__["outline"] = dataclasses.replace(outline, columns=(texts, unlinked, array("q", boxes)))
    return brief, kept


def _some_others(outline: Outline, is_story: Sequence[bool], chooser: random.Random) -> list[int]:
    groups: dict[int, list[int]] = {}
    for index, segment in enumerate(outline.segments):
        if not is_story[index]:
            groups.setdefault(outline.parents[segment.box], []).append(index)
    kept = []
    for lines in groups.values():
        has_sentence = any(outline.segments[index].text.count(" ") >= SENTENCE_WORDS for index in lines)
        if chooser.random() < (KEPT_PROSE if has_sentence else KEPT_MENUS):
            kept += lines
    return kept
