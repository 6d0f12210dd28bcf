"""What the addresses of a page look like: a paper's pattern of story addresses is learned from the page itself.

An address in its normal form goes in; its pattern (words, slugs and numbers by kind, not by letter), its folder and
the words of its slug come out. Addresses with the same pattern form a group: what is true of most of a group is
evidence for all of it.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote

from newsloom.text.patterns import pattern

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["UrlShape", "count_shared", "fold_texts", "shape_of"]

_SEPARATORS: Final = "_+,.~ "
_MIN_EXTENSION, _MAX_EXTENSION = 2, 5  # letters
_IDENTIFIER: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{12}")
# The name of a story in a query: a number of three digits or more, or words with hyphens. Page numbers and switches
# are shorter.
_STORY_NAME: Final = re.compile(r"\d{3,}|[\w-]+-[\w-]+-[\w-]+")
_MIN_IDENTIFIER: Final = 8  # characters of its first part
_SLUG_WORDS: Final = 4
_LONG_NUMBER: Final = 5  # digits
_MAX_SEGMENTS: Final = 12
_MAX_SHARED: Final = 64  # words looked for in a text: no slug of a paper has half as many
_NO_WORDS: Final[tuple[str, ...]] = ()

_NON_ASCII: Final = pattern("[^\x00-\x7f]")
# How papers spell these letters in their addresses, unless they drop the accent.
_TRANSLITERATIONS: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae", "å": "a", "ı": "i"}


class UrlShape(NamedTuple):
    """``key`` names the pattern; the rest are facts of the one address. ``folder`` lacks the last part of the path."""

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
    """What stands before the last slash of an address; ``parent`` is ``path`` without its last segment."""

    host: str
    key: str
    path: str
    parent: str
    depth: int
    slug: tuple[str, ...]
    number: int
    length: int


def shape_of(url: str) -> UrlShape:
    """The shape of an address in its normal form."""
    front, _, query = url.partition("://")[2].partition("?")
    is_folder: cython.bint = front.endswith("/")
    above, _, page = (front[:-1] if is_folder else front).rpartition("/")
    if not above:
        above, page = page, ""
    elif "%" in page:
        page = unquote(page).replace("/", "-")
    folder = _folder(above)
    if not page:
        key, has_query = f"{folder.key}/{_query_shape(query)}", bool(query)
        facts = (folder.depth, folder.number, is_folder, False, has_query, folder.length)
        return UrlShape(key, folder.parent, folder.host, folder.slug, *facts)
    names = [page]
    has_extension: cython.bint = _has_extension(page)
    if query and not is_folder:
        names += _story_names(query, has_extension=has_extension)
    return _with_names(folder, names, query, is_folder, has_extension)


@cython.cfunc
def _with_names(
    folder: _Folder, names: list[str], query: str, is_folder: cython.bint, has_extension: cython.bint
) -> UrlShape:
    """The shape of an address whose path goes on with these names; all but the first are from its query."""
    key, path, slug = folder.key, folder.path, folder.slug
    number: cython.Py_ssize_t = folder.number
    length: cython.Py_ssize_t = folder.length
    most: cython.Py_ssize_t = len(slug)
    for name in names:
        kind, words, digits = _read_segment(name)
        key = f"{key}/{kind}"
        if len(words) > most:
            slug, most = words, len(words)
        number = max(number, digits)
        length += len(name)
    if len(names) > 1:
        path = "/".join([path, *names[:-1]])
    ending = "/" if is_folder else ""
    return UrlShape(
        f"{key}{ending}{_query_shape(query)}",
        path,
        folder.host,
        slug,
        folder.depth + len(names),
        number,
        is_folder,
        has_extension and not is_folder,
        bool(query) and len(names) == 1,
        length + is_folder,
    )


# Most addresses of a page stand in a few folders. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=1024)
def _folder(above: str) -> _Folder:
    host, _, path = above.partition("/")
    if "%" in path:
        path = unquote(path)
    segments = path.split("/")[:_MAX_SEGMENTS] if path else []
    seen = [_read_segment(segment) for segment in segments]
    names = [host, *filter(None, segments)]
    return _Folder(
        host=host,
        key="/".join([host, *[kind for kind, _, _ in seen]]),
        path="/".join(names),
        parent="/".join(names[:-1]) if len(names) > 1 else host,
        depth=len(names) - 1,
        slug=max([words for _, words, _ in seen], key=len, default=_NO_WORDS),
        number=max([number for _, _, number in seen], default=0),
        length=len(path) + 1 if path else 0,
    )


@cython.cfunc
def _read_segment(segment: str) -> tuple[str, tuple[str, ...], int]:
    """A segment's kind, its words, and how many digits its longest number has."""
    small = segment.lower()
    size: cython.Py_ssize_t = len(small)
    words = []
    has_code: cython.bint = False
    is_word: cython.bint = True
    start: cython.Py_ssize_t = 0
    run: cython.Py_ssize_t = 0
    digits: cython.Py_ssize_t = 0
    number: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t
    for place in range(size + 1):
        character: cython.Py_UCS4 = small[place] if place < size else "-"
        if character in "-_+,.~ ":
            if is_word:
                if place - start > 1:
                    words.append(small[start:place])
            # Digits alone are a number, however many.
            elif place - start >= _MIN_IDENTIFIER and digits < place - start:
                has_code = True
            start = place + 1
            run = digits = 0
            is_word = True
        elif character.isalpha():
            run = 0
        else:
            is_word = False
            run = run + 1 if character.isdecimal() else 0
            digits += run > 0
            number = max(number, run)
    return _kind(segment, small, len(words), number, has_code), tuple(words), number


@cython.cfunc
def _kind(segment: str, small: str, words: cython.Py_ssize_t, number: cython.Py_ssize_t, has_code: cython.bint) -> str:
    kind = "S" if words >= _SLUG_WORDS else "s" if words > 1 else "w" if words else ""
    if number:
        kind += "x" if has_code and _has_identifier(small) else "N" if number >= _LONG_NUMBER else "n"
    return kind + segment[segment.rindex(".") :] if _has_extension(segment) else kind


@cython.cfunc
def _has_identifier(small: str) -> cython.bint:
    for separator in _SEPARATORS:
        small = small.replace(separator, "-")
    return _IDENTIFIER.search(small) is not None


@cython.cfunc
def _has_extension(segment: str) -> cython.bint:
    dot: cython.Py_ssize_t = segment.rfind(".")
    if dot < 0 or not _MIN_EXTENSION <= len(segment) - dot - 1 <= _MAX_EXTENSION:
        return False
    extension = segment[dot + 1 :]
    return extension.isascii() and extension.isalpha() and extension.islower()


def _story_names(query: str, *, has_extension: bool) -> list[str]:
    """The values by which older systems name a story, as in "story.asp?id=4017": read as if they stood in the path.

    Elsewhere values tell who sent the reader: the last of the path must be a program, or "id" all there is.
    """
    if not (has_extension or (query.startswith("id=") and "&" not in query)):
        return []
    values = [pair.partition("=")[2] for pair in query.split("&")[:_MAX_SEGMENTS]]
    return [value for value in values if _STORY_NAME.fullmatch(value)]


@cython.cfunc
def _query_shape(query: str) -> str:
    return "?" + "&".join(sorted([pair.partition("=")[0] for pair in query.split("&")])[:3]) if query else ""


def count_shared(slug: Sequence[str], text: str) -> int:
    """How many words of a slug stand in a text that was folded."""
    return sum([word in text for word in slug[:_MAX_SHARED]])


def fold_texts(texts: list[str]) -> list[str]:
    """The texts, none of which has two lines, as addresses spell them: in small letters of ASCII.

    Where there are other letters, the text comes twice: transliterated ("ü" as "ue") and without accents ("u").
    """
    # All at once: a page has hundreds of texts.
    small = "\n".join(texts).lower()
    if small.isascii():
        return small.split("\n")
    bare = _NON_ASCII.sub(lambda letter: _without_accent(letter[0]), small)
    for letter, written in _TRANSLITERATIONS.items():
        small = small.replace(letter, written)
    pairs = zip(small.split("\n"), bare.split("\n"), strict=True)
    return [f"{written} {plain}" for written, plain in pairs]


# Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=1024)
def _without_accent(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
