"""WARC files made by hand, so that they can lie."""

from __future__ import annotations

import gzip
from collections.abc import Iterable

STORY = """<html lang="en"><head><meta charset="utf-8"><title>{title} | The Daily Example</title></head><body>
<div id="menu"><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></div>
<div id="story"><h1>{title}</h1>
<p>The bridge over the Lorne opened on Monday, nine years after the first stone was laid.</p>
<p>The mayor walked across the bridge first, followed by the band of the fire brigade.</p>
<p>Some 4,000 people crossed the bridge on its first day, the town said. The ferry has been sold.</p></div>
<div id="foot">All rights reserved. Write to the editor.</div></body></html>"""

MENU = b'<title>Menu</title><ul><li><a href="/news">News</a><li><a href="/sport">Sport</a></ul>'
"""A page without a story."""


def story(title: str = "Bridge opens after nine years") -> bytes:
    return STORY.format(title=title).encode()


def record(content: bytes, *, kind: str = "response", length: int | None = None, **fields: str) -> bytes:
    """A record; ``length`` is what it says of itself."""
    told = {
        "WARC-Type": kind,
        "WARC-Target-URI": "https://paper.example/story",
        "Content-Type": "application/http; msgtype=response",
        **{name.replace("_", "-"): value for name, value in fields.items()},
        "Content-Length": str(len(content) if length is None else length),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"WARC/1.1\r\n{head}\r\n".encode() + content + b"\r\n\r\n"


def answer(body: bytes, *lines: str, status: str = "200 OK", kind: str = "text/html; charset=utf-8") -> bytes:
    """An HTTP answer."""
    head = "\r\n".join([f"HTTP/1.1 {status}", f"Content-Type: {kind}", *lines])
    return f"{head}\r\n\r\n".encode() + body


def zipped(records: Iterable[bytes]) -> bytes:
    """A file with a gzip member for each record."""
    return b"".join(gzip.compress(one) for one in records)
