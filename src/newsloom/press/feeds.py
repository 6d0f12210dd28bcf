"""Writes the papers' feeds and sitemaps from pieces: RSS, RDF, Atom, JSON Feed and news sitemaps.

They are written as newspapers write them, each in its own way: some give the teaser, one only the title. This is the
counterpart of ``discovery``, and shares no code with it, else both could be wrong in the same way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape

from newsloom.press.papers import HALVORIAN_TIME, Paper
from newsloom.press.writing import Piece

__all__ = ["Channel", "feed", "news_sitemap"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """What a feed is made of: the paper, where it is served, the feed's own path, the pieces and the time."""

    paper: Paper
    address: str
    path: str
    pieces: Sequence[Piece]
    at: datetime

    def url(self, piece: Piece) -> str:
        return self.address + piece.path

    def image(self, piece: Piece) -> str:
        return self.address + self.paper.picture_address.format(number=piece.number)


def feed(channel: Channel, kind: str) -> tuple[str, str]:
    """The media type and the text of a feed; ``kind`` is "rss", "rdf", "atom" or "json"."""
    media, write = _WRITERS[kind]
    return media, write(channel)


def news_sitemap(channel: Channel) -> str:
    """A news sitemap, with the titles."""
    entries = "".join(
        f"<url><loc>{escape(channel.url(piece))}</loc><news:news><news:publication>"
        f"<news:name>{escape(channel.paper.title)}</news:name><news:language>{channel.paper.language}</news:language>"
        f"</news:publication><news:publication_date>{_iso(piece.published)}</news:publication_date>"
        f"<news:title>{escape(piece.revision(channel.at).title)}</news:title></news:news></url>\n"
        for piece in channel.pieces
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n{entries}</urlset>\n'
    )


def _rss(channel: Channel) -> str:
    items = "".join(
        f"<item><title>{escape(piece.revision(channel.at).title)}</title><link>{escape(channel.url(piece))}</link>"
        f'<guid isPermaLink="true">{escape(channel.url(piece))}</guid>'
        f"<pubDate>{format_datetime(piece.published.astimezone(HALVORIAN_TIME))}</pubDate>"
        f"<category>{escape(piece.section_name)}</category>"
        f"<description>{escape(piece.revision(channel.at).teaser)}</description>"
        f'<enclosure url="{escape(channel.image(piece))}" type="image/png" length="0"/></item>\n'
        for piece in channel.pieces
    )
    return (
        f'<?xml version="1.0" encoding="{channel.paper.charset}"?>\n<rss version="2.0"><channel>'
        f"<title>{escape(channel.paper.title)}</title><link>{channel.address}/</link>"
        f"<description>{escape(channel.paper.title)}</description><language>{channel.paper.language}</language>\n"
        f"{items}</channel></rss>\n"
    )


def _rdf(channel: Channel) -> str:
    places = "".join(f'<rdf:li resource="{escape(channel.url(piece))}"/>' for piece in channel.pieces)
    items = "".join(
        f'<item rdf:about="{escape(channel.url(piece))}"><title>{escape(piece.revision(channel.at).title)}</title>'
        f"<link>{escape(channel.url(piece))}</link><dc:date>{_iso(piece.published)}</dc:date></item>\n"
        for piece in channel.pieces
    )
    return (
        f'<?xml version="1.0" encoding="{channel.paper.charset}"?>\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="{channel.address}/">'
        f"<title>{escape(channel.paper.title)}</title><link>{channel.address}/</link>"
        f"<description>News</description><items><rdf:Seq>{places}</rdf:Seq></items></channel>\n{items}</rdf:RDF>\n"
    )


def _atom(channel: Channel) -> str:
    newest = max((piece.revision(channel.at).at for piece in channel.pieces), default=channel.at)
    entries = "".join(
        f"<entry><id>{escape(channel.url(piece))}</id><title>{escape(piece.revision(channel.at).title)}</title>"
        f'<link href="{escape(channel.url(piece))}"/><published>{_iso(piece.published)}</published>'
        f"<updated>{_iso(piece.revision(channel.at).at)}</updated>"
        f"{''.join(f'<author><name>{escape(name)}</name></author>' for name in piece.authors)}"
        f'<category term="{escape(piece.section_name)}"/>'
        f"<summary>{escape(piece.revision(channel.at).teaser)}</summary></entry>\n"
        for piece in channel.pieces
    )
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>{channel.address}/</id><title>{escape(channel.paper.title)}</title><updated>{_iso(newest)}</updated>"
        f'<link href="{channel.address}/"/><link rel="self" href="{channel.address}{channel.path}"/>\n'
        f"{entries}</feed>\n"
    )


def _json(channel: Channel) -> str:
    items = [
        {
            "id": channel.url(piece),
            "url": channel.url(piece),
            "title": piece.revision(channel.at).title,
            "summary": piece.revision(channel.at).teaser,
            "image": channel.image(piece),
            "date_published": _iso(piece.published),
            "date_modified": _iso(piece.revision(channel.at).at),
            "authors": [{"name": name} for name in piece.authors],
            "tags": [piece.section_name],
        }
        for piece in channel.pieces
    ]
    head = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": channel.paper.title,
        "home_page_url": channel.address + "/",
        "feed_url": channel.address + channel.path,
        "language": channel.paper.language,
    }
    return json.dumps(head | {"items": items}, ensure_ascii=False, indent=1)


def _iso(time: datetime) -> str:
    return time.astimezone(HALVORIAN_TIME).isoformat(timespec="seconds")


_WRITERS: Final[Mapping[str, tuple[str, Callable[[Channel], str]]]] = MappingProxyType(
    {
        "rss": ("application/rss+xml", _rss),
        "rdf": ("application/rdf+xml", _rdf),
        "atom": ("application/atom+xml", _atom),
        "json": ("application/feed+json", _json),
    }
)
