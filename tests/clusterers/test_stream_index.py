from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clusterers.rows import sparse_rows

from newsloom.clusterers.stream import StreamClusterer
from newsloom.clusterers.stream.decay import days_of, mean_days, time_decay
from newsloom.clusterers.stream.neighbours import SearchLimits
from newsloom.clusterers.stream.padded import PaddedRows, RowProducts
from newsloom.clusterers.stream.postings import PostingLists
from newsloom.clusterers.stream.sparse import with_capacity
from newsloom.records import Article, Item

SUBJECTS = {
    "quake": "earthquake harbour Norvik mayor Lind twelve hurt rescue",
    "bank": "central bank Zubrowka interest rate inflation per cent rise",
    "vote": "election Ostby parliament ballot coalition minister count recount",
    "storm": "storm Hallvik ferries flooded roofs coast lifeboat evacuated",
}


def _report(subject: str, number: int, published: datetime | None = None) -> Article:
    source = random.Random(f"{subject}{number}")  # noqa: S311 - nothing secret
    words = SUBJECTS[subject].split()
    text = " ".join(source.sample(words, len(words))) + f". Paper {number} wrote {subject}{number}."
    return Article(
        url=f"https://p{number}.example/{subject}",
        title=" ".join(source.sample(words, 4)),
        text=text,
        language="en",
        published=published,
    )


def _news(rounds: int) -> list[Article]:
    return [_report(subject, number) for number in range(rounds) for subject in SUBJECTS]


def _partition(stories):
    return {story.members for story in stories}


def test_a_window_begins_as_a_batch():
    articles = _news(3)
    window = StreamClusterer().index(articles, ())
    assert _partition(window.stories) == _partition(StreamClusterer().assign(articles, ()))
    assert [story.id for story in window.stories] == [story.id for story in StreamClusterer().assign(articles, ())]
    assert window.size == window.grouped == len(articles)


def test_an_arrival_joins_its_story_and_only_that_is_told():
    articles = _news(3)
    window = StreamClusterer().index(articles, ())
    before = {story.id: story.members for story in window.stories}
    (grown_story,) = window.add([_report("storm", 9)])
    assert grown_story.members == (*before[grown_story.id], len(articles))
    assert len(grown_story.closeness) == len(grown_story.members)
    assert "hallvik" in {word for word, _ in grown_story.words}


def test_an_arrival_like_nothing_before_begins_a_story():
    window = StreamClusterer().index(_news(2), ())
    (began,) = window.add([Article(title="Roses in winter", text="A gardener keeps roses under snow.", language="en")])
    assert began.members == (8,)
    assert began.title == "Roses in winter"


def test_arrivals_of_a_new_event_find_each_other():
    window = StreamClusterer().index([_report("quake", 1), _report("bank", 1)], ())
    window.add([_report("vote", number) for number in range(4)])
    assert (2, 3, 4, 5) in _partition(window.stories)


def test_a_window_may_begin_empty():
    window = StreamClusterer().index((), ())
    assert window.stories == ()
    assert window.add(()) == ()
    window.add(_news(3))
    assert window.is_due
    assert len(StreamClusterer().index(_news(3), window.stories).stories) == len(SUBJECTS)


@pytest.mark.parametrize("most", [0, 5000], ids=["large window", "small window"])
def test_arriving_together_or_one_by_one_is_the_same(most):
    articles = _news(4)
    together, single = (StreamClusterer(thorough_articles=most).index(articles[:6], ()) for _ in range(2))
    together.add(articles[6:])
    for article in articles[6:]:
        single.add([article])
    assert together.stories == single.stories


def test_reports_that_arrive_in_one_block_find_each_other_as_they_would_one_by_one():
    """Groups that grow or begin within a block, and rows that are expanded several times in it."""
    source = random.Random(7)  # noqa: S311 - nothing secret
    articles = [_report(source.choice(list(SUBJECTS)), number) for number in range(150)]
    windows = [StreamClusterer(thorough_articles=0).index(articles[:10], ()) for _ in range(3)]
    for window, step in zip(windows, (1, 7, 140), strict=True):
        for start in range(10, len(articles), step):
            window.add(articles[start : start + step])
    assert windows[0].stories == windows[1].stories == windows[2].stories
    assert max(len(story.members) for story in windows[0].stories) > 30


@pytest.mark.parametrize("most", [0, 5000], ids=["large window", "small window"])
def test_a_restart_in_the_middle_gives_the_same_stories(most):
    articles = _news(4)
    clusterer = StreamClusterer(thorough_articles=most)
    window = clusterer.index(articles[:8], ())
    window.add(articles[8:])
    again = clusterer.index(articles[: window.grouped], window.stories)
    again.add(articles[window.grouped :])
    assert again.stories == window.stories


def test_stories_keep_their_ids_when_the_window_is_grouped_again():
    articles = _news(4)
    clusterer = StreamClusterer()
    window = clusterer.index(articles[:8], ())
    window.add(articles[8:])
    anew = clusterer.index(articles, window.stories)
    assert {story.id: story.members for story in anew.stories} == {story.id: story.members for story in window.stories}
    assert not anew.is_due


def test_equal_articles_without_words_get_ids_of_their_own():
    window = StreamClusterer().index([Article()], ())
    window.add([Article(), Article(text="…"), Article()])
    ids = [story.id for story in window.stories]
    assert len(set(ids)) == 4


def test_a_large_window_takes_arrivals_as_well():
    articles = _news(3)
    window = StreamClusterer(thorough_articles=0).index(articles, ())
    (story,) = window.add([_report("bank", 7)])
    assert len(story.members) == 4


def test_a_story_of_many_reports_goes_on():
    window = StreamClusterer().index(_news(2), ())
    window.add([_report("storm", number) for number in range(2, 260)])
    assert max(len(story.members) for story in window.stories) == 260


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.builds(Article, title=st.none() | st.text(max_size=20), text=st.text(max_size=60)), max_size=10),
    st.integers(0, 10),
)
def test_every_arrival_is_in_exactly_one_story(articles, begin):
    window = StreamClusterer().index(articles[:begin], ())
    window.add(articles[begin:])
    stories = window.stories
    assert sorted(member for story in stories for member in story.members) == list(range(len(articles)))
    assert len({story.id for story in stories}) == len(stories)


MONDAY = datetime(2026, 3, 2, 8, tzinfo=UTC)


def test_the_same_words_a_year_later_are_another_story():
    articles = [_report("vote", 1, MONDAY), _report("vote", 2, MONDAY + timedelta(days=365))]
    assert len(StreamClusterer().assign(articles, ())) == 2
    window = StreamClusterer().index(articles[:1], ())
    window.add(articles[1:])
    assert len(window.stories) == 2


def test_within_days_time_changes_nothing():
    undated = _news(3)
    dated = [_report(subject, number, MONDAY + timedelta(days=number)) for number in range(3) for subject in SUBJECTS]
    assert _partition(StreamClusterer().assign(dated, ())) == _partition(StreamClusterer().assign(undated, ()))


def test_an_undated_report_may_belong_to_any_time():
    articles = [_report("quake", 1, MONDAY), _report("quake", 2), _report("bank", 1)]
    assert _partition(StreamClusterer().assign(articles, ())) == {(0, 1), (2,)}


def test_similarity_fades_the_further_two_are_apart():
    days = days_of([Article(published=MONDAY), Article(published=MONDAY + timedelta(days=33)), Article()])
    assert time_decay(days[[0, 0, 0]], days[[0, 1, 2]]) == pytest.approx([1.0, 0.5, 1.0])


def test_items_are_as_old_as_they_say_or_as_they_were_seen():
    items = [Item(id="1", time=MONDAY), Item(id="2", seen_at=MONDAY + timedelta(days=2)), Item(id="3")]
    days = days_of(items)
    assert days[1] - days[0] == 2
    assert np.isnan(days[2])


def test_a_group_is_as_old_as_its_dated_members_on_average():
    days = np.array([10, 20, np.nan, np.nan], np.float32)
    middle = mean_days(days, [[0, 1, 2], [3]])
    assert middle[0] == 15
    assert np.isnan(middle[1])


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.dictionaries(st.integers(0, 6), st.sampled_from([0.25, 0.5, 1.0]), max_size=4), max_size=12),
    st.integers(0, 12),
    st.integers(1, 5),
)
def test_who_arrives_meets_whom_all_together_would_meet(rows, begin, size):
    """With lists that hold all, similarity is the product of the rows, however few arrive at a time."""
    postings = PostingLists(sparse_rows(rows[:begin]), SearchLimits(reach=len(rows) + 1))
    found = {}
    for start in range(min(begin, len(rows)), len(rows), size):
        found.update(_met(postings, rows[start : start + size], start))
    wanted = {
        (later, earlier): product
        for later in range(min(begin, len(rows)), len(rows))
        for earlier in range(later)
        if (product := sum(weight * rows[earlier].get(term, 0) for term, weight in rows[later].items())) > 0
    }
    assert found == pytest.approx(wanted, abs=1e-3)


def test_a_term_remembers_its_latest_postings_only():
    postings = PostingLists(sparse_rows([{4: 0.5}, {4: 0.5}, {4: 0.5}]), SearchLimits(reach=2))
    assert list(_met(postings, [{4: 1.0}], 3)) == [(3, 1), (3, 2)]
    assert list(_met(postings, [{4: 1.0}, {4: 1.0}, {9: 1.0}], 4)) == [(4, 2), (4, 3), (5, 3), (5, 4)]


def test_terms_that_nobody_repeats_take_little_room():
    postings = PostingLists(sparse_rows([{number: 1.0} for number in range(1000)]), SearchLimits(reach=100))
    assert postings.room == 1000
    _met(postings, [{5: 1.0}], 1000)
    assert postings.room < 1010


def test_a_term_that_becomes_common_keeps_its_postings():
    postings = PostingLists(sparse_rows([{4: 0.5, 7: 0.25}]), SearchLimits(reach=8))
    for number in range(1, 6):
        _met(postings, [{4: 0.5}], number)
    assert list(_met(postings, [{4: 1.0, 7: 1.0}], 6)) == [(6, number) for number in range(6)]


def _met(postings: PostingLists, rows: list[dict[int, float]], first: int) -> dict[tuple[int, int], float]:
    """The pairs of an arrival and one before it, with what they share."""
    made = sparse_rows(rows)
    row, other, similarity = SearchLimits(reach=1).similarity(
        postings.add(made, first), made, PaddedRows.none(), RowProducts(0)
    )
    return dict(zip(zip((row + first).tolist(), other.tolist(), strict=True), similarity.tolist(), strict=True))


def test_room_is_made_for_what_comes():
    values = with_capacity(np.ones((2, 3), np.int32), 5)
    assert len(values) > 5
    assert values[2:].sum() == 0
    assert with_capacity(values, 1) is values
