"""The warehouse does not answer, or something breaks: readers and programs are told so, and nobody is told why."""

from __future__ import annotations

import asyncio
import json
import threading
from datetime import timedelta

import pytest
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.errors import StoreError
from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.portal.errors import StoreErrors
from newsloom.portal.sessions import digest_of
from newsloom.records import Account, Session
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore


class FaultyStore(MemoryStore):
    """A warehouse that fails in one way."""

    def __init__(self, fault):
        super().__init__()
        self._fault = fault

    def read(self):
        raise self._fault


class BusyStore(MemoryStore):
    """A warehouse in which somebody else writes until they are done; reading goes on."""

    def __init__(self):
        super().__init__()
        self.is_done = threading.Event()

    def transaction(self):
        self.is_done.wait()
        return super().transaction()


GONE = StoreError("postgresql://ann@db.example/news", "does not answer")
FAULT = RuntimeError("a fault in /srv/newsloom")


@pytest.fixture(scope="module")
def closed():
    room = Newsroom(FaultyStore(GONE), Settings(), now=lambda: NOON)
    with served(create_app(room, room.settings)) as url:
        yield url


@pytest.fixture(scope="module")
def broken():
    room = Newsroom(FaultyStore(FAULT), Settings(), now=lambda: NOON)
    with served(create_app(room, room.settings)) as url:
        yield url


@pytest.mark.parametrize("cookie", ["", "newsloom_session=a-secret"], ids=["stranger", "reader"])
@pytest.mark.parametrize("path", ["/", "/latest", "/search?q=harbour", "/latest.rss"])
def test_readers_are_told_that_the_warehouse_does_not_answer(closed, path, cookie):
    answer = ask(closed + path, Cookie=cookie)
    assert answer.status == 503
    assert answer.headers["Retry-After"]
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert "The archive is not available" in answer.text
    assert "db.example" not in answer.text


def test_they_are_told_in_their_language(closed):
    assert "Arşiv yanıt vermiyor" in ask(closed + "/", Accept_Language="tr").text


def test_a_form_is_answered_as_well(closed):
    answer = ask(closed + "/me/star", "POST", "csrf=x", Cookie="newsloom_session=a-secret")
    assert answer.status == 503


def test_a_fault_of_ours_is_a_page_without_its_reason(broken):
    answer = ask(broken + "/")
    assert answer.status == 500
    assert "Something went wrong" in answer.text
    assert "/srv" not in answer.text


def test_programs_get_a_fault_of_ours_as_json(broken):
    answer = ask(broken + "/v1/articles")
    assert answer.status == 500
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert set(json.loads(answer.body)) == {"error", "hint"}
    assert "/srv" not in answer.text


def test_programs_get_a_strange_method_as_json(closed):
    answer = ask(closed + "/v1/articles", "BREW")
    assert answer.status == 405
    assert json.loads(answer.body)["hint"]


def test_what_cannot_be_written_after_an_answer_is_not_answered_again():
    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"a page"})
        raise GONE

    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(StoreErrors(app)({"type": "http", "path": "/"}, None, send))
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]


def test_nobody_waits_for_their_page_while_others_write():
    store = BusyStore()
    store.is_done.set()
    room = full_newsroom(store=store)
    account = Account(id="a", name="ann", password="", created_at=NOON)
    session = Session(digest=digest_of("a-secret"), account_id="a", started_at=NOON, ends_at=NOON + timedelta(days=1))
    with store.transaction() as transaction:
        transaction.accounts.add(account)
        transaction.sessions.start(session)
    with served(create_app(room, room.settings, now=lambda: NOON)) as url:
        store.is_done.clear()
        try:
            # Each leaves a mark to be written; there are more of them than threads.
            answers = [ask(url + "/story/story00", Cookie="newsloom_session=a-secret") for _ in range(8)]
            answers.append(ask(url + "/latest"))
        finally:
            store.is_done.set()
    assert {answer.status for answer in answers} == {200}
    with store.read() as transaction:
        assert transaction.bookmarks.marks("a", "visit")
