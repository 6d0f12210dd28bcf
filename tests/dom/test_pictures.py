"""Where a picture is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.dom import pictures
from newsloom.dom.links import absolute_url
from newsloom.dom.pictures import picture_address

BASE = "https://paper.example/town/today.html"

NAMES = st.sampled_from([*pictures._WAITING_OR_SHOWN, *pictures._SETS, "width", "{urn:x}src", "alt"])
PARTS = (
    "https://|http://|//|/|paper.example|a.jpg|b.JPG|.svg|.SVG|.gif|.gifs|data:|DATA:|placeholder|pixel|PiXel|spacer|1x1|"
    "blank.|/icon|/icons/|sprite|avatar|/themes/|?w=1|#|?| |,|, | 100w| 2x| 1.5x| 100000w| 0w|\t|\n|\x1f|.|..|é|\u212a|"
    "40|39|0|\u0663\u0663|12345678|[|]|%20|:|@"
).split("|")
VALUES = st.lists(st.sampled_from(PARTS), max_size=8).map("".join).filter(lambda text: "\x1f" not in text)
SETS = st.text(alphabet="ab,, 019.wx\n", max_size=30)


@given(st.sampled_from(["img", "source", "{urn:x}source"]), st.dictionaries(NAMES, VALUES | SETS, max_size=4))
def test_whatever_an_element_says_an_address_is_one(tag: str, attributes: dict[str, str]) -> None:
    for base in (BASE, None):
        found = picture_address(etree.Element(tag, attributes), base, least_width=40)
        assert found is None or found.lower().startswith(("http://", "https://"))


@pytest.mark.parametrize(
    ("links", "widest"),
    [
        ("/a.jpg 1w, " * 1_000 + "/b.jpg 9w", "/a.jpg"),
        ("/a.jpg 1w," * 255 + "/b.jpg 9w,/c.jpg 19w", "/c.jpg"),
        ("/a.jpg 1w," * 257 + "/b.jpg 9w", "/a.jpg"),
        ("/a.jpg 1.5x, /b.jpg 2x", "/b.jpg"),
    ],
)
def test_a_long_set_is_cut(links: str, widest: str) -> None:
    found = picture_address(etree.Element("img", srcset=links), "https://paper.example/")
    assert found == f"https://paper.example{widest}"


@given(VALUES, st.sampled_from([BASE, "https://paper.example", "HTTP://x@Paper.example:80?a", "ftp://x/", "x", None]))
def test_a_path_is_joined_with_its_base_as_any_link_is(link: str, base: str | None) -> None:
    if not pictures._is_placeholder(link):
        assert pictures._address(link, base) == absolute_url(link, base)


@pytest.mark.parametrize(
    ("attributes", "address"),
    [
        ({"src": "/p/a.jpg"}, "https://paper.example/p/a.jpg"),
        ({"src": "//cdn.example/a.jpg"}, "https://cdn.example/a.jpg"),
        ({"src": "a.jpg"}, "https://paper.example/town/a.jpg"),
        ({"src": "data:image/gif;base64,x", "data-src": "/a.jpg"}, "https://paper.example/a.jpg"),
        ({"srcset": "/a.jpg 100w, /b.jpg 300w, /c.jpg 200w"}, "https://paper.example/b.jpg"),
        ({"srcset": "/a.jpg, /b.jpg"}, "https://paper.example/a.jpg"),
        ({"src": "/spacer.png"}, None),
        ({"src": "/a.jpg", "width": "39"}, None),
        ({}, None),
    ],
)
def test_a_picture_is_where_its_element_says(attributes: dict[str, str], address: str | None) -> None:
    assert picture_address(etree.Element("img", attributes), BASE, least_width=40) == address
