"""Lists of links as they stood somewhere: links in, links out, whatever the store."""

from __future__ import annotations

import dataclasses

from newsloom.records import Link

__all__ = ["as_sighted", "changes"]

Links = tuple[Link, ...]


def as_sighted(source_url: str, links: Links, /) -> Links:
    """The links under the name of the place where they stand; of those with one address the first."""
    first: dict[str, Link] = {}
    for link in links:
        first.setdefault(link.url, dataclasses.replace(link, source_url=source_url))
    return tuple(first.values())


def changes(earlier: Links, later: Links, /) -> tuple[Links, Links]:
    """What came and what went; an address that is on both lists did neither."""
    stood = {link.url for link in earlier}
    stands = {link.url for link in later}
    came = tuple(link for link in later if link.url not in stood)
    went = tuple(link for link in earlier if link.url not in stands)
    return came, went
