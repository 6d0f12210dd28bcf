"""Finds the authors of a story: as declared, else in its byline, else the paper itself if it signs.

The result does not distinguish agencies from persons.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.authornames import (
    clean_names,
    is_abbreviated_as,
    is_agency,
    is_name_of_site,
    is_person,
    organisation_names,
)
from newsloom.dom.prefilter import Prefilter, Rule, candidate_nodes
from newsloom.dom.shorttext import short_text
from newsloom.dom.tree import Tree
from newsloom.metadata.printedbyline import LEAD_IN, find_printed_byline
from newsloom.text.keywords import Keywords
from newsloom.text.patterns import pattern

__all__ = ["find_authors"]

# Real pages have up to 21,646 elements, with bylines among the first thousands.
_MAX_ELEMENTS: Final = 6_000
_MAX_MARKED: Final = 60
# A line that begins with "By" is looked for in at most this many elements after the headline, and its length.
_MAX_NEAR: Final = 80
_MAX_LED_CHARACTERS: Final = 60
# How reliable a mark is, the most reliable first: microdata, a link with rel="author", a class for names of authors, a
# class for bylines, a link to an author's page, another class about authors, no mark but a line that begins with "By".
_MICRODATA, _LINKED, _NAMED, _SURE, _ADDRESSED, _UNSURE, _LED_IN = range(7)
# Authors of blogs may have one name. With less reliable marks, a single word is "email", "Follow" or initials.
_MAY_BE_ONE_WORD: Final = frozenset({_MICRODATA, _LINKED, _NAMED, _ADDRESSED})
_BY_CLASS: Final = frozenset({_NAMED, _SURE})
# A byline contains a picture, a few names and a date; an unclosed tag contains the page.
_MAX_DESCENDANTS: Final = 30
# Longer texts beside a name are biographies, not bylines.
_MAX_CHARACTERS: Final = 120
# No real page has longer lists of classes. Each may be searched once for every mark below it.
_MAX_CLASS_CHARACTERS: Final = 500
_MAX_ADDRESS_CHARACTERS: Final = 500
# At most this many ancestors are checked for a sign that the byline belongs to something else, such as a comment.
_MAX_ANCESTORS: Final = 8

_TAGS: Final = tuple(
    "a address b button byline cite div em h1 h2 h3 h4 h5 h6 header i li meta p section small span strong td".split()
)
# Every class that is a mark contains one of these. Searching for them takes a fifth of the time of the expression.
_IN_MARKS: Final = tuple(
    "author byline autor auteur journalist reporter columnist contributor person origin yazar muhabir forfatter "
    "skribent firma penulis redactor username submitted".split()
)
# For classes in lower case.
_MARK: Final = pattern(
    r"byline|author|journalist|reporter|columnist|contributor|person-?(?:link|name)|article-?origin"
    r"|(?:^|[\s_-])(?:yazar|muhabir|forfatter|skribent|autore?s?|auteurs?|firma|penulis|redactor|username|submitted)"
    r"(?:$|[\s_-])"
)
_NAME_MARK: Final = pattern(
    r"author[-_]{0,2}(?:name|link)s?\b|(?:author|byline)[\w-]{0,20} (?:[\w-]{1,20} )?(?:vcard|h-card|fn)\b"
    r"|(?:vcard|h-card|fn) (?:[\w-]{1,20} )?author\b"
)
_AUTHORS_PAGE: Final = pattern(
    r"/(?:authors?|autor(?:en|es)?|auteurs?|autori|writers?|contributors?|journalists?|reporters?|columnists?"
    r"|yazar(?:lar)?|skribent(?:er)?|journalister|penulis)/[\w%@-]"
)
# Every address of an author's page contains one of these.
_IN_ADDRESSES: Final = tuple(
    "/author /autor /auteur /writer /contributor /journalist /reporter /columnist /yazar /skribent /penulis".split()
)
_APART: Final = pattern(
    r"(?:^|\s)comment(?:s|list|-?(?:list|body|author|content|item|meta)\w*)?(?:\s|$)"
    r"|(?:^|[\s_-])(?:caption|related|recommended|recommendations|trending|most-?(?:read|popular))(?:$|[\s_-])",
    re.IGNORECASE,
)
_APART_TAGS: Final = frozenset({"figure", "figcaption"})
_OF_COMMENT: Final = pattern(r"comment-?(?:author|form|body)")


def find_authors(document: Document) -> tuple[tuple[str, ...], str]:
    """The names of the authors and their source, "byline" if they are only printed; empty if none is named."""
    declared = document.declared
    # A paper known by its initials may sign with its full name.
    is_organisation = all(is_abbreviated_as(name, declared.sites) for name in declared.authors)
    if declared.authors and not is_organisation:
        return declared.authors, declared.sources["authors"]
    printed = _printed(document)
    # An agency's initials in a story that the paper signs only say where it came from.
    if printed and not (
        (declared.authors or declared.organisation) and all(is_agency(name) and " " not in name for name in printed)
    ):
        return printed, "byline"
    if declared.authors:
        return declared.authors, declared.sources["authors"]
    return declared.organisation, declared.sources.get("organisation", "")


def _printed(document: Document) -> tuple[str, ...]:
    if document.tree is None:
        return ()
    marked = _marked(document.tree)
    sites = document.declared.sites
    organisation: tuple[str, ...] = ()
    # Takes the first mark with a name and those beside it, but no others, because bylines are often printed twice.
    for rank, element in sorted(marked, key=lambda one: one[0]):
        names = _names_in(element, sites, rank)
        if names and not _is_apart(element):
            beside = (one for other, one in marked if other == rank and _stand_together(one, element))
            return tuple(dict.fromkeys((*names, *(name for one in beside for name in _names_in(one, sites, rank)))))
        if rank <= _SURE and not organisation:
            organisation = _organisation_in(element, sites)
    return find_printed_byline(document) or organisation


def _marked(tree: Tree) -> list[tuple[int, etree._Element]]:
    """Elements marked as holding an author's name, with the rank of the mark: 0 is the most reliable."""
    found: list[tuple[int, etree._Element]] = []
    headline = _MAX_ELEMENTS
    names, tags = tree.names, tree.tags
    classes, codes = tree.values("class")
    properties, property_codes = tree.values("itemprop")
    for number, node in candidate_nodes(tree, _prefilter()):
        tag, code, property_code = names[tags[node]], codes[node], property_codes[node]
        rank = _rank_of(classes[code]) if code >= 0 else None
        if property_code >= 0 and properties[property_code] == "author":
            rank = _MICRODATA
        elif tag == "a":
            rank = _rank_of_link(tree, node, rank, is_behind=number > headline)
        # Most elements near the headline have no mark.
        if rank is None and 0 < number - headline <= _MAX_NEAR and _is_led_in(tree, node):
            rank = _LED_IN
        if rank is not None:
            found.append((rank, tree.element(node)))
            if len(found) == _MAX_MARKED:
                break
        if tag == "h1" and headline == _MAX_ELEMENTS:
            headline = number
    return found


@functools.cache
def _prefilter() -> Prefilter:
    return Prefilter(
        tags={tag: tag == "h1" for tag in _TAGS},
        rules=(
            Rule("class", *_IN_MARKS),
            Rule("itemprop"),
            Rule("rel", "author"),
            Rule("href", *_IN_ADDRESSES),
        ),
        near=_MAX_NEAR,
        max_near=_MAX_LED_CHARACTERS,
        most=_MAX_ELEMENTS,
    )


def _rank_of_link(tree: Tree, node: int, by_class: int | None, *, is_behind: bool) -> int | None:
    """The rank of a link as a mark of an author's name, or None. Addresses only count after the headline."""
    if "author" in (tree.get(node, "rel") or ""):
        return _LINKED
    if is_behind and by_class not in _BY_CLASS and _leads_to_author(tree.get(node, "href") or ""):
        return _ADDRESSED
    return by_class


def _leads_to_author(link: str) -> bool:
    return _AUTHORS_PAGE.search(link[:_MAX_ADDRESS_CHARACTERS]) is not None


# Pages repeat the same classes hundreds of times. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=4_096)
def _rank_of(classes: str) -> int | None:
    """The rank of the classes as a mark; None if they are not a mark."""
    folded = classes[:_MAX_CLASS_CHARACTERS].lower()
    if not _words_of_marks().bits_in(folded) or not _MARK.search(folded) or _OF_COMMENT.search(folded):
        return None
    if _NAME_MARK.search(folded):
        return _NAMED
    return _SURE if "byline" in folded else _UNSURE


@functools.cache
def _words_of_marks() -> Keywords:
    return Keywords(dict.fromkeys(_IN_MARKS, 1))


def _is_led_in(tree: Tree, node: int) -> bool:
    start, end = tree.text_starts[node], tree.text_ends[node]
    if not start < end <= start + _MAX_LED_CHARACTERS:
        return False
    # Most texts are only white space, in which the expression would backtrack.
    line = tree.text[start:end].lstrip()
    return bool(line) and LEAD_IN.match(line) is not None


def _names_in(element: etree._Element, sites: tuple[str, ...], rank: int) -> tuple[str, ...]:
    for text in _texts(element):
        persons = tuple(
            name for name in clean_names(text, sites) if is_person(name) or is_agency(name) or rank in _MAY_BE_ONE_WORD
        )
        if persons:
            return persons
    return ()


def _texts(element: etree._Element) -> Iterator[str]:
    """Texts that may hold the names: the parts marked as names and links, the parts one by one, then the whole."""
    inner = [
        one.get("content") or short_text(one, _MAX_CHARACTERS)
        for one in islice(element.iter(), _MAX_DESCENDANTS)
        if one.get("itemprop") == "name" or (one.tag == "a" and one is not element)
    ]
    yield " | ".join(dict.fromkeys(inner))
    # Adjacent spans are adjacent names, even without a space between them.
    if len(element) > 1 and not (element.text or "").strip():
        parts = [short_text(one, _MAX_CHARACTERS) for one in islice(element, _MAX_DESCENDANTS)]
        # Parts of one word each are a first and a last name.
        yield (" " if all(" " not in part for part in parts) else " | ").join(parts)
    yield element.get("content") or short_text(element, _MAX_CHARACTERS, breaks=" | ")


def _organisation_in(element: etree._Element, sites: tuple[str, ...]) -> tuple[str, ...]:
    names = organisation_names(short_text(element, _MAX_CHARACTERS))
    return names if any(is_name_of_site(name, site) for name in names for site in sites) else ()


def _stand_together(one: etree._Element, other: etree._Element) -> bool:
    """Whether two marks are in one line: siblings, or only children of siblings."""
    if one.tag != other.tag or one is other:
        return False
    return one.getparent() is other.getparent() or (
        len(_parent(one)) == len(_parent(other)) == 1 and _parent(one).getparent() is _parent(other).getparent()
    )


def _parent(element: etree._Element) -> etree._Element:
    parent = element.getparent()
    return element if parent is None else parent


def _is_apart(element: etree._Element) -> bool:
    """Whether the element is in a caption, in a comment or among other stories."""
    return any(
        one.tag in _APART_TAGS or _is_apart_by_name(one.get("class") or "", one.get("id") or "")
        for one in (element, *islice(element.iterancestors(), _MAX_ANCESTORS))
    )


@functools.lru_cache(maxsize=4_096)
def _is_apart_by_name(classes: str, name: str) -> bool:
    return _APART.search(f"{classes[:_MAX_CLASS_CHARACTERS]} {name[:_MAX_CLASS_CHARACTERS]}") is not None
