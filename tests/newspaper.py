"""A small made-up newspaper on loopback: home page, sections, feeds and stories, which can be edited and can break.

It answers conditional requests, and writes down who asked for what.
"""

from __future__ import annotations

import hashlib
import random
import threading
from collections import Counter
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Words enough for sentences that no two stories share.
SUBJECTS = "council ferry harbour library school bakery bridge choir museum railway orchard lighthouse".split()
VERBS = "opened closed repaired sold painted inspected celebrated moved extended cancelled".split()
OBJECTS = "the old timetable|a new roof|the market square|its summer programme|the northern pier|a second entrance"
PLACES = "Lorne Hasselby Quendal Tarvik Ostermoor Pellworth Brannock Ulvesund".split()


@dataclass(frozen=True)
class Request:
    """What was asked for and how it was answered."""

    path: str
    status: int
    headers: dict[str, str]


class Newspaper:
    """Serves what is in ``pages``: path → (status, content type, body)."""

    def __init__(self, story_count: int = 5, seed: int = 1) -> None:
        self.pages: dict[str, tuple[int, str, bytes]] = {}
        self.extra_headers: dict[str, dict[str, str]] = {}
        self.log: list[Request] = []
        self.stories: list[str] = []
        self._random = random.Random(seed)  # noqa: S311 - a made-up world
        self._held: set[str] = set()
        self._released = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.publish(story_count)

    def __enter__(self) -> Newspaper:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def publish(self, count: int = 1) -> list[str]:
        """New stories, on the home page and in the feed; their paths."""
        fresh = []
        for _ in range(count):
            path = f"/news/{len(self.stories) + 1:04}-story.html"
            self.stories.insert(0, path)
            self.put(path, story_page(self.headline(path), self._sentences(path)))
            fresh.append(path)
        self.print()
        return fresh

    def print(self) -> None:
        """The home page and the feed anew."""
        self.put("/", self.home_page())
        self.put("/feed.xml", self.feed(), content_type="application/rss+xml")

    def edit(self, path: str, addition: str) -> None:
        """Another paragraph at the end of a story."""
        status, kind, body = self.pages[path]
        self.pages[path] = (status, kind, body.replace(b"</article>", f"<p>{addition}</p></article>".encode()))

    def put(self, path: str, body: str | bytes, *, status: int = 200, content_type: str = "text/html") -> None:
        content = body.encode() if isinstance(body, str) else body
        self.pages[path] = (status, f"{content_type}; charset=utf-8", content)

    def headline(self, path: str) -> str:
        chance = random.Random(path)  # noqa: S311 - a made-up world
        subject, verb, place = chance.choice(SUBJECTS), chance.choice(VERBS), chance.choice(PLACES)
        return f"{subject.capitalize()} of {place} {verb} again, number {int(path[6:10])}"

    def hold(self, path: str) -> None:
        """Answer this path not before ``release``."""
        self._held.add(path)

    def release(self) -> None:
        self._held.clear()
        self._released.set()

    def wait_if_held(self, path: str) -> None:
        if path in self._held:
            self._released.wait(timeout=30)

    def asked(self, path: str | None = None) -> int:
        """How often a path was asked for, or anything."""
        return len(self.log) if path is None else Counter(request.path for request in self.log)[path]

    def home_page(self) -> str:
        items = "".join(
            f'<div class="teaser"><h2><a href="{path}">{self.headline(path)}</a></h2></div>' for path in self.stories
        )
        return f"""<!DOCTYPE html><html lang="en"><head><title>The Loopback Herald</title>
            <link rel="alternate" type="application/rss+xml" title="All news" href="/feed.xml"></head><body>
            <header><nav><ul><li><a href="/">Home</a></li></ul></nav></header><main>{items}</main></body></html>"""

    def feed(self) -> str:
        items = "".join(
            f"<item><title>{self.headline(path)}</title><link>{self.url}{path}</link>"
            f"<pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>"
            for path in self.stories
        )
        return f"""<?xml version="1.0"?><rss version="2.0"><channel><title>The Loopback Herald</title>
            <link>{self.url}/</link><description>News</description><category>Town</category>{items}</channel></rss>"""

    def _sentences(self, path: str) -> list[str]:
        return sentences(f"{path} {self._random.random()}", 12)


def sentences(seed: str, count: int) -> list[str]:
    """Sentences that hang together by their words, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - a made-up world
    return [
        f"The {chance.choice(SUBJECTS)} in {chance.choice(PLACES)} {chance.choice(VERBS)} "
        f"{chance.choice(OBJECTS.split('|'))} on day {chance.randrange(1, 400)} of the year, said the "
        f"{chance.choice(SUBJECTS)} committee, which had met for {chance.randrange(2, 90)} hours."
        for _ in range(count)
    ]


def story_page(headline: str, lines: list[str]) -> str:
    """A story as newspapers print it."""
    paragraphs = "".join(f"<p>{' '.join(lines[place : place + 3])}</p>" for place in range(0, len(lines), 3))
    return f"""<!DOCTYPE html><html lang="en"><head><title>{headline} | The Loopback Herald</title>
        <meta property="og:type" content="article"><meta property="og:site_name" content="The Loopback Herald">
        <meta property="article:published_time" content="2026-03-02T10:00:00+00:00"></head><body>
        <nav><a href="/">Home</a> <a href="/sport">Sport</a></nav><main><article><h1>{headline}</h1>
        {paragraphs}</article></main><footer>All rights reserved.</footer></body></html>"""


def paged_story(paper: Newspaper, path: str, pages: int) -> list[list[str]]:
    """Put a story of several pages there, each with a link to the next; the sentences of each page come back."""
    lines = [sentences(f"{path} page {number}", 9) for number in range(1, pages + 1)]
    for number, own in enumerate(lines, 1):
        following = f'<a rel="next" href="{path}?page={number + 1}">Next page</a>' if number < pages else ""
        html = story_page(paper.headline(path), own).replace("</article>", f"</article>{following}")
        paper.put(path if number == 1 else f"{path}?page={number}", html)
    return lines


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Readers that were killed in the middle of a line are nobody's fault here."""


def _handler(paper: Newspaper) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # One packet an answer: else Nagle's algorithm and delayed acknowledgements cost 40 ms each.
        wbufsize = -1

        def do_GET(self) -> None:
            paper.wait_if_held(self.path)
            status, kind, body = paper.pages.get(self.path, (404, "text/plain", b"there is no such page"))
            tag = f'"{hashlib.sha1(body, usedforsecurity=False).hexdigest()}"'
            if status == 200 and self.headers.get("If-None-Match") == tag:
                status, body = 304, b""
            paper.log.append(Request(self.path, status, dict(self.headers.items())))
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("ETag", tag)
            for name, value in paper.extra_headers.get(self.path, {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    return Handler
