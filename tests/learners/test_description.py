"""Essential paths, description length and signatures: what the three TEXT learners stand on."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.learners.papers import documents, groups

from newsloom.catalogue import build
from newsloom.learners.descriptionlength import Size, count_entries, matrix_bits, parts, total_bits
from newsloom.learners.mdl import essential_paths, threshold
from newsloom.learners.signatures import sign

# Kim and Shim's example: three pages of one template with a heading each, and a fourth with html and body only.
# Paths 1, 2: html, body; 3, 4, 5: h1, br, List; 6, 7, 8: the headings; the fourth page has a text of its own, 9.
EXAMPLE = [np.array(page) for page in ([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 7], [1, 2, 3, 4, 5, 8], [1, 2, 9])]


def test_the_threshold_is_the_mode_of_the_supports():
    assert threshold(np.array([4, 4, 3, 3, 3, 1]), 4) == 3
    assert threshold(np.array([4, 4, 1]), 4) == 4


def test_a_page_that_shares_nothing_has_no_essential_paths():
    assert threshold(np.array([1, 1, 1]), 5) == 6
    assert [len(rows) for rows in essential_paths([*EXAMPLE, np.array([77])]).rows] == [5, 5, 5, 2, 0]


def test_the_essential_paths_of_the_example():
    essential = essential_paths(EXAMPLE)
    assert [essential.paths[rows].tolist() for rows in essential.rows] == [[1, 2, 3, 4, 5]] * 3 + [[1, 2]]
    assert essential.count == 5


def test_a_matrix_costs_its_entropy():
    assert matrix_bits(8, 4) == pytest.approx(8.0)
    assert matrix_bits(10, 7) == pytest.approx(-7 * math.log2(0.7) - 3 * math.log2(0.3))
    assert matrix_bits(9, 3, 3) == pytest.approx(9 * math.log2(3))
    assert matrix_bits(10, 0) == 0
    assert matrix_bits(10, 10) == 0


def test_the_right_clusters_of_the_example_are_the_shortest_description():
    size = Size(paths=5, pages=4)
    right = parts(size, 2, 7, 0, 0)
    assert right == pytest.approx((8.81, 8.0, 0.0), abs=0.005)
    alone = total_bits(size, 4, 17, 0, 0)
    together = total_bits(size, 1, 5, 0, 3)
    assert sum(right) < alone
    assert alone == pytest.approx(25.18, abs=0.005)
    assert together == pytest.approx(12.2, abs=0.005)  # five paths and four pages: too few to tell


@pytest.mark.parametrize("name", ["textmdl", "texthash", "textmax"])
def test_the_papers_reading_finds_the_right_clusters_of_the_example(name):
    size = Size(paths=5, pages=4, membership="constant")
    right, together, alone = (parts(size, *counts) for counts in ((2, 7, 0, 0), (1, 5, 0, 3), (4, 17, 0, 0)))
    assert right == pytest.approx((8.81, 8.0, 0.0), abs=0.005)
    assert sum(right) < sum(together)
    assert sum(right) < sum(alone)
    pages = ["<html><body><h1>One</h1><br>List</body></html>", "<html><body><h1>Two</h1><br>List</body></html>"]
    pages += ["<html><body><h1>Six</h1><br>List</body></html>", "<html><body></body></html>"]
    learner = build("learner", f"{name}:paper")
    assert groups(learner.learn(documents(pages))) == [[0, 1, 2], [3]]


@pytest.mark.parametrize("name", ["textmdl", "texthash", "textmax"])
def test_pages_of_one_template_alone_are_one_cluster(name):
    pages = [f"<html><body><h1>Story {n}</h1><br>List</body></html>" for n in range(4)]
    # All have the same essential paths, so the description is as short however they are cut.
    assert groups(build("learner", f"{name}:paper,single_supports=false").learn(documents(pages))) == [[0, 1, 2, 3]]


def test_paths_of_one_page_count_for_the_papers_mode():
    supports = np.array([4, 4, 3, 1, 1, 1])
    assert threshold(supports, 4) == 4
    assert threshold(supports, 4, single_supports=True) == 1


def test_a_path_is_of_the_template_where_more_than_half_of_the_pages_have_it():
    ones, plus, minus = count_entries(np.array([[4, 3, 2, 1, 0]]), np.array([4]))
    assert (ones[0], plus[0], minus[0]) == (2, 3, 1)


@given(st.integers(1, 40), st.integers(0, 40))
def test_what_is_equal_costs_nothing_and_nothing_costs_less_than_nothing(entries, filled):
    filled = min(filled, entries)
    assert matrix_bits(entries, filled) >= -1e-9
    assert matrix_bits(entries, filled) == pytest.approx(matrix_bits(entries, entries - filled))


def test_one_page_is_counted_exactly():
    ones, plus, minus = sign([np.arange(50), np.arange(7)], 64).counts()
    assert ones.tolist() == [50, 7]
    assert plus.tolist() == minus.tolist() == [0, 0]


def test_equal_pages_are_counted_exactly():
    signatures = sign([np.arange(50)] * 3, 64)
    signatures.merge(0, 1)
    ones, plus, minus = signatures.pairing(0, np.array([2]))
    assert (ones[0], plus[0], minus[0]) == (50, 0, 0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 400), st.integers(1, 6), st.integers(1, 6))
def test_estimated_costs_are_near_the_exact_ones(shift, first, second):
    # Two clusters of pages that share 400 - shift of 400 paths; all pages of a cluster are alike.
    pages = [np.arange(400)] * first + [np.arange(shift, shift + 400)] * second
    signatures = sign(pages, 512)
    for gone in range(1, first):
        signatures.merge(0, gone)
    for gone in range(first + 1, first + second):
        signatures.merge(first, gone)
    estimated = [float(count[0]) for count in signatures.pairing(0, np.array([first]))]
    supports = np.bincount(np.concatenate(pages))
    exact = [float(count[0]) for count in count_entries(supports[None, :], np.array([first + second]))]
    # A share seen in 512 draws is within 0.1 of the truth in more than 99.99 % of cases.
    scale = 0.1 * sum(map(len, pages)) + 1
    assert estimated == pytest.approx(exact, abs=2 * scale)
    size = Size(paths=800, pages=40)
    assert total_bits(size, 9, 4_000 + estimated[0], *estimated[1:]) == pytest.approx(
        total_bits(size, 9, 4_000 + exact[0], *exact[1:]), rel=0.35
    )
