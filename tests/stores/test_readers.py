"""What every store promises about readers: their accounts, sessions, keys, and what belongs to each."""

from __future__ import annotations

import dataclasses
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from newsloom.records import Account, ApiKey, Following, ReadingMark, Session
from newsloom.stores import open_store

START = datetime(2026, 11, 1, tzinfo=UTC)
HASHES = ("$argon2id$1", "$argon2id$2", "$argon2id$3")
ANN = Account(id="a1", name="Ann Åse", password=HASHES[0], created_at=START)
BOB = Account(id="b1", name="bob", password=HASHES[1], created_at=START, language="tr", theme="dark")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request, tmp_path):
    places = {
        "memory": lambda: ":memory:",
        "sqlite": lambda: str(tmp_path / "newsloom.db"),
        "postgres": lambda: request.getfixturevalue("postgres_dsn"),
    }
    opened = open_store(places[request.param]())
    with opened.begin() as shift:
        assert shift.accounts.add(ANN)
        assert shift.accounts.add(BOB)
    yield opened
    opened.close()


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
    with store.begin() as shift:
        for name in ("ann åse", "ANN ÅSE", "Ann A\N{COMBINING RING ABOVE}se"):
            assert not shift.accounts.add(dataclasses.replace(ANN, id="other", name=name))
        assert not shift.accounts.add(dataclasses.replace(ANN, name="Another"))
    with store.look() as shift:
        assert shift.accounts.named("ANN Åse") == ANN
        assert shift.accounts.get("a1") == ANN
        assert shift.accounts.get("other") is None
        assert shift.accounts.named("nobody") is None


def test_an_account_is_changed_but_keeps_its_name_and_beginning(store):
    changed = dataclasses.replace(ANN, password=HASHES[2], language="nb", theme="light", is_operator=True)
    with store.begin() as shift:
        shift.accounts.change(dataclasses.replace(changed, name="bob", created_at=moment(9)))
        shift.accounts.change(dataclasses.replace(changed, id="nobody"))
    with store.look() as shift:
        assert shift.accounts.get("a1") == changed
        assert shift.accounts.named("bob") == BOB
        assert shift.accounts.get("nobody") is None


def test_a_session_is_found_by_its_digest_until_it_ends(store):
    with store.begin() as shift:
        shift.accounts.open_session(session(1))
    with store.look() as shift:
        assert shift.accounts.session(digest(1), moment(23)) == session(1)
        assert shift.accounts.session(digest(1), moment(24)) is None
        assert shift.accounts.session(digest(2), moment(1)) is None


def test_a_reader_ends_own_sessions_and_nobody_elses(store):
    with store.begin() as shift:
        for number in (1, 2, 3):
            shift.accounts.open_session(session(number, started=number))
        shift.accounts.open_session(session(4, BOB))
        assert not shift.accounts.end_session(BOB.id, digest(1))
        assert shift.accounts.end_session(ANN.id, digest(1))
        assert not shift.accounts.end_session(ANN.id, digest(1))
        assert shift.accounts.sessions(ANN.id) == (session(3, started=3), session(2, started=2))
        assert shift.accounts.end_sessions(ANN.id, but=digest(2)) == 1
        assert shift.accounts.sessions(ANN.id) == (session(2, started=2),)
        assert shift.accounts.end_sessions(ANN.id) == 1
        assert shift.accounts.sessions(BOB.id) == (session(4, BOB),)


def test_sessions_that_have_ended_go_with_the_next_sign_in(store):
    with store.begin() as shift:
        shift.accounts.open_session(session(1, ends=2))
        shift.accounts.open_session(session(2, ends=9))
        shift.accounts.open_session(session(3, started=5, ends=9))
        assert {one.digest for one in shift.accounts.sessions(ANN.id)} == {digest(2), digest(3)}


def test_a_key_is_its_owners_to_end(store):
    with store.begin() as shift:
        for number in (1, 2):
            shift.accounts.keep_key(key(number))
        shift.accounts.keep_key(key(1))
    with store.begin() as shift:
        assert shift.accounts.key(digest(1)) == key(1)
        assert shift.accounts.keys(ANN.id) == (key(2), key(1))
        assert not shift.accounts.end_key(BOB.id, "k1")
        assert shift.accounts.end_key(ANN.id, "k1")
        assert not shift.accounts.end_key(ANN.id, "k1")
        assert shift.accounts.key(digest(1)) is None
        assert shift.accounts.keys(BOB.id) == ()


def test_a_subject_is_followed_once_by_each_reader(store):
    with store.begin() as shift:
        assert shift.bookmarks.follow(following(1))
        assert not shift.bookmarks.follow(following(2))
        assert shift.bookmarks.follow(following(3, kind="topic"))
        assert shift.bookmarks.follow(following(4, BOB))
    with store.begin() as shift:
        assert shift.bookmarks.followed(ANN.id) == (following(3, kind="topic"), following(1))
        assert shift.bookmarks.following(ANN.id, "f1") == following(1)
        assert shift.bookmarks.following(BOB.id, "f1") is None
        assert not shift.bookmarks.unfollow(BOB.id, "f1")
        assert shift.bookmarks.unfollow(ANN.id, "f1")
        assert not shift.bookmarks.unfollow(ANN.id, "f1")
        assert shift.bookmarks.follow(following(5))


def test_marks_are_each_readers_own_and_the_latest_come_first(store):
    with store.begin() as shift:
        shift.bookmarks.mark(mark("https://lorne.example/a", hour=1))
        shift.bookmarks.mark(mark("https://lorne.example/b", hour=2))
        shift.bookmarks.mark(mark("https://lorne.example/a", hour=3))
        shift.bookmarks.mark(mark("https://lorne.example/c", "star", hour=4))
        shift.bookmarks.mark(mark("https://lorne.example/c", account=BOB))
    with store.begin() as shift:
        read = shift.bookmarks.marks(ANN.id, "read")
        assert read == (mark("https://lorne.example/a", hour=3), mark("https://lorne.example/b", hour=2))
        assert shift.bookmarks.marks(ANN.id, "read", limit=1) == read[:1]
        subjects = ("https://lorne.example/b", "https://lorne.example/c")
        assert shift.bookmarks.marked(ANN.id, "read", subjects) == {"https://lorne.example/b"}
        assert shift.bookmarks.marked(ANN.id, "read", ()) == frozenset()
        assert not shift.bookmarks.unmark(BOB.id, "read", "https://lorne.example/a")
        assert shift.bookmarks.unmark(ANN.id, "read", "https://lorne.example/a")
        assert not shift.bookmarks.unmark(ANN.id, "read", "https://lorne.example/a")


def test_many_subjects_are_asked_about_at_once(store):
    subjects = tuple(f"https://lorne.example/{number}" for number in range(1200))
    with store.begin() as shift:
        shift.bookmarks.mark(mark(subjects[-1]))
        assert shift.bookmarks.marked(ANN.id, "read", subjects) == {subjects[-1]}


def test_a_subject_may_be_as_long_and_strange_as_an_address(store):
    strange = "https://lorne.example/" + "ü\x00\ud83d" * 3000
    with store.begin() as shift:
        shift.bookmarks.mark(mark(strange))
        shift.bookmarks.follow(following(1, kind="search", subject=strange))
        assert shift.bookmarks.marks(ANN.id, "read") == (mark(strange),)
        assert shift.bookmarks.followed(ANN.id)[0].subject == strange


def test_most_read_counts_readers_since_a_time(store):
    with store.begin() as shift:
        shift.bookmarks.mark(mark("https://lorne.example/a", hour=1))
        shift.bookmarks.mark(mark("https://lorne.example/a", account=BOB, hour=5))
        shift.bookmarks.mark(mark("https://lorne.example/b", hour=6))
        shift.bookmarks.mark(mark("https://lorne.example/c", "star", hour=6))
        assert shift.bookmarks.most_read(moment(0)) == (
            ("https://lorne.example/a", 2),
            ("https://lorne.example/b", 1),
        )
        assert shift.bookmarks.most_read(moment(0), 1) == (("https://lorne.example/a", 2),)
        assert dict(shift.bookmarks.most_read(moment(5))) == {
            "https://lorne.example/a": 1,
            "https://lorne.example/b": 1,
        }


def test_an_account_goes_with_everything_that_belongs_to_it(store):
    with store.begin() as shift:
        for account in (ANN, BOB):
            number = 1 if account is ANN else 2
            shift.accounts.open_session(session(number, account))
            shift.accounts.keep_key(key(number, account))
            shift.bookmarks.follow(following(number, account))
            shift.bookmarks.mark(mark("https://lorne.example/a", account=account))
        shift.accounts.remove(ANN.id)
        shift.accounts.remove("nobody")
    with store.begin() as shift:
        assert shift.accounts.get(ANN.id) is None
        assert shift.accounts.session(digest(1), moment(1)) is None
        assert shift.accounts.key(digest(1)) is None
        assert shift.bookmarks.followed(ANN.id) == ()
        assert shift.bookmarks.marks(ANN.id, "read") == ()
        assert shift.bookmarks.most_read(moment(0)) == (("https://lorne.example/a", 1),)
        assert shift.accounts.sessions(BOB.id) == (session(2, BOB),)
        assert shift.accounts.keys(BOB.id) == (key(2, BOB),)
        assert shift.accounts.add(dataclasses.replace(ANN, id="a2"))


def at_once(store, work, times=4):
    """What each of several threads gets that do the same in shifts of their own."""
    gate = threading.Barrier(times)

    def one(number):
        gate.wait(timeout=60)
        with store.begin() as shift:
            return work(shift, number)

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(one, range(times)))


def test_of_many_who_want_one_name_at_once_one_gets_it(store):
    def open_account(shift, number):
        return shift.accounts.add(dataclasses.replace(ANN, id=f"crowd{number}", name="Crowd"))

    assert sorted(at_once(store, open_account)) == [False, False, False, True]


def test_a_button_pressed_many_times_at_once_counts_once(store):
    def press(shift, number):
        shift.bookmarks.mark(mark("https://lorne.example/a", hour=1))
        return shift.bookmarks.follow(following(number))

    assert sorted(at_once(store, press)) == [False, False, False, True]
    with store.look() as shift:
        assert len(shift.bookmarks.followed(ANN.id)) == 1
        assert len(shift.bookmarks.marks(ANN.id, "read")) == 1
