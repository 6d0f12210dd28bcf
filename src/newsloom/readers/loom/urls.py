"""Describes what addresses look like, so that a paper's pattern of story addresses can be learned from the page.

Given an address in its normal form, it returns its pattern (the kinds of its parts: words, slugs, numbers), its folder
and the words of its slug. Addresses with the same pattern form a group: what is true of most of a group is evidence for
all of it.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import Final, NamedTuple
from urllib.parse import unquote

from newsloom.text.urls import site_of

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["UrlShape", "count_shared", "has_identifier", "shape_of", "site_of_host"]

_MIN_EXTENSION: cython.Py_ssize_t = 2  # letters
_MAX_EXTENSION: cython.Py_ssize_t = 5
# The name of a story in a query: a number of three digits or more, or three words or more with hyphens. Page numbers
# and switches are shorter.
_STORY_NAME: Final = re.compile(r"\d{3,}|(?=[\w-]++\Z)[\w-]+?-[\w-]+?-[\w-]+")
# Hexadecimal digits of an identifier: of its first part, of its second part, or without parts.
_MIN_IDENTIFIER: cython.Py_ssize_t = 8
_MIN_SECOND_PART: cython.Py_ssize_t = 4
_MIN_WHOLE: cython.Py_ssize_t = 12
_SLUG_WORDS: cython.Py_ssize_t = 4
_LONG_NUMBER: cython.Py_ssize_t = 5  # digits
_MAX_SEGMENTS: Final = 12
_MAX_KNOWN: cython.Py_ssize_t = 256  # characters of an address whose shape is cached
_MAX_SHARED: cython.Py_ssize_t = 64  # words looked for in a text: no slug of a paper has half as many

# How papers spell these letters in their addresses, unless they drop the accent.
_TRANSLITERATIONS: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae", "å": "a", "ı": "i"}


class UrlShape(NamedTuple):
    """``key`` is the pattern; the rest describes this address. ``folder`` is host and path without the last part."""

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


@cython.cclass
class _Folder:
    """The part of an address before its last slash; ``parent`` is ``path`` without its last segment."""

    host: str
    key: str
    path: str
    parent: str
    slug: tuple[str, ...]
    depth: cython.Py_ssize_t
    number: cython.Py_ssize_t
    length: cython.Py_ssize_t

    def __init__(self, above: str) -> None:
        self.host, _, path = above.partition("/")
        if "%" in path:
            path = unquote(path)
        segments = path.split("/")[:_MAX_SEGMENTS] if path else []
        seen = [_read_segment(segment) for segment in segments]
        names = [self.host, *filter(None, segments)]
        self.key = "/".join([self.host, *[kind for kind, _, _ in seen]])
        self.path = "/".join(names)
        self.parent = "/".join(names[:-1]) if len(names) > 1 else self.host
        self.slug = max([words for _, words, _ in seen], key=len, default=())
        self.depth = len(names) - 1
        self.number = max([number for _, _, number in seen], default=0)
        self.length = len(path) + 1 if path else 0


def shape_of(url: str) -> UrlShape:
    """The shape of an address in its normal form."""
    return _known_shape(url) if len(url) <= _MAX_KNOWN else _read_shape(url)


# Half of a front page's addresses were on it months ago, nearly all of them an hour ago. Bounded in number and in
# length because pages choose the keys.
@functools.lru_cache(maxsize=4096)
def _known_shape(url: str) -> UrlShape:
    return _read_shape(url)


# The hundreds of links on a page lead to a few hosts. Bounded because pages choose the keys.
@functools.lru_cache(maxsize=1024)
def site_of_host(host: str) -> str | None:
    """The site that a host belongs to: that of www.paper.example is paper.example."""
    return site_of(f"https://{host}/")


@cython.cfunc
def _read_shape(url: str) -> UrlShape:
    start: cython.Py_ssize_t = url.find("://") + 3
    stop: cython.Py_ssize_t = url.find("?")
    front, query = (url[start:], "") if stop < 0 else (url[start:stop], url[stop + 1 :])
    is_folder: cython.bint = front.endswith("/")
    if is_folder:
        front = front[:-1]
    slash: cython.Py_ssize_t = front.rfind("/")
    page = front[slash + 1 :] if slash > 0 else ""
    if "%" in page:
        page = unquote(page).replace("/", "-")
    folder: _Folder = _folder(front[:slash] if slash > 0 else front[slash + 1 :])
    if not page:
        key, has_query = f"{folder.key}/{_query_shape(query)}", bool(query)
        facts = (folder.depth, folder.number, is_folder, False, has_query, folder.length)
        return _shape((key, folder.parent, folder.host, folder.slug, *facts))
    names = [page]
    has_extension: cython.bint = _has_extension(page)
    if query and not is_folder:
        names += _story_names(query, has_extension=has_extension)
    return _with_names(folder, names, query, is_folder, has_extension)


@cython.cfunc
def _with_names(
    folder: _Folder, names: list[str], query: str, is_folder: cython.bint, has_extension: cython.bint
) -> UrlShape:
    """The shape of an address in a folder, with these names after it; all but the first are from its query."""
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
    return _shape(
        (
            f"{key}{ending}{_query_shape(query)}" if query else f"{key}{ending}",
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
    )


@cython.cfunc
def _shape(fields: tuple[str, str, str, tuple[str, ...], int, int, bool, bool, bool, int]) -> UrlShape:
    # Takes a tenth of the constructor's time.
    return tuple.__new__(UrlShape, fields)


# Most addresses of a page are in a few folders. Bounded because pages choose the keys.
@functools.lru_cache(maxsize=1024)
def _folder(above: str) -> _Folder:
    return _Folder(above)


@cython.cfunc
def _read_segment(segment: str) -> tuple[str, tuple[str, ...], int]:
    """A segment's kind, its words, and how many digits its longest number has."""
    small = segment.lower()
    words: list[str] = []
    has_code: cython.bint = False
    is_word: cython.bint = True
    start: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t = -1
    run: cython.Py_ssize_t = 0
    digits: cython.Py_ssize_t = 0
    number: cython.Py_ssize_t = 0
    character: cython.Py_UCS4
    # A separator is added to end the last word.
    for character in small + "-":
        place += 1
        if "a" <= character <= "z":
            run = 0
        elif character in "-_+,.~ ":
            if is_word:
                if place - start > 1:
                    words.append(small[start:place])
            # Digits alone are always a number.
            elif place - start >= _MIN_IDENTIFIER and digits < place - start:
                has_code = True
            start = place + 1
            run = digits = 0
            is_word = True
        elif character.isalpha():
            run = 0
        else:
            is_word = False
            if character.isdecimal():
                run += 1
                digits += 1
                number = max(number, run)
            else:
                run = 0
    return _kind(segment, small, len(words), number, has_code), tuple(words), number


@cython.cfunc
def _kind(segment: str, small: str, words: cython.Py_ssize_t, number: cython.Py_ssize_t, has_code: cython.bint) -> str:
    kind = "S" if words >= _SLUG_WORDS else "s" if words > 1 else "w" if words else ""
    if number:
        kind += "x" if has_code and has_identifier(small) else "N" if number >= _LONG_NUMBER else "n"
    return kind + segment[segment.rindex(".") :] if _has_extension(segment) else kind


@cython.ccall
def has_identifier(small: str) -> cython.bint:
    """Whether an address in small letters, or part of one, contains hexadecimal digits like those of an identifier."""
    run: cython.Py_ssize_t = 0
    before: cython.Py_ssize_t = 0
    character: cython.Py_UCS4
    for character in small:
        if "0" <= character <= "9" or "a" <= character <= "f":
            run += 1
            if run >= _MIN_WHOLE or (run >= _MIN_SECOND_PART and before >= _MIN_IDENTIFIER):
                return True
        else:
            before = run if character in "-_+,.~ " else 0
            run = 0
    return False


@cython.cfunc
def _has_extension(segment: str) -> cython.bint:
    dot: cython.Py_ssize_t = segment.rfind(".")
    if dot < 0 or not _MIN_EXTENSION <= len(segment) - dot - 1 <= _MAX_EXTENSION:
        return False
    extension = segment[dot + 1 :]
    return extension.isascii() and extension.isalpha() and extension.islower()


def _story_names(query: str, *, has_extension: bool) -> list[str]:
    """The values in a query that name a story in older systems, as in "story.asp?id=4017"; read like path segments.

    Other values say where the reader came from: the path must end in a program, or "id" be the only parameter.
    """
    if not (has_extension or (query.startswith("id=") and "&" not in query)):
        return []
    values = [pair.partition("=")[2] for pair in query.split("&")[:_MAX_SEGMENTS]]
    return [value for value in values if _STORY_NAME.fullmatch(value)]


@cython.cfunc
def _query_shape(query: str) -> str:
    return "?" + "&".join(sorted([pair.partition("=")[0] for pair in query.split("&")])[:3]) if query else ""


def count_shared(shapes: list[UrlShape], texts: list[str]) -> list[int]:
    """How many words of each address are in the text with the same index, spelt as addresses spell it."""
    return [_count_words(shape.slug, text) if shape.slug else 0 for shape, text in zip(shapes, texts, strict=True)]


@cython.cfunc
def _count_words(words: tuple[str, ...], text: str) -> cython.Py_ssize_t:
    folded: str = _folded(text.lower())
    count: cython.Py_ssize_t = 0
    for word in words[:_MAX_SHARED]:
        if word in folded:
            count += 1
    return count


@cython.cfunc
def _folded(small: str) -> str:
    """A text in small letters as addresses spell it, in ASCII.

    A text with other letters is returned twice: transliterated ("ü" as "ue") and without accents ("u").
    """
    if small.isascii():
        return small
    written = bare = small
    # Few letters of a text are not ASCII, and fewer are different.
    done = ""
    character: cython.Py_UCS4
    for character in small:
        if character <= "\x7f" or character in done:
            continue
        letter: str = character
        done += letter
        bare = bare.replace(letter, _without_accent(letter))
        if letter in _TRANSLITERATIONS:
            written = written.replace(letter, _TRANSLITERATIONS[letter])
    return f"{written} {bare}"


# Bounded because pages choose the keys.
@functools.lru_cache(maxsize=1024)
def _without_accent(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
