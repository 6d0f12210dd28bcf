"""Layouts without a browser."""

from __future__ import annotations

import time

from newsloom.dom import parse
from newsloom.dom.estimate import PAGE_WIDTH, estimate_layout
from newsloom.dom.layout import Layout
from newsloom.dom.tree import Tree

WORDS = "The harbour was closed for the night. " * 20


def estimated(markup: str) -> tuple[Tree, Layout]:
    tree = parse(markup).tree
    assert tree is not None
    return tree, estimate_layout(tree)


def nodes(tree: Tree, tag: str) -> list[int]:
    return [node for node in range(len(tree)) if tree.tag(node) == tag]


def test_paragraphs_stand_below_one_another():
    tree, layout = estimated(f"<h1>Storm</h1><p>{WORDS}</p><p>{WORDS}</p>")
    heading = layout.box(nodes(tree, "h1")[0])
    first, second = (layout.box(node) for node in nodes(tree, "p"))
    assert heading.bottom < first.top < first.bottom < second.top
    assert first.left == second.left
    assert layout.source == "estimated"
    assert layout.height >= second.bottom


def test_a_longer_text_takes_more_lines():
    tree, layout = estimated(f"<p>Short.</p><p>{WORDS}</p>")
    short, long = (layout.box(node) for node in nodes(tree, "p"))
    assert long.height > 2 * short.height


def test_headings_are_larger_and_bold():
    tree, layout = estimated("<h1>Storm</h1><p>Rain.</p>")
    heading, text = layout.style(nodes(tree, "h1")[0]), layout.style(nodes(tree, "p")[0])
    assert heading is not None
    assert text is not None
    assert heading.size > text.size
    assert heading.weight > text.weight


def test_cells_stand_side_by_side():
    tree, layout = estimated(
        f"<table width=100%><tr><td width=200>Sport</td><td>{WORDS}</td><td width=20%>Weather</td></tr></table>"
    )
    left, middle, right = (layout.box(node) for node in nodes(tree, "td"))
    assert left.right <= middle.left
    assert middle.right <= right.left
    assert left.top == middle.top == right.top
    assert 190 < left.width < 210
    assert 0.15 * PAGE_WIDTH < right.width < 0.21 * PAGE_WIDTH
    row = layout.box(nodes(tree, "tr")[0])
    assert row.bottom >= middle.bottom


def test_what_follows_a_float_stands_beside_it():
    tree, layout = estimated(f"<div style='float:left; width:300px'>{WORDS}</div><p>{WORDS}</p>")
    floating, text = layout.box(nodes(tree, "div")[0]), layout.box(nodes(tree, "p")[0])
    assert floating.width == 300
    assert text.left >= floating.right
    assert text.top < floating.bottom


def test_what_is_hidden_has_no_style_and_takes_no_room():
    tree, layout = estimated(f"<div style='display: none'>{WORDS}<p>{WORDS}</p></div><p>Seen.</p>")
    hidden, seen = nodes(tree, "p")
    assert not layout.is_visible(nodes(tree, "div")[0])
    assert not layout.is_visible(hidden)
    assert layout.is_visible(seen)
    assert layout.box(seen).top < 50


def test_text_behind_what_is_hidden_is_set():
    tree, layout = estimated(f"<div><script>var a;</script>{WORDS}</div>")
    assert layout.box(nodes(tree, "div")[0]).height > 50


def test_colours_and_fonts_of_old_pages_are_read():
    tree, layout = estimated(
        "<body bgcolor='#FFEEDD'><font color=red size=5 face='Verdana, Arial'>Storm</font>"
        "<p style='background: rgb(1, 2, 3); font: bold; font-size: 2em; font-weight: 600'>Rain.</p>"
    )
    body, font, text = (layout.style(nodes(tree, tag)[0]) for tag in ("body", "font", "p"))
    assert body is not None
    assert body.background == "#ffeedd"
    assert font is not None
    assert (font.colour, font.size, font.font) == ("#ff0000", 24.0, "verdana")
    assert text is not None
    assert (text.background, text.size, text.weight) == ("#010203", 32.0, 600)


def test_pictures_keep_the_size_that_they_declare():
    tree, layout = estimated("<p><img src=a.jpg width=640 height=360>Caption</p>")
    assert layout.box(nodes(tree, "img")[0])[2:] == (640, 360)


def test_chinese_takes_more_room_than_as_many_letters():
    tree, layout = estimated(f"<p>{'港' * 300}</p><p>{'a' * 300}</p>")
    signs, letters = (layout.box(node) for node in nodes(tree, "p"))
    assert signs.height > letters.height


def test_time_grows_with_the_page_only():
    def seconds(count: int) -> float:
        tree = parse(f"<table>{'<tr><td><div>a<b>c</b></div></td></tr>' * count}</table>").tree
        assert tree is not None
        began = time.process_time()
        estimate_layout(tree)
        return time.process_time() - began

    assert seconds(8_000) < 40 * seconds(800) + 0.1


def test_depth_is_no_matter():
    _, layout = estimated("<div>" * 1500 + "deep")
    assert layout.height > 0
