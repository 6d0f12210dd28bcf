"""The operator's pages: who may see them, and what they show of pages that did harm."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from tests.portal.browsing import Browser
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.records import Article, Page
from newsloom.settings import Settings


@pytest.fixture(scope="module")
def portal() -> Iterator[str]:
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=0.0)) as url:
        yield url


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Forwarded_For": "127.0.0.1"},
        {"X_Forwarded_Proto": "https"},
        {"Forwarded": "for=127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"X_Real_IP": "::1"},
        {"CF_Connecting_IP": "::1"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_the_operators_page_is_not_shown_through_a_proxy(portal, headers):
    assert ask(portal + "/operator", **headers).status == 403
    assert ask(portal + "/operator/failure?url=https://ufuk.example/broken", **headers).status == 403


def test_the_operators_page_is_not_shown_through_a_proxy_that_says_nothing(portal):
    host, port = portal.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(f"GET /operator HTTP/1.0\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert connection.recv(4096).split()[1] == b"403"


def test_the_operators_page_is_not_shown_to_a_page_of_another_site(portal):
    assert ask(portal + "/operator", Sec_Fetch_Site="cross-site").status == 403
    assert ask(portal + "/operator", Sec_Fetch_Site="none").status == 200


@pytest.mark.parametrize(
    "settings",
    [
        Settings(portal_hosts=("news.example",)),
        Settings(portal_url="https://news.example/"),
        Settings(portal_hosts=("*",)),
    ],
    ids=["hosts", "url", "any"],
)
def test_a_portal_with_a_public_name_shows_the_operators_page_to_operators_only(settings):
    with full_newsroom(settings) as room, served(create_app(room, settings, now=lambda: NOON)) as url:
        assert ask(url + "/operator").status == 403


def test_a_kept_page_is_shown_as_text(portal):
    text = ask(portal + "/operator/failure?url=https://ufuk.example/broken").text
    assert "&lt;p&gt;half a &lt;b&gt;page" in text
    assert "not finished within 10 s" in text


def test_a_page_that_failed_can_be_read_again(portal):
    text = ask(portal + "/operator/failure?url=https://ufuk.example/broken&again=1").text
    assert "What is read from it now" in text


STORY = "https://ufuk.example/mended"
FAILURE = f"/operator/failure?url={STORY}"
PAGE = """<html lang="en"><head><title>The ferry is back - Ufuk</title></head><body><nav><a href="/">Home</a></nav>
<article><h1>The ferry is back</h1>{}</article></body></html>""".format(
    "".join(
        f"<p>The ferry {name} came back to the harbour on Monday after {days} days at the yard, and the mayor, who had "
        "promised it for Easter, went aboard first with a basket of bread for the crew.</p>"
        for days, name in enumerate(("Aster", "Birch", "Clover", "Daisy", "Elder"), 3)
    )
)


@pytest.fixture
def mending() -> Iterator[tuple[str, Newsroom]]:
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=0.0)) as url:
        with room.store.transaction() as transaction:
            transaction.pages.keep(Page(url=STORY, fetched_at=NOON, body=PAGE.encode()))
        yield url, room


def test_what_is_read_again_can_be_kept(mending):
    url, room = mending
    browser = Browser(url)
    page = FAILURE + "&again=1"
    assert "Keep this reading" in browser.get(page).text
    assert _kept(room, STORY) is None
    answer = browser.post("/operator/failure", page=page, url=STORY)
    assert answer.status == 303
    assert "The ferry is back" in browser.get(answer.headers["Location"]).text
    assert "basket of bread" in _kept(room, STORY).text


def test_nothing_is_kept_without_the_forms_token(mending):
    url, room = mending
    browser = Browser(url)
    browser.get(FAILURE)
    for token in ("", "0" * 64):
        assert browser.send("/operator/failure", csrf=token, url=STORY).status == 403
    assert _kept(room, STORY) is None


def test_nothing_is_kept_for_those_who_are_no_operators(mending):
    url, room = mending
    reader, stranger = Browser(url), Browser(url)
    assert reader.sign_up("reader").status == 303
    assert reader.post("/operator/failure", url=STORY).status == 403
    token = stranger.token("/preferences")
    answer = stranger.send("/operator/failure", {"X-Forwarded-For": "10.1.1.1"}, csrf=token, url=STORY)
    assert answer.status == 403
    assert _kept(room, STORY) is None


def test_a_page_that_is_no_story_is_not_kept(mending):
    url, room = mending
    empty = "https://ufuk.example/empty"
    with room.store.transaction() as transaction:
        transaction.pages.keep(Page(url=empty, fetched_at=NOON, body=b"<html><body></body></html>"))
    browser = Browser(url)
    answer = browser.post("/operator/failure", page="/preferences", url=empty)
    assert (answer.status, answer.headers["Location"].partition("?")[0]) == (303, "/operator/failure")
    assert _kept(room, empty) is None
    assert browser.post("/operator/failure", page="/preferences", url="https://nobody.example/").status == 404


def _kept(room: Newsroom, url: str) -> Article | None:
    with room.store.read() as transaction:
        return transaction.articles.get(url)
