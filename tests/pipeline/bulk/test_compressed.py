from __future__ import annotations

import gzip
import io
import tracemalloc

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from newsloom.pipeline.bulk.compressed import GZIP_MAGIC, FilePart, read_chunks


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


def test_zstd_frames_come_out_one_by_one_with_and_without_a_dictionary():
    records = [f"WARC/1.1 record {number} ".encode() * 40 for number in range(50)]
    plain = b"".join(map(zstandard.compress, records))
    assert b"".join(contents(plain)) == b"".join(records)
    trained = zstandard.train_dictionary(1_000, records * 20)
    packer = zstandard.ZstdCompressor(dict_data=trained)
    head = b"\x5d\x2a\x4d\x18" + len(trained.as_bytes()).to_bytes(4, "little") + trained.as_bytes()
    assert b"".join(contents(head + b"".join(map(packer.compress, records)))) == b"".join(records)


def test_a_bomb_in_zstd_is_left_behind():
    data = zstandard.compress(bytes(500_000_000)) + zstandard.compress(b"next")
    tracemalloc.start()
    try:
        kept = contents(data, max_member_bytes=1_000_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert kept[-1] == b"next"
    assert peak < 300_000_000


@given(st.lists(st.binary(min_size=1, max_size=2_000), min_size=1, max_size=30), st.integers(1, 3_000))
def test_parts_have_every_member_once(members, size):
    packed = b"".join(gzip.compress(b"WARC/" + member) for member in members)
    found = []
    for start in range(0, len(packed), size):
        part = FilePart(start=start, end=start + size, border=b"WARC/")
        found += [chunk.content for chunk in read_chunks(io.BytesIO(packed), part=part)]
    assert b"".join(found) == b"".join(b"WARC/" + member for member in members)
