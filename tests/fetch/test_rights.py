from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from multidict import CIMultiDict, CIMultiDictProxy

from newsloom.fetch.rights import rights_of


def rights(body: str | bytes = b"", *headers: tuple[str, str]) -> tuple[str, ...]:
    content = body.encode() if isinstance(body, str) else body
    return rights_of(CIMultiDictProxy(CIMultiDict(headers)), content, "newsloom")


def test_most_pages_reserve_nothing():
    assert rights("<html><head><meta name=robots content='index, follow'></head>", ("X-Robots-Tag", "noindex")) == ()


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("noai", ("noai",)),
        ("NoAI, NoImageAI", ("noai", "noimageai")),
        ("noindex, noai", ("noai",)),
        ("newsloom: noai", ("noai",)),
        ("otherbot: noai", ()),
        ("max-snippet: 20, noai", ("noai",)),
        ("unavailable_after: 2030-05-17, noai", ("noai",)),
        ("noaiming", ()),
    ],
)
def test_the_robots_header_is_read(value, found):
    assert rights(b"", ("x-robots-tag", value)) == found


def test_every_robots_header_counts():
    assert rights(b"", ("X-Robots-Tag", "noindex"), ("X-Robots-Tag", "noai")) == ("noai",)


@pytest.mark.parametrize(("value", "found"), [("1", ("tdm-reservation",)), (" 1 ", ("tdm-reservation",)), ("0", ())])
def test_the_reservation_header_is_read(value, found):
    assert rights(b"", ("TDM-Reservation", value)) == found


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ('<meta name="robots" content="noai, noimageai">', ("noai", "noimageai")),
        ("<META CONTENT='NOAI' NAME='Robots'>", ("noai",)),
        ("<meta name=robots content=noai />", ("noai",)),
        ('<meta name="newsloom" content="noai">', ("noai",)),
        ('<meta name="otherbot" content="noai">', ()),
        ('<meta name="tdm-reservation" content="1">', ("tdm-reservation",)),
        ('<meta name="tdm-reservation" content="0">', ()),
        ('<meta name="description" content="noai">', ()),
        ("<p>noai and tdm-reservation</p>", ()),
    ],
)
def test_meta_tags_are_read(tag, found):
    assert rights(f"<html><head>{tag}</head><body>Text.</body></html>") == found


@pytest.mark.parametrize("value", ["false", '"False"', ' "false"', "'FALSE'"])
def test_a_page_that_is_not_free_says_so(value):
    assert rights(f'<script type="application/ld+json">{{"isAccessibleForFree":{value}}}</script>') == ("not-free",)


def test_a_free_page_says_so_too():
    assert rights('{"isAccessibleForFree": true}') == ()


def test_signals_come_in_a_fixed_order():
    body = '<meta name="tdm-reservation" content="1">{"isAccessibleForFree": false}'
    assert rights(body, ("X-Robots-Tag", "noimageai, noai")) == ("noai", "noimageai", "tdm-reservation", "not-free")


@given(st.binary(max_size=300))
def test_any_bytes_can_be_searched(noise):
    assert "noai" in rights(b'<meta name="robots" content="noai">' + noise)


def test_tags_left_open_cost_little():
    assert rights(b"noai " + b"<meta name=" * 6_000) == ()
    assert rights(b'noai <meta name="' + b"x" * 60_000) == ()
