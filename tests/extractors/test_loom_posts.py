"""Posts of social networks between the lines of a story."""

from __future__ import annotations

from array import array

from newsloom.dom import parse
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.posts import add_posts

PAGE = """<body><p>The ferry sails again from Monday.</p>
<blockquote class="twitter-tweet"><p>We are back on Monday!</p></blockquote>
<blockquote><p>The sea is wide.</p></blockquote>
<p>It was in the yard for nine weeks.</p>
<blockquote class="instagram-media"><p>Our new ship.</p></blockquote></body>"""


def kept_with(post: float, quote: float = 0.45) -> list[int]:
    page = PageArrays.of(parse(PAGE))
    return add_posts(page, [0, 3], array("d", [0.9, post, quote, 0.9, 0.45]))


def test_a_post_in_doubt_between_kept_lines_stays():
    assert kept_with(0.45) == [0, 1, 3]


def test_a_post_that_is_hardly_part_of_the_story_does_not():
    assert kept_with(0.3) == [0, 3]


def test_nothing_is_added_to_a_page_without_a_story():
    assert add_posts(PageArrays.of(parse(PAGE)), [], array("d", [0.01] * 5)) == []
