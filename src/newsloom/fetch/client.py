"""The client: fetches an address and returns a ``Page`` and the record of the fetch.

Every redirect is checked again: by the guard, by robots.txt, by the host's request rate. The size of bodies is limited,
both as sent and as decompressed; so are time, redirects and attempts. Every failure is a ``FetchError``. Of the page
itself, only the publisher's rights reservations are read.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Final, Self, TypeVar

from yarl import URL

from newsloom.decompression import ACCEPT_ENCODING, BodyBroken, BodyTooLarge, decompress, decompress_prefix
from newsloom.errors import FetchError
from newsloom.fetch.connections import Connections
from newsloom.fetch.guard import Guard
from newsloom.fetch.loops import run_to_end
from newsloom.fetch.media import ANYTHING, READABLE, Accept
from newsloom.fetch.politeness import Politeness, retry_after_seconds
from newsloom.fetch.redirects import RedirectChain, is_redirect
from newsloom.fetch.request import Archive, Request, Response, send_request
from newsloom.fetch.retries import retried
from newsloom.fetch.rights import rights_of
from newsloom.fetch.robots import MAX_ROBOTS_BYTES, Robots, Rules
from newsloom.fetch.settings import ClientSettings, Runtime
from newsloom.logs import DEBUG, log_event, stage_logger
from newsloom.records import Fetch, Page

__all__ = ["Client", "Fetched", "fetch_page", "fetch_page_async"]

_LOG: Final = stage_logger(__name__)

_NOT_MODIFIED: Final = 304
_IF_NONE_MATCH: Final = "If-None-Match"
_IF_MODIFIED_SINCE: Final = "If-Modified-Since"

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """A successful fetch; ``page`` is None if the server said "not modified".

    ``moved_to`` is the target of a permanent redirect, or None. ``fetch`` has validators only if there was no redirect,
    because the next request may be redirected elsewhere. ``received_bytes`` is the size of the body as sent.
    """

    page: Page | None
    fetch: Fetch
    moved_to: str | None = None
    received_bytes: int = 0


class Client:
    """An HTTP client, used in an ``async with`` block. ``archive`` is called with every response."""

    def __init__(
        self, settings: ClientSettings | None = None, *, runtime: Runtime | None = None, archive: Archive | None = None
    ) -> None:
        self._settings = settings or ClientSettings()
        self._runtime = runtime or Runtime()
        self._archive = archive
        self._guard = Guard(self._settings.allow_hosts)
        self._connections = Connections(self._settings, self._guard, self._runtime.lookup)
        self._politeness = Politeness(self._settings, self._runtime)
        self._robots = Robots(self._robots_answer, self._settings.token, self._runtime)
        # Taken before a request's time starts: waiting for a free connection is not the server's fault.
        self._slots = asyncio.Semaphore(self._settings.max_connections)

    async def __aenter__(self) -> Self:
        await self._connections.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._connections.__aexit__(kind, error, traceback)

    async def fetch(
        self, url: str, *, etag: str | None = None, last_modified: str | None = None, accept: Accept = READABLE
    ) -> Fetched:
        """Fetch a page. Raises ``FetchError`` and ``AddressRefused``.

        ``etag`` and ``last_modified`` are the validators of an earlier fetch of this address; with them the server may
        answer that nothing has changed.
        """
        start = self._guard.checked_url(url)
        validators = _validators(etag, last_modified)
        request = Request(headers=self._headers(accept), accept=accept, max_bytes=self._settings.max_bytes)
        chain, response = await self._retried(functools.partial(self._follow, start, request, validators))
        fetched = self._fetched(url, chain, response, validators)
        facts = {"url": url, "status": response.status, "bytes": fetched.received_bytes, "seconds": chain.seconds}
        log_event(_LOG, DEBUG, "fetched %(url)s: %(status)d, %(bytes)d bytes in %(seconds).2f s", **facts)
        return fetched

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """The sitemaps listed in the robots.txt of the address's site. Raises ``FetchError``."""
        address = self._guard.checked_url(url)
        rules = await self._robots.rules(address)
        if rules.fault:
            raise self._closed(address, rules)
        return rules.sitemaps

    async def _retried(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        settings = self._settings
        return await retried(
            attempt, attempts=settings.attempts, patience_seconds=settings.patience_seconds, runtime=self._runtime
        )

    async def _follow(
        self, start: URL, request: Request, validators: Mapping[str, str]
    ) -> tuple[RedirectChain, Response]:
        """The successful response at the end of all redirects. Raises ``FetchError`` for any other."""
        chain = RedirectChain(start, self._guard, self._settings.max_redirects)
        response = await self._follow_redirects(chain, request, validators, is_bound=self._settings.respect_robots)
        is_unchanged = response.status == _NOT_MODIFIED and validators and chain.is_direct
        if response.is_success or is_unchanged:
            return chain, response
        raise self._status_error(response)

    async def _follow_redirects(
        self, chain: RedirectChain, request: Request, validators: Mapping[str, str], *, is_bound: bool
    ) -> Response:
        """The response at the end of all redirects. ``is_bound`` obeys robots.txt at every step."""
        while True:
            if is_bound:
                await self._obey_robots(chain.url)
            response = await self._get(chain, _request_for(chain, request, validators))
            if not is_redirect(response):
                return response
            chain.follow(response)

    async def _get(self, chain: RedirectChain, request: Request) -> Response:
        """One response, requested as soon as the host's rate allows."""
        url, loop = chain.url, asyncio.get_running_loop()
        async with self._politeness.slot(url), self._slots:
            began = loop.time()
            if self._settings.proxy:
                await self._connections.check_for_proxy(url)
            response = await send_request(
                self._connections.session,
                url,
                request,
                seconds=max(0.0, self._settings.timeout_seconds - chain.seconds),
                proxy=self._settings.proxy,
            )
            chain.seconds += loop.time() - began
        self._politeness.record_status(url, response.status, self._retry_after(response))
        if self._archive:
            self._archive(response)
        return response

    async def _obey_robots(self, url: URL) -> None:
        rules = await self._robots.rules(url)
        if rules.is_closed:
            raise self._closed(url, rules)
        if not rules.allows(url):
            log_event(_LOG, DEBUG, "robots.txt does not allow %(url)s", url=str(url))
            raise FetchError(str(url), "robots", f"the site's robots.txt does not allow {self._settings.token}")
        self._politeness.keep_delay(url, rules.crawl_delay)

    def _closed(self, url: URL, rules: Rules) -> FetchError:
        kind, fault = (rules.fault.kind, rules.fault.reason) if rules.fault else ("robots", "the server failed")
        reason = f"robots.txt could not be fetched, so nothing else is fetched for now: {fault}"
        # Usually longer than the patience, so the page is not retried at once; fetching robots.txt has been retried
        # already.
        wait = max(0.0, rules.fresh_until - self._runtime.monotonic())
        return FetchError(str(url), kind, reason, retry_after_seconds=wait)

    async def _robots_answer(self, url: URL) -> tuple[int, bytes]:
        return await self._retried(functools.partial(self._robots_text, url))

    async def _robots_text(self, url: URL) -> tuple[int, bytes]:
        request = Request(
            headers=self._headers(ANYTHING), accept=ANYTHING, max_bytes=MAX_ROBOTS_BYTES, is_prefix_enough=True
        )
        chain = RedirectChain(self._guard.checked_url(url), self._guard, self._settings.max_redirects)
        response = await self._follow_redirects(chain, request, {}, is_bound=False)
        try:
            text = decompress_prefix(response.body, response.header("Content-Encoding"), MAX_ROBOTS_BYTES)
        except BodyBroken:
            text = b""
        return response.status, text

    def _headers(self, accept: Accept) -> dict[str, str]:
        return {
            "User-Agent": self._settings.identity,
            "Accept": accept.header,
            "Accept-Encoding": ACCEPT_ENCODING,
        }

    def _status_error(self, response: Response) -> FetchError:
        quiet = self._politeness.quiet_seconds(response.url)
        retry_after = max(self._retry_after(response) or 0.0, quiet) or None
        reason = f"the server answered {response.status} {response.reason}".rstrip()[:200]
        return FetchError(str(response.url), "status", reason, status=response.status, retry_after_seconds=retry_after)

    def _retry_after(self, response: Response) -> float | None:
        return retry_after_seconds(response.header("Retry-After"), self._runtime.now())

    def _fetched(self, url: str, chain: RedirectChain, response: Response, validators: Mapping[str, str]) -> Fetched:
        page = None if response.status == _NOT_MODIFIED else self._page(url, response)
        # A 304 response need not repeat the validators.
        kept = {} if page else validators
        fetch = Fetch(
            url=url,
            fetched_at=page.fetched_at if page else self._runtime.now(),
            status=response.status,
            digest=hashlib.sha256(page.body).hexdigest() if page else None,
            etag=(response.header("ETag") or kept.get(_IF_NONE_MATCH)) if chain.is_direct else None,
            last_modified=(response.header("Last-Modified") or kept.get(_IF_MODIFIED_SINCE))
            if chain.is_direct
            else None,
            size=len(page.body) if page else 0,
            seconds=chain.seconds,
        )
        moved_to = str(chain.moved_to) if chain.moved_to else None
        return Fetched(page=page, fetch=fetch, moved_to=moved_to, received_bytes=len(response.body))

    def _page(self, url: str, response: Response) -> Page:
        final = str(response.url)
        try:
            body = decompress(response.body, response.headers.get("Content-Encoding"), self._settings.max_bytes)
        except BodyTooLarge as error:
            raise FetchError(final, "too-large", str(error)) from error
        except BodyBroken as error:
            raise FetchError(final, "encoding", str(error)) from error
        return Page(
            url=final,
            fetched_at=self._runtime.now(),
            body=body,
            status=response.status,
            content_type=response.header("Content-Type"),
            etag=response.header("ETag"),
            last_modified=response.header("Last-Modified"),
            rights=rights_of(response.headers, body, self._settings.token),
            requested_url=url if url != final else None,
        )


def fetch_page(url: str, settings: ClientSettings | None = None, *, accept: Accept = READABLE) -> Page:
    """Fetch one page and wait for it. Raises ``FetchError`` and ``AddressRefused``."""
    return run_to_end(fetch_page_async(url, settings, accept=accept))


async def fetch_page_async(url: str, settings: ClientSettings | None = None, *, accept: Accept = READABLE) -> Page:
    """Fetch one page. Raises ``FetchError`` and ``AddressRefused``."""
    # One page is not a crawl: only its robots.txt is fetched before it.
    hurried = replace(settings or ClientSettings(), delay_seconds=0.0)
    async with Client(hurried) as client:
        page = (await client.fetch(url, accept=accept)).page
    assert page is not None  # noqa: S101 - only a conditional request may be answered without one
    return page


def _validators(etag: str | None, last_modified: str | None) -> dict[str, str]:
    """The headers of a conditional request, without values that a header cannot hold."""
    given = {_IF_NONE_MATCH: etag, _IF_MODIFIED_SINCE: last_modified}
    return {name: value for name, value in given.items() if value and value.isprintable()}


def _request_for(chain: RedirectChain, request: Request, validators: Mapping[str, str]) -> Request:
    # The validators are for the first address only.
    more = dict(validators) if chain.is_direct else {}
    if chain.cookie:
        more["Cookie"] = chain.cookie
    return replace(request, headers={**request.headers, **more}) if more else request
