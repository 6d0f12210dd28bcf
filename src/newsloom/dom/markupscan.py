# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Two passes over a page's bytes in UTF-8 before they are parsed, by the tokens of HTML: nothing is decoded.

``scan`` finds what libxml2 parses slowly or stops at, for ``repair`` to mend. ``without_code`` leaves out what
is meant for browsers alone: the tree then has a quarter fewer attributes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from newsloom.dom import browsernames

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.cpython.bytearray import PyByteArray_FromStringAndSize
    from cython.cimports.libc.string import memchr, memcpy

__all__ = ["IS_COMPILED", "MAX_ATTRIBUTES", "Scan", "scan", "without_code"]

IS_COMPILED: Final = cython.compiled
"""Whether the passes of this module are fast."""

# libxml2 walks all earlier attributes of a tag to add one: 40,000 of them take 4.5 s. Browsers'
# own limits are far higher, but no real tag has a hundred.
MAX_ATTRIBUTES: Final = 256

_ANY_NUMBER: Final = 2**62
_MOST_ATTRIBUTES = cython.declare(cython.Py_ssize_t, MAX_ATTRIBUTES)
# Ordinary tags end within a few attributes. A tag that swallows others is closed too: at the eighth, or after more than
# a few attributes. Otherwise each of 100,000 tags in a row would be read to the end of the page.
_FEW_ATTRIBUTES = cython.declare(cython.Py_ssize_t, 32)
_MANY_TAGS = cython.declare(cython.Py_ssize_t, 8)

_OPENING = cython.declare(cython.Py_ssize_t, ord("<"))
_CLOSING = cython.declare(cython.Py_ssize_t, ord(">"))
_SLASH = cython.declare(cython.Py_ssize_t, ord("/"))
_EQUALS = cython.declare(cython.Py_ssize_t, ord("="))
_EXCLAMATION = cython.declare(cython.Py_ssize_t, ord("!"))
_QUESTION = cython.declare(cython.Py_ssize_t, ord("?"))
_DOUBLE_QUOTE = cython.declare(cython.Py_ssize_t, ord('"'))
_SINGLE_QUOTE = cython.declare(cython.Py_ssize_t, ord("'"))


def _bits(those: bytes) -> int:
    """A set of bytes below 64, one bit for each."""
    return sum(map((2).__pow__, those))


# White space, what separates attributes, and what ends a tag's name, an attribute's name and an unquoted value.
_SPACES = cython.declare(cython.ulonglong, _bits(b"\t\n\f\r "))
_GAPS = cython.declare(cython.ulonglong, _bits(b"\t\n\f\r /"))
_END_TAG_ENDS = cython.declare(cython.ulonglong, _bits(b"\t\n\f\r />"))
_TAG_NAME_ENDS = cython.declare(cython.ulonglong, _bits(b"\t\n\f\r /<>"))
_NAME_ENDS = cython.declare(cython.ulonglong, _bits(b"\t\n\f\r /<>="))
_VALUE_ENDS = cython.declare(cython.ulonglong, _bits(b"\t\n\f\r <>"))
# Names as numbers: see ``browsernames``.
_NAMES = cython.declare(cython.ulonglong[::1], browsernames.NAMES)
_KINDS = cython.declare(cython.int[::1], browsernames.KINDS)
_MULTIPLIER = cython.declare(cython.ulonglong, browsernames.MULTIPLIER)
_SHIFT = cython.declare(cython.Py_ssize_t, browsernames.SHIFT)
_LETTERS = cython.declare(cython.Py_ssize_t, browsernames.LETTERS)
_LAST_SLOT = cython.declare(cython.ulonglong, browsernames.SLOTS - 1)
_IS_OF_BROWSERS = cython.declare(cython.int, browsernames.IS_OF_BROWSERS)
_IS_READ_DATA = cython.declare(cython.int, browsernames.IS_READ_DATA)
_IS_CODE = cython.declare(cython.int, browsernames.IS_CODE)
_IS_ENDLESS = cython.declare(cython.int, browsernames.IS_ENDLESS)
_HOLDS_TEXT = cython.declare(cython.int, browsernames.HOLDS_TEXT)
# How the names of attributes for events and for scripts begin.
_EVENT = cython.declare(cython.ulonglong, browsernames.packed(b"on"))
_EVENT_BITS = cython.declare(cython.ulonglong, 0xFFFF)
_DATA = cython.declare(cython.ulonglong, browsernames.packed(b"data-"))
_DATA_BITS = cython.declare(cython.ulonglong, 0xFF_FFFF_FFFF)
_DATA_SIZE = cython.declare(cython.Py_ssize_t, len(b"data-"))


class Scan(NamedTuple):
    """What to change in markup: where to close tags of too many attributes, and where end tags of the page may begin.

    ``size`` is how many bytes were scanned: all of them, unless there are too many tags.
    """

    cuts: list[int]
    ends: list[int]
    size: int


def scan(markup: bytes, *, checks_attributes: cython.bint = True, max_tags: cython.Py_ssize_t = _ANY_NUMBER) -> Scan:
    """Look at all tags of some markup, at most ``max_tags`` of them."""
    data: cython.p_const_uchar = markup
    size: cython.Py_ssize_t = len(markup)
    cut: cython.Py_ssize_t = 0
    cuts: list[int] = []
    ends: list[int] = []
    at: cython.Py_ssize_t = _find(data, _OPENING, 0, size)
    while at >= 0 and max_tags > 0:
        max_tags -= 1
        # An opening bracket at the very end begins nothing.
        byte: cython.Py_ssize_t = data[at + 1] if at + 1 < size else 0
        if byte == _SLASH:
            if _may_be_end(data, at, size):
                ends.append(at)
        elif checks_attributes and at >= cut and _is_letter(byte):
            place: cython.Py_ssize_t = _place_to_cut(data, at + 1, size)
            if place > 0:
                cut = place
                cuts.append(cut)
        at = _find(data, _OPENING, at + 1, size)
    return Scan(cuts, ends, size if at < 0 else at)


def without_code(markup: bytes) -> bytes:
    """The markup without scripts, style sheets and attributes meant for browsers alone; JSON-LD stays.

    To be called last before the parse, it gives the same tree but for these. Nothing is left out behind the first tag
    or comment that is unusual enough to be read in several ways, such as one that is never closed.
    """
    return _CodeFilter(markup).filtered()


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _find(
    data: cython.p_const_uchar, byte: cython.Py_ssize_t, start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Where the byte is next, -1 where it is not."""
    if not cython.compiled:
        return data.find(byte, start, end)
    # Pointers, which are bytes to mypy.
    found: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + start, byte, end - start))  # type: ignore[operator]
    return -1 if found is cython.NULL else found - data  # type: ignore[operator, no-any-return]


@cython.cfunc
def _may_be_end(data: cython.p_const_uchar, tag: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    # By the first two letters of "body" and "html".
    if tag + 3 >= end:
        return False
    first: cython.Py_ssize_t = data[tag + 2] | 0x20
    second: cython.Py_ssize_t = data[tag + 3] | 0x20
    return (first == 0x62 and second == 0x6F) or (first == 0x68 and second == 0x74)


@cython.cfunc
def _is_letter(byte: cython.Py_ssize_t) -> cython.bint:
    return 0x61 <= (byte | 0x20) <= 0x7A


@cython.cfunc
def _place_to_cut(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where to close a tag that has too many attributes or swallows too many others; 0 for one that closes itself.

    Tried also within scripts and quotes, where real tags could hide; so it must end early.
    """
    at = _find_any(data, _TAG_NAME_ENDS, at, end)
    last: cython.Py_ssize_t = at
    for run in range(_MANY_TAGS):
        last = _end_of_attributes(data, at, end, _FEW_ATTRIBUTES)
        if last < 0:
            # Behind a bracket that opens within the tag, many attributes are no reason to close it.
            last = 0 if run else _end_of_attributes(data, at, end, _MOST_ATTRIBUTES)
            return last if last > 0 and _opens(data, last, end) else max(0, -last)
        if not _opens(data, last, end):
            return 0
        at = _behind(data, _GAPS, last, end) + 1
    return last


@cython.cfunc
def _opens(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether a bracket opens where the attributes of a tag end."""
    at = _behind(data, _GAPS, at, end)
    return at < end and data[at] == _OPENING


@cython.cfunc
@cython.exceptval(check=False)
def _end_of_attributes(
    data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t, most: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Where the last attribute ends before a bracket or the end of the page; negative if there are so many or more."""
    for _ in range(most):
        behind: cython.Py_ssize_t = _end_of_attribute(data, at, end)
        if behind < 0:
            return at
        at = behind
    return -at


@cython.cfunc
@cython.exceptval(check=False)
def _end_of_attribute(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the next attribute ends, as HTML tokenises it; -1 where a bracket comes before it, or the page's end."""
    start: cython.Py_ssize_t = _behind(data, _GAPS, at, end)
    if start == end or data[start] == _OPENING or data[start] == _CLOSING:
        return -1
    # A name may begin with "=".
    return _end_of_value(data, _find_any(data, _NAME_ENDS, start + 1, end), end)


@cython.cfunc
@cython.inline
def _behind(
    data: cython.p_const_uchar, those: cython.ulonglong, at: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Where another byte is next; the end where none is."""
    while at < end and _is_in(those, data[at]):
        at += 1
    return at


@cython.cfunc
def _end_of_value(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the attribute ends whose name ends here."""
    equals: cython.Py_ssize_t = _behind(data, _SPACES, at, end)
    if equals == end or data[equals] != _EQUALS:
        return at
    start: cython.Py_ssize_t = _behind(data, _SPACES, equals + 1, end)
    if start < end and data[start] in (_DOUBLE_QUOTE, _SINGLE_QUOTE):
        closing: cython.Py_ssize_t = _find(data, data[start], start + 1, end)
        return end if closing < 0 else closing + 1
    return _find_any(data, _VALUE_ENDS, start, end)


@cython.cfunc
@cython.inline
def _find_any(
    data: cython.p_const_uchar, those: cython.ulonglong, start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Where one of the bytes is next; the end where none is."""
    while start < end and not _is_in(those, data[start]):
        start += 1
    return start


@cython.cfunc
@cython.inline
def _is_in(those: cython.ulonglong, byte: cython.Py_ssize_t) -> cython.bint:
    return byte < 64 and (those >> byte) & 1 == 1


@cython.final
@cython.cclass
class _CodeFilter:
    """Copies markup, leaving code out: ``_size`` bytes are kept of the markup up to ``_copied``."""

    _markup: bytes
    _data: cython.p_const_uchar
    _end: cython.Py_ssize_t
    _kept: bytearray
    _size: cython.Py_ssize_t
    _copied: cython.Py_ssize_t

    def __init__(self, markup: bytes) -> None:
        # The pointer is valid while the bytes are held.
        self._markup = self._data = markup
        self._end = len(markup)
        # Zeros would be written only to be overwritten.
        self._kept = PyByteArray_FromStringAndSize(cython.NULL, self._end) if cython.compiled else bytearray(self._end)
        self._size = self._copied = 0

    @cython.cfunc
    def filtered(self) -> bytes:
        at: cython.Py_ssize_t = _find(self._data, _OPENING, 0, self._end)
        while 0 <= at < self._end - 1:
            at = self._behind_tag(at)
            at = _find(self._data, _OPENING, at, self._end) if at > 0 else -1
        self._leave_out(self._end, self._end)
        return bytes(memoryview(self._kept)[: self._size])

    @cython.cfunc
    def _behind_tag(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The end of a tag or a comment; 0 if it is not certain what follows."""
        byte: cython.Py_ssize_t = self._data[at + 1]
        if _is_letter(byte):
            return self._behind_start_tag(at + 1)
        if byte == _EXCLAMATION and self._markup.startswith(b"--", at + 2):
            closing: cython.Py_ssize_t = self._markup.find(b"-->", at + 2)
            return closing + 3 if closing > 0 and self._markup.find(b"--!>", at + 2, closing) < 0 else 0
        if byte == _SLASH:
            behind: cython.Py_ssize_t = _find_any(self._data, _TAG_NAME_ENDS, at + 2, self._end)
            behind = _behind(self._data, _GAPS, behind, self._end)
            # Attributes of end tags are ignored, but their quotes count.
            return behind + 1 if self._is_at(behind, _CLOSING) else 0
        if byte not in (_EXCLAMATION, _QUESTION):
            return at + 1
        return _find(self._data, _CLOSING, at + 2, self._end) + 1

    @cython.cfunc
    def _behind_start_tag(self, name: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The end of a tag, and of its text if it holds nothing but text; 0 if it is not certain what follows."""
        behind: cython.Py_ssize_t = _find_any(self._data, _TAG_NAME_ENDS, name, self._end)
        size: cython.Py_ssize_t = behind - name
        kind: cython.int = _kind_of(self._number_of(name, behind))
        first: cython.Py_ssize_t = _behind(self._data, _GAPS, behind, self._end)
        start: cython.Py_ssize_t = first
        while start < self._end and self._data[start] != _CLOSING:
            # A name may begin with "=".
            name_end: cython.Py_ssize_t = _find_any(self._data, _NAME_ENDS, start + 1, self._end)
            behind = _end_of_value(self._data, name_end, self._end)
            if self._data[start] == _OPENING or self._is_at(behind, _OPENING):
                return 0
            behind = _behind(self._data, _SPACES, behind, self._end)
            # A slash would move to the end of the tag, where libxml2 takes it for that of an empty element, and an
            # equals sign to the attribute before.
            is_joining: cython.bint = self._data[start - 1] == _SLASH or self._is_at(behind, _EQUALS)
            if kind & _IS_CODE == 0 and not is_joining and self._is_for_browsers(start, name_end):
                self._leave_out(start, behind)
            start = _behind(self._data, _GAPS, behind, self._end)
        if kind & _HOLDS_TEXT == 0:
            return start + 1 if start < self._end else 0
        if start == self._end or kind & _IS_ENDLESS or size > _LETTERS or self._data[start - 1] == _SLASH:
            return 0
        behind = self._end_of_text(start + 1, name, size)
        if kind & _IS_CODE and behind > 0 and not self._may_declare(first, start):
            if self._data[first - 1] != _SLASH:
                self._leave_out(first, start)
            self._leave_out(start + 1, behind)
        return behind

    @cython.cfunc
    def _may_declare(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Whether a script with these attributes may be JSON-LD; a character of its type may be escaped."""
        attributes: bytes = self._markup[start:end].lower()
        # To ask whether bytes are "in" others raises and clears an exception first.
        return attributes.find(b"ld+json") >= 0 or attributes.find(b"&") >= 0

    @cython.cfunc
    def _is_at(self, at: cython.Py_ssize_t, byte: cython.Py_ssize_t) -> cython.bint:
        return at < self._end and self._data[at] == byte

    @cython.cfunc
    def _is_for_browsers(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        name: cython.ulonglong = self._number_of(start, end)
        if name & _DATA_BITS == _DATA:
            return not _kind_of(self._number_of(start + _DATA_SIZE, end)) & _IS_READ_DATA
        return name & _EVENT_BITS == _EVENT or bool(_kind_of(name) & _IS_OF_BROWSERS)

    @cython.cfunc
    def _end_of_text(
        self, at: cython.Py_ssize_t, name: cython.Py_ssize_t, size: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Where the end tag of this name begins; 0 if there is none, or it may be that of a script within a comment."""
        is_commented: cython.bint = False
        at = _find(self._data, _OPENING, at, self._end)
        while 0 <= at < self._end - size - 2:
            if self._data[at + 1] == _SLASH and self._is_same(name, at + 2, size):
                return at if _is_in(_END_TAG_ENDS, self._data[at + 2 + size]) else 0
            is_commented = is_commented or self._data[at + 1] == _EXCLAMATION
            if is_commented and self._is_same(name, at + 1, size):
                return 0
            at = _find(self._data, _OPENING, at + 1, self._end)
        return 0

    @cython.cfunc
    def _is_same(self, name: cython.Py_ssize_t, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.bint:
        """Whether the name stands here, in any case."""
        place: cython.Py_ssize_t = 0
        while place < size and self._data[name + place] | 0x20 == self._data[at + place] | 0x20:
            place += 1
        return place == size

    @cython.cfunc
    def _number_of(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.ulonglong:
        """The name as a number: see ``browsernames``."""
        found: cython.ulonglong = 0
        place: cython.Py_ssize_t
        for place in range(min(end - start, _LETTERS)):
            letter: cython.ulonglong = self._data[start + place]
            # A NUL is a letter, not the end of the name.
            found |= (letter | 0x20 if 0x41 <= letter <= 0x5A else letter or 0xFF) << (8 * place)
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _leave_out(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        size: cython.Py_ssize_t = start - self._copied
        if cython.compiled:
            kept: cython.p_uchar = self._kept
            # Pointers, which are bytes to mypy.
            memcpy(kept + self._size, self._data + self._copied, size)  # type: ignore[operator]
        else:
            self._kept[self._size : self._size + size] = self._markup[self._copied : start]
        self._size += size
        self._copied = end


@cython.cfunc
def _kind_of(name: cython.ulonglong) -> cython.int:
    """What a name is, as bits; 0 if it is in no list."""
    slot: cython.ulonglong = name * _MULTIPLIER >> _SHIFT & _LAST_SLOT
    while _NAMES[slot] != name and _NAMES[slot] != 0:
        slot = slot + 1 & _LAST_SLOT
    return _KINDS[slot]
