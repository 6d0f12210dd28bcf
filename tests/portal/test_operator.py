"""The operator's pages: who may see them, and what they show of pages that did harm."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, unquote

import pytest
from tests.browsers import needs_browser
from tests.portal.browsing import Browser
from tests.portal.newsstand import NOON, OPERATOR, OPERATOR_TOKEN, full_newsroom
from tests.portal.serving import ask, served

from newsloom.errors import SettingsError
from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.records import Article, Page
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore


@pytest.fixture(scope="module")
def portal() -> Iterator[str]:
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON, page_seconds=0.0)) as url:
        yield url


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X_Forwarded_For": "127.0.0.1"},
        {"Sec_Fetch_Site": "none"},
        {"Authorization": "Bearer wrong"},
        {"Authorization": OPERATOR_TOKEN},
        {"Cookie": f"newsloom_operator={OPERATOR_TOKEN}"},
        {"Cookie": "newsloom_operator="},
    ],
    ids=str,
)
def test_where_a_request_comes_from_does_not_open_the_operators_page(portal, headers):
    for path in ("/operator", "/operator?token=wrong", "/operator/failure?url=https://ufuk.example/broken"):
        assert ask(portal + path, **headers).status == 403


def test_without_a_token_only_operators_see_the_operators_page():
    with full_newsroom(Settings()) as room, served(create_app(room, room.settings, now=lambda: NOON)) as url:
        for path in ("/operator", "/operator?token=", "/operator?token=None"):
            assert ask(url + path).status == 403


def test_the_token_lets_a_browser_in_and_leaves_the_address(portal):
    browser = Browser(portal)
    answer = browser.get(f"/operator?token={quote(OPERATOR_TOKEN)}")
    assert (answer.status, answer.headers["Location"]) == (303, "/operator")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert OPERATOR_TOKEN not in unquote(cookie)
    assert browser.get("/operator").status == 200


def test_a_token_that_could_be_guessed_is_refused():
    settings = Settings(portal_operator_token="short")  # noqa: S106 - a test's
    with Newsroom(MemoryStore(), settings) as room, pytest.raises(SettingsError, match="guessed"):
        create_app(room, settings)


def test_a_kept_page_is_shown_as_text(portal):
    text = ask(portal + "/operator/failure?url=https://ufuk.example/broken", **OPERATOR).text
    assert "&lt;p&gt;half a &lt;b&gt;page" in text
    assert "not finished within 10 s" in text


def test_a_page_that_failed_can_be_read_again(portal):
    text = ask(portal + "/operator/failure?url=https://ufuk.example/broken&again=1", **OPERATOR).text
    assert "What is extracted from it now" in text


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


def _operators_browser(url: str) -> Browser:
    browser = Browser(url)
    browser.get(f"/operator?token={quote(OPERATOR_TOKEN)}")
    return browser


def test_what_is_read_again_can_be_kept(mending):
    url, room = mending
    browser = _operators_browser(url)
    page = FAILURE + "&again=1"
    assert "Store this result" in browser.get(page).text
    assert _kept(room, STORY) is None
    answer = browser.post("/operator/failure", page=page, url=STORY)
    assert answer.status == 303
    assert "The ferry is back" in browser.get(answer.headers["Location"]).text
    assert "basket of bread" in _kept(room, STORY).text


def test_nothing_is_kept_without_the_forms_token(mending):
    url, room = mending
    browser = _operators_browser(url)
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
    answer = stranger.send("/operator/failure", csrf=token, url=STORY)
    assert answer.status == 403
    assert _kept(room, STORY) is None


def test_a_page_that_is_no_story_is_not_kept(mending):
    url, room = mending
    empty = "https://ufuk.example/empty"
    with room.store.transaction() as transaction:
        transaction.pages.keep(Page(url=empty, fetched_at=NOON, body=b"<html><body></body></html>"))
    browser = _operators_browser(url)
    answer = browser.post("/operator/failure", page="/preferences", url=empty)
    assert (answer.status, answer.headers["Location"].partition("?")[0]) == (303, "/operator/failure")
    assert _kept(room, empty) is None
    assert browser.post("/operator/failure", page="/preferences", url="https://nobody.example/").status == 404


def _kept(room: Newsroom, url: str) -> Article | None:
    with room.store.read() as transaction:
        return transaction.articles.get(url)


def test_a_kept_page_is_shown_with_what_was_taken_for_what(mending):
    url, _ = mending
    browser = _operators_browser(url)
    path = f"/operator/page?url={STORY}"
    assert Browser(url).get(path).status == 403
    text = browser.get(path).text
    assert "positions are estimated" in text
    assert "<svg" in text
    assert 'stroke-width="3"' in text
    assert browser.get(f"{path}&front=1").status == 200
    assert browser.get("/operator/page?url=https://nowhere.example/").status == 404
    by_name = browser.get(f"{path}&method=perception")
    assert "perception/" in by_name.text
    assert "layout used: estimated" in by_name.text
    assert browser.get(f"{path}&method=nobody").status == 404
    assert browser.get(f"{path}&method=vwrapper:wrapper=@/etc/passwd").status == 404
    assert browser.get(f"{path}&method=perception:paper").status == 200
    assert "items</code>" in browser.get(f"{path}&front=1&method=patterns").text


@needs_browser
def test_a_kept_page_is_drawn_again_as_a_picture(mending):
    url, _ = mending
    path = f"/operator/page.png?url={STORY}"
    assert Browser(url).get(path).status == 403
    answer = _operators_browser(url).get(path)
    assert answer.status == 200
    assert answer.body.startswith(b"\x89PNG")
