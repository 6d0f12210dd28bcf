from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.learners.segmenttable import SegmentTableLearner
from newsloom.learners.segmenttable.learner import template_ratio
from newsloom.learners.segmenttable.segments import page_blocks
from newsloom.learners.segmenttable.table import SegmentTable, lifetime

PAGE = "<html><body><div>The Daily<b>Home</b></div><div><p>Story {0}</p><p>What {0} did</p></div></body></html>"


def learned(pages, **parameters):
    (template,) = SegmentTableLearner(**parameters).learn([parse(page, keep_comments=True) for page in pages])
    return template


def test_segments_of_five_pages_are_template_and_of_four_are_not():
    assert set(learned([PAGE.format(number) for number in range(5)]).segments) == {
        "html/body/div/#The Daily",
        "html/body/div/b/#Home",
    }
    assert learned([PAGE.format(number) for number in range(4)]).segments == {}


def test_the_same_text_at_another_place_is_another_segment():
    pages = [f"<div>{'<b>' * (number % 2)}Same</div>" for number in range(8)]
    assert learned(pages).segments == {}


def test_a_segment_that_stands_twice_on_a_page_counts_once():
    assert learned(["<p>Same</p><p>Same</p>"] * 4).segments == {}


def test_comments_part_segments_where_the_tree_has_them():
    page = "<div>Buy<!-- ad -->now</div>"
    kept, dropped = (page_blocks(parse(page, keep_comments=keep)) for keep in (True, False))
    assert [name for name, _ in kept[0].segments] == ["html/body/div/#Buy", "html/body/div/#now"]
    assert [name for name, _ in dropped[0].segments] == ["html/body/div/#Buynow"]


def test_blocks_are_cut_at_layout_tags_and_text_belongs_to_the_innermost():
    blocks = page_blocks(parse("<body>Top<div>One<div>Two</div>Three</div></body>"))
    found = {block.path: [name.rpartition("#")[2] for name, _ in block.segments] for block in blocks}
    assert found == {"": ["Top"], "html/body/div": ["One", "Three"], "html/body/div/div": ["Two"]}


@pytest.mark.parametrize(("content", "ratio"), [("", 1.0), ("12345", 0.5), ("1" * 15, 0.25)])
def test_the_template_ratio_is_by_length(content, ratio):
    (block,) = page_blocks(parse(f"<div><b>Daily</b><i>{content}</i></div>"))
    table = SegmentTableLearner().empty_table()
    for _ in range(5):
        table.add_page(["html/body/div/b/#Daily"])
    assert template_ratio(block, table, 5) == ratio


def test_blocks_of_furniture_are_template_and_the_story_is_not():
    pages = [
        f"<nav>The Daily</nav><article><h1>Story {number}</h1><p>Read all about {number}</p></article>"
        for number in range(6)
    ]
    assert learned(pages).blocks == {"html/body/nav"}


def test_a_ratio_of_exactly_seven_tenths_is_not_enough():
    pages = [f"<div><b>1234567</b><i>{number:03}</i></div>" for number in range(6)]
    assert learned(pages).blocks == frozenset()
    assert learned(pages, least_ratio=0.69).blocks == {"html/body/div"}


def test_the_lifetime_grows_from_the_base_to_its_bound():
    times = [lifetime(count, 200, 10_000) for count in range(1, 30)]
    assert times[0] == pytest.approx(200)
    assert times == sorted(times)
    assert times[-1] == pytest.approx(10_000, rel=1e-3)
    assert max(times) <= 10_000


def test_a_segment_not_seen_again_in_its_time_is_forgotten():
    table = SegmentTable(base_lifetime=10, longest_lifetime=100, most_segments=1_000)
    table.add_page(["once"])
    for _ in range(5):
        table.add_page(["often"])
    for _ in range(30):
        table.add_page([])
    assert table.frequency("once") == 0
    assert table.frequency("often") == 5


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(st.integers(0, 300), max_size=40), max_size=60))
def test_the_table_never_holds_more_than_it_may(pages):
    table = SegmentTable(base_lifetime=50, longest_lifetime=500, most_segments=60)
    for page in pages:
        table.add_page(map(str, page))
        assert len(table) <= 60


def test_an_endless_stream_needs_bounded_memory_and_keeps_what_returns():
    table = SegmentTable(base_lifetime=20, longest_lifetime=400, most_segments=10_000)
    most = 0
    for page in range(1_000):
        table.add_page(["menu", *(f"{page} {number}" for number in range(10))])
        most = max(most, len(table))
    assert most <= 10 * 2 * 20 + 11
    assert table.frequency("menu") == 1_000


def test_no_pages_are_no_template():
    assert SegmentTableLearner().learn([]) == ()


MENU = "<nav>The Daily</nav><article><h1>Story {0}</h1><p>Read all about {0}</p></article>"


def test_the_paper_judges_blocks_as_their_page_comes():
    pages = [MENU.format(number) for number in range(6)]
    # Four of six menus came before the fifth page.
    assert learned(pages, page_by_page=True).blocks == frozenset()
    more = [MENU.format(number) for number in range(9)]
    assert learned(more, page_by_page=True).blocks == {"html/body/nav"}
    assert SegmentTableLearner.PAPER == {"page_by_page": True}


def test_a_table_goes_on_where_it_was_left():
    learner = SegmentTableLearner()
    pages = [parse(MENU.format(number), keep_comments=True) for number in range(9)]
    whole, first, second = learner.empty_table(), learner.empty_table(), learner.empty_table()
    for page in pages:
        learner.label_page(page, whole)
    for page in pages[:4]:
        learner.label_page(page, first)
    second.go_on(first.state, first.clock)
    labels = [learner.label_page(page, second) for page in pages[4:]]
    assert (second.state, second.clock) == (whole.state, whole.clock)
    assert [block.is_template for block in labels[0]] == [True, False]
