"""Links made absolute: plain ones by a short cut, with the same result."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import links
from newsloom.dom.links import absolute_url

PIECES = st.sampled_from(["/", "//", "?", "&", "=", "a", "b.jpg", ".", "..", ";", "#", "%20", ":", "é", " ", "http:"])
BASES = st.sampled_from(
    [
        *("http://loom.example/news/rain?page=2#top", "https://Loom.example", "http://loom.example?x", "HTTP://a.b/c"),
        *(
            "http://loom.example:80/x",
            "http://ann@loom.example/",
            "http://[::1]/a",
            "http:///x",
            "ftp://a.b/c",
            "",
            None,
        ),
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join), BASES)
def test_a_path_is_joined_with_its_base_as_any_other_link(path: str, base: str | None) -> None:
    assert absolute_url(f"/{path}", base) == links._joined(f"/{path}", base)


@pytest.mark.parametrize(
    ("link", "url"),
    [
        ("/news/", "https://loom.example/news/"),
        ("/list.asp?topic=3&page=2", "https://loom.example/list.asp?topic=3&page=2"),
        ("/web/2010/http://paper.example/a", "https://loom.example/web/2010/http://paper.example/a"),
        ("//cdn.example/a.jpg?v=1", "https://cdn.example/a.jpg?v=1"),
        ("/news/../rain", "https://loom.example/rain"),
    ],
)
def test_a_path_is_joined_with_the_root_of_the_site(link: str, url: str) -> None:
    assert absolute_url(link, "https://loom.example/news/rain.html") == url


@pytest.mark.parametrize("part", ["/", "/a", "//a", "a", "?"])
def test_a_long_path_takes_linear_time(part: str) -> None:
    started = time.process_time()
    absolute_url("/a" + part * 100_000 + "é", "https://loom.example/")
    assert time.process_time() - started < 1
