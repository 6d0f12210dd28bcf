"""Which site an article is of, and how much of a text is compared when articles are filtered by it."""

from __future__ import annotations

from typing import Final

from newsloom.text.urls import site_of

__all__ = ["clipped", "site_named", "site_of_article"]

# What articles are chosen by is compared up to this length; the article has the whole.
_LONGEST_FACT: Final = 200


def site_of_article(url: str, /) -> str:
    """The paper that an article is of: the site of its address, whatever name its pages give themselves."""
    return (site_of(url) or url)[:_LONGEST_FACT]


def site_named(host: str, /) -> str:
    """The site that a host belongs to; a reader may ask for a paper by either."""
    return (site_of(f"https://{host}/") or host)[:_LONGEST_FACT]


def clipped(fact: str | None, /) -> str | None:
    """As much of a fact as is compared."""
    return None if fact is None else fact[:_LONGEST_FACT]
