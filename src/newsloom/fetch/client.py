"""The client: an address in, a ``Page`` and the record of the fetch out, by one guarded and polite way.

Every hop of every redirect is checked anew: the guard, robots.txt, the host's turn. Bodies are bounded on the wire and
once decompressed; time, redirects and attempts are bounded. Whatever cannot be had is a ``FetchError``. Nothing of a
page is understood here except the signals by which its publisher reserves rights.
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

from newsloom.errors import FetchError
from newsloom.fetch.bodies import ACCEPT_ENCODING, BodyBroken, BodyTooLarge, decoded, decoded_prefix
from newsloom.fetch.connections import Connections
from newsloom.fetch.exchange import Answer, Archive, Order, ask
from newsloom.fetch.guard import Guard
from newsloom.fetch.media import ANYTHING, READABLE, Accept
from newsloom.fetch.politeness import Politeness, retry_after_seconds
from newsloom.fetch.redirects import Trail, is_redirect
from newsloom.fetch.retries import retried
from newsloom.fetch.rights import rights_of
from newsloom.fetch.robots import MAX_ROBOTS_BYTES, Robots, Rules
from newsloom.fetch.settings import ClientSettings
from newsloom.fetch.world import World
from newsloom.logs import DEBUG, log_event, stage_logger
from newsloom.records import Fetch, Page

__all__ = ["Client", "Fetched", "fetch_page"]

_LOG: Final = stage_logger(__name__)

_NOT_MODIFIED: Final = 304
_IF_NONE_MATCH: Final = "If-None-Match"
_IF_MODIFIED_SINCE: Final = "If-Modified-Since"

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """How a fetch went well; ``page`` is None if the server said that nothing has changed.

    ``moved_to`` is where the address has moved for good, None if it has not. The validators in ``fetch`` belong to the
    address asked for: after a redirect there are none, for the next one may lead elsewhere. ``received_bytes`` is the
    size of the body as it was sent.
    """

    page: Page | None
    fetch: Fetch
    moved_to: str | None = None
    received_bytes: int = 0


class Client:
    """Fetches as long as its ``async with`` block is open; ``archive`` is handed every answer that was read."""

    def __init__(
        self, settings: ClientSettings | None = None, *, world: World | None = None, archive: Archive | None = None
    ) -> None:
        self._settings = settings or ClientSettings()
        self._world = world or World()
        self._archive = archive
        self._guard = Guard(self._settings.allow_hosts)
        self._connections = Connections(self._settings, self._guard, self._world.lookup)
        self._politeness = Politeness(self._settings, self._world)
        self._robots = Robots(self._robots_answer, self._settings.token, self._world)
        # Before the clock of a request runs: to wait for a free connection is not the server's fault.
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
        """The page at an address. Raises ``FetchError`` and ``AddressRefused``.

        ``etag`` and ``last_modified`` are what an earlier fetch of this very address gave; with either of them the
        server may say that nothing has changed.
        """
        start = self._guard.web_address(url)
        validators = _validators(etag, last_modified)
        order = Order(headers=self._headers(accept), accept=accept, max_bytes=self._settings.max_bytes)
        trail, answer = await self._retried(functools.partial(self._follow, start, order, validators))
        fetched = self._fetched(url, trail, answer, validators)
        facts = {"url": url, "status": answer.status, "bytes": fetched.received_bytes, "seconds": trail.seconds}
        log_event(_LOG, DEBUG, "fetched %(url)s: %(status)d, %(bytes)d bytes in %(seconds).2f s", **facts)
        return fetched

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """The sitemaps that the robots.txt of the address's site names. Raises ``FetchError``."""
        address = self._guard.web_address(url)
        rules = await self._robots.rules(address)
        if rules.fault:
            raise self._closed(address, rules)
        return rules.sitemaps

    async def _retried(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        settings = self._settings
        return await retried(
            attempt, attempts=settings.attempts, patience_seconds=settings.patience_seconds, world=self._world
        )

    async def _follow(self, start: URL, order: Order, validators: Mapping[str, str]) -> tuple[Trail, Answer]:
        """From the address asked for to the answer at the end of all redirects, a good one."""
        trail = Trail(start, self._guard, self._settings.max_redirects)
        answer = await self._walk(trail, order, validators, is_bound=self._settings.respect_robots)
        is_unchanged = answer.status == _NOT_MODIFIED and validators and trail.is_direct
        if answer.is_success or is_unchanged:
            return trail, answer
        raise self._unwelcome(answer)

    async def _walk(self, trail: Trail, order: Order, validators: Mapping[str, str], *, is_bound: bool) -> Answer:
        """The answer at the end of all redirects, whatever it is; ``is_bound`` by robots.txt at every step."""
        while True:
            if is_bound:
                await self._obey_robots(trail.url)
            answer = await self._visit(trail, _order_for(trail, order, validators))
            if not is_redirect(answer):
                return answer
            trail.follow(answer)

    async def _visit(self, trail: Trail, order: Order) -> Answer:
        """One answer, once the host's turn has come."""
        url, loop = trail.url, asyncio.get_running_loop()
        async with self._politeness.turn(url), self._slots:
            began = loop.time()
            if self._settings.proxy:
                await self._connections.check_for_proxy(url)
            answer = await ask(
                self._connections.session,
                url,
                order,
                seconds=max(0.0, self._settings.timeout_seconds - trail.seconds),
                proxy=self._settings.proxy,
            )
            trail.seconds += loop.time() - began
        self._politeness.heed(url, answer.status, self._retry_after(answer))
        if self._archive:
            self._archive(answer)
        return answer

    async def _obey_robots(self, url: URL) -> None:
        rules = await self._robots.rules(url)
        if rules.is_closed:
            raise self._closed(url, rules)
        if not rules.allows(url):
            log_event(_LOG, DEBUG, "robots.txt does not allow %(url)s", url=str(url))
            raise FetchError(str(url), "robots", f"the site's robots.txt keeps {self._settings.token} out")
        self._politeness.keep_delay(url, rules.crawl_delay)

    def _closed(self, url: URL, rules: Rules) -> FetchError:
        kind, fault = (rules.fault.kind, rules.fault.reason) if rules.fault else ("robots", "the server fails")
        reason = f"robots.txt cannot be had, so nothing may be fetched for now: {fault}"
        # Longer than anyone's patience in most cases, so not tried again at once: the file was, as often as pages are.
        wait = max(0.0, rules.fresh_until - self._world.monotonic())
        return FetchError(str(url), kind, reason, retry_after_seconds=wait)

    async def _robots_answer(self, url: URL) -> tuple[int, bytes]:
        return await self._retried(functools.partial(self._robots_text, url))

    async def _robots_text(self, url: URL) -> tuple[int, bytes]:
        order = Order(
            headers=self._headers(ANYTHING), accept=ANYTHING, max_bytes=MAX_ROBOTS_BYTES, is_prefix_enough=True
        )
        trail = Trail(self._guard.web_address(url), self._guard, self._settings.max_redirects)
        answer = await self._walk(trail, order, {}, is_bound=False)
        try:
            text = decoded_prefix(answer.body, answer.header("Content-Encoding"), MAX_ROBOTS_BYTES)
        except BodyBroken:
            text = b""
        return answer.status, text

    def _headers(self, accept: Accept) -> dict[str, str]:
        return {
            "User-Agent": self._settings.identity,
            "Accept": accept.header,
            "Accept-Encoding": ACCEPT_ENCODING,
        }

    def _unwelcome(self, answer: Answer) -> FetchError:
        quiet = self._politeness.quiet_seconds(answer.url)
        retry_after = max(self._retry_after(answer) or 0.0, quiet) or None
        reason = f"the server answered {answer.status} {answer.reason}".rstrip()[:200]
        return FetchError(str(answer.url), "status", reason, status=answer.status, retry_after_seconds=retry_after)

    def _retry_after(self, answer: Answer) -> float | None:
        return retry_after_seconds(answer.header("Retry-After"), self._world.now())

    def _fetched(self, url: str, trail: Trail, answer: Answer, validators: Mapping[str, str]) -> Fetched:
        page = None if answer.status == _NOT_MODIFIED else self._page(url, answer)
        # What still holds need not be said again by the server.
        kept = {} if page else validators
        fetch = Fetch(
            url=url,
            fetched_at=page.fetched_at if page else self._world.now(),
            status=answer.status,
            digest=hashlib.sha256(page.body).hexdigest() if page else None,
            etag=(answer.header("ETag") or kept.get(_IF_NONE_MATCH)) if trail.is_direct else None,
            last_modified=(answer.header("Last-Modified") or kept.get(_IF_MODIFIED_SINCE)) if trail.is_direct else None,
            size=len(page.body) if page else 0,
            seconds=trail.seconds,
        )
        moved_to = str(trail.moved_to) if trail.moved_to else None
        return Fetched(page=page, fetch=fetch, moved_to=moved_to, received_bytes=len(answer.body))

    def _page(self, url: str, answer: Answer) -> Page:
        final = str(answer.url)
        try:
            body = decoded(answer.body, answer.headers.get("Content-Encoding"), self._settings.max_bytes)
        except BodyTooLarge as error:
            raise FetchError(final, "too-large", str(error)) from error
        except BodyBroken as error:
            raise FetchError(final, "encoding", str(error)) from error
        return Page(
            url=final,
            fetched_at=self._world.now(),
            body=body,
            status=answer.status,
            content_type=answer.header("Content-Type"),
            etag=answer.header("ETag"),
            last_modified=answer.header("Last-Modified"),
            rights=rights_of(answer.headers, body, self._settings.token),
            requested_url=url if url != final else None,
        )


def fetch_page(url: str, settings: ClientSettings | None = None, *, accept: Accept = READABLE) -> Page:
    """One page, for those who have no event loop. Raises ``FetchError`` and ``AddressRefused``."""
    # One page is no crawl: only its robots.txt is asked for before it.
    hurried = replace(settings or ClientSettings(), delay_seconds=0.0)
    page = asyncio.run(_only(url, hurried, accept)).page
    assert page is not None  # noqa: S101 - only a conditional request may be answered without one
    return page


async def _only(url: str, settings: ClientSettings, accept: Accept) -> Fetched:
    async with Client(settings) as client:
        return await client.fetch(url, accept=accept)


def _validators(etag: str | None, last_modified: str | None) -> dict[str, str]:
    """What makes a request conditional; what cannot stand in a header is left out."""
    given = {_IF_NONE_MATCH: etag, _IF_MODIFIED_SINCE: last_modified}
    return {name: value for name, value in given.items() if value and value.isprintable()}


def _order_for(trail: Trail, order: Order, validators: Mapping[str, str]) -> Order:
    # The way on may lead to another page, of which the validators say nothing.
    more = dict(validators) if trail.is_direct else {}
    if trail.cookie:
        more["Cookie"] = trail.cookie
    return replace(order, headers={**order.headers, **more}) if more else order
