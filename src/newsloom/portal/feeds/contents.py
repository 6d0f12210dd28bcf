"""The contents of each page's feed, independent of the format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import quote

from starlette.exceptions import HTTPException

from newsloom.newsroom import Newsroom
from newsloom.portal.accounts.selection import selected_articles
from newsloom.portal.boxes import COLUMNS, READ_WITHIN
from newsloom.portal.paths import paper_of
from newsloom.portal.requests import PageRequest, server_of
from newsloom.records import Article, ArticleQuery, Coverage, StoredArticle, StoryQuery
from newsloom.syndication import Entry, article_entry, item_entry, last_said, story_entry, topic_entry
from newsloom.timestamps import EPOCH

__all__ = [
    "Contents",
    "Find",
    "columnists",
    "events",
    "front",
    "front_page",
    "latest",
    "most_read",
    "paper",
    "search",
    "section",
    "selection",
    "story",
    "topic",
    "topics",
]

_ENTRIES: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """A feed without its addresses. ``changed_at`` is when the whole last said something new, if that is known."""

    title: str
    entries: tuple[Entry, ...]
    language: str | None = None
    changed_at: datetime | None = None

    @property
    def updated(self) -> datetime:
        """When something new was last said. Never "now": a feed requested twice must be the same."""
        moments = [entry.updated for entry in self.entries]
        return max(moments, default=EPOCH) if self.changed_at is None else self.changed_at


Find = Callable[[PageRequest], Contents]


def front(request: PageRequest) -> Contents:
    """The biggest stories, those that last said something new first."""
    language = request.asked("language")
    found = request.room.stories(StoryQuery(language=language, limit=_ENTRIES))
    latest = sorted(found, key=lambda story: story.changed_at, reverse=True)
    entries = _of_stories(request.room, latest, server_of(request.http))
    return Contents(title=request.locale.gettext("front.title"), entries=entries, language=language)


def paper(request: PageRequest) -> Contents:
    """The latest articles of a newspaper."""
    site = request.named("site")
    entries = _of_articles(request.room, request.room.articles.latest(ArticleQuery(site=site, limit=_ENTRIES)))
    if not entries and not any(paper_of(one.source.url) == site for one in request.room.sources()):
        raise HTTPException(404)
    names: Mapping[str, str] = request.http.app.state.navigation.get().papers
    return Contents(title=names.get(site, site), entries=entries)


def front_page(request: PageRequest) -> Contents:
    """The items now on a newspaper's own front page, in its order."""
    url = request.asked("url")
    history = request.room.pages.history(url) if url else None
    if history is None or not history.versions:
        raise HTTPException(404)
    since = history.versions[-1].first_seen
    items = [item for item in request.room.pages.items(history.url, since) or () if item.url][:_ENTRIES]
    kept, said = _stored_articles(request.room, [item.url or "" for item in items])
    entries = [
        article_entry(kept[item.url].article, said[item.url]) if item.url in kept else item_entry(item, since)
        for item in items
    ]
    paper = paper_of(history.url)
    names: Mapping[str, str] = request.http.app.state.navigation.get().papers
    return Contents(title=names.get(paper, paper), entries=tuple(filter(None, entries)), changed_at=since)


def most_read(request: PageRequest) -> Contents:
    """The articles that most readers have opened within a week."""
    read = request.room.readers.most_read(request.now - READ_WITHIN, _ENTRIES)
    entries = _of_articles(request.room, [article for article, _ in read])
    return Contents(title=request.locale.gettext("nav.mostread"), entries=entries)


def latest(request: PageRequest) -> Contents:
    """The latest articles that match the filters of the query string."""
    query = ArticleQuery(**request.article_filters(), limit=_ENTRIES)
    entries = _of_articles(request.room, request.room.articles.latest(query))
    return Contents(title=request.locale.gettext("nav.latest"), entries=entries, language=query.language)


def section(request: PageRequest) -> Contents:
    """The latest articles of a section."""
    name = request.named("name")
    query = ArticleQuery(section=name, language=request.asked("language"), limit=_ENTRIES)
    title = request.locale.section(name)
    return Contents(title=title, entries=_of_articles(request.room, request.room.articles.latest(query)))


def columnists(request: PageRequest) -> Contents:
    """The latest columns of all authors."""
    query = ArticleQuery(section=COLUMNS, language=request.asked("language"), limit=_ENTRIES)
    title = request.locale.gettext("columnists.title")
    return Contents(title=title, entries=_of_articles(request.room, request.room.articles.latest(query)))


def search(request: PageRequest) -> Contents:
    """What a search finds, the most recently arrived first."""
    words = request.asked("q") or ""
    query = ArticleQuery(**request.article_filters(), limit=_ENTRIES)
    entries = _latest_entries(request.room, [hit.url for hit in request.room.articles.search(words, query)])
    return Contents(title=words or request.locale.gettext("search.title"), entries=entries)


def story(request: PageRequest) -> Contents:
    """The reports of a story without copies, the latest first."""
    found = request.room.stories.get(request.named("id"))
    if found is None:
        raise HTTPException(404)
    urls = [report.url for report in reversed(found.reports) if report.copy_of is None][:_ENTRIES]
    entries = _entries(request.room, urls)
    title = found.title or request.locale.gettext("story.untitled")
    return Contents(title=title, entries=entries, language=found.language, changed_at=found.changed_at)


def events(request: PageRequest) -> Contents:
    """Events, the latest to begin first."""
    found = request.room.events(StoryQuery(language=request.asked("language"), limit=_ENTRIES))
    entries = _of_stories(request.room, found, server_of(request.http))
    return Contents(title=request.locale.gettext("nav.events"), entries=entries)


def topic(request: PageRequest) -> Contents:
    """The articles closest to a topic, the most recently arrived first; then items whose articles are not kept."""
    found = request.room.topics.get(request.named("id"))
    if found is None:
        raise HTTPException(404)
    urls = [url for url, _ in found.members[:_ENTRIES]]
    entries = _latest_entries(request.room, urls)
    told = {entry.url for entry in entries}
    leading = request.room.pages.leading_to([url for url in urls if url not in told])
    read_only = (item_entry(item, item.seen_at or found.made_at) for item in leading.values())
    entries += tuple(entry for entry in read_only if entry is not None and entry.url not in told)
    return Contents(title=", ".join(word for word, _ in found.words[:3]) or found.id, entries=entries)


def topics(request: PageRequest) -> Contents:
    """The topics as they were last made, the largest first."""
    server, language = server_of(request.http), request.asked("language")
    found = [one for one in request.room.topics() if language in (None, one.language)][:_ENTRIES]
    entries = tuple(topic_entry(one, f"{server}/topic/{quote(one.id, safe='')}") for one in found)
    return Contents(title=request.locale.gettext("nav.topics"), entries=entries, language=language)


def selection(request: PageRequest) -> Contents:
    """What the reader follows."""
    title = request.locale.gettext("account.selection.title")
    return Contents(title=title, entries=_of_articles(request.room, selected_articles(request)))


def _of_articles(room: Newsroom, articles: Iterable[Article]) -> tuple[Entry, ...]:
    return _entries(room, [article.url or "" for article in articles])


def _entries(room: Newsroom, urls: Sequence[str]) -> tuple[Entry, ...]:
    """The articles with these addresses, in their order."""
    kept, said = _stored_articles(room, urls)
    entries = [article_entry(kept[url].article, said[url], kept[url].first_seen) for url in urls if url in kept]
    return tuple(entry for entry in entries if entry is not None)


def _latest_entries(room: Newsroom, urls: Sequence[str]) -> tuple[Entry, ...]:
    """The articles with these addresses, the most recently arrived first."""
    kept, said = _stored_articles(room, urls)
    latest = sorted(kept, key=lambda url: (kept[url].first_seen, url), reverse=True)
    entries = [article_entry(kept[url].article, said[url], kept[url].first_seen) for url in latest]
    return tuple(entry for entry in entries if entry is not None)


def _stored_articles(room: Newsroom, urls: Sequence[str]) -> tuple[dict[str, StoredArticle], dict[str, datetime]]:
    """The stored articles of these addresses, and when each last said something new."""
    found = room.articles.with_edits(urls)
    kept = {url: clipping for url, (clipping, _) in found.items()}
    said = {url: last_said(edits) or clipping.first_seen for url, (clipping, edits) in found.items()}
    return kept, said


def _of_stories(room: Newsroom, stories: Iterable[Coverage], server: str) -> tuple[Entry, ...]:
    found = list(stories)
    urls = dict.fromkeys(report.url for story in found for report in story.reports if report.copy_of is None)
    kept = room.articles.summaries(list(urls)[: 10 * _ENTRIES])
    titles = {url: one.article.title for url, one in kept.items() if one.article.title}
    return tuple(story_entry(story, f"{server}/story/{story.id}", titles) for story in found)
