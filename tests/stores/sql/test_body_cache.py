from __future__ import annotations

from newsloom.stores.sql.bodies import BodyCache


def test_what_was_used_longest_ago_falls_off():
    shelf = BodyCache(capacity_bytes=10)
    shelf.put("a", b"aaaa")
    shelf.put("b", b"bbbb")
    assert shelf.get("a") == b"aaaa"
    shelf.put("c", b"cccc")
    assert [shelf.get(name) for name in "abc"] == [b"aaaa", None, b"cccc"]


def test_what_is_larger_than_the_shelf_is_not_laid_on_it():
    shelf = BodyCache(capacity_bytes=10)
    shelf.put("a", b"aaaa")
    shelf.put("big", b"x" * 11)
    assert (shelf.get("a"), shelf.get("big")) == (b"aaaa", None)


def test_the_same_body_twice_takes_its_room_once():
    shelf = BodyCache(capacity_bytes=10)
    for _ in range(5):
        shelf.put("a", b"aaaa")
    shelf.put("b", b"bbbb")
    assert shelf.get("a") == b"aaaa"
