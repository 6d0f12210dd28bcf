from __future__ import annotations

import gzip
import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.pipeline.bulk.compressed import GZIP_MAGIC, read_chunks


def contents(data: bytes, **limits: int) -> list[bytes]:
    return [chunk.content for chunk in read_chunks(io.BytesIO(data), **limits) if not chunk.is_damaged]


def damages(data: bytes, **limits: int) -> int:
    return sum(chunk.is_damaged for chunk in read_chunks(io.BytesIO(data), **limits))


@given(st.lists(st.binary(max_size=300_000), max_size=4))
def test_members_come_out_as_they_went_in(members):
    packed = b"".join(map(gzip.compress, members))
    assert b"".join(contents(packed)) == b"".join(members)
    assert not damages(packed)


@given(st.binary(max_size=200_000).filter(lambda data: not data.startswith(GZIP_MAGIC)))
def test_a_plain_file_is_what_it_is(data):
    assert b"".join(contents(data)) == data


def test_each_member_says_where_it_begins():
    packed = gzip.compress(b"one" * 50_000) + gzip.compress(b"two")
    first = [chunk.content[:3] for chunk in read_chunks(io.BytesIO(packed)) if chunk.is_first]
    assert first == [b"one", b"two"]


@pytest.mark.parametrize("place", [0, 3, 12, 40])
def test_a_damaged_member_costs_only_itself(place):
    members = [gzip.compress(bytes(f"member {number} ", "ascii") * 9) for number in range(3)]
    broken = bytearray(members[1])
    broken[place : place + 4] = b"\xff\xff\xff\xff"
    data = members[0] + bytes(broken) + members[2]
    joined = b"".join(contents(data))
    assert joined.startswith(b"member 0")
    assert joined.endswith(b"member 2 ")
    assert damages(data) == 1


def test_a_cut_file_says_that_it_was_cut():
    packed = gzip.compress(b"one") + gzip.compress(bytes(range(256)) * 100)[:-40]
    assert damages(packed) == 1


def test_padding_behind_the_last_member_is_no_damage():
    assert not damages(gzip.compress(b"one") + bytes(100_000))


def test_a_bomb_is_left_behind_and_the_next_member_is_read():
    data = gzip.compress(bytes(40_000_000)) + gzip.compress(b"next")
    tracemalloc.start()
    try:
        kept = sum(map(len, contents(data, max_member_bytes=1_000_000)[:-1]))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert kept < 1_100_000
    assert peak < 5_000_000
    assert contents(data, max_member_bytes=1_000_000)[-1] == b"next"


def test_a_file_of_false_beginnings_is_given_up():
    with pytest.raises(OSError, match="damaged"):
        contents((GZIP_MAGIC + bytes(7) + b"\xff") * 20_000)
