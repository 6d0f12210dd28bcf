"""Draws pages for an evaluation: returns the page as drawn and its layout, and how pages differ in styling.

Each worker process has one browser, started with its first page. Everything that pages request is refused, so that a
set is drawn alike everywhere.
"""

from __future__ import annotations

import atexit
import functools
from typing import TYPE_CHECKING, Final

from newsloom.dom import Document
from newsloom.dom.layout import Layout

if TYPE_CHECKING:
    from newsloom.fetch.render import BlockingRenderer

__all__ = ["STYLINGS", "drawn_page", "styling_of"]

STYLINGS: Final = ("styled", "table", "unstyled")

# Less is a rule or two for printing; the smallest newspaper of the press has a thousand.
_LEAST_STYLE_CHARACTERS: Final = 900
_IN_TABLES: Final = 0.5


def drawn_page(page: bytes, url: str | None) -> tuple[bytes, Layout]:
    """Returns a page after its scripts have run, and its layout. Raises ``RenderError``, ``MissingExtra``."""
    drawn = _renderer().render(page, url)
    return drawn.html, drawn.layout


def styling_of(document: Document) -> str:
    """Returns one of ``STYLINGS``: pages with their own style sheets, old ones laid out by tables, and the rest.

    Most stored pages lost their sheets: they are drawn as no reader ever saw them.
    """
    if document.root is None or document.tree is None:
        return "unstyled"
    size = sum(len(element.text or "") for element in document.root.iter("style"))
    if size >= _LEAST_STYLE_CHARACTERS:
        return "styled"
    return "table" if _share_in_tables(document) >= _IN_TABLES else "unstyled"


def _share_in_tables(document: Document) -> float:
    outline = document.outline
    is_inside: list[bool] = []
    for box, parent in enumerate(outline.parents):
        is_inside.append(outline.tags[box] == "td" or (parent >= 0 and is_inside[parent]))
    whole = sum(len(segment.text) for segment in outline.segments)
    inside = sum(len(segment.text) for segment in outline.segments if is_inside[segment.box])
    return inside / whole if whole else 0.0


@functools.cache
def _renderer() -> BlockingRenderer:
    # Part of the extra render, which few evaluations need.
    from newsloom.fetch.render import BlockingRenderer  # noqa: PLC0415

    renderer = BlockingRenderer()
    renderer.__enter__()
    atexit.register(renderer.__exit__)
    return renderer
