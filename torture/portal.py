"""Attacks on the portal by its clients, directly and through an nginx: what gets in, and what is passed on.

Each attack is a function that takes a door and a random generator and returns the problems it found.
"""

from __future__ import annotations

import contextlib
import http.client
import random
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send
from tests.portal.browsing import PASSWORD, Browser
from tests.portal.newsstand import NOON, OPERATOR_TOKEN, full_newsroom
from tests.portal.serving import served

from newsloom.portal.app import create_app
from newsloom.settings import Settings
from torture.nginx import in_front

__all__ = ["ATTACKS", "SELDOM", "Door", "opened_door"]

_NAME: Final = "news.example"
_TRUSTED: Final = "127.0.0.1"
_READ_SECONDS: Final = 20.0
_SILENT_SECONDS: Final = 0.3
_FORMS: Final = ("/me/follow", "/me/star", "/me/unstar", "/me/mute", "/me/password", "/me/keys", "/me/sessions",
                 "/me/delete", "/signout", "/preferences", "/operator/keep")  # fmt: skip
_PAGES: Final = ("/", "/latest", "/search?q=storm", "/sources", "/events", "/topics", "/latest.rss", "/v1/articles")


@dataclass(slots=True)
class Door:
    """The address of the portal, and the paths that its application received."""

    url: str
    paths: list[str] = field(default_factory=list)

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    def say(self, data: bytes) -> bytes:
        """Sends raw bytes; returns what comes back until the end, or until a short silence."""
        port = int(self.host.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=_READ_SECONDS) as wire:
            wire.sendall(data)
            got = b""
            with contextlib.suppress(OSError):
                while more := wire.recv(65_536):
                    got += more
                    # A connection that stays open has no end to wait for.
                    wire.settimeout(_READ_SECONDS if b"onnection: close" in data else _SILENT_SECONDS)
            return got


@contextmanager
def opened_door(proxy: str | None = None) -> Iterator[Door]:
    """Opens the portal of a full newsroom, optionally behind an nginx that speaks this version of HTTP to it."""
    settings = Settings(
        portal_operator_token=OPERATOR_TOKEN,
        portal_hosts=(_NAME,),
        portal_url=f"https://{_NAME}",
        trusted_proxies=(_TRUSTED,) if proxy else (),
        portal_requests_per_second=0,
    )
    with full_newsroom(settings) as room:
        door = Door(url="")
        with served(_Listening(create_app(room, settings, now=lambda: NOON), door)) as url:  # type: ignore[arg-type]
            door.url = url
            if proxy is None:
                yield door
                return
            with in_front(url, version=proxy) as front:
                door.url = front
                yield door


class _Listening:
    """Records what arrives at the application."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self._door.paths.append(scope["path"])
        await self._app(scope, receive, send)


def _operator(door: Door, chance: random.Random) -> list[str]:
    """No header, version or spelling opens the operator's pages."""
    path = chance.choice(["/operator", "/operator/", "//operator", "/./operator", "/%6fperator", "/latest/../operator",
                          "/OPERATOR", "/operator?token=", f"/operator?token={'0' * 43}", "/operator#", "/operator%2f",
                          "/operator;x", "/static/..%2foperator"])  # fmt: skip
    name = chance.choice(["X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Forwarded-Host", "X-Original-URL", "Client-IP",
                          "X-Rewrite-URL", "X-Forwarded-Proto", "X-Remote-User", "Authorization", "Cookie", "Via"])  # fmt: skip
    value = chance.choice(["127.0.0.1", "::1", "for=127.0.0.1;host=localhost", "localhost", "/operator", "admin", "https",
                           "Bearer ", f"Bearer {'0' * 43}", "Bearer null", "newsloom_operator=1", "newsloom_session=1"])  # fmt: skip
    version = chance.choice(["1.0", "1.1"])
    head = f"GET {path} HTTP/{version}\r\nHost: {chance.choice([_NAME, 'localhost', '127.0.0.1', door.host])}\r\n"
    got = door.say(f"{head}{name}: {value}\r\nConnection: close\r\n\r\n".encode())
    if got.startswith((b"HTTP/1.1 200", b"HTTP/1.0 200")) and b"portal_operator" not in got and _is_operators(got):
        return [f"{path} with {name}: {value} over {version} is open"]
    return []


def _is_operators(got: bytes) -> bool:
    return b'data-page="operator"' in got or re.search(rb"<h1[^>]*>\s*(Runs|Operator)", got) is not None


def _hosts(door: Door, chance: random.Random) -> list[str]:
    """A foreign host name is never repeated in an answer, nor taken for ours."""
    evil = chance.choice(["evil.example", "news.example.evil.example", "evil.example:80", "news.example@evil.example",
                          "evil.example/news.example", "news.example\\.evil.example", "evil.example#news.example"])  # fmt: skip
    name = chance.choice(["Host", "X-Forwarded-Host", "Forwarded", "X-Host", "X-Forwarded-Server", "X-Original-Host"])
    path = chance.choice(_PAGES)
    headers = {"Host": _NAME, name: f"host={evil}" if name == "Forwarded" else evil}
    told = "".join(f"{key}: {value}\r\n" for key, value in headers.items())
    got = door.say(f"GET {path} HTTP/1.1\r\n{told}Connection: close\r\n\r\n".encode())
    again = _asked(door, path)
    return [f"{path} with {name}: {evil}" for answer in (got, again) if b"evil" in answer]


def _asked(door: Door, path: str, *headers: str) -> bytes:
    told = "".join(f"{header}\r\n" for header in headers)
    return door.say(f"GET {path} HTTP/1.1\r\nHost: {_NAME}\r\n{told}Connection: close\r\n\r\n".encode())


def _smuggling(door: Door, chance: random.Random) -> list[str]:
    """A request in the body of another is never executed, however the length of the body is declared."""
    mark = f"/smuggled-{chance.randrange(10**9)}"
    inner = f"GET {mark} HTTP/1.1\r\nHost: {_NAME}\r\n\r\n"
    whole = f"0\r\n\r\n{inner}"
    length = f"Content-Length: {len(whole)}"
    chunked = chance.choice(["Transfer-Encoding: chunked", "Transfer-Encoding : chunked", "Transfer-Encoding:\tchunked",
                             "Transfer-Encoding: xchunked", "Transfer-Encoding:chunked\r\nTransfer-Encoding: identity",
                             "Transfer-Encoding: identity, chunked", "Transfer-Encoding: chunked, identity",
                             "transfer-encoding: CHUNKED", "X: y\r\n Transfer-Encoding: chunked",
                             "Transfer-Encoding:\x0bchunked", "Transfer-Encoding: \"chunked\"", "X: y\nTransfer-Encoding: chunked",
                             "Transfer-Encoding: chunked;q=1", "Transfer_Encoding: chunked"])  # fmt: skip
    lengths = chance.choice([length, f"{length}\r\nContent-Length: 5", f"Content-Length: 5\r\n{length}", f"Content-Length: +{len(whole)}",
                             f"Content-Length: {len(whole)}, 5", f"Content-Length: 0x{len(whole):x}", f"{length}\x00"])  # fmt: skip
    heads = [chunked, lengths]
    chance.shuffle(heads)
    if chance.random() < 0.2:
        heads = [lengths]
    version = chance.choice(["1.1", "1.1", "1.0"])
    head = f"POST /preferences HTTP/{version}\r\nHost: {_NAME}\r\n" + "\r\n".join(heads) + "\r\n\r\n"
    door.say((head + whole).encode("latin-1"))
    _asked(door, "/latest")
    return [f"{mark} arrived: {heads} over {version}"] if mark in door.paths else []


def _traversal(door: Door, chance: random.Random) -> list[str]:
    """No path leads out of the portal's own files."""
    step = chance.choice(
        ["..", "%2e%2e", "..%2f..", "%252e%252e", "..\\..", "..%5c..", "....//", "%c0%ae%c0%ae", ".%00.", "..;"]
    )
    slash = chance.choice(["/", "%2f", "//", "%5c", "\\"])
    target = chance.choice(["etc/passwd", "etc/hostname", "proc/self/environ", "app.py", "../app.py", "newsloom.toml"])
    start = chance.choice(["/static/", "/static", "/", "/v1/", "/article/", "/static/portal.css/"])
    path = start + slash.join([step] * chance.randrange(1, 9)) + slash + target
    got = door.say(f"GET {path} HTTP/1.1\r\nHost: {_NAME}\r\nConnection: close\r\n\r\n".encode("latin-1"))
    leaks = (b"root:x:0", b"PATH=", b"from __future__ import")
    return [f"{path} leaks"] if any(leak in got for leak in leaks) else []


def _injection(door: Door, chance: random.Random) -> list[str]:
    """No line break in a request becomes a header of the answer, and no answer is a server error."""
    line = chance.choice(
        ["%0d%0aX-Evil:%20yes", "%0aX-Evil:%20yes", "\u560d\u560aX-Evil: yes", "%E5%98%8D%E5%98%8AX-Evil:yes", "%00"]
    )
    path = chance.choice(["/{}", "/search?q={}", "/signin?next=/{}", "/latest?page={}", "/preferences?language={}", "/v1/articles?after={}",
                          "/story/{}", "/article/{}", "/topics/{}", "/front/{}?at={}", "/latest?language={}"])  # fmt: skip
    asked = quote(path.replace("{}", line), safe="/%?=&:")
    got = door.say(f"GET {asked} HTTP/1.1\r\nHost: {_NAME}\r\nConnection: close\r\n\r\n".encode("latin-1"))
    head = got.partition(b"\r\n\r\n")[0]
    problems = [f"{asked}: a header of another's"] if b"\r\nx-evil" in head.lower() else []
    return problems + (
        [f"{asked}: {head[:40]!r}"] if re.match(rb"HTTP/1\.\d 5", head) and b" 503" not in head[:14] else []
    )


def _cache(door: Door, chance: random.Random) -> list[str]:
    """What is made for one reader, or because of one reader's header, is not shown to another."""
    path = chance.choice(_PAGES)
    header = chance.choice(["X-Forwarded-Proto: gopher", "X-Forwarded-For: 6.6.6.6", "Accept-Language: tr", "Cookie: language=nb",
                            "Cookie: theme=poisoned", "Accept: poisoned/poisoned", "X-HTTP-Method-Override: DELETE", "Range: bytes=0-1",
                            "If-None-Match: *", "Accept-Encoding: poisoned", "Origin: https://poisoned.example"])  # fmt: skip
    strange = (
        path
        + ("&" if "?" in path else "?")
        + chance.choice(["utm_source=poisoned", "x=poisoned", "page=1&page=2", "_=poisoned"])
    )
    before = _body(_asked(door, path))
    _asked(door, path, header)
    _asked(door, strange)
    after = _body(_asked(door, path))
    problems = []
    if b"poisoned" in after:
        problems.append(f"{path} was poisoned by {header}")
    if re.sub(rb"[0-9a-f]{32,}", b"", before) != re.sub(rb"[0-9a-f]{32,}", b"", after):
        problems.append(f"{path} is another after {header} and {strange}")
    return problems


def _body(answer: bytes) -> bytes:
    return answer.partition(b"\r\n\r\n")[2]


def _sessions(door: Door, chance: random.Random) -> list[str]:
    """A session planted in a browser is not kept after signing in; nobody else sees whose session it is."""
    name = f"reader{chance.randrange(10**9)}"
    browser = Browser(door.url)
    fixed = "f" * 43
    browser.cookies["newsloom_session"] = fixed
    answer = browser.sign_up(name)
    if answer.status not in (303, 429):
        return [f"signing up: {answer.status}"]
    if answer.status == 429:
        return []
    problems = ["the session is the one that was put there"] if browser.cookies.get("newsloom_session") == fixed else []
    path = chance.choice(["/", "/latest", "/me"])
    mine = browser.get(path)
    if (
        name in mine.text
        and "no-store" not in mine.headers.get("Cache-Control", "")
        and "private" not in mine.headers.get("Cache-Control", "")
    ):
        problems.append(f"{path} of a reader may be kept by others")
    if name in Browser(door.url).get(path).text:
        problems.append(f"{path} tells a stranger of {name}")
    return problems


def _forms(door: Door, chance: random.Random) -> list[str]:
    """No form is accepted without its token, from any client in any format."""
    path = chance.choice(_FORMS)
    kind = chance.choice(
        ["application/x-www-form-urlencoded", "text/plain", "application/json", "multipart/form-data; boundary=x", ""]
    )
    body = chance.choice(
        ["", "csrf=", "csrf=0", f"csrf={'0' * 64}", '{"csrf": "0"}', "csrf=0&csrf=1", "subject=x", "x" * 300_000]
    )
    method = chance.choice(["POST", "POST", "PUT", "PATCH", "DELETE"])
    headers = {"Content-Type": kind, "Origin": chance.choice(["https://evil.example", "null", f"https://{_NAME}"])}
    connection = http.client.HTTPConnection(door.host, timeout=30)
    try:
        connection.request(method, path, body, headers)
        status = connection.getresponse().status
    except OSError:
        return []  # it may close the connection if the body is too large
    finally:
        connection.close()
    # 502: nginx was still sending when the portal had refused and closed.
    return (
        [] if status in (303, 400, 403, 404, 405, 411, 413, 415, 429, 502) else [f"{method} {path} as {kind}: {status}"]
    )


def _guessing(door: Door, chance: random.Random) -> list[str]:
    """Passwords cannot be tried without limit, even if the client claims many addresses."""
    browser = Browser(door.url)
    name = f"victim{chance.randrange(10**9)}"
    seen = set()
    for number in range(14):
        token = browser.token("/signin")
        headers = {"X-Forwarded-For": f"6.6.{number}.{chance.randrange(255)}"}
        seen.add(browser.send("/signin", headers, csrf=token, name=name, password=f"{PASSWORD}{number}").status)
    return [] if 429 in seen else [f"14 passwords of {name} were tried: {seen}"]


ATTACKS: Final[dict[str, Callable[[Door, random.Random], list[str]]]] = {
    "operator": _operator,
    "hosts": _hosts,
    "smuggling": _smuggling,
    "traversal": _traversal,
    "injection": _injection,
    "cache": _cache,
    "sessions": _sessions,
    "forms": _forms,
    "guessing": _guessing,
}
# Signing in takes as long as hashing a password; the other attacks are tried more often.
SELDOM: Final = frozenset({"sessions", "guessing"})
