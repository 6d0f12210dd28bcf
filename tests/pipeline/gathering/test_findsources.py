"""What is found at an address of a real server on loopback."""

from __future__ import annotations

import asyncio
import gzip

import pytest
from tests.newspaper import Newspaper

from newsloom.errors import BudgetExceeded, FetchError, InputError
from newsloom.fetch import Client, ClientSettings
from newsloom.pipeline.gathering.findsources import find_sources
from newsloom.records import Source

CLIENT = ClientSettings(allow_hosts=("127.0.0.1",), delay_seconds=0.0, attempts=1)


@pytest.fixture
def paper():
    with Newspaper(4) as paper:
        yield paper


def _found(url: str, *, only: bool = False) -> tuple[Source, ...]:
    async def find() -> tuple[Source, ...]:
        async with Client(CLIENT) as client:
            return await find_sources(url, client, only=only)

    return asyncio.run(find())


def _paths(paper: Newspaper, sources: tuple[Source, ...], kind: str) -> list[str]:
    return [source.url.removeprefix(paper.url) for source in sources if source.kind == kind]


def test_a_home_page_is_followed_with_the_feeds_it_names(paper):
    found = _found(paper.url)
    assert _paths(paper, found, "page")[:1] == ["/"]
    assert _paths(paper, found, "feed") == ["/feed.xml"]
    assert {source.home for source in found} == {paper.url + "/"}


def test_a_page_is_read_within_a_budget(paper):
    paper.put("/", b"<html>" + b"<p><a href='/x'>A link to somewhere</a>" * 20_000, content_type="text/html")

    async def find() -> tuple[Source, ...]:
        async with Client(CLIENT) as client:
            return await find_sources(paper.url, client, page_seconds=0.001)

    with pytest.raises(BudgetExceeded):
        asyncio.run(find())


def test_a_feed_is_followed_alone_and_knows_its_category(paper):
    (feed,) = _found(paper.url + "/feed.xml")
    assert (feed.kind, feed.title, feed.category) == ("feed", "The Loopback Herald", "Town")


def test_only_the_address_itself_is_followed_if_so_wanted(paper):
    (page,) = _found(paper.url, only=True)
    assert (page.kind, page.url) == ("page", paper.url + "/")


def test_where_a_page_names_no_feed_the_usual_places_are_tried_until_one_is_found(paper):
    paper.put("/", paper.home_page().replace("application/rss+xml", "text/plain").replace("/feed.xml", "/none"))
    paper.put("/rss.xml", paper.feed(), content_type="application/xml")
    paper.put("/feed", "<html>no feed, but no error either</html>")
    assert _paths(paper, _found(paper.url), "feed") == ["/rss.xml"]


def test_section_pages_are_followed_under_their_names(paper):
    menu = "".join(f'<li><a href="/{name.lower()}">{name}</a></li>' for name in ("Sport", "Culture", "Politics"))
    paper.put("/", paper.home_page().replace("<ul>", f"<ul>{menu}"))
    found = {source.url.removeprefix(paper.url): source.category for source in _found(paper.url)}
    assert found["/sport"] == "Sport"
    assert found["/culture"] == "Culture"


def test_news_sitemaps_of_the_robots_file_are_followed_and_archives_are_not(paper):
    news = f"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><url><loc>{paper.url}{paper.stories[0]}</loc>
        <news:news><news:publication><news:name>Herald</news:name><news:language>en</news:language></news:publication>
        <news:publication_date>2026-03-02</news:publication_date><news:title>A story</news:title></news:news></url>
        </urlset>"""
    index = f"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc>{paper.url}/sitemap-2019.xml</loc></sitemap>
        <sitemap><loc>{paper.url}/sitemap-news.xml.gz</loc></sitemap></sitemapindex>"""
    paper.put("/robots.txt", f"User-agent: *\nSitemap: {paper.url}/sitemap.xml\n", content_type="text/plain")
    paper.put("/sitemap.xml", index, content_type="application/xml")
    paper.put("/sitemap-news.xml.gz", gzip.compress(news.encode()), content_type="application/gzip")
    assert _paths(paper, _found(paper.url), "sitemap") == ["/sitemap-news.xml.gz"]
    assert paper.asked("/sitemap-2019.xml") == 0


def test_an_address_that_is_none_is_an_input_error():
    with pytest.raises(InputError, match="not a web address"):
        _found("paper of record")


def test_a_page_that_is_not_there_is_a_fetch_error(paper):
    with pytest.raises(FetchError):
        _found(paper.url + "/nowhere")


def test_an_address_on_this_machine_is_refused_unless_it_is_allowed(paper):
    with pytest.raises(FetchError) as caught:
        _found(paper.url.replace("127.0.0.1", "127.0.0.2"))
    assert caught.value.kind == "refused"


@pytest.mark.parametrize(("kind", "body"), [("image/jpeg", b"\xff\xd8\xff\xe0 boat"), ("text/html", b"\x89PNG boat")])
def test_a_picture_is_no_newspaper(paper, kind, body):
    paper.put("/boat.jpg", body, content_type=kind)
    for only in (False, True):
        with pytest.raises(InputError, match="not a newspaper"):
            _found(paper.url + "/boat.jpg", only=only)


@pytest.mark.parametrize("name", ["Home", "Startseite", "Accueil", "トップ"])
def test_what_every_front_page_is_called_is_no_papers_name(paper, name):
    head = f'<head><meta property="og:site_name" content="{name}">'
    paper.put("/", paper.home_page().replace("<head>", head))
    assert _found(paper.url)[0].title == "The Loopback Herald"
    paper.put("/", f"<title>{name}</title>" + paper.home_page().partition("</head>")[2])
    assert _found(paper.url)[0].title is None
