"""From one answer to the next address: where redirects lead, whether for good, and when they lead nowhere.

Answers go in one after the other, addresses to ask next come out. Cookies set on the way are sent back to the host that
set them for as long as this one journey lasts: many a newspaper redirects to itself until it sees its cookie. Sends
nothing itself.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from yarl import URL

from newsloom.errors import FetchError
from newsloom.fetch.exchange import Answer
from newsloom.fetch.guard import Guard

__all__ = ["Trail", "is_redirect"]

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_PERMANENT: Final = frozenset({301, 308})
_MAX_COOKIES: Final = 30
_MAX_COOKIE_CHARACTERS: Final = 4_096
# All of ASCII that is visible: only what is not is escaped, what is escaped already stays so.
_VISIBLE: Final = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


def is_redirect(answer: Answer) -> bool:
    """Whether the answer points elsewhere."""
    return answer.status in _REDIRECTS


class Trail:
    """The way of one fetch from the address asked for to the one that answers."""

    def __init__(self, start: URL, guard: Guard, max_redirects: int) -> None:
        self.start = start
        self.url = start
        # Where the address asked for has moved for good; None if it has not.
        self.moved_to: URL | None = None
        # Spent on the network so far.
        self.seconds = 0.0
        self._guard = guard
        self._hops_left = max_redirects
        self._is_permanent = True
        self._cookies: dict[tuple[str, str], str] = {}
        self._seen = {(start, "")}

    @property
    def is_direct(self) -> bool:
        """Whether the address to ask next is the one asked for."""
        return self.url == self.start

    @property
    def cookie(self) -> str:
        """The Cookie header for the address to ask next; empty for none."""
        return "; ".join(pair for (host, _), pair in self._cookies.items() if host == self.url.raw_host)

    def follow(self, answer: Answer) -> None:
        """Go where the answer points. Raises ``FetchError``, and ``AddressRefused`` if nobody may go there."""
        self._keep_cookies(answer)
        target = self._guard.web_address(_target(answer))
        self._is_permanent = self._is_permanent and answer.status in _PERMANENT
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

    def _keep_cookies(self, answer: Answer) -> None:
        host = answer.url.raw_host or ""
        for line in answer.headers.getall("Set-Cookie", ())[:_MAX_COOKIES]:
            pair = line.partition(";")[0].strip()
            name = pair.partition("=")[0].strip()
            has_room = (host, name) in self._cookies or len(self._cookies) < _MAX_COOKIES
            if name and has_room and len(pair) <= _MAX_COOKIE_CHARACTERS and pair.isascii() and pair.isprintable():
                self._cookies[host, name] = pair


def _target(answer: Answer) -> URL | str:
    location = answer.headers.get("Location", "").strip()
    if not location:
        raise FetchError(str(answer.url), "redirects", "redirected without saying where", status=answer.status)
    # Servers put raw UTF-8 and worse there; browsers escape the bytes as they are.
    escaped = quote(location.encode("utf-8", "surrogateescape"), safe=_VISIBLE)
    try:
        return answer.url.join(URL(escaped))
    except ValueError:
        return escaped
