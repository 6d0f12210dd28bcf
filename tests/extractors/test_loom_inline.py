"""Links, pictures and signatures of a story's lines. Every line of these pages is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.extractors.loom.blocks import story_blocks
from newsloom.records import Block
from newsloom.testing import HOSTILE_PAGES

HOME = "https://loom.example/news/rain"


def blocks_of(page: str | bytes) -> tuple[Block, ...]:
    document = parse(page, url=HOME)
    return story_blocks(document, range(len(document.outline.segments)))


def linked(block: Block) -> list[tuple[str, str]]:
    return [(block.text[link.start : link.end], link.url) for link in block.links]


def test_links_stand_where_the_page_has_them() -> None:
    (block,) = blocks_of("<p>The  <a href='/mill'>old <b>mill</b></a>\n and <a href='bridge'> the bridge </a>.</p>")
    assert block.text == "The old mill and the bridge ."
    assert linked(block) == [
        ("old mill", "https://loom.example/mill"),
        ("the bridge", "https://loom.example/news/bridge"),
    ]


def test_lines_around_a_box_have_each_its_own_links() -> None:
    found = blocks_of(
        "<div><a href='/a'>one</a> here<p>and <a href='/b'>two</a></p>then <i><a href='/c'>three</a></i></div>"
    )
    assert [linked(block) for block in found] == [
        [("one", "https://loom.example/a")],
        [("two", "https://loom.example/b")],
        [("three", "https://loom.example/c")],
    ]


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "data:text/html,x", "#top", "", "mailto:a@loom.example", "http://"]
)
def test_what_does_not_lead_to_the_web_is_no_link(link: str) -> None:
    (block,) = blocks_of(f"<p>The <a href='{link}'>mill</a></p>")
    assert block.links == ()


def test_links_are_relative_to_the_page_base() -> None:
    (block,) = blocks_of("<base href='https://other.example/x/'><p>The <a href='mill'>mill</a></p>")
    assert linked(block) == [("mill", "https://other.example/x/mill")]


def test_picture_between_two_lines_belongs_to_the_second_and_the_last_to_the_line_before_it() -> None:
    figure = "<figure><img src='a.jpg' alt=' The  mill '></figure>"
    _, one, two = blocks_of(f"<h1>Rain</h1><div><p>One.</p>{figure}<p>Two.</p><img src='b.jpg'></div>")
    assert one.images == ()
    assert [(image.at, image.url, image.alt) for image in two.images] == [
        (0, "https://loom.example/news/a.jpg", "The mill"),
        (4, "https://loom.example/news/b.jpg", ""),
    ]


@pytest.mark.parametrize(
    "picture",
    [
        "<img src='data:image/gif;base64,R0'>",
        "<img src='face.jpg' width=40>",
        "<a href='/other-story'><img src='teaser.jpg'></a>",
        "<aside><img src='advert.jpg'></aside>",
        "<img src='javascript:alert(1)'>",
        "<img>",
    ],
)
def test_picture_that_is_none_of_the_story_is_left_out(picture: str) -> None:
    assert all(not block.images for block in blocks_of(f"<h1>Rain</h1><p>One.</p>{picture}<p>Two.</p>"))


POST = "<blockquote class='{}'><p>Stay away from the bridge.</p>{}</blockquote>"


@pytest.mark.parametrize(
    ("name", "line", "signature"),
    [
        (
            "twitter-tweet",
            "— Town of Loom (@loom) <a href='https://t.example/1'>May 3, 2024</a>",
            "Town of Loom (@loom) May 3, 2024",
        ),
        ("instagram-media", "<p>A post shared by Ann Lee (@ann)</p>", "A post shared by Ann Lee (@ann)"),
        ("bluesky-embed", "&mdash; Ann Lee (<a href='https://b.example'>@ann.example</a>)", "Ann Lee (@ann.example)"),
    ],
)
def test_post_of_a_social_network_is_a_quote_with_its_signature(name: str, line: str, signature: str) -> None:
    document = parse(POST.format(name, line) + "<p>The end.</p>", url=HOME)
    quote, end = story_blocks(document, [0, 2])
    assert (quote.kind, quote.text, quote.signature) == ("quote", "Stay away from the bridge.", signature)
    assert end.signature is None


def test_other_quotes_have_no_signature() -> None:
    document = parse(POST.format("pull", "— Ann Lee"), url=HOME)
    assert story_blocks(document, [0])[0].signature is None


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_hostile_pages_are_read(name: str) -> None:
    for block in blocks_of(HOSTILE_PAGES[name]()):
        assert all(0 <= link.start < link.end <= len(block.text) for link in block.links)


@given(
    st.lists(
        st.sampled_from(["<p>", "</p>", "<a href=/x>", "</a>", "one ", "two", "<br>", "<b>", "</b>", "<img src=a.jpg>"])
    )
)
def test_links_are_within_their_block_in_any_arrangement(pieces: list[str]) -> None:
    for block in blocks_of("".join(pieces)):
        assert all(0 <= link.start < link.end <= len(block.text) for link in block.links)
        assert all(0 <= image.at <= len(block.text) for image in block.images)
