"""What was taken for what, marked on the page; layouts are estimated here, so no browser is needed."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from xml.etree import ElementTree

import newsloom
from newsloom.dom import Document, parse
from newsloom.dom.estimate import estimate_layout
from newsloom.pipeline.showing import KINDS, Mark, article_marks, item_marks, overlay_page, page_svg, show_page
from newsloom.records import Article, Block, Image, Item, Page
from newsloom.testing import HOSTILE_PAGES

STORY = """<html><head><title>Storm closes harbour</title></head><body>
<div style="display:none">Storm closes harbour</div><div><a href=/>Home</a></div>
<h1>Storm closes
harbour</h1><p class=by>By <b>Ada Strand</b></p><figure><img src=/a.jpg width=300 height=200><figcaption>The
quay</figcaption></figure><p>The harbour was closed.</p><p>It <i>opens</i> on Monday.</p>
<p>All rights reserved.</p></body></html>"""
ARTICLE = Article(
    title="Storm closes harbour",
    text="The harbour was closed.\n\nIt opens on Monday.",
    blocks=(Block(text="The harbour was closed."), Block(text="It opens on Monday.")),
    authors=("Ada Strand",),
    images=(Image(url="https://post.example/a.jpg", caption="The quay"),),
)


def marked(markup: str, article: Article) -> tuple[Document, list[tuple[str, str]]]:
    """The kinds of the marks, each with the tag of the element whose place it is."""
    document = parse(markup, url="https://post.example/storm")
    assert document.tree is not None
    layout = estimate_layout(document.tree)
    tags = {layout.box(node): document.tree.tag(node) for node in range(len(layout))}
    return document, [(mark.kind, tags[mark.box]) for mark in article_marks(document, layout, article)]


def test_each_part_is_marked_where_it_is_seen():
    _, found = marked(STORY, ARTICLE)
    assert found == [
        ("title", "h1"),
        ("text", "p"),
        ("text", "p"),
        ("byline", "b"),
        ("caption", "figcaption"),
        ("picture", "img"),
    ]


def test_what_is_not_on_the_page_is_not_marked():
    _, found = marked("<p>Something else.</p>", ARTICLE)
    assert found == []


def test_paragraphs_parted_by_breaks_are_marked_once():
    _, found = marked("<div>The harbour was closed.<br><br>It opens on Monday.</div>", ARTICLE)
    assert found == [("text", "div")]


def test_items_are_marked_with_headline_teaser_and_picture():
    page = """<div><img src=/1.jpg width=200 height=100><h2><a href=/1>Storm closes harbour</a></h2>
    <p>Nobody may sail.</p></div><div><h2><a href=/2>Ferry sold</a></h2></div>"""
    document = parse(page, url="https://post.example/")
    assert document.tree is not None
    layout = estimate_layout(document.tree)
    items = (
        Item(id="1", headline="Storm closes harbour", text="Nobody may sail.", is_lead=True, image="/1.jpg"),
        Item(id="2", headline="Ferry sold"),
    )
    assert [mark.kind for mark in item_marks(document, layout, items)] == ["lead", "teaser", "headline", "picture"]


def test_the_page_drawn_without_a_browser_is_xml_that_shows_text_and_marks():
    document = parse(STORY + "<p>1 &lt; 2 &amp; \x01</p>")
    assert document.tree is not None
    layout = estimate_layout(document.tree)
    marks = article_marks(document, layout, ARTICLE)
    drawn = ElementTree.fromstring(page_svg(document.tree, layout, marks))  # noqa: S314 - our own
    name = "{http://www.w3.org/2000/svg}"
    assert "The harbour was closed." in [text.text for text in drawn.iter(f"{name}text")]
    outlines = [one for one in drawn.iter(f"{name}rect") if one.get("stroke")]
    assert [one.get("stroke") for one in outlines] == [KINDS[mark.kind] for mark in marks]


def test_the_picture_page_has_a_legend_of_what_is_there():
    mark = Mark(kind="title", box=newsloom_box())
    page = overlay_page(b"\x89PNG", 1280, [mark], "loom <1>")
    assert base64.b64encode(b"\x89PNG").decode() in page
    assert ">title</span>" in page
    assert ">text</span>" not in page
    assert "loom &lt;1&gt;" in page


def newsloom_box():
    document = parse("<p>a")
    assert document.tree is not None
    return estimate_layout(document.tree).box(0)


def test_any_page_can_be_shown():
    for make in HOSTILE_PAGES.values():
        page = make()[:50_000]
        kept = Page(url="https://post.example/", fetched_at=datetime(2026, 1, 1, tzinfo=UTC), body=page)
        shown = show_page(kept, newsloom.extract(page, extractor="largest"))
        if shown is not None:
            assert ElementTree.fromstring(shown.svg).tag.endswith("svg")  # noqa: S314 - our own
            assert shown.layout == "estimated"


def test_lines_of_a_page_are_broken_between_words():
    page = "<p>" + "Rain fell on the harbour of Sandry all day. " * 12
    document = parse(page)
    assert document.tree is not None
    svg = page_svg(document.tree, estimate_layout(document.tree), ())
    lines = [text.text or "" for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    assert len(lines) > 1
    assert set(" ".join(lines).split()) == set(page.removeprefix("<p>").split())
