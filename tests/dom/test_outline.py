"""Boxes and lines, as a reader sees them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.dom import parse
from newsloom.dom.outline import MAX_CHARACTERS
from newsloom.dom.outlinewalk import outline_of
from newsloom.dom.tags import INLINE_TAGS, UNSEEN_TAGS
from newsloom.dom.tree import Tree

PIECES = (
    "<div>|</div>|<p>|</p>|<span>|</span>|<a href=x>|<a>|</a>|<br>|<svg>|</svg>|<select>|</select>|<script>x</script>|"
    "<ul><li>|</ul>|<!-- remark -->|<?pi?>| |  two  words\n|one|, |\xad|<noscript>n</noscript>"
)
MARKUP = st.lists(st.sampled_from(PIECES.split("|")), max_size=25).map("".join)


def lines(page: str) -> list[str]:
    return [segment.text for segment in parse(page).outline.segments]


def test_parents_stand_before_their_children():
    outline = parse("<div><p>a</p><ul><li>b</li></ul></div>").outline
    assert all(parent < box for box, parent in enumerate(outline.parents))
    assert [outline.boxes[segment.box].tag for segment in outline.segments] == ["p", "li"]


def test_an_anchor_without_an_address_is_no_link():
    (segment,) = parse("<p><a name=top>The story goes on").outline.segments
    assert segment.unlinked == "The story goes on"


def test_an_unclosed_drawing_does_not_swallow_the_story():
    assert lines("<body><svg><path d='M0'><p>The story.</p><div>More of it.</div>") == ["The story.", "More of it."]


def test_a_head_that_an_unknown_tag_leaves_open_is_read():
    page = "<html><head><title>News</title><searchbox><table><tr><td><p>The story.</p></td></tr></table>"
    assert lines(page) == ["The story."]


@pytest.mark.parametrize(("page", "unseen"), [("<svg><b>Menu</b>", True), ("<svg><b>Menu</b><p>Story", False)])
def test_a_drawing_is_unseen_unless_it_was_left_open_around_a_part_of_the_page(page, unseen):
    document = parse(f"<body>{page}")
    (drawing,) = (node for node in range(len(document.tree)) if document.tree.tag(node) == "svg")
    assert document.outline.is_unseen(drawing) == unseen


def test_of_elements_left_open_within_each_other_all_are_looked_into():
    root = innermost = etree.Element("div")
    # More than a parse lets through.
    for _ in range(3_000):
        innermost = etree.SubElement(innermost, "svg")
    etree.SubElement(innermost, "p").text = "The story."
    outline = outline_of(Tree(root))
    assert [segment.text for segment in outline.segments] == ["The story."]
    assert list(outline.parents) == list(range(-1, 3_001))


def test_the_text_of_a_drawing_is_not_read():
    assert lines("<p>Before<svg><text>12 %</text></svg> and after</p>") == ["Before and after"]


def test_soft_hyphens_and_control_characters_are_not_part_of_words():
    assert lines("<p>Ge\u00adsund\u200bheit &#1;ja</p>") == ["Gesundheit ja"]


def test_joiners_of_persian_words_stay():
    assert lines("<p>می\u200cخواهم</p>") == ["می\u200cخواهم"]


def test_text_beyond_the_limit_is_not_read():
    page = "<p>" + "word " * (MAX_CHARACTERS // 2)
    assert sum(map(len, lines(page))) <= MAX_CHARACTERS


@given(MARKUP)
def test_boxes_and_lines_are_those_of_a_walk_in_and_out_of_each_element(page):
    for keep_comments in (False, True):
        document = parse(page, keep_comments=keep_comments)
        outline = document.outline
        boxes, found = walked(document.root)
        assert outline.boxes == boxes
        assert [(one.text, one.unlinked, one.box) for one in outline.segments] == found


def is_unseen(element: etree._Element) -> bool:
    is_leaky = element.tag in {"head", "math", "object", "select", "svg"}
    return element.tag in UNSEEN_TAGS and not (is_leaky and next(element.iter("p", "div"), None) is not None)


def walked(root: etree._Element | None) -> tuple[list[etree._Element], list[tuple[str, str, int]]]:
    """The boxes and lines, in the plainest way."""
    boxes, opened, links = [], [-1], 0
    # Of each piece what is read, and what is read without links: there, a space where one stood.
    pieces: list[tuple[str, str]] = []
    found = []

    def end_line() -> None:
        text, unlinked = (folded("".join(parts)) for parts in zip(*pieces, strict=True)) if pieces else ("", "")
        if text:
            found.append((text, unlinked, opened[-1]))
        pieces.clear()

    walker = etree.iterwalk(root, events=("start", "end")) if root is not None else ()
    for event, element in walker:
        is_start = event == "start"
        if is_unseen(element):
            if is_start:
                walker.skip_subtree()
                continue
        elif element.tag not in INLINE_TAGS:
            end_line()
            if is_start:
                opened.append(len(boxes))
                boxes.append(element)
            else:
                opened.pop()
        elif element.tag == "a" and element.get("href") is not None:
            links += 1 if is_start else -1
            if is_start:
                pieces.append(("", " "))
        text = (element.text if is_start else element.tail) or ""
        pieces.append((text, "" if links else text))
    return boxes, found


def folded(text: str) -> str:
    return " ".join(text.replace("\xad", "").split())
