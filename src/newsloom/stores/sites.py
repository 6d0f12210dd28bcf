"""The site of an article, and the length to which facts are cut for filtering."""

from __future__ import annotations

from typing import Final

from newsloom.text.urls import site_of

__all__ = ["clipped", "site_named", "site_of_article"]

# Facts that articles are filtered by are compared up to this length; the article has them in full.
_LONGEST_FACT: Final = 200


def site_of_article(url: str, /) -> str:
    """The site of the article's address, regardless of the name its pages give."""
    return (site_of(url) or url)[:_LONGEST_FACT]


def site_named(host: str, /) -> str:
    """The site that a host belongs to. A reader may ask for a paper by either."""
    return (site_of(f"https://{host}/") or host)[:_LONGEST_FACT]


def clipped(fact: str | None, /) -> str | None:
    """The part of a fact that is compared."""
    return None if fact is None else fact[:_LONGEST_FACT]
