"""Pages and feeds made to hurt go in as bytes and come out harmless in every feed and every answer of the API."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.parse import quote

import feedparser
import pytest
from lxml import etree
from lxml import html as lxml_html
from tests.portal.newsstand import NOON
from tests.portal.serving import ask, served
from tests.portal.test_hostile_news import BAIT, hostile_newsroom

import newsloom
from newsloom.discovery.feeds import read_feed
from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.portal.security.headers import content_policy, picture_sources
from newsloom.records import Article, Revision
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore

# What a text in a feed may be made of; links are ours, and lead to the web.
TAGS = set("div p h2 h3 h4 h5 h6 ul ol li blockquote pre code table tbody tr td hr time a".split())
ATTRIBUTES = {"value", "datetime", "href"}

PAGES = [
    """<html><head><title>Harbour <script>alert(1)</script></title>
    <meta property="og:title" content="Harbour &lt;script&gt;alert(1)&lt;/script&gt; shut">
    <meta name="author" content="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"></head>
    <body><article><h1>Harbour <img src=x onerror=alert(1)> shut</h1>
    <p onclick="alert(1)">The harbour was shut on <a href="javascript:alert(1)">Sunday</a> evening when waves broke over
    the outer wall, the harbour master said, and forty boats were tied up.</p>
    <p>Two hundred passengers slept in the school hall<script>alert(1)</script>, and the ferry stays in port until
    Thursday at the earliest, according to the company.</p><svg onload=alert(1)></svg>
    <p>&lt;script&gt;alert(document.cookie)&lt;/script&gt; is what the notice on the gate said, oddly enough, and nobody
    knows who had painted it there during the night.</p></article></body></html>""",
    """<html><head><script type="application/ld+json">{"@type": "NewsArticle", "headline":
    "</script><script>alert(1)</script>", "author": {"name": "<svg/onload=alert(1)>"}, "image": "javascript:alert(1)",
    "articleSection": "'><script>alert(1)</script>", "datePublished": "<b>today</b>"}</script></head><body><main>
    <h1>Bridge to close</h1><p>The bridge closes on Monday for two months of repairs, the council said, and the buses
    will take the harbour road instead of it.</p><p>]]&gt;&lt;/description&gt;&lt;script&gt;alert(1)&lt;/script&gt; was
    printed at the end of the council's own note, which puzzled the readers of the paper.</p>
    <iframe srcdoc="<script>alert(1)</script>"></iframe></main></body></html>""",
    "<!doctype html><title>{{7*7}}</title><body><p>" + "<b><i><u>" * 200 + "The tannery gets a roof. " * 20,
]
FEED = """<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><link>javascript:alert(1)</link><item>
<title><![CDATA[<img src=x onerror=alert(1)>Market moves]]></title><link>https://lorne.example/market</link>
<description>&lt;a href="javascript:alert(1)"&gt;read&lt;/a&gt;&lt;script&gt;alert(1)&lt;/script&gt; Stalls get a roof
</description><author>&lt;svg/onload=alert(1)&gt;</author></item></channel></rss>"""


@pytest.fixture(scope="module")
def pipeline_room():
    """A newsroom whose articles were read from the pages and the feed above."""
    articles = [newsloom.extract(page, url=f"https://lorne.example/{number}") for number, page in enumerate(PAGES)]
    (link,) = read_feed(FEED.encode(), url="https://lorne.example/rss").links
    articles.append(Article(url=link.url, title=link.title, text=link.text or "", authors=link.authors))
    assert all(article.text for article in articles)
    with Newsroom(MemoryStore(), Settings(), now=lambda: NOON) as room:
        with room.store.transaction() as transaction:
            for number, article in enumerate(articles):
                transaction.articles.keep(Revision(article=article, seen_at=NOON - timedelta(minutes=number)))
        yield room


@pytest.fixture(scope="module")
def bait_room():
    with hostile_newsroom() as room:
        yield room


@pytest.fixture(params=["pipeline_room", "bait_room"])
def url(request):
    room = request.getfixturevalue(request.param)
    with served(create_app(room, room.settings, now=lambda: NOON)) as address:
        yield address


def feed_paths():
    paths = ["/latest", "/events", "/topic/%3Cb%3E"]
    for number, text in enumerate(BAIT):
        said = quote(text.encode("utf-8", "replace"), safe="")
        paths += [f"/story/bait{number}", f"/section/{said}"]
    return paths


def test_every_feed_is_harmless(url):
    for path in feed_paths():
        for form in ("rss", "atom", "json"):
            answer = ask(f"{url}{path}.{form}")
            if answer.status == 200:
                check_feed(answer.body, form)
            assert answer.status in (200, 404)
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_every_search_feed_is_harmless(url):
    for text in BAIT:
        said = quote(text.encode("utf-8", "replace"), safe="")
        for form in ("rss", "atom", "json"):
            answer = ask(f"{url}/search.{form}?q={said}&section={said}&language={said}")
            assert answer.status == 200
            check_feed(answer.body, form)


def check_feed(body, form):
    if form == "json":
        feed = json.loads(body)
        contents = [item["content_html"] for item in feed["items"]]
        links = [item["url"] for item in feed["items"]]
        links += [item["image"] for item in feed["items"] if "image" in item]
    else:
        assert not feedparser.parse(body).bozo
        root = etree.fromstring(body)
        contents = [one.text or "" for one in root.iter("{*}encoded", "{*}content") if not one.get("url")]
        links = [one.text for one in root.iter("link")] + [one.get("href") for one in root.iter("{*}link")]
        links = [link for link in links if link] + [one.get("url") for one in root.iter("{*}content") if one.get("url")]
        if form == "rss":
            # Taken for HTML, too, these are text.
            contents += [one.text or "" for one in root.iter("title", "description", "category", "{*}creator")]
    assert all(link.startswith(("http://", "https://")) for link in links)
    for markup in contents:
        check_markup(markup)


def check_markup(markup):
    for element in lxml_html.fromstring(f"<div>{markup}</div>").iter():
        assert element.tag in TAGS
        assert set(element.attrib) <= ATTRIBUTES
        assert element.get("href", "https:").startswith(("https:", "http:"))


API = ["articles", "stories", "events", "topics", "topics/%3Cb%3E", "sources", "items", "search?q=harbour"]


@pytest.mark.parametrize("resource", API)
def test_every_answer_of_the_api_is_text_and_no_markup(url, resource):
    answer = ask(f"{url}/v1/{resource}")
    assert answer.status in (200, 404)
    check_answer(answer)


def test_the_api_says_hostile_questions_back_as_text_if_at_all(url):
    for text in BAIT:
        said = quote(text.encode("utf-8", "replace"), safe="")
        for path in (f"search?q={said}", f"articles?{said}=1", f"articles?limit={said}", f"stories/{said}", said):
            check_answer(ask(f"{url}/v1/{path}"))


def check_answer(answer):
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert b"<" not in answer.body
    json.loads(answer.body)


def test_even_the_page_of_a_fault_of_ours_is_guarded():
    class Broken(MemoryStore):
        def read(self):
            raise RuntimeError("a fault")

    room = Newsroom(Broken(), Settings(), now=lambda: NOON)
    with served(create_app(room, room.settings, now=lambda: NOON)) as address:
        answer = ask(f"{address}/latest")
    assert answer.status == 500
    assert answer.headers["Content-Security-Policy"] == content_policy(picture_sources(Settings()))
    assert "a fault" not in answer.text
