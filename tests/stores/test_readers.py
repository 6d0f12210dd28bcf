"""What every store promises about readers: their accounts, sessions, keys, and what belongs to each."""

from __future__ import annotations

import dataclasses
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from newsloom.records import Account, ApiKey, Following, ReadingMark, Session

START = datetime(2026, 11, 1, tzinfo=UTC)
HASHES = ("$argon2id$1", "$argon2id$2", "$argon2id$3")
ANN = Account(id="a1", name="Ann Åse", password=HASHES[0], created_at=START)
BOB = Account(id="b1", name="bob", password=HASHES[1], created_at=START, language="tr", theme="dark")


@pytest.fixture(autouse=True)
def accounts(store):
    with store.transaction() as transaction:
        assert transaction.accounts.add(ANN)
        assert transaction.accounts.add(BOB)


def moment(hour):
    return START + timedelta(hours=hour)


def digest(number):
    return f"{number:064x}"


def session(number, account=ANN, *, started=0, ends=24):
    return Session(
        digest=digest(number), account_id=account.id, started_at=moment(started), ends_at=moment(ends), agent="Lynx"
    )


def key(number, account=ANN):
    return ApiKey(
        id=f"k{number}", digest=digest(number), account_id=account.id, name="Reader", created_at=moment(number)
    )


def following(number, account=ANN, *, kind="event", subject="s1"):
    return Following(
        id=f"f{number}", account_id=account.id, kind=kind, subject=subject, name="Ferries", since=moment(number)
    )


def mark(subject, kind="read", account=ANN, *, hour=0):
    return ReadingMark(account_id=account.id, kind=kind, subject=subject, at=moment(hour))


def test_a_name_is_taken_in_every_casing(store):
    with store.transaction() as transaction:
        for name in ("ann åse", "ANN ÅSE", "Ann A\N{COMBINING RING ABOVE}se"):
            assert not transaction.accounts.add(dataclasses.replace(ANN, id="other", name=name))
        assert not transaction.accounts.add(dataclasses.replace(ANN, name="Another"))
    with store.read() as transaction:
        assert transaction.accounts.named("ANN Åse") == ANN
        assert transaction.accounts.get("a1") == ANN
        assert transaction.accounts.get("other") is None
        assert transaction.accounts.named("nobody") is None


def test_an_account_is_changed_but_keeps_its_name_and_beginning(store):
    changed = dataclasses.replace(ANN, password=HASHES[2], language="nb", theme="light", is_operator=True)
    with store.transaction() as transaction:
        transaction.accounts.change(dataclasses.replace(changed, name="bob", created_at=moment(9)))
        transaction.accounts.change(dataclasses.replace(changed, id="nobody"))
    with store.read() as transaction:
        assert transaction.accounts.get("a1") == changed
        assert transaction.accounts.named("bob") == BOB
        assert transaction.accounts.get("nobody") is None


def test_a_session_is_found_by_its_digest_until_it_ends(store):
    with store.transaction() as transaction:
        transaction.sessions.start(session(1))
    with store.read() as transaction:
        assert transaction.sessions.get(digest(1), moment(23)) == session(1)
        assert transaction.sessions.get(digest(1), moment(24)) is None
        assert transaction.sessions.get(digest(2), moment(1)) is None


def test_a_reader_ends_own_sessions_and_nobody_elses(store):
    with store.transaction() as transaction:
        for number in (1, 2, 3):
            transaction.sessions.start(session(number, started=number))
        transaction.sessions.start(session(4, BOB))
        assert not transaction.sessions.end(BOB.id, digest(1))
        assert transaction.sessions.end(ANN.id, digest(1))
        assert not transaction.sessions.end(ANN.id, digest(1))
        assert transaction.sessions.all(ANN.id) == (session(3, started=3), session(2, started=2))
        assert transaction.sessions.end_all(ANN.id, but=digest(2)) == 1
        assert transaction.sessions.all(ANN.id) == (session(2, started=2),)
        assert transaction.sessions.end_all(ANN.id) == 1
        assert transaction.sessions.all(BOB.id) == (session(4, BOB),)


def test_sessions_that_have_ended_go_with_the_next_sign_in(store):
    with store.transaction() as transaction:
        transaction.sessions.start(session(1, ends=2))
        transaction.sessions.start(session(2, ends=9))
        transaction.sessions.start(session(3, started=5, ends=9))
        assert {one.digest for one in transaction.sessions.all(ANN.id)} == {digest(2), digest(3)}


def test_a_key_is_its_owners_to_end(store):
    with store.transaction() as transaction:
        for number in (1, 2):
            transaction.api_keys.keep(key(number))
        transaction.api_keys.keep(key(1))
    with store.transaction() as transaction:
        assert transaction.api_keys.get(digest(1)) == key(1)
        assert transaction.api_keys.all(ANN.id) == (key(2), key(1))
        assert not transaction.api_keys.end(BOB.id, "k1")
        assert transaction.api_keys.end(ANN.id, "k1")
        assert not transaction.api_keys.end(ANN.id, "k1")
        assert transaction.api_keys.get(digest(1)) is None
        assert transaction.api_keys.all(BOB.id) == ()


def test_a_subject_is_followed_once_by_each_reader(store):
    with store.transaction() as transaction:
        assert transaction.followings.add(following(1))
        assert not transaction.followings.add(following(2))
        assert transaction.followings.add(following(3, kind="topic"))
        assert transaction.followings.add(following(4, BOB))
    with store.transaction() as transaction:
        assert transaction.followings.all(ANN.id) == (following(3, kind="topic"), following(1))
        assert transaction.followings.get(ANN.id, "f1") == following(1)
        assert transaction.followings.get(BOB.id, "f1") is None
        assert not transaction.followings.remove(BOB.id, "f1")
        assert transaction.followings.remove(ANN.id, "f1")
        assert not transaction.followings.remove(ANN.id, "f1")
        assert transaction.followings.add(following(5))


def test_marks_are_each_readers_own_and_the_latest_come_first(store):
    with store.transaction() as transaction:
        transaction.bookmarks.mark(mark("https://lorne.example/a", hour=1))
        transaction.bookmarks.mark(mark("https://lorne.example/b", hour=2))
        transaction.bookmarks.mark(mark("https://lorne.example/a", hour=3))
        transaction.bookmarks.mark(mark("https://lorne.example/c", "star", hour=4))
        transaction.bookmarks.mark(mark("https://lorne.example/c", account=BOB))
    with store.transaction() as transaction:
        read = transaction.bookmarks.marks(ANN.id, "read")
        assert read == (mark("https://lorne.example/a", hour=3), mark("https://lorne.example/b", hour=2))
        assert transaction.bookmarks.marks(ANN.id, "read", limit=1) == read[:1]
        subjects = ("https://lorne.example/b", "https://lorne.example/c")
        assert transaction.bookmarks.marked(ANN.id, "read", subjects) == {"https://lorne.example/b"}
        assert transaction.bookmarks.marked(ANN.id, "read", ()) == frozenset()
        assert not transaction.bookmarks.unmark(BOB.id, "read", "https://lorne.example/a")
        assert transaction.bookmarks.unmark(ANN.id, "read", "https://lorne.example/a")
        assert not transaction.bookmarks.unmark(ANN.id, "read", "https://lorne.example/a")


def test_many_subjects_are_asked_about_at_once(store):
    subjects = tuple(f"https://lorne.example/{number}" for number in range(1200))
    with store.transaction() as transaction:
        transaction.bookmarks.mark(mark(subjects[-1]))
        assert transaction.bookmarks.marked(ANN.id, "read", subjects) == {subjects[-1]}


def test_a_subject_may_be_as_long_and_strange_as_an_address(store):
    strange = "https://lorne.example/" + "ü\x00\ud83d" * 3000
    with store.transaction() as transaction:
        transaction.bookmarks.mark(mark(strange))
        transaction.followings.add(following(1, kind="search", subject=strange))
        assert transaction.bookmarks.marks(ANN.id, "read") == (mark(strange),)
        assert transaction.followings.all(ANN.id)[0].subject == strange


def test_an_account_goes_with_everything_that_belongs_to_it(store):
    with store.transaction() as transaction:
        for account in (ANN, BOB):
            number = 1 if account is ANN else 2
            transaction.sessions.start(session(number, account))
            transaction.api_keys.keep(key(number, account))
            transaction.followings.add(following(number, account))
            transaction.bookmarks.mark(mark("https://lorne.example/a", account=account))
        transaction.accounts.remove(ANN.id)
        transaction.accounts.remove("nobody")
    with store.transaction() as transaction:
        assert transaction.accounts.get(ANN.id) is None
        assert transaction.sessions.get(digest(1), moment(1)) is None
        assert transaction.api_keys.get(digest(1)) is None
        assert transaction.followings.all(ANN.id) == ()
        assert transaction.bookmarks.marks(ANN.id, "read") == ()
        assert transaction.bookmarks.marks(BOB.id, "read") == (mark("https://lorne.example/a", account=BOB),)
        assert transaction.sessions.all(BOB.id) == (session(2, BOB),)
        assert transaction.api_keys.all(BOB.id) == (key(2, BOB),)
        assert transaction.accounts.add(dataclasses.replace(ANN, id="a2"))


def at_once(store, work, times=4):
    """What each of several threads gets that do the same in transactions of their own."""
    gate = threading.Barrier(times)

    def one(number):
        gate.wait(timeout=60)
        with store.transaction() as transaction:
            return work(transaction, number)

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(one, range(times)))


def test_of_many_who_want_one_name_at_once_one_gets_it(store):
    def open_account(transaction, number):
        return transaction.accounts.add(dataclasses.replace(ANN, id=f"crowd{number}", name="Crowd"))

    assert sorted(at_once(store, open_account)) == [False, False, False, True]


def test_a_button_pressed_many_times_at_once_counts_once(store):
    def press(transaction, number):
        transaction.bookmarks.mark(mark("https://lorne.example/a", hour=1))
        return transaction.followings.add(following(number))

    assert sorted(at_once(store, press)) == [False, False, False, True]
    with store.read() as transaction:
        assert len(transaction.followings.all(ANN.id)) == 1
        assert len(transaction.bookmarks.marks(ANN.id, "read")) == 1
