from __future__ import annotations

from datetime import UTC, datetime

import nh3
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from newsloom.records import Block
from newsloom.syndication import story_html

BLOCKS = st.builds(
    Block,
    text=st.text(max_size=30),
    kind=st.sampled_from(["paragraph", "heading", "item", "quote", "code", "cell"]),
    level=st.integers(-1, 12),
    number=st.none() | st.integers(-2, 30),
    row=st.none() | st.integers(0, 3),
    column=st.none() | st.integers(0, 3),
    part=st.none() | st.integers(0, 2),
)


def test_paragraphs_headings_and_quotes_have_their_elements():
    blocks = [
        Block(text="At sea", kind="heading", level=3),
        Block(text="It blew."),
        Block(text="So be it", kind="quote"),
    ]
    assert story_html(blocks) == "<h3>At sea</h3>\n<p>It blew.</p>\n<blockquote><p>So be it</p></blockquote>"


def test_lists_nest_as_on_the_page():
    blocks = [
        Block(text="a", kind="item", level=1),
        Block(text="b", kind="item", level=2, number=3),
        Block(text="more", level=2),
        Block(text="c", kind="item", level=1),
    ]
    assert story_html(blocks) == '<ul><li>a<ol><li value="3">b<p>more</p></li></ol></li><li>c</li></ul>'


def test_a_numbered_list_behind_a_plain_one_is_a_list_of_its_own():
    blocks = [Block(text="a", kind="item", level=1), Block(text="b", kind="item", level=1, number=1)]
    assert story_html(blocks) == '<ul><li>a</li></ul><ol><li value="1">b</li></ol>'


def test_cells_are_a_table_with_its_gaps():
    cells = [Block(text=text, kind="cell", row=row, column=column) for text, row, column in [("a", 0, 0), ("b", 1, 1)]]
    assert story_html(cells) == "<table><tr><td>a</td><td></td></tr><tr><td></td><td>b</td></tr></table>"


def test_a_second_table_begins_where_rows_start_again():
    cells = [Block(text=text, kind="cell", row=row, column=0) for text, row in [("a", 1), ("b", 0)]]
    assert story_html(cells).count("<table>") == 2


def test_code_keeps_its_lines():
    block = Block(text="if a < b: go", kind="code", verbatim="if a < b:\n  go")
    assert story_html([block]) == "<pre><code>if a &lt; b:\n  go</code></pre>"


def test_posts_of_a_live_page_stand_apart_under_their_time():
    time = datetime(2026, 11, 1, 9, 30, tzinfo=UTC)
    posts = [Block(text="Late", part=0, time=time), Block(text="Early", part=1)]
    assert story_html(posts) == (
        '<p><time datetime="2026-11-01T09:30:00+00:00">2026-11-01 09:30+00:00</time></p>\n'
        "<p>Late</p>\n<hr>\n<p>Early</p>"
    )


def test_a_story_without_end_is_cut():
    assert len(story_html(Block(text="long " * 100) for _ in range(10_000))) < 150_000


@given(st.lists(BLOCKS, max_size=12))
def test_whatever_blocks_say_a_sanitiser_finds_nothing_to_remove(blocks):
    markup = story_html(blocks)
    attributes = {"li": {"value"}, "time": {"datetime"}}
    tags = set("p h2 h3 h4 h5 h6 ul ol li blockquote pre code table tr td hr time".split())
    clean = nh3.clean(markup, tags=tags, attributes=attributes, generic_attribute_prefixes=set())
    assert texts(clean) == texts(markup)
    assert elements(clean) == elements(markup)


@given(st.lists(BLOCKS, max_size=8))
def test_no_word_of_a_block_is_lost_or_becomes_markup(blocks):
    said = "".join("".join(block.text.split()) for block in blocks)
    shown = "".join(texts(story_html(block for block in blocks if not block.verbatim)).split())
    for character in set(said):
        if character.isalnum():
            assert said.count(character) <= shown.count(character)


def texts(markup):
    return tree(markup).text_content()


def elements(markup):
    return [element.tag for element in tree(markup).iter() if element.tag != "tbody"]


def tree(markup):
    return lxml_html.fromstring(f"<div>{markup}</div>", parser=lxml_html.HTMLParser(encoding="utf-8"))
