"""Reads documents as sets of numbered paths, and keeps the names of the paths that pages share.

A path leads from the root to an element (``html/body/h1``) or to a text (``html/body/h1/#World``), as in Kim and Shim's
figure 2. It is a 64-bit number made from its parent's number and its own label, the same in every process. Its name is
kept once a second page has it: what only one page has is never part of a template of many. Attributes have a view of
their own (``attributes_only``), and words are counted too. Addresses are never looked at, neither the page's own nor
others.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, cast

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from newsloom.dom import Document
from newsloom.dom.tree import HIDDEN_TAGS, Tree
from newsloom.text.tokens import tokens

__all__ = [
    "MAX_DEPTH",
    "MAX_PATHS",
    "MAX_TEXT",
    "ROOT",
    "Numbers",
    "PathSets",
    "beginning",
    "named_paths",
    "page_paths",
    "parent_path",
    "read_paths",
]

Numbers: TypeAlias = NDArray[np.int64]

# An attribute: its element's tag, its name, and its value.
_Trait: TypeAlias = tuple[str, str, str]

ROOT: Final = 1  # the parent of the root element
TEXT_MARK: Final = "#"
TRAIT_MARK: Final = "@"

# The deepest of 4,200 real pages at hand nests about 60 elements; a deeper page repeats itself to break readers.
MAX_DEPTH: Final = 128
# The richest of them has about 6,000 different paths.
MAX_PATHS: Final = 20_000
# A longer text is content; its beginning distinguishes it from others.
MAX_TEXT: Final = 120

# The number of attributes, and of words, that are cached from page to page, at about 300 bytes each.
_MOST_KNOWN: Final = 100_000
_NO_TRAIT: Final = 0

# Attributes that hold addresses (HTML 5, "List of attributes", and those of HTML 4.01), or user input.
_ADDRESSES: Final = frozenset(
    """action archive background cite classid codebase data formaction href icon imagesrcset itemid itemtype longdesc
    manifest ping poster profile src srcset usemap value xlink:href xmlns""".split()
)
# Attributes that are meant to be read (HTML 5, "translatable attributes"), and the content of metadata.
_READ: Final = frozenset({"alt", "content", "label", "placeholder", "summary", "title"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PathSets:
    """The paths of pages in order: ``paths[i]`` are those of page i, ascending; ``texts[i]`` those that lead to texts.

    ``names`` has (parent, label) of every path that two pages or more have. ``owners[i]`` are the parents of
    ``texts[i]``, ``wordings[i]`` the numbers of their wording, regardless of place. ``traits[i]`` are page i's
    attributes with tag and value, regardless of place. ``words[i]`` are the words of its texts and of attributes that
    are read, ascending, and ``times[i]`` their counts.
    """

    paths: tuple[Numbers, ...]
    texts: tuple[Numbers, ...]
    owners: tuple[Numbers, ...]
    wordings: tuple[Numbers, ...]
    traits: tuple[Numbers, ...]
    words: tuple[Numbers, ...]
    times: tuple[NDArray[np.int32], ...]
    names: dict[int, tuple[int, str]]

    def ignoring_position(self) -> PathSets:
        """The same pages, with texts identified by wording alone: a text that was moved is still the same."""
        texts = tuple(map(np.unique, self.wordings))
        return replace(
            self,
            paths=tuple(
                np.union1d(np.setdiff1d(paths, placed, assume_unique=True), said_here)
                for paths, placed, said_here in zip(self.paths, self.texts, texts, strict=True)
            ),
            texts=texts,
            names=self.names | dict.fromkeys(_shared(texts), (ROOT, TEXT_MARK)),
        )

    def attributes_only(self) -> PathSets:
        """The same pages, with their attributes, regardless of place, instead of paths."""
        return replace(
            self, paths=self.traits, texts=self.traits, names=dict.fromkeys(_shared(self.traits), (ROOT, TRAIT_MARK))
        )

    def name(self, path: int) -> str:
        """The path as written, from the root. Raises ``KeyError`` for a path that only one page has."""
        labels: list[str] = []
        while path != ROOT:
            path, label = self.names[path]
            labels.append(label)
        return "/".join(reversed(labels))


def read_paths(documents: Iterable[Document]) -> PathSets:
    """The paths of every document; each document may be dropped once the next is requested."""
    reading = _Reading()
    for document in documents:
        reading.add(document)
    return PathSets(
        paths=tuple(reading.paths),
        texts=tuple(reading.texts),
        owners=tuple(reading.owners),
        wordings=tuple(reading.wordings),
        traits=tuple(reading.traits),
        words=tuple(reading.words),
        times=tuple(reading.times),
        names=reading.names,
    )


def page_paths(document: Document) -> dict[int, tuple[int, str]]:
    """The paths of one document by their numbers, each with its parent's number and its own label."""
    return {path: (parent, label) for path, parent, label in _walk(document.tree, {})}


def named_paths(document: Document) -> dict[str, str]:
    """The paths of one document by their names, each with its parent's; the root's parent is the empty name."""
    names: dict[int, str] = {ROOT: ""}
    found: dict[str, str] = {}
    for path, parent, label in _walk(document.tree, {}):
        if path not in names:
            above = names[parent]
            names[path] = f"{above}/{label}" if above else label
            found[names[path]] = above
    return found


def parent_path(name: str) -> str:
    """The name of the path above a named one."""
    # A text may contain slashes; it begins at the first mark.
    element, mark, _ = name.partition(f"/{TEXT_MARK}")
    return element if mark else element.rpartition("/")[0]


class _Reading:
    """What has been read of the pages so far."""

    def __init__(self) -> None:
        self.paths: list[Numbers] = []
        self.texts: list[Numbers] = []
        self.owners: list[Numbers] = []
        self.wordings: list[Numbers] = []
        self.traits: list[Numbers] = []
        self.words: list[Numbers] = []
        self.times: list[NDArray[np.int32]] = []
        self.names: dict[int, tuple[int, str]] = {}
        self._seen: set[int] = set()
        self._labels: dict[str, int] = {}
        self._attributes: dict[_Trait, int] = {}
        self._said: dict[str, int] = {}

    def add(self, document: Document) -> None:
        mine: dict[int, tuple[int, str]] = {}
        for path, parent, label in _walk(document.tree, self._labels):
            mine[path] = (parent, label)
        shared = self._seen.intersection(mine)
        self.names.update((path, mine[path]) for path in shared)
        self._seen.update(mine)
        texts = {path: parent for path, (parent, label) in mine.items() if label.startswith(TEXT_MARK)}
        self.paths.append(np.array(sorted(mine), dtype=np.int64))
        self.texts.append(np.array(list(texts), dtype=np.int64))
        self.owners.append(np.array(list(texts.values()), dtype=np.int64))
        self.wordings.append(np.array([hash((ROOT, _digest(mine[path][1]))) for path in texts], dtype=np.int64))
        attributes = _attributes(document.root)
        self.traits.append(np.array(sorted(_traits(attributes, self._attributes))[:MAX_PATHS], dtype=np.int64))
        words, times = _words([*(mine[path][1] for path in texts), *_read(attributes)], self._said)
        self.words.append(words)
        self.times.append(times)


def _walk(tree: Tree | None, labels: dict[str, int]) -> Iterator[tuple[int, int, str]]:
    """Every element and text as (path, parent, label), parents first; a path may come more than once."""
    if tree is None:
        return
    seen: set[int] = set()
    level = [(0, ROOT)]
    for _ in range(MAX_DEPTH):
        below: list[tuple[int, int]] = []
        for node, parent in level:
            tag = tree.tag(node)
            if not tag:
                continue  # a comment or an instruction
            path = _number(parent, tag, labels)
            seen.add(path)
            yield path, parent, tag
            for part in tree.parts(node):
                if isinstance(part, int):
                    below.append((part, path))
                elif tag not in HIDDEN_TAGS and not part.isspace():
                    label = TEXT_MARK + beginning(part, MAX_TEXT)
                    number = hash((path, _digest(label)))
                    seen.add(number)
                    yield number, path, label
            if len(seen) >= MAX_PATHS:
                return
        level = below


def _attributes(root: etree._Element | None) -> set[_Trait]:
    """The distinct attributes of all elements, each with its tag and value."""
    elements = () if root is None else root.iter("*")
    return {(element.tag, *pair) for element in elements for pair in cast("list[tuple[str, str]]", element.items())}


def _read(attributes: set[_Trait]) -> Iterator[str]:
    """The values of attributes that are meant to be read."""
    return (value[:MAX_TEXT] for _, name, value in attributes if name in _READ and "//" not in value)


def _traits(attributes: set[_Trait], known: dict[_Trait, int]) -> set[int]:
    """The numbers of attributes; ``known`` caches those seen before."""
    if len(known) > _MOST_KNOWN:
        known.clear()
    for one in attributes.difference(known):
        known[one] = _trait(*one)
    return {known[one] for one in attributes} - {_NO_TRAIT}


def _trait(tag: str, name: str, value: str) -> int:
    """The number of an attribute; ``_NO_TRAIT`` for addresses and scripts."""
    if not value or name in _ADDRESSES or name.startswith("on") or "//" in value:
        return _NO_TRAIT
    return hash((ROOT, _digest(f"{tag}{TRAIT_MARK}{name}={value[:MAX_TEXT]}")))


def _words(texts: Iterable[str], known: dict[str, int]) -> tuple[Numbers, NDArray[np.int32]]:
    """The words of texts as numbers, with their counts; ``known`` caches those seen before."""
    said = Counter(tokens("\n".join(texts)))
    if len(known) > _MOST_KNOWN:
        known.clear()
    for word in said:
        if word not in known:
            known[word] = hash((ROOT, _digest(word)))
    numbers = np.array([known[word] for word in said], dtype=np.int64)
    order = np.argsort(numbers)[:MAX_PATHS]
    return numbers[order], np.array(list(said.values()), dtype=np.int32)[order]


def _shared(pages: Sequence[Numbers]) -> list[int]:
    """The numbers that two pages or more have; no page may have a number twice."""
    found, counts = np.unique(np.concatenate(pages) if pages else np.empty(0, np.int64), return_counts=True)
    shared: list[int] = found[counts > 1].tolist()
    return shared


def _number(parent: int, tag: str, labels: dict[str, int]) -> int:
    label = labels.get(tag)
    if label is None:
        label = labels[tag] = _digest(tag)
    # hash() of two numbers is the same in every process; of a string it is not.
    return hash((parent, label))


def _digest(label: str) -> int:
    return int.from_bytes(hashlib.blake2b(label.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def beginning(text: str, length: int) -> str:
    """The first characters of a text, with normalised white space; only ``4 * length`` characters are read."""
    return " ".join(text[: 4 * length].split())[:length]
