"""The routes of the feeds: a page's path with a format's ending, answered by the feed or by 304 if unchanged."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import Final
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from newsloom.discovery.opml import write_opml
from newsloom.newsroom import Newsroom
from newsloom.portal.cache import CachedPage, PageCache
from newsloom.portal.feeds.contents import (
    Contents,
    Find,
    columnists,
    events,
    front,
    front_page,
    latest,
    most_read,
    paper,
    search,
    section,
    selection,
    story,
    topic,
    topics,
)
from newsloom.portal.handlers import cache_headers, encoded_body, in_reader_thread, started
from newsloom.portal.requests import PAGE_FILTERS, PageRequest, page_request_of, server_of
from newsloom.portal.sessions import digest_of
from newsloom.records import Account
from newsloom.syndication import PublishedFeed, feed_id, language_tag, write_atom, write_json_feed, write_rss

__all__ = ["feed_routes"]

Endpoint = Callable[[Request], Awaitable[Response]]

_WRITERS: Final[dict[str, Callable[[PublishedFeed], bytes]]] = {
    "rss": write_rss,
    "atom": write_atom,
    "json": write_json_feed,
}
_TYPES: Final = {
    "rss": "application/rss+xml; charset=utf-8",
    "atom": "application/atom+xml; charset=utf-8",
    "json": "application/feed+json; charset=utf-8",
}
_FRONT: Final = "/index"
_FILTERS: Final = tuple(one.parameter for one in PAGE_FILTERS)
# The page, the contents of its feed, and the query parameters that change it.
_PAGES: Final[tuple[tuple[str, Find, tuple[str, ...]], ...]] = (
    (_FRONT, front, ("language",)),
    ("/latest", latest, _FILTERS),
    ("/paper/{site}", paper, ()),
    ("/front", front_page, ("url",)),
    ("/most-read", most_read, ()),
    ("/columnists", columnists, ("language",)),
    ("/section/{name:path}", section, ("language",)),
    ("/story/{id}", story, ()),
    ("/events", events, ("language",)),
    ("/event/{id}", story, ()),
    ("/topics", topics, ("language",)),
    ("/topic/{id}", topic, ()),
    ("/search", search, ("q", *_FILTERS)),
)
_SELECTION: Final = "/me/selection"
_GZIP_LEVEL: Final = 4
_MOST_TOKEN: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedFeed(CachedPage):
    """A feed as it is sent. ``updated`` is when it last said something new."""

    updated: datetime


class FeedRoute(Route):
    """A route that only looks at paths with its ending, so that pages are not matched against all feeds' patterns."""

    def __init__(self, path: str, endpoint: Endpoint) -> None:
        super().__init__(path, endpoint, methods=["GET"])
        self._ending = "." + path.rpartition(".")[2]

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return super().matches(scope) if scope.get("path", "").endswith(self._ending) else (Match.NONE, {})


def feed_routes() -> list[Route]:
    """The feeds of all pages that have one, the reader's own, and the OPML list. Must precede the pages' own routes."""
    shared = [
        FeedRoute(f"{path}.{form}", _endpoint(find, form, parameters))
        for path, find, parameters in _PAGES
        for form in _WRITERS
    ]
    own = [FeedRoute(f"{_SELECTION}.{form}", _own_endpoint(form)) for form in _WRITERS]
    return [*shared, *own, FeedRoute("/sources.opml", _opml)]


def _endpoint(find: Find, form: str, parameters: tuple[str, ...]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        page_request = page_request_of(request, parameters)
        cache: PageCache = request.app.state.pages
        key = ("feed", server_of(request), page_request.question, page_request.locale.code)
        found = await cache.get(key, lambda: started(request, lambda: _rendered(page_request, find, form)))
        return _sent(request, found, form)

    return endpoint


def _own_endpoint(form: str) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        def answer() -> CachedPage:
            account = _owner(request)
            if account is None:
                raise HTTPException(403)
            return _rendered(dataclasses.replace(page_request_of(request), account=account), selection, form)

        return _sent(request, await in_reader_thread(request, answer), form)

    return endpoint


def _owner(request: Request) -> Account | None:
    """The reader whose feed it is. The token in its address is one of their keys, since feed readers do not sign in."""
    token = request.query_params.get("token", "")
    room: Newsroom = request.app.state.room
    if not 0 < len(token) <= _MOST_TOKEN:
        return None
    return room.readers.key_owner(digest_of(token))


def _rendered(page_request: PageRequest, find: Find, form: str) -> CachedPage:
    found = find(page_request)
    body = _WRITERS[form](_feed(page_request, found))
    # Weak: the compressed feed has the same tag.
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    return CachedFeed(body=body, etag=etag, packed=gzip.compress(body, _GZIP_LEVEL, mtime=0), updated=found.updated)


def _sent(request: Request, found: CachedPage, form: str) -> Response:
    updated = found.updated if isinstance(found, CachedFeed) else None
    headers = cache_headers(found)
    if updated is not None:
        headers["Last-Modified"] = format_datetime(updated.astimezone(UTC), usegmt=True)
    if _is_known(request, found.etag, updated):
        return Response(status_code=304, headers=headers)
    body, encoding = encoded_body(request, found)
    return Response(body, headers={**headers, **encoding, "Content-Type": _TYPES[form]})


def _feed(page_request: PageRequest, found: Contents) -> PublishedFeed:
    request = page_request.http
    path, _, form = request.scope["path"].rpartition(".")
    query = f"?{urlencode(page_request.query, errors='replace')}" if page_request.query else ""
    server = server_of(request)
    return PublishedFeed(
        id=feed_id(f"{path}{query}"),
        url=f"{server}{quote(path)}.{form}{query}",
        # The front page's path has no name, and its feed needs one.
        home=f"{server}{'/' if path == _FRONT else quote(path)}{query}",
        title=f"{found.title} – Newsloom",
        updated=found.updated,
        language=language_tag(found.language),
        entries=found.entries,
    )


def _is_known(request: Request, etag: str, updated: datetime | None) -> bool:
    """Whether the client has the feed. RFC 9110, 13.2.2: a tag takes precedence over a time."""
    tags = request.headers.get("if-none-match")
    if tags is not None:
        return etag.removeprefix("W/") in tags or tags.strip() == "*"
    since = request.headers.get("if-modified-since")
    if since is None or updated is None:
        return False
    try:
        return updated.replace(microsecond=0) <= parsedate_to_datetime(since)
    except (ValueError, TypeError):
        return False


async def _opml(request: Request) -> Response:
    room: Newsroom = request.app.state.room

    def write() -> bytes:
        return write_opml(one.source for one in room.sources())

    body = await in_reader_thread(request, write)
    return Response(body, headers={"Content-Type": "text/x-opml; charset=utf-8"})
