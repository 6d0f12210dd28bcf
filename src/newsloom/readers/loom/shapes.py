"""The shapes of addresses: what a paper's story addresses look like is learned from the page, never from other sites.

An address goes in; its shape (words, slugs and numbers by kind, not by letter), its folder and the words of its slug
come out. Addresses of one shape are one group: what is true of most of a group is evidence for all of it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Final, NamedTuple
from urllib.parse import unquote

import numpy as np
import numpy.typing as npt

from newsloom.dom.kernel import twin_of
from newsloom.readers.loom.spelling import spelled, spelling

__all__ = ["Shape", "read_shapes", "shape_of", "shapes_of"]

_EXTENSION: Final = re.compile(r"[a-z]{2,5}")
_PARTING: Final = "_+,.~ "
_DIGITS: Final = re.compile(r"\d+")
_IDENTIFIER: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{12}")
# Of a story in a query: a number of three digits or more, or words with hyphens. Page numbers and switches are shorter.
_NAME: Final = re.compile(r"\d{3,}|[\w-]+-[\w-]+-[\w-]+")
_LEAST_IDENTIFIER: Final = 8  # characters of its first part
_SLUG_WORDS: Final = 4
_LONG_NUMBER: Final = 5
_MAX_SEGMENTS: Final = 12
_MOST_SHARED: Final = 64  # words looked for in a text: no slug of a paper has half as many
_NO_WORDS: Final[tuple[str, ...]] = ()


class Shape(NamedTuple):
    """``key`` names the group; the rest are facts of the one address."""

    key: str
    folder: str
    host: str
    slug: tuple[str, ...]
    depth: int
    longest_number: int
    is_folder: bool
    has_extension: bool
    has_query: bool
    length: int


class _Folder(NamedTuple):
    """What stands before the last slash of an address: its shape so far."""

    host: str
    key: str
    names: tuple[str, ...]
    slug: tuple[str, ...]
    number: int
    length: int


class Groups(NamedTuple):
    """By address the names of its shape and its folder, and its host."""

    keys: list[str]
    folders: list[str]
    hosts: list[str]


def shapes_of(urls: list[str], texts: list[str], rows: npt.NDArray[np.float64]) -> Groups:
    """The groups of addresses in their one form; into nine rows goes what is to be counted of them.

    The first three are the words of the slug, how many of them stand in the text of the same place, and their share;
    then come the fields of ``Shape`` from ``depth`` on.
    """
    return Groups(*_read_shapes(urls, texts, rows, _shape_and_shared, spelling))


def read_shapes(
    urls: list[str],
    texts: list[str],
    rows: npt.NDArray[np.float64],
    shape_and_shared: Callable[[str, str], tuple[Shape, int]],  # noqa: ARG001 - for the twin in C, which asks for
    letter: Callable[[str], tuple[str, str]],  # noqa: ARG001 - addresses that are not plain and letters with marks
    /,
) -> tuple[list[str], list[str], list[str]]:
    """Write the rows of addresses; the names of their shapes and folders and their hosts come back."""
    keys, folders, hosts, slugs, *facts = zip(*map(shape_of, urls), strict=True)
    rows[0] = list(map(len, slugs))
    rows[1] = list(map(_shared_words, slugs, spelled(texts)))
    rows[2] = rows[1] / np.maximum(rows[0], 1)
    rows[3:] = facts
    return list(keys), list(folders), list(hosts)


_read_shapes: Final = twin_of(read_shapes)


def _shape_and_shared(url: str, text: str) -> tuple[Shape, int]:
    shape = shape_of(url)
    return shape, _shared_words(shape.slug, spelled([text])[0])


def _shared_words(slug: tuple[str, ...], text: str) -> int:
    return sum([word in text for word in slug[:_MOST_SHARED]])


# Half of a front page's addresses stood on it months ago, nearly all of them an hour ago. Bounded, for pages choose
# the keys.
@functools.lru_cache(maxsize=4096)
def shape_of(url: str) -> Shape:
    """What an address in its one form looks like."""
    front, _, query = url.partition("://")[2].partition("?")
    is_folder = front.endswith("/")
    above, _, page = front.removesuffix("/").rpartition("/")
    if not above:
        above, page = page, ""
    elif "%" in page:
        page = unquote(page).replace("/", "-")
    folder = _folder(above)
    kind, slug, number, has_extension = _segment(page) if page else ("", _NO_WORDS, 0, False)
    key = f"{folder.key}/{kind}/" if is_folder and page else f"{folder.key}/{kind}"
    names = (*folder.names, page) if page else folder.names
    length = folder.length + len(page) + (is_folder and bool(page))
    queried = _names_in(query, page, has_extension=has_extension) if query and not is_folder else ()
    for name in queried:
        named, words, digits, _ = _segment(name)
        key, names, length = f"{key}/{named}", (*names, name), length + len(name)
        slug, number = max(slug, words, key=len), max(number, digits)
    return Shape(
        key + _query_shape(query) if query else key,
        "/".join([folder.host, *names[:-1]]),
        folder.host,
        folder.slug if len(folder.slug) >= len(slug) else slug,
        len(names),
        max(number, folder.number),
        is_folder,
        has_extension and not is_folder,
        bool(query) and not queried,
        length,
    )


# Most addresses of a page stand in a few folders.
@functools.lru_cache(maxsize=1024)
def _folder(above: str) -> _Folder:
    host, _, path = above.partition("/")
    if "%" in path:
        path = unquote(path)
    segments = path.split("/")[:_MAX_SEGMENTS] if path else []
    seen = [_segment(segment) for segment in segments]
    return _Folder(
        host=host,
        key="/".join([host, *[kind for kind, _, _, _ in seen]]),
        names=tuple([segment for segment in segments if segment]),
        slug=max([words for _, words, _, _ in seen], key=len, default=_NO_WORDS),
        number=max([number for _, _, number, _ in seen], default=0),
        length=len(path) + 1 if path else 0,
    )


def _names_in(query: str, page: str, *, has_extension: bool) -> list[str]:
    """The values by which older systems name a story, as in "story.asp?id=4017": read as if they stood in the path.

    Elsewhere values tell who sent the reader: ``page``, the last of the path, must be a program, or "id" all there is.
    """
    if not (has_extension or (page and query.startswith("id=") and "&" not in query)):
        return []
    values = [pair.partition("=")[2] for pair in query.split("&")[:_MAX_SEGMENTS]]
    return [value for value in values if _NAME.fullmatch(value)]


def _segment(segment: str) -> tuple[str, tuple[str, ...], int, bool]:
    """A segment's kind, its words, how many digits its longest number has, and whether a file's ending is there."""
    parts = segment.lower()
    for mark in _PARTING:
        # Seven times as fast as one translation.
        if mark in parts:
            parts = parts.replace(mark, "-")
    pieces = parts.split("-")
    # No list: what is kept for long costs the collector of garbage, and tuples of words it lets alone.
    words = tuple([piece for piece in pieces if len(piece) > 1 and piece.isalpha()])
    count = len(words)
    kind = "S" if count >= _SLUG_WORDS else "s" if count > 1 else "w" if count else ""
    number = 0
    if count < len(pieces):
        others = [piece for piece in pieces if not piece.isalpha()]
        number = max(map(_longest_number, others), default=0)
        if number:
            is_identifier = any(map(_is_code, others)) and _IDENTIFIER.search(parts)
            kind += "x" if is_identifier else "N" if number >= _LONG_NUMBER else "n"
    dot = segment.rfind(".") + 1
    extension = segment[dot:] if dot and _EXTENSION.fullmatch(segment, dot) else ""
    return (f"{kind}.{extension}", words, number, True) if extension else (kind, words, number, False)


def _longest_number(piece: str) -> int:
    return len(piece) if piece.isdecimal() else max(map(len, _DIGITS.findall(piece)), default=0)


def _is_code(piece: str) -> bool:
    # Digits alone are a number, however many.
    return len(piece) >= _LEAST_IDENTIFIER and not piece.isdecimal()


def _query_shape(query: str) -> str:
    return "?" + "&".join(sorted(pair.partition("=")[0] for pair in query.split("&"))[:3])
