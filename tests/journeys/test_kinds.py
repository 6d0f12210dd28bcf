"""Six newspapers of the kinds that are hard to read: gathered, read, grouped and shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from tests.journeys.kinds import FERRY, KINDS, Kind, Story, print_paper
from tests.newspaper import Newspaper
from tests.portal.serving import ask, served

from newsloom.newsroom import Newsroom, open_newsroom
from newsloom.portal.app import create_app
from newsloom.portal.paths import article_path
from newsloom.records import StoryQuery
from newsloom.settings import Settings

EVENING = datetime(2026, 3, 3, 18, 0, tzinfo=UTC)
STORIES = [(kind, story) for kind in KINDS for story in kind.stories]
IDS = [f"{kind.name} {story.event}" for kind, story in STORIES]
# A standfirst is part of the text; of the six, the live page has one.
STANDFIRSTS = {"live": ["The ferry Heron leaves the strait of Quendal today. We follow her from quay to quay."]}


@dataclass(frozen=True, kw_only=True)
class Gathered:
    room: Newsroom
    addresses: dict[str, str]

    def url(self, kind: Kind, story: Story) -> str:
        return self.addresses[kind.name] + story.path


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gathered]:
    folder = tmp_path_factory.mktemp("kinds")
    settings = Settings(newsroom=str(folder / "newsroom.db"), allow_hosts=("127.0.0.1",), delay_seconds=0.0, workers=1)
    with ExitStack() as stack:
        room = stack.enter_context(open_newsroom(settings=settings, now=lambda: EVENING))
        addresses = {}
        for kind in KINDS:
            paper = stack.enter_context(Newspaper(0))
            print_paper(kind, paper)
            addresses[kind.name] = paper.url
            room.add(paper.url)
        room.gather()
        room.group()
        yield Gathered(room=room, addresses=addresses)


@pytest.fixture(scope="module")
def portal(gathered: Gathered) -> Iterator[str]:
    with served(create_app(gathered.room, gathered.room.settings, now=lambda: EVENING)) as url:
        yield url


@pytest.mark.parametrize(("kind", "story"), STORIES, ids=IDS)
def test_each_story_is_gathered_and_read_whole_without_furniture(gathered: Gathered, kind: Kind, story: Story) -> None:
    article = gathered.room.article(gathered.url(kind, story))
    assert article is not None
    assert article.is_article
    assert (article.title, article.language, article.date) == (story.title, story.language, story.day)
    assert list(article.paragraphs) == STANDFIRSTS.get(kind.name, []) + story.paragraphs
    assert article.authors == ((story.author,) if story.author else ())


def test_nothing_else_is_taken_for_a_story(gathered: Gathered) -> None:
    found = {article.url for article in gathered.room.latest()}
    assert found == {gathered.url(kind, story) for kind, story in STORIES}


def test_four_papers_report_the_ferry_together_and_everything_else_stands_alone(gathered: Gathered) -> None:
    groups = [{report.url for report in story.reports} for story in gathered.room.stories(StoryQuery(limit=50))]
    ferry = {gathered.url(kind, story) for kind, story in STORIES if story.event == FERRY}
    assert len(ferry) == 4
    assert ferry in groups
    assert sorted(map(len, groups)) == [1] * (len(STORIES) - 4) + [4]


@pytest.mark.parametrize(("kind", "story"), STORIES, ids=IDS)
def test_each_story_is_shown_in_its_script_and_from_its_side(
    gathered: Gathered, portal: str, kind: Kind, story: Story
) -> None:
    text = ask(portal + article_path(gathered.url(kind, story)), Accept_Language="en").text
    prose = re.search(r'<div class="prose"([^>]*)>(.*?)</div>', text, re.DOTALL)
    assert prose is not None
    side = ' dir="rtl"' if story.language == "ar" else ""
    assert prose[1] == ("" if story.language == "en" else f' lang="{story.language}"{side}')
    assert f"<p>{story.paragraphs[-1].replace(chr(39), '&#x27;').replace(chr(34), '&quot;')}</p>" in prose[2]
    # Some fifty words and more, in whichever script.
    assert int(re.search(r"(\d+) words", text)[1]) >= 40


def test_the_posts_of_a_live_page_stand_under_a_time_that_people_read(gathered: Gathered, portal: str) -> None:
    live = next(kind for kind in KINDS if kind.name == "live")
    text = ask(portal + article_path(gathered.url(live, live.stories[0])), Accept_Language="en").text
    assert '<time datetime="2026-03-02T12:15:00+00:00">2 March 2026, 12:15 UTC</time>' in text


def test_a_word_within_a_text_without_spaces_is_found(portal: str) -> None:
    assert "老城<mark>电车</mark>停运七年后重新上路" in ask(f"{portal}/search?q=%E7%94%B5%E8%BD%A6").text
    assert "ترميم <mark>منارة</mark>" in ask(f"{portal}/search?q=%D9%85%D9%86%D8%A7%D8%B1%D8%A9").text


def test_a_summary_in_chinese_has_no_spaces_between_sentences(gathered: Gathered) -> None:
    told = [story.summary for story in gathered.room.stories(StoryQuery(limit=50)) if story.language in ("zh", "ja")]
    assert len(told) == 4
    assert not [summary for summary in told if "。 " in (summary or "")]
