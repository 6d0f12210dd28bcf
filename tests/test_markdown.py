"""Blocks in Markdown: a reader of CommonMark finds the same words in the same roles, whatever the page wrote."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from newsloom.blocks import Block
from newsloom.markdown import emphasised, heading, to_markdown

COMMONMARK = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# What Markdown is made of, and a few letters to hold it together.
SIGNS = "ab12 .)(*_#[]<>&;`~|\\-+=!:/'\"é\u00a0\n\t"
TEXTS = st.text(st.sampled_from(SIGNS) | st.characters(codec="utf-8", categories=("L", "N", "P", "S")), max_size=30)
LINES = TEXTS.map(lambda text: " ".join(text.split())).filter(bool) | st.sampled_from(
    [
        "&amp; &#42;",
        "<b>x</b>",
        "1. one",
        "12) two",
        "- a",
        "---",
        "# x #",
        "a ##",
        "[x](y)",
        "~~a~~",
        "a\\",
        "| a |",
        "```",
    ]
)
KINDS = {"h": "heading", "li": "item", "blockquote": "quote", "th": "cell", "td": "cell"}


@given(LINES)
def test_a_paragraph_reads_as_it_was_written(text):
    assert roles(to_markdown([Block(text=text)])) == [("paragraph", text)]


@given(LINES)
def test_a_heading_reads_as_it_was_written(text):
    (one,) = COMMONMARK.parse(heading(text, 1))[1:2]
    assert words_of(one) == text


@given(LINES)
def test_an_emphasised_line_reads_as_it_was_written(text):
    assert words_of(COMMONMARK.parse(emphasised(text))[1]) == text


@st.composite
def stories(draw):
    """Blocks as a page may give them: items of lists at most one deeper than the one before, tables row by row."""
    blocks = []
    for kind in draw(st.lists(st.sampled_from(["paragraph", "heading", "item", "quote", "table"]), max_size=6)):
        texts = draw(st.lists(LINES, min_size=3, max_size=5))
        if kind == "table":
            blocks += [
                Block(text=one, kind="cell", row=place // 2, column=place % 2) for place, one in enumerate(texts)
            ]
        elif kind == "item":
            levels, number = draw(st.lists(st.integers(1, 3), min_size=5, max_size=5)), draw(st.booleans())
            blocks += [
                Block(text=one, kind="item", level=level, number=place + 1 if number else None)
                for place, (one, level) in enumerate(zip(texts, levels, strict=False))
            ]
        else:
            blocks += [Block(text=one, kind=kind, level=3 if kind == "heading" else 0) for one in texts]
    return blocks


@given(stories())
def test_every_block_keeps_its_words_and_its_role(blocks):
    assert roles(to_markdown(blocks)) == [(block.kind, block.text) for block in blocks]


@given(st.text(st.sampled_from("`a \n~"), max_size=30).filter(lambda text: text.strip() and text == text.strip("\n")))
def test_code_keeps_its_lines_whatever_fences_are_in_it(source):
    (fence,) = COMMONMARK.parse(to_markdown([Block(text=" ".join(source.split()), kind="code", verbatim=source)]))
    assert fence.type == "fence"
    assert fence.content.rstrip("\n") == source


def test_lines_of_code_that_the_page_parted_are_one_listing():
    assert to_markdown([Block(text="a = 1", kind="code"), Block(text="b = 2", kind="code")]) == "```\na = 1\nb = 2\n```"


def test_ordinary_words_are_left_alone():
    text = "AT&T rose 3.5% to $12-13 (see ref: a/b), he said - twice! 1.5 was 'it'."
    assert to_markdown([Block(text=text)]) == text


def test_lists_are_nested_and_numbered():
    items = [
        Block(text="one", kind="item", level=1, number=9),
        Block(text="two", kind="item", level=1, number=10),
        Block(text="inner", kind="item", level=2),
        Block(text="more of it", level=2),
        Block(text="three", kind="item", level=1, number=11),
    ]
    assert to_markdown(items) == "9. one\n10. two\n    - inner\n\n      more of it\n\n11. three"


def test_an_item_without_its_outer_list_is_one_of_the_first_level():
    assert to_markdown([Block(text="deep", kind="item", level=40)]) == "- deep"


def test_what_goes_on_with_no_item_is_a_paragraph():
    assert to_markdown([Block(text="lost", level=1)]) == "lost"


def test_a_table_has_its_rows_and_columns():
    cells = [
        Block(text="Day", kind="cell", row=0, column=0),
        Block(text="Boats", kind="cell", row=0, column=2),
        Block(text="Monday", kind="cell", row=1, column=0),
        Block(text="3 | 4", kind="cell", row=1, column=2),
        Block(text="late", kind="cell", row=1, column=2),
        Block(text="Tuesday", kind="cell", row=2, column=0),
    ]
    assert to_markdown(cells) == ("| Day | Boats |\n| --- | --- |\n| Monday | 3 \\| 4 late |\n| Tuesday |  |")


def test_another_table_begins_where_rows_begin_again():
    cells = [Block(text=text, kind="cell", row=row, column=0) for text, row in (("a", 0), ("b", 1), ("c", 0), ("d", 1))]
    assert to_markdown(cells).count("| --- |") == 2


def test_the_posts_of_a_live_page_stand_between_rules_under_their_time():
    noon = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)
    blocks = [
        Block(text="Summary."),
        Block(text="First.", part=0, time=noon),
        Block(text="More.", part=0, time=noon),
        Block(text="Second.", part=1),
    ]
    assert to_markdown(blocks) == ("Summary.\n\n---\n\n*2024-05-03 12:00+00:00*\n\nFirst.\n\nMore.\n\n---\n\nSecond.")


BLOCKS = st.builds(
    Block,
    text=TEXTS,
    kind=st.sampled_from(["paragraph", "heading", "item", "quote", "code", "cell"]),
    path=st.none() | st.just("/html/body/p"),
    level=st.integers(0, 6),
    number=st.none() | st.integers(0, 20),
    row=st.none() | st.integers(0, 3),
    column=st.none() | st.integers(0, 3),
    verbatim=st.none() | TEXTS,
    part=st.none() | st.integers(0, 3),
    time=st.none() | st.datetimes(timezones=st.just(UTC)),
)


@given(BLOCKS)
def test_a_block_is_the_same_after_a_journey_as_a_dict(block):
    assert Block.from_dict(block.as_dict() | {"unknown": 1}) == block


def test_what_a_block_does_not_say_is_not_in_its_dict():
    assert Block(text="x").as_dict() == {"text": "x", "kind": "paragraph"}
    assert Block(text="x", kind="cell", row=0, column=0, part=0).as_dict() == {
        "text": "x",
        "kind": "cell",
        "row": 0,
        "column": 0,
        "part": 0,
    }


@given(st.lists(BLOCKS, max_size=8))
def test_any_blocks_can_be_written(blocks):
    assert isinstance(to_markdown(blocks), str)


def test_a_deep_list_costs_no_more_than_its_text():
    blocks = [Block(text="x", kind="item", level=level) for level in range(1, 2_000)]
    assert len(to_markdown(blocks)) < 40 * len(blocks)


def test_blocks_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Block(text="x").text = "y"


def roles(text: str) -> list[tuple[str, str]]:
    """What a reader of Markdown finds: each text with the innermost element that says what it is."""
    found, around = [], []
    for token in COMMONMARK.parse(text):
        if token.nesting == 1:
            around.append(token.tag)
        elif token.nesting == -1:
            around.pop()
        elif token.type == "inline" and token.children:
            tags = [tag.rstrip("123456") for tag in reversed(around)]
            kind = next((KINDS[tag] for tag in tags if tag in KINDS), "paragraph")
            found.append((kind, words_of(token)))
        else:
            assert token.type in {"inline", "hr"}, token
    return found


def words_of(inline: Token) -> str:
    kinds = {child.type for child in inline.children or ()}
    assert kinds <= {"text", "em_open", "em_close"}, inline.content
    return "".join(child.content for child in inline.children or ())
