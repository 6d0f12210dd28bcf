"""A made-up paper's web site: the answer for each path and time. Nothing listens here.

Front page, sections, stories, feeds, sitemap, robots.txt and pictures; what is not published yet is not there. Some
paths are closed to robots, as papers do.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from newsloom.press.feeds import Channel, feed, news_sitemap
from newsloom.press.pages import Printer
from newsloom.press.papers import Paper
from newsloom.press.pictures import picture
from newsloom.press.week import Press
from newsloom.press.writing import Piece

__all__ = ["Answer", "Site"]

_FEED_ITEMS: Final = 30

# Pages that papers have besides the news, which may be mistaken for sections.
_SERVICES: Final = frozenset(
    "/about /abonelik /abonnement /arkiv/ /burclar /competitions/ /dodsannonser/ /foto-galeri /horoscopes/ "
    "/kundesenter /subscribe /tips /video".split()
)
_SERVICE_PAGE: Final = "<!DOCTYPE html><html><head><title>{title}</title></head><body><h1>{title}</h1></body></html>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A server's answer; ``tag`` is the ETag of the body."""

    status: int
    media: str
    body: bytes

    @property
    def tag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:24]}"'


@dataclass(frozen=True, kw_only=True)
class Site:
    """The site of one paper."""

    press: Press
    paper: Paper

    def answer(self, path: str, at: datetime) -> Answer:
        """The answer to a request for a path with its query."""
        piece = self._stories.get(path)
        if piece is not None and piece.published <= at:
            return self._page(self._printer.article(piece, at))
        if path == "/":
            return self._page(self._printer.front(at))
        if path in self._sections:
            return self._page(self._printer.section(self._sections[path], at))
        if path in self.paper.feeds:
            return self._feed(path, at)
        if path in self._pictures:
            pictured = self._pictures[path]
            return Answer(status=200, media="image/png", body=picture(pictured.number, pictured.event.beat))
        return self._other(path, at)

    def _page(self, body: bytes) -> Answer:
        # A paper in an old encoding declares it only in its pages, as old servers did.
        charset = "; charset=utf-8" if self.paper.charset == "utf-8" else ""
        return Answer(status=200, media="text/html" + charset, body=body)

    def _feed(self, path: str, at: datetime) -> Answer:
        pieces = [piece for piece in self.press.published(self.paper, at) if _belongs(piece, path)][:_FEED_ITEMS]
        media, text = feed(self._channel(path, pieces, at), self.paper.feeds[path])
        return Answer(status=200, media=media, body=text.encode(self.paper.charset, "xmlcharrefreplace"))

    def _other(self, path: str, at: datetime) -> Answer:
        if path == "/robots.txt":
            return Answer(status=200, media="text/plain", body=self._robots().encode())
        if path == self.paper.sitemap:
            pieces = self.press.published(self.paper, at)
            body = news_sitemap(self._channel(path, pieces, at)).encode()
            return Answer(status=200, media="application/xml", body=body)
        if path in _SERVICES:
            return self._page(_SERVICE_PAGE.format(title=self.paper.title).encode(self.paper.charset))
        return Answer(status=404, media="text/plain", body=b"there is no such page")

    def _robots(self) -> str:
        lines = ["User-agent: *", "Disallow: /search", "Disallow: /print/"]
        if self.paper.sitemap:
            lines.append(f"Sitemap: {self.press.address(self.paper)}{self.paper.sitemap}")
        return "\n".join(lines) + "\n"

    def _channel(self, path: str, pieces: list[Piece], at: datetime) -> Channel:
        return Channel(paper=self.paper, address=self.press.address(self.paper), path=path, pieces=pieces, at=at)

    @cached_property
    def _printer(self) -> Printer:
        return Printer(press=self.press, paper=self.paper)

    @cached_property
    def _stories(self) -> dict[str, Piece]:
        return {piece.path: piece for piece in self.press.pieces(self.paper)}

    @cached_property
    def _pictures(self) -> dict[str, Piece]:
        pattern = self.paper.picture_address
        return {pattern.format(number=piece.number): piece for piece in self.press.pieces(self.paper)}

    @cached_property
    def _sections(self) -> dict[str, str]:
        return {self.paper.section_address.format(path=path): path for path in self.paper.sections}


def _belongs(piece: Piece, feed_path: str) -> bool:
    """Whether a feed has the piece: one with a section's name in its path has that section, others have all."""
    parts = set(feed_path.split("/"))
    named = parts & set(piece.paper.sections)
    return not named or piece.section in named
