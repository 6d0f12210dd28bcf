"""Whether bytes are UTF-8, held against Python's own decoder."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom.utf8 import is_utf8

# The edges of all ranges of bytes in the Unicode Standard's table 3-7.
EDGES = bytes.fromhex("00 41 7f 80 8f 90 9f a0 bf c0 c1 c2 df e0 e1 ec ed ee ef f0 f1 f3 f4 f5 ff")


def is_decoded(page: bytes) -> bool:
    try:
        page.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_every_sequence_at_an_edge_is_what_the_decoder_says():
    pages = [bytes(page) for length in (1, 2, 3) for page in product(EDGES, repeat=length)]
    pages += [bytes(page) for page in product(EDGES[13:24], EDGES[3:9], EDGES[3:9], EDGES[2:9])]
    assert [page for page in pages if is_utf8(page) != is_decoded(page)] == []


@given(
    st.lists(st.sampled_from(["a" * 61, "x", "é", "€", "𝔸", "\x7f"]), max_size=60),
    st.integers(0, 300),
    st.binary(max_size=2),
)
def test_characters_may_lie_across_blocks_and_be_broken_anywhere(parts, place, stray):
    page = "".join(parts).encode()
    assert is_utf8(page)
    broken = page[:place] + stray + page[place:]
    assert is_utf8(broken) == is_decoded(broken)
    assert is_utf8(page[:place]) == is_decoded(page[:place])
