from __future__ import annotations

import contextlib
import gzip
import zlib

import brotli
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.decompression import BodyBroken, BodyTooLarge, decompress, decompress_prefix

LIMIT = 1_000_000


def bare_deflate(body: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(body) + stream.flush()


ENCODERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}
WORDS = b"".join(b"word %d " % number for number in range(20_000))


@pytest.mark.parametrize("name", ENCODERS)
@settings(max_examples=25, deadline=None)
@given(body=st.binary(max_size=5_000) | st.binary(max_size=20).map(lambda piece: piece * 9_000))
def test_decoding_undoes_encoding(name, body):
    assert decompress(ENCODERS[name](body), name, LIMIT) == body


@pytest.mark.parametrize("name", ENCODERS)
def test_bodies_of_many_pieces_come_back_whole(name):
    assert decompress(ENCODERS[name](WORDS), name, LIMIT) == WORDS


def test_deflate_may_come_without_its_header():
    assert decompress(bare_deflate(WORDS), "deflate", LIMIT) == WORDS


@pytest.mark.parametrize("header", [None, "", "identity", "none", "UTF-8", "identity, identity"])
def test_no_encoding_leaves_the_body_alone(header):
    assert decompress(b"as it is", header, LIMIT) == b"as it is"


@pytest.mark.parametrize("header", ["GZIP", " gzip ", "gzip,", "identity, gzip"])
def test_the_header_is_read_generously(header):
    assert decompress(gzip.compress(WORDS), header, LIMIT) == WORDS


def test_two_encodings_are_undone_from_the_last():
    assert decompress(brotli.compress(gzip.compress(WORDS)), "gzip, br", LIMIT) == WORDS


@pytest.mark.parametrize("name", ENCODERS)
def test_an_empty_body_is_empty_whatever_the_header_says(name):
    assert decompress(b"", name, LIMIT) == b""


@pytest.mark.parametrize("encode", [gzip.compress, zstandard.compress])
def test_streams_one_behind_the_other_are_one_body(encode):
    name = "gzip" if encode is gzip.compress else "zstd"
    assert decompress(encode(b"one ") + encode(b"") + encode(b"two"), name, LIMIT) == b"one two"


@pytest.mark.parametrize("encode", [gzip.compress, zstandard.compress])
def test_padding_behind_the_last_stream_is_ignored(encode):
    name = "gzip" if encode is gzip.compress else "zstd"
    assert decompress(encode(WORDS) + bytes(512), name, LIMIT) == WORDS


@pytest.mark.parametrize("name", ENCODERS)
def test_a_bomb_is_put_down_at_the_limit(name):
    bomb = ENCODERS[name](bytes(5_000_000))
    assert len(bomb) < LIMIT
    with pytest.raises(BodyTooLarge, match="1000000 bytes"):
        decompress(bomb, name, LIMIT)


def test_a_bomb_within_a_bomb_is_put_down_too():
    bomb = gzip.compress(gzip.compress(bytes(60_000_000)))
    with pytest.raises(BodyTooLarge):
        decompress(bomb, "gzip, gzip", LIMIT)


@pytest.mark.parametrize("name", ENCODERS)
def test_a_body_of_exactly_the_limit_passes(name):
    assert len(decompress(ENCODERS[name](bytes(LIMIT)), name, LIMIT)) == LIMIT
    with pytest.raises(BodyTooLarge):
        decompress(ENCODERS[name](bytes(LIMIT + 1)), name, LIMIT)


@pytest.mark.parametrize("name", ENCODERS)
def test_a_body_that_ends_too_early_is_broken(name):
    whole = ENCODERS[name](WORDS)
    for length in (1, len(whole) // 2, len(whole) - 1):
        with pytest.raises(BodyBroken):
            decompress(whole[:length], name, LIMIT)


@pytest.mark.parametrize("name", ENCODERS)
@settings(max_examples=50, deadline=None)
@given(body=st.binary(min_size=1, max_size=300))
def test_garbage_is_broken_or_small_but_nothing_else(name, body):
    with contextlib.suppress(BodyBroken, BodyTooLarge):
        assert len(decompress(body, name, LIMIT)) <= LIMIT


@pytest.mark.parametrize("encode", [gzip.compress, zstandard.compress])
def test_endless_empty_streams_are_not_followed(encode):
    name = "gzip" if encode is gzip.compress else "zstd"
    with pytest.raises(BodyBroken, match="more than 1000"):
        decompress(encode(b"") * 2_000, name, LIMIT)


def test_an_encoding_nobody_asked_for_is_broken():
    with pytest.raises(BodyBroken, match="compress"):
        decompress(b"\x1f\x9d", "compress", LIMIT)


def test_many_layers_are_broken():
    with pytest.raises(BodyBroken, match="4 times"):
        decompress(b"x", "gzip, gzip, gzip, gzip", LIMIT)


@pytest.mark.parametrize("name", ENCODERS)
def test_a_beginning_is_as_long_as_asked_for(name):
    assert decompress_prefix(ENCODERS[name](WORDS), name, 1_000) == WORDS[:1_000]
    assert decompress_prefix(ENCODERS[name](b"short"), name, 1_000) == b"short"


@pytest.mark.parametrize("name", ENCODERS)
def test_a_beginning_is_what_comes_before_the_fault(name):
    whole = ENCODERS[name](WORDS)
    assert WORDS.startswith(decompress_prefix(whole[: len(whole) // 2], name, LIMIT))
