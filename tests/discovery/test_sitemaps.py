from __future__ import annotations

import gzip
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.discovery.sitemaps import MAX_LINKS, read_sitemap
from newsloom.errors import InputError
from newsloom.records import Image

URL = "https://dailyloom.example/news-sitemap.xml"
NEWS = b"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"
  xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> https://dailyloom.example/ferry?utm_source=map </loc><lastmod>2024-05-03T12:00:00Z</lastmod>
    <news:news><news:publication><news:name>Daily Loom</news:name><news:language>en</news:language></news:publication>
      <news:publication_date>2024-05-03T10:15:00+03:00</news:publication_date>
      <news:title>Salt &amp; Sea: the ferry is late</news:title><news:keywords>Harbour, Fog</news:keywords></news:news>
    <image:image><image:loc>https://dailyloom.example/f.jpg</image:loc>
      <image:caption>The old ferry</image:caption></image:image></url>
  <url><loc>https://dailyloom.example/bridge</loc></url>
  <url><loc>https://dailyloom.example/ferry</loc></url>
  <url><loc>javascript:alert(1)</loc></url>
  <url><lastmod>2024-05-03</lastmod></url>
</urlset>"""
INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sitemap><loc>https://dailyloom.example/news.xml.gz</loc><lastmod>2024-05-03</lastmod></sitemap>
  <sitemap><loc>/archive.xml</loc></sitemap></sitemapindex>"""
BOMB = b"""<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>
<urlset><url><loc>https://dailyloom.example/&b;</loc></url></urlset>"""


def test_news_sitemap_gives_headline_times_and_picture():
    ferry, bridge = read_sitemap(NEWS, URL).links
    assert (ferry.url, ferry.title) == ("https://dailyloom.example/ferry", "Salt & Sea: the ferry is late")
    assert ferry.published == datetime(2024, 5, 3, 10, 15, tzinfo=timezone(timedelta(hours=3)))
    assert ferry.updated == datetime(2024, 5, 3, 12, tzinfo=UTC)
    assert ferry.image == Image(url="https://dailyloom.example/f.jpg", caption="The old ferry")
    assert (bridge.url, bridge.title, bridge.published, bridge.position) == (
        "https://dailyloom.example/bridge",
        None,
        None,
        1,
    )


def test_keywords_are_no_categories():
    assert read_sitemap(NEWS, URL).links[0].categories == ()


def test_index_gives_further_sitemaps_and_no_links():
    sitemap = read_sitemap(INDEX, URL)
    assert sitemap.children == ("https://dailyloom.example/news.xml.gz", "https://dailyloom.example/archive.xml")
    assert sitemap.links == ()


def test_gzip_sitemap_is_inflated():
    assert read_sitemap(gzip.compress(NEWS), URL).links == read_sitemap(NEWS, URL).links


def test_gzip_bomb_is_inflated_only_so_far():
    bomb = gzip.compress(b"<urlset><url><loc>https://dailyloom.example/a</loc></url>" + b" " * 40_000_000)
    sitemap = read_sitemap(bomb, URL)
    assert [link.url for link in sitemap.links] == ["https://dailyloom.example/a"]
    assert any("cut after 16,000,000 bytes" in fault for fault in sitemap.faults)


def test_broken_gzip_is_no_sitemap():
    with pytest.raises(InputError):
        read_sitemap(b"\x1f\x8bnonsense", URL)


def test_list_of_addresses_is_a_sitemap():
    sitemap = read_sitemap(b"https://dailyloom.example/a\r\n\r\nnonsense\nhttps://dailyloom.example/b\n", URL)
    assert [link.url for link in sitemap.links] == ["https://dailyloom.example/a", "https://dailyloom.example/b"]


def test_list_without_a_readable_address_is_none():
    with pytest.raises(InputError, match="no readable address"):
        read_sitemap(b"https://\nhttp://[", URL)


def test_entity_bomb_is_refused():
    with pytest.raises(InputError, match="entities"):
        read_sitemap(BOMB, URL)


@pytest.mark.parametrize(
    "body",
    [b"", b"  ", b"<!doctype html><html><p>x", b"<rss><channel/></rss>", b"<feed/>", b"\x00\x01\x02", b"{}"],
)
def test_what_is_no_sitemap_is_refused(body):
    with pytest.raises(InputError) as caught:
        read_sitemap(body, URL)
    assert caught.value.subject == URL


def test_sitemap_without_namespace_or_end_is_read():
    body = b"<urlset><url><loc>https://dailyloom.example/a?x=1&y=2</loc><url><loc>https://dailyloom.example/b</loc>"
    sitemap = read_sitemap(body, URL)
    assert [link.url for link in sitemap.links] == [
        "https://dailyloom.example/a?x=1&y=2",
        "https://dailyloom.example/b",
    ]
    assert sitemap.faults[0].startswith("not well-formed")


def test_no_more_addresses_are_read_than_the_protocol_allows():
    places = b"".join(b"<url><loc>https://dailyloom.example/%d</loc></url>" % number for number in range(MAX_LINKS + 5))
    sitemap = read_sitemap(b"<urlset>" + places + b"</urlset>", URL)
    assert len(sitemap.links) == MAX_LINKS
    assert any("50,000" in fault for fault in sitemap.faults)


@given(st.binary(max_size=200), st.integers(0, len(NEWS)))
def test_nothing_but_an_input_error_is_raised(junk, cut):
    for body in (junk, NEWS[:cut], NEWS[:cut] + junk, NEWS[:cut] + junk + NEWS[cut:], gzip.compress(NEWS)[:cut]):
        try:
            sitemap = read_sitemap(body, URL)
        except InputError:
            continue
        assert all(link.url.startswith("http") for link in sitemap.links)
