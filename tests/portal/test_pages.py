"""Every page of the portal over HTTP: what it says, in which language, and how it is kept."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.portal.newsstand import FRONT, NOON, OPERATOR, full_newsroom
from tests.portal.serving import ask, served

from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.portal.paths import article_path
from newsloom.records import Article, Item, Revision, StoryQuery, Topic

STORM = article_path("https://gazette.example/0/0")
PAGES = {
    "front": "/",
    "front in one language": "/?language=tr",
    "section": "/section/Politics",
    "latest": "/latest",
    "search": "/search",
    "search with filters": "/search?q=harbour&site=gazette.example&language=en&since=2026-03-01&until=2026-03-02",
    "story": "/story/story00",
    "story since": "/story/story00?since=2026-03-02T07:30",
    "differences": "/story/story00/differences",
    "article": STORM,
    "article as it was": f"{STORM}?version=1",
    "changes": f"{STORM}/changes?version=2",
    "paper": "/paper/gazette.example",
    "time travel": f"/front?url={FRONT}",
    "time travel to an hour": f"/front?url={FRONT}&at=2026-03-01T12:00",
    "events": "/events",
    "topics": "/topics",
    "topic": "/topic/topic0",
    "sources": "/sources",
    "most read": "/most-read",
    "help": "/help",
    "about": "/about",
    "preferences": "/preferences",
    "operator": "/operator",
    "failure": "/operator/failure?url=https://ufuk.example/broken",
}


@pytest.fixture(scope="module")
def portal(room) -> Iterator[str]:
    with served(create_app(room, room.settings, now=lambda: NOON, page_seconds=0.0)) as url:
        yield url


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_every_page_answers_with_html_under_a_heading(portal, path):
    answer = ask(portal + path, **OPERATOR)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert len(re.findall("<h1", answer.text)) == 1
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_no_page_holds_a_style_or_a_script_of_its_own(portal, path):
    text = ask(portal + path, **OPERATOR).text
    assert not re.search(r"<style|style=|<script(?! src=\"/static/)| on[a-z]+=", text)
    own = re.sub(r'<img src="https://[^"]*" [^>]*referrerpolicy="no-referrer"', "<img", text)
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//(?![^"']*" rel=)""", own)


@pytest.mark.parametrize("code", ["tr", "no"])
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_every_page_speaks_every_language(portal, path, code):
    answer = ask(portal + path, Accept_Language=f"{code};q=0.9, en;q=0.1", **OPERATOR)
    assert answer.status == 200
    assert f'<html lang="{code}"' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/story/none",
        "/story/none/differences",
        "/article/none",
        "/article/0000000000000000/changes",
        f"{STORM}?version=9",
        f"{STORM}?version=x",
        f"{STORM}/changes?version=1",
        "/paper/nobody.example",
        "/front",
        "/front?url=https://nobody.example/",
        "/topic/none",
        "/?after=none",
        "/latest?after=none",
        "/events?after=none",
        "/operator/failure?url=https://nobody.example/",
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(portal, path):
    answer = ask(portal + path, **OPERATOR)
    assert answer.status == 404
    assert "There is nothing here" in answer.text


def test_the_front_page_leads_with_the_hottest_story_and_names_its_papers(portal):
    text = ask(portal + "/").text
    lead = text.index("Storm closes the harbour")
    assert lead < text.index("Council votes to move") < text.index("Marrow Rovers hold")
    assert "The Harbour Gazette" in text
    assert "4 reports" in text


def test_a_language_of_the_press_can_be_chosen_on_the_front_page(portal):
    text = ask(portal + "/?language=tr").text
    assert "Kıyı belediyesi" in text
    assert "Storm closes" not in text


@pytest.mark.parametrize("path", ["/", "/latest", "/events", "/topics"])
def test_the_language_that_a_browser_wants_is_preselected_and_all_can_be_had(portal, path):
    chosen = ask(portal + path, Accept_Language="tr-TR, en;q=0.5").text
    assert f'href="{path}?language=tr" aria-current="true"' in chosen
    assert ask(f"{portal}{path}?language=tr", Accept_Language="tr").text == chosen
    everything = ask(f"{portal}{path}?language=all", Accept_Language="tr").text
    assert 'language=all" aria-current="true"' in everything
    assert len(everything) > len(chosen)
    for unread in ("fr", "", "xx-yy", "*"):
        assert 'language=all" aria-current="true"' in ask(portal + path, Accept_Language=unread).text


def test_a_section_shows_all_that_stands_in_it_to_readers_of_any_language(portal):
    assert "Kıyı belediyesi" in ask(portal + "/section/Gündem", Accept_Language="en").text


def test_a_papers_latest_is_in_the_order_of_the_times_that_it_shows():
    with full_newsroom() as room:
        with room.store.transaction() as transaction:
            late = Article(
                url="https://gazette.example/old",
                title="Found late",
                text="An old report.",
                published=NOON - timedelta(days=2),
            )
            transaction.articles.keep(Revision(article=late, seen_at=NOON))
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            times = re.findall(r'<time datetime="(.*?)"', ask(url + "/paper/gazette.example").text)
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize(("code", "name"), [("tr", "Başlık"), ("no", "Tittel"), ("en", "Headline")])
def test_the_parts_of_an_article_are_named_in_the_readers_language(portal, code, name):
    text = ask(portal + STORM, Accept_Language=code).text
    assert f"<dt>{name}</dt>" in text
    assert (code == "en") == ("<dt>Section</dt>" in text)


def test_the_front_page_goes_on_where_it_ended(room, portal):
    with room.store.read() as transaction:
        tenth = transaction.stories.find(StoryQuery(limit=10))[-1]
    text = ask(f"{portal}/?after={tenth.id}").text
    assert "Storm closes" not in text
    assert "Night buses" in text


def test_foreign_texts_carry_their_language(portal):
    text = ask(portal + "/?language=all", Accept_Language="en").text
    assert re.search(r'<article class="card side" data-item lang="tr">\s*<div', text)
    assert 'lang="en">\n  <div' not in text


def test_a_story_says_who_was_first_and_folds_copies(portal):
    text = ask(portal + "/story/story00").text
    first = text.index('<span class="flag">First</span>')
    assert text.index("The Harbour Gazette", text.index('id="reports"')) < first
    assert "1 copy of this text" in text
    assert "55 min later" in text


def test_reports_stand_in_the_order_in_which_papers_told_them_and_the_story_began_with_the_first():
    with full_newsroom() as room:
        story = room.story("story00")
        *others, late = sorted(story.reports, key=lambda report: report.copy_of is None)
        early = replace(late, told_at=story.first_seen - timedelta(hours=3), told_by="page")
        with room.store.transaction() as transaction:
            transaction.stories.keep(replace(story, reports=(*others, early)))
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            text = ask(url + "/story/story00").text
        reports = re.findall(r'<li class="report".*?</li>', text, re.DOTALL)
        assert article_path(late.url) in reports[0]
        assert "First" in reports[0]
        began = re.search(r"began (.*?)<", text)[1]
        assert began == "2 March 2026, 03:50 UTC"


def test_where_papers_give_a_day_alone_a_story_began_that_day():
    with full_newsroom() as room:
        story = room.story("story00")
        end = story.first_seen.replace(hour=0, minute=0)
        told = tuple(replace(one, told_at=end, told_by="day") for one in story.reports)
        with room.store.transaction() as transaction:
            transaction.stories.keep(replace(story, reports=told))
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            text, front, events = (ask(url + path).text for path in ("/story/story00", "/", "/events"))
        assert re.search(r"began (.*?)<", text)[1] == "1 March 2026"
        assert '<time datetime="2026-03-01">1 Mar</time>' in front
        assert '<time datetime="2026-03-01">1 Mar</time></p>' in events


def test_a_story_tells_what_is_new_since_a_time(portal):
    text = ask(portal + "/story/story00?since=2026-03-02T07:30").text
    news = text[text.index('class="since"') : text.index('class="reports"')]
    assert "A fishing crew of five was brought ashore" in news
    assert "forty boats" not in news


def test_a_story_that_was_merged_leads_to_the_one_that_has_it():
    with full_newsroom() as room:
        with room.store.transaction() as transaction:
            transaction.stories.merge("story05", "story00", NOON)
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            answer = ask(url + "/story/story05")
            assert (answer.status, answer.headers["Location"]) == (301, "/story/story00")


def test_sentences_that_only_one_paper_has_are_marked(portal):
    text = ask(portal + "/story/story00/differences").text
    marked = " ".join(re.findall(r'<mark class="only">(.*?)</mark>', text))
    assert "A fishing crew of five" in marked
    assert "bread for one more day" in marked
    assert "waves broke over the outer wall" not in marked


def test_an_article_shows_what_settled_each_part_and_how_sure_it_is(portal):
    text = ask(portal + STORM).text
    assert "<code>json-ld</code>" in text
    assert 'value="0.930"' in text
    assert "93%" in text
    assert "%93" in ask(portal + STORM, Accept_Language="tr").text
    assert "<dd>English</dd>" in text


def test_other_papers_on_this_are_other_papers_of_the_same_story_and_one_of_each(portal):
    text = ask(portal + article_path("https://lantern.example/0/2")).text
    others = text[text.index('id="others"') : text.index("</ul>", text.index('id="others"'))]
    assert re.findall(r'<span class="paper">(.*?)</span>', others) == ["Valley Courier", "The Harbour Gazette"]
    own = text[text.index('id="own"') : text.index("</ul>", text.index('id="own"'))]
    assert "Harbour shut as storm turns north" in own


def test_an_edit_is_shown_word_by_word(portal):
    text = ask(portal + f"{STORM}/changes").text
    assert "<del>forty</del>" in text
    assert "<ins>forty-two</ins>" in text
    assert "1 paragraph is as it was" in text


def test_an_earlier_version_reads_as_it_did(portal):
    assert "forty boats" in ask(portal + f"{STORM}?version=1").text
    assert "forty-two boats" in ask(portal + STORM).text


def test_a_front_page_is_shown_as_it_stood(portal):
    before = ask(f"{portal}/front?url={FRONT}&at=2026-03-02T06:30").text
    now = ask(f"{portal}/front?url={FRONT}").text
    headlines = [re.findall(r"<h3>\s*<a [^>]*>(.*?)</a>", text) for text in (before, now)]
    assert headlines[0][0] == "A river under the ice"
    assert headlines[1][0] == "Harbour shut as storm turns north"
    assert '<path class="life' in now


def test_events_that_the_newsroom_follows_are_listed_with_their_reports():
    with full_newsroom() as room:
        room.follow_event(["https://gazette.example/0/0"])
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            text = ask(url + "/events").text
    followed = text[text.index('id="followed"') : text.index('id="group1"')]
    assert "Harbour stays shut" in followed


def test_a_topic_has_its_words_with_weights(portal):
    text = ask(portal + "/topic/topic0").text
    assert re.search(r"storm</a>.*?0\.250", text, re.DOTALL)


def test_a_topic_of_items_shows_those_whose_articles_are_not_kept():
    address = "https://lorne.example/ferry"
    item = Item(id="1", headline="The ferry stays in", text="Fog keeps it there.", url=address)
    topic = Topic(id="fog", made_at=NOON, size=1, words=(("fog", 1.0),), members=((address, 0.9),), subject="items")
    with full_newsroom() as room:
        with room.store.transaction() as transaction:
            transaction.items.keep("https://lorne.example/", [item], NOON)
            transaction.topics.replace((topic,))
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            page, listed, feed = (ask(url + path).text for path in ("/topic/fog", "/topics", "/topic/fog.rss"))
    assert f'<a href="{address}" rel="noopener noreferrer external">The ferry stays in</a>' in page
    assert "1 item" in page
    assert "lorne.example" in page
    assert "1 item<" in listed
    assert f"<link>{address}</link>" in feed


def test_search_keeps_its_filters(portal):
    text = ask(portal + "/search?q=harbour&language=en&site=courier.example").text
    assert "No ferry before Thursday" in text
    assert "Third night without a ferry" not in text
    assert '<option value="courier.example" selected>' in text


def test_the_words_that_were_searched_for_are_marked_in_headline_and_text(portal):
    text = ask(portal + "/search?q=ferries").text
    assert "without a <mark>ferry</mark>" in text
    assert "<mark>" in "".join(re.findall(r'<p class="summary">(.*?)</p>', text))


def test_a_report_without_a_teaser_begins_with_its_text(portal):
    entries = re.findall(r'<article class="entry".*?</article>', ask(portal + "/latest?language=all").text, re.DOTALL)
    assert len(entries) > 3
    assert all('<p class="summary">' in entry for entry in entries)


@pytest.mark.parametrize(
    "query", ["since=yesterday", "since=9999-12-31&until=9999-12-31", "skip=-1", "skip=x", "q=%00"]
)
def test_a_search_without_sense_is_answered(portal, query):
    assert ask(f"{portal}/search?q=harbour&{query}").status == 200


def test_a_page_says_what_it_is_to_who_shows_a_link_to_it(portal):
    text = ask(portal + STORM).text
    said = dict(re.findall(r'<meta property="og:(\w+)" content="(.*?)">', text))
    assert said["title"].startswith("Harbour stays shut")
    assert (said["type"], said["url"]) == ("article", portal + STORM)
    assert said["image"] == "https://gazette.example/0/0.jpg"
    assert said["description"].startswith("The harbour at Lornemouth")
    assert 'og:image" content="http://127.0.0.1' in ask(portal + "/help").text


def test_a_browser_finds_icons_and_a_manifest(portal):
    assert ask(portal + "/favicon.ico").body.startswith(b"\0\0\1\0")
    manifest = ask(portal + "/manifest.webmanifest")
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    for icon in json.loads(manifest.body)["icons"]:
        assert ask(portal + icon["src"]).headers["Content-Type"] == icon["type"]


def test_who_has_the_page_gets_no_page(portal):
    first = ask(portal + "/story/story00")
    again = ask(portal + "/story/story00", If_None_Match=first.headers["ETag"])
    assert (again.status, again.body) == (304, b"")


def test_shared_pages_are_compressed_for_who_can_read_it(portal):
    plain = ask(portal + "/events")
    packed = ask(portal + "/events", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body


def test_numbers_and_dates_are_written_as_the_language_writes_them(portal):
    assert "2. mars 2026" in ask(portal + "/", Accept_Language="nb").text
    assert "2 Mart 2026" in ask(portal + "/", Accept_Language="tr").text
    assert "2 March 2026" in ask(portal + "/", Accept_Language="fr, en").text


def test_a_section_with_an_odd_name_leads_to_itself(portal):
    text = ask(portal + "/section/a%3Fb%23c").text
    assert 'href="/section/a%3Fb%23c?language=en"' in text


def test_cards_are_told_by_several_only_if_they_are():
    def heading(room: Newsroom) -> str:
        with served(create_app(room, room.settings, now=lambda: NOON)) as url:
            return re.search(r'<h2 id="cards" class="label">(.*?)</h2>', ask(url + "/?language=all").text)[1]

    with full_newsroom() as room:
        assert heading(room) == "More stories"
        for story in room.stories(StoryQuery(limit=100)):
            first = story.reports[0]
            other = replace(first, url=f"{first.url}/other", paper="other.example")
            with room.store.transaction() as transaction:
                transaction.stories.keep(replace(story, reports=(*story.reports, other)))
        assert heading(room) == "Also in several papers"
