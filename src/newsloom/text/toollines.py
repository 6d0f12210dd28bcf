"""Recognises lines beside a story that are not part of it: tools, counts, page numbers, credits and captions.

"Print | E-mail this | Share", "1,234 views", "Page 1 2 Next" and "责任编辑：…" belong to the page and not to its story.
A tool line must consist only of such labels, so a sentence about printing is never one. The labels are in
``data/toollines.txt``.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final

from newsloom.text.casing import fold
from newsloom.text.patterns import MARKS, pattern
from newsloom.text.size import count_letters
from newsloom.text.wordlists import read_lines

__all__ = [
    "MAX_CREDIT_LINE",
    "MAX_TOOL_LINE",
    "behind_related_label",
    "is_caption_line",
    "is_closing_line",
    "is_credit_line",
    "is_tool_line",
    "without_credits",
]

# In letters; longer lines are sentences.
MAX_TOOL_LINE: Final = 140
MAX_CREDIT_LINE: Final = 90
# In characters: a note by the site's lawyers or software is a sentence or two.
_MAX_NOTE: Final = 500
# In Chinese characters: two lines below a picture.
_MAX_CAPTION: Final = 80
_CAPTION_LABELS: Final = ("图为", "圖為", "资料图", "資料圖", "图源", "圖源")
# Before a number this mark is a minus sign.
_CAPTION_MARK: Final = pattern(r"[▲△](?!\s?\d)")
_PHOTOGRAPHERS: Final = (" 摄", " 攝", " 摄）", " 攝）", "摄影）", "供图）", "供圖）", " 供图", " 供圖")
# "© Halvorian Press FILE - In this May 3, 2024, file photo, …": a picture from an agency's archive.
_FILE_PICTURE: Final = pattern(r"(?:©[^.:]{2,50} )?FILE ?[-–—] ")
_MAX_FILE_CAPTION: Final = 1000
# Labels that are not tools.
_OTHER_LINES: Final = frozenset({"credit", "filing", "note", "related", "rights"})
_DECISIVE: Final = frozenset({"tool", "turn"})
# A line with such a label must have at least this many numbers: "1,234 views", "Page 1 of 2".
_NUMBERS_BESIDE: Final = {"count": 1, "page": 2}
_NUMBER: Final = pattern(r"\d[\d.,]*+")
# Neither letters nor their marks.
_GAP: Final = pattern(rf"(?:(?![{MARKS}])[\W\d_])++")
# The first word of an ASCII line: few lines begin with the first word of a label.
_FIRST_WORD: Final = pattern(r"[^A-Za-z]*+([A-Za-z]++)")
_FIRST_LETTER: Final = pattern(r"[^\W\d_]")
# "Read also: …", "(Lea también: …)", ">> Mehr lesen – …".
_RELATED: Final = pattern(r"[^\w:：]{0,6}([^\W\d_][^:：–—|»>]{2,40}?)\s?[:：–—|»>]\s*")
_CREDIT: Final = pattern(r"[\s(（\[【]*([^:：()（）\[\]【】]{2,16}?)\s*(?:[:：・ ]\s*\S|[:：]\s*$)")
_CREDIT_WITHIN: Final = pattern(r"([^\s:：()（）\[\]【】]{2,8})\s?[:：]\s?[^\s:：【】]{1,20}")
# Where and when it was printed: 《海岸日报》（2024年5月3日 第4版）.
_EDITION: Final = pattern(r"\s?《[^《》]{2,20}》\s?[（(][^（）()]{6,40}版\s?[）)]\s?")


def is_tool_line(line: str) -> bool:
    """Whether the line holds only labels of tools, counts of readers, or page numbers."""
    # No character counts as less than a letter.
    if len(line) > MAX_TOOL_LINE or count_letters(line) > MAX_TOOL_LINE:
        return False
    # Most lines begin with another word or letter and are rejected here.
    if line.isascii():
        word = _FIRST_WORD.match(line)
        may_be_tools = word is not None and word[1].lower() in _first_words()
    else:
        first = _first_letter(line)
        may_be_tools = first is not None and fold(first) in _first_letters()
    return may_be_tools and _is_of_labels(fold(line).replace("’", "'"))


def is_credit_line(line: str) -> bool:
    """Whether the line says who edited the story or where it came from. Always False for ASCII lines."""
    if line.isascii() or len(line) > MAX_CREDIT_LINE or count_letters(line) > MAX_CREDIT_LINE:
        return False
    found = _CREDIT.match(line)
    return (found is not None and fold(found[1]) in _of_kind("credit")) or _EDITION.fullmatch(line) is not None


def is_caption_line(line: str) -> bool:
    """Whether the line is a caption or credit as Chinese papers print it below a picture.

    Also captions that agencies send with archive pictures.
    """
    if line.startswith(("©", "FILE")):
        return len(line) <= _MAX_FILE_CAPTION and _FILE_PICTURE.match(line) is not None
    if line.isascii() or len(line) > _MAX_CAPTION:
        return False
    is_marked = line.startswith(_CAPTION_LABELS) or _CAPTION_MARK.match(line) is not None
    return is_marked or line.endswith(_PHOTOGRAPHERS)


def without_credits(line: str) -> str:
    """The line without labels such as 来源： and the word after each. They are printed beside the date."""
    return _CREDIT_WITHIN.sub(lambda found: "" if fold(found[1]) in _of_kind("credit") else found[0], line).strip()


def is_closing_line(line: str) -> bool:
    """Whether the line says where the story is filed ("Tags: ferry"), or announces links to related stories.

    Also notes on rights and printing: "Copyright 2024 The Coast Courier", "A version of this article …".
    """
    if len(line) <= _MAX_NOTE and _is_note(fold(line)):
        return True
    if len(line) > MAX_TOOL_LINE:
        return False
    label, colon, _ = line.replace("：", ":").partition(":")
    kinds = _kinds().get(fold(label.strip()), frozenset())
    return "filing" in kinds if colon and not line.rstrip().endswith((":", "：")) else "related" in kinds


def behind_related_label(line: str) -> int:
    """The index of the text after a label such as "Read also:"; 0 if the line has no such label."""
    found = _RELATED.match(line)
    return found.end() if found is not None and "related" in _kinds().get(fold(found[1]), ()) else 0


def _is_note(line: str) -> bool:
    # "(c) 2024" begins with a bracket.
    begins = line.startswith(_notes()) or line.startswith(_notes(), _behind_gap(line, 0))
    return begins or any(map(line.__contains__, _of_kind("rights")))


def _first_letter(line: str) -> str | None:
    # Searching takes four times as long.
    if line[:1].isalpha():
        return line[0]
    found = _FIRST_LETTER.search(line)
    return found[0] if found else None


def _is_of_labels(line: str) -> bool:
    place, kinds = _behind_gap(line, 0), set[str]()
    while place < len(line):
        label = _label_at(line, place)
        if label is None:
            return False
        kinds |= _kinds()[label]
        place = _behind_gap(line, place + len(label))
    numbers = len(_NUMBER.findall(line))
    return not _DECISIVE.isdisjoint(kinds) or any(
        kind in kinds and numbers >= least for kind, least in _NUMBERS_BESIDE.items()
    )


def _label_at(line: str, place: int) -> str | None:
    """The longest label at this place. In scripts with spaces, a label must end at the end of a word."""
    labels = _by_beginning()
    # A label of one character is shorter than any with two.
    for label in (*labels.get(line[place : place + 2], ()), *labels.get(line[place], ())):
        end = place + len(label)
        if line.startswith(label, place) and (_is_unspaced(label[-1]) or not _is_in_word(line[end : end + 1])):
            return label
    return None


def _behind_gap(line: str, place: int) -> int:
    found = _GAP.match(line, place)
    return found.end() if found else place


def _is_in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _is_unspaced(letter: str) -> bool:
    return "\u0e01" <= letter <= "\u0eff" or "\u3041" <= letter <= "\u9fff"


@functools.cache
def _kinds() -> Mapping[str, frozenset[str]]:
    kinds: dict[str, set[str]] = {}
    for line in read_lines("toollines"):
        kind, _, labels = line.partition(": ")
        for label in labels.split(", "):
            kinds.setdefault(fold(label), set()).add(kind)
    return {label: frozenset(found) for label, found in kinds.items()}


@functools.cache
def _notes() -> tuple[str, ...]:
    return tuple(_of_kind("note"))


@functools.cache
def _of_kind(kind: str) -> frozenset[str]:
    return frozenset(label for label, kinds in _kinds().items() if kind in kinds)


def _tool_labels() -> list[str]:
    return [label for label, kinds in _kinds().items() if not kinds <= _OTHER_LINES]


@functools.cache
def _first_words() -> frozenset[str]:
    words = (_FIRST_WORD.match(label) for label in _tool_labels() if label.isascii())
    return frozenset(word[1] for word in words if word is not None)


@functools.cache
def _first_letters() -> frozenset[str]:
    return frozenset(label[0] for label in _tool_labels())


@functools.cache
def _by_beginning() -> Mapping[str, tuple[str, ...]]:
    """The labels of tools by their first two characters, the longest first."""
    # An expression with all of them takes 10 ms to compile, for which the first call would have to wait.
    found: dict[str, list[str]] = {}
    for label in sorted(_tool_labels(), key=len, reverse=True):
        found.setdefault(label[:2], []).append(label)
    return {beginning: tuple(labels) for beginning, labels in found.items()}
