from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.clusterers.loglikelihood import (
    LanguageModel,
    LogLikelihoodClusterer,
    distance,
    distance_matrix,
    fit,
    log_likelihood,
)
from newsloom.clusterers.loglikelihood.mixture import best_models
from newsloom.clusterers.loglikelihood.models import join_texts
from newsloom.clusterers.termtable import count_terms
from newsloom.records import Article

DOCUMENTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=10), max_size=8)
TEXTS = st.lists(st.lists(st.integers(0, 4), max_size=12), max_size=4)

SEA = "ferry harbour fog sandbank captain tide boat sail anchor wave"
VALLEY = "bridge mayor council vote seat coalition turnout ballot party poll"


def numbered(*texts):
    return [np.array(text, dtype=np.int64) for text in texts]


def model(*texts, order=3, vocabulary=5):
    return LanguageModel.of(join_texts(numbered(*texts)), order=order, vocabulary=vocabulary)


def test_log_likelihood_of_a_hand_computed_text():
    # Two of three are a, one is b: (2/3)^2 * 1/3.
    assert log_likelihood("aab") == pytest.approx(math.log(4 / 27))
    assert log_likelihood([]) == 0.0


def test_distance_of_a_hand_computed_pair():
    # 2 (2 log 2 - 3 log 3) - (3 log 3 + 3 log 3 - 6 log 6) = 10 log 2 - 6 log 3
    assert distance("aab", "abb") == pytest.approx(10 * math.log(2) - 6 * math.log(3))


def test_texts_of_the_same_proportions_lose_nothing():
    assert distance("aab", "aabaab") == pytest.approx(0.0)


@settings(deadline=None)
@given(st.lists(st.sampled_from("abcd"), min_size=1), st.lists(st.sampled_from("abcd"), min_size=1))
def test_the_distance_is_the_weighted_loss_of_information(a, b):
    # d'(A, B) = (N_A + N_B) H(A with B) - (N_A H(A) + N_B H(B))
    loss = len(a + b) * _entropy(a + b) - len(a) * _entropy(a) - len(b) * _entropy(b)
    assert distance(a, b) == pytest.approx(loss, abs=1e-9)


def _entropy(words):
    return -sum(count / len(words) * math.log(count / len(words)) for count in Counter(words).values())


@settings(deadline=None)
@given(DOCUMENTS)
def test_the_matrix_holds_the_distances(documents):
    matrix = distance_matrix(count_terms(documents))
    for a, first in enumerate(documents):
        for b, second in enumerate(documents):
            assert matrix[a, b] == pytest.approx(distance(first, second), abs=1e-4)


def test_a_unigram_model_leaves_room_for_the_unseen():
    # Witten and Bell: two kinds in three words leave 2 of 5 to all three words alike.
    found = model([0, 1, 0], order=1, vocabulary=3).probabilities(join_texts(numbered([0, 1, 2])))
    assert found == pytest.approx([(2 + 2 / 3) / 5, (1 + 2 / 3) / 5, (2 / 3) / 5])


def test_a_bigram_backs_off_to_its_word():
    # 1 follows 0 once, and nothing else does: half for that, half for the unigram 1/3.
    seen = model([0, 1, 0], order=2, vocabulary=3)
    assert seen.probabilities(join_texts(numbered([0, 1])))[1] == pytest.approx((1 + 1 / 3) / 2)
    # 2 has never been a history: the unigram alone.
    assert seen.probabilities(join_texts(numbered([2, 1])))[1] == pytest.approx(1 / 3)


def test_a_trigram_tells_what_follows_apart():
    seen = model([0, 1, 2], [3, 1, 4])
    after = seen.probabilities(join_texts(numbered([0, 1, 2], [0, 1, 4])))
    assert after[2] > after[5]


@settings(deadline=None)
@given(TEXTS, st.integers(1, 3), st.lists(st.integers(0, 4), max_size=3))
def test_the_chances_of_all_words_add_up_to_one(texts, order, history):
    seen = model(*texts, order=order)
    chances = [seen.probabilities(join_texts(numbered([*history, word])))[-1] for word in range(5)]
    assert sum(chances) == pytest.approx(1.0)


def test_a_text_does_not_follow_from_the_text_before():
    joined = join_texts(numbered([0, 1], [], [2]))
    apart = join_texts(numbered([2]))
    assert joined.words.tolist() == [0, 1, 2]
    assert (joined.before[2], joined.long_before[2]) == (apart.before[0], apart.long_before[0])


def test_texts_go_to_the_model_that_knows_their_words():
    models, general = [model([0, 1] * 5), model([2, 3] * 5)], model([0, 1] * 5, [2, 3] * 5)
    held_out = numbered([2, 3, 2], [0, 1], [1, 0, 1])
    settled = fit(models, general, held_out)
    assert settled.clusters.tolist() == [1, 0, 0]
    assert best_models(models, general, settled.weights, held_out).tolist() == [1, 0, 0]


def test_a_model_that_knows_better_takes_all_the_weight():
    settled = fit([model([0, 1] * 9)], model([2, 3] * 9), numbered([0, 1, 0, 1]))
    assert settled.weights[0] == pytest.approx(1.0, abs=0.01)


def test_perplexity_of_a_hand_computed_text():
    # One cluster is the general model itself: whatever the weight, each word has its unigram chance.
    general = model([0, 1, 0], order=1, vocabulary=3)
    chances = [(2 + 2 / 3) / 5, (1 + 2 / 3) / 5]
    assert fit([general], general, numbered([0, 1])).perplexity == pytest.approx(1 / math.sqrt(math.prod(chances)))


def test_with_nothing_held_out_nothing_can_be_said():
    settled = fit([model([0])], model([0]), [])
    assert settled.perplexity == math.inf
    assert settled.clusters.tolist() == []


@settings(deadline=None)
@given(TEXTS.filter(len), TEXTS.filter(len))
def test_settled_texts_stay_where_they_are(texts, held_out):
    general, models = model(*texts), [model(text) for text in texts]
    settled = fit(models, general, numbered(*held_out))
    assert best_models(models, general, settled.weights, numbered(*held_out)).tolist() == settled.clusters.tolist()


def topics(count):
    """Articles of two topics in turn, each of eight words of its topic, walked through in steps that differ."""
    made = []
    for number in range(count):
        words = (SEA if number % 2 else VALLEY).split()
        made.append(Article(text=" ".join(words[(number * 3 + step) % 10] for step in range(8)), language="en"))
    return tuple(made)


def test_the_published_numbers_are_the_defaults():
    clusterer = LogLikelihoodClusterer()
    assert clusterer.candidates == (1, 5, 10, 15, 20)
    assert clusterer.order == 3


def test_two_topics_are_told_apart_and_held_out_articles_join_them():
    stories = LogLikelihoodClusterer(clusters=2).assign(topics(20), ())
    assert [story.members for story in stories] == [tuple(range(0, 20, 2)), tuple(range(1, 20, 2))]


def test_articles_beyond_the_tree_join_its_clusters():
    stories = LogLikelihoodClusterer(clusters=2, tree_articles=9, held_out_every=4).assign(topics(60), ())
    assert [story.members for story in stories] == [tuple(range(0, 60, 2)), tuple(range(1, 60, 2))]


def test_the_cut_that_predicts_best_is_chosen():
    chosen = LogLikelihoodClusterer(candidates=(1, 2)).assign(topics(40), ())
    assert len(chosen) == 2


def test_perplexities_are_told_of_every_cut_and_the_least_is_chosen():
    clusterer = LogLikelihoodClusterer(candidates=(1, 2, 4))
    found = dict(clusterer.perplexities(topics(40)))
    assert list(found) == [1, 2, 4]
    assert min(found, key=found.__getitem__) == len(clusterer.assign(topics(40), ()))
    assert clusterer.perplexities(()) == ()


def test_short_articles_are_no_cluster_of_their_own_unless_the_paper_is_asked():
    long_sea, long_valley = " ".join([SEA] * 40), " ".join([VALLEY] * 40)
    texts = [long_sea, SEA, long_valley, VALLEY] * 5
    told = tuple(Article(text=text, language="en") for text in texts)
    by_topic = LogLikelihoodClusterer(clusters=2).assign(told, ())
    assert {len(story.members) for story in by_topic} == {10}
    assert all(len({place % 4 // 2 for place in story.members}) == 1 for story in by_topic)


def test_one_topic_is_not_cut():
    same = tuple(Article(text=SEA, language="en") for _ in range(20))
    assert len(LogLikelihoodClusterer().assign(same, ())) == 1


def test_articles_without_words_are_apart():
    stories = LogLikelihoodClusterer().assign((Article(), Article(text=SEA), Article(text="...")), ())
    assert [story.members for story in stories] == [(0,), (1,), (2,)]
