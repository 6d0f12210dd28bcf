"""Finds the categories of a story, and the category of a whole feed, as the newspaper writes them.

Most newspapers have one feed for each category and do not declare it, so the feed's title and address are read as well.
Words that fit any feed ("Latest news", "RSS") are not categories. Nothing is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote, urlsplit

from newsloom.discovery.feeds.text import label
from newsloom.discovery.names import is_generic
from newsloom.text.casing import fold, upper
from newsloom.text.servicenames import name_key
from newsloom.text.urls import site_of

__all__ = ["category_of_address", "category_of_feed", "category_of_title", "clean_categories"]

_MAX_CATEGORIES: Final = 30
# "Culture, Art & Design", "Wirtschaft und Finanzen": more words are a sentence, or a newspaper's motto.
_MAX_WORDS: Final = 4
_MAX_CHARACTERS: Final = 40
_MAX_TITLE: Final = 200
_MIN_LETTERS: Final = 2
_MAX_SEGMENTS: Final = 12

_SEPARATOR: Final = re.compile(r"\s+[-–—|»›>·•~/:]+\s+|\s*[|»›>·•]\s*|:\s+")
_ADDRESS: Final = re.compile(r"^(?:https?:|urn:|tag:|//)|^\w+\.\w+/", re.IGNORECASE)
_CODE: Final = re.compile(r"[\W\d_]+|[a-f\d-]{16,}", re.IGNORECASE)
# "RSS", "Feed", "Haberleri", "Nachrichten": words around the name of a category in a feed's title.
_AROUND: Final = re.compile(
    r"^(?:rss|feed|news|haberler|nyheter|nachrichten)[\s:–-]+"
    r"|[\s:–-]+(?:rss|rss feeds?|feeds?|haberleri|haberler|news|nyheter|nachrichten)$",
    re.IGNORECASE,
)
_FILE: Final = re.compile(r"\.(?:xml|rss|rdf|atom|json|php|aspx?|html?|cms|feed|jsp)$", re.IGNORECASE)
_IN_SEGMENT: Final = re.compile(r"[-_+.\s]+")
# What publishing systems write if the editor chose no category.
_NONE: Final = frozenset({"uncategorized", "uncategorised", "non classe", "sin categoria", "ukategorisert", "none"})
_FEED_WORDS: Final = frozenset({"atom", "feed", "feeds", "news", "rss", "rss2", "xml"})


def clean_categories(raw: Iterable[str]) -> tuple[str, ...]:
    """Returns names of categories, each once, without addresses, codes and words that mean none."""
    found: dict[str, str] = {}
    for one in raw:
        name = label(one)
        if name and not _ADDRESS.search(name) and not _CODE.fullmatch(name) and name_key(name) not in _NONE:
            found.setdefault(fold(name), name)
        if len(found) == _MAX_CATEGORIES:
            break
    return tuple(found.values())


def category_of_feed(
    declared: Iterable[str], *, title: str | None, url: str, home: str | None = None, language: str | None = None
) -> str | None:
    """Returns the category of all news in a feed: as declared, or else from its title, or else from its address."""
    papers = _names_of_paper(url, home)
    for name in clean_categories(declared):
        if _is_category(name) and not _names_paper(name, papers):
            return name
    return (
        (category_of_title(title, url=url, home=home) if title else None)
        or category_of_address(url, language)
        or (category_of_address(home, language) if home else None)
    )


def category_of_title(title: str, *, url: str, home: str | None = None) -> str | None:
    """Returns the category in a title that also names the paper: "Daily Loom - Sport", "Sport | Daily Loom"."""
    parts = [part.strip() for part in _SEPARATOR.split(title[:_MAX_TITLE]) if part.strip()]
    if len(parts) < 2:
        return None
    papers = _names_of_paper(url, home)
    # If no part names the paper as its address does, the first part is taken for its name, as most put it first.
    others = [part for part in parts if not _names_paper(part, papers)]
    candidates = others if len(others) < len(parts) else parts[1:]
    for part in reversed(candidates):
        name = _AROUND.sub("", part).strip()
        if _is_category(name):
            return name
    return None


def category_of_address(url: str, language: str | None = None) -> str | None:
    """Returns the last informative part of an address's path: "Sport" for /rss/sport.xml. The weakest evidence."""
    papers = _names_of_paper(url, None)
    path = unquote(urlsplit(url).path)
    for segment in reversed([part for part in path.split("/") if part][-_MAX_SEGMENTS:]):
        words = [word for word in _IN_SEGMENT.split(_FILE.sub("", segment)) if word]
        while words and words[-1].lower() in _FEED_WORDS:
            words.pop()
        while words and words[0].lower() in _FEED_WORDS:
            words.pop(0)
        name = " ".join(words)
        if _is_category(name) and not any(map(str.isdigit, name)) and not _names_paper(name, papers):
            return name if name != name.lower() else upper(name[0], language) + name[1:]
    return None


def _is_category(name: str) -> bool:
    if not name or len(name) > _MAX_CHARACTERS or len(name.split()) > _MAX_WORDS:
        return False
    return sum(map(str.isalpha, name)) >= _MIN_LETTERS and not is_generic(name)


def _names_of_paper(url: str, home: str | None) -> tuple[str, ...]:
    sites = (site_of(address) for address in (home, url) if address)
    return tuple(re.sub(r"[^a-z\d]", "", site.partition(".")[0]) for site in sites if site)


def _names_paper(part: str, papers: tuple[str, ...]) -> bool:
    """Returns whether the part is the paper's name as in its address: "The Daily Loom" for dailyloom.example."""
    letters = re.sub(r"[^a-z\d]", "", name_key(part).removeprefix("the "))
    if len(letters) < _MIN_LETTERS:
        return False
    for paper in papers:
        own = paper.removeprefix("the")
        if (
            letters == own
            or (len(own) >= 3 and letters.startswith(own))
            or (len(letters) >= 3 and own.startswith(letters))
        ):
            return True
    return False
