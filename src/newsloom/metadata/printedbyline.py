"""Finds the authors on a page without markup for its byline, in the lines after the headline.

A byline is a line that begins like one ("By Ann Lee", between two line breaks of an old page), that consists of names
and is next to the date, or that consists of names in bold above a story signed by the paper. Such pages may have no
heading, so the headline is recognised by its text. Microdata, links and classes, which are more reliable, are read
first by ``byline``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from newsloom.dom import Document
from newsloom.dom.authordates import without_dates
from newsloom.dom.authornames import AUTHOR_LABELS, CREDIT_PARTS, clean_names, is_person
from newsloom.dom.outline import Segment
from newsloom.text.casing import fold
from newsloom.text.digits import western_digits
from newsloom.text.patterns import pattern

__all__ = ["LEAD_IN", "find_printed_byline"]

# "By Ann Lee", "Author: Ann Lee" at the beginning of a line.
LEAD_IN: Final = pattern(
    r"\s*(?:(?:by|von|par|por|av|af|di|door|oleh|yazan|haber|โดย)\s*:?\s+(?:[^\W\d_]|$)"
    r"|(?:yazan|haber):(?:[^\W\d_]|$)|(?:本[報报])?(?:記者|记者)\s?[^\W\d_]{2,4}"
    r"|(?:記者|记者)[:：]\s?[^\W\d_]{2,5}$|[가-힣]{2,4}\s(?:[가-힣]{2}\s?)?기자(?!\w)"
    r"|(?:written|posted|reported|skrevet|skriven|escrito|écrit|geschreven) (?:by|av|af|por|par|door)\b"
    rf"|(?:{AUTHOR_LABELS}|text|tekst(?: og foto)?|texte|texto|testo|redaktion|作者|撰文|文)"
    r"\s?[:：／・]\s*(?:[^\W\d_]|$))",
    re.IGNORECASE,
)
# A second line of the headline, a standfirst, a date and a place may come between.
_MAX_LINES_BEHIND: Final = 6
_MAX_CHARACTERS: Final = 80
_WORDS_OF_SHORTEST: Final = 2
# Names without a "By" must be shorter, of two or three words, and consist of words only.
_MAX_BARE_CHARACTERS: Final = 60
_BARE_WORDS: Final = (2, 3)
_NAME_WORD: Final = pattern(r"[^\W\d_]+(?:[-'’.][^\W\d_]+){0,3}\.?")
# "PDF VERSION" is not a name; "J" and "JK" are initials.
_MAX_INITIALS: Final = 2
# The length of what separates two names: ", ", " and ".
_MAX_BETWEEN: Final = 5
# "3 May 2024 | 3 min read | By Ann Lee"; or the source and, after a space, the reporter.
_PARTS: Final = pattern(r"\s*[|•·]\s*|\s[-–—]\s|\s(?=(?:記者|记者)\s?[^\W\d_]{2,8}(?:$|[／/]))|\s(?=โดย\s?:)")
# 新华社…电（记者 王小明 李静）at the beginning of a story, or （记者 王小明 通讯员 李静）below it.
_REPORTERS: Final = pattern(r"[（(](?:[\u4e00-\u9fff]{1,6}[社报報网網台])?(?:记者|記者)[\s:：]*([^（）()]{2,40})[）)]")
_ASSISTANTS: Final = pattern(r"[\s、，]*(?:通讯员|通訊員|实习生|實習生|见习记者|实习记者)[\s:：]*")
_MAX_DATELINE: Final = 60
# The story itself begins with a line of some length.
_MIN_PROSE: Final = 80
_BOLD: Final = frozenset({"b", "strong"})
_HEADINGS_AND_ITEMS: Final = frozenset("h1 h2 h3 h4 h5 h6 li".split())
_LABEL: Final = pattern(
    rf"(?:{AUTHOR_LABELS}|yazar)(?:\s?[:：]\s?|\s(?=(?-i:[A-ZÀ-Þ])))",
    re.IGNORECASE,
)
_YEAR: Final = pattern(r"(?<!\w)(?:19|20)\d\d(?=年|\b)")


def find_printed_byline(document: Document) -> tuple[str, ...]:
    """The names in the byline after the headline; empty if no line is a byline."""
    lines, sites = document.outline.segments, document.declared.sites
    indexes = document.headline_lines
    for index in indexes:
        for line in lines[index + 1 : index + 1 + _MAX_LINES_BEHIND]:
            names = _led_in(line, sites)
            if names:
                return names
    for index in indexes:
        names = _bare(document, lines, index, sites) or _bold(document, lines, index)
        if names:
            return names
    names = _reporters(document, sites)
    if names:
        return names
    return _labelled(lines, sites) if indexes and (document.declared.organisation or document.declared.authors) else ()


def _led_in(line: Segment, sites: tuple[str, ...]) -> tuple[str, ...]:
    if len(line.text) > _MAX_CHARACTERS:
        return ()
    text = without_dates(line.text)
    parts = (part for piece in _PARTS.split(text) for part in CREDIT_PARTS.split(piece))
    byline = next(filter(LEAD_IN.match, parts), None)
    if byline is None:
        return ()
    names = clean_names(byline, sites)
    # A single word is a name if nothing but a date follows it: "By John on May 3, 2004", "By Reuters".
    is_alone = len(names) == 1 and len(byline.split()) == _WORDS_OF_SHORTEST and byline.endswith(f" {names[0]}")
    return names if is_alone and not names[0][0].islower() else tuple(name for name in names if is_person(name))


def _bare(document: Document, lines: Sequence[Segment], index: int, sites: tuple[str, ...]) -> tuple[str, ...]:
    """The names in the line after the headline, if it consists of names and a date is next to it.

    Without a date, most such lines are names of sections and products: of 45 on pages of all kinds, six were authors.
    """
    behind = lines[index + 1 : index + 2]
    if not behind or not any(map(_is_dated, (*lines[max(index - 1, 0) : index], *lines[index + 1 : index + 3]))):
        return ()
    line = behind[0]
    return () if _tag_of(document, line) in _HEADINGS_AND_ITEMS else _only_names(line, sites)


def _bold(document: Document, lines: Sequence[Segment], index: int) -> tuple[str, ...]:
    """The names in bold directly above the first prose of a story, if the page declares the paper as its author."""
    behind = lines[index + 1 : index + 2 + _MAX_LINES_BEHIND] if document.declared.organisation else ()
    start = next((at for at, line in enumerate(behind) if len(line.text) >= _MIN_PROSE), 0)
    line = behind[start - 1] if start else None
    return _only_names(line, document.declared.sites) if line and _is_bold(document, line) else ()


def _reporters(document: Document, sites: tuple[str, ...]) -> tuple[str, ...]:
    """The names after "reporter" in brackets, near the beginning of a line."""
    texts = document.outline.texts
    # Most pages do not contain the word. Joining all lines takes a tenth of the time of checking each.
    for text in texts if "者" in "".join(texts) else ():
        start = text[:_MAX_DATELINE]
        if "记者" not in start and "記者" not in start:
            continue
        found = _REPORTERS.search(start)
        if found:
            names = clean_names("记者" + _ASSISTANTS.sub("、", found[1]), sites)
            return tuple(name for name in names if is_person(name))
    return ()


def _labelled(lines: Sequence[Segment], sites: tuple[str, ...]) -> tuple[str, ...]:
    """The names in the first line such as "Author: Ann Lee", anywhere on the page: some print it below the story."""
    for line in lines:
        # Most lines begin with another letter and need only this check.
        may_be = line.text[:1] in "AFPYafpyАа" and len(line.text) <= _MAX_CHARACTERS
        label = _LABEL.match(line.text) if may_be else None
        names = clean_names(line.text[label.end() :], sites) if label else ()
        if names and all(map(_is_plain_person, names)):
            return names
    return ()


def _is_bold(document: Document, line: Segment) -> bool:
    box = document.outline.element(line.box)
    return box.tag == "p" and not (box.text or "").strip() and len(box) == 1 and box[0].tag in _BOLD


def _only_names(line: Segment, sites: tuple[str, ...]) -> tuple[str, ...]:
    """The names in a line that consists of names and possibly a date; otherwise empty."""
    if len(line.unlinked) < len(line.text) or len(line.text) > _MAX_CHARACTERS:
        return ()
    text = without_dates(line.text).strip(" |,")
    names = clean_names(text, sites) if len(text) <= _MAX_BARE_CHARACTERS else ()
    is_all = sum(map(len, names)) + _MAX_BETWEEN * (len(names) - 1) >= len(text)
    return names if is_all and all(map(_is_plain_person, names)) else ()


def _is_dated(line: Segment) -> bool:
    return len(line.text) <= _MAX_BARE_CHARACTERS and _YEAR.search(western_digits(line.text)) is not None


def _tag_of(document: Document, line: Segment) -> str:
    return document.outline.tags[line.box]


def _is_plain_person(name: str) -> bool:
    """Whether the name can only be a person's: no article, no abbreviation, few words."""
    words = name.split()
    return (
        len(words) in _BARE_WORDS
        and is_person(name)
        and fold(words[0]) != "the"
        and all(_NAME_WORD.fullmatch(word) and not (word.isupper() and len(word) > _MAX_INITIALS) for word in words)
    )
