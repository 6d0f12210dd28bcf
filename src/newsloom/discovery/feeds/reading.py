"""Reads bytes into a ``Feed``: detects the format, parses and normalises.

Atom, RSS and JSON Feed are distinguished by their content; the Content-Type header counts only for the encoding. Faults
are ignored if there is still a feed to read.
"""

from __future__ import annotations

from typing import Final

from newsloom.discovery.feeds.atom import read_atom
from newsloom.discovery.feeds.jsonfeed import read_json_feed
from newsloom.discovery.feeds.model import Feed, ParsedFeed
from newsloom.discovery.feeds.normalise import normalise
from newsloom.discovery.feeds.rss import read_rss
from newsloom.discovery.markup import parse_tree, readable
from newsloom.dom.decode import charset_of
from newsloom.errors import InputError

__all__ = ["FEED_ROOTS", "read_feed"]

FEED_ROOTS: Final = ("rss", "feed", "rdf", "channel")
"""Names of a feed's root element; "channel" if the <rss> is missing."""


def read_feed(body: bytes, *, url: str, content_type: str | None = None) -> Feed:
    """Reads the feed in a response from ``url``; ``content_type`` is the response's header.

    Reads at most the first 1,000 stories. Raises ``InputError`` if it is not a feed.
    """
    return normalise(_parse(body, url, charset_of(content_type)), url)


def _parse(body: bytes, url: str, charset: str | None) -> ParsedFeed:
    markup, faults = readable(body, charset)
    if not markup or markup.isspace():
        raise InputError(url, "nothing in it can be read")
    if markup[:100].lstrip().startswith((b"{", b"[")):
        return read_json_feed(markup.decode("utf-8", "replace"), url)
    tree = parse_tree(markup, FEED_ROOTS, subject=url, faults=faults)
    return read_atom(tree, url) if tree.name == "feed" else read_rss(tree, url)
