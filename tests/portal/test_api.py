"""The API over HTTP: pages and cursors, sync by changes, keys, faults, and that its document tells the truth."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.portal.newsstand import FRONT, NOON, full_newsroom
from tests.portal.serving import ask, served
from tests.syndication.invented import HOSTILE, hostile_article

from newsloom.newsroom import Newsroom
from newsloom.pipeline.pagination import Cursor
from newsloom.portal.api.cursors import cursor_of, text_of
from newsloom.portal.api.resources import RESOURCES
from newsloom.portal.app import create_app
from newsloom.portal.sessions import digest_of
from newsloom.records import Account, ApiKey, Article, Coverage, Item, Page, Report, Revision, Source, Topic
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore

STORM = "https://gazette.example/0/0"


def get(url, path, status=200, **headers):
    answer = ask(url + path, **headers)
    assert answer.status == status, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    return json.loads(answer.body)


def all_of(url, path, limit=7):
    """Everything of a list, page after page."""
    found, cursor = [], ""
    while True:
        page = get(url, f"{path}{'&' if '?' in path else '?'}limit={limit}{cursor}")
        assert len(page["data"]) <= limit
        found += page["data"]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


def articles_of(room):
    with room.store.read() as transaction:
        return transaction.articles.count()


def test_articles_come_page_by_page_each_once(url, room):
    found = all_of(url, "/v1/articles")
    assert len({article["url"] for article in found}) == len(found) == articles_of(room)
    seen = [article["first_seen"] for article in found]
    assert seen == sorted(seen, reverse=True)


def test_an_article_says_what_the_record_says(url, room):
    found = next(one for one in all_of(url, "/v1/articles") if one["url"] == STORM)
    for name, value in room.article(STORM).as_dict().items():
        assert found[name] == value
    assert get(url, f"/v1/articles/{found['id']}") == found
    assert found["changed_at"] == (NOON - timedelta(minutes=100)).isoformat()


@pytest.mark.parametrize(
    ("query", "field", "value"),
    [
        ("section=Politics", "section", "Politics"),
        ("language=tr", "language", "tr"),
        ("site=ufuk.example", "site", "Ufuk"),
    ],
)
def test_articles_are_chosen_by_what_they_are(url, query, field, value):
    found = all_of(url, f"/v1/articles?{query}")
    assert found
    assert {article[field] for article in found} == {value}


def test_changed_after_gives_what_changed_in_that_order(url):
    since = (NOON - timedelta(minutes=101)).isoformat().replace("+00:00", "Z")
    found = all_of(url, f"/v1/articles?changed_after={since}", limit=2)
    moments = [article["changed_at"] for article in found]
    assert moments == sorted(moments)
    assert STORM in [article["url"] for article in found]
    assert all(moment > since for moment in moments)


def test_a_sync_misses_nothing_though_articles_change_while_it_reads():
    room = Newsroom(MemoryStore(), Settings())
    keep = lambda number, hour: _keep(room, f"https://lorne.example/{number}", hour)  # noqa: E731
    for number in range(6):
        keep(number, number)
    with room, served(create_app(room, room.settings, now=lambda: NOON)) as address:
        start = f"/v1/articles?changed_after={datetime(2020, 1, 1).isoformat()}&limit=2"
        first = get(address, start)
        assert [one["url"][-1] for one in first["data"]] == ["0", "1"]
        # What was shown last changes, and stands behind all others now.
        keep(1, 9)
        found, cursor = list(first["data"]), first["next"]
        while cursor:
            page = get(address, f"{start}&cursor={cursor}")
            found, cursor = found + page["data"], page["next"]
        assert {one["url"][-1] for one in found} == set("012345")
        assert found[-1]["url"].endswith("1")


def _keep(room, url, hour):
    article = Article(url=url, title=f"Seen at {hour}", text=f"It is {hour} now.")
    with room.store.transaction() as transaction:
        transaction.articles.keep(Revision(article=article, seen_at=NOON + timedelta(hours=hour)))


def test_stories_and_events_come_with_reports_and_papers(url, room):
    stories = all_of(url, "/v1/stories")
    assert [story["id"] for story in stories] == [f"story{number:02}" for number in range(len(stories))]
    storm = stories[0]
    assert storm["papers"] == ["gazette.example", "courier.example", "lantern.example"]
    assert storm["reports"][3]["copy_of"] == storm["reports"][0]["url"]
    assert get(url, "/v1/stories/story00") == storm
    events = all_of(url, "/v1/events")
    assert [event["id"] for event in events] == [story.id for story in room.events()]
    assert all(event["newness"] > 0.5 for event in events)


def test_stories_are_synced_by_their_changes(url):
    since = (NOON - timedelta(minutes=190)).isoformat().replace("+00:00", "Z")
    found = all_of(url, f"/v1/stories?changed_after={since}", limit=2)
    moments = [story["changed_at"] for story in found]
    assert moments == sorted(moments)
    assert len(found) == len({story["id"] for story in found}) > 3


def test_search_gives_articles_with_snippets(url):
    found = all_of(url, "/v1/search?q=harbour", limit=2)
    assert len(found) > 2
    assert all(hit["snippet"] and hit["score"] > 0 and hit["title"] for hit in found)
    assert get(url, "/v1/search?q=zzzz")["data"] == []


def test_items_of_a_front_page_as_of_a_time(url):
    now = get(url, f"/v1/items?url={FRONT}")["data"]
    then = get(url, f"/v1/items?url={FRONT}&at={(NOON - timedelta(hours=4)).isoformat()}")["data"]
    harbour, choir = "Harbour shut as storm turns north", "A choir of four hundred opens the summer season"
    assert [item["headline"] for item in now if item["headline"] in {harbour, choir}] == [harbour, choir]
    assert [item["headline"] for item in then if item["headline"] in {harbour, choir}] == [choir, harbour]
    assert get(url, "/v1/items?url=https://nowhere.example/", 404)["hint"]


def test_items_of_all_front_pages_come_page_by_page(url):
    found = all_of(url, "/v1/items", limit=2)
    assert [item["headline"] for item in found] == [
        item["headline"] for item in get(url, f"/v1/items?url={FRONT}")["data"]
    ]


def test_an_answer_has_the_items_of_one_front_page():
    other = "https://courier.example/"
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON)) as url:
        with room.store.transaction() as transaction:
            transaction.pages.keep(Page(url=other, fetched_at=NOON, body=transaction.pages.at(FRONT).body))
        pages, cursor = [], ""
        while cursor is not None:
            answer = get(url, f"/v1/items?limit=200{cursor and '&cursor='}{cursor}")
            pages.append({item["page_url"] for item in answer["data"]})
            cursor = answer["next"]
        assert sorted(page for found in pages for page in found) == [other, FRONT]
        assert max(map(len, pages)) == 1
        assert all_of(url, f"/v1/items?changed_after={NOON.isoformat()}") == []
        assert get(url, f"/v1/items?url={other}&changed_after={NOON.isoformat()}")["data"] == []


@pytest.mark.parametrize("path", ["/v1/items?", f"/v1/items?url={FRONT}&"], ids=["all pages", "one page"])
def test_items_are_not_lost_when_their_page_changes_while_they_are_read(path):
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON)) as url:
        before = [item["headline"] for item in get(url, f"{path}limit=200")["data"]]
        page = get(url, f"{path}limit=1")
        with room.store.transaction() as transaction:
            transaction.pages.keep(Page(url=FRONT, fetched_at=NOON + timedelta(hours=1), body=b"<p>Nothing today.</p>"))
        found = page["data"]
        while page["next"] is not None:
            page = get(url, f"{path}limit=1&cursor={page['next']}")
            found += page["data"]
        assert [item["headline"] for item in found] == before
        assert len(before) > 2


def test_a_cursor_into_a_page_that_is_not_asked_for_leads_nowhere(url):
    cursor = get(url, f"/v1/items?url={FRONT}&limit=1")["next"]
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON)) as other:
        room.remove(FRONT)
        assert get(other, f"/v1/items?cursor={cursor}", 400)["hint"]


def test_topics_have_members_one_by_one(url):
    listed = all_of(url, "/v1/topics", limit=3)
    assert [topic["size"] for topic in listed] == [120, 90, 60, 30]
    assert get(url, "/v1/topics/topic0")["members"][0][0] == STORM


def test_sources_say_how_they_fare(url):
    found = all_of(url, "/v1/sources")
    assert len(found) == 14
    assert {"url", "kind", "title", "due_at", "failures", "failure"} <= set(found[0])


def test_history_tells_versions_and_readings(url):
    readings = all_of(url, f"/v1/history?url={STORM}", limit=1)
    assert [reading["title"] for reading in readings] == ["Harbour shut as storm turns north", "Harbour stays shut"]
    versions = all_of(url, f"/v1/history?url={FRONT}")
    assert len(versions) == 11
    assert all(version["digest"] and version["size"] for version in versions)
    assert "GET /v1/articles" in get(url, "/v1/history?url=https://nowhere.example/", 404)["hint"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/articles?limit=0", 400),
        ("/v1/articles?limit=201", 400),
        ("/v1/articles?limit=%D9%A1", 400),
        ("/v1/articles?limit=1&limit=2", 400),
        ("/v1/articles?changed_after=yesterday", 400),
        ("/v1/articles?changed_after=0001-01-01T00:00:00%2B14:00", 400),
        ("/v1/articles?cursor=nonsense", 400),
        ("/v1/articles?cursor=..%2F..", 400),
        ("/v1/articles?cursor=abc.999999999999999999", 400),
        ("/v1/articles?colour=red", 400),
        ("/v1/articles?section=%00", 400),
        ("/v1/stories?cursor=nonsense", 400),
        ("/v1/topics?cursor=-1", 400),
        ("/v1/items?cursor=1", 400),
        ("/v1/search", 400),
        ("/v1/search?q=", 400),
        ("/v1/articles/unknown", 404),
        ("/v1/stories/unknown", 404),
        ("/v1/topics/unknown", 404),
        ("/v1/nothing", 404),
        ("/v1/", 404),
    ],
)
def test_a_fault_says_the_way_out(url, path, status):
    fault = get(url, path, status)
    assert fault["error"]
    assert fault["hint"]


def test_the_api_only_reads(url):
    for method in ("POST", "PUT", "DELETE"):
        answer = ask(url + "/v1/articles", method, "{}")
        assert answer.status == 405
        assert answer.headers["Allow"] == "GET, HEAD"
        assert json.loads(answer.body)["hint"]


def test_a_time_whose_plus_was_lost_is_understood(url):
    assert get(url, "/v1/articles?changed_after=2026-03-02T12:00:00+00:00")["data"] == []


def test_a_key_is_needed_where_the_settings_say_so(room):
    secret = "a secret of some length"  # noqa: S105 - a test's
    with room.store.transaction() as transaction:
        transaction.accounts.add(Account(id="k", name="key holder", password=secret, created_at=NOON))
        transaction.api_keys.keep(
            ApiKey(id="1", digest=digest_of(secret), account_id="k", name="reader", created_at=NOON)
        )
    with served(create_app(room, replace(room.settings, portal_open_api=False), now=lambda: NOON)) as address:
        assert get(address, "/v1/articles", 401)["hint"]
        assert ask(address + "/v1/articles").headers["WWW-Authenticate"] == "Bearer"
        assert get(address, "/v1/articles", 401, Authorization="Bearer wrong")
        assert get(address, "/v1/articles", 401, Authorization=f"Basic {secret}")
        assert get(address, "/v1/articles", Authorization=f"Bearer {secret}")["data"]
        assert ask(address + "/metrics").status == 401
        assert get(address, "/healthz") == {"status": "ok"}
        assert get(address, "/v1/openapi.json")["openapi"]


def test_a_wrong_key_is_refused_also_where_none_is_needed(url):
    assert get(url, "/v1/articles", 401, Authorization="Bearer wrong")["error"]


def test_hostile_words_come_out_as_text(url, room):
    for number, text in enumerate(HOSTILE):
        with room.store.transaction() as transaction:
            transaction.articles.keep(Revision(article=hostile_article(text, f"hostile/{number}"), seen_at=NOON))
    answer = ask(url + "/v1/articles?site=lorne.example")
    assert answer.headers["Content-Type"] == "application/json"
    assert b"<" not in answer.body
    titles = {article["title"] for article in json.loads(answer.body)["data"]}
    assert HOSTILE[0] in titles


def test_the_document_describes_every_resource_and_every_field(url):
    document = get(url, "/v1/openapi.json")
    assert set(document["paths"]) == {resource.path for resource in RESOURCES}
    schemas = document["components"]["schemas"]
    for record, name in [(Article, "ArticleEntry"), (Coverage, "StoryEntry"), (Topic, "Topic"), (Item, "Item")]:
        assert set(record.__slots__) <= set(schemas[name]["properties"])
    assert set(Source.__slots__) <= set(schemas["SourceEntry"]["properties"])
    assert set(Report.__slots__) == set(schemas["Report"]["properties"])
    assert document["servers"] == [{"url": url}]


def test_a_cursor_reads_back():
    for cursor in (Cursor("abc"), Cursor("abc", datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC))):
        assert cursor_of(text_of(cursor)) == cursor
