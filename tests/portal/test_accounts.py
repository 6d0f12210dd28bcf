"""Accounts over HTTP: signing up, in and out, and what belongs to one reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest
from tests.portal.browsing import PASSWORD, Browser
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.portal.accounts.passwords import hash_password
from newsloom.portal.accounts.profile import browser_name
from newsloom.portal.app import create_app
from newsloom.portal.sessions import digest_of
from newsloom.records import Account

STORY = "story00"
WRONG = "not the password"
ARTICLE = "https://gazette.example/0/0"
numbers = count()


class Clock:
    """A clock that the tests turn."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self):
        return self.now


@contextmanager
def portal_with(**settings) -> Iterator[tuple]:
    with full_newsroom() as room:
        room.settings = replace(room.settings, **settings)
        clock = Clock()
        with served(create_app(room, room.settings, now=clock, page_seconds=0.0)) as url:
            yield url, room, clock


@pytest.fixture(scope="module")
def open_portal():
    with portal_with(portal_operators=("boss",)) as opened:
        yield opened


@pytest.fixture
def url(open_portal):
    # Tries of one test are not counted with those of the next.
    open_portal[2].now += timedelta(hours=2)
    return open_portal[0]


@pytest.fixture
def room(open_portal):
    return open_portal[1]


@pytest.fixture
def ann(url):
    """A reader who has just signed up."""
    browser = Browser(url)
    browser.name = f"ann {next(numbers)}"
    assert browser.sign_up(browser.name).status == 303
    return browser


def account_of(room, browser):
    with room.store.read() as transaction:
        return transaction.accounts.named(browser.name)


def test_a_reader_signs_up_and_is_greeted_by_name(ann):
    page = ann.get("/me")
    assert page.status == 200
    assert ann.name in page.text
    assert page.headers["Cache-Control"] == "no-store"


def test_the_password_is_kept_as_a_hash_only(ann, room):
    account = account_of(room, ann)
    assert account.password.startswith("$argon2id$")
    assert PASSWORD not in account.password


def test_a_reader_signs_out_and_in_again(ann):
    before = dict(ann.cookies)
    assert ann.post("/signout").headers["Location"] == "/"
    assert ann.get("/me").headers["Location"] == "/signin?next=%2Fme"
    # The old secret opens nothing any more.
    ann.cookies = before
    assert ann.get("/me").status == 303
    ann.cookies = {}
    assert ann.sign_in(ann.name.upper(), next="/latest").headers["Location"] == "/latest"
    assert ann.get("/me").status == 200


@pytest.mark.parametrize(
    ("name", "password", "status"),
    [
        ("", PASSWORD, 400),
        ("<script>", PASSWORD, 400),
        ("x" * 41, PASSWORD, 400),
        ("zoe", "short", 400),
        ("zoe", "p" * 257, 400),
        ("zoe zoe zoe", "ZOE zoe zoe", 400),
    ],
)
def test_a_name_or_password_that_will_not_do_is_refused_with_a_reason(url, name, password, status):
    browser = Browser(url)
    answer = browser.sign_up(name, password)
    assert answer.status == status
    assert 'role="alert"' in answer.text
    assert password not in answer.text or len(password) < 8
    assert not any("session" in name for name in browser.cookies)


def test_a_name_is_given_once(url, ann):
    assert Browser(url).sign_up(ann.name.title()).status == 409


def test_a_wrong_password_and_a_wrong_name_are_answered_alike(url, ann):
    wrong = [Browser(url).sign_in(name, WRONG) for name in (ann.name, "nobody at all")]
    assert [answer.status for answer in wrong] == [403, 403]
    texts = [re.sub(r'value="[^"]*"', "", answer.text) for answer in wrong]
    assert texts[0] == texts[1]


def test_signing_up_can_be_closed():
    with portal_with(portal_signup=False) as (url, room, _):
        browser = Browser(url)
        assert "portal_signup" in browser.get("/signup").text
        assert browser.post("/signup", page="/signin", name="ann", password=PASSWORD).status == 403
        with room.store.read() as transaction:
            assert transaction.accounts.named("ann") is None


def test_a_name_cannot_be_tried_without_end(url, ann):
    tries = [Browser(url).sign_in(ann.name, WRONG).status for _ in range(11)]
    assert tries == [403] * 10 + [429]
    # Not even with the right word, until some time has passed.
    refused = Browser(url).sign_in(ann.name)
    assert refused.status == 429
    assert refused.headers["Retry-After"] == "900"


def test_after_a_quarter_of_an_hour_one_may_try_again(url, ann, open_portal):
    for _ in range(11):
        Browser(url).sign_in(ann.name, WRONG)
    open_portal[2].now += timedelta(minutes=15)
    assert Browser(url).sign_in(ann.name).status == 303


def test_accounts_cannot_be_opened_without_end(url):
    status = [Browser(url).sign_up(f"crowd {next(numbers)}").status for _ in range(11)]
    assert status == [303] * 10 + [429]


def test_a_session_ends_by_itself(ann, open_portal):
    open_portal[2].now += timedelta(days=31)
    assert ann.get("/me").status == 303


def test_another_browser_can_be_signed_out(url, ann):
    other = Browser(url)
    other.sign_in(ann.name)
    secret = other.cookies["newsloom_session"]
    assert digest_of(secret) in ann.get("/me").text
    assert ann.post("/me/sessions", digest=digest_of(secret)).status == 303
    assert other.get("/me").status == 303
    assert ann.get("/me").status == 200


def test_all_others_can_be_signed_out_at_once(url, ann):
    others = [Browser(url) for _ in range(2)]
    for other in others:
        other.sign_in(ann.name)
    ann.post("/me/sessions")
    assert [other.get("/me").status for other in others] == [303, 303]
    assert ann.get("/me").status == 200


def test_a_new_password_needs_the_old_one_and_signs_others_out(url, ann):
    other = Browser(url)
    other.sign_in(ann.name)
    assert ann.post("/me/password", password=WRONG, new="another horse entirely").status == 400
    assert ann.post("/me/password", password=PASSWORD, new="short").status == 400
    assert ann.post("/me/password", password=PASSWORD, new="another horse entirely").status == 200
    assert other.get("/me").status == 303
    assert ann.get("/me").status == 200
    assert Browser(url).sign_in(ann.name).status == 403
    assert Browser(url).sign_in(ann.name, "another horse entirely").status == 303


def test_an_account_is_deleted_with_everything(url, ann, room):
    account = account_of(room, ann)
    ann.post("/me/star", subject=ARTICLE)
    assert ann.post("/me/delete", password=WRONG).status == 400
    assert ann.post("/me/delete", password=PASSWORD).headers["Location"] == "/"
    assert ann.get("/me").status == 303
    assert Browser(url).sign_in(ann.name).status == 403
    with room.store.read() as transaction:
        assert transaction.accounts.get(account.id) is None
        assert transaction.bookmarks.marks(account.id, "star") == ()


def test_a_reader_follows_events_topics_and_searches(ann, room):
    ann.post("/me/follow", kind="event", subject=STORY, name="Storm", next=f"/story/{STORY}")
    ann.post("/me/follow", kind="topic", subject="topic0", name="Coast")
    ann.post("/me/follow", kind="search", subject="q=market&language=en", name="market")
    ann.post("/me/follow", kind="event", subject=STORY, name="Storm again")
    account = account_of(room, ann)
    with room.store.read() as transaction:
        followed = transaction.followings.all(account.id)
    assert {(one.kind, one.subject) for one in followed} == {
        ("event", STORY),
        ("topic", "topic0"),
        ("search", "q=market&language=en"),
    }
    page = ann.get("/me").text
    assert "/search?q=market&amp;language=en" in page
    selection = ann.get("/me/selection").text
    assert "No ferry before Thursday" in selection
    assert "Sunday market gets a roof" in selection
    for one in followed:
        ann.post("/me/unfollow", id=one.id)
    assert "Sunday market" not in ann.get("/me/selection").text


def test_what_is_muted_is_not_in_the_selection(ann):
    ann.post("/me/follow", kind="event", subject=STORY)
    ann.post("/me/mute", kind="mute-source", subject="courier.example")
    ann.post("/me/mute", kind="mute-word", subject="third night")
    page = ann.get("/me/selection").text
    assert "Harbour s" in page
    assert "No ferry before Thursday" not in page
    assert "Third night" not in page
    ann.post("/me/unmute", kind="mute-source", subject="courier.example")
    assert "No ferry before Thursday" in ann.get("/me/selection").text


def test_starred_articles_are_found_again(ann):
    assert ann.post("/me/star", subject=ARTICLE, next="/latest").headers["Location"] == "/latest"
    assert "Harbour stays shut" in ann.get("/me/starred").text
    ann.post("/me/unstar", subject=ARTICLE)
    assert "Harbour stays shut" not in ann.get("/me/starred").text


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/me/follow", {"kind": "person", "subject": "x"}),
        ("/me/follow", {"kind": "event", "subject": ""}),
        ("/me/mute", {"kind": "read", "subject": "x"}),
        ("/me/mute", {"kind": "mute-word", "subject": "x" * 101}),
        ("/me/star", {"subject": ""}),
        ("/me/sessions", {"digest": "not a digest"}),
    ],
)
def test_a_form_that_says_nothing_sensible_is_refused(ann, path, fields):
    assert ann.post(path, **fields).status == 400


def test_a_key_is_shown_once_and_can_be_ended(ann, room):
    page = ann.post("/me/keys", name="My reader").text
    secret = re.search(r">([\w-]{40,})</code>", page)[1]
    assert secret not in ann.get("/me").text
    account = account_of(room, ann)
    with room.store.read() as transaction:
        (key,) = transaction.api_keys.all(account.id)
    assert key.digest == digest_of(secret)
    assert ask(f"{ann.portal}/v1/sources", Authorization=f"Bearer {secret}").status == 200
    ann.post("/me/keys/end", id=key.id)
    assert ask(f"{ann.portal}/v1/sources", Authorization=f"Bearer {secret}").status == 401


def test_nobody_has_keys_without_end(ann):
    answers = [ann.post("/me/keys", name="k").status for _ in range(21)]
    assert answers == [200] * 20 + [400]


def test_an_account_that_the_settings_name_is_an_operator(url, room):
    # Nobody takes the right by opening an account of that name.
    assert Browser(url).sign_up("Boss").status == 409
    with room.store.transaction() as transaction:
        transaction.accounts.add(Account(id="boss", name="boss", password=hash_password(PASSWORD), created_at=NOON))
    browser = Browser(url)
    browser.sign_in("boss")
    assert 'href="/operator"' in browser.get("/me").text


def test_nobody_else_is_an_operator(ann):
    assert 'href="/operator"' not in ann.get("/me").text


@pytest.mark.parametrize("language", ["en", "tr", "no"])
@pytest.mark.parametrize("path", ["/signin", "/signup"])
def test_account_pages_speak_the_portals_languages(url, path, language):
    page = ask(url + path, Accept_Language=language)
    assert page.status == 200
    assert f'<html lang="{language}"' in page.text


def test_the_own_page_is_told_in_every_language(ann, room):
    for language in ("tr", "no", "en"):
        account = account_of(room, ann)
        with room.store.transaction() as transaction:
            transaction.accounts.change(replace(account, language=language))
        assert f'<html lang="{language}"' in ann.get("/me").text
        assert ann.get("/me/selection").status == 200
        assert ann.get("/me/starred").status == 200


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit Version/18.0 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl/8.5.0 extra", "curl/8.5.0"),
        ("", ""),
    ],
)
def test_a_browser_is_called_by_two_words(agent, name):
    assert browser_name(agent) == name
