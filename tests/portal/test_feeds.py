"""Feeds over HTTP: every page that has one, in every format, read back as our own reader and others read it."""

from __future__ import annotations

import gzip
import html
import json
import re
from dataclasses import replace
from datetime import timedelta
from email.utils import parsedate_to_datetime

import feedparser
import pytest
from lxml import etree
from tests.portal.newsstand import FRONT, NOON
from tests.portal.serving import ask, served
from tests.syndication.invented import ARTICLES, HOSTILE, hostile_article

from newsloom.discovery.feeds import read_feed
from newsloom.discovery.opml import read_opml
from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.records import Revision
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore

FORMS = {"rss": "application/rss+xml", "atom": "application/atom+xml", "json": "application/feed+json"}
PATHS = [
    "/index",
    "/paper/gazette.example",
    "/latest",
    "/section/Politics",
    "/story/story00",
    "/events",
    "/event/story00",
    "/topics",
    "/topic/topic0",
]
STORM = "https://gazette.example/0/0"


def feed_at(address):
    answer = ask(address)
    assert answer.status == 200, answer.text
    return read_feed(answer.body, url=address)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", [*PATHS, "/search"])
def test_every_page_with_a_feed_has_it_in_every_format(url, path, form):
    address = f"{url}{path}.{form}" + ("?q=harbour" if path == "/search" else "")
    answer = ask(address)
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith(FORMS[form])
    feed = read_feed(answer.body, url=address)
    assert feed.links
    assert feed.faults == ()
    if form != "json":
        parsed = feedparser.parse(answer.body)
        assert not parsed.bozo
        assert len(parsed.entries) == len(feed.links)
        assert parsed.feed.links[-1].href.startswith(url) or parsed.feed.link.startswith(url)


@pytest.mark.parametrize(
    "page",
    [
        "/",
        "/latest",
        "/events",
        "/topics",
        "/paper/gazette.example",
        "/section/Politics",
        "/story/story00",
        "/topic/topic0",
        "/most-read",
        "/search?q=harbour&language=en",
        f"/front?url={FRONT}",
    ],
)
def test_a_page_names_its_feeds_and_they_are_there(url, page):
    answer = ask(url + page, Accept_Language="en")
    named = re.findall(r'<link rel="alternate" type="(.*?)" title="[^"]*" href="(.*?)">', answer.text)
    assert [kind for kind, _ in named] == list(FORMS.values())
    for kind, address in named:
        feed = ask(url + html.unescape(address))
        assert (feed.status, feed.headers["Content-Type"].partition(";")[0]) == (200, kind)


def test_the_feed_of_the_front_page_has_its_stories_and_leads_back_to_it(url):
    feed = json.loads(ask(f"{url}/index.json?language=tr").body)
    assert feed["home_page_url"] == f"{url}/?language=tr"
    assert feed["feed_url"] == f"{url}/index.json?language=tr"
    assert any("Kıyı belediyesi" in item["title"] for item in feed["items"])
    assert not any("Storm closes" in item["title"] for item in feed["items"])


def test_the_feed_of_a_papers_front_page_has_what_stands_there_in_its_order(url):
    items = json.loads(ask(f"{url}/front.json?url={FRONT}").body)["items"]
    assert items[0]["url"] == STORM
    assert [item["title"] for item in items][1] == "Sunday market gets a roof"
    assert ask(f"{url}/front.rss").status == ask(f"{url}/front.rss?url=https://nobody.example/").status == 404


def test_a_paper_that_nobody_follows_has_no_feed(url):
    assert ask(f"{url}/paper/nobody.example.rss").status == 404


def test_the_feed_of_topics_is_of_a_language_where_one_is_asked_for(url):
    assert len(feed_at(f"{url}/topics.rss?language=tr").links) == 1


@pytest.mark.parametrize("form", FORMS)
def test_a_newsroom_reads_the_same_articles_from_another_portals_feed(form):
    room = Newsroom(MemoryStore(), Settings())
    with room.store.transaction() as transaction:
        for hour, article in enumerate(ARTICLES):
            transaction.articles.keep(Revision(article=article, seen_at=NOON + timedelta(hours=hour)))
    with room, served(create_app(room, room.settings, now=lambda: NOON)) as address:
        links = feed_at(f"{address}/latest.{form}").links
    assert [link.url for link in links] == [article.url for article in reversed(ARTICLES)]
    for link, article in zip(links, reversed(ARTICLES), strict=True):
        assert link.title == article.title
        assert link.authors == article.authors
        # What the paper does not say, or says of the future, is when it was first seen.
        seen = NOON + timedelta(hours=ARTICLES.index(article))
        assert link.published == min(article.published or seen, seen)
        assert link.text == (article.description or " ".join(article.text.split()))


def test_the_formats_say_the_same(url):
    for path in PATHS:
        feeds = [feed_at(f"{url}{path}.{form}") for form in FORMS]
        told = [[(link.url, link.title, link.guid, link.updated, link.text) for link in feed.links] for feed in feeds]
        assert told[0] == told[1] == told[2]


def test_a_story_feed_leaves_copies_out_and_is_as_new_as_what_was_said(url, room):
    story = room.story("story00")
    feed = feed_at(f"{url}/story/story00.atom")
    assert feed.updated == story.changed_at
    originals = [report.url for report in reversed(story.reports) if report.copy_of is None]
    assert [link.url for link in feed.links] == originals


def test_an_event_leads_to_its_page(url, room):
    links = feed_at(f"{url}/events.json").links
    assert [link.url for link in links] == [f"{url}/story/{event.id}" for event in room.events()]


def test_an_articles_update_is_when_it_said_something_new(url):
    # Its second reading changes two words.
    links = {link.url: link for link in feed_at(f"{url}/latest.atom").links}
    assert links[STORM].title == "Harbour stays shut"
    assert links[STORM].updated == NOON - timedelta(minutes=310)


def test_who_has_the_feed_is_told_so(url):
    address = f"{url}/latest.rss"
    answer = ask(address)
    etag, modified = answer.headers["ETag"], answer.headers["Last-Modified"]
    assert ask(address).headers["ETag"] == etag
    for headers in ({"If_None_Match": etag}, {"If_Modified_Since": modified}, {"If_None_Match": f'"x", {etag}'}):
        again = ask(address, **headers)
        assert again.status == 304
        assert again.body == b""
        assert again.headers["ETag"] == etag
    earlier = (parsedate_to_datetime(modified) - timedelta(seconds=1)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    for headers in (
        {"If_None_Match": '"other"', "If_Modified_Since": modified},
        {"If_Modified_Since": earlier},
        {"If_Modified_Since": "not a time"},
    ):
        assert ask(address, **headers).status == 200


def test_a_feed_is_sent_compressed_to_who_can_read_that(url):
    plain, packed = ask(f"{url}/latest.rss"), ask(f"{url}/latest.rss", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["ETag"] == plain.headers["ETag"]


@pytest.mark.parametrize("path", ["/story/unknown.rss", "/topic/unknown.atom", "/event/unknown.json"])
def test_a_feed_of_nothing_is_not_found(url, path):
    assert ask(url + path).status == 404


@pytest.mark.parametrize(
    "path", ["/section/Nowhere.rss", "/search.json?q=zzzz", "/search.rss", "/latest.atom?language=xx"]
)
def test_a_feed_may_be_empty(url, path):
    assert feed_at(url + path).links == ()


def test_a_feed_in_one_language_is_only_that(url):
    feed = feed_at(f"{url}/latest.json?language=tr")
    assert feed.links
    assert all("kiyi.example" in link.url or "ufuk.example" in link.url for link in feed.links)
    assert json.loads(ask(f"{url}/latest.json?language=tr").body)["feed_url"] == f"{url}/latest.json?language=tr"


def test_the_reading_list_reads_back(url, room):
    sources = read_opml(ask(f"{url}/sources.opml").body)
    assert {source.url for source in sources} == {one.source.url for one in room.sources()}


@pytest.mark.parametrize("form", FORMS)
def test_hostile_articles_come_out_harmless(form):
    room = Newsroom(MemoryStore(), Settings())
    with room.store.transaction() as transaction:
        for number, text in enumerate(HOSTILE):
            transaction.articles.keep(Revision(article=hostile_article(text, number), seen_at=NOON))
    with room, served(create_app(room, replace(room.settings), now=lambda: NOON)) as address:
        answer = ask(f"{address}/latest.{form}?language=en")
        hostile_query = ask(f"{address}/search.{form}?q=%3Cscript%3Ealert(1)%3C/script%3E%00%22%27]]%3E")
    assert answer.status == hostile_query.status == 200
    for body in (answer.body, hostile_query.body):
        if form == "json":
            assert isinstance(json.loads(body)["items"], list)
        else:
            names = {etree.QName(element).localname for element in etree.fromstring(body).iter()}
            assert not names & {"script", "img", "svg", "iframe"}
    assert len(read_feed(answer.body, url=address).links) == len(HOSTILE)
