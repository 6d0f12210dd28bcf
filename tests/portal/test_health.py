"""Whether the portal is well, over HTTP: what it says of itself, its warehouse and its gatherer, and its metrics."""

from __future__ import annotations

import json
import threading
from contextlib import closing
from datetime import timedelta

from tests.portal.newsstand import NOON
from tests.portal.serving import ask, served

from newsloom.errors import StoreError
from newsloom.newsroom import Newsroom
from newsloom.pipeline.gathering.heartbeat import beat, rest
from newsloom.portal.app import create_app
from newsloom.portal.gatherer import GathererStatus
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore


def health_at(url):
    answer = ask(url + "/healthz")
    assert answer.headers["Content-Type"] == "application/json"
    return answer.status, json.loads(answer.body)


def test_health_and_metrics(url):
    assert health_at(url) == (200, {"status": "ok"})
    ask(url + "/v1/articles/unknown")
    answer = ask(url + "/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert 'newsloom_recent_failures{kind="timeout"} 1.0' in lines
    assert "newsloom_sources 14.0" in lines
    assert any(
        line.startswith('newsloom_http_requests_total{method="GET",route="/v1/articles/{id}",status="404"}')
        for line in lines
    )
    for line in lines:
        name, _, value = line.rpartition(" ")
        assert line.startswith(("# HELP ", "# TYPE ")) or (name and float(value) >= 0)


def test_metrics_do_not_grow_with_what_strangers_ask_for(url):
    for number in range(5):
        ask(f"{url}/nothing/{number}")
        ask(f"{url}/article/{number}", f"X{number}")
    text = ask(url + "/metrics").text
    assert "/nothing/" not in text
    assert "X1" not in text


class DeadStore(MemoryStore):
    """A warehouse whose server has gone."""

    def read(self):
        raise StoreError("postgresql://ann@db.example/news", "does not answer")


def test_a_warehouse_that_does_not_answer_is_said_without_its_address():
    room = Newsroom(DeadStore(), Settings())
    with served(create_app(room, room.settings, now=lambda: NOON)) as address:
        for path in ("/healthz", "/v1/articles"):
            answer = ask(address + path)
            assert answer.status == 503
            assert "db.example" not in answer.text


class FrozenStore(MemoryStore):
    """A warehouse whose server has stopped answering, until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.released = threading.Event()

    def read(self):
        self.released.wait()
        return super().read()


def test_health_is_answered_while_the_warehouse_hangs():
    room = Newsroom(FrozenStore(), Settings())
    with served(create_app(room, room.settings, now=lambda: NOON)) as address:
        # The threads that make pages hang as well.
        readers = [threading.Thread(target=ask, args=(address + "/v1/articles",)) for _ in range(6)]
        for reader in readers:
            reader.start()
        try:
            for _ in range(2):
                assert health_at(address) == (503, {"status": "the warehouse does not answer"})
        finally:
            room.store.released.set()
            for reader in readers:
                reader.join()
        assert health_at(address) == (200, {"status": "ok"})


def test_health_knows_whether_gathering_lives():
    with closing(MemoryStore()) as store:
        room = Newsroom(store, Settings(), now=lambda: NOON)
        with store.transaction() as transaction:
            beat(transaction, NOON)

        def health(*, later: timedelta, **options) -> tuple[int, dict]:
            moments = iter([NOON])
            app = create_app(room, room.settings, now=lambda: next(moments, NOON + later), **options)
            with served(app) as address:
                return health_at(address)

        alive, missed = timedelta(minutes=2), timedelta(hours=1)
        own = GathererStatus()
        assert health(later=alive, gatherer=own) == (200, {"status": "ok", "gathering": "alive"})
        assert health(later=missed, gatherer=own) == (503, {"status": "nobody gathers", "gathering": "missed"})
        # Who has no gatherer of their own serves what there is.
        assert health(later=missed) == (200, {"status": "ok", "gathering": "missed"})
        with store.transaction() as transaction:
            rest(transaction)
        assert health(later=missed) == (200, {"status": "ok"})
        # One that never came to life is missed, too.
        assert health(later=missed, gatherer=own)[0] == 503


def test_health_knows_what_became_of_the_gatherer():
    with closing(MemoryStore()) as store:
        room, gatherer = Newsroom(store, Settings(), now=lambda: NOON), GathererStatus()
        with served(create_app(room, room.settings, now=lambda: NOON, gatherer=gatherer)) as address:
            gatherer.note_restart()
            assert health_at(address) == (200, {"status": "ok", "gathering": "alive", "gatherer_restarts": "1"})
            gatherer.give_up()
            status, said = health_at(address)
            assert (status, said["gathering"]) == (503, "given up")
