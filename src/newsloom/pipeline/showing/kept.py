"""Draws a stored page as an SVG with marks on what was read from it, by its stored layout or an estimated one."""

from __future__ import annotations

from dataclasses import dataclass

from newsloom.dom import Document, parse
from newsloom.dom.estimate import estimate_layout
from newsloom.dom.layout import Layout
from newsloom.pipeline.gathering.reading import document_of
from newsloom.pipeline.showing.marks import KINDS, Mark, article_marks, item_marks
from newsloom.pipeline.showing.overlay import overlay_page
from newsloom.pipeline.showing.schematic import page_svg
from newsloom.records import Article, Item, Page

__all__ = ["ShownPage", "explain_page", "show_page"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """A page drawn with marks. ``layout`` is "drawn" or "estimated".

    ``legend`` lists the kinds of marks on the page with their colours. ``method`` is the method that read the page;
    ``reason`` says why nothing was found.
    """

    svg: str
    layout: str
    method: str
    reason: str | None
    legend: tuple[tuple[str, str], ...]


def show_page(page: Page, findings: Article | tuple[Item, ...]) -> ShownPage | None:
    """The page with marks on the findings. None if there is nothing to draw."""
    document = document_of(page)
    if document.tree is None:
        return None
    layout = document.layout or estimate_layout(document.tree)
    marks = _marks(document, layout, findings)
    there = {mark.kind for mark in marks}
    legend = tuple((kind, colour) for kind, colour in KINDS.items() if kind in there)
    return ShownPage(
        svg=page_svg(document.tree, layout, marks),
        layout=layout.source,
        method=_method(findings),
        reason=findings.reason if isinstance(findings, Article) else None,
        legend=legend,
    )


def explain_page(html: bytes, url: str, layout: Layout, findings: Article | tuple[Item, ...], picture: bytes) -> str:
    """An HTML page that shows the picture of a drawn page with marks on the findings."""
    marks = _marks(parse(html, url=url), layout, findings)
    return overlay_page(picture, layout.width, marks, _method(findings))


def _method(findings: Article | tuple[Item, ...]) -> str:
    """The method that read the page, and the layout if it used one. For a front page, the number of items."""
    if not isinstance(findings, Article):
        return f"{len(findings)} items"
    layout = findings.provenance.get("layout")
    used = f", layout used: {layout}" if layout else ""
    return findings.provenance.get("text", "no text") + used


def _marks(document: Document, layout: Layout, findings: Article | tuple[Item, ...]) -> tuple[Mark, ...]:
    if isinstance(findings, Article):
        return article_marks(document, layout, findings)
    return item_marks(document, layout, findings)
