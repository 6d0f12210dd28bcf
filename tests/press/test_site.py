"""The made-up sites as a reader of HTML and feeds finds them; nothing listens here."""

from __future__ import annotations

import feedparser
import pytest
from lxml import html
from tests.press.presses import MONDAY, after, paper, press

from newsloom.discovery.feeds import read_feed
from newsloom.discovery.sitemaps import read_sitemap
from newsloom.press import PAPERS
from newsloom.press.site import Site

EVENING = after(days=2, hours=20)
SITES = {one.name: Site(press=press(), paper=one) for one in PAPERS}
FEEDS = [(one.name, path, kind) for one in PAPERS for path, kind in one.feeds.items()]


@pytest.mark.parametrize("name", SITES)
def test_the_front_page_links_its_pieces_and_its_sections(name):
    answer = SITES[name].answer("/", EVENING)
    assert answer.status == 200
    links = {href for *_, href, _ in html.fromstring(answer.body).iterlinks()}
    assert {piece.path for piece in press().front(paper(name), EVENING)} <= links
    for path in paper(name).sections:
        address = paper(name).section_address.format(path=path)
        assert address in links
        assert SITES[name].answer(address, EVENING).status == 200


@pytest.mark.parametrize("name", SITES)
def test_the_page_of_a_piece_has_its_headline_and_every_paragraph(name):
    piece = press().published(paper(name), EVENING)[0]
    answer = SITES[name].answer(piece.path, EVENING)
    parser = html.HTMLParser(encoding=paper(name).charset)
    words = " ".join(html.fromstring(answer.body, parser=parser).text_content().split())
    revision = piece.revision(EVENING)
    assert revision.title in words
    for paragraph in revision.paragraphs:
        assert paragraph in words


@pytest.mark.parametrize("name", SITES)
def test_what_is_not_published_yet_is_not_there(name):
    last = press().pieces(paper(name))[-1]
    assert SITES[name].answer(last.path, EVENING).status == 404
    assert SITES[name].answer(last.path, after(days=7)).status == 200
    assert SITES[name].answer("/", MONDAY).status == 200


@pytest.mark.parametrize("name", SITES)
def test_a_page_stays_as_it_is_until_the_story_is_edited(name):
    piece = next(one for one in press().pieces(paper(name)) if len(one.revisions) > 1)
    first, second = piece.revisions[:2]
    pages = [SITES[name].answer(piece.path, at).body for at in (first.at, first.at + (second.at - first.at) / 2)]
    assert pages[0] == pages[1]
    assert SITES[name].answer(piece.path, second.at).tag != SITES[name].answer(piece.path, first.at).tag


@pytest.mark.parametrize(("name", "path", "kind"), FEEDS)
def test_every_feed_is_read_alike_by_us_and_by_others(name, path, kind):
    answer = SITES[name].answer(path, EVENING)
    found = read_feed(answer.body, url=press().address(paper(name)) + path, content_type=answer.media)
    wanted = [piece for piece in press().published(paper(name), EVENING) if "spor" not in path or piece.section in path]
    assert [link.title for link in found.links] == [piece.revision(EVENING).title for piece in wanted[:30]]
    if kind != "json":
        others = feedparser.parse(answer.body)
        assert [entry.title for entry in others.entries] == [link.title for link in found.links]
        assert [entry.link for entry in others.entries] == [link.url for link in found.links]


def test_feeds_come_in_four_formats_and_one_paper_has_none():
    assert {kind for _, _, kind in FEEDS} == {"rss", "rdf", "atom", "json"}
    assert [one.name for one in PAPERS if not one.feeds] == ["tidings"]


@pytest.mark.parametrize("name", [one.name for one in PAPERS if one.sitemap])
def test_robots_name_the_news_sitemap_which_has_the_titles(name):
    robots = SITES[name].answer("/robots.txt", EVENING).body.decode()
    assert f"Sitemap: {press().address(paper(name))}{paper(name).sitemap}" in robots
    found = read_sitemap(SITES[name].answer(paper(name).sitemap, EVENING).body, url="http://x.example/sitemap.xml")
    assert [link.title for link in found.links] == [
        piece.revision(EVENING).title for piece in press().published(paper(name), EVENING)
    ]


def test_pages_are_in_the_encoding_of_their_time():
    postasi = SITES["postasi"].answer("/", EVENING)
    assert postasi.media == "text/html"
    assert "Yelkenova Postası".encode("windows-1254") in postasi.body
    assert "Tindvåg Tidende".encode("iso-8859-1") in SITES["tidende"].answer("/", EVENING).body
    assert "Kıyı Gazetesi".encode() in SITES["kiyi"].answer("/", EVENING).body


def test_the_courier_looks_different_after_its_redesign():
    piece = press().published(paper("courier"), after(days=3))[0]
    before, later = (SITES["courier"].answer(piece.path, after(days=day)).body for day in (3, 4))
    assert b'class="story__body"' in before
    assert b'class="story__body"' not in later
    assert b'class="prose"' in later


def test_pictures_are_served():
    piece = press().pieces(paper("ufuk"))[0]
    answer = SITES["ufuk"].answer(f"/d/news/{piece.number}.png", EVENING)
    assert (answer.status, answer.media) == (200, "image/png")


def test_services_are_pages_without_news_and_all_else_is_not_found():
    assert SITES["halvorian"].answer("/horoscopes/", EVENING).status == 200
    assert SITES["halvorian"].answer("/nowhere", EVENING).status == 404
