"""Lines to blocks: what the elements around a line make of it. Every line of these pages is kept."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.extractors.loom.blocks import story_blocks
from newsloom.records import Block
from newsloom.testing import HOSTILE_PAGES


def blocks_of(page: str | bytes) -> tuple[Block, ...]:
    document = parse(page)
    return story_blocks(document, range(len(document.outline.segments)))


def test_a_paragraph_is_a_paragraph_in_whatever_it_stands():
    assert blocks_of("<p>a</p><div>b<section><p><b>c</b></p></section></div>") == (
        Block(text="a"),
        Block(text="b"),
        Block(text="c"),
    )


def test_headings_have_levels_below_the_headline():
    found = blocks_of("<h1>a</h1><h2>b</h2><h3><span>c</span></h3><h6>d</h6>")
    assert [(block.kind, block.level) for block in found] == [
        ("heading", 2),
        ("heading", 2),
        ("heading", 3),
        ("heading", 6),
    ]


def test_items_know_how_deep_they_are():
    found = blocks_of("<ul><li>a<ul><li><p>b</p></li></ul></li><li>c</li></ul>")
    assert [(block.kind, block.level, block.number) for block in found] == [
        ("item", 1, None),
        ("item", 2, None),
        ("item", 1, None),
    ]


def test_ordered_items_have_their_number_on_the_page():
    found = blocks_of("<ol start=4><li>a</li><li><img src=x></li><li>c</li></ol>")
    assert [(block.text, block.number) for block in found] == [("a", 4), ("c", 6)]


@pytest.mark.parametrize("start", ["", "x", "9" * 5000, "-3", "²"])
def test_a_start_that_is_no_number_is_one(start):
    assert blocks_of(f"<ol start='{start}'><li>a</li></ol>")[0].number == 1


def test_the_second_line_of_an_item_goes_on_with_it():
    found = blocks_of("<ul><li><p>a</p><p>b</p></li><li>c</li></ul>")
    assert [(block.kind, block.level) for block in found] == [("item", 1), ("paragraph", 1), ("item", 1)]


def test_an_entry_with_a_heading_or_many_lines_is_no_point_of_a_list():
    headed = blocks_of("<ul><li><h3>a</h3><p>b</p></li></ul>")
    assert [(block.kind, block.level) for block in headed] == [("heading", 3), ("paragraph", 0)]
    many = blocks_of("<ul><li><p>a</p><p>b</p><p>c</p><p>d</p></li></ul>")
    assert {block.kind for block in many} == {"paragraph"}


def test_quotes_are_quotes():
    assert [block.kind for block in blocks_of("<blockquote><p>a</p><p>b</p></blockquote><p>c</p>")] == [
        "quote",
        "quote",
        "paragraph",
    ]


def test_code_keeps_its_line_breaks_beside_its_text():
    (code,) = blocks_of("<pre>\nif <b>a</b>:\n    b = 1\n</pre>")
    assert (code.kind, code.text, code.verbatim) == ("code", "if a: b = 1", "if a:\n    b = 1")


def test_code_parted_by_tags_has_only_its_lines():
    found = blocks_of("<pre><div>a = 1</div><div>b = 2</div></pre>")
    assert [(block.text, block.verbatim) for block in found] == [("a = 1", None), ("b = 2", None)]


def test_code_with_something_unseen_in_it_is_not_quoted():
    (code,) = blocks_of("<pre>a <script>hidden()</script>\nb</pre>")
    assert code.verbatim is None


def test_a_table_has_rows_and_columns():
    found = blocks_of(
        "<table><thead><tr><th>Day<th>Boats<th>Crew</thead>"
        "<tr><td colspan=2>Monday</td><td><p>4</p><p>late</p></td></tr><tr><td><td>5<td>6</table>"
    )
    assert [(block.text, block.kind, block.row, block.column) for block in found] == [
        ("Day", "cell", 0, 0),
        ("Boats", "cell", 0, 1),
        ("Crew", "cell", 0, 2),
        ("Monday", "cell", 1, 0),
        ("4", "cell", 1, 2),
        ("late", "cell", 1, 2),
        ("5", "cell", 2, 1),
        ("6", "cell", 2, 2),
    ]


@pytest.mark.parametrize(
    "table",
    [
        "<tr><td>one row<td>of layout</tr>",
        "<tr><td>one<tr><td>column<tr><td>only",
        f"<tr><td>menu<td>{'A long line of a story. ' * 20}<tr><td>a<td>b",
        "<caption>beside the cells</caption><tr><td>a<td>b<tr><td>c<td>d",
    ],
)
def test_a_table_for_the_layout_is_none(table):
    assert "cell" not in {block.kind for block in blocks_of(f"<table>{table}</table>")}


def test_no_table_is_wider_than_a_reader_reads():
    found = blocks_of("<table>" + "<tr><td colspan=999999>a<td colspan=999999>b<td>c" * 2 + "</table>")
    assert max(block.column or 0 for block in found) == 50


POST = (
    "<div class=post><time datetime='2024-05-03T1{0}:05:00+02:00'>1{0}.05</time>"
    "<h3>Post {0}</h3><p>It is {0}.</p></div>"
)


def test_posts_of_a_live_page_are_numbered_and_timed():
    page = (
        "<main><p>What happened so far.</p><div>" + "".join(POST.format(hour) for hour in (4, 3, 2)) + "</div></main>"
    )
    found = {block.text: block for block in blocks_of(page)}
    assert found["What happened so far."].part is None
    assert [found[f"It is {hour}."].part for hour in (4, 3, 2)] == [0, 1, 2]
    assert found["Post 3"].time == datetime(2024, 5, 3, 13, 5, tzinfo=timezone(timedelta(hours=2)))


def test_a_clock_on_a_line_of_its_own_parts_posts_too():
    posts = "".join(f"<li><span>1{hour}:05</span><p>It is {hour}.</p></li>" for hour in (4, 3, 2))
    found = blocks_of(f"<ul>{posts}</ul>")
    assert [(block.part, block.time) for block in found if block.text.startswith("It")] == [(n, None) for n in range(3)]


def test_a_page_that_says_it_is_live_needs_fewer_posts():
    page = "<p>So far.</p><div>" + "".join(POST.format(hour) for hour in (4, 3)) + "</div>"
    declared = '<script type="application/ld+json">{"@type": "LiveBlogPosting", "headline": "Live"}</script>'
    assert {block.part for block in blocks_of(page)} == {None}
    assert {block.part for block in blocks_of(declared + page)} == {None, 0, 1}


def test_an_ordinary_story_has_no_parts():
    page = "<h1>a</h1><time datetime='2024-05-03'>3 May 2024</time>" + "<p>A line of the story.</p>" * 9
    assert {block.part for block in blocks_of(page)} == {None}


def test_what_readers_wrote_is_no_live_page():
    posts = "".join(POST.format(hour) for hour in (4, 3, 2))
    assert {block.part for block in blocks_of(f"<div class=comments>{posts}</div>")} == {None}


def test_posts_that_are_little_of_the_story_do_not_part_it():
    posts = "".join(POST.format(hour) for hour in (4, 3, 2))
    assert {block.part for block in blocks_of(f"<div>{posts}</div>" + "<p>A line of the story.</p>" * 40)} == {None}


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_every_kept_line_is_a_block_with_its_text(name):
    document = parse(HOSTILE_PAGES[name]())
    found = story_blocks(document, range(len(document.outline.segments)))
    assert [block.text for block in found] == [segment.text for segment in document.outline.segments]


TAGS = st.sampled_from("p li ul ol table tr td th h2 pre blockquote div time br dl dd".split())


@given(
    st.recursive(
        st.text("ab 1:\n", min_size=1, max_size=8),
        lambda inner: st.builds(
            lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", TAGS, st.lists(inner, max_size=5)
        ),
        max_leaves=30,
    )
)
def test_any_nesting_gives_one_block_a_line(page):
    document = parse(page)
    kept = range(0, len(document.outline.segments), 2)
    assert [block.text for block in story_blocks(document, kept)] == [document.outline.segments[i].text for i in kept]
