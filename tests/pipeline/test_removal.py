"""Articles that go for good: nothing of them is left, nothing else is lost, and they do not come back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.databases import postgres_dsn, postgres_server, store
from tests.gathering import NOON, GatheringFixture
from tests.newspaper import Newspaper

from newsloom.pipeline.desk.followedevents import FoundReport, add_reports, follow_event, read_followed
from newsloom.pipeline.removal import prune, take_down
from newsloom.records import Account, ArticleQuery, Coverage, ReadingMark, Report, StoryQuery

__all__ = ["postgres_dsn", "postgres_server", "store"]


@pytest.fixture
def desk(store):
    with Newspaper(3) as paper:
        desk = GatheringFixture(paper, store)
        desk.follow("/feed.xml", category="Town")
        desk.gather()
        yield desk


@pytest.fixture
def url(desk):
    return desk.paper.url + desk.paper.stories[1]


def edited(desk, times: int) -> None:
    """The story is edited every two hours, and seen each time."""
    path = desk.paper.stories[1]
    for number in range(times):
        desk.paper.edit(path, f"The harbour master added statement number {number}.")
        desk.now += timedelta(hours=2)
        with desk.store.transaction() as transaction:
            body = desk.paper.pages[path][2]
            page = transaction.pages.at(desk.paper.url + path)
            transaction.pages.keep(type(page)(url=page.url, fetched_at=desk.now, body=body))


def test_nothing_of_an_article_is_left(desk, url):
    edited(desk, 3)
    with desk.store.read() as transaction:
        digests = [version.digest for version in transaction.pages.versions(url)]
    assert len(digests) == 4
    assert take_down(desk.store, url, desk.now)
    with desk.store.read() as transaction:
        assert transaction.articles.get(url) is None
        assert transaction.articles.revisions(url) == ()
        assert transaction.pages.versions(url) == ()
        assert transaction.pages.at(url) is None
        assert [transaction.pages.body(digest) for digest in digests] == [None] * 4
        assert transaction.articles.count() == 2
        assert transaction.facets.sections() == (("Town", 2),)
        (mention,) = [link for link in transaction.links.on(desk.paper.url + "/feed.xml", desk.now) if link.url == url]
        assert mention.title is None


def test_the_others_are_found_and_read_as_before(desk, url):
    others = [desk.paper.url + path for path in desk.paper.stories if desk.paper.url + path != url]
    before = {one: desk.paper.pages[one.removeprefix(desk.paper.url)][2] for one in others}
    take_down(desk.store, url, desk.now)
    with desk.store.read() as transaction:
        assert {one: transaction.pages.at(one).body for one in others} == before
        number = int(others[0].rpartition("/")[2][:4])
        assert [hit.url for hit in transaction.articles.search(f'"number {number}"', ArticleQuery())] == [others[0]]
        gone = int(url.rpartition("/")[2][:4])
        assert transaction.articles.search(f'"number {gone}"', ArticleQuery()) == ()


def test_what_is_gathered_later_is_not_found_by_its_words(desk, url):
    take_down(desk.store, url, desk.now)
    gone = int(url.rpartition("/")[2][:4])
    desk.paper.publish()
    desk.now += timedelta(hours=3)
    desk.gather()
    with desk.store.read() as transaction:
        assert transaction.articles.search(f'"number {gone}"', ArticleQuery()) == ()
        assert transaction.articles.count() == 3


def test_it_is_not_gathered_again(desk, url):
    take_down(desk.store, url, desk.now)
    asked = desk.paper.asked(url.removeprefix(desk.paper.url))
    desk.paper.edit(desk.paper.stories[1], "More.")
    desk.follow("/", kind="page")
    desk.now += timedelta(hours=7)
    desk.gather()
    assert desk.paper.asked(url.removeprefix(desk.paper.url)) == asked
    with desk.store.read() as transaction:
        assert transaction.articles.get(url) is None


def test_another_address_of_it_is_not_taken_in(desk, url):
    take_down(desk.store, url, desk.now)
    desk.paper.put("/moved", "", status=302)
    desk.paper.extra_headers["/moved"] = {"Location": url.removeprefix(desk.paper.url)}
    desk.paper.stories.append("/moved")
    desk.paper.headline = lambda _: "Bridge of Lorne opened"
    desk.paper.print()
    desk.now += timedelta(hours=3)
    desk.gather()
    assert desk.paper.asked("/moved") == 1
    with desk.store.read() as transaction:
        assert transaction.articles.get(url) is None
        assert transaction.pages.at(url) is None


def test_an_address_that_was_never_seen_can_be_barred(desk):
    assert not take_down(desk.store, desk.paper.url + "/news/0004-story.html", desk.now)
    desk.paper.publish()
    desk.now += timedelta(hours=3)
    desk.gather()
    assert desk.paper.asked("/news/0004-story.html") == 0


def test_a_story_is_told_by_the_reports_that_are_left(desk, url):
    other = desk.paper.url + desk.paper.stories[0]
    reports = tuple(Report(url=one, paper="p", seen_at=NOON) for one in (url, other))
    copied = (reports[0], Report(url=other, paper="p", seen_at=NOON, copy_of=url))
    times = {"first_seen": NOON, "last_seen": NOON, "changed_at": NOON}
    with desk.store.transaction() as transaction:
        transaction.stories.keep(Coverage(id="s", title="Of it", summary="Of it.", image="i", reports=copied, **times))
        transaction.bookmarks.mark(ReadingMark(account_id=_account(transaction), kind="star", subject=url, at=NOON))
    take_down(desk.store, url, desk.now)
    with desk.store.read() as transaction:
        story = transaction.stories.get("s")
        assert [(report.url, report.copy_of) for report in story.reports] == [(other, None)]
        assert (story.title, story.summary, story.image) == (transaction.articles.get(other).title, "", None)
        assert transaction.bookmarks.marks("ann", "star") == ()
    take_down(desk.store, other, desk.now)
    with desk.store.read() as transaction:
        assert transaction.stories.find(StoryQuery()) == ()


def test_a_followed_event_is_told_by_what_is_left(desk, url):
    other, third = (desk.paper.url + desk.paper.stories[place] for place in (0, 2))
    event = follow_event(desk.store, [url, other], desk.now)
    add_reports(desk.store, {event.id: [FoundReport(url=third, score=0.5, seen_at=desk.now)]})
    with desk.store.read() as transaction:
        titles = {one: transaction.articles.get(one).title for one in (url, other, third)}
    assert event.title == titles[url]
    take_down(desk.store, url, desk.now)
    (left,) = read_followed(desk.store)
    assert (left.id, left.title, left.examples) == (event.id, titles[other], (other,))
    take_down(desk.store, other, desk.now)
    (left,) = read_followed(desk.store)
    assert (left.title, left.examples, [one.url for one in left.reports]) == (titles[third], (third,), [third])
    take_down(desk.store, third, desk.now)
    assert read_followed(desk.store) == ()


def test_a_report_that_is_taken_down_leaves_the_events_it_was_found_for(desk, url):
    other = desk.paper.url + desk.paper.stories[0]
    event = follow_event(desk.store, [other], desk.now)
    add_reports(desk.store, {event.id: [FoundReport(url=url, score=0.5, seen_at=desk.now)]})
    take_down(desk.store, url, desk.now)
    (left,) = read_followed(desk.store)
    assert left == event


def test_old_versions_go_and_the_latest_stays(desk, url):
    edited(desk, 30)
    before = desk.paper.pages[desk.paper.stories[1]][2]
    later = NOON + timedelta(days=10, hours=40)
    assert prune(desk.store, later, versions_days=20, articles_days=None) == (0, 0)
    assert prune(desk.store, later, versions_days=10, articles_days=None) == (20, 0)
    with desk.store.read() as transaction:
        kept = transaction.pages.versions(url)
        assert len(kept) == 31 - 20
        assert transaction.pages.at(url).body == before
        assert all(transaction.pages.body(version.digest) for version in kept)
        assert transaction.articles.count() == 3
    assert prune(desk.store, later + timedelta(days=90), versions_days=9, articles_days=None) == (10, 0)


def test_what_leaves_is_logged(desk, url, caplog):
    caplog.set_level("INFO", logger="newsloom.pipeline.removal")
    take_down(desk.store, url, desk.now)
    later = NOON + timedelta(days=40)
    prune(desk.store, later, versions_days=None, articles_days=60)
    prune(desk.store, later, versions_days=None, articles_days=30)
    messages = [record.getMessage() for record in caplog.records]
    assert messages == [f"took down {url}", "pruned 0 versions of pages and 2 articles"]


def test_old_articles_go_if_so_wanted(desk, url):
    later = NOON + timedelta(days=40)
    assert prune(desk.store, later, versions_days=None, articles_days=None) == (0, 0)
    assert prune(desk.store, later, versions_days=None, articles_days=30) == (0, 3)
    with desk.store.read() as transaction:
        assert transaction.articles.count() == 0
        assert transaction.pages.at(url) is None


def _account(transaction) -> str:
    transaction.accounts.add(Account(id="ann", name="ann", password="", created_at=NOON))
    return "ann"
