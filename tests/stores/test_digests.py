from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta, timezone

import pytest

from newsloom.records import Article, Image, Link
from newsloom.stores.digests import (
    address_digest,
    article_id,
    digests_of_id,
    link_digest,
    list_digest,
    reading_digest,
)

ARTICLE = Article(url="https://lorne.example/a", title="Late", text="The ferry is late.", authors=("Ada Holm",))


@pytest.mark.parametrize(
    "change",
    [{"title": "Later"}, {"text": "It has come."}, {"authors": ()}, {"section": "Sea"}, {"is_article": False}],
    ids=lambda change: next(iter(change)),
)
def test_what_a_reader_sees_is_part_of_the_digest(change):
    assert reading_digest(dataclasses.replace(ARTICLE, **change)) != reading_digest(ARTICLE)


@pytest.mark.parametrize(
    "change",
    [{"confidence": 0.5}, {"provenance": {"title": "visible"}}, {"reason": "short"}, {"site": "Lorne Post"}],
    ids=lambda change: next(iter(change)),
)
def test_what_an_extractor_thinks_is_not(change):
    assert reading_digest(dataclasses.replace(ARTICLE, **change)) == reading_digest(ARTICLE)


def test_a_picture_signed_anew_is_the_same_picture():
    first, second = (
        dataclasses.replace(ARTICLE, images=(Image(url=f"https://lorne.example/f.jpg?token={n}"),)) for n in (1, 2)
    )
    assert reading_digest(first) == reading_digest(second)


def test_the_same_moment_in_another_zone_is_the_same():
    noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    first, second = (
        dataclasses.replace(ARTICLE, published=time) for time in (noon, noon.astimezone(timezone(timedelta(hours=2))))
    )
    assert reading_digest(first) == reading_digest(second)


def test_another_picture_is_an_edit():
    first, second = (
        dataclasses.replace(ARTICLE, images=(Image(url=f"https://lorne.example/{n}.jpg"),)) for n in (1, 2)
    )
    assert reading_digest(first) != reading_digest(second)


def test_half_a_surrogate_pair_has_a_digest():
    assert len(reading_digest(dataclasses.replace(ARTICLE, text="\ud83d"))) == 64


def test_a_link_says_the_same_wherever_it_stands_but_a_list_does_not():
    here, there = (Link(url="https://lorne.example/a", position=position) for position in (0, 1))
    assert link_digest(here) == link_digest(there)
    assert list_digest([here]) != list_digest([there])


def test_an_article_is_named_by_sixteen_digits_of_its_address():
    identity = article_id("https://lorne.example/a")
    assert len(identity) == 16
    assert identity == article_id("https://lorne.example/a") != article_id("https://lorne.example/b")
    assert article_id("half \ud83d") != article_id("half")


def test_an_id_spans_the_digest_of_its_address():
    first, last = digests_of_id(article_id("https://lorne.example/a"))
    assert first <= address_digest("https://lorne.example/a") <= last
    assert len(first) == len(last) == 64


@pytest.mark.parametrize("text", ["", "0", "0" * 15, "0" * 17, "G" * 16, "0" * 15 + "\n", "０" * 16])
def test_what_is_no_id_spans_nothing(text):
    assert digests_of_id(text) is None
