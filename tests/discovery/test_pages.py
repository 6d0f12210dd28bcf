from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.discovery.pages import feed_guesses, find_feeds, find_sections, home_links
from newsloom.dom import Document, parse

HOME = "https://dailyloom.example/"
PAGE = """<!doctype html><html lang="en"><head><title>Daily Loom</title>
<link rel="alternate" type="application/rss+xml" title="Daily Loom - Sport" href="/rss/sport.xml">
<link rel="alternate" type="application/atom+xml" title="Daily Loom" href="https://dailyloom.example/atom.xml">
<link rel="alternate" type="application/rss+xml" title="Daily Loom » Comments Feed" href="/comments/feed/">
<link rel="alternate" type="application/json+oembed" href="/oembed?url=x">
<link rel="alternate" type="application/json" href="/wp-json/1">
<link rel="alternate" hreflang="tr" href="/tr/"><link rel="stylesheet" type="text/css" href="/a.css"></head>
<body><header><nav><ul>
<li><a href="/">Daily Loom</a></li><li><a href="/harbour/">Harbour</a></li><li><a href="/town/culture">Culture</a></li>
<li><a href="https://sport.dailyloom.example/">Sport</a></li><li><a href="https://other.example/x">Partner</a></li>
<li><a href="/login">My page</a></li><li><a href="/impressum">About the paper</a></li><li><a href="/a/b/c">Deep</a></li>
<li><a href="/x?y=1">Search result</a></li><li><a href="/weather.pdf">Weather</a></li><li><a href="#top">Top</a></li>
<li><a href="/privacy">Datenschutz</a></li><li><a href="/2024/05/03">Today</a></li>
<li><a href="/harbour">Harbour</a></li>
<li><a href="/long">A section with far too many words to be one</a></li></ul></nav></header>
<main><article><a href="/harbour/ferry-1?utm_source=home"><img src="f.jpg" alt=""></a>
<h2><a href="/harbour/ferry-1">Ferry late</a></h2>
<p>Fog. <a href="/harbour/ferry-1">Read why the ferry is late</a></p></article>
<article><a href="/town/bridge-2"><h3>Bridge open</h3></a></article>
<p><a href="/town/fog-3">The fog will stay all week</a> <a href="/town/short-4">Fog map</a></p>
<p><a href="https://other.example/a">A story of another paper entirely</a>
<a href="/report.pdf">The whole report as a file</a>
<a href="/feeds/town.xml">Town</a> <a href="javascript:void(0)">Do not look at this one</a></p></main>
<footer><a href="/terms">Terms and conditions of the paper</a>
<a href="/who">All who make this paper</a></footer></body></html>"""


def _document(page: str = PAGE, url: str | None = HOME) -> Document:
    return parse(page.encode(), url=url)


def test_declared_feeds_come_before_linked_ones():
    assert [feed.url for feed in find_feeds(_document())] == [
        "https://dailyloom.example/rss/sport.xml",
        "https://dailyloom.example/atom.xml",
        "https://dailyloom.example/feeds/town.xml",
    ]
    assert {feed.kind for feed in find_feeds(_document())} == {"feed"}
    assert {feed.home for feed in find_feeds(_document())} == {HOME}


def test_title_and_address_of_a_feed_tell_its_category():
    assert [feed.category for feed in find_feeds(_document())] == ["Sport", None, "Town"]
    assert [feed.title for feed in find_feeds(_document())] == ["Daily Loom - Sport", "Daily Loom", "Town"]


@pytest.mark.parametrize(
    ("link", "is_feed"),
    [
        ('<link rel="feed" href="/f">', True),
        ('<link rel="ALTERNATE nofollow" type="Application/RSS+XML; charset=utf-8" href="/f">', True),
        ('<link rel="alternate" type="application/feed+json" href="/f">', True),
        ('<link rel="alternate" type="text/html" href="/f">', False),
        ('<link rel="stylesheet" type="application/rss+xml" href="/f">', False),
        ('<link rel="alternate" type="application/rss+xml">', False),
        ('<a href="/sport/feed/">x</a>', True),
        ('<a href="/rss">x</a>', True),
        ('<a href="/index.rdf">x</a>', True),
        ('<a href="http://feeds.feedburner.com/loom">x</a>', True),
        ('<a href="https://other.example/rss">x</a>', False),
        ('<a href="/breakfast/feeding">x</a>', False),
        ('<a href="/feedback">x</a>', False),
        ('<a href="/story/comments/feed/">x</a>', False),
    ],
)
def test_feed_is_told_by_its_type_or_its_address(link, is_feed):
    assert bool(find_feeds(_document(f"<html><body><p>x</p>{link}</body></html>"))) is is_feed


def test_base_of_the_page_is_minded():
    page = '<base href="https://dailyloom.example/deep/"><link rel="alternate" type="application/rss+xml" href="feed">'
    assert find_feeds(_document(page))[0].url == "https://dailyloom.example/deep/feed"


def test_sections_are_the_short_shallow_links_of_the_navigation():
    assert [(section.url, section.category) for section in find_sections(_document())] == [
        ("https://dailyloom.example/harbour/", "Harbour"),
        ("https://dailyloom.example/town/culture", "Culture"),
        ("https://sport.dailyloom.example/", "Sport"),
        ("https://dailyloom.example/harbour", "Harbour"),
    ]
    assert {section.kind for section in find_sections(_document())} == {"page"}


@pytest.mark.parametrize(
    "name", ["Impressum", "Giriş Yap", "Künye", "Personvern", "Log in", "Über uns", "Hakkımızda", "Om oss", "RSS"]
)
def test_service_pages_are_no_sections(name):
    page = f"<nav><a href='/x'>{name}</a><a href='/harbour'>Harbour</a></nav>"
    assert [section.title for section in find_sections(_document(page))] == ["Harbour"]


def test_lists_serve_where_nothing_calls_itself_navigation():
    page = "<table><tr><td><ul><li><a href='/harbour'>Harbour</a></ul></table><p><a href='/x'>Elsewhere</a></p>"
    assert [section.title for section in find_sections(_document(page))] == ["Harbour"]


def test_stories_are_headlines_and_long_links_in_page_order():
    assert [(link.url, link.title, link.position) for link in home_links(_document())] == [
        ("https://dailyloom.example/harbour/ferry-1", "Read why the ferry is late", 0),
        ("https://dailyloom.example/town/bridge-2", "Bridge open", 1),
        ("https://dailyloom.example/town/fog-3", "The fog will stay all week", 2),
    ]
    assert {link.source_url for link in home_links(_document())} == {HOME}


def test_headline_without_spaces_is_long_enough():
    page = "<p><a href='/a1'>濃霧で渡し船が遅れる見込み</a><a href='/b1'>天気</a></p>"
    assert [link.url for link in home_links(_document(page))] == ["https://dailyloom.example/a1"]


def test_page_without_an_address_names_nothing_relative():
    document = _document(url=None)
    assert home_links(document) == ()
    assert find_sections(document) == ()
    assert [feed.url for feed in find_feeds(document)] == ["https://dailyloom.example/atom.xml"]


@pytest.mark.parametrize("page", ["", " ", "%PDF-1.4", "plain text"])
def test_page_without_markup_names_nothing(page):
    document = _document(page)
    assert (find_feeds(document), find_sections(document), home_links(document)) == ((), (), ())


def test_guesses_begin_beside_the_page():
    guesses = feed_guesses("https://dailyloom.example/sport/?x=1")
    assert guesses[0] == "https://dailyloom.example/sport/feed"
    assert "https://dailyloom.example/rss.xml" in guesses
    assert len(guesses) == len(set(guesses)) <= 20


def test_guesses_for_what_is_no_address_are_none():
    assert feed_guesses("ftp://dailyloom.example") == ()


def test_a_page_of_many_links_is_read_only_so_far():
    stories = "".join(f"<h2><a href='/story-{number}'>Story {number}</a></h2>" for number in range(3_000))
    sections = "".join(f"<a href='/s{'abcdefghij'[number % 10]}{number}'>S</a>" for number in range(3_000))
    document = _document(f"<nav>{sections}</nav>{stories}")
    assert len(home_links(document)) <= 500
    assert len(find_sections(document)) <= 60


@given(st.integers(0, len(PAGE)), st.text(max_size=50))
def test_whatever_is_found_is_an_address_of_a_page(cut, junk):
    document = _document(PAGE[:cut] + junk + PAGE[cut:])
    for found in (*find_feeds(document), *find_sections(document), *home_links(document)):
        assert found.url.startswith(("http://", "https://"))


@pytest.mark.parametrize(
    ("markup", "url"),
    [
        ('<link rel="alternate" type="application/json" href="/feed.json">', "https://a.example/feed.json"),
        ('<a href="?feed=rss">RSS</a>', "https://a.example/?feed=rss"),
        ('<a href="/feeds/posts/default/">Feed</a>', "https://a.example/feeds/posts/default/"),
    ],
)
def test_feeds_of_common_programs_are_found(markup, url):
    found = find_feeds(parse(f"<html><body>{markup}</body></html>".encode(), url="https://a.example/"))
    assert [source.url.rstrip("/") for source in found] == [url.rstrip("/")]
    assert [source.category for source in found] == [None]


@pytest.mark.parametrize("path", ["/wp-json/wp/v2/pages/2", "/wp-json/oembed/1.0/embed?url=x", "/api/stories"])
def test_what_is_offered_to_programs_is_no_feed(path):
    page = f'<head><link rel="alternate" type="application/json" href="{path}"></head>'
    assert find_feeds(parse(page.encode(), url="https://a.example/")) == ()


@pytest.mark.parametrize(
    ("path", "is_section"),
    [
        ("/live/election-night", False),
        ("/news/liveblog", False),
        ("/liveticker-storm", False),
        ("/news/storm-over-the-coast-what-we-know", False),
        ("/middle-east", True),
        ("/live", True),
        ("/kultur-og-underholdning", True),
    ],
)
def test_a_live_blog_or_a_story_in_the_menu_is_no_section(path, is_section):
    page = f'<nav><ul><li><a href="{path}">Right now</a></li></ul></nav>'
    assert bool(find_sections(parse(page.encode(), url="https://a.example/"))) == is_section
