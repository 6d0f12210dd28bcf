from __future__ import annotations

import gzip
import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.bulk.archives import answer, record, story, zipped
from warcio.warcwriter import WARCWriter

from newsloom.pipeline.bulk.warc import MAX_CONTENT_BYTES, DamagedRecord, Record, header_fields, read_records


def read(data: bytes) -> list[Record | DamagedRecord]:
    return list(read_records(io.BytesIO(data)))


def told(data: bytes) -> list[bytes | str]:
    """The content of each record; "damage" where there is none."""
    return ["damage" if isinstance(one, DamagedRecord) else one.content for one in read(data)]


@pytest.mark.parametrize("pack", [b"".join, zipped, lambda records: gzip.compress(b"".join(records))])
@given(contents=st.lists(st.binary(max_size=100_000), max_size=4))
def test_records_come_out_as_they_went_in(pack, contents):
    assert told(pack([record(content) for content in contents])) == contents


def test_records_of_another_library_are_read():
    file = io.BytesIO()
    writer = WARCWriter(file, gzip=True, warc_version="1.0")
    writer.write_record(writer.create_warcinfo_record("a.warc.gz", {"software": "x"}))
    writer.write_record(
        writer.create_warc_record(
            "https://paper.example/a",
            "resource",
            payload=io.BytesIO(story()),
            length=len(story()),
            warc_content_type="text/html",
        )
    )
    first, second = read(file.getvalue())
    assert first.fields["warc-type"] == "warcinfo"
    assert second.fields["warc-target-uri"] == "https://paper.example/a"
    assert second.content == story()


def test_members_that_part_records_elsewhere_are_no_borders():
    whole = record(b"a" * 5_000) + record(b"b" * 5_000)
    packed = b"".join(gzip.compress(whole[at : at + 700]) for at in range(0, len(whole), 700))
    assert told(packed) == [b"a" * 5_000, b"b" * 5_000]


def test_a_length_that_is_too_long_costs_its_own_record():
    lying = record(b"short", length=10**17)
    assert told(zipped([record(b"one"), lying, record(b"three")])) == [b"one", "damage", b"three"]


def test_a_length_that_is_too_short_is_noticed():
    lying = record(b"a page that is longer", length=6)
    for pack in (b"".join, zipped):
        assert told(pack([lying, record(b"next")])) == [b"a page", "damage", b"next"]


@pytest.mark.parametrize("length", ["", "-5", "12x", "9" * 30, "0x10"])
def test_a_record_without_a_length_is_passed(length):
    broken = record(b"x").replace(b"Content-Length: 1", b"Content-Length: " + length.encode())
    assert told(broken + record(b"next")) == ["damage", b"next"]


def test_a_head_that_never_ends_is_passed():
    assert told(b"WARC/1.1\r\n" + b"X: y\r\n" * 200_000 + record(b"next")) == ["damage", b"next"]


def test_the_end_of_a_head_is_found_across_pieces():
    # Each is a member of its own.
    chunks = [b"WARC/1.1\r\n", *(b"%c" % letter for letter in b"X: y\r\n" * 100), b"Content-Length: 2\r\n\r", b"\nok"]
    assert told(zipped(chunks)) == [b"ok"]


def test_a_file_that_was_cut_says_so():
    whole = record(b"one") + record(b"two" * 100)
    assert told(whole[:-50]) == [b"one", "damage"]
    packed = zipped([record(b"one"), record(bytes(range(256)) * 9)])
    assert told(packed[:-60]) == [b"one", "damage"]


def test_a_damaged_member_is_told_once():
    members = [gzip.compress(record(b"%d" % number * 500)) for number in range(3)]
    members[1] = members[1][:20] + b"\xff" * 20 + members[1][40:]
    assert told(b"".join(members)) == [b"0" * 500, "damage", b"2" * 500]


def test_an_archive_within_an_archive_is_not_opened():
    inner = record(answer(story()))
    assert told(record(inner, kind="resource") + record(b"next")) == [inner, b"next"]
    assert told(gzip.compress(gzip.compress(inner))) == ["damage"]


def test_of_a_huge_record_only_the_beginning_is_kept():
    data = gzip.compress(record(bytes(40_000_000))) + gzip.compress(record(b"next"))
    tracemalloc.start()
    try:
        sizes = [len(one.content) for one in read_records(io.BytesIO(data))]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sizes == [MAX_CONTENT_BYTES, 4]
    assert peak < 3 * MAX_CONTENT_BYTES


@given(st.binary(max_size=5_000))
def test_whatever_a_file_holds_it_is_read_to_its_end(data):
    assert all(isinstance(one, Record | DamagedRecord) for one in read(b"WARC/1.0\r\n" + data))


def test_a_header_may_be_folded_and_the_first_of_two_values_counts():
    fields = header_fields(b"HTTP/1.1 200 OK\r\nA: one\r\n  two\r\nB: x\r\nb: y\r\n z\r\nno colon\r\n")
    assert fields == {"a": "one two", "b": "x"}


def test_only_the_end_of_a_line_ends_a_field():
    fields = header_fields("WARC/1.0\r\nA: x\u2028B: y\x85C: z\r\nD: w".encode())
    assert fields == {"a": "x\u2028B: y\x85C: z", "d": "w"}


def test_what_is_folded_into_a_second_value_is_no_field_of_its_own():
    assert header_fields(b"HTTP/1.1 200 OK\r\nA: one\r\nA: two\r\n B: three") == {"a": "one"}
