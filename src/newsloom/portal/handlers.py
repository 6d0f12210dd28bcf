"""Turns page functions, from ``PageRequest`` to ``View``, into endpoints for Starlette.

Pages are rendered in a few threads of the portal's own, so that the event loop never waits and a hundred readers do not
start a hundred threads. A quick page is rendered on the event loop, since a thread would add a quarter to its time.
Pages that are the same for all readers without an account are cached for some seconds. Every page has an ETag.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Executor
from typing import Final, TypeVar

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from newsloom.portal.backoff import InlineBackoff
from newsloom.portal.cache import CachedPage, PageCache
from newsloom.portal.rendering import html_of
from newsloom.portal.requests import PageRequest, View, page_request_of

__all__ = [
    "Endpoint",
    "Show",
    "cache_headers",
    "encoded_body",
    "in_reader_thread",
    "in_writer_thread",
    "own_page",
    "page",
    "quick_page",
    "rendered",
    "response_of",
    "started",
]

Show = Callable[[PageRequest], View]
Endpoint = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")

# A quarter of the size for a third of a millisecond; higher levels take twice as long to save a tenth more.
_GZIP_LEVEL: Final = 1
_ETAG_LENGTH: Final = 24


def page(show: Show, *parameters: str) -> Endpoint:
    """An endpoint for a page that is the same for all readers without an account, and takes these query parameters."""
    own = own_page(show)

    async def endpoint(request: Request) -> Response:
        page_request = page_request_of(request, parameters)
        if page_request.account is not None:
            return await own(request)
        cache: PageCache = request.app.state.pages
        found = await cache.get(
            _key(page_request), lambda: started(request, lambda: _shared(page_request, show(page_request)))
        )
        return response_of(request, found)

    return endpoint


def quick_page(show: Show, *parameters: str) -> Endpoint:
    """Like ``page``, for a page that takes a few milliseconds if the warehouse is near.

    It is rendered on the event loop, or in a thread if the warehouse or its disk has been slow.
    """
    patient = page(show, *parameters)

    async def endpoint(request: Request) -> Response:
        state = request.app.state
        backoff: InlineBackoff = state.inline
        # A page with a query may take long.
        page_request = page_request_of(request, parameters)
        is_plain = page_request.account is None and not page_request.query
        if not (is_plain and backoff.is_open() and state.navigation.is_at_hand()):
            return await patient(request)
        with backoff.timed():
            found = state.pages.get_inline(_key(page_request), lambda: _shared(page_request, show(page_request)))
        return response_of(request, found)

    return endpoint


def own_page(show: Show) -> Endpoint:
    """An endpoint for a page that may be different for every reader."""

    async def endpoint(request: Request) -> Response:
        page_request = page_request_of(request)

        def work() -> tuple[View, CachedPage]:
            view = show(page_request)
            return view, rendered(page_request, view)

        view, found = await in_reader_thread(request, work)
        task = BackgroundTask(in_writer_thread, request, view.afterwards) if view.afterwards else None
        return response_of(request, found, task)

    return endpoint


async def in_reader_thread(request: Request, work: Callable[[], T]) -> T:
    """What the work returns, done in one of the portal's threads."""
    return await started(request, work)


def started(request: Request, work: Callable[[], T]) -> asyncio.Future[T]:
    """Submits the work to the portal's threads; returns its future."""
    threads: Executor = request.app.state.threads
    return asyncio.get_running_loop().run_in_executor(threads, work)


async def in_writer_thread(request: Request, work: Callable[[], T]) -> T:
    """What the work returns, done in one of the threads for changes to the newsroom.

    It may have to wait for other writers; no page waits with it.
    """
    threads: Executor = request.app.state.writers
    return await asyncio.get_running_loop().run_in_executor(threads, work)


def rendered(page_request: PageRequest, view: View) -> CachedPage:
    """The view as HTML."""
    body = html_of(page_request, view.template, view.content, page_request.http.app.state.navigation.get())
    etag = hashlib.sha256(body).hexdigest()[:_ETAG_LENGTH]
    return CachedPage(body=body, etag=f'"{etag}"', status=view.status)


def response_of(request: Request, found: CachedPage, task: BackgroundTask | None = None) -> Response:
    """The response with the page, or 304 if the browser has it."""
    headers = cache_headers(found)
    if found.status == 200 and found.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers, background=task)
    body, encoding = encoded_body(request, found)
    headers |= encoding
    return Response(body, status_code=found.status, headers=headers, media_type="text/html", background=task)


def cache_headers(found: CachedPage) -> dict[str, str]:
    """The headers by which a browser keeps the page and revalidates it each time."""
    return {
        "ETag": found.etag,
        "Cache-Control": "private, no-cache",
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }


def encoded_body(request: Request, found: CachedPage) -> tuple[bytes, dict[str, str]]:
    """The body, compressed if the browser accepts that, and the header that says so."""
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return found.packed, {"Content-Encoding": "gzip"}
    return found.body, {}


def _shared(page_request: PageRequest, view: View) -> CachedPage:
    # Only pages without secrets are compressed: the length of a compressed page could reveal them (BREACH).
    plain = rendered(page_request, view)
    packed = gzip.compress(plain.body, _GZIP_LEVEL, mtime=0)
    return CachedPage(body=plain.body, etag=plain.etag, status=plain.status, packed=packed)


def _key(page_request: PageRequest) -> Hashable:
    return (page_request.question, page_request.locale.code, page_request.theme)
