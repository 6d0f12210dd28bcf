from __future__ import annotations

import pytest

from newsloom.stores.sql.bodies import shape_of

STORY = "https://lorne.example/town/ferry-is-late-4711.html"


@pytest.mark.parametrize(
    "other", ["https://lorne.example/sea/choir-sings-12.html", "https://LORNE.example/sea/x.HTML?page=2#top"]
)
def test_stories_of_one_site_have_one_shape(other):
    assert shape_of(other, "text/html; charset=utf-8") == shape_of(STORY, "text/html")


@pytest.mark.parametrize(
    ("other", "content_type"),
    [
        ("https://abbey.example/town/ferry-is-late-4711.html", "text/html"),
        ("https://lorne.example/", "text/html"),
        ("https://lorne.example/town/ferry", "text/html"),
        (STORY, "application/rss+xml"),
        (STORY, None),
    ],
)
def test_other_sites_and_kinds_of_pages_have_others(other, content_type):
    assert shape_of(other, content_type) != shape_of(STORY, "text/html")


@pytest.mark.parametrize("broken", ["", "http://[", "\ud83d", "x" * 10_000])
def test_what_is_no_address_has_a_shape(broken):
    assert len(shape_of(broken, None)) == 64
