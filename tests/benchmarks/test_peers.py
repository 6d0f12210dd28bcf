from __future__ import annotations

import subprocess
import sys

import pytest

from benchmarks.pages import small_page
from benchmarks.peers import ALL_FIELDS, PEERS, version_of
from benchmarks.rooms import is_trained, rooms
from newsloom.catalogue import available

ASK = """
from benchmarks.pages import small_page
from benchmarks.peers import PEERS, hush
hush()
peer = next(peer for peer in PEERS if peer.name == {name!r})
answer = peer.answer(small_page(1), "https://daily.example/story")
print(answer.text)
"""


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_a_peer_that_is_installed_finds_the_story(peer):
    if version_of(peer.package) is None:
        pytest.skip(f"{peer.package} is not installed")
    # In a process of its own: peers warn on import, and are kept from the network for good.
    done = subprocess.run(
        [sys.executable, "-c", ASK.format(name=peer.name)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "ferry" in done.stdout


def test_peers_have_names_of_their_own_that_no_room_has():
    names = [peer.name for peer in (*PEERS, *rooms())]
    assert len(names) == len(set(names))


def test_every_room_of_the_catalogue_competes():
    assert [room.name for room in rooms()] == list(available("extractor"))


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.name)
def test_a_room_answers_as_a_peer_does(room):
    answer = room.answer(small_page(1), "https://daily.example/story")
    assert answer.text
    assert answer.title
    assert answer.date
    assert room.fields == ALL_FIELDS


def test_a_room_without_a_model_is_not_trained():
    assert not is_trained("next")


def test_what_is_not_installed_has_no_version():
    assert version_of("no-such-extractor") is None
