"""Repairs XML that is not well-formed, as feeds and OPML files often are.

In the result every tag is closed, every attribute quoted, every ampersand escaped, and HTML's character entities are
replaced. Missing end tags are guessed from the names of elements: a headline ends where the next field begins. One
pass, no recursion.
"""

from __future__ import annotations

import html
import re
from html.entities import html5
from typing import Final
from xml.sax.saxutils import escape

__all__ = ["repaired"]

# The parser stops at 256.
_MAX_DEPTH: Final = 200
_MAX_ATTRIBUTES: Final = 40
# Each tag costs ten times what it costs the parser; this many tags are far more than a thousand stories need.
_MAX_TAGS: Final = 200_000
# A broken feed is read only this far; 16 MB of nothing but ampersands would take five seconds.
_MAX_CHARACTERS: Final = 8_000_000
# How far before a section of character data its tag is looked for.
_TAG_CHARACTERS: Final = 200

_OPENS: Final = "<![CDATA["
_CLOSES: Final = "]]>"
_PLAIN: Final = r"""(?:[^<>"']|"[^"<]{0,9999}"|'[^'<]{0,9999}')*+"""
# A value with a tag's character in it, as in text="We <3 news". What follows distinguishes it from a quote that was not
# closed. Only a few per tag: otherwise each tag that is not closed would be read to the end of the file.
_SIGNED: Final = r"""(?:"[^"]{0,500}"|'[^']{0,500}')(?=[\s/>])"""
_TAG: Final = re.compile(
    rf"<(?P<end>/)?(?P<name>[A-Za-z_][\w.:-]{{0,80}})(?P<attributes>{_PLAIN}(?:{_SIGNED}{_PLAIN}){{0,8}}+)>"
    r"|<[!?][^<>]{0,999}>"
)
_ATTRIBUTE: Final = re.compile(r"""([A-Za-z_][\w.:-]{0,80})\s{0,99}=\s{0,99}(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""")
_LAST_TAG: Final = re.compile(r"<([A-Za-z_][\w.:-]{0,80})[^<>]{0,150}>\s{0,40}$")
_AMPERSAND: Final = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)(#\d{1,7};|#[xX][\da-fA-F]{1,6};|[A-Za-z][A-Za-z\d]{1,31};)?"
)
# One story, one source: none is inside another of its kind, except the folders of an outline.
_ENTRIES: Final = frozenset({"item", "entry", "url", "sitemap"})
# Fields with only text; a tag of this list within one means that its end tag is missing.
_FIELDS: Final = frozenset(
    "title link guid id pubdate published updated issued modified author category comments dc:creator dc:date "
    "dc:subject content:encoded description summary content enclosure source loc lastmod item entry url".split()
)
_LINES: Final = frozenset("title link guid id pubdate published updated issued modified dc:creator dc:date loc".split())


def repaired(markup: str) -> str:
    """Returns the markup with balanced tags; what follows the end of the root, or exceeds the bounds, is dropped."""
    markup = markup[:_MAX_CHARACTERS]
    balance = _Balance()
    position = 0
    for start, end, section in _sections(markup):
        balance.add_markup(markup, position, start)
        balance.add_text(escape(section))
        position = end
    balance.add_markup(markup, position, len(markup))
    return balance.closed()


def _sections(markup: str) -> list[tuple[int, int, str]]:
    """Returns the ranges of character data, with the data; a section that is not closed ends with its element."""
    sections = []
    start = markup.find(_OPENS)
    close = -1
    while start >= 0:
        begin = start + len(_OPENS)
        if close < begin:
            close = markup.find(_CLOSES, begin)
            close = len(markup) if close < 0 else close
        following = markup.find(_OPENS, begin)
        end = close
        if close == len(markup) or 0 <= following < close:
            end = _forgotten_end(markup, start, begin, close if following < 0 else min(close, following))
        section = markup[begin:end]
        sections.append((start, end + len(_CLOSES) if end == close else end, section))
        start = markup.find(_OPENS, end)
    return sections


def _forgotten_end(markup: str, start: int, begin: int, limit: int) -> int:
    tag = _LAST_TAG.search(markup, max(0, start - _TAG_CHARACTERS), start)
    end = markup.find(f"</{tag[1]}", begin, limit) if tag else -1
    return end if end >= 0 else limit


class _Balance:
    """Builds well-formed markup: keeps what was written, and which tags are open."""

    def __init__(self) -> None:
        self._written: list[str] = []
        self._open: list[str] = []
        self._depths: dict[str, list[int]] = {}
        self._tags_left = _MAX_TAGS
        self._is_over = False

    def add_markup(self, markup: str, start: int, end: int) -> None:
        if self._is_over:
            return
        part = _without(_without(markup[start:end], "<!--", "-->"), "<?", "?>")
        position = 0
        for tag in _TAG.finditer(part):
            self.add_text(_with_entities(part[position : tag.start()]))
            position = tag.end()
            self._tags_left -= 1
            self._is_over = self._tags_left < 0
            if tag["name"] and not self._is_over:
                self._add_tag(tag["name"], tag["attributes"].rstrip(), is_end=bool(tag["end"]))
            if self._is_over:
                return
        self.add_text(_with_entities(part[position:]))

    def add_text(self, text: str) -> None:
        if self._open and not self._is_over:
            self._written.append(text)

    def closed(self) -> str:
        self._close_to(0)
        return "".join(self._written)

    def _add_tag(self, name: str, attributes: str, *, is_end: bool) -> None:
        if is_end:
            if self._depths.get(name):
                self._close_to(self._depths[name][-1])
                self._is_over = not self._open
            return
        self._close_forgotten(name.lower())
        is_empty = attributes.endswith("/")
        if len(self._open) < _MAX_DEPTH:
            self._written.append(f"<{name}{_quoted(attributes.removesuffix('/'))}{'/' if is_empty else ''}>")
            if not is_empty:
                self._depths.setdefault(name, []).append(len(self._open))
                self._open.append(name)

    def _close_forgotten(self, name: str) -> None:
        """Closes elements that cannot contain the tag that begins: a headline contains no link, a story no story."""
        if name in _ENTRIES and self._depths.get(name):
            self._close_to(self._depths[name][0])
        if self._open and name in _FIELDS and self._open[-1].lower() in _LINES:
            self._close_to(len(self._open) - 1)

    def _close_to(self, depth: int) -> None:
        while len(self._open) > depth:
            name = self._open.pop()
            self._depths[name].pop()
            self._written.append(f"</{name}>")


def _without(markup: str, opening: str, closing: str) -> str:
    kept = []
    position, start = 0, markup.find(opening)
    while start >= 0:
        end = markup.find(closing, start + len(opening))
        if end < 0:
            break
        kept.append(markup[position:start])
        position = end + len(closing)
        start = markup.find(opening, position)
    return "".join(kept) + markup[position:]


def _quoted(attributes: str) -> str:
    values: dict[str, str] = {}
    for found in _ATTRIBUTE.finditer(attributes):
        value = next(one for one in found.groups()[1:] if one is not None)
        values.setdefault(found[1], value)
        if len(values) == _MAX_ATTRIBUTES:
            break
    return "".join(f' {name}="{_with_entities(value).replace(chr(34), "&quot;")}"' for name, value in values.items())


def _with_entities(text: str) -> str:
    """Returns text that XML allows: what is neither a tag nor a reference is escaped."""
    if "&" in text:
        text = _AMPERSAND.sub(_reference, text)
    return text.replace("<", "&lt;").replace(">", "&gt;")


def _reference(found: re.Match[str]) -> str:
    name = found[1]
    if not name:
        return "&amp;"
    if name.startswith("#"):
        character = html.unescape(f"&{name}")
        # HTML makes some references control characters, which XML does not allow, and others U+FFFD, which is of no
        # use.
        return escape(character) if character.isprintable() and character != "\ufffd" else " " * character.isspace()
    return escape(html5[name]) if name in html5 else f"&amp;{name}"
