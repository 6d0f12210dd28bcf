from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clusterers.rows import sparse_rows

from newsloom.clusterers.stream import StreamClusterer
from newsloom.clusterers.stream.averagelink import GroupStats, _Agglomeration, average_link
from newsloom.clusterers.stream.background import RAREST, pack, share_of_reports
from newsloom.clusterers.stream.neighbours import Pairs, SearchLimits, Shortlist, similar_pairs
from newsloom.clusterers.stream.sparse import SparseRows
from newsloom.clusterers.stream.vocabulary import MOST_TOKENS, STOP_WORD, Vocabulary
from newsloom.records import Article, Item

QUAKE = [
    Article(
        title="Earthquake shakes Norvik harbour",
        text="A strong earthquake shook the harbour of Norvik on Monday. Twelve people were hurt, Mayor Lind said.",
    ),
    Article(
        title="Twelve hurt as quake strikes Norvik",
        text="Twelve people were hurt when an earthquake struck Norvik. Mayor Lind asked for help for the harbour.",
    ),
    Article(
        title="Norvik counts the damage",
        text="After the earthquake the harbour of Norvik is closed. Twelve people are hurt and Mayor Lind wants help.",
    ),
]
BANK = [
    Article(
        title="Zubrowka's central bank raises rates",
        text="The central bank of Zubrowka raised its interest rate to four per cent to fight inflation.",
    ),
    Article(
        title="Rates rise in Zubrowka",
        text="Inflation made the central bank in Zubrowka raise the interest rate to four per cent on Tuesday.",
    ),
]
GARDEN = [Article(title="Roses in winter", text="How a gardener in Ostby keeps her roses alive under the snow.")]


def _partition(articles, known=()):
    return {story.members for story in StreamClusterer().assign(articles, known)}


def _told(groups, articles):
    return {frozenset(articles[member].title for member in members) for members in groups}


def test_reports_of_one_event_are_one_story():
    assert _partition([*QUAKE, *BANK, *GARDEN]) == {(0, 1, 2), (3, 4), (5,)}


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_arrival_does_not_change_small_stories(seed):
    articles = [*QUAKE, *BANK, *GARDEN]
    mixed = random.Random(seed).sample(articles, len(articles))  # noqa: S311 - nothing secret
    assert _told(_partition(mixed), mixed) == _told(_partition(articles), articles)


def test_a_restart_in_the_middle_gives_the_same_stories():
    articles = [QUAKE[0], BANK[0], QUAKE[1], GARDEN[0], BANK[1], QUAKE[2]]
    clusterer = StreamClusterer()
    known: tuple = ()
    for count in range(1, len(articles) + 1):
        known = clusterer.assign(articles[:count], known)
    assert known == clusterer.assign(articles, ())
    assert clusterer.assign(articles, clusterer.assign(articles[:3], ())) == known


def test_a_story_keeps_its_id_as_it_grows():
    clusterer = StreamClusterer()
    (before,) = clusterer.assign(QUAKE[:2], ())
    (after,) = clusterer.assign(QUAKE, (before,))
    assert after.id == before.id


def test_a_story_says_which_words_hold_it_together():
    (story,) = StreamClusterer().assign(QUAKE, ())
    words = [word for word, _ in story.words]
    assert "norvik" in words[:4]
    assert "the" not in words
    assert len(story.closeness) == 3


def test_copies_are_of_one_story():
    articles = [*BANK, QUAKE[0], QUAKE[0], QUAKE[0]]
    assert (2, 3, 4) in _partition(articles)


def test_articles_without_words_stand_alone():
    articles = [Article(), Article(text=" \n"), Article(text="…"), *QUAKE]
    assert _partition(articles) == {(0,), (1,), (2,), (3, 4, 5)}


def test_no_articles_are_no_stories():
    assert StreamClusterer().assign((), ()) == ()


def test_a_text_of_megabytes_is_read_at_its_beginning():
    long = Article(title=QUAKE[0].title, text=QUAKE[0].text + " rain" * 2_000_000)
    assert (0, 1) in {members[:2] for members in _partition([long, QUAKE[1], *BANK])}


def test_items_of_a_front_page_are_grouped_by_headline_and_teaser():
    items = [Item(id=str(number), headline=one.title, text=one.text) for number, one in enumerate([*QUAKE, *BANK])]
    assert _partition(items) == {(0, 1, 2), (3, 4)}


def test_articles_in_a_language_without_word_lists_are_grouped():
    articles = [
        Article(title="Sebra vorun talik", text="Morgat sebra vorun talik usk perdan olgi brast nelu.", language="xx"),
        Article(title="Talik usk vorun", text="Sebra vorun talik morgat perdan usk nelu kalt.", language="xx"),
        Article(title="Hjorba mintu", text="Dastel hjorba mintu vargi sonda pulek iram.", language="xx"),
    ]
    assert _partition(articles) == {(0, 1), (2,)}


def test_a_large_window_is_grouped_as_well():
    articles = [*QUAKE, *BANK, *GARDEN]
    assert {story.members for story in StreamClusterer(thorough_articles=0).assign(articles, ())} == _partition(
        articles
    )


def test_the_clusterer_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(StreamClusterer(least_likeness=0.4))) == StreamClusterer(least_likeness=0.4)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.builds(Article, title=st.none() | st.text(max_size=30), text=st.text(max_size=80)), max_size=12))
def test_every_article_is_in_exactly_one_story(articles):
    stories = StreamClusterer().assign(articles, ())
    assert sorted(member for story in stories for member in story.members) == list(range(len(articles)))
    assert len({story.id for story in stories}) == len(stories)


def _pairs(*edges):
    earlier, later, similarity = zip(*edges, strict=True)
    return Pairs(
        earlier=np.array(earlier, np.int32),
        later=np.array(later, np.int32),
        similarity=np.array(similarity, np.float32),
    )


def _single(count):
    return GroupStats(sizes=np.ones(count, np.int64), cohesion=np.ones(count))


def test_groups_whose_members_differ_join_at_less_similarity():
    loose = GroupStats(sizes=np.array([9, 9]), cohesion=np.array([0.4, 0.4]))
    pair = _pairs((0, 1, 0.4))
    assert average_link(pair, loose, 0.5) == [[0, 1]]
    assert average_link(pair, loose, 0.5, cohesion_power=0.0) == [[0], [1]]
    assert average_link(pair, _single(2), 0.5) == [[0], [1]]


def test_a_chain_is_not_joined_where_its_ends_are_unlike():
    groups = average_link(_pairs((0, 1, 0.9), (1, 2, 0.6)), _single(3), 0.5)
    assert sorted(map(sorted, groups)) == [[0, 1], [2]]


def test_a_triangle_is_joined_by_its_average():
    groups = average_link(_pairs((0, 1, 0.9), (1, 2, 0.6), (0, 2, 0.5)), _single(3), 0.5)
    assert sorted(map(sorted, groups)) == [[0, 1, 2]]


def test_without_pairs_everyone_is_alone():
    nothing = similar_pairs(SparseRows.stacked([]), SearchLimits(reach=5), least=0.1)
    assert average_link(nothing, _single(2), 0.5) == [[0], [1]]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(st.floats(0, 1, width=32), min_size=6, max_size=6), min_size=1, max_size=8))
def test_alike_pairs_are_the_products_of_rows_where_lists_are_followed_to_the_end(values):
    dense = np.array(values, np.float32)
    rows, columns = np.nonzero(dense)
    sparse = SparseRows.of(rows.astype(np.int32), columns.astype(np.int32), dense[rows, columns], len(dense))
    found = similar_pairs(sparse, SearchLimits(reach=len(dense)), least=0.25)
    products = dense @ dense.T
    got = dict(zip(zip(found.earlier.tolist(), found.later.tolist(), strict=True), found.similarity, strict=True))
    for a in range(len(dense)):
        for b in range(a + 1, len(dense)):
            assert got.get((a, b), 0.0) == pytest.approx(products[a, b] if products[a, b] >= 0.25 else 0.0, abs=0.26)
            if products[a, b] > 0.26:
                assert got[a, b] == pytest.approx(products[a, b], rel=1e-4)


def _sparse(*rows):
    return sparse_rows(list(rows))


def _found(rows, search):
    pairs = similar_pairs(rows, search, least=0.01)
    return dict(
        zip(zip(pairs.earlier.tolist(), pairs.later.tolist(), strict=True), pairs.similarity.tolist(), strict=True)
    )


def test_rows_that_meet_in_one_heavy_term_are_compared_in_all():
    rows = _sparse({1: 0.8, 2: 0.5, 3: 0.3}, {1: 0.9, 2: 0.4, 3: 0.2}, {2: 0.5, 4: 0.9})
    found = _found(rows, SearchLimits(reach=5, shortlist=Shortlist(terms=1, rows=5, width=9)))
    assert found == {(0, 1): pytest.approx(0.8 * 0.9 + 0.5 * 0.4 + 0.3 * 0.2)}


def test_a_row_is_compared_with_those_it_shares_most_with():
    rows = _sparse({1: 1.0}, {1: 0.2}, {1: 0.6}, {1: 0.4})
    found = _found(rows, SearchLimits(reach=5, shortlist=Shortlist(terms=1, rows=2, width=9)))
    assert {pair for pair in found if pair[0] == 0} == {(0, 2), (0, 3)}


def test_of_a_long_row_the_heaviest_terms_are_compared():
    rows = _sparse({1: 0.5, 2: 0.5}, {1: 0.8, 2: 0.2})
    assert _found(rows, SearchLimits(reach=5, shortlist=Shortlist(terms=2, rows=5, width=1))) == {
        (0, 1): pytest.approx(0.4)
    }


@settings(max_examples=50, deadline=None)
@given(st.lists(st.dictionaries(st.integers(0, 9), st.sampled_from([0.25, 0.5, 1.0]), max_size=5), max_size=9))
def test_a_few_are_all_where_there_are_no_more(rows):
    """Lists of all terms, followed to the end, tell as much as the products of whole rows."""
    sparse, reach = _sparse(*rows), len(rows) + 1
    few = Shortlist(terms=5, rows=reach, width=5)
    all_terms = {pair: min(similarity, 5.0) for pair, similarity in _found(sparse, SearchLimits(reach=reach)).items()}
    assert _found(sparse, SearchLimits(reach=reach, shortlist=few)) == pytest.approx(all_terms, abs=1e-4)


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(
        st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda pair: pair[0] < pair[1]),
        st.floats(0.125, 1, width=32),
        max_size=25,
    ),
    st.sampled_from([0.0, 0.25, 0.4]),
)
def test_pairs_too_weak_to_join_anything_change_nothing(edges, power):
    """Cut into parts, groups are as they are where all hangs together."""
    chain = {(number, number + 1): 1e-9 for number in range(9)}
    pairs = _pairs(*((*pair, similarity) for pair, similarity in (chain | edges).items()))
    whole = {number: [number] for number in range(10)}
    listed = list(zip(pairs.earlier.tolist(), pairs.later.tolist(), pairs.similarity.tolist(), strict=True))
    _Agglomeration(listed, _single(10), 0.51, power).into(whole)
    parted = average_link(pairs, _single(10), 0.51, cohesion_power=power)
    assert {frozenset(group) for group in parted} == {frozenset(group) for group in whole.values()}


def test_rows_are_cut_to_their_heaviest_entries_and_of_unit_length():
    rows = SparseRows.of(
        np.array([0, 0, 0, 2], np.int32), np.array([1, 2, 3, 1], np.int32), np.array([3, 1, 4, 2], np.float32), 3
    )
    cut = rows.unit(2)
    assert cut.row(0)[0].tolist() == [1, 3]
    assert cut.row(0)[1] == pytest.approx([0.6, 0.8])
    assert cut.row(1)[0].tolist() == []
    assert cut.row(2)[1].tolist() == [1.0]


def test_stop_words_have_no_number_and_forms_of_a_word_share_one():
    tokens = Vocabulary().tokens_of("en")
    assert tokens["the"] == STOP_WORD
    assert tokens["harbours"] == tokens["harbour"] == tokens["harbour's"]


def test_in_a_language_without_a_stemmer_words_that_begin_alike_share_a_number():
    tokens = Vocabulary().tokens_of("xx")
    assert tokens["norvika"] == tokens["norvikem"] != tokens["norda"]
    assert tokens["1000000"] != tokens["1000001"]


def test_tokens_beyond_the_most_are_forgotten_and_their_stems_are_not():
    vocabulary = Vocabulary()
    tokens = vocabulary.tokens_of("xx")
    first = tokens["norvik"]
    for number in range(MOST_TOKENS):
        tokens[f"w{number}"]
    assert len(tokens) < MOST_TOKENS
    assert tokens["norvik"] == first
    assert len(vocabulary.terms) == MOST_TOKENS + 1


def test_a_word_nobody_uses_is_rare_and_a_common_one_is_not():
    assert share_of_reports("zubrowka", "en") == RAREST
    assert share_of_reports("year", "en") > 0.1


def test_the_table_holds_no_words():
    assert b"harbour" not in pack({("harbour", "en"): 0.5})
    assert len(pack({("harbour", "en"): 0.5, ("rare", "en"): RAREST / 2})) == 5
