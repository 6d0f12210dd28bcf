"""Pages that break extractors: broken, huge, deep, empty or in an unknown encoding.

Each is made on request by a named function, so that none takes up memory or disk space.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["HOSTILE_PAGES", "ODD_ADDRESSES"]

# Invalid values that are passed as the address of a page.
ODD_ADDRESSES: Final = (
    "http://[",
    "https://paper.example:port/story",
    "//",
    "javascript:0",
    "\x00",
    "story.html",
    "\ud800",
)

_DEPTH: Final = 100_000  # nested tags: fifty times what libxml2 keeps
_WIDTH: Final = 20_000  # siblings: as many as all the tags of the largest real page


def _nul_bytes() -> bytes:
    return b"<html><body><div>One\x00 story \x00\x00 with holes.</div>\x00<div>\x00</div></body></html>"


def _nested_tags() -> bytes:
    return b"<div>" * _DEPTH + b"The bottom of the page."


def _nested_formatting() -> bytes:
    return b"<p>" + b"<b><i>" * (_DEPTH // 2) + b"Bold words."


def _many_siblings() -> bytes:
    return b"<html><body>" + b"<div>word</div>" * _WIDTH + b"</body></html>"


def _one_endless_sentence() -> bytes:
    return b"<html><body><div>" + b"word " * _WIDTH + b"</div></body></html>"


def _full_stops() -> bytes:
    return b"<html><body><h1>Stop</h1><div>" + b". " * _WIDTH + b"</div></body></html>"


def _no_text() -> bytes:
    return b"<html><head><title></title></head><body><div><img src='a.png'></div><table><tr><td></table></body></html>"


def _only_links() -> bytes:
    return b"<html><body><div>" + b"<a href='/x'>More news</a>" * 500 + b"</div></body></html>"


def _only_scripts() -> bytes:
    return b"<html><body><script>var story = '<div>Not a story.</div>';</script><style>p {}</style></body></html>"


def _broken_encoding() -> bytes:
    head = b"<meta charset=utf-8><title>\xff\xfe\xfa</title>"
    return head + b"<div>\xc3\x28 \xe2\x82 \xf0\x28\x8c\xbc the \x80\x81 story</div>"


def _unknown_encoding() -> bytes:
    return b"<meta charset='klingon-8'><title>A story</title><div>A story in an encoding nobody knows.</div>"


def _binary() -> bytes:
    return bytes(range(256)) * 64


def _unclosed_attribute() -> bytes:
    return b"<html><body><div class='" + b"x <div>story</div> " * 2_000


def _impossible_characters() -> bytes:
    head = b"<title><b>&lt;script&gt;</b> \xe2\x80\xae</title><h1></h1>"
    return head + b"<div>&#0;&#x110000;&#xD800;&nosuch; story text</div>"


HOSTILE_PAGES: Final[Mapping[str, Callable[[], bytes]]] = MappingProxyType(
    {
        "empty": bytes,
        "white space": lambda: b" \r\n\t" * 10,
        "NUL bytes": _nul_bytes,
        "100,000 nested tags": _nested_tags,
        "100,000 nested formatting tags": _nested_formatting,
        "20,000 siblings": _many_siblings,
        "one sentence of 20,000 words": _one_endless_sentence,
        "20,000 full stops": _full_stops,
        "no text": _no_text,
        "only links": _only_links,
        "only scripts": _only_scripts,
        "broken encoding": _broken_encoding,
        "unknown encoding": _unknown_encoding,
        "binary": _binary,
        "unclosed attribute": _unclosed_attribute,
        "impossible characters": _impossible_characters,
    }
)
