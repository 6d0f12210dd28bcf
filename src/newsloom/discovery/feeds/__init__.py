"""Feeds: reads RSS, Atom or JSON Feed into a ``Feed`` of links."""

from __future__ import annotations

from newsloom.discovery.feeds.model import Feed
from newsloom.discovery.feeds.reading import read_feed

__all__ = ["Feed", "read_feed"]
