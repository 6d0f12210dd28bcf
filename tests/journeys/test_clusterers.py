"""A newsroom with any clusterer of the catalogue: its settings choose it, its articles become stories and stay so."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest
from tests.events import NOON, report, reports

from newsloom.catalogue import available
from newsloom.newsroom import Newsroom
from newsloom.records import Article, Revision, StoryQuery
from newsloom.settings import Settings
from newsloom.wiring import store_of


@dataclass
class Room:
    """A newsroom's settings, its clock, and the articles filed so far; opened anew for each edition or kept open."""

    settings: Settings
    now: datetime = NOON
    filed: list[Article] = field(default_factory=list)

    def open(self) -> Newsroom:
        return Newsroom(store_of(self.settings), self.settings, now=lambda: self.now)

    def publish(self, room: Newsroom, *articles: Article) -> dict[str, str]:
        """File articles and group; the story of every address."""
        for article in articles:
            self.now += timedelta(minutes=1)
            with room.store.transaction() as transaction:
                transaction.articles.keep(Revision(article=article, seen_at=self.now))
        self.filed += articles
        edition = room.group()
        assert edition is not None
        assert edition.articles == len(articles)
        with room.store.read() as transaction:
            stories = transaction.stories.find(StoryQuery(limit=1000))
        assert sorted(one.url for story in stories for one in story.reports) == sorted(
            article.url or "" for article in self.filed
        )
        return {one.url: story.id for story in stories for one in story.reports}


@pytest.mark.parametrize("clusterer", available("clusterer"))
def test_a_newsroom_groups_its_articles_with_any_clusterer(tmp_path, clusterer):
    floor = Room(Settings(newsroom=str(tmp_path / "newsroom.db"), clusterer=clusterer))
    with floor.open() as room:
        first = floor.publish(room, *reports())
        floor.publish(room, report("quake", 4, "echo"), report("museum", 5, "mail"))
    # Another process, later. It looks at the articles of the last half hour again, unless that has passed.
    floor.now += timedelta(hours=1)
    with floor.open() as room:
        last = floor.publish(room, report("rates", 6, "echo"))
    assert set(first.values()) & set(last.values())
