"""Finds the encoding of a page and decodes it.

Takes the bytes of a page and the charset of its transport header, and returns UTF-8 (or text) and the name of the
encoding. Declarations are trusted in the same order as in browsers (byte order mark, transport, page), unless the bytes
contradict them. No content of a page raises an exception. Nothing is parsed.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from newsloom.dom.utf8 import is_utf8
from newsloom.text.patterns import pattern

__all__ = ["as_utf8", "charset_of", "decode", "find_encoding"]

_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# The WHATWG labels stand for supersets, which have other names in Python.
_SUPERSETS: Final = {"gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs"}
_UTF8_LABELS: Final = frozenset({"utf-8", "utf8"})
_WIDE: Final = frozenset({"utf-16-le", "utf-16-be"})
# Pages in seven-bit encodings look like ASCII: only the declaration distinguishes them.
_SEVEN_BIT: Final = frozenset({"iso-2022-jp", "iso2022_jp"})
# Part of all their labels.
_SEVEN_BIT_SIGN: Final = b"2022"
_KOREAN: Final = "cp949"
_NOT_DETECTED: Final = ("utf-8", "cp125", "iso8859")
# One word of Latin letters with marks can be two of Hangul by chance.
_MIN_HANGUL: Final = 4
_MIN_HANGUL_SHARE: Final = 0.8
# The default of WHATWG for a page with no other evidence.
_LAST_RESORT: Final = "cp1252"

# WHATWG prescans 1 KB; real pages have the declaration later, after a first inline script.
_PRESCAN_BYTES: Final = 4096
_DECLARED: Final = pattern(
    rb"""<meta\b[^>]{0,400}?\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})"""
    rb"""|<\?xml\b[^>]{0,200}?\bencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})""",
    re.IGNORECASE,
)
# In a Content-Type header.
_CHARSET: Final = pattern(r"""charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})""", re.IGNORECASE)
_TURKISH: Final = pattern(rb"""<html\b[^>]{0,400}?\blang\s{0,9}=\s{0,9}["']?tr\b""", re.IGNORECASE)

_UTF8_LEADS: Final = bytes(range(0xC2, 0xF5))
# A page put together from several sources has a few stray bytes; in text of another encoding nearly every sequence is
# broken.
_MAX_BROKEN_SHARE: Final = 0.1

# A few sentences with accents are enough, and the cost of the detector grows with its input.
_DETECTION_BYTES: Final = 32_768
_MIN_ZERO_SHARE: Final = 0.3


def decode(page: bytes, charset: str | None = None) -> tuple[str, str]:
    """The text of the page and the encoding used. Broken sequences and NULs become U+FFFD."""
    encoding = find_encoding(page, charset)
    text = page.decode(encoding, "replace").removeprefix("\ufeff")
    return text.replace("\0", "\ufffd"), encoding


def charset_of(content_type: str | None) -> str | None:
    """The encoding that a Content-Type header names, or None."""
    found = _CHARSET.search(content_type or "")
    return found[1] if found else None


def as_utf8(page: bytes, charset: str | None = None) -> tuple[bytes, str]:
    """The page in UTF-8, and its original encoding. A page that is already UTF-8 is not copied."""
    encoding = find_encoding(page, charset)
    if encoding == "utf-8":
        return page.removeprefix(codecs.BOM_UTF8), encoding
    return page.decode(encoding, "replace").removeprefix("\ufeff").encode(), encoding


def find_encoding(page: bytes, charset: str | None = None) -> str:
    """Python's name for the encoding of the page."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if page.startswith(mark):
            return encoding
    head = page[:_PRESCAN_BYTES]
    wide = _wide_encoding(head)
    if wide:
        return wide
    # Declarations are looked up last, because the bytes of most pages are evidence enough.
    if page.isascii():
        is_named = _SEVEN_BIT_SIGN in head or _SEVEN_BIT_SIGN.decode() in (charset or "")
        declared = _python_name(charset) or _declared_in(head) if is_named else None
        return declared if declared in _SEVEN_BIT else "utf-8"
    if _reads_as_utf8(page):
        return "utf-8"
    declared = _python_name(charset) or _declared_in(head)
    if declared is None or declared == "utf-8":
        declared = _detected(page)
    return _turkish_variant(declared, head)


def _wide_encoding(head: bytes) -> str | None:
    """The UTF-16 variant of a page without a byte order mark, or None. Every other byte of its markup is zero."""
    if b"\0" not in head:
        return None
    half = len(head) / 2
    odd, even = head[1::2].count(0) / half, head[::2].count(0) / half
    if odd >= _MIN_ZERO_SHARE and even < odd / 4:
        return "utf-16-le"
    if even >= _MIN_ZERO_SHARE and odd < even / 4:
        return "utf-16-be"
    return None


def _declared_in(head: bytes) -> str | None:
    found = _DECLARED.search(head)
    return _python_name((found[1] or found[2]).decode("ascii", "replace")) if found else None


def _python_name(label: str | None) -> str | None:
    """Python's name for a WHATWG label; None if browsers do not know the label."""
    if not label:
        return None
    plain = label.strip(" \t\r\n\"';")
    if plain.lower() in _UTF8_LABELS:
        return "utf-8"
    # Imported here and below, because most pages do not need it and the first call would wait for it.
    from resiliparse.parse.encoding import map_encoding_to_html5  # noqa: PLC0415

    name = map_encoding_to_html5(plain.encode("ascii", "replace").decode(), False)
    # The bytes are known not to be UTF-16 by now, so this label is a mistake for UTF-8 (WHATWG).
    name = "utf-8" if name in _WIDE else _SUPERSETS.get(name, name)
    try:
        return codecs.lookup(name).name if name else None
    except LookupError:
        return None


def _reads_as_utf8(page: bytes) -> bool:
    if is_utf8(page):
        return True
    leads = len(page) - len(page.translate(None, _UTF8_LEADS))
    return page.decode("utf-8", "replace").count("\ufffd") <= leads * _MAX_BROKEN_SHARE


def _detected(page: bytes) -> str:
    from resiliparse.parse.encoding import detect_encoding  # noqa: PLC0415

    sample = _non_ascii_text(page)
    found = _python_name(detect_encoding(sample))
    if (found is None or found.startswith(_NOT_DETECTED)) and _reads_as_korean(sample):
        return _KOREAN
    # The two encodings share all letters of Norwegian and French; undeclared pages use the quotation marks of Windows.
    return _LAST_RESORT if found is None or found in {"utf-8", "iso8859-15"} else found


def _reads_as_korean(sample: bytes) -> bool:
    """Whether nearly all non-ASCII text is Hangul in EUC-KR, which the detector mistakes for Latin letters."""
    text = sample.decode(_KOREAN, "replace")
    foreign = sum(not letter.isascii() for letter in text)
    hangul = sum("가" <= letter <= "힣" for letter in text)
    return hangul >= _MIN_HANGUL and hangul >= foreign * _MIN_HANGUL_SHARE


def _non_ascii_text(page: bytes) -> bytes:
    """The text between tags that is not all ASCII, which is all that a detector can use."""
    sample, size = [], 0
    for stretch in page.split(b"<"):
        if stretch.isascii():
            continue
        sample.append(stretch.rpartition(b">")[2])
        size += len(stretch)
        if size > _DETECTION_BYTES:
            break
    return b" ".join(sample)[:_DETECTION_BYTES]


def _turkish_variant(encoding: str, head: bytes) -> str:
    # Servers set up in other countries declare everything as Latin-1, from which Turkish differs in six letters.
    return "cp1254" if encoding == "cp1252" and _TURKISH.search(head) else encoding
