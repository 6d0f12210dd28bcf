"""Redirects: follows responses to the next address, until there is none, a loop, or too many.

Cookies are sent back to their host during one fetch only: some newspapers redirect to themselves until they get their
cookie back. Sends nothing itself.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from yarl import URL

from newsloom.errors import FetchError
from newsloom.fetch.guard import UNREADABLE, Guard
from newsloom.fetch.request import Response

__all__ = ["RedirectChain", "is_redirect"]

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_PERMANENT: Final = frozenset({301, 308})
_MAX_COOKIES: Final = 30
_MAX_COOKIE_CHARACTERS: Final = 4_096
# All visible ASCII: only other characters are escaped, and existing escapes are kept.
_VISIBLE: Final = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


def is_redirect(response: Response) -> bool:
    """Whether the response points elsewhere."""
    return response.status in _REDIRECTS


class RedirectChain:
    """The redirects of one fetch."""

    def __init__(self, start: URL, guard: Guard, max_redirects: int) -> None:
        self.start = start
        self.url = start
        # The target of permanent redirects only; None without any.
        self.moved_to: URL | None = None
        # Time spent on the network so far.
        self.seconds = 0.0
        self._guard = guard
        self._hops_left = max_redirects
        self._is_permanent = True
        self._cookies: dict[tuple[str, str], str] = {}
        self._seen = {(start, "")}

    @property
    def is_direct(self) -> bool:
        """Whether the next address is the one originally requested."""
        return self.url == self.start

    @property
    def cookie(self) -> str:
        """The Cookie header for the next address; empty for none."""
        return "; ".join(pair for (host, _), pair in self._cookies.items() if host == self.url.raw_host)

    def follow(self, response: Response) -> None:
        """Follow the response's redirect. Raises ``FetchError``, and ``AddressRefused`` if its target is refused."""
        self._keep_cookies(response)
        target = self._guard.checked_url(_target(response))
        self._is_permanent = self._is_permanent and response.status in _PERMANENT
        self.url = target
        if self._is_permanent:
            self.moved_to = target
        state = (target, self.cookie)
        if state in self._seen:
            raise FetchError(str(self.start), "redirects", f"redirected in a circle, back to {target!s:.200}")
        self._seen.add(state)
        if not self._hops_left:
            raise FetchError(str(self.start), "redirects", f"redirected too often, last to {target!s:.200}")
        self._hops_left -= 1

    def _keep_cookies(self, response: Response) -> None:
        host = response.url.raw_host or ""
        for line in response.headers.getall("Set-Cookie", ())[:_MAX_COOKIES]:
            pair = line.partition(";")[0].strip()
            name = pair.partition("=")[0].strip()
            has_room = (host, name) in self._cookies or len(self._cookies) < _MAX_COOKIES
            if name and has_room and len(pair) <= _MAX_COOKIE_CHARACTERS and pair.isascii() and pair.isprintable():
                self._cookies[host, name] = pair


def _target(response: Response) -> str:
    location = response.headers.get("Location", "").strip()
    if not location:
        raise FetchError(str(response.url), "redirects", "redirected without saying where", status=response.status)
    # Servers send raw UTF-8 and worse here; browsers escape the bytes as they are.
    escaped = quote(location.encode("utf-8", "surrogateescape"), safe=_VISIBLE)
    try:
        return str(response.url.join(URL(escaped)))
    except UNREADABLE:
        # The guard will refuse it.
        return escaped
