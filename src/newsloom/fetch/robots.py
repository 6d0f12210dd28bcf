"""The robots.txt of sites, each fetched once a day.

RFC 9309: a missing file (4xx) allows everything. A server that fails (5xx) or is unreachable allows nothing for a
while, unless there is an older copy. Only the groups for our user agent are passed to the parser.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from protego import Protego
from yarl import URL

from newsloom.errors import AddressRefused, FetchError
from newsloom.fetch.settings import Runtime
from newsloom.logs import DEBUG, log_event, stage_logger

__all__ = ["MAX_ROBOTS_BYTES", "Robots", "Rules", "read_rules"]

_LOG: Final = stage_logger(__name__)

# RFC 9309 section 2.5: at least this much must be parsed; anything beyond it is not.
MAX_ROBOTS_BYTES: Final = 500 * 1024
# RFC 9309 section 2.4: cached for at most a day.
_FRESH_SECONDS: Final = 86_400.0
_CLOSED_SECONDS: Final = 600.0
# Long enough for all requests that wait for the same dead host, short enough for a brief outage.
_UNREACHABLE_SECONDS: Final = 120.0
# The parser's objects take some thirty times the memory of their text.
_MAX_CACHED_CHARACTERS: Final = 4_000_000
_MAX_SITEMAPS: Final = 500
# A server that answers "too many requests" has not said that it has no rules.
_FAILING_CLIENT_STATUS: Final = 429

_AGENT_LINE: Final = re.compile(r"user[\s-]*agent[\s:]*([^\s/*]*)(\*?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one site. Without ``parser`` everything is allowed, or nothing if ``is_closed``.

    ``fault`` is why the file could not be fetched. Times are monotonic.
    """

    token: str = ""
    parser: Protego | None = None
    is_closed: bool = False
    fault: FetchError | None = None
    crawl_delay: float | None = None
    sitemaps: tuple[str, ...] = ()
    size: int = 0
    fresh_until: float = 0.0

    def allows(self, url: URL) -> bool:
        if self.parser is None:
            return not self.is_closed
        allowed: bool = self.parser.can_fetch(str(url), self.token)
        return allowed


class Robots:
    """A cache of rules by site. ``fetch`` returns the status and text of a robots.txt."""

    def __init__(self, fetch: Callable[[URL], Awaitable[tuple[int, bytes]]], token: str, runtime: Runtime) -> None:
        self._fetch = fetch
        self._token = token
        self._runtime = runtime
        self._known: OrderedDict[str, Rules] = OrderedDict()
        self._size = 0
        self._locks: dict[str, asyncio.Lock] = {}

    async def rules(self, url: URL) -> Rules:
        """The rules for an address. Raises ``FetchError`` if its site must not be contacted now."""
        site = f"{url.scheme}://{url.raw_authority}"
        known = self._known.get(site)
        if known is not None and self._is_fresh(known):
            self._known.move_to_end(site)
            return known
        return await self._renewed(site)

    async def _renewed(self, site: str) -> Rules:
        lock = self._locks.setdefault(site, asyncio.Lock())
        try:
            async with lock:
                known = self._known.get(site)
                if known is not None and self._is_fresh(known):
                    return known
                return self._keep(site, await self._read(site, known))
        finally:
            # Other waiters hold the lock object itself.
            self._locks.pop(site, None)

    async def _read(self, site: str, known: Rules | None) -> Rules:
        try:
            status, text = await self._fetch(URL(f"{site}/robots.txt"))
        except FetchError as error:
            if isinstance(error, AddressRefused) or error.kind == "busy":
                raise
            found = self._without(error)
            log_event(_LOG, DEBUG, "no robots.txt from %(site)s: %(reason)s", site=site, reason=error.reason)
        else:
            found = self._with(status, text)
            log_event(_LOG, DEBUG, "read robots.txt of %(site)s: %(status)d", site=site, status=status)
        if found.is_closed and known is not None and not known.is_closed:
            return replace(known, fresh_until=found.fresh_until)
        return found

    def _with(self, status: int, text: bytes) -> Rules:
        now = self._runtime.monotonic()
        if 200 <= status < 300:
            return replace(read_rules(text.decode("utf-8", "replace"), self._token), fresh_until=now + _FRESH_SECONDS)
        if 400 <= status < 500 and status != _FAILING_CLIENT_STATUS:
            return Rules(fresh_until=now + _FRESH_SECONDS)
        return Rules(is_closed=True, fresh_until=now + _CLOSED_SECONDS)

    def _without(self, error: FetchError) -> Rules:
        now = self._runtime.monotonic()
        if error.kind == "redirects":
            # RFC 9309 section 2.3.1.2: a file behind a redirect loop counts as missing.
            return Rules(fresh_until=now + _FRESH_SECONDS)
        return Rules(is_closed=True, fault=error, fresh_until=now + _UNREACHABLE_SECONDS)

    def _is_fresh(self, rules: Rules) -> bool:
        return rules.fresh_until > self._runtime.monotonic()

    def _keep(self, site: str, rules: Rules) -> Rules:
        before = self._known.pop(site, None)
        self._size += _weight(rules) - (_weight(before) if before else 0)
        self._known[site] = rules
        while self._size > _MAX_CACHED_CHARACTERS and len(self._known) > 1:
            self._size -= _weight(self._known.popitem(last=False)[1])
        return rules


def read_rules(text: str, token: str) -> Rules:
    """The rules of a robots.txt for the robot of that name."""
    ours, sitemaps = _our_part(text, token)
    parser = Protego.parse(ours)
    return Rules(
        token=token,
        parser=parser,
        crawl_delay=parser.crawl_delay(token),
        sitemaps=tuple(Protego.parse("\n".join(sitemaps)).sitemaps),
        size=len(ours),
    )


def _our_part(text: str, token: str) -> tuple[str, list[str]]:
    """The groups for us or for everyone, and the lines about sitemaps.

    The parser would keep every group for every robot: thousands of names times thousands of rules exhaust the memory.
    It would also match "news" as a prefix of our name.
    """
    kept: list[str] = []
    sitemaps: list[str] = []
    is_heading = concerns_us = False
    for raw in text.removeprefix("\ufeff").splitlines():
        line = raw.partition("#")[0].strip()
        agent = _AGENT_LINE.match(line)
        if agent:
            name = agent[1].lower() or agent[2]
            is_ours = name in {token, "*"}
            concerns_us = is_ours or (is_heading and concerns_us)
            is_heading = True
            if is_ours:
                kept.append(f"User-agent: {name}")
        elif line[:4].lower() == "site":
            sitemaps.append(line)
        elif line:
            is_heading = False
            if concerns_us:
                kept.append(line)
    return "\n".join(kept), sitemaps[:_MAX_SITEMAPS]


def _weight(rules: Rules) -> int:
    # Even rules that allow everything or nothing take up some space.
    return rules.size + 500
