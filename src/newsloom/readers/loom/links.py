# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Reads the links of a front page: every anchor, where it leads, and what it is in.

Lists the anchors of a Document in page order, with the headings, pictures and times of the page. It does not decide
what is news.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from newsloom.dom import Document
from newsloom.readers.loom.compact import CompactTree, count_before, one_line
from newsloom.text.size import count_letters, count_words
from newsloom.text.urls import normalise_url
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["CONTEXT_TAGS", "HEADINGS", "LinkedPage", "anchors_in_prose", "layout_signatures", "sole_targets"]

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
# Without <article>: a reader that relies on it fails where cards are plain boxes.
CONTEXT_TAGS: Final = ("nav", "header", "footer", "aside", "li", "form", "table", "p")
MAX_ANCHORS: Final = 10_000
"""Links beyond this number are ignored; the front page with most links at hand has 1,100."""

_PICTURES: Final = ("img", "picture", "video", "amp-img", "a-img")
# Tags that may have a picture's address: a source alone is not a picture, and a <picture> has no address of its own.
_SOURCES: Final = ("img", "source", "video", "amp-img", "a-img")
# With the line break, because a link on the next line is not part of the sentence before.
_WANTED: Final = frozenset({"a", "br", "time", *HEADINGS, *_PICTURES, *_SOURCES, *CONTEXT_TAGS})
_MAX_TEXT: Final = 600
_SIGNATURE_LEVELS: cython.int = 3
# Characters read of a class: pages choose its length, and one class may be around every anchor.
_MAX_CLASS: Final = 1_000
# A heading with more links is a list; the limit also bounds the cost of nested headings.
_MAX_IN_HEADING: cython.Py_ssize_t = 8
_MAX_IN_LINK: Final = 4
_MIN_PICTURE_WORDS: Final = 3
_NO_TARGET: cython.int = -1
_SEVERAL_TARGETS: cython.int = -2
# Characters: a shorter text is a kicker, a place or a number before a headline.
_MIN_SENTENCE: Final = 25
_CONTINUATIONS: Final = ",;"


@dataclass(slots=True)
class LinkedPage:
    """The anchors in page order: ``elements``, ``targets``, ``texts`` and ``levels`` have one entry for each anchor.

    A target is the number of a linked address in ``urls``. A level is that of the heading which the anchor is in or
    contains, or 0. ``headings``, ``pictures``, ``sources`` (of pictures) and ``times`` are elements.
    """

    tree: CompactTree
    elements: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    _letters: float = field(default=0.0, init=False)

    @classmethod
    def of(cls, document: Document) -> LinkedPage:
        tree = CompactTree(document.tree, _WANTED)
        page = cls(
            tree=tree,
            headings=tree.tagged(HEADINGS),
            pictures=tree.tagged(_PICTURES),
            sources=tree.tagged(_SOURCES),
            times=tree.by_tag["time"],
        )
        _read_anchors(page, document.base)
        page.levels = _heading_levels(page)
        return page

    def letters_a_character(self) -> float:
        """How many letters of an alphabet a character of the page's script stands for, judged by its anchors."""
        if not self._letters:
            self._letters = sum(map(count_letters, self.texts)) / max(sum(map(len, self.texts)), 1) or 1.0
        return self._letters


def anchors_in_prose(page: LinkedPage) -> list[bool]:
    """For each anchor whether it is within a sentence, as links in a story's text are."""
    tree = page.tree
    ends: cython.int[::1] = tree.ends
    parents: cython.int[::1] = tree.parents
    first_texts: cython.int[::1] = tree.first_texts
    last_texts: cython.int[::1] = tree.last_texts
    containers: cython.int[::1] = tree.containers
    elements: cython.Py_ssize_t = len(tree.tags)
    texts: cython.Py_ssize_t = len(tree.containers)
    found = []
    element: cython.Py_ssize_t
    for element in page.elements:
        parent: cython.int = parents[element]
        before: cython.Py_ssize_t = first_texts[element] - 1
        behind: cython.Py_ssize_t = last_texts[element]
        after: cython.Py_ssize_t = ends[element]
        # A text with another element in between is not on the link's own line.
        is_in: cython.bint = (
            before >= 0
            and first_texts[element - 1] <= before
            and containers[before] == parent
            and _is_sentence(tree.text_node(before).strip())
        )
        if (
            not is_in
            and behind < texts
            and containers[behind] == parent
            and (after == elements or first_texts[after] != behind)
        ):
            is_in = _is_continued(tree.text_node(behind).strip())
        found.append(is_in)
    return found


@cython.cfunc
def _is_sentence(text: str) -> cython.bint:
    return len(text) >= _MIN_SENTENCE


@cython.cfunc
def _is_continued(text: str) -> cython.bint:
    """Whether a text continues a sentence: it begins with a small letter, a comma or a semicolon."""
    return _is_sentence(text) and (text[0].islower() or text[0] in _CONTINUATIONS)


@cython.cfunc
def _read_anchors(page: LinkedPage, base: str | None) -> cython.bint:
    """Writes the anchors that have an address into a page without anchors."""
    tree = page.tree
    numbers: dict[str, int] = {}
    anchors: list[int] = tree.by_tag["a"][:MAX_ANCHORS]
    hrefs, found = tree.values_at(anchors, "href")
    codes: cython.int[::1] = found
    # Many anchors share an address.
    targets: list[int] = []
    for href in hrefs:
        url = _resolved(base, href) if href else None
        targets.append(-1 if url is None else numbers.setdefault(url, len(numbers)))
    anchor: cython.Py_ssize_t
    code: cython.Py_ssize_t
    for anchor in range(len(anchors)):
        code = codes[anchor]
        if code >= 0 and targets[code] >= 0:
            page.elements.append(anchors[anchor])
            page.targets.append(targets[code])
    page.urls = list(numbers)
    texts = tree.texts(page.elements, _MAX_TEXT)
    page.texts = [text or _spoken_text(tree, element) for text, element in zip(texts, page.elements, strict=True)]
    _read_pictures(page)
    return True


@cython.cfunc
def _read_pictures(page: LinkedPage) -> cython.bint:
    """Uses the text of pictures for links to addresses that no link has a text for."""
    told = {target for target, text in zip(page.targets, page.texts, strict=True) if text}
    for anchor, target in enumerate(page.targets):
        if target not in told:
            element = page.elements[anchor]
            for picture in page.tree.within(element, page.pictures, _MAX_IN_LINK):
                text = one_line((page.tree.attribute(picture, "alt") or "")[:_MAX_TEXT])
                # Fewer words name a logo, or say that it is a picture.
                if count_words(text) >= _MIN_PICTURE_WORDS:
                    page.texts[anchor] = text
                    break
    return True


# Half of a front page's addresses were on it months ago, nearly all of them an hour ago. Bounded because pages choose
# the keys.
@functools.lru_cache(maxsize=4096)
def _resolved(base: str | None, href: str) -> str | None:
    # Not for a place on the same page, or a script.
    return normalise_url(href, base) if not href.startswith(("#", "javascript:")) else None


def _spoken_text(tree: CompactTree, element: int) -> str:
    """The label for screen readers: links laid over a card have no other text."""
    text = tree.attribute(element, "aria-label") or tree.attribute(element, "title") or ""
    return one_line(text[:_MAX_TEXT])


def _heading_levels(page: LinkedPage) -> list[int]:
    """For each anchor the level of the heading that it is in, or around; 0 without one."""
    elements: list[int] = page.elements
    ends: cython.int[::1] = page.tree.ends
    levels = [0] * len(elements)
    count: cython.Py_ssize_t = len(elements)
    first: cython.Py_ssize_t = 0
    heading: cython.Py_ssize_t
    for heading in page.headings:
        level = HEADINGS[page.tree.tags[heading]]
        while first < count and elements[first] < heading:
            first += 1
        stop: cython.Py_ssize_t = min(first + _MAX_IN_HEADING, count)
        anchor: cython.Py_ssize_t = first
        while anchor < stop and elements[anchor] < ends[heading]:
            levels[anchor] = level
            anchor += 1
        if first > 0:
            around: cython.Py_ssize_t = elements[first - 1]
            if ends[around] > heading and levels[first - 1] == 0:
                levels[first - 1] = level
    return levels


def sole_targets(page: LinkedPage, is_counted: Sequence[bool] | None = None) -> array[int]:
    """For each element the only target linked in it; negative if there is none or more than one."""
    anchors = [n for n, target in enumerate(page.targets) if is_counted[target]] if is_counted else None
    linked = page.elements if anchors is None else [page.elements[anchor] for anchor in anchors]
    target_of = page.targets if anchors is None else [page.targets[anchor] for anchor in anchors]
    before: cython.int[::1] = count_before(page.tree, linked)
    targets: cython.int[::1] = array("i", target_of)
    # For each anchor, how often the target has changed up to it: the anchors of an element are a range, and lead to one
    # target if it does not change within the range.
    changes: cython.int[::1] = array("i", target_of)
    anchor: cython.Py_ssize_t
    for anchor in range(len(target_of)):
        changes[anchor] = changes[anchor - 1] + (targets[anchor] != targets[anchor - 1]) if anchor else 0
    found = array("i", page.tree.ends)
    sole: cython.int[::1] = found
    element: cython.Py_ssize_t
    for element in range(len(found)):
        first: cython.int = before[element]
        stop: cython.int = before[sole[element]]
        if first == stop:
            sole[element] = _NO_TARGET
        else:
            sole[element] = targets[first] if changes[first] == changes[stop - 1] else _SEVERAL_TARGETS
    return found


def layout_signatures(page: LinkedPage, anchors: list[int]) -> list[int]:
    """A number for the layout of each anchor: the same for the same classes and tags, up to three levels above."""
    tree = page.tree
    if tree.source is None:
        return []
    parents: cython.int[::1] = tree.parents
    nodes: cython.int[::1] = tree.nodes
    tags: cython.int[::1] = tree.source.tags
    kinds: cython.longlong = len(tree.source.names)
    # For each element a number for its class, and one for its tag and class.
    classes: cython.int[::1] = zeros("i", len(tree.tags))
    looks: cython.int[::1] = zeros("i", len(tree.tags))
    look_numbers: dict[int, int] = {}
    elements: list[int] = _elements_above(page, anchors)
    names, found_codes = tree.values_at(elements, "class")
    codes: cython.int[::1] = found_codes
    class_numbers: dict[str, int] = {}
    # For each code; 1 stands for no class.
    numbers_of_names: list[int] = [
        class_numbers.setdefault(name[:_MAX_CLASS], len(class_numbers) + 2) for name in names
    ]
    place: cython.Py_ssize_t
    element: cython.Py_ssize_t
    number: cython.longlong
    for place in range(len(elements)):
        element = elements[place]
        number = numbers_of_names[codes[place]] if codes[place] >= 0 else 1
        classes[element] = number
        looks[element] = look_numbers.setdefault(number * kinds + tags[nodes[element]], len(look_numbers) + 1)
    # At most 40,000 elements are looked at: four numbers up to that many make one below 2 ** 62.
    many: cython.longlong = len(look_numbers) + 1
    numbers: dict[int, int] = {}
    found = []
    linked: list[int] = page.elements
    for anchor in anchors:
        element = linked[anchor]
        signature: cython.longlong = classes[element]
        for _ in range(_SIGNATURE_LEVELS):
            element = parents[element] if element >= 0 else -1
            signature = signature * many + (looks[element] if element >= 0 else 0)
        found.append(numbers.setdefault(signature, len(numbers)))
    return found


@cython.cfunc
def _elements_above(page: LinkedPage, anchors: list[int]) -> list[int]:
    """The elements of anchors and their ancestors, up to three levels, each once."""
    parents: cython.int[::1] = page.tree.parents
    is_known: cython.uchar[::1] = bytearray(len(page.tree.tags))
    linked: list[int] = page.elements
    found = []
    for anchor in anchors:
        element: cython.Py_ssize_t = linked[anchor]
        for _ in range(_SIGNATURE_LEVELS + 1):
            if element >= 0 and not is_known[element]:
                is_known[element] = 1
                found.append(element)
            element = parents[element] if element >= 0 else -1
    return found
