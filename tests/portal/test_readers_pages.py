"""What a signed-in reader sees; their session is written to the store by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.portal.paths import article_path
from newsloom.portal.sessions import form_token, new_secret, new_session
from newsloom.records import Account, Article, Following, ReadingMark, Revision
from newsloom.settings import Settings

FORM = "application/x-www-form-urlencoded"
STORM = article_path("https://gazette.example/0/0")


@pytest.fixture
def signed_in() -> Iterator[tuple[Newsroom, str, str]]:
    with full_newsroom(Settings(portal_operators=("Ada",))) as room:
        cookie = _sign_in(room)
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            yield room, url, cookie


def test_their_language_and_colours_follow_them(signed_in):
    _, url, cookie = signed_in
    assert '<html lang="no" data-theme="dark"' in ask(url + "/", Cookie=cookie, Accept_Language="tr").text


def test_their_pages_are_never_kept_for_others(signed_in):
    _, url, cookie = signed_in
    assert "Ada" in ask(url + "/", Cookie=cookie).text
    assert "Ada" not in ask(url + "/").text


@pytest.mark.parametrize("path", ["/story/story00", STORM, "/paper/gazette.example", "/topic/topic0", "/events", "/me"])
def test_no_form_stands_in_a_paragraph_which_it_would_end_so_that_buttons_jam(signed_in, path):
    _, url, cookie = signed_in
    text = ask(url + path, Cookie=cookie).text
    assert '<form class="inline"' in text
    assert not re.search(r"<p\b[^>]*>(?:(?!</p>).)*<form", text, re.DOTALL)


def test_muted_papers_and_words_are_not_shown(signed_in):
    room, url, cookie = signed_in
    with room.store.transaction() as transaction:
        for kind, subject in (("mute-source", "varden.example"), ("mute-word", "HARBOUR"), ("mute-word", "KÖPRÜ")):
            transaction.bookmarks.mark(ReadingMark(account_id="ada", kind=kind, subject=subject, at=NOON))
    text = ask(url + "/?language=all", Cookie=cookie).text
    assert "Storm closes the harbour" not in text
    assert "köprüyü" not in text
    assert "laksefisket" not in text
    assert "Council votes" in text


def test_a_muted_paper_says_so_on_its_page(signed_in):
    room, url, cookie = signed_in
    assert 'action="/me/mute"' in ask(url + "/paper/varden.example", Cookie=cookie).text
    with room.store.transaction() as transaction:
        transaction.bookmarks.mark(ReadingMark(account_id="ada", kind="mute-source", subject="varden.example", at=NOON))
    assert 'action="/me/unmute"' in ask(url + "/paper/varden.example", Cookie=cookie).text


def test_the_second_visit_to_a_story_shows_what_is_new(signed_in):
    room, url, cookie = signed_in
    then = NOON - timedelta(minutes=270)
    with room.store.transaction() as transaction:
        transaction.bookmarks.mark(ReadingMark(account_id="ada", kind="visit", subject="story00", at=then))
    assert "A fishing crew of five" in ask(url + "/story/story00", Cookie=cookie).text


def test_what_they_open_counts_as_read():
    with full_newsroom() as room:
        cookie = _sign_in(room)
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            ask(url + STORM, Cookie=cookie)
        # The mark is written behind the answer, and surely when the portal has closed.
        with room.store.read() as transaction:
            assert [mark.subject for mark in transaction.bookmarks.marks("ada", "read")] == [
                "https://gazette.example/0/0"
            ]


def test_only_what_there_is_can_be_starred_or_read(signed_in):
    room, url, cookie = signed_in
    token = form_token(cookie.partition("=")[2])
    for act in ("star", "read"):
        for subject in ("https://gazette.example/0/0", "https://gazette.example/of-their-own-making"):
            body = urlencode({"csrf": token, "subject": subject})
            assert ask(f"{url}/me/{act}", "POST", body, Cookie=cookie, Content_Type=FORM).status == 303
        with room.store.read() as transaction:
            marks = transaction.bookmarks.marks("ada", act)
        assert [mark.subject for mark in marks] == ["https://gazette.example/0/0"]


def test_half_a_letter_breaks_no_page_of_theirs(signed_in):
    room, url, cookie = signed_in
    broken = Article(url="https://gazette.example/half", title="Half a \ud83d letter", section="\ud83d", text="Half.")
    with room.store.transaction() as transaction:
        transaction.articles.keep(Revision(article=broken, seen_at=NOON))
        transaction.bookmarks.mark(ReadingMark(account_id="ada", kind="star", subject=broken.url, at=NOON))
    answer = ask(url + "/me/starred", Cookie=cookie)
    assert answer.status == 200
    assert "Half a ? letter" in answer.text
    assert ask(url + "/nowhere").status == 404


def test_a_followed_story_can_be_let_go(signed_in):
    room, url, cookie = signed_in
    with room.store.transaction() as transaction:
        transaction.followings.add(
            Following(id="f1", account_id="ada", kind="event", subject="story00", name="Storm", since=NOON)
        )
    text = ask(url + "/story/story00", Cookie=cookie).text
    assert 'action="/me/unfollow"' in text
    assert 'name="id" value="f1"' in text


def test_an_operator_may_come_through_a_proxy(signed_in):
    _, url, cookie = signed_in
    assert ask(url + "/operator", Cookie=cookie, X_Forwarded_For="192.0.2.1").status == 200


def _sign_in(room: Newsroom) -> str:
    account = Account(id="ada", name="Ada", password="", created_at=NOON, language="no", theme="dark")
    secret = new_secret()
    with room.store.transaction() as transaction:
        transaction.accounts.add(account)
        transaction.sessions.start(new_session(account, secret, "", NOON))
    return f"newsloom_session={secret}"
