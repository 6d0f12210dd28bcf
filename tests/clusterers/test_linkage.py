from __future__ import annotations

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.clusterers.dendrogram import agglomerate
from newsloom.clusterers.linkage import (
    LinkageClusterer,
    choose_count,
    choose_threshold,
    distance,
    distance_matrix,
    split_tokens,
)
from newsloom.clusterers.linkage.neighbours import joined_groups
from newsloom.clusterers.pairs import count_pairs
from newsloom.clusterers.termtable import count_terms
from newsloom.errors import InputError
from newsloom.records import Article, Item

DOCUMENTS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=12), max_size=10)
FERRY = "The ferry left Skarvik late because fog had closed the outer harbour."
FERRY_AGAIN = "The ferry left Skarvik late after fog had closed the inner harbour."
COUNCIL = "Beekeepers won two seats more than anybody foresaw in valley council elections."


def articles(*texts):
    return tuple(Article(text=text, language="en") for text in texts)


def members(stories):
    return [story.members for story in stories]


def test_distance_of_a_hand_computed_pair():
    # town 4 x 1 and mill 1 x 2 under the root, over the root of five tokens times the root of four.
    a, b = "town town town town mill".split(), "town mill mill bridge".split()
    assert distance(a, b) == pytest.approx(1 - (2 + math.sqrt(2)) / (math.sqrt(5) * 2))


def test_repeated_words_are_met_once():
    # Iterating over all tokens would count each word as often as it stands, and pass 1.
    assert distance(["town"] * 4, ["town"] * 4) == pytest.approx(0.0)


def test_texts_without_a_word_in_common_are_as_far_apart_as_can_be():
    assert distance(["town"], ["mill"]) == 1.0
    assert distance([], ["mill"]) == 1.0
    assert distance([], []) == 1.0


def test_full_stops_commas_and_common_verbs_are_no_tokens():
    assert split_tokens("The Mill, the mill. Is , was open.") == ["the", "mill", "the", "mill", "open"]


def test_lower_case_follows_the_language():
    assert split_tokens("IRMAK", language="tr") == ["ırmak"]


@settings(deadline=None)
@given(DOCUMENTS)
def test_the_matrix_holds_the_distances(documents):
    matrix = distance_matrix(count_terms(documents))
    for a, b in product(range(len(documents)), repeat=2):
        assert matrix[a, b] == pytest.approx(distance(documents[a], documents[b]), abs=1e-6)


@settings(deadline=None)
@given(DOCUMENTS, st.floats(0.05, 1.2))
def test_no_near_pair_is_passed_over(documents, threshold):
    groups = joined_groups(count_terms(documents), threshold)
    assert sorted(place for group in groups for place in group) == list(range(len(documents)))
    home = {place: number for number, group in enumerate(groups) for place in group}
    for a, b in product(range(len(documents)), repeat=2):
        # A pair on the threshold itself may fall on either side of it by rounding.
        if a != b and distance(documents[a], documents[b]) < threshold - 1e-6:
            assert home[a] == home[b]


@settings(deadline=None)
@given(DOCUMENTS, st.sampled_from(["single", "complete"]))
def test_groups_are_those_of_the_tree(documents, link):
    # A threshold between two heights, so that rounding cannot decide.
    heights = sorted({round(merge.height, 5) for merge in _tree(documents, link).merges})
    threshold = next(((low + high) / 2 for low, high in pairwise(heights) if high - low > 1e-3), 0.5)
    found = LinkageClusterer(threshold=threshold, link=link)._clusters(count_terms(documents))
    wanted = _tree(documents, link).cut_below(threshold)
    if link == "single":
        assert sorted(found) == sorted(wanted)
    # Equal distances leave complete link a choice; what it may not do is join what is too far apart.
    for group in found:
        for a, b in product(group, repeat=2):
            if link == "complete" and a != b:
                assert distance(documents[a], documents[b]) < threshold + 1e-5


def _tree(documents, link):
    return agglomerate(distance_matrix(count_terms(documents)), link)


def test_one_near_pair_joins_two_clusters_by_single_link_only():
    # The example of section V: cutoff 2, A and B at 1, C and D at 1, of the rest only A and C nearer than 2.
    far, near = 3.0, 1.5
    distances = np.array([[0, 1, near, far], [1, 0, far, far], [near, far, 0, 1], [far, far, 1, 0]], dtype=np.float32)
    assert agglomerate(distances, "single").cut_below(2) == [[0, 1, 2, 3]]
    assert agglomerate(distances, "complete").cut_below(2) == [[0, 1], [2, 3]]


def test_without_a_near_pair_two_clusters_stay_two():
    distances = np.array([[0, 1, 3, 3], [1, 0, 3, 3], [3, 3, 0, 1], [3, 3, 1, 0]], dtype=np.float32)
    assert agglomerate(distances, "single").cut_below(2) == [[0, 1], [2, 3]]


def test_table_one_as_corrected():
    pairs = count_pairs([1, 1, 1, 2, 2, 3], [1, 1, 2, 2, 2, 2])
    assert (pairs.true_positives, pairs.true_negatives, pairs.false_positives, pairs.false_negatives) == (10, 12, 10, 4)
    assert pairs.accuracy == pytest.approx(22 / 36)
    assert pairs.precision == pytest.approx(0.5)
    assert pairs.recall == pytest.approx(10 / 14)


def test_the_published_threshold_is_a_distance():
    clusterer = LinkageClusterer()
    assert (clusterer.threshold, clusterer.link) == (0.38, "single")
    assert members(clusterer.assign(articles(FERRY, COUNCIL, FERRY_AGAIN), ())) == [(0, 2), (1,)]


def test_a_headline_counts_as_text():
    items = tuple(Item(id=str(number), headline=text) for number, text in enumerate([FERRY, COUNCIL, FERRY_AGAIN]))
    assert members(LinkageClusterer().assign(items, ())) == [(0, 2), (1,)]


def test_empty_articles_stay_apart():
    assert members(LinkageClusterer(link="complete").assign(articles("", "", FERRY, FERRY), ())) == [(0,), (1,), (2, 3)]


def test_a_chain_is_one_story_by_single_link_and_several_by_complete_link():
    texts = ["a b c d e f", "c d e f g h", "e f g h i j", "g h i j k l"]
    assert members(LinkageClusterer().assign(articles(*texts), ())) == [(0, 1, 2, 3)]
    assert len(LinkageClusterer(link="complete").assign(articles(*texts), ())) == 2


@pytest.mark.parametrize("link", ["single", "complete"])
def test_a_number_of_clusters_can_be_asked_for_instead_of_a_threshold(link):
    told = articles(FERRY, FERRY_AGAIN, COUNCIL, "")
    for clusters in (1, 2, 3, 4, 9):
        found = LinkageClusterer(clusters=clusters, link=link).assign(told, ())
        assert len(found) == min(clusters, 4)
    assert members(LinkageClusterer(clusters=3, link=link).assign(told, ())) == [(0, 1), (2,), (3,)]
    assert LinkageClusterer(clusters=2).assign((), ()) == ()


def test_a_number_of_clusters_is_for_as_many_articles_as_a_tree_can_hold():
    with pytest.raises(InputError, match="give a threshold"):
        LinkageClusterer(clusters=2).assign(articles(*["Words"] * 4_001), ())


def test_the_threshold_is_chosen_against_a_reference():
    texts = (FERRY, FERRY_AGAIN, COUNCIL, COUNCIL.replace("valley", "hill"), "Nobody came.")
    tree = LinkageClusterer().tree(articles(*texts))
    choice = choose_threshold(tree, ["ferry", "ferry", "council", "council", "nobody"])
    assert choice.clusters == 3
    assert choice.pairs.accuracy == 1.0
    assert tree.cut_below(choice.threshold) == [[0, 1], [2, 3], [4]]


@settings(deadline=None)
@given(st.lists(st.tuples(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6), st.integers(0, 2)), min_size=1))
def test_a_chosen_cut_is_no_worse_than_any_other(labelled):
    reference = [label for _, label in labelled]
    tree = _tree([document for document, _ in labelled], "single")
    count, threshold = choose_count(tree, reference), choose_threshold(tree, reference)
    for clusters in range(1, tree.size + 1):
        assert count.pairs.accuracy >= _pairs(tree.cut_into(clusters), reference).accuracy
    assert count.pairs == _pairs(tree.cut_into(count.clusters), reference)
    assert threshold.pairs == _pairs(tree.cut_below(threshold.threshold), reference)


def _pairs(clusters, reference):
    home = {place: number for number, cluster in enumerate(clusters) for place in cluster}
    return count_pairs(reference, [home[place] for place in range(len(reference))])


def test_what_is_aimed_at_decides():
    tree = LinkageClusterer().tree(articles("a b", "a b c", "c d e", "f"))
    reference = [0, 0, 0, 1]
    assert choose_count(tree, reference, aim="precision").clusters == 4
    assert choose_count(tree, reference, aim="recall").pairs.recall == 1.0
