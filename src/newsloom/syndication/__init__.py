"""Writes articles and stories as feeds in RSS 2.0, Atom 1.0 and JSON Feed 1.1.

The HTML of a feed is made from the blocks of an article, never from foreign HTML. OPML is in ``discovery.opml``.
"""

from __future__ import annotations

from newsloom.syndication.atom import write_atom
from newsloom.syndication.characters import language_tag
from newsloom.syndication.entries import article_entry, item_entry, last_said, story_entry, topic_entry
from newsloom.syndication.feed import Entry, PublishedFeed, feed_id
from newsloom.syndication.jsonfeed import write_json_feed
from newsloom.syndication.markup import story_html
from newsloom.syndication.rss import write_rss

__all__ = [
    "Entry",
    "PublishedFeed",
    "article_entry",
    "feed_id",
    "item_entry",
    "language_tag",
    "last_said",
    "story_entry",
    "story_html",
    "topic_entry",
    "write_atom",
    "write_json_feed",
    "write_rss",
]
