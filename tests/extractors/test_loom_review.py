"""The second look at the lines of a page: where it is taken, and what it sees."""

from __future__ import annotations

import numpy as np
import pytest
from tests.extractors.test_loom_compiled import plain_form

from newsloom.dom import parse
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.features import feature_rows
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.review import LEAST_CHANCE, NAMES, Seen, alike, features, is_doubtful, review, review_rows
from newsloom.forest import load_forest
from newsloom.region import find_region
from newsloom.testing.hostile_pages import HOSTILE_PAGES

PAGE = """<body><ul><li>Home</li><li>News</li></ul>
<div class="article-body"><p>The ferry to the islands sails again from Monday, said the harbour master.</p>
<p>It was in the yard for nine weeks.</p></div>
<div class="sidebar"><p>Read more about the harbour and its ships in our weekly letter.</p></div></body>"""


def seen_of(page: str | bytes) -> Seen:
    document = parse(page)
    arrays = PageArrays.of(document)
    return Seen.of(arrays, feature_rows(arrays), find_region(document.outline), LoomExtractor().choose)


def rows_of(seen: Seen, chances: np.ndarray) -> np.ndarray:
    return np.asarray(review_rows(seen, chances, range(len(chances)))).T


def column(rows: np.ndarray, name: str) -> list[float]:
    return [float(value) for value in rows[:, NAMES.index(name)]]


def test_a_row_has_a_value_for_each_name():
    seen = seen_of(PAGE)
    assert rows_of(seen, np.full(5, 0.5)).shape == (5, len(NAMES))
    assert load_forest("newsloom.extractors.loom.review").names == NAMES


def test_a_line_is_seen_beside_what_would_be_kept():
    rows = rows_of(seen_of(PAGE), np.array([0.01, 0.01, 0.9, 0.9, 0.3]))
    assert column(rows, "levels_to_0.9") == [1, 1, 0, 0, 1]
    assert column(rows, "in_region") == [0, 0, 1, 1, 0]
    assert column(rows, "lines_since_kept") == [50, 50, 50, 1, 1]
    assert column(rows, "lines_until_kept") == [2, 1, 1, 50, 50]
    assert column(rows, "names_above")[2] < 0 < column(rows, "names_above")[4]
    assert column(rows, "agreement")[0] == pytest.approx(1.0)


def test_kept_lines_far_apart_are_two_runs():
    page = "<body>" + "".join(f"<p>Line {number} of the page.</p>" for number in range(12))
    chances = np.full(12, 0.02)
    chances[[0, 1, 2, 9, 10]] = 0.95
    rows = rows_of(seen_of(page), chances)
    assert column(rows, "run") == [0] * 9 + [1] * 3
    assert set(column(rows, "runs")) == {2}
    assert column(rows, "run_share") == pytest.approx([0.6] * 9 + [0.4] * 3)
    assert column(rows, "words_before_run")[9] == pytest.approx(np.log1p(6 * 5))


def test_a_line_is_seen_beside_the_others_of_its_kind():
    page = """<body><div><p>One two three four.</p><p>One two three.</p><h2>One two.</h2></div>
    <div><div><p>One two three.</p></div></div></body>"""
    even, likely = 0.0, float(np.log(9))
    rows = rows_of(seen_of(page), np.array([0.9, 0.5, 0.5, 0.02]))
    # Alone of its kind: nothing is known of others. No line counts for itself.
    assert column(rows, "odds_of_alike") == pytest.approx([even, likely, -9, -9])
    assert column(rows, "odds_to_alike")[:2] == pytest.approx([likely - even, even - likely])
    assert column(rows, "share_kept_of_siblings") == pytest.approx([1, 1, -1, -1])
    assert column(rows, "kept_in_siblings") == pytest.approx([3 / 9, 4 / 9, 0, 0])
    assert column(rows, "words_of_siblings") == pytest.approx(np.log1p([3, 4, 0, 0]))


def test_lines_of_two_boxes_are_alike_but_no_siblings():
    page = "<body>" + "<div><p>One two three four.</p></div>" * 3 + "</body>"
    rows = rows_of(seen_of(page), np.array([0.9, 0.9, 0.9]))
    assert column(rows, "odds_of_alike") == pytest.approx([np.log(9)] * 3)
    assert column(rows, "odds_of_siblings") == [-9] * 3


def test_a_page_is_looked_at_again_only_where_much_is_in_doubt():
    words = np.full(10, 20.0)
    sure = np.array([0.99] * 5 + [0.01] * 5)
    assert not is_doubtful(words, sure)
    assert is_doubtful(words, np.where(sure > 0.5, 0.8, 0.2))
    assert is_doubtful(words, np.full(10, 0.05))
    # Nobody writes as many lines: they are a trap.
    assert not is_doubtful(np.ones(10_001), np.full(10_001, 0.05))


def test_lines_of_which_the_forest_is_sure_are_left_alone():
    chances = np.array([LEAST_CHANCE / 2, LEAST_CHANCE / 2, 0.6, 0.6, 0.4])
    reviewed = review(seen_of(PAGE), chances)
    assert reviewed[:2].tolist() == chances[:2].tolist()
    assert all(reviewed[line] != chances[line] for line in (2, 3, 4))
    assert review(seen_of(PAGE), chances * 0.001).tolist() == (chances * 0.001).tolist()


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_both_forms_see_hostile_pages_alike(name):
    document = parse(HOSTILE_PAGES[name]())
    if not document.outline.segments:
        return
    seen = seen_of(HOSTILE_PAGES[name]())
    chances = np.linspace(0.001, 0.999, len(seen.words))
    lines = range(len(chances))
    assert plain_form(features).review_rows(seen, chances, lines) == review_rows(seen, chances, lines)


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_both_forms_find_the_same_lines_alike(name):
    document = parse(HOSTILE_PAGES[name]())
    if not document.outline.segments:
        return
    seen, plain = seen_of(HOSTILE_PAGES[name]()), plain_form(alike)
    assert plain.kinds_by_elements(seen.rows) == alike.kinds_by_elements(seen.rows)
    kinds = alike.kinds_in_box(seen.rows, seen.box, seen.parents)
    assert plain.kinds_in_box(seen.rows, seen.box, seen.parents) == kinds
    odds = np.linspace(-9, 9, len(kinds))
    kept = np.where(odds > 0, seen.words, 0.0)
    found = [np.zeros((len(alike.OF_OTHERS), len(kinds))) for _ in range(2)]
    alike.write_others(kinds, seen.words, odds, kept, found[0])
    plain.write_others(kinds, seen.words, odds, kept, found[1])
    assert found[0].tolist() == found[1].tolist()
