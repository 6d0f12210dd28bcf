"""The lines that print a page's headline: a ``Document`` goes in, their indexes in its outline come out.

Old pages mark no headings, so a line is compared with the text of ``Document.headline``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from newsloom.dom import Document
from newsloom.dom.shorttext import one_line
from newsloom.text.casing import fold

__all__ = ["headline_lines"]

# Pages print their headline in breadcrumbs, over the story and in lists.
_MAX_HEADLINES: Final = 3
_MAX_LINES: Final = 3_000
# Folding may change a text's length a little: "ß" is "ss".
_SPARE_CHARACTERS: Final = 8


def headline_lines(document: Document) -> tuple[int, ...]:
    """The indexes of the first few lines that are the headline, in the order of the page."""
    return tuple(islice(_indexes(document), _MAX_HEADLINES))


def _indexes(document: Document) -> Iterator[int]:
    headline = document.headline or ""
    wanted = fold(headline)
    for index, line in enumerate(islice(document.outline.segments, _MAX_LINES if wanted else 0)):
        # By length first, for most lines are not the headline.
        if abs(len(line.text) - len(headline)) <= _SPARE_CHARACTERS and fold(one_line(line.text)) == wanted:
            yield index
