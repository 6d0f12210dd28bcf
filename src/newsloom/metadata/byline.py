"""Who wrote a story: as declared, else as its byline says, else the paper itself if it signs.

A ``Document`` goes in; clean names and where they were read come out. It does not tell agencies from
persons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.names import clean_names, house_names, is_name_of_site
from newsloom.dom.wording import short_text

__all__ = ["find_authors"]

# Real pages have up to 21,646 elements, bylines among the first thousands.
_MAX_ELEMENTS: Final = 6_000
_MAX_MARKED: Final = 60
# How many elements behind the headline a line that begins with "By" is looked for in, and its length.
_MAX_BEHIND_HEADLINE: Final = 80
_MAX_LED_CHARACTERS: Final = 60
# How sure a mark is: microdata, a link said to lead to the author, a class named for bylines, a link to an author's
# page, a class that speaks of authors, no mark but a line that begins with "By".
_MICRODATA, _LINKED, _SURE, _ADDRESSED, _UNSURE, _LED_IN = range(6)
# A byline holds a picture, a few names and a date; an unclosed tag holds the page.
_MAX_DESCENDANTS: Final = 30
# Longer texts beside a name are its bearer's life, not a byline.
_MAX_CHARACTERS: Final = 120
# Longer lists of classes are no page's; each may be looked at once for every mark below it.
_MAX_CLASS_CHARACTERS: Final = 500
# How far from a byline the sign stands that it belongs to a reader's comment.
_MAX_ANCESTORS: Final = 8

_TAGS: Final = tuple(
    "a address b cite div em h1 h2 h3 h4 h5 h6 header i li meta p section small span strong td".split()
)
_MARK: Final = re.compile(r"byline|author|^(?:yazar|muhabir|forfatter|autor)$", re.IGNORECASE)
_SURE_MARK: Final = re.compile(r"byline|author[-_]{0,2}(?:name|link)s?\b", re.IGNORECASE)
_AUTHORS_PAGE: Final = re.compile(
    r"/(?:authors?|autor(?:en|es)?|auteurs?|writers?|contributors?|journalists?|reporters?|yazar(?:lar)?)/[\w%@-]"
)
# "By Ann Lee" at the beginning of an element's own text, after the headline: no mark, but as sure as most.
_LED: Final = re.compile(r"\s*(?:by|von|par|por|av|af|di|door|yazan|haber)\s*:?\s+(?:[^\W\d_]|$)", re.IGNORECASE)
_COMMENT: Final = re.compile(
    r"(?:^|\s)comment(?:s|list|-?(?:list|body|author|content|item|meta)\w*)?(?:\s|$)", re.IGNORECASE
)
# Words of names that are not written with a capital: "Ursula von der Leyen", "Mohammed bin Salman".
_PARTICLES: Final = frozenset(
    "al af av bin da das de del della den der di dos du e el ibn la le ten ter van von y zu".split()
)
_LATIN: Final = re.compile(r"[A-Za-zÀ-ɏ]")


def find_authors(document: Document) -> tuple[tuple[str, ...], str]:
    """The authors' names and their source, "byline" where they were only printed; empty where none is named."""
    declared = document.declared
    if declared.authors:
        return declared.authors, declared.sources["authors"]
    # Where the paper signs, it takes a mark to say otherwise.
    printed = _printed(document, least_sure=_UNSURE if declared.house else _LED_IN)
    if printed:
        return printed, "byline"
    return declared.house, declared.sources.get("house", "")


def _printed(document: Document, least_sure: int) -> tuple[str, ...]:
    if document.root is None:
        return ()
    marked = [one for one in _marked(document.root) if one[0] <= least_sure]
    sites = document.declared.sites
    house: tuple[str, ...] = ()
    # The first mark that yields a name is taken with those beside it, and no other: bylines are often printed twice.
    for rank, element in sorted(marked, key=lambda one: one[0]):
        names = _names_in(element, sites, rank)
        if names and not _is_in_comment(element):
            beside = (one for other, one in marked if other == rank and _stand_together(one, element))
            return tuple(dict.fromkeys((*names, *(name for one in beside for name in _names_in(one, sites, rank)))))
        if rank <= _SURE and not house:
            house = _house_in(element, sites)
    return house


def _marked(root: etree._Element) -> list[tuple[int, etree._Element]]:
    """Elements marked as the place of an author's name, with how sure the mark is: 0 is surest."""
    found: list[tuple[int, etree._Element]] = []
    behind_headline = -1
    for element in islice(root.iter(*_TAGS), _MAX_ELEMENTS):
        classes = element.get("class")
        if element.get("itemprop") == "author":
            found.append((_MICRODATA, element))
        elif element.tag == "a" and "author" in (element.get("rel") or ""):
            found.append((_LINKED, element))
        elif behind_headline >= 0 and element.tag == "a" and _AUTHORS_PAGE.search(element.get("href") or ""):
            found.append((_ADDRESSED, element))
        elif classes and _MARK.search(classes):
            found.append((_SURE if _SURE_MARK.search(classes) else _UNSURE, element))
        elif 0 <= behind_headline < _MAX_BEHIND_HEADLINE and _is_led_in(element):
            found.append((_LED_IN, element))
        if behind_headline >= 0 or element.tag == "h1":
            behind_headline += 1
        if len(found) == _MAX_MARKED:
            break
    return found


def _is_led_in(element: etree._Element) -> bool:
    text = element.text or ""
    return len(text) <= _MAX_LED_CHARACTERS and _LED.match(text) is not None


def _names_in(element: etree._Element, sites: tuple[str, ...], rank: int) -> tuple[str, ...]:
    for text in _texts(element):
        # Blogs' authors go by one name; where no mark is that sure, one word is "email", "Follow", initials.
        persons = tuple(name for name in clean_names(text, sites) if _is_person(name) or rank <= _LINKED)
        if persons:
            return persons
    return ()


def _texts(element: etree._Element) -> Iterator[str]:
    """What may be the names: the parts marked as such, the links' texts, then all of it."""
    inner = [
        one.get("content") or short_text(one, _MAX_CHARACTERS)
        for one in islice(element.iter(), _MAX_DESCENDANTS)
        if one.get("itemprop") == "name" or (one.tag == "a" and one is not element)
    ]
    yield ", ".join(dict.fromkeys(inner))
    yield element.get("content") or short_text(element, _MAX_CHARACTERS, breaks=" | ")


def _house_in(element: etree._Element, sites: tuple[str, ...]) -> tuple[str, ...]:
    names = house_names(short_text(element, _MAX_CHARACTERS))
    return names if any(is_name_of_site(name, site) for name in names for site in sites) else ()


def _stand_together(one: etree._Element, other: etree._Element) -> bool:
    """Whether two marks are in one line: brothers, or only children of brothers."""
    if one.tag != other.tag or one is other:
        return False
    return one.getparent() is other.getparent() or (
        len(_parent(one)) == len(_parent(other)) == 1 and _parent(one).getparent() is _parent(other).getparent()
    )


def _parent(element: etree._Element) -> etree._Element:
    parent = element.getparent()
    return element if parent is None else parent


def _is_person(name: str) -> bool:
    """Whether the name has two words or more, with capitals; where there are none, any name has."""
    words = [word for word in name.split() if word not in _PARTICLES]
    return len(words) > 1 and all(not word[0].islower() for word in words) if _LATIN.search(name) else True


def _is_in_comment(element: etree._Element) -> bool:
    return any(
        _COMMENT.search(f"{one.get('class', '')} {one.get('id', '')}"[:_MAX_CLASS_CHARACTERS]) is not None
        for one in (element, *islice(element.iterancestors(), _MAX_ANCESTORS))
    )
