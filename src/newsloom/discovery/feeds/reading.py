"""Bytes of a feed to a ``Feed``: which dialect it is in, and the reader for it.

Atom, RSS in all its versions and JSON Feed are told apart by what they hold; what the server called them counts only
for their encoding. Whatever is wrong is forgiven as long as a feed can be made out.
"""

from __future__ import annotations

from typing import Final

from newsloom.discovery.feeds.atom import read_atom
from newsloom.discovery.feeds.draft import Draft
from newsloom.discovery.feeds.feed import Feed
from newsloom.discovery.feeds.jsonfeed import read_json_feed
from newsloom.discovery.feeds.rss import read_rss
from newsloom.discovery.feeds.settling import settle
from newsloom.discovery.markup import parse_tree, readable
from newsloom.dom.decode import charset_of
from newsloom.errors import InputError

__all__ = ["FEED_ROOTS", "read_feed"]

FEED_ROOTS: Final = ("rss", "feed", "rdf", "channel")
"""The names that the outermost element of a feed may have; the last where RSS lost its own."""


def read_feed(body: bytes, *, url: str, content_type: str | None = None) -> Feed:
    """The feed in the body of a page fetched from ``url``; ``content_type`` is the server's.

    At most the first 1,000 stories are read. Raises ``InputError`` if it is no feed.
    """
    return settle(_draft(body, url, charset_of(content_type)), url)


def _draft(body: bytes, url: str, charset: str | None) -> Draft:
    markup, faults = readable(body, charset)
    if not markup or markup.isspace():
        raise InputError(url, "there is nothing in it that can be read")
    if markup[:100].lstrip().startswith((b"{", b"[")):
        return read_json_feed(markup.decode("utf-8", "replace"), url)
    tree = parse_tree(markup, FEED_ROOTS, subject=url, faults=faults)
    return read_atom(tree, url) if tree.name == "feed" else read_rss(tree, url)
