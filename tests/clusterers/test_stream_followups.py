from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.clusterers.stream import StreamClusterer
from newsloom.clusterers.stream.decay import UNDATED
from newsloom.clusterers.stream.followups import Origins, join_followups
from newsloom.clusterers.stream.neighbours import SearchLimits
from newsloom.clusterers.stream.sparse import SparseRows
from newsloom.records import Article

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
PAPERS = ("herald", "post", "echo")
STRANDED = (
    "Whale Tolla stranded in Bremsund",
    (
        "The whale Tolla lies on the sandbank of Bremsund, thirty tonnes of her. Divers pour water on her back."
        " Warden Aske closed the channel to boats until the tide comes."
    ),
)
HERRING = (
    "Tolla shows fishermen the way to herring",
    (
        "The whale Tolla swam into a shoal, and every boat of Bremsund followed. Nets were full before noon,"
        " skipper Ulvik told. Everyone laughed and bought a barrel at the auction."
    ),
)
BUDGET = (
    "Council of Tindal quarrels over budget",
    (
        "The council of Tindal found a hole of four million in its budget. Treasurer Lowe blames the new swimming"
        " hall. Members walked out of the session."
    ),
)


def _told(chapter: tuple[str, str], day: int | None, papers=PAPERS) -> list[Article]:
    title, text = chapter
    return [
        Article(
            url=f"https://{paper}.example/{title.replace(' ', '-')}",
            title=title,
            text=f"{text} By the {paper}.",
            language="en",
            published=None if day is None else MONDAY + timedelta(days=day),
        )
        for paper in papers
    ]


def _sizes(articles: list[Article]) -> list[int]:
    return [len(story.members) for story in StreamClusterer().assign(articles, ())]


def test_what_the_same_papers_tell_next_is_the_same_story():
    assert _sizes([*_told(STRANDED, 0), *_told(BUDGET, 1), *_told(HERRING, 4)]) == [6, 3]


@pytest.mark.parametrize(
    "followup",
    [
        _told(HERRING, None),
        _told(HERRING, 8),
        _told(HERRING, 4, papers=("mail", "star", "sun")),
        _told(HERRING, 4, papers=("herald", "star", "sun")),
    ],
    ids=["undated", "after more than a week", "by other papers", "by one paper in common"],
)
def test_other_words_without_the_same_papers_and_days_are_another_story(followup):
    assert _sizes([*_told(STRANDED, 0), *_told(BUDGET, 1), *followup]) == [3, 3, 3]


def test_articles_without_addresses_have_no_followups():
    articles = [*_told(STRANDED, 0), *_told(BUDGET, 1), *_told(HERRING, 4)]
    nameless = [Article(title=one.title, text=one.text, language="en", published=one.published) for one in articles]
    assert _sizes(nameless) == [3, 3, 3]


def test_a_story_keeps_its_id_when_its_followup_joins_it():
    clusterer = StreamClusterer()
    begun = [*_told(STRANDED, 0), *_told(BUDGET, 1)]
    known = clusterer.assign(begun, ())
    going_on = clusterer.assign([*begun, *_told(HERRING, 4)], known)
    assert [story.id for story in going_on] == [story.id for story in known]


def test_a_late_report_finds_its_chapter_in_a_story_of_many():
    window = StreamClusterer().index([*_told(STRANDED, 0), *_told(BUDGET, 1), *_told(HERRING, 4)], ())
    (with_capacity,) = window.add(_told(HERRING, 4, papers=("mail",)))
    assert with_capacity.members == (0, 1, 2, 6, 7, 8, 9)
    (begun,) = window.add([Article(url="https://mail.example/x", title="Roses in snow", text="A gardener in Ostby.")])
    assert begun.members == (10,)


def _chapters(*angles: float) -> SparseRows:
    """For each chapter two rows that point the same way; the product of two chapters is the cosine between them."""
    turned = np.repeat(np.array(angles), 2)
    weights = np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32).ravel()
    count = len(turned)
    return SparseRows.of(
        np.repeat(np.arange(count, dtype=np.int32), 2), np.tile(np.arange(2, dtype=np.int32), count), weights, count
    )


def _origins(*days: float) -> Origins:
    return Origins(papers=["a", "b"] * len(days), days=np.repeat(np.array(days, np.float32), 2))


def _pairs(count: int) -> list[list[int]]:
    return [[2 * number, 2 * number + 1] for number in range(count)]


def test_a_story_of_weeks_is_joined_from_week_to_week():
    joined = join_followups(_pairs(3), _chapters(0.5, 0.5, 0.5), _origins(0, 6, 12), SearchLimits(reach=10), least=0.46)
    assert joined == [[0, 1, 2]]


def test_less_alike_than_a_share_of_what_reports_must_be_is_no_followup():
    rows = _chapters(0.0, np.arccos(0.3))
    assert join_followups(_pairs(2), rows, _origins(0, 1), SearchLimits(reach=10), least=0.46) == [[0], [1]]
    assert join_followups(_pairs(2), rows, _origins(0, 1), SearchLimits(reach=10), least=0.4) == [[0, 1]]


def test_a_group_that_is_dated_in_part_is_told_by_those_that_are():
    origins = Origins.of(
        [Article(url=f"https://{paper}.example/1") for paper in "abab"], np.array([0, 1, 2, UNDATED], np.float32)
    )
    assert origins.papers == ["a.example", "b.example", "a.example", None]
    assert join_followups(_pairs(2), _chapters(0.5, 0.5), origins, SearchLimits(reach=10), least=0.46) == [[0], [1]]


@given(st.lists(st.tuples(st.floats(0, 1.5), st.none() | st.integers(0, 20)), max_size=8))
def test_every_group_is_in_exactly_one_story(chapters):
    rows = _chapters(*(angle for angle, _ in chapters))
    days = np.repeat(np.array([UNDATED if day is None else day for _, day in chapters], np.float32), 2)
    articles = [Article(url=f"https://p{number % 2}.example/") for number in range(len(days))]
    joined = join_followups(_pairs(len(chapters)), rows, Origins.of(articles, days), SearchLimits(reach=10), least=0.46)
    assert sorted(number for story in joined for number in story) == list(range(len(chapters)))
    assert joined == sorted(sorted(story) for story in joined)
