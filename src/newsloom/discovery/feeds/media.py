"""Finds the pictures of an RSS item or an Atom entry: Media RSS, enclosures, podcast covers.

Returns ``Picture`` candidates for the fields of an item, with their captions and credits. Pictures in the item's text
are found elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from newsloom.discovery.feeds.elements import Fields, attribute, text_of
from newsloom.discovery.feeds.model import Picture
from newsloom.discovery.markup import TagNames, fields_of

__all__ = ["find_media", "is_picture"]

_PICTURE_FILE: Final = re.compile(r"\.(?:jpe?g|png|webp|avif|gif)(?:$|[?#:!])", re.IGNORECASE)
_MAX_PICTURES: Final = 40
_MAX_DIGITS: Final = 5


def find_media(fields: Fields, names: TagNames) -> list[Picture]:
    """Returns the pictures of one item in any order, with their ranks."""
    found: list[Picture] = []
    for group in fields.get("media:group", ())[:_MAX_PICTURES]:
        inside = fields_of(group, names)
        found += _media(inside, names, (inside, fields))
    found += _media(fields, names, (fields,))
    found += _enclosed(fields)
    found += _plain(fields, names)
    return found[:_MAX_PICTURES]


def is_picture(address: str, kind: str) -> bool:
    """Returns whether something of that media type, or without one, is a picture."""
    return kind.lower().startswith("image") or (not kind and bool(_PICTURE_FILE.search(address)))


def _media(fields: Fields, names: TagNames, around: tuple[Fields, ...]) -> Iterator[Picture]:
    for content in fields.get("media:content", ())[:_MAX_PICTURES]:
        inside = fields_of(content, names)
        places = (inside, *around)
        address = attribute(content, "url")
        if address and is_picture(address, attribute(content, "medium") or attribute(content, "type")):
            yield _pictured(content, address, 0, places)
        # The still of a video is inside it.
        for thumbnail in inside.get("media:thumbnail", ())[:_MAX_PICTURES]:
            yield _pictured(thumbnail, attribute(thumbnail, "url"), 1, places)
    for thumbnail in fields.get("media:thumbnail", ())[:_MAX_PICTURES]:
        address = attribute(thumbnail, "url") or (thumbnail.text or "").strip()
        yield _pictured(thumbnail, address, 1, around)


def _pictured(element: etree._Element, address: str, rank: int, places: tuple[Fields, ...]) -> Picture:
    caption = next(filter(None, (text_of(place, "media:description") for place in places)), None)
    credit = next(filter(None, (text_of(place, "media:credit", "media:copyright") for place in places)), None)
    return Picture(
        address=address, rank=rank, width=_number(attribute(element, "width")), caption=caption, credit=credit
    )


def _enclosed(fields: Fields) -> Iterator[Picture]:
    links = [link for name in ("link", "atom:link") for link in fields.get(name, ())]
    enclosures = [link for link in links if attribute(link, "rel").lower() == "enclosure"]
    for enclosure in [*fields.get("enclosure", ()), *enclosures][:_MAX_PICTURES]:
        address = attribute(enclosure, "url") or attribute(enclosure, "href")
        if address and is_picture(address, attribute(enclosure, "type")):
            yield Picture(address=address, rank=2)


def _plain(fields: Fields, names: TagNames) -> Iterator[Picture]:
    for cover in fields.get("itunes:image", ())[:_MAX_PICTURES]:
        yield Picture(address=attribute(cover, "href"), rank=3)
    for image in fields.get("image", ())[:_MAX_PICTURES]:
        address = text_of(fields_of(image, names), "url", "link") if len(image) else image.text
        yield Picture(address=address or attribute(image, "url") or attribute(image, "href"), rank=3)


def _number(text: str) -> int:
    digits = text.removesuffix("px")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_DIGITS else 0
