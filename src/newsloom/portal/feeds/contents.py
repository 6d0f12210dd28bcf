"""What stands in the feed of a page: a visit in, the feed's entries out, whatever the format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from starlette.exceptions import HTTPException

from newsloom.newsroom import Newsroom
from newsloom.portal.accounts.selection import selected_articles
from newsloom.portal.security.hosts import server_of
from newsloom.portal.visits import Visit
from newsloom.records import Article, ArticleQuery, Coverage, StoryQuery
from newsloom.syndication import Entry, article_entry, last_said, story_entry

__all__ = [
    "Contents",
    "Find",
    "events",
    "latest",
    "search",
    "section",
    "selection",
    "story",
    "topic",
]

_ENTRIES: Final = 50
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """A feed without its addresses; ``changed_at`` is when the whole last said something new, if that is known."""

    title: str
    entries: tuple[Entry, ...]
    language: str | None = None
    changed_at: datetime | None = None

    @property
    def updated(self) -> datetime:
        """When something new was last said. Never "now": a feed that is asked for twice is the same feed."""
        moments = [entry.updated for entry in self.entries]
        return max(moments, default=_LONG_AGO) if self.changed_at is None else self.changed_at


Find = Callable[[Visit], Contents]


def latest(visit: Visit) -> Contents:
    """The latest articles, in one language if asked for."""
    language = visit.asked("language")
    found = visit.room.latest(ArticleQuery(language=language, site=visit.asked("site"), limit=_ENTRIES))
    title = visit.tongue.say("nav.latest")
    return Contents(title=title, entries=_of_articles(visit.room, found), language=language)


def section(visit: Visit) -> Contents:
    """The latest articles of a section."""
    name = visit.named("name")
    query = ArticleQuery(section=name, language=visit.asked("language"), limit=_ENTRIES)
    return Contents(title=name, entries=_of_articles(visit.room, visit.room.latest(query)))


def search(visit: Visit) -> Contents:
    """What a search finds, the latest first seen first."""
    words = visit.asked("q") or ""
    query = ArticleQuery(
        site=visit.asked("site"),
        section=visit.asked("section"),
        language=visit.asked("language"),
        since=visit.moment("since"),
        until=visit.moment("until", is_end=True),
        limit=_ENTRIES,
    )
    urls = [hit.url for hit in visit.room.search(words, query)]
    with visit.room.store.look() as shift:
        dated = sorted(((shift.articles.first_seen(url) or _LONG_AGO, url) for url in urls), reverse=True)
        found = [shift.articles.get(url) for _, url in dated]
    entries = _of_articles(visit.room, (article for article in found if article is not None))
    return Contents(title=words or visit.tongue.say("search.title"), entries=entries)


def story(visit: Visit) -> Contents:
    """The reports of a story without copies, the latest first."""
    found = visit.room.story(visit.named("id"))
    if found is None:
        raise HTTPException(404)
    urls = [report.url for report in reversed(found.reports) if report.copy_of is None][:_ENTRIES]
    with visit.room.store.look() as shift:
        articles = [shift.articles.get(url) for url in urls]
    entries = _of_articles(visit.room, (article for article in articles if article is not None))
    title = found.title or visit.tongue.say("story.untitled")
    return Contents(title=title, entries=entries, language=found.language, changed_at=found.changed_at)


def events(visit: Visit) -> Contents:
    """Events, the one that began last first."""
    found = visit.room.events(StoryQuery(language=visit.asked("language"), limit=_ENTRIES))
    entries = _of_stories(visit.room, found, server_of(visit.request))
    return Contents(title=visit.tongue.say("nav.events"), entries=entries)


def topic(visit: Visit) -> Contents:
    """The articles closest to a topic, the latest first seen first."""
    found = visit.room.topic(visit.named("id"))
    if found is None:
        raise HTTPException(404)
    urls = [url for url, _ in found.members[:_ENTRIES]]
    with visit.room.store.look() as shift:
        dated = sorted(((shift.articles.first_seen(url) or _LONG_AGO, url) for url in urls), reverse=True)
        articles = [shift.articles.get(url) for _, url in dated]
    entries = _of_articles(visit.room, (article for article in articles if article is not None))
    return Contents(title=", ".join(word for word, _ in found.words[:3]) or found.id, entries=entries)


def selection(visit: Visit) -> Contents:
    """What the reader follows."""
    title = visit.tongue.say("account.selection.title")
    return Contents(title=title, entries=_of_articles(visit.room, selected_articles(visit)))


def _of_articles(room: Newsroom, articles: Iterable[Article]) -> tuple[Entry, ...]:
    found = list(articles)
    said: list[datetime | None] = []
    with room.store.look() as shift:
        for url in (article.url or "" for article in found):
            first_seen = shift.articles.first_seen(url)
            # Most are never edited: their readings need not be read again.
            is_edited = first_seen != shift.articles.changed_at(url)
            said.append(last_said(shift.articles.revisions(url)) if is_edited else first_seen)
    entries = [article_entry(article, moment or _LONG_AGO) for article, moment in zip(found, said, strict=True)]
    return tuple(entry for entry in entries if entry is not None)


def _of_stories(room: Newsroom, stories: Iterable[Coverage], server: str) -> tuple[Entry, ...]:
    found = list(stories)
    urls = dict.fromkeys(report.url for story in found for report in story.reports if report.copy_of is None)
    with room.store.look() as shift:
        articles = {url: shift.articles.get(url) for url in list(urls)[: 10 * _ENTRIES]}
    titles = {url: article.title for url, article in articles.items() if article is not None and article.title}
    return tuple(story_entry(story, f"{server}/story/{story.id}", titles) for story in found)
