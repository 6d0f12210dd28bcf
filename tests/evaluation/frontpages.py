"""An invented front page with its labels, and readers with known answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from newsloom.dom import Document
from newsloom.records import Item

URL = "https://www.harbour-post.example/"

FRONT_PAGE = """<html lang="en"><body><nav><a href="/sport/">All the sport there is</a></nav>
<article><a href="/ferry?from=front"><img src="/ferry_w300.jpg"><h2>Ferry sold to an island</h2></a>
<p>Nobody minded.</p></article>
<article><a href="/bridge"><h2>Bridge at Oldham Mill opens again</h2></a></article>
<footer><a href="/terms">Terms of this newspaper</a></footer></body></html>"""

FRONT = {
    "id": "front",
    "url": URL,
    "site": "harbour-post.example",
    "items": [
        {
            "title": "Ferry sold to an island",
            "teaser": "Nobody minded.",
            "url": "https://www.harbour-post.example/ferry",
            "image_url": "https://www.harbour-post.example/ferry_w800.jpg",
        },
        {"title": "Bridge at Oldham Mill opens again", "url": "https://www.harbour-post.example/bridge"},
    ],
    "story": ["https://www.harbour-post.example/ferry", "https://www.harbour-post.example/bridge"],
    "site_links": ["https://www.harbour-post.example/sport", "https://www.harbour-post.example/terms"],
}


@dataclass(frozen=True, kw_only=True)
class TagReader:
    """Takes every link below a tag for an item; breaks on pages that hold a given word."""

    name: ClassVar[str] = "tag"
    version: ClassVar[int] = 1
    tag: str = "article"
    breaks_on: str | None = None

    def read(self, document: Document, /) -> tuple[Item, ...]:
        assert document.root is not None
        if self.breaks_on and self.breaks_on in "".join(document.root.itertext()):
            raise ValueError(f"met {self.breaks_on}")
        links = [link for parent in document.root.iter(self.tag) for link in parent.iter("a")]
        return tuple(
            Item(
                id=str(position),
                page_url=document.url,
                headline=" ".join("".join(link.itertext()).split()),
                url=URL.rstrip("/") + link.get("href", ""),
                pattern=self.tag,
                position=position,
            )
            for position, link in enumerate(links)
        )
