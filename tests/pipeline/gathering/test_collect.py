"""Gathering from a real server on loopback: what is fetched, by whom, and how it ends."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.gathering import INLINE, NOON, GatheringFixture
from tests.newspaper import Newspaper, paged_story

from newsloom.errors import StoreError
from newsloom.fetch import Client, Fetched
from newsloom.pipeline.gathering.collect import is_idle
from newsloom.pipeline.gathering.outcomes import TaskResult
from newsloom.pipeline.gathering.reading import SourcePage
from newsloom.records import Run


@pytest.fixture
def desk() -> Iterator[GatheringFixture]:
    with Newspaper(3) as paper:
        yield GatheringFixture(paper)


def test_the_entries_of_a_feed_become_articles(desk):
    desk.follow("/feed.xml")
    run = desk.gather()
    assert (run.sources, run.links, run.pages, run.articles, dict(run.failures)) == (1, 3, 4, 3, {})
    titles = {article.title for article in desk.articles()}
    assert titles == {desk.paper.headline(path) for path in desk.paper.stories}
    assert all(len(article.paragraphs) == 4 for article in desk.articles())


def test_the_links_of_a_home_page_become_articles(desk):
    desk.follow("/", kind="page")
    assert desk.gather().articles == 3


def test_the_newest_of_a_sitemap_become_articles_though_it_is_a_gzip_file(desk):
    listed = "".join(f"<url><loc>{desk.paper.url}{path}</loc></url>" for path in desk.paper.stories)
    sitemap = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>'
    desk.paper.put("/news.xml.gz", gzip.compress(sitemap.encode()), content_type="application/gzip")
    desk.follow("/news.xml.gz", kind="sitemap")
    assert desk.gather().articles == 3


def test_a_story_that_two_sources_name_is_fetched_once(desk):
    desk.follow("/feed.xml")
    desk.follow("/", kind="page")
    assert desk.gather().articles == 3
    assert all(desk.paper.asked(path) == 1 for path in desk.paper.stories)


class _Recorder:
    """Reads, and remembers which versions of sources it was given with each page."""

    def __init__(self) -> None:
        self.earlier: list[list[bytes]] = []

    def read(self, pages, /):
        self.earlier += [[older.body for older in page.earlier] for page in pages if isinstance(page, SourcePage)]
        return INLINE.read(pages)

    def close(self) -> None:
        pass


def test_a_front_page_is_read_with_its_earlier_versions(desk):
    desk.follow("/", kind="page")
    reader = _Recorder()
    bodies = []
    for _ in range(3):
        bodies.append(desk.paper.pages["/"][2])
        desk.gather(reader=reader)
        desk.paper.publish()
        desk.now += timedelta(hours=6)
    assert reader.earlier == [[], bodies[:1], bodies[:2]]
    assert len(desk.articles()) == len(desk.paper.stories) - 1


def test_the_pages_of_a_story_are_fetched_and_joined(desk):
    path = desk.paper.stories[0]
    lines = paged_story(desk.paper, path, 3)
    desk.follow("/feed.xml")
    run = desk.gather()
    assert (run.articles, run.pages, dict(run.failures)) == (3, 6, {})
    (article,) = [one for one in desk.articles() if one.url == desk.paper.url + path]
    assert all(sentence in article.text for page in lines for sentence in page)
    assert article.next_page is None
    with desk.store.read() as transaction:
        assert transaction.pages.at(f"{desk.paper.url}{path}?page=3") is not None


def test_a_story_whose_next_page_is_missing_is_kept_as_far_as_it_goes(desk):
    path = desk.paper.stories[0]
    lines = paged_story(desk.paper, path, 2)
    del desk.paper.pages[f"{path}?page=2"]
    desk.follow("/feed.xml")
    assert desk.gather().articles == 3
    (article,) = [one for one in desk.articles() if one.url == desk.paper.url + path]
    assert all(sentence in article.text for sentence in lines[0])
    assert article.next_page == f"{desk.paper.url}{path}?page=2"


def test_a_story_that_leads_back_to_its_own_page_is_read_once(desk):
    path = desk.paper.stories[0]
    paged_story(desk.paper, path, 2)
    desk.paper.put(f"{path}?page=2", "", status=302)
    desk.paper.extra_headers[f"{path}?page=2"] = {"Location": path}
    desk.follow("/feed.xml")
    assert desk.gather().articles == 3
    assert desk.paper.asked(f"{path}?page=2") == 1


def test_a_second_gathering_at_once_has_nothing_to_do(desk):
    desk.follow("/feed.xml")
    desk.gather()
    before = desk.paper.asked()
    assert is_idle(desk.gather())
    assert desk.paper.asked() == before


def test_a_source_that_did_not_change_costs_one_conditional_request(desk):
    desk.follow("/feed.xml")
    desk.gather()
    desk.now = NOON + timedelta(hours=2)
    desk.paper.log.clear()
    assert desk.gather().links == 0
    assert [request.status for request in desk.paper.log if request.path == "/feed.xml"] == [304]
    (version,) = desk.look(lambda transaction: transaction.pages.versions(desk.paper.url + "/feed.xml"))
    assert (version.first_seen, version.last_seen) == (NOON, NOON + timedelta(hours=2))


def test_only_new_entries_are_fetched_when_a_feed_changes(desk):
    desk.follow("/feed.xml")
    desk.gather()
    (fresh,) = desk.paper.publish()
    desk.now += timedelta(hours=200)
    _settle_edit_checks(desk)
    desk.paper.log.clear()
    run = desk.gather()
    assert (run.links, run.articles) == (1, 1)
    asked = {request.path for request in desk.paper.log if request.path.startswith("/news/")}
    assert asked == {fresh}


def _settle_edit_checks(desk: GatheringFixture) -> None:
    """Nobody looks for edits any more."""
    with desk.store.transaction() as transaction:
        for link in transaction.links.claim("cleaner", desk.now, 60, 1000):
            transaction.links.settle("cleaner", link.url)


def test_a_run_leaves_its_record(desk):
    desk.follow("/feed.xml")
    run = desk.gather()
    (kept,) = desk.look(lambda transaction: transaction.run_log.runs())
    assert kept == run
    assert run.ended_at == NOON
    assert run.received_bytes > 3000


def test_a_gathering_with_nothing_to_do_leaves_no_record(desk):
    desk.gather()
    assert desk.look(lambda transaction: transaction.run_log.runs()) == ()


def test_two_gatherers_at_once_fetch_nothing_twice(desk):
    desk.paper.publish(40)
    desk.follow("/feed.xml")
    desk.follow("/", kind="page")

    async def both() -> list[Run]:
        return await asyncio.gather(*(desk.gathering(owner=f"desk-{number}") for number in range(2)))

    runs = asyncio.run(both())
    assert sum(run.articles for run in runs) == 43
    asked = [request.path for request in desk.paper.log if request.path != "/robots.txt"]
    assert len(asked) == len(set(asked)) == 45


def test_a_stopped_gathering_files_what_it_has_and_gives_back_the_rest(desk):
    desk.paper.hold(desk.paper.stories[-1])
    desk.follow("/feed.xml")

    async def stopped() -> Run:
        stop = asyncio.Event()

        def report(run: Run, _filed: tuple[TaskResult, ...]) -> None:
            if run.articles:
                stop.set()

        return await desk.gathering(stop=stop, report=report)

    first = asyncio.run(stopped())
    assert first.ended_at is not None
    assert 0 < first.articles < 3
    assert first.articles == len(desk.articles())
    # No lease is left to wait for.
    desk.paper.release()
    assert first.articles + desk.gather(owner="another").articles == 3


def test_a_task_that_outlasts_its_lease_is_left_to_others(desk):
    desk.follow("/feed.xml")
    desk.paper.hold("/feed.xml")
    run = desk.gather(lease_seconds=0.5)
    assert is_idle(run)
    desk.paper.release()
    desk.now += timedelta(seconds=1)
    assert desk.gather(owner="another").articles == 3


def test_a_store_that_fails_ends_the_gathering_with_its_own_error(desk):
    desk.follow("/feed.xml")
    desk.store.close()
    with pytest.raises(StoreError, match="closed"):
        desk.gather()


@pytest.mark.parametrize("location", ["http://[::ffff:127.1]/", "http://[`]@", "http://xn--/", "//[", "http://[v1.x]/"])
def test_no_redirect_stops_the_gathering(desk, location):
    led_astray = desk.paper.stories[0]
    desk.paper.put(led_astray, "", status=302)
    desk.paper.extra_headers[led_astray] = {"Location": location}
    desk.follow("/feed.xml")
    run = desk.gather()
    assert run.articles == 2
    assert sum(run.failures.values()) == 1
    assert is_idle(desk.gather())


class _FaultyClient:
    """A client with a fault that one address brings to light: it raises, or gives what no store takes."""

    def __init__(self, client: Client, url: str, fault: Exception | None) -> None:
        self._client = client
        self._url = url
        self._fault = fault

    async def fetch(self, url: str, **options) -> Fetched:
        fetched = await self._client.fetch(url, **options)
        if url != self._url:
            return fetched
        if self._fault:
            raise self._fault
        return replace(fetched, fetch=replace(fetched.fetch, size=2**70))


@pytest.mark.parametrize("fault", [IndexError("string index out of range"), None])
def test_a_fault_of_ours_is_the_failure_of_the_page_that_met_it(desk, caplog, fault):
    desk.follow("/feed.xml")
    broken = desk.paper.url + desk.paper.stories[0]
    desk.fetcher = lambda client: _FaultyClient(client, broken, fault)
    run = desk.gather()
    assert (run.articles, dict(run.failures)) == (2, {"fault": 1})
    (failure,) = desk.look(lambda transaction: transaction.run_log.failures())
    assert failure.url == broken
    assert "Traceback" in caplog.text
    # It waits its turn, and then all is well.
    assert is_idle(desk.gather())
    desk.fetcher = lambda client: client
    desk.now += timedelta(minutes=6)
    assert desk.gather().articles == 1


def test_a_run_logs_its_start_its_end_and_each_failure_but_no_page(desk, caplog):
    caplog.set_level("INFO", logger="newsloom")
    broken = desk.paper.stories[0]
    desk.paper.put(broken, "gone", status=410)
    desk.follow("/feed.xml")
    run = desk.gather()
    started, failed, ended = caplog.records
    assert (started.levelname, started.run, ended.levelname, ended.run) == ("INFO", run.id, "INFO", run.id)
    assert (failed.levelname, failed.url, failed.stage, failed.kind) == (
        "WARNING",
        desk.paper.url + broken,
        "fetch",
        "status",
    )
    assert (ended.articles, ended.failures) == (run.articles, {"status": 1})
    assert all(article.paragraphs[0] not in caplog.text for article in desk.articles())


def test_a_gathering_with_nothing_to_do_logs_nothing(desk, caplog):
    caplog.set_level("INFO", logger="newsloom")
    desk.gather()
    assert caplog.records == []
