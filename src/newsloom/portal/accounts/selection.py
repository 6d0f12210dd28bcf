"""A reader's own selection: the latest articles of what they follow, without what they have muted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final
from urllib.parse import parse_qs

from newsloom.newsroom import Newsroom
from newsloom.portal.bookmarks import muted_by
from newsloom.portal.requests import PAGE_FILTERS, PageRequest
from newsloom.records import Article, ArticleQuery, Following

__all__ = ["search_of", "selected_articles"]

_MOST_ARTICLES: Final = 50
# Only the latest of what is followed is queried; each costs a query.
_MOST_FOLLOWED: Final = 50
_OF_EACH: Final = 20


def selected_articles(request: PageRequest) -> tuple[Article, ...]:
    """The articles, the most recently arrived first; none if the reader has no account."""
    room, account = request.room, request.account
    if account is None:
        return ()
    followed = room.readers.followed(account.id)[:_MOST_FOLLOWED]
    urls = dict.fromkeys(url for following in followed for url in _addresses(room, following))
    muted = muted_by(request)
    kept = room.articles.read(urls)
    latest = sorted(kept, key=lambda url: (kept[url].first_seen, url), reverse=True)
    allowed = (kept[url].article for url in latest if muted.allows_article(kept[url].article))
    return tuple(islice(allowed, _MOST_ARTICLES))


def search_of(subject: str) -> tuple[str, ArticleQuery]:
    """The words and the filters of a followed search, which is stored as the query string of its page."""
    try:
        fields = {name: values[0] for name, values in parse_qs(subject, max_num_fields=20).items()}
    except ValueError:
        fields = {}
    # Its times are left out: following is about what comes from now on.
    filters: dict[str, Any] = {one.field: fields.get(one.parameter) for one in PAGE_FILTERS if one.kind is str}
    return fields.get("q", ""), ArticleQuery(**filters, limit=_OF_EACH)


def _addresses(room: Newsroom, following: Following) -> Iterator[str]:
    if following.kind == "event":
        story = room.stories.get(following.subject)
        yield from (report.url for report in (story.reports if story else ())[-_OF_EACH:])
    elif following.kind == "topic":
        topic = room.topics.get(following.subject)
        yield from (url for url, _ in (topic.members if topic else ())[:_OF_EACH])
    else:
        words, query = search_of(following.subject)
        yield from (hit.url for hit in room.articles.search(words, query))
