"""Feeds of the portal's pages: a page's path with .rss, .atom or .json."""

from __future__ import annotations

from newsloom.portal.feeds.routes import feed_routes

__all__ = ["feed_routes"]
