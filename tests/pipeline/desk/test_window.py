from __future__ import annotations

from datetime import timedelta

import pytest
from tests.events import NOON, Floor, report

from newsloom.pipeline.desk.window import Window, read_articles, trimmed
from newsloom.records import Article, ArticleQuery, Block, Report, Revision


@pytest.fixture
def floor():
    return Floor()


def keep(floor, url, at, text="Rain."):
    with floor.store.transaction() as transaction:
        transaction.articles.keep(Revision(article=Article(url=url, text=text), seen_at=at))


def urls(window):
    return [kept.url for kept in window.ordered]


def test_the_first_look_reads_the_last_days_in_order_of_arrival(floor):
    keep(floor, "late", NOON)
    keep(floor, "b", NOON - timedelta(hours=1))
    keep(floor, "a", NOON - timedelta(hours=1))
    keep(floor, "old", NOON - timedelta(days=8))
    window = Window(days=7, most=10)
    assert window.load(floor.store, NOON, seen={}, read_at=None) == {"late", "a", "b"}
    assert urls(window) == ["a", "b", "late"]
    assert window.indexes == {"a": 0, "b": 1, "late": 2}


def test_a_look_after_an_earlier_reading_tells_what_changed_since(floor):
    keep(floor, "read", NOON - timedelta(days=1))
    keep(floor, "new", NOON)
    window = Window(days=7, most=10)
    assert window.load(floor.store, NOON, seen={}, read_at=NOON - timedelta(hours=2)) == {"new"}
    assert urls(window) == ["read", "new"]


def test_of_what_was_told_only_edits_are_changes(floor):
    for url in ("told", "edited"):
        keep(floor, url, NOON - timedelta(minutes=9))
    keep(floor, "edited", NOON - timedelta(minutes=3), text="Snow.")
    keep(floor, "new", NOON - timedelta(minutes=8))
    window = Window(days=7, most=10)
    found = window.load(floor.store, NOON, seen={}, read_at=NOON - timedelta(minutes=5), told={"told", "edited"})
    assert found == {"edited", "new"}


def test_a_part_is_the_latest_articles_and_what_was_edited(floor):
    for number in range(6):
        keep(floor, f"{number}", NOON - timedelta(hours=6 - number))
    keep(floor, "old", NOON - timedelta(days=8))
    keep(floor, "0", NOON, text="Snow.")
    window = Window(days=7, most=10)
    assert window.load_part(floor.store, NOON, most=2, read_at=NOON)
    assert urls(window) == ["0", "4", "5"]
    assert not window.is_whole
    reports = [Report(url=url, paper="p", seen_at=NOON - timedelta(hours=4)) for url in ("2", "5", "gone")]
    old = Report(url="old", paper="p", seen_at=NOON - timedelta(days=8))
    window.complete(floor.store, NOON, [*reports, old])
    assert urls(window) == ["0", "2", "4", "5"]
    assert window.changed_since(floor.store, NOON, {"0"}) == {"0"}


def test_a_part_says_when_it_is_not_enough(floor):
    for number in range(6):
        keep(floor, f"{number}", NOON)
    window = Window(days=7, most=10)
    assert not window.load_part(floor.store, NOON, most=3, read_at=NOON)
    assert window.load_part(floor.store, NOON, most=3, read_at=NOON + timedelta(hours=1))


def test_later_looks_read_what_is_new_or_edited_even_if_it_was_filed_late(floor):
    keep(floor, "a", NOON)
    window = Window(days=7, most=10)
    window.load(floor.store, NOON, seen={}, read_at=None)
    # Fetched before the last look, and filed after it.
    keep(floor, "late", NOON - timedelta(minutes=5))
    keep(floor, "a", NOON + timedelta(minutes=1), text="Snow.")
    now = NOON + timedelta(minutes=2)
    assert window.refresh(floor.store, now) == {"a", "late"}
    assert urls(window) == ["late", "a"]
    assert window.ordered[1].article.text == "Snow."
    assert window.refresh(floor.store, now) == set()


def test_what_is_too_old_or_too_much_leaves(floor):
    for number in range(4):
        keep(floor, str(number), NOON + timedelta(days=number))
    window = Window(days=7, most=3)
    window.load(floor.store, NOON + timedelta(days=3), seen={}, read_at=None)
    assert urls(window) == ["1", "2", "3"]
    keep(floor, "9", NOON + timedelta(days=9))
    window.refresh(floor.store, NOON + timedelta(days=9))
    assert urls(window) == ["2", "3", "9"]


def test_news_of_long_ago_has_its_window_too(floor):
    keep(floor, "old", NOON - timedelta(days=8))
    keep(floor, "last", NOON)
    window = Window(days=7, most=3)
    window.load(floor.store, NOON + timedelta(days=400), seen={}, read_at=None)
    assert urls(window) == ["last"]


def test_more_news_than_a_window_holds_leaves_the_latest(floor):
    keep(floor, "a", NOON)
    window = Window(days=7, most=3)
    window.load(floor.store, NOON, seen={}, read_at=None)
    for number in range(5):
        keep(floor, str(number), NOON + timedelta(minutes=number + 1))
    window.refresh(floor.store, NOON + timedelta(minutes=9))
    assert urls(window) == ["2", "3", "4"]


def test_many_articles_are_read_page_by_page(floor):
    with floor.store.transaction() as transaction:
        for number in range(1201):
            transaction.articles.keep(Revision(article=Article(url=f"u{number:04}", text="Rain."), seen_at=NOON))
    found = read_articles(floor.store, ArticleQuery(), most=1100)
    assert len(found) == len({kept.url for kept in found}) == 1100


def test_a_window_holds_no_more_of_an_article_than_is_read():
    article = report("quake", authors=("Ann",), keywords=("sea",), provenance={"text": "loom"})
    kept = trimmed(Article.from_dict(article.as_dict() | {"text": "x" * 99_999, "blocks": [Block(text="x").as_dict()]}))
    assert (len(kept.text), kept.blocks, kept.authors, kept.provenance) == (20_000, (), (), {})
    assert (kept.url, kept.title) == (article.url, article.title)
