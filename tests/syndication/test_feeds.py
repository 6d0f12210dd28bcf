"""Feeds as others read them: our own reader, feedparser, and an XML parser that forgives nothing."""

from __future__ import annotations

import dataclasses
import json
from datetime import timedelta
from pathlib import Path

import feedparser
import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from lxml import html as lxml_html
from tests.syndication.invented import ARTICLES, HOSTILE, NOON, hostile_article

from newsloom.discovery.feeds import read_feed
from newsloom.syndication import PublishedFeed, article_entry, feed_id, write_atom, write_json_feed, write_rss

WRITERS = {"rss": write_rss, "atom": write_atom, "json": write_json_feed}
PORTAL = "https://portal.example"
SCHEMAS = Path(__file__).parent / "schemas"
HOSTILE_ARTICLES = [hostile_article(text, number) for number, text in enumerate(HOSTILE)]
DANGEROUS_TAGS = {"script", "img", "svg", "iframe", "style", "a", "textarea", "object", "form"}


def feed_of(articles):
    return PublishedFeed(
        id=feed_id("/latest"),
        url=f"{PORTAL}/latest.rss",
        home=f"{PORTAL}/latest",
        title="Latest",
        updated=NOON,
        description="All the news",
        language="en",
        entries=tuple(article_entry(article, NOON + timedelta(hours=1)) for article in articles),
    )


@pytest.fixture(params=WRITERS)
def write(request):
    return WRITERS[request.param]


def test_our_own_reader_reads_the_same_articles(write):
    read = read_feed(write(feed_of(ARTICLES)), url=f"{PORTAL}/latest")
    assert read.title == "Latest"
    assert read.faults == ()
    assert [link.url for link in read.links] == [article.url for article in ARTICLES]
    for link, article in zip(read.links, ARTICLES, strict=True):
        assert link.title == article.title
        assert link.authors == article.authors
        assert link.published == (article.published or NOON + timedelta(hours=1))
        assert link.updated == NOON + timedelta(hours=1)
        assert link.text == (article.description or " ".join(article.text.split()))
        assert link.guid == article_entry(article, NOON).id
    assert read.links[0].image.url == ARTICLES[0].images[0].url


def test_the_whole_text_is_in_the_feed(write):
    for markup, article in zip(contents(write, ARTICLES), ARTICLES, strict=True):
        paragraphs = lxml_html.fromstring(f"<div>{markup}</div>").iter("p")
        assert tuple(one.text_content() for one in paragraphs) == article.paragraphs


@pytest.mark.parametrize("name", ["rss", "atom"])
def test_feedparser_finds_no_fault(name):
    parsed = feedparser.parse(WRITERS[name](feed_of(ARTICLES)))
    assert not parsed.bozo
    assert [entry.title for entry in parsed.entries] == [article.title for article in ARTICLES]
    assert [entry.link for entry in parsed.entries] == [article.url for article in ARTICLES]
    assert [tuple(author.name for author in entry.get("authors", ())) for entry in parsed.entries] == [
        article.authors for article in ARTICLES
    ]
    assert parsed.entries[0].media_content[0]["url"] == ARTICLES[0].images[0].url


def test_ids_are_uris_that_differ_and_never_move():
    ids = [article_entry(article, NOON).id for article in ARTICLES]
    assert ids[0] == "urn:uuid:087f0d2b-b5b4-537e-80c1-563cebbabbfe"
    assert len(set(ids)) == len(ids)
    assert feed_id("/latest") != feed_id("/events")


def test_an_entry_keeps_its_id_when_its_article_is_edited():
    edited = dataclasses.replace(ARTICLES[0], title="Ferry sails again", text="It sails.", blocks=())
    assert article_entry(edited, NOON).id == article_entry(ARTICLES[0], NOON).id


@pytest.mark.parametrize("articles", [ARTICLES, (), HOSTILE_ARTICLES], ids=["usual", "none", "hostile"])
def test_feeds_are_valid_by_their_schemas(articles):
    for name, write in (("rss", write_rss), ("atom", write_atom)):
        schema = etree.RelaxNG(etree.parse(SCHEMAS / f"{name}.rng"))
        schema.assertValid(etree.fromstring(write(feed_of(articles))))
    rules = json.loads((SCHEMAS / "jsonfeed.json").read_text(encoding="utf-8"))
    jsonschema_rs.validate(rules, json.loads(write_json_feed(feed_of(articles))), validate_formats=True)


def test_the_schemas_find_faults():
    feed = feed_of(ARTICLES)
    schema = etree.RelaxNG(etree.parse(SCHEMAS / "atom.rng"))
    root = etree.fromstring(write_atom(feed))
    root.remove(root.find("{*}id"))
    assert not schema.validate(root)
    schema = etree.RelaxNG(etree.parse(SCHEMAS / "rss.rng"))
    root = etree.fromstring(write_rss(feed))
    root.find("channel/item/pubDate").text = "yesterday"
    assert not schema.validate(root)


def test_an_empty_feed_is_a_feed(write):
    assert read_feed(write(feed_of(())), url=PORTAL).links == ()


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_text_stays_text(write, number):
    article = hostile_article(HOSTILE[number], number)
    (markup,) = contents(write, [article])
    assert not dangerous(markup)
    body = write(feed_of([article]))
    if write is write_json_feed:
        item = json.loads(body)["items"][0]
        assert item["image"] == "https://lorne.example/x.jpg"
    else:
        root = etree.fromstring(body)
        assert not {etree.QName(one).localname for one in root.iter()} & DANGEROUS_TAGS
    if write is write_rss:
        # RSS does not say whether a title is HTML: read as such, too, it is harmless.
        for element in etree.fromstring(body).iter("title", "description", "category", "{*}creator", "{*}credit"):
            assert not dangerous(element.text)


@pytest.mark.parametrize("name", ["rss", "atom"])
def test_feedparser_reads_hostile_text_without_a_fault(name):
    parsed = feedparser.parse(WRITERS[name](feed_of(HOSTILE_ARTICLES)))
    assert not parsed.bozo
    assert len(parsed.entries) == len(HOSTILE)


@pytest.mark.parametrize("url", [None, "javascript:alert(1)", "data:text/html,x", "//lorne.example/a", "https://[bad"])
def test_an_article_without_a_web_address_is_no_entry(url):
    assert article_entry(dataclasses.replace(ARTICLES[0], url=url), NOON) is None


@given(st.text(max_size=60))
def test_any_title_reads_back_through_strict_xml(title):
    article = dataclasses.replace(ARTICLES[0], title=title, description=title, authors=(title,), language=None)
    for writer in (write_rss, write_atom):
        etree.fromstring(writer(feed_of([article])))
    json.loads(write_json_feed(feed_of([article])).decode())


def contents(write, articles):
    body = write(feed_of(articles))
    if write is write_json_feed:
        return [item["content_html"] for item in json.loads(body)["items"]]
    name = "{*}encoded" if write is write_rss else "{*}content[@type='html']"
    entries = etree.fromstring(body).iter("item", "{*}entry")
    return [entry.find(name).text for entry in entries]


def dangerous(markup):
    tree = lxml_html.fromstring(f"<div>{markup}</div>")
    tags = {element.tag for element in tree.iter() if isinstance(element.tag, str)}
    attributes = {name for element in tree.iter() for name in element.attrib}
    return (tags & DANGEROUS_TAGS) | {name for name in attributes if name.startswith("on") or name in ("href", "src")}
