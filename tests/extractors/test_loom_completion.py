"""Tables and lists between kept lines are kept whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.extractors.loom.completion import complete, find_series
from newsloom.extractors.loom.page import PageArrays

BEFORE = "<p>The harbour office has counted the ships of the year, and there were more than ever.</p>"
BEHIND = "<p>Most of them came in spring, when the herring did, and left before the first storm.</p>"
TABLE = "<table><tr><th>Month</th><th>Ships</th></tr><tr><td>May</td><td>41</td></tr></table>"
LIST = "<ul><li>Trawlers from the islands<ul><li>Old ones</li></ul></li><li>Two ferries</li></ul>"


def kept_of(page: str, kept: list[str], chance: float = 0.3) -> list[str]:
    """The lines that are kept in the end, if those are at first and all others have the chance."""
    lined = PageArrays.of(parse(f"<main>{page}</main>"))
    texts = [segment.text for segment in lined.outline.segments]
    first = [index for index, text in enumerate(texts) if text.startswith(tuple(kept))]
    chances = np.full(len(texts), chance)
    chances[first] = 0.9
    series = find_series(lined, 0, len(texts))
    found = complete(first, series, chances=chances, words=lined.words, link_share=lined.link_share)
    return [texts[index] for index in found]


@pytest.mark.parametrize("series", [TABLE, f"<div class='scroll'>{TABLE}</div>", LIST])
def test_what_stands_between_kept_lines_is_kept_whole(series):
    texts = [segment.text for segment in parse(series).outline.segments]
    assert kept_of(BEFORE + series + BEHIND, ["The harbour", "Most"])[1:-1] == texts


@pytest.mark.parametrize("page", [BEFORE + TABLE, TABLE + BEHIND, f"<div>{BEFORE}</div><div>{LIST}</div>{BEHIND}"])
def test_what_does_not_stand_between_kept_lines_is_left_as_it_is(page):
    kept = kept_of(page, ["The harbour", "Most", "May"])
    assert not {"41", "Two ferries"} & set(kept)


def test_the_rest_of_a_table_follows_a_cell_that_is_kept():
    assert "41" in kept_of(BEFORE + TABLE + BEHIND, ["The harbour", "May", "Most"])


def test_what_is_surely_no_story_is_left_out():
    assert "41" not in kept_of(BEFORE + TABLE + BEHIND, ["The harbour", "Most"], chance=0.01)


def test_a_list_of_links_is_left_out():
    links = "<ul><li><a href=/a>Ferry fares rise</a></li><li><a href=/b>Herring catch falls</a></li></ul>"
    assert len(kept_of(BEFORE + links + BEHIND, ["The harbour", "Most"])) == 2


def test_a_table_for_the_layout_is_no_whole():
    layout = TABLE.replace("41", "A long column of the paper. " * 20)
    assert len(kept_of(BEFORE + layout + BEHIND, ["The harbour", "Most"])) == 2


def test_a_page_of_lists_only_is_looked_at_within_bounds():
    lined = PageArrays.of(parse("<ul><li>x</li></ul>" * 3_000))
    assert len(find_series(lined, 0, len(lined.words))) <= 200


@given(st.lists(st.floats(0, 1), min_size=11, max_size=11), st.sets(st.integers(0, 10), min_size=1))
def test_no_kept_line_is_lost_and_nothing_is_added_twice(chances, kept):
    lined = PageArrays.of(parse(f"<main>{BEFORE}{TABLE}{BEHIND}{LIST}<p>a</p><p>b</p></main>"))
    first = sorted(kept)
    series = find_series(lined, first[0], first[-1])
    given_of_page = {"chances": np.array(chances), "words": lined.words, "link_share": lined.link_share}
    found = complete(first, series, **given_of_page)
    assert kept <= set(found)
    assert found == sorted(set(found))
    # What is not between kept lines plays no part, so all of the page gives the same.
    assert found == complete(first, find_series(lined, 0, len(lined.words)), **given_of_page)
