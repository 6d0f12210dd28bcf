from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.clusterers.concepts import ConceptClusterer, related_items, weigh
from newsloom.clusterers.concepts.kmeans import cluster, simplified_silhouette
from newsloom.clusterers.concepts.reduction import DensePoints, reduce
from newsloom.records import Article, Item

FERRY = ("Ferry aground in fog off Skarvik", "Fog: ferry aground, Skarvik harbour closed", "Skarvik ferry afloat again")
COUNCIL = ("Beekeepers win valley council", "Valley council: beekeepers seek coalition", "Beekeepers celebrate council")
CINEMA = ("Cinema reopens with silent film", "Silent film fills cinema", "Pianist returns for silent film at cinema")


def items(*headlines):
    return tuple(Item(id=str(number), headline=headline) for number, headline in enumerate(headlines))


def dense(*rows):
    matrix = np.array(rows, dtype=np.float32)
    return DensePoints(matrix=matrix / np.linalg.norm(matrix, axis=1, keepdims=True))


def row(vectors, item):
    return dict(zip(vectors.words, vectors.point(item).tolist(), strict=True))


def test_weights_of_a_hand_computed_collection():
    # Three items: ferry stands in two of them, fog and mayor in one each.
    vectors = weigh([Article(text=text, language="en") for text in ("ferry ferry fog", "ferry", "mayor")])
    ferry, fog = 2 * math.log(4 / 2), math.log(4 / 1)
    length = math.hypot(ferry, fog)
    assert row(vectors, 0) == pytest.approx({"ferry": ferry / length, "fog": fog / length, "mayor": 0.0})
    assert row(vectors, 1) == pytest.approx({"ferry": 1.0, "fog": 0.0, "mayor": 0.0})


def test_a_concept_vector_of_a_hand_computed_cluster():
    # (1, 0) and (0.6, 0.8) add up to (1.6, 0.8), that is (2, 1) over the root of five: each as close.
    points = dense([1.0, 0.0], [0.6, 0.8])
    centre = points.centres(np.array([0, 0]), 1)
    assert centre[0].tolist() == pytest.approx([2 / math.sqrt(5), 1 / math.sqrt(5)])
    ((_, closeness),) = points.products(centre)
    assert closeness[:, 0].tolist() == pytest.approx([2 / math.sqrt(5)] * 2)


def test_a_silhouette_of_hand_computed_clusters():
    # Pairs of equal points at a right angle: nearness 1 to their own, 0 to the other. A point alone counts 0.
    points = dense([1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1])
    assert simplified_silhouette(points, np.array([0, 0, 1, 1, 2])) == pytest.approx(4 / 5)
    assert simplified_silhouette(points, np.array([0, 0, 0, 0, 0])) == 0.0


def test_stop_words_are_left_out_and_words_are_not_stemmed():
    vectors = weigh([Article(text="The ferries and the harbours", language="en")])
    assert vectors.words == ("ferries", "harbours")


def test_more_stop_words_may_be_named():
    vectors = weigh(
        [Article(text="Read the whole story: ferry sold", language="en")], extra_stop_words=("READ", "story")
    )
    assert "read" not in vectors.words
    assert "ferry" in vectors.words


def test_numbers_are_words_for_the_paper_alone():
    told = [Article(text="Ferry sold in 2026 for 40 crowns", language="en")] * 2
    assert "2026" not in dict(ConceptClusterer().assign(told, ())[0].words)
    assert "2026" in dict(ConceptClusterer(numbers=True).assign(told, ())[0].words)


def test_only_the_commonest_words_are_kept():
    vectors = weigh([Article(text=text, language="en") for text in ("ferry fog", "ferry harbour")], vocabulary=1)
    assert vectors.words == ("ferry",)


def test_items_of_one_concept_are_together():
    stories = ConceptClusterer(clusters=3).assign(items(*FERRY, *COUNCIL, *CINEMA), ())
    assert [story.members for story in stories] == [(0, 1, 2), (3, 4, 5), (6, 7, 8)]


def test_the_number_of_clusters_is_chosen():
    stories = ConceptClusterer().assign(items(*(FERRY * 2), *(COUNCIL * 2), *(CINEMA * 2)), ())
    homes = {member: story.id for story in stories for member in story.members}
    for copy in (0, 1, 2, 6, 7, 8, 12, 13, 14):
        assert homes[copy] == homes[copy + 3]
    assert len({homes[0], homes[6], homes[12]}) == 3


def test_a_story_is_described_by_its_heaviest_words():
    ferry = ConceptClusterer(clusters=3, top_words=4).assign(items(*FERRY, *COUNCIL, *CINEMA), ())[0]
    weights = [weight for _, weight in ferry.words]
    assert {"ferry", "skarvik"} <= {word for word, _ in ferry.words[:3]}
    assert len(weights) == 4
    assert weights == sorted(weights, reverse=True)


def test_members_are_ranked_by_closeness_to_the_concept():
    stray = "Skarvik poet writes long ode about herring and weather"
    ferry = ConceptClusterer(clusters=2).assign(items(*FERRY, stray, *COUNCIL), ())[0]
    assert ferry.members == (0, 1, 2, 3)
    assert ferry.ranked[-1] == 3
    assert all(0.0 < closeness <= 1.0 for closeness in ferry.closeness)
    assert ferry.title in FERRY


def test_items_without_words_are_apart():
    stories = ConceptClusterer(clusters=1).assign(items("", *FERRY, "..."), ())
    assert [story.members for story in stories] == [(0,), (1, 2, 3), (4,)]


def test_more_clusters_than_items_part_no_copies():
    stories = ConceptClusterer(clusters=50).assign(items(*FERRY, *FERRY), ())
    assert [story.members for story in stories] == [(0, 3), (1, 4), (2, 5)]


def test_related_items_are_the_nearest_of_the_same_story():
    told = items(*FERRY, *COUNCIL, *CINEMA)
    stories = ConceptClusterer(clusters=3).assign(told, ())
    found = related_items(weigh(told), stories, 0)
    assert [item for item, _ in found] == [1, 2]
    assert found[0][1] > found[1][1] > 0.0
    assert len(related_items(weigh(told), stories, 0, count=1)) == 1


def test_an_item_in_no_story_has_no_related_items():
    assert related_items(weigh(items(*FERRY)), (), 0) == ()


def test_fewer_dimensions_keep_the_concepts():
    stories = ConceptClusterer(clusters=3, dimensions=3).assign(items(*FERRY, *COUNCIL, *CINEMA), ())
    assert [story.members for story in stories] == [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    assert stories[1].words[0][0] in {"beekeepers", "council"}


def test_all_dimensions_change_no_angle():
    vectors = weigh(items(*FERRY, *COUNCIL))
    short = reduce(vectors, 6, seed=0).matrix
    full = np.stack([vectors.point(item) for item in range(len(vectors))])
    assert short @ short.T == pytest.approx(full @ full.T, abs=1e-4)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(*[st.floats(0.1, 1.0)] * 3), min_size=1, max_size=20), st.integers(1, 6))
def test_every_point_is_nearest_to_its_own_concept_vector(rows, count):
    points = dense(*rows)
    homes = cluster(points, count, rounds=100, seed=1)
    centres = points.centres(homes, count)
    ((_, products),) = points.products(centres)
    own = products[np.arange(len(rows)), homes]
    # Rounds end when the mean gains less than a ten-thousandth, so single points may lie that much worse.
    assert float((products.max(axis=1) - own).mean()) < 1e-3


@settings(deadline=None)
@given(st.integers(1, 5), st.lists(st.lists(st.sampled_from("abcdefg"), max_size=6), min_size=1, max_size=12))
def test_products_are_the_same_however_many_are_made_at_once(count, documents):
    vectors = weigh([Article(text=" ".join(words), language=None) for words in documents])
    full = np.stack([vectors.point(item) for item in range(len(vectors))])
    centres = full[:count]
    found = np.concatenate([products for _, products in vectors.products(centres)])
    assert found == pytest.approx(full @ centres.T, abs=1e-5)
    homes = np.arange(len(vectors)) % count
    assert vectors.own_products(vectors.centres(homes, count), homes) == pytest.approx(
        np.sum(full * vectors.centres(homes, count)[homes], axis=1), abs=1e-5
    )


def test_another_seed_may_draw_other_points_but_the_same_seed_never_does():
    told = items(*FERRY, *COUNCIL, *CINEMA)
    assert ConceptClusterer(clusters=4, seed=7).assign(told, ()) == ConceptClusterer(clusters=4, seed=7).assign(
        told, ()
    )
