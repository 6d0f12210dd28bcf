"""Feeds of any size and any bytes: nothing but a feed or an ``InputError``, and never more than the bounds."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from newsloom.discovery.feeds import read_feed
from newsloom.discovery.feeds.model import MAX_ENTRIES
from newsloom.discovery.feeds.text import MAX_TEASER
from newsloom.discovery.markup import MAX_BYTES, parse_tree
from newsloom.dom.markupscan import MAX_ATTRIBUTES
from newsloom.errors import InputError
from newsloom.text.urls import MAX_CHARACTERS, normalise_url

URL = "https://dailyloom.example/feed"
FOLDER = Path(__file__).parent / "feeds"
BODIES = [file.read_bytes() for file in sorted(FOLDER.iterdir()) if not file.name.endswith((".expected.json", ".md"))]
SHORT = [body for body in BODIES if len(body) < 5_000]
ITEM = b"<item><title>Ferry %d</title><link>https://dailyloom.example/%d</link></item>"


def _is_within_bounds(body: bytes) -> None:
    try:
        feed = read_feed(body, url=URL)
    except InputError:
        return
    assert len(feed.links) <= MAX_ENTRIES
    assert len({link.url for link in feed.links}) == len(feed.links)
    for position, link in enumerate(feed.links):
        assert link.position == position
        assert normalise_url(link.url) == link.url
        assert len(link.url) <= MAX_CHARACTERS
        assert link.title is None or 0 < len(link.title) <= 502
        assert link.text is None or 0 < len(link.text) <= MAX_TEASER + 2
        assert link.published is None or link.published.tzinfo is not None


@given(st.binary(max_size=300))
def test_any_bytes_are_a_feed_or_an_input_error(body):
    _is_within_bounds(body)
    _is_within_bounds(b"<rss><channel><item>" + body)
    _is_within_bounds(b"<feed><entry>" + body)
    _is_within_bounds(b'{"version": "https://jsonfeed.org/version/1", "items": [' + body)


@settings(max_examples=150)
@given(st.sampled_from(SHORT), st.data())
def test_any_feed_cut_anywhere_is_a_feed_or_an_input_error(body, data):
    _is_within_bounds(body[: data.draw(st.integers(0, len(body)))])


@settings(max_examples=150)
@given(st.sampled_from(SHORT), st.binary(min_size=1, max_size=8), st.data())
def test_any_feed_with_strange_bytes_in_it_is_a_feed_or_an_input_error(body, junk, data):
    place = data.draw(st.integers(0, len(body)))
    _is_within_bounds(body[:place] + junk + body[place + len(junk) :])


@settings(max_examples=50)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["id", "url", "title", "tags", "authors", "name", "image"]), inner, max_size=4
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_item_is_read_or_left_out(item):
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": "Daily Loom", "items": [item]}
    _is_within_bounds(json.dumps(feed).encode())


def test_of_ten_thousand_items_the_first_thousand_are_read():
    body = b"<rss><channel>" + b"".join(ITEM % (number, number) for number in range(10_000)) + b"</channel></rss>"
    feed = read_feed(body, url=URL)
    assert [feed.links[0].title, feed.links[-1].title] == ["Ferry 0", "Ferry 999"]
    assert feed.faults == ("more than 1,000 items; the first were read",)


def test_of_ten_thousand_json_items_the_first_thousand_are_read():
    items = [{"id": number, "url": f"/{number}"} for number in range(10_000)]
    feed = read_feed(json.dumps({"title": "Daily Loom", "items": items}).encode(), url=URL)
    assert len(feed.links) == MAX_ENTRIES


def test_feed_of_fifty_megabytes_is_cut_and_its_first_stories_are_read():
    story = b"<item><title>Ferry</title><link>https://dailyloom.example/a</link><description>%s</description></item>"
    body = b"<rss><channel>" + ITEM % (1, 1) + story % (b"fog " * 12_500_000)
    assert len(body) > 3 * MAX_BYTES
    feed = read_feed(body, url=URL)
    assert feed.links[0].url == "https://dailyloom.example/1"
    assert feed.faults[0] == "cut after 16,000,000 bytes"


def test_feed_that_inflates_to_a_hundred_megabytes_is_cut():
    bomb = gzip.compress(b"<rss><channel>" + ITEM % (1, 1) + b" " * 100_000_000, compresslevel=9)
    assert [link.title for link in read_feed(bomb, url=URL).links] == ["Ferry 1"]


@pytest.mark.parametrize(
    "piece",
    [
        b"<item>",
        b"<item><title>",
        b"<a>",
        b"<![CDATA[",
        b"<!--",
        b"<x a='",
        b"&lt;",
        b"&amp;lt;script&amp;gt;",
        b"<item><link>https://dailyloom.example/a</link><description>&lt;!--&lt;script&lt;a </description>",
        b"<item><link>/a</link><category>a</category><category>b</category><dc:creator>A B, C D</dc:creator>",
        b"<item><link>/b</link><media:group><media:content url='/a.jpg' medium='image'/></media:group></item>",
        b"<item><guid>x</guid><guid>y</guid>",
    ],
)
def test_half_a_megabyte_of_anything_ends(piece):
    _is_within_bounds(b"<rss><channel>" + piece * (500_000 // len(piece)))
    _is_within_bounds(b"<rss><channel><item><link>/a</link><description>" + piece * (500_000 // len(piece)))


@pytest.mark.parametrize(
    "attribute",
    [b'a%d="1"', b"a%d='1'", b"a%d=1", b'p:a%d="1"', b"a%d", b'a%d="<"'],
    ids=str,
)
def test_no_tag_of_any_format_keeps_endless_attributes(attribute):
    many = b" ".join(attribute.replace(b"%d", b"%d" % number) for number in range(20_000))
    roots = ("rss", "opml", "urlset")
    for root in roots:
        body = f'<{root} xmlns:p="p"><item '.encode() + many + f"/><title>After</title></{root}>".encode()
        tree = parse_tree(body, roots, subject="a test")
        assert max(len(element.attrib) for element in tree.root.iter(etree.Element)) <= MAX_ATTRIBUTES
