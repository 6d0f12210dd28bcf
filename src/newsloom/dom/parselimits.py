# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Keeps markup within what libxml2 can parse quickly: a page's bytes in UTF-8 go in; what has to change comes out.

One pass looks at every opening bracket. Nothing is interpreted or decoded.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from newsloom.text.patterns import pattern

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.string import memchr

__all__ = ["MAX_ATTRIBUTES", "Scan", "close_tags", "scan", "size_within_tags", "without_ends"]

# libxml2 walks all earlier attributes of a tag to add one: 40,000 of them take 4.5 s. Browsers'
# own limits are far higher, but no real tag has a hundred.
MAX_ATTRIBUTES: Final = 256

# Optional in HTML, yet libxml2 drops what follows them, and pages go on after an early one.
_END_OF_PAGE: Final = pattern(rb"</(?:[bB][oO][dD][yY]|[hH][tT][mM][lL])[^<>]{0,99}>")

_ANY_NUMBER: Final = 2**62
_MOST_ATTRIBUTES = cython.declare(cython.Py_ssize_t, MAX_ATTRIBUTES)
# Ordinary tags end within a few attributes. One that swallows others is closed, too: at the eighth, or behind more than
# a few attributes. Else each of 100,000 tags in a row would be read to the end of the page.
_FEW_ATTRIBUTES = cython.declare(cython.Py_ssize_t, 31)
_MANY_TAGS = cython.declare(cython.Py_ssize_t, 8)

_OPENING = cython.declare(cython.Py_ssize_t, ord("<"))
_CLOSING = cython.declare(cython.Py_ssize_t, ord(">"))
_SLASH = cython.declare(cython.Py_ssize_t, ord("/"))
_EQUALS = cython.declare(cython.Py_ssize_t, ord("="))
_DOUBLE_QUOTE = cython.declare(cython.Py_ssize_t, ord('"'))
_SINGLE_QUOTE = cython.declare(cython.Py_ssize_t, ord("'"))


def _bits(those: bytes) -> int:
    """A set of bytes below 64, one bit for each."""
    return sum(map((2).__pow__, those))


# White space, what parts attributes, and what ends a tag's name, an attribute's, a value without quotes.
_SPACES = cython.declare(cython.ulonglong, _bits(b"\t\n\v\f\r "))
_GAPS = cython.declare(cython.ulonglong, _bits(b"\t\n\v\f\r /"))
_TAG_NAME_ENDS = cython.declare(cython.ulonglong, _bits(b"\t\n\v\f\r /<>"))
_NAME_ENDS = cython.declare(cython.ulonglong, _bits(b"\t\n\v\f\r /<>="))
_VALUE_ENDS = cython.declare(cython.ulonglong, _bits(b"\t\n\v\f\r <>"))


class Scan(NamedTuple):
    """Where markup is to be changed: where to close tags of too many attributes, and what to leave out as the page's
    end tags, each from where to where. ``size`` is how many bytes were looked at: all, unless there are too many tags.
    """

    cuts: list[int]
    ends: list[tuple[int, int]]
    size: int


def size_within_tags(markup: bytes, max_tags: cython.Py_ssize_t) -> int:
    """How many bytes there are before the opening bracket that is one too many; all of them where none is."""
    data: cython.p_const_uchar = markup
    size: cython.Py_ssize_t = len(markup)
    at: cython.Py_ssize_t = _find(data, _OPENING, 0, size)
    while at >= 0 and max_tags > 0:
        max_tags -= 1
        at = _find(data, _OPENING, at + 1, size)
    return size if at < 0 else at


def scan(markup: bytes, *, checks_attributes: cython.bint = True, max_tags: cython.Py_ssize_t = _ANY_NUMBER) -> Scan:
    """Look at all tags of some markup, up to the opening bracket that is one too many."""
    data: cython.p_const_uchar = markup
    size: cython.Py_ssize_t = len(markup)
    cut: cython.Py_ssize_t = 0
    cuts: list[int] = []
    ends: list[tuple[int, int]] = []
    at: cython.Py_ssize_t = _find(data, _OPENING, 0, size)
    while at >= 0 and max_tags > 0:
        max_tags -= 1
        # An opening bracket at the very end begins nothing.
        byte: cython.Py_ssize_t = data[at + 1] if at + 1 < size else 0
        if byte == _SLASH:
            end = _END_OF_PAGE.match(markup, at) if _may_be_end(data, at, size) else None
            if end:
                ends.append(end.span())
        elif checks_attributes and at >= cut and _is_letter(byte):
            place: cython.Py_ssize_t = _place_to_cut(data, at + 1, size)
            if place > 0:
                cut = place
                cuts.append(cut)
        at = _find(data, _OPENING, at + 1, size)
    return Scan(cuts, ends, size if at < 0 else at)


def close_tags(markup: bytes, cuts: list[int]) -> bytes:
    """The markup with tags closed at some places."""
    return b">".join(_pieces(markup, [(cut, cut) for cut in cuts])) if cuts else markup


def without_ends(markup: bytes, ends: list[tuple[int, int]]) -> bytes:
    """The markup without end tags of the page: it ends where its bytes do."""
    return b"".join(_pieces(markup, ends)) if ends else markup


def _pieces(markup: bytes, left_out: list[tuple[int, int]]) -> list[memoryview]:
    whole = memoryview(markup)
    starts = [0, *(end for _, end in left_out)]
    stops = [*(start for start, _ in left_out), len(markup)]
    return [whole[start:stop] for start, stop in zip(starts, stops, strict=True)]


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
@cython.inline
@cython.exceptval(check=False)
def _may_be_end(data: cython.p_const_uchar, tag: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    # By the first two letters of "body" and "html".
    if tag + 3 >= end:
        return False
    first: cython.Py_ssize_t = data[tag + 2] | 0x20
    second: cython.Py_ssize_t = data[tag + 3] | 0x20
    return (first == 0x62 and second == 0x6F) or (first == 0x68 and second == 0x74)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_letter(byte: cython.Py_ssize_t) -> cython.bint:
    return 0x61 <= (byte | 0x20) <= 0x7A


@cython.cfunc
@cython.exceptval(check=False)
def _place_to_cut(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where to close a tag that has too many attributes or swallows too many others; 0 for one that closes itself.

    Tried also within scripts and quotes, where real tags could hide; so it must end early.
    """
    at = _find_any(data, _TAG_NAME_ENDS, at, end)
    last: cython.Py_ssize_t = at
    for run in range(_MANY_TAGS):
        last = _end_of_few(data, at, end)
        if last < 0:
            # Behind a bracket that opens within the tag, many attributes are no reason to close it.
            return 0 if run else _end_of_many(data, at, end)
        at = _behind(data, _GAPS, last, end)
        if at == end or data[at] == _CLOSING:
            return 0
        at += 1
    return last


@cython.cfunc
@cython.exceptval(check=False)
def _end_of_few(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the last attribute ends before a bracket or the end of the page; -1 where there are more than a few."""
    for _ in range(_FEW_ATTRIBUTES + 1):
        behind: cython.Py_ssize_t = _end_of_attribute(data, at, end)
        if behind < 0:
            return at
        at = behind
    return -1


@cython.cfunc
@cython.exceptval(check=False)
def _end_of_many(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where to close a tag of more than a few attributes: before a bracket that opens, or where it has too many."""
    for _ in range(_MOST_ATTRIBUTES):
        behind: cython.Py_ssize_t = _end_of_attribute(data, at, end)
        if behind < 0:
            place: cython.Py_ssize_t = _behind(data, _GAPS, at, end)
            return at if place < end and data[place] == _OPENING else 0
        at = behind
    return at


@cython.cfunc
@cython.inline
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
@cython.exceptval(check=False)
def _behind(
    data: cython.p_const_uchar, those: cython.ulonglong, at: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Where another byte is next; the end where none is."""
    while at < end and _is_in(those, data[at]):
        at += 1
    return at


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
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
@cython.exceptval(check=False)
def _find_any(
    data: cython.p_const_uchar, those: cython.ulonglong, start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Where one of the bytes is next; the end where none is."""
    while start < end and not _is_in(those, data[start]):
        start += 1
    return start


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_in(those: cython.ulonglong, byte: cython.Py_ssize_t) -> cython.bint:
    found: cython.bint = byte < 64 and (those >> byte) & 1 == 1
    return found
