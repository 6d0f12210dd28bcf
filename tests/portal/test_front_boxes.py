"""The front page's boxes, columnists, and what is read most, counted without accounts and cookies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.portal.paths import article_path
from newsloom.records import Article, Revision

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAFARI = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15"
STORM = "https://gazette.example/0/0"


@pytest.fixture
def portal() -> Iterator[tuple[Newsroom, str]]:
    with full_newsroom() as room:
        with room.store.transaction() as transaction:
            for number, author in enumerate(("Maud Ferrier", "Iver Holm", "Maud Ferrier")):
                column = Article(
                    url=f"https://courier.example/columns/{number}",
                    title=f"Why we need {number} more bridges",
                    text="Bridges are what we need.",
                    authors=(author,),
                    section="Opinion",
                    category="opinion",
                    language="en",
                    site="Valley Courier",
                )
                transaction.articles.keep(Revision(article=column, seen_at=NOON - timedelta(hours=3 - number)))
        with served(create_app(room, room.settings, now=lambda: NOON, page_seconds=0)) as url:
            yield room, url


def counts(*asked: dict[str, str], path: str = article_path(STORM), method: str = "GET") -> int:
    """How often an article was opened after these requests, when the portal has closed and all is written."""
    with full_newsroom() as room:
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            for headers in asked:
                answer = ask(url + path, method, **headers)
                assert "Set-Cookie" not in answer.headers
        return sum(readers for _, readers in room.readers.most_read(NOON - timedelta(days=1), 10))


def test_the_portal_forgets_who_read_once_it_is_written():
    with full_newsroom() as room:
        app = create_app(room, room.settings, now=lambda: NOON)
        with served(app) as url:
            ask(url + article_path(STORM), User_Agent=FIREFOX)
        assert room.readers.most_read(NOON - timedelta(days=1), 10)
        assert FIREFOX not in repr(vars(app.state.visits))


def test_readers_without_an_account_count_once_a_day_and_get_no_cookie():
    assert counts({"User_Agent": FIREFOX}, {"User_Agent": FIREFOX}, {"User_Agent": SAFARI}) == 2


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"User_Agent": "curl/8.5.0"},
        {"User_Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
        {"User_Agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"},
        {"User_Agent": "Mozilla/5.0 AppleWebKit/537.36 HeadlessChrome/119.0 Safari/537.36"},
        {"User_Agent": FIREFOX, "Sec_Purpose": "prefetch;prerender"},
    ],
)
def test_robots_programs_and_what_is_loaded_ahead_do_not_count(headers):
    assert counts(headers) == 0


def test_a_telephone_named_like_a_robot_counts():
    assert counts({"User_Agent": "Mozilla/5.0 (Linux; Android 9; CUBOT X18) Chrome/91.0 Mobile Safari/537.36"}) == 1


def test_only_articles_that_there_are_count():
    assert counts({"User_Agent": FIREFOX}, path="/article/0123456789abcdef") == 0
    assert counts({"User_Agent": FIREFOX}, method="HEAD") == 0


def test_nothing_of_a_reader_is_kept():
    with full_newsroom() as room:
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            ask(url + article_path(STORM), User_Agent=FIREFOX)
        with room.store.read() as transaction:
            assert transaction.visits.most_read(NOON.date()) == ((STORM, 1),)
            assert "127.0.0.1" not in str(transaction.checkpoints.read("visits"))
        again = [(NOON.date(), article_path(STORM).rpartition("/")[2], f"127.0.0.1 {FIREFOX}")]
        assert room.readers.count_visits(again) == 0
        # On the next day the same reader is somebody else: the salt is another.
        later = [(day + timedelta(days=1), name, reader) for day, name, reader in again]
        assert room.readers.count_visits(later) == 1


def test_the_front_page_has_boxes_of_sections_events_readings_and_columnists(portal):
    room, url = portal
    room.readers.count_visits([(NOON.date(), article_path(STORM).rpartition("/")[2], "somebody")])
    text = ask(url + "/?language=all", Accept_Language="en").text
    assert '<h2 id="box-events" class="label"><a href="/events">New events</a></h2>' in text
    assert '<h2 id="box-read" class="label"><a href="/most-read">Most read</a></h2>' in text
    assert "1 reader<" in text
    assert '<a href="/section/politics">Politics</a></h2>' in text
    assert '<a href="/columnists">Columnists</a></h2>' in text
    assert "Why we need 2 more bridges" in text


def test_boxes_stand_on_the_front_page_alone(portal):
    _, url = portal
    assert 'class="boxes"' not in ask(url + "/section/politics").text


def test_columnists_are_a_section_with_the_columns_of_each(portal):
    _, url = portal
    text = ask(url + "/columnists?language=all", Accept_Language="en").text
    assert text.index("Maud Ferrier") < text.index("Iver Holm")
    assert text.count("Maud Ferrier</") + text.count('aria-label="Maud Ferrier"') == 1
    assert all(f"Why we need {number} more bridges" in text for number in range(3))
    assert "Valley Courier" in text
    assert '<a href="/columnists" aria-current="page">' in text


def test_the_feed_of_the_columnists_has_their_columns(portal):
    _, url = portal
    assert 'href="/columnists.rss' in ask(f"{url}/columnists").text
    items = json.loads(ask(f"{url}/columnists.json").body)["items"]
    assert [item["title"] for item in items] == [f"Why we need {number} more bridges" for number in (2, 1, 0)]


def test_most_read_lists_what_was_opened(portal):
    room, url = portal
    name = article_path(STORM).rpartition("/")[2]
    room.readers.count_visits([(NOON.date(), name, f"reader {number}") for number in range(3)])
    assert "3 readers" in ask(url + "/most-read", Accept_Language="en").text
    assert STORM in ask(url + "/most-read.rss").text
