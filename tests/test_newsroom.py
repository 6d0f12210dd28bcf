"""The façade, over a real newspaper on loopback; what is behind each method is tested where it is."""

from __future__ import annotations

import ast
import asyncio
import dataclasses
import io
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.newspaper import Newspaper

import newsloom
from newsloom.errors import BudgetExceeded, InputError, StoreError
from newsloom.newsroom import FollowedSource, Newsroom, open_newsroom
from newsloom.records import Appointment, Source
from newsloom.settings import Settings
from newsloom.stores.digests import article_id
from newsloom.stores.sqlite import MemoryStore

SETTINGS = Settings(newsroom=":memory:", allow_hosts=("127.0.0.1",), delay_seconds=0.0, workers=1)
OPML = b"""<opml version="2.0"><body><outline text="Sport">
    <outline type="rss" text="Races" xmlUrl="https://races.example/feed"/></outline></body></opml>"""


@pytest.fixture
def paper():
    with Newspaper(3) as paper:
        yield paper


@pytest.fixture
def room():
    with open_newsroom(settings=SETTINGS) as room:
        yield room


def test_a_newspaper_is_followed_gathered_and_read(room, paper):
    followed = room.add(paper.url)
    assert {source.kind for source in followed} == {"page", "feed"}
    run = room.gather()
    assert run.articles == 3
    assert room.runs() == (run,)
    url = paper.url + paper.stories[0]
    assert room.article(url).title == paper.headline(paper.stories[0])
    assert room.page(url).body == paper.pages[paper.stories[0]][2]
    assert len(room.history(url).versions) == 1
    assert [link.url for link in room.links(paper.url + "/feed.xml")] == [paper.url + path for path in paper.stories]
    assert {article.url for article in room.articles()} == {paper.url + path for path in paper.stories}
    stream = io.StringIO()
    assert room.export(stream, source_url=paper.url + "/feed.xml") == 3
    assert json.loads(stream.getvalue().splitlines()[0])["is_article"] is True


def test_a_newsroom_works_within_a_running_loop_as_in_a_notebook(room, paper):
    async def cell():
        return room.add(paper.url + "/feed.xml"), room.gather()

    followed, run = asyncio.run(cell())
    assert [source.kind for source in followed] == ["feed"]
    assert run.articles == 3


def test_what_waits_on_the_network_can_be_awaited(room, paper):
    async def cell():
        followed = await room.add_async(paper.url + "/feed.xml", category="Town")
        return followed, await room.gather_async()

    followed, run = asyncio.run(cell())
    assert [source.category for source in followed] == ["Town"]
    assert run.articles == 3
    assert room.stories()


def test_a_page_is_fetched_and_read_without_a_newsroom(paper):
    path = paper.stories[0]
    page = newsloom.fetch(paper.url + path, allow_hosts=["127.0.0.1"])
    assert newsloom.extract(page).url == paper.url + path
    assert newsloom.extract(page).title == paper.headline(path)
    front = asyncio.run(newsloom.fetch_async(paper.url + "/", allow_hosts=["127.0.0.1"]))
    assert {item.url for item in newsloom.read_items(front)} <= {paper.url + path for path in paper.stories}
    with pytest.raises(newsloom.FetchError, match="127"):
        newsloom.fetch(paper.url + path)


def test_a_fetched_page_is_read_in_the_charset_of_its_response(paper):
    body = "<html><title>Güneşli gün</title><div>Işıklı şehirde güneşli bir gün yaşandı dün akşam.</div></html>"
    paper.pages["/turkish"] = (200, "text/html; charset=windows-1254", body.encode("windows-1254"))
    page = newsloom.fetch(paper.url + "/turkish", allow_hosts=["127.0.0.1"])
    assert "Işıklı şehirde" in newsloom.extract(page, extractor="largest").text


def test_lists_are_asked_for_with_plain_keywords(room, paper):
    room.add(paper.url + "/feed.xml", category="Town")
    room.gather()
    assert room.stories(limit=1) == room.stories()[:1]
    assert room.stories(section="Town") == room.stories()
    assert room.events(section="Nowhere", least_newness=0.0) == ()
    assert len(room.latest(limit=2)) == 2
    assert room.search("number", site="elsewhere.example") == ()
    assert len(list(room.articles(section="Town", limit=2))) == 2
    with pytest.raises(TypeError, match=r"no filter named 'sektion'\. Available: order, section"):
        room.stories(sektion="Town")


def test_a_file_may_be_named_by_text_or_by_a_path(room, paper, tmp_path):
    room.add(paper.url + "/feed.xml")
    room.gather()
    assert room.export(str(tmp_path / "a.jsonl")) == room.export(tmp_path / "b.jsonl") == 3
    assert (tmp_path / "a.jsonl").read_text() == (tmp_path / "b.jsonl").read_text()
    with open_newsroom(settings=Settings(newsroom=tmp_path / "news.db", warc_folder=tmp_path)) as other:
        assert other.settings.newsroom == str(tmp_path / "news.db")
        assert other.settings.warc_folder == str(tmp_path)


def test_what_is_gathered_is_grouped_searched_and_listed(room, paper):
    room.add(paper.url + "/feed.xml", category="Town")
    room.gather()
    url = paper.url + paper.stories[0]
    story = room.story_of(url)
    assert story in room.stories()
    assert room.story(story.id) == story
    assert room.additions(story)[0].report.url in {report.url for report in story.reports}
    assert room.events(least_newness=0.0)[0].first_seen >= room.stories()[-1].first_seen
    number = int(paper.stories[0][6:10])
    assert [hit.url for hit in room.search(f'"number {number}"')] == [url]
    assert {article.url for article in room.latest()} == {paper.url + path for path in paper.stories}
    assert room.article_named(article_id(url)) == room.article(url)
    assert room.sections() == (("Town", 3),)
    assert room.languages() == (("en", 3),)
    assert room.group().stories == 0


def test_topics_and_followed_events_are_made_when_asked(room, paper):
    room.add(paper.url + "/feed.xml")
    room.gather()
    topics = room.make_topics(2)
    assert {topic.id for topic in room.topics()} == {topic.id for topic in topics}
    assert room.topic(topics[0].id).members == topics[0].members
    url = paper.url + paper.stories[0]
    event = room.follow_event([url])
    assert room.followed_events() == (event,)
    assert room.unfollow_event(event.id)
    assert url not in {article.url for article in room.related(url)}


def test_each_source_has_its_appointment_and_its_last_failure(room, paper):
    room.add(paper.url + "/feed.xml", category="Town")
    paper.put("/feed.xml", "gone mad", status=500)
    room.gather()
    (followed,) = room.sources()
    assert followed.source.category == "Town"
    assert followed.appointment.failures == 1
    assert followed.failure.kind == "status"


def test_a_newspaper_is_removed_with_all_that_was_followed_because_of_it(room, paper):
    followed = room.add(paper.url)
    assert set(room.remove(paper.url)) == {source.url for source in followed}
    assert room.sources() == ()
    assert room.remove(paper.url) == ()


def test_one_source_can_be_removed_alone(room, paper):
    room.add(paper.url)
    assert room.remove(paper.url + "/feed.xml") == (paper.url + "/feed.xml",)
    assert paper.url + "/" in {followed.source.url for followed in room.sources()}


def test_a_reading_list_is_followed_with_its_folders_as_categories(room, tmp_path):
    (tmp_path / "list.opml").write_bytes(OPML)
    for file in (OPML, tmp_path / "list.opml", str(tmp_path / "list.opml")):
        (source,) = room.import_opml(file)
        assert (source.url, source.kind, source.category) == ("https://races.example/feed", "feed", "Sport")
    assert len(room.sources()) == 1


def test_a_reading_list_is_read_within_a_budget():
    outlines = b"".join(b'<outline xmlUrl="https://races.example/%d"/>' % number for number in range(20_000))
    with Newsroom(MemoryStore(), Settings(page_seconds=0.001)) as room:
        with pytest.raises(BudgetExceeded):
            room.import_opml(b"<opml><body>" + outlines + b"</body></opml>")
        assert room.sources() == ()


def test_a_reading_list_that_is_not_there_is_an_input_error(room, tmp_path):
    with pytest.raises(InputError, match=r"none\.opml"):
        room.import_opml(tmp_path / "none.opml")


def test_a_change_is_told_between_two_times(room, paper):
    room.add(paper.url + "/feed.xml")
    before = datetime.now(UTC) - timedelta(hours=1)
    room.gather()
    change = room.change(paper.url + "/feed.xml", before, datetime.now(UTC))
    assert len(change.came) == 3


def test_the_newsroom_of_a_path_is_made_where_there_is_none(tmp_path):
    place = tmp_path / "new.db"
    with newsloom.open_newsroom(str(place)) as room:
        assert isinstance(room, Newsroom)
        assert room.sources() == ()
    assert place.exists()


def test_a_closed_newsroom_says_so(tmp_path):
    room = open_newsroom(str(tmp_path / "new.db"))
    room.close()
    with pytest.raises(StoreError):
        room.sources()


@pytest.mark.parametrize("layer", ["cli", "portal", "press", "scheduler"])
def test_what_lies_above_the_newsroom_never_touches_its_store(layer):
    package = Path(newsloom.__file__).parent
    files = sorted(package.glob(f"{layer}.py")) + sorted(package.glob(f"{layer}/**/*.py"))
    assert files
    touching = [
        f"{file.relative_to(package)}:{node.lineno}"
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and (node.attr in ("store", "_store") and not _is_thread(node))
    ]
    assert touching == [], "use a method of the newsroom: room.articles, room.stories, room.readers, ..."


def _is_thread(node):
    """``gatherer.threads.store`` is the thread in which the store is used, not the store."""
    return isinstance(node.value, ast.Attribute) and node.value.attr == "threads"


def test_a_door_is_called_for_its_list_and_asked_for_one(room, paper):
    room.add(paper.url + "/feed.xml")
    room.gather()
    (story, *_) = room.stories()
    assert room.stories.get(story.id) == room.story(story.id) == story
    assert room.stories.of(story.reports[0].url) == story
    urls = [article.url for article in room.articles()]
    assert {url: one.article for url, one in room.articles.read(urls).items()} == {
        url: room.articles.get(url) for url in urls
    }
    assert set(room.articles.arrivals([*urls, "https://nowhere.example/"])) == set(urls)
    assert {source.url for source in room.sources.all()} == {followed.source.url for followed in room.sources()}
    assert room.counts().articles == 3


def test_a_newsroom_shows_its_place_without_a_password(tmp_path):
    with open_newsroom(tmp_path / "a.db") as room:
        assert repr(room) == f"Newsroom({str(tmp_path / 'a.db')!r})"
        settings = dataclasses.replace(room.settings, newsroom="postgresql://ann:secret@db.example/news?password=x")
        assert repr(Newsroom(room.store, settings)) == "Newsroom('postgresql://db.example/news')"


def test_a_followed_source_shows_itself_in_a_line():
    now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    source = Source(url="https://a.example/feed", added_at=now, title="The Post")
    followed = FollowedSource(source=source, appointment=Appointment(url=source.url, due_at=now, interval_seconds=60))
    shown = f"url='https://a.example/feed', title='The Post', due_at='{now.isoformat()}', failures=0"
    assert repr(followed) == f"FollowedSource({shown})"
