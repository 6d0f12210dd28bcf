"""A kept page and what was read from it in, the page as an SVG with marks out; as drawn, else as estimated."""

from __future__ import annotations

from dataclasses import dataclass

from newsloom.dom.estimate import estimate_layout
from newsloom.pipeline.gathering.reading import document_of
from newsloom.pipeline.showing.marks import KINDS, article_marks, item_marks
from newsloom.pipeline.showing.schematic import page_svg
from newsloom.records import Article, Item, Page

__all__ = ["ShownPage", "show_page"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """``layout`` is "drawn" or "estimated"; ``legend`` the kinds of marks that are there, with their colours."""

    svg: str
    layout: str
    legend: tuple[tuple[str, str], ...]


def show_page(page: Page, findings: Article | tuple[Item, ...]) -> ShownPage | None:
    """The page with what was taken for what; None where there is nothing to draw."""
    document = document_of(page)
    if document.tree is None:
        return None
    layout = document.layout or estimate_layout(document.tree)
    if isinstance(findings, Article):
        marks = article_marks(document, layout, findings)
    else:
        marks = item_marks(document, layout, findings)
    there = {mark.kind for mark in marks}
    legend = tuple((kind, colour) for kind, colour in KINDS.items() if kind in there)
    return ShownPage(svg=page_svg(document.tree, layout, marks), layout=layout.source, legend=legend)
