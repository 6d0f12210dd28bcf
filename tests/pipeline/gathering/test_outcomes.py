"""What becomes of the pages gathered from a real server on loopback: articles, edits, failures, addresses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from tests.gathering import NOON, GatheringFixture, overloaded_reader
from tests.newspaper import Newspaper, sentences, story_page

from newsloom.pipeline.gathering.collect import is_idle
from newsloom.pipeline.gathering.intervals import SourceRules
from newsloom.pipeline.sources import follow
from newsloom.records import ArticleQuery, Source


@pytest.fixture
def desk() -> Iterator[GatheringFixture]:
    with Newspaper(3) as paper:
        yield GatheringFixture(paper)


def test_the_title_of_the_feed_reaches_the_extractor(desk):
    path = desk.paper.stories[0]
    page = story_page("Placeholder", sentences("hidden", 12)).replace("<h1>Placeholder</h1>", "")
    desk.paper.put(path, page.replace("<title>Placeholder | The Loopback Herald</title>", ""))
    desk.follow("/feed.xml")
    desk.gather()
    assert desk.look(lambda transaction: transaction.articles.get(desk.paper.url + path)).title == desk.paper.headline(
        path
    )


def test_what_only_the_feed_knows_completes_the_article(desk):
    desk.follow("/feed.xml", category="Harbour")
    desk.gather()
    (article, *_) = desk.articles()
    assert article.section == "Harbour"
    assert article.provenance["section"] == "feed"


def dated_story(day: str) -> str:
    """A page that prints a day and no time."""
    page = story_page("The bell of Hasselby is silent", sentences("bell", 12))
    declared = '<meta property="article:published_time" content="2026-03-02T10:00:00+00:00">'
    assert declared in page
    return page.replace(declared, f'<meta name="date" content="{day}">')


@pytest.mark.parametrize(
    ("day", "told", "published", "said_by"),
    [
        ("2026-03-02", "Mon, 02 Mar 2026 10:00:00 GMT", "2026-03-02T10:00:00+00:00", "feed"),
        # The evening of America is the next day in UTC.
        ("2026-03-01", "Mon, 02 Mar 2026 02:30:00 GMT", "2026-03-02T02:30:00+00:00", "feed"),
        # Another day: the feed speaks of another edition.
        ("2026-02-20", "Mon, 02 Mar 2026 10:00:00 GMT", None, None),
        # A day written as a time says no more than the day.
        ("2026-03-02", "Mon, 02 Mar 2026 00:00:00 GMT", None, None),
    ],
)
def test_the_exact_time_of_the_feed_completes_the_day_of_the_page(desk, day, told, published, said_by):
    path = desk.paper.stories[0]
    desk.paper.put(path, dated_story(day))
    feed = desk.paper.feed().replace("Mon, 02 Mar 2026 10:00:00 GMT", told)
    desk.paper.put("/feed.xml", feed, content_type="application/rss+xml")
    desk.follow("/feed.xml")
    desk.gather()
    article = desk.look(lambda transaction: transaction.articles.get(desk.paper.url + path))
    assert article.date == day
    assert (article.published and article.published.isoformat()) == published
    assert article.provenance.get("published") == said_by


def test_what_the_reader_says_of_a_source_wins_then_the_feed_then_the_page(desk):
    path = desk.paper.stories[0]
    page = story_page("The bell of Hasselby is silent", sentences("bell", 12))
    desk.paper.put(path, page.replace("<head>", '<head><meta property="article:section" content="Kultur">'))
    feed = desk.paper.feed().replace("<item>", "<item><category>Hasselby</category><category>Økonomi</category>")
    filed = []
    for body, chosen in ((desk.paper.feed(), None), (feed, None), (feed, "Sport"), (feed, "Boats")):
        desk = GatheringFixture(desk.paper)
        desk.paper.put("/feed.xml", body, content_type="application/rss+xml")
        source = Source(url=desk.paper.url + "/feed.xml", kind="feed")
        follow(desk.store, [source], desk.now, category=chosen)
        desk.gather()
        article = desk.look(lambda transaction, desk=desk: transaction.articles.get(desk.paper.url + path))
        filed.append((article.section, article.category, article.provenance.get("category")))
        wanted = ArticleQuery(section=chosen or article.category)
        found = desk.look(lambda transaction, wanted=wanted: transaction.articles.find(wanted))
        assert article in found
    assert filed == [
        ("Kultur", "culture", None),
        ("Kultur", "business", "feed"),
        ("Kultur", "sport", "reader"),
        ("Kultur", "Boats", "reader"),
    ]


def test_the_story_s_own_page_names_its_section_before_a_section_page_that_shows_it(desk):
    path = desk.paper.stories[0]
    page = story_page("The bell of Hasselby is silent", sentences("bell", 12))
    desk.paper.put(path, page.replace("<head>", '<head><meta property="article:section" content="Kultur">'))
    follow(desk.store, [Source(url=desk.paper.url + "/", kind="page", category="Sport")], desk.now)
    desk.gather()
    own, other = (
        desk.look(lambda transaction, url=url: transaction.articles.get(desk.paper.url + url))
        for url in desk.paper.stories[:2]
    )
    assert (own.section, own.category) == ("Kultur", "culture")
    assert (other.section, other.category, other.provenance["category"]) == ("Sport", "sport", "page")


def test_an_edit_is_found_an_hour_later_and_both_readings_are_kept(desk):
    desk.follow("/feed.xml")
    desk.gather()
    path = desk.paper.stories[0]
    desk.paper.edit(path, "A correction was printed on the second page of the evening edition.")
    desk.now += timedelta(hours=1)
    run = desk.gather()
    assert (run.articles, run.unchanged) == (1, 2)
    url = desk.paper.url + path
    texts = [revision.article.text for revision in desk.look(lambda transaction: transaction.articles.revisions(url))]
    assert len(texts) == 2
    assert "correction" in texts[1]
    assert "correction" not in texts[0]
    assert len(desk.look(lambda transaction: transaction.pages.versions(url))) == 2


def test_looks_for_edits_end_after_three_days(desk):
    desk.follow("/feed.xml")
    desk.gather()
    for hours in (1, 5, 18, 48, 500):
        desk.now += timedelta(hours=hours)
        desk.gather()
    # The first sight, and after 1, 6, 24 and 72 hours.
    assert [desk.paper.asked(path) for path in desk.paper.stories] == [5, 5, 5]


def test_a_missing_story_is_a_failure_and_the_others_are_kept(desk):
    path = desk.paper.stories[1]
    del desk.paper.pages[path]
    desk.follow("/feed.xml")
    run = desk.gather()
    assert run.articles == 2
    assert dict(run.failures) == {"status": 1}
    (failure,) = desk.look(lambda transaction: transaction.run_log.failures())
    assert (failure.url, failure.stage, failure.at) == (desk.paper.url + path, "fetch", NOON)
    desk.now += timedelta(minutes=30)
    assert is_idle(desk.gather())


def test_a_story_behind_a_broken_server_is_tried_again_later(desk):
    path = desk.paper.stories[1]
    kept = desk.paper.pages[path]
    desk.paper.put(path, "try later", status=500)
    desk.follow("/feed.xml")
    assert desk.gather().articles == 2
    desk.paper.pages[path] = kept
    desk.now += timedelta(minutes=4)
    assert is_idle(desk.gather())
    desk.now += timedelta(minutes=2)
    assert desk.gather().articles == 1


def test_a_feed_that_is_none_is_a_failure_with_its_page_kept_and_tried_again(desk):
    desk.paper.put("/feed.xml", "<html><body>We moved house.</body></html>")
    desk.follow("/feed.xml")
    desk.follow("/", kind="page")
    run = desk.gather()
    assert run.articles == 3
    assert dict(run.failures) == {"InputError": 1}
    (failure,) = desk.look(lambda transaction: transaction.run_log.failures())
    assert failure.stage == "discovery"
    assert b"moved house" in desk.look(lambda transaction: transaction.pages.body(failure.digest))
    appointment = desk.look(lambda transaction: transaction.schedule.get(desk.paper.url + "/feed.xml"))
    assert (appointment.failures, appointment.due_at) == (1, NOON + timedelta(minutes=5))
    desk.paper.print()
    desk.now += timedelta(minutes=5)
    desk.gather()
    assert desk.look(lambda transaction: transaction.schedule.get(desk.paper.url + "/feed.xml")).failures == 0


def test_a_story_that_was_not_read_in_time_is_read_an_hour_later_though_it_did_not_change(desk):
    desk.follow("/feed.xml")
    pages = dict(desk.paper.pages)
    for path in desk.paper.stories:
        desk.paper.put(path, "try later", status=503)
    desk.gather()
    desk.paper.pages = pages
    desk.now += timedelta(minutes=5)
    with overloaded_reader() as reader:
        run = desk.gather(reader=reader)
    assert dict(run.failures) == {"BudgetExceeded": 3}
    desk.now += timedelta(minutes=59)
    assert is_idle(desk.gather())
    desk.now += timedelta(minutes=1)
    assert desk.gather().articles == 3
    # From now on it is known again, and asked for with its validators.
    desk.now += timedelta(hours=5)
    run = desk.gather()
    assert (run.pages, run.unchanged) == (0, 3 + 1)


def test_a_story_that_is_never_read_is_tried_after_1_6_24_and_72_hours(desk):
    desk.follow("/feed.xml")
    path = desk.paper.stories[0]
    desk.gather()
    desk.paper.edit(path, "A paragraph that nobody will read.")
    asked = []
    with overloaded_reader() as reader:
        for hours in range(110):
            desk.now = NOON + timedelta(hours=hours)
            before = desk.paper.asked(path)
            desk.gather(reader=reader)
            asked += [hours] * (desk.paper.asked(path) - before)
    assert asked == [1, 2, 8, 32, 104]


def test_a_source_that_was_not_read_in_time_is_read_at_the_next_look_though_it_did_not_change(desk):
    desk.follow("/feed.xml")
    with overloaded_reader() as reader:
        assert dict(desk.gather(reader=reader).failures) == {"BudgetExceeded": 1}
    desk.now += timedelta(minutes=5)
    assert desk.gather().articles == 3


def test_a_story_that_went_missing_is_looked_for_at_every_check_for_edits(desk):
    desk.follow("/feed.xml")
    desk.gather()
    path = desk.paper.stories[0]
    page = desk.paper.pages.pop(path)
    for hours in (1, 5, 18):
        desk.now += timedelta(hours=hours)
        desk.gather()
    desk.paper.pages[path] = page
    desk.paper.edit(path, "The page is back, with one more paragraph than it had before it went.")
    desk.now += timedelta(hours=48)
    assert desk.gather().articles == 1


def test_a_page_that_is_no_story_is_kept_as_a_page_only(desk):
    path = desk.paper.stories[0]
    desk.paper.put(path, "<html><title>Nothing</title><body></body></html>")
    desk.follow("/feed.xml")
    assert desk.gather().articles == 2
    url = desk.paper.url + path
    assert desk.look(lambda transaction: transaction.articles.get(url)) is None
    assert desk.look(lambda transaction: transaction.pages.at(url)).body.startswith(b"<html><title>Nothing")
    assert [one.kind for one in desk.filed if one.url == url] == ["page"]
    desk.now += timedelta(hours=1)
    desk.gather()
    assert desk.paper.asked(path) == 1


def test_a_redirected_story_is_known_under_both_addresses(desk):
    path = desk.paper.stories[0]
    desk.paper.pages["/moved.html"] = desk.paper.pages[path]
    desk.paper.put(path, "", status=301)
    desk.paper.extra_headers[path] = {"Location": "/moved.html"}
    desk.follow("/feed.xml")
    assert desk.gather().articles == 3
    for known in (path, "/moved.html"):
        assert desk.look(lambda transaction, known=known: transaction.pages.at(desk.paper.url + known)) is not None
    assert desk.look(lambda transaction: transaction.articles.get(desk.paper.url + "/moved.html")) is not None
    found = desk.look(
        lambda transaction: transaction.articles.find(
            ArticleQuery(order="earliest", source_url=desk.paper.url + "/feed.xml")
        )
    )
    assert len(found) == 3


def test_the_address_a_page_calls_its_own_is_the_identity_of_its_article(desk):
    for path, canonical in zip(desk.paper.stories, ("/own", "https://other.example/own", "/"), strict=True):
        status, kind, body = desk.paper.pages[path]
        link = f'<link rel="canonical" href="{canonical}"></head>'.encode()
        desk.paper.pages[path] = (status, kind, body.replace(b"</head>", link))
    desk.follow("/feed.xml")
    desk.gather()
    _, second, third = desk.paper.stories
    # Another site's address is not believed, nor the front page's, which careless templates give to every story.
    assert {article.url.removeprefix(desk.paper.url) for article in desk.articles()} == {"/own", second, third}
    assert desk.look(lambda transaction: transaction.pages.at(desk.paper.url + "/own")) is not None
    found = desk.look(
        lambda transaction: transaction.articles.find(
            ArticleQuery(order="earliest", source_url=desk.paper.url + "/feed.xml")
        )
    )
    assert len(found) == 3


def test_a_source_says_of_itself_what_nobody_else_said(desk):
    desk.follow("/feed.xml")
    desk.gather()
    source = desk.look(lambda transaction: transaction.sources.get(desk.paper.url + "/feed.xml"))
    assert (source.title, source.category) == ("The Loopback Herald", "Town")


def test_what_the_user_called_a_source_stays(desk):
    desk.follow("/feed.xml", category="Mine")
    desk.gather()
    assert desk.look(lambda transaction: transaction.sources.get(desk.paper.url + "/feed.xml")).category == "Mine"


def _feed_of(paper: Newspaper, *stories: tuple[str, str | None]) -> None:
    """A feed of stories with the times that it gives them."""
    items = "".join(
        f"<item><title>{paper.headline(path)}</title><link>{paper.url}{path}</link>"
        + (f"<pubDate>{told}</pubDate>" if told else "")
        + "</item>"
        for path, told in stories
    )
    feed = f'<?xml version="1.0"?><rss version="2.0"><channel><title>Herald</title>{items}</channel></rss>'
    paper.put("/feed.xml", feed, content_type="application/rss+xml")


def test_where_only_what_is_newer_than_the_last_look_is_wanted_the_rest_is_left_alone(desk):
    rules = SourceRules(is_newer_only=True)
    first, late, undated, fresh = (*desk.paper.stories, *desk.paper.publish())
    _feed_of(desk.paper, (first, "Mon, 02 Mar 2026 10:00:00 GMT"))
    desk.follow("/feed.xml")
    desk.gather(rules=rules)
    desk.now += timedelta(hours=6)
    _feed_of(
        desk.paper,
        (first, "Mon, 02 Mar 2026 10:00:00 GMT"),
        (late, "Mon, 02 Mar 2026 11:00:00 GMT"),
        (undated, None),
        (fresh, "Mon, 02 Mar 2026 15:00:00 GMT"),
    )
    desk.gather(rules=rules)
    assert {article.url for article in desk.articles()} == {desk.paper.url + path for path in (first, undated, fresh)}
    assert desk.paper.asked(late) == 0
    # It stands in the feed all the same.
    standing = desk.look(lambda transaction: transaction.links.on(desk.paper.url + "/feed.xml", desk.now))
    assert len(standing) == 4


def test_the_items_of_a_front_page_are_kept_once_over_its_versions(desk):
    front = desk.paper.url + "/"
    desk.follow("/", kind="page")
    desk.gather()
    desk.now += timedelta(hours=2)
    desk.paper.publish()
    desk.gather()
    kept = desk.look(lambda transaction: transaction.items.all())
    assert sorted(one.item.headline for one in kept) == sorted(map(desk.paper.headline, desk.paper.stories))
    assert {one.item.page_url for one in kept} == {front}
    assert sorted((one.first_seen == NOON, one.last_seen == desk.now) for one in kept) == [(False, True)] + 3 * [
        (True, True)
    ]
