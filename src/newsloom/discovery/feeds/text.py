"""Converts the text of a feed to headlines, teasers and picture addresses.

The text may be plain, HTML, escaped, or escaped several times; the result is one line. Whether "<b>" is markup or text
is decided by its surroundings. Input is bounded, and every step takes linear time.
"""

from __future__ import annotations

import re
from typing import Final

from newsloom.dom.shorttext import one_line, unescaped
from newsloom.dom.tags import INLINE_TAGS
from newsloom.text.invitations import without_invitation

__all__ = ["MAX_TEASER", "first_picture", "headline", "label", "teaser"]

MAX_TEASER: Final = 1_000
"""Characters of a teaser. Longer texts are whole stories, and are cut at a word boundary."""
_MAX_HEADLINE: Final = 500
_MAX_LABEL: Final = 100
# Includes the markup and scripts around a text; reading stops once there is enough text.
_MAX_READ: Final = 200_000
# The characters read for each character shown: some of them may be removed.
_READ_PER_SHOWN: Final = 4
_MAX_PICTURES_READ: Final = 32_000
# Escaped, escaped again by a second program, and once more.
_MAX_ROUNDS: Final = 3

_TAG: Final = re.compile(r"""</?([a-zA-Z][\w:-]{0,20})(?:(?:[^<>"']|"[^"<]*"|'[^'<]*')*+>|[^<>]*>)""")
# Occurs only in markup: an end tag, an element without one, a comment, a declaration.
_MARKUP: Final = re.compile(
    r"</[a-zA-Z]|<(?:br|hr|img|p|li|wbr|a)\b[^<>]*+>|<(?:script|style|iframe)\b|<!--|<!doctype\b|<!\[CDATA\[",
    re.IGNORECASE,
)
# An incomplete tag at the end of a text that the publisher's program cut off.
_CUT_TAG: Final = re.compile(
    r"<(?:/[a-zA-Z]*|!-?|(?:a|div|figure|iframe|img|p|script|span|strong|style|table)(?:\s[^<>]*)?)$", re.IGNORECASE
)
# "the <br> tag": a word among words, not a break between two sentences.
_NAMED_TAG: Final = re.compile(r"(?<=[\w,;:] )<(?:br|hr|img|p|li|wbr|a) ?/?>(?= [a-zß-ÿ])")
# What these begin is not shown, up to its end or the end of the text.
_HIDDEN_TAGS: Final = ("script", "style", "figcaption", "iframe", "svg", "template")
_UNSEEN: Final = re.compile(
    rf"<!--|<({'|'.join(_HIDDEN_TAGS)})\b(?![^<>]*/>)|<!doctype\b|<!\[CDATA\[|\]\]>", re.IGNORECASE
)
_ENDINGS: Final = {name: re.compile(rf"</{name}\b[^<>]*>?", re.IGNORECASE) for name in _HIDDEN_TAGS} | {
    "<!--": re.compile("-->"),
    "<!doctype": re.compile(">"),
}
# WordPress plug-ins add a line to each text: "The post Rain at last appeared first on Daily Loom."
_SIGNATURES: Final = (
    ("The post ", " appeared first on "),
    ("The post ", " first appeared on "),
    ("The article ", " appeared first on "),
    ("Der Beitrag ", " erschien zuerst auf "),
    ("El post ", " apareció primero en "),
    ("L’article ", " est apparu en premier sur "),
)
_MAX_SIGNED: Final = 200
# References 128 to 159 always mean the characters of Windows-1252 (WHATWG); XML reads them as control characters.
_WINDOWS: Final = {
    code: bytes([code]).decode("cp1252") for code in range(0x80, 0xA0) if code not in {0x81, 0x8D, 0x8F, 0x90, 0x9D}
}

_IMAGE: Final = re.compile(r"<img\b([^<>]{1,2000})>", re.IGNORECASE)
_SOURCE: Final = re.compile(
    r"""(?<![\w-])(data-src|data-original|data-lazy-src|src)\s?=\s?["']?([^"'\s<>]{1,2000})""", re.IGNORECASE
)
_MAX_IMAGES: Final = 5
# Trackers, buttons and emoji.
_NO_PICTURE: Final = re.compile(
    r"^data:|feedburner\.com/~|/~ff/|[/.]pixel\b|pixel\.|\b1x1\b|spacer|doubleclick|gravatar|/emoji/|smilies|feedads|\.svg\b",
    re.IGNORECASE,
)
_TINY: Final = re.compile(r"""\b(?:width|height)\s?=\s?["']?[01]["'\s/]""", re.IGNORECASE)


def headline(raw: str, *, is_markup: bool = True) -> str | None:
    """Returns a headline on one line; None if it is empty."""
    return _shortened(_plain(raw, _MAX_HEADLINE, is_markup=is_markup), _MAX_HEADLINE) or None


def label(raw: str) -> str:
    """Returns a category or a name on one line."""
    return _plain(raw, _MAX_LABEL, is_markup=True)[:_MAX_LABEL].strip()


def teaser(raw: str, *, is_markup: bool = True) -> str | None:
    """Returns a text on one line, shortened, without what publishing software appends; None if it is empty."""
    line = without_invitation(_unsigned(_plain(raw, MAX_TEASER, is_markup=is_markup)))
    return _shortened(line, MAX_TEASER) or None


def first_picture(markup: str) -> str | None:
    """Returns the address of the first picture in the markup that is neither a tracker nor a button."""
    markup = markup[:_MAX_PICTURES_READ]
    if "&lt;img" in markup:
        markup = unescaped(markup)
    for count, image in enumerate(_IMAGE.finditer(markup)):
        if count == _MAX_IMAGES:
            break
        # For a picture that is loaded late, the address is not in "src" but in another attribute.
        sources = sorted((name.lower() == "src", address) for name, address in _SOURCE.findall(image[1]))
        if sources and not _NO_PICTURE.search(sources[0][1]) and not _TINY.search(f"{image[1]} "):
            return unescaped(sources[0][1])
    return None


def _plain(raw: str, most: int, *, is_markup: bool) -> str:
    """Returns one line of at least ``most`` characters if there are that many: markup is removed before the cut."""
    text = raw[:_MAX_READ] if is_markup else raw[: _READ_PER_SHOWN * most]
    is_tagged = False
    for count in range(_MAX_ROUNDS):
        before = text
        # A tag that is escaped within markup is meant to be seen; so is one that a sentence is about.
        if is_markup and not is_tagged and "<" in text and _MARKUP.search(_NAMED_TAG.sub("", text) if count else text):
            text, is_tagged = _untagged(text, _READ_PER_SHOWN * most), True
        if "&" in text:
            text = unescaped(text)
        if text == before:
            break
    text = text[: _READ_PER_SHOWN * most]
    return one_line(text.translate(_WINDOWS) if not text.isprintable() else text)


def _untagged(text: str, most: int) -> str:
    """Returns the text without its tags and hidden parts, up to ``most`` characters."""
    pieces: list[str] = []
    size = position = 0
    while size < most:
        hidden = _UNSEEN.search(text, position)
        seen = text[position : hidden.start() if hidden else len(text)]
        piece = _TAG.sub(_gap, _CUT_TAG.sub("", seen) if hidden is None else seen)
        pieces.append(piece)
        size += len(piece)
        if hidden is None:
            break
        position = _end_of_hidden(text, hidden)
    return " ".join(pieces)


def _end_of_hidden(text: str, hidden: re.Match[str]) -> int:
    opening = hidden[0].lower()
    if opening in {"<![cdata[", "]]>"}:
        return hidden.end()
    ending = _ENDINGS[(hidden[1] or opening).lower()].search(text, hidden.end())
    return ending.end() if ending else len(text)


def _gap(tag: re.Match[str]) -> str:
    return "" if tag[1].lower() in INLINE_TAGS else " "


def _unsigned(line: str) -> str:
    for opening, mark in _SIGNATURES:
        head, found, tail = line.rpartition(mark)
        start = head.rfind(opening)
        if found and start >= 0 and len(tail) <= _MAX_SIGNED:
            return head[:start].rstrip()
    return line


def _shortened(line: str, most: int) -> str:
    if len(line) <= most:
        return line
    head = line[:most]
    return f"{head.rpartition(' ')[0] or head} …"
