"""Finds the address of the next page of a story.

A link counts if its address differs from the page's own only by a page number that is one higher, and if it is labelled
as the next page. A link that is only labelled "next" is another story on most sites; one that only has the number
belongs to another list. Nothing is fetched, and it is not known here whether the page is a story.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.prefilter import tagged
from newsloom.dom.shorttext import short_text
from newsloom.dom.tree import Tree
from newsloom.text.casing import lower
from newsloom.text.patterns import pattern
from newsloom.text.urls import normalise_url
from newsloom.text.wordlists import read_lines

__all__ = ["find_next_page"]

# Real pages have up to 3,000 links; those of the story come before those of the footer.
_MAX_LINKS: Final = 3_000
_MAX_LABEL: Final = 40
# An address may consist of numbers only.
_MAX_FORMS: Final = 4
# Comments have pages too.
_MAX_ANCESTORS: Final = 10
_MAX_NAME_CHARACTERS: Final = 200
_COMMENTS: Final = pattern(r"comment|disqus|kommentar|yorum|respond", re.IGNORECASE)

_PAGE: Final = (
    r"(?:page|pagenum|pageno|paged|pg|p|seite|pagina|pag|sayfa|side|sida|sivu|strona|strana|stranica|halaman|oldal)"
)
# Ways to write a page number in an address: ?page=2, /page/2, /seite-2; and at its end, /2, -2.html, ,2.html.
_IN_QUERY: Final = pattern(rf"(?<=[?&]){_PAGE}=(\d{{1,3}})(?:&|\Z)", re.IGNORECASE)
_NAMED: Final = pattern(rf"[/_,;-]{_PAGE}[/_=-]?(\d{{1,3}})(?=[/.?]|\Z)", re.IGNORECASE)
_AT_END: Final = pattern(r"[/_,-](\d{1,2})(?=(?:\.[a-z]{2,5})?/?(?:\?|\Z))", re.IGNORECASE)
# Required by all three expressions.
_DIGIT_AT_END: Final = pattern(r"\d(?=[/.?&]|\Z)")
_SIGNS: Final = pattern(r"[\s\W_]+")
_LINKS: Final = frozenset({"link", "a"})
_BETWEEN_LINKS: Final = "\0"
_ARROWS: Final = frozenset({">", ">>", "»", "›", "→", "▶", "❯"})


def find_next_page(document: Document) -> tuple[str | None, str]:
    """The address of the story's next page and its source, "link" or "pager"; None and "" if there is none.

    Also None for a page without an address of its own, given or declared.
    """
    numbers = _numbers(document)
    if not numbers or document.tree is None:
        return None, ""
    candidates = _candidates(document, numbers)
    for element in _links(document.tree, set(candidates)) if candidates else ():
        href = element.get("href") or ""
        if any(_is_called_next(element, number) for number in candidates[href][1]):
            return candidates[href][0], "link" if element.tag == "link" else "pager"
    return None, ""


def _candidates(document: Document, numbers: Mapping[str, int]) -> dict[str, tuple[str, list[int]]]:
    """The links that may lead to the next page, with the address of each and the page numbers it may have."""
    if document.tree is None:
        return {}
    wanted = sorted({str(number + 1) for number in numbers.values()})
    found = {}
    for link in _numbered_links(document.tree.values("href").strings, _numbered(tuple(wanted))):
        href = link.partition("#")[0]
        if any(_numbered_forms(href)):
            address = normalise_url(href, document.base) or ""
            following = [number for stem, number in _numbered_forms(address) if numbers.get(stem) == number - 1]
            if following:
                found[link] = (address, following)
    return found


def _numbered_links(links: Iterable[str], numbered: re.Pattern[str]) -> Iterator[str]:
    """The links with one of the numbers before their fragment."""
    # Searches all links at once, because most have none of the numbers. No attribute contains a NUL.
    whole = _BETWEEN_LINKS.join(links)
    found = numbered.search(whole)
    while found:
        start = whole.rfind(_BETWEEN_LINKS, 0, found.start()) + 1
        end = whole.find(_BETWEEN_LINKS, found.end())
        link = whole[start : end if end >= 0 else None]
        if "#" not in whole[start : found.start()]:
            yield link
        found = numbered.search(whole, end) if end >= 0 else None


# Most pages are a first page and look for the second. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=64)
def _numbered(wanted: tuple[str, ...]) -> re.Pattern[str]:
    """An expression that finds one of the numbers in an address."""
    # Matches the number first and then looks back: a lookbehind at every position takes ten times as long.
    return re.compile("|".join(rf"{number}(?![^/.?&#{_BETWEEN_LINKS}])(?<!\d{number})" for number in wanted))


def _links(tree: Tree, wanted: set[str]) -> Iterator[etree._Element]:
    """The links with one of the values, in the order of the page."""
    hrefs, codes = tree.values("href")
    numbers = {number for number, href in enumerate(hrefs) if href in wanted}
    links = (node for node in range(len(tree)) if tree.tag(node) in _LINKS)
    return (tree.element(node) for node in islice(links, _MAX_LINKS) if codes[node] in numbers)


def _numbers(document: Document) -> dict[str, int]:
    """The forms of the page's own address without a page number, with the page number of each."""
    declared = document.declared.canonical_url or ""
    canonical = normalise_url(declared)
    here = canonical if declared == document.url else normalise_url(document.url or "") or canonical
    if not here:
        return {}
    numbers = {_comparable(here): 1}
    if canonical and canonical != here and canonical.partition("?")[0] == here.partition("?")[0]:
        # The same page without parameters of the request.
        numbers[_comparable(canonical)] = 1
    if not _DIGIT_AT_END.search(here):
        return numbers
    is_sure = bool(_IN_QUERY.search(here) or _NAMED.search(here))
    is_at_end = _AT_END.search(here) is not None
    if not (is_sure or is_at_end):
        return numbers
    earlier = _called_previous(document) if is_at_end else ()
    before = {_comparable(address) for address in (canonical, *earlier) if address}
    # A bare number at the end is a page number only if a previous page is known, because stories may be numbered, too.
    return numbers | {stem: number for stem, number in _numbered_forms(here) if is_sure or stem in before}


def _called_previous(document: Document) -> Iterator[str]:
    """The addresses that the page declares as its previous page, as written and without a number at their end."""
    tree = document.tree
    if tree is None:
        return
    nodes = tagged(tree, "link", most=_MAX_LINKS)
    for node, rel in zip(nodes, tree.get_all(nodes, "rel"), strict=True):
        if rel and rel.strip().lower() in ("prev", "previous"):
            address = normalise_url(tree.get(node, "href") or "", document.base)
            if address:
                yield from (address, _AT_END.sub("", address))


def _numbered_forms(address: str) -> Iterator[tuple[str, int]]:
    """The ways to read the address as that of a story with a page number: the address without it, and the number."""
    for numbered in (_IN_QUERY, _NAMED, _AT_END) if "=" in address else (_NAMED, _AT_END):
        for found in islice(numbered.finditer(address), _MAX_FORMS):
            yield _comparable(address[: found.start()] + address[found.end() :]), int(found[1])


def _comparable(address: str) -> str:
    """The address without parts that may differ between two addresses of one story."""
    path, _, query = address.partition("//")[2].removeprefix("www.").partition("?")
    query = query.rstrip("&")
    return path.rstrip("/") + (f"?{query}" if query else "")


def _is_called_next(element: etree._Element, number: int) -> bool:
    if "next" in (element.get("rel") or "").lower().split():
        return True
    if element.tag == "link":
        return False
    labels = (short_text(element, _MAX_LABEL), element.get("aria-label") or "", element.get("title") or "")
    return any(_says_next(label[:_MAX_LABEL], number) for label in labels) and not _is_in_comments(element)


def _says_next(label: str, number: int) -> bool:
    words = _SIGNS.sub(" ", lower(label)).strip()
    if not words:
        return label.strip() in _ARROWS
    is_number = words.rpartition(" ")[2] == str(number) and words.count(" ") <= 1
    return is_number or words in _names()


def _is_in_comments(element: etree._Element) -> bool:
    """Whether the link is in the comments, which have pages of their own."""
    return any(
        _COMMENTS.search(
            (one.get("class") or "")[:_MAX_NAME_CHARACTERS] + " " + (one.get("id") or "")[:_MAX_NAME_CHARACTERS]
        )
        for one in islice(element.iterancestors(), _MAX_ANCESTORS)
    )


@functools.cache
def _names() -> frozenset[str]:
    return frozenset(read_lines("nextpage"))
