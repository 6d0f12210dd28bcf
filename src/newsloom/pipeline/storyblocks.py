"""Removes lines about the story from the blocks that a method kept: who wrote it, when, and how to print it.

Takes blocks and what is known of the article, and returns the same blocks or fewer, for any method. ``Article.text``
has no headline, byline, date line or caption, no tools and no appeals to pay.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence
from typing import Final

from newsloom.dom.authornames import is_agency
from newsloom.metadata.printedbyline import LEAD_IN
from newsloom.records import Block
from newsloom.text.appeals import MAX_APPEAL_LINE, is_appeal_line
from newsloom.text.casing import fold
from newsloom.text.categories import is_section_name
from newsloom.text.datelines import is_date_line, tells_posting
from newsloom.text.patterns import MARKS, pattern
from newsloom.text.size import count_words
from newsloom.text.toollines import (
    MAX_CREDIT_LINE,
    MAX_TOOL_LINE,
    behind_related_label,
    is_caption_line,
    is_closing_line,
    is_credit_line,
    is_tool_line,
    without_credits,
)

__all__ = ["story_blocks"]

# Captions stay if less than this share of the words would be left without them: the page is a gallery.
_LEAST_BESIDE_CAPTIONS: Final = 0.5
_MAX_SIGNATURE: Final = 60
_OPENING_BRACKETS: Final = "(（[【"
_CLOSING_BRACKETS: Final = ")）]】"
# A byline is within the first lines, and has at most this many characters, and words beside the names: "By", a place.
_OPENING_LINES: Final = 4
_MAX_BYLINE: Final = 160
_WORDS_BESIDE_NAMES: Final = 6
# If at least this many lines are dates, they divide the story (a chronicle), and the first is not its date line.
_DAYS_OF_A_CHRONICLE: Final = 2
# "By Ann Marie Lee".
_MAX_WORDS_OF_NAMES: Final = 4
# "Halvorian Press Agency"; a longer line is a sentence.
_MAX_WORDS_OF_AGENCY: Final = 4
_AGENCY_WORDS: Final = frozenset(
    map(fold, "agency agence agencia agência agenzia agentur nachrichtenagentur ajansı nyhetsbyrå telegrambyrå".split())
)
# How a story is signed when no person is named.
_STAFF: Final = frozenset({"staff and agencies", "staff and agency", "staff and wire reports", "agencies and staff"})
_WRITERS: Final = frozenset({"writer", "writers", "reporter", "staff"})
# A line drawn below the story, and the share of all words that may follow it: sources, contributors, outlook. A row of
# stars is not one: it separates chapters.
_RULES: Final = ("___", "---")
_MAX_BELOW_RULE: Final = 0.25
# An appeal to pay for the rest is within the last lines: a heading, a sentence or two, the offers.
_CLOSING_LINES: Final = 5
_MAX_APPEAL_WORDS: Final = 60
# In characters. The longest is "Read also:" and the headline of another story, as a link.
_MAX_RELATED: Final = 300
_MAX_SERVICE: Final = max(MAX_TOOL_LINE, MAX_CREDIT_LINE, MAX_APPEAL_LINE)
_MIN_LINKED: Final = 0.9
_CLOCK: Final = pattern(r"\d{1,2}[.:h]\d\d(?:\s?(?:[ap]\.?m\.?|uhr))?", re.IGNORECASE)
# http://www.coast.example 2005年3月8日 10:22 海岸晚报.
_DATED_SOURCE: Final = pattern(
    r"(?:https?://\S{1,60}\s)?\d{4}(?:年\d{1,2}月\d{1,2}日|([-/.])\d{1,2}\1\d{1,2})(?:\s?\d{1,2}:\d\d(?::\d\d)?)?"
    r"\s?[\u4e00-\u9fff]{0,10}"
)
_PARTS: Final = pattern(r"\s?[/|•·]\s?|\s[-–—]\s")
# "Business", "Sport": the kicker above the story or its headline.
_MAX_KICKER: Final = 40

_ASCII_LETTERS: Final = frozenset(string.ascii_letters)
# Usually enough characters of a text to contain its first word.
_BEGINNING: Final = 32
_WORD: Final = pattern(rf"[\w{MARKS}]+")
_PLAIN_WORD: Final = pattern(r"\w+")
_TWO_WORDS: Final = pattern(rf"[^\w{MARKS}]*+([\w{MARKS}]++)[^\w{MARKS}]++\w")


def story_blocks(
    blocks: Iterable[Block],
    *,
    titles: Iterable[str | None],
    captions: Iterable[str | None],
    authors: tuple[str, ...],
    section: str | None,
) -> tuple[Block, ...]:
    """The blocks of the story alone. ``titles`` and ``captions`` are texts that the article has elsewhere."""
    told = _not_repeated(blocks, titles, captions)
    # The length is checked first: most paragraphs are longer than any service line.
    told = [
        block
        for block in told
        if len(block.text) > (_MAX_RELATED if block.links else _MAX_SERVICE) or not _is_service(block)
    ]
    kept = _above_rule(_without_appeal(told))
    while len(kept) > 1 and _is_closing(kept[-1], authors):
        kept.pop()
    opening, rest = kept[:_OPENING_LINES], kept[_OPENING_LINES:]
    names = [_letters(author).split() for author in authors]
    return (
        *(
            block
            for number, block in enumerate(opening)
            # A longer line is a paragraph.
            if len(block.text) > _MAX_BYLINE
            or (
                not _is_byline(block.text, names)
                and (block.kind == "heading" or not _is_dated(block.text, section) or _is_chronicle(rest))
                and not (number == 0 and _is_kicker(block.text, section))
            )
        ),
        *rest,
    )


def _is_chronicle(blocks: Iterable[Block]) -> bool:
    return sum(is_date_line(block.text) for block in blocks) >= _DAYS_OF_A_CHRONICLE


def _is_closing(block: Block, authors: tuple[str, ...]) -> bool:
    # A list item may begin like a note on when the story was posted: "Updated rules of 2025".
    is_posting = block.kind == "paragraph" and tells_posting(block.text)
    return is_posting or is_closing_line(block.text) or _is_signature(block.text, authors)


def _is_signature(line: str, authors: tuple[str, ...]) -> bool:
    """Whether the line is short, in brackets, and names an author: （记者 王小明）."""
    is_enclosed = len(line) <= _MAX_SIGNATURE and line[:1] in _OPENING_BRACKETS and line[-1:] in _CLOSING_BRACKETS
    return is_enclosed and any(_names(line, author) for author in authors)


def _names(line: str, author: str) -> bool:
    """Whether the line contains the author's name. "Leeds" does not contain "Lee", 记者王小明 contains 王小明."""
    _, name, behind = line.partition(author)
    return bool(name) and not behind[:1].islower()


def _not_repeated(blocks: Iterable[Block], titles: Iterable[str | None], captions: Iterable[str | None]) -> list[Block]:
    """The blocks except titles, and except captions if the story consists of more than captions."""
    of_titles, of_captions = ({_letters(text) for text in {*texts} if text} for texts in (titles, captions))
    first_words = {letters.partition(" ")[0] for letters in of_titles | of_captions}
    other_letters = _ASCII_LETTERS.difference(*((word[:1], word[:1].upper()) for word in first_words))
    told, left = [], []
    for block in blocks:
        text = block.text
        # An ASCII letter is folded on its own unless a combining mark follows it.
        begins_otherwise = text[:1] in other_letters and text[:2].isascii()
        letters = None if begins_otherwise or not _may_begin(text, first_words) else _letters(text)
        if letters in of_titles:
            continue
        told.append(block)
        if letters not in of_captions and not is_caption_line(text):
            left.append(block)
    if len(left) == len(told):
        return told
    words, all_words = (sum(count_words(block.text) for block in some) for some in (left, told))
    return left if words >= _LEAST_BESIDE_CAPTIONS * all_words else told


def _may_begin(text: str, first_words: set[str]) -> bool:
    """Whether the first word may be one of these. Folding all of a long text takes ten times as long."""
    two = _TWO_WORDS.match(fold(text[:_BEGINNING]))
    # A lone word may continue past the beginning.
    return two is None or two[1] in first_words


def _is_service(block: Block) -> bool:
    if _leads_elsewhere(block):
        return True
    return block.kind == "paragraph" and (
        is_tool_line(block.text) or is_credit_line(block.text) or is_appeal_line(block.text) or _is_time_of_post(block)
    )


def _leads_elsewhere(block: Block) -> bool:
    """Whether the line is a link to another story after a label that says so: "Read also: …"."""
    if not block.links:
        return False
    start = behind_related_label(block.text)
    linked = sum(link.end - max(link.start, start) for link in block.links if link.end > start)
    return start > 0 and linked >= _MIN_LINKED * (len(block.text) - start)


def _is_time_of_post(block: Block) -> bool:
    """Whether the line is only the time of a post on a live page, which the block has as a field."""
    return block.part is not None and _CLOCK.fullmatch(block.text) is not None


def _without_appeal(blocks: list[Block]) -> list[Block]:
    """The blocks before the appeal to pay for more, if hardly anything follows it."""
    closing = range(max(len(blocks) - _CLOSING_LINES, 1), len(blocks))
    # Paragraphs that are appeals have already been removed.
    others = (number for number in closing if blocks[number].kind != "paragraph")
    first = next((number for number in others if is_appeal_line(blocks[number].text)), len(blocks))
    behind = sum(count_words(block.text) for block in blocks[first:])
    return blocks[:first] if behind <= _MAX_APPEAL_WORDS else blocks


def _above_rule(blocks: list[Block]) -> list[Block]:
    """The blocks above the last rule made of characters, if little follows it."""
    drawn = [number for number, block in enumerate(blocks) if block.text.startswith(_RULES)]
    # Hardly any story has one.
    if not drawn or blocks[drawn[-1]].text.strip("_- "):
        return blocks
    over, below = blocks[: drawn[-1]], blocks[drawn[-1] :]
    words_over, words_below = (sum(count_words(block.text) for block in some) for some in (over, below))
    return over if words_below <= _MAX_BELOW_RULE * (words_over + words_below) else blocks


def _is_dated(line: str, section: str | None) -> bool:
    """Whether the line is a date or time, alone or beside the name of its section: "News / 15.11.2026 15:40"."""
    if is_date_line(line) or _CLOCK.fullmatch(line) or _is_dated_credit(line):
        return True
    parts = _PARTS.split(line) if len(line) <= _MAX_BYLINE else []
    return any(map(is_date_line, parts)) and all(_is_beside_date(part, section) for part in parts)


def _is_beside_date(part: str, section: str | None) -> bool:
    is_name = _is_kicker(part, section) or _is_agency(part)
    return is_name or is_date_line(part) or is_credit_line(part) or is_tool_line(part)


def _is_dated_credit(line: str) -> bool:
    """Whether the line is a date with the story's source and tools beside it, as Chinese papers print it."""
    if line.isascii() or len(line) > _MAX_BYLINE:
        return False
    date, _, tools = without_credits(line).partition("【")
    return (is_date_line(date) or _DATED_SOURCE.fullmatch(date) is not None) and (not tools or is_tool_line(tools))


def _is_kicker(line: str, section: str | None) -> bool:
    """Whether the line is the name of the section, or of a section that papers commonly have."""
    if len(line) > _MAX_KICKER or line[-1:] in ".!?…。":
        return False
    return _letters(line) == _letters(section or "") or is_section_name(line)


def _is_byline(line: str, authors: Sequence[Sequence[str]]) -> bool:
    """Whether the line names an author and little else: "By Ada Strand, 3 May 2024". Authors are lists of words."""
    # 新华社…电（记者王小明）… is the first paragraph.
    if len(line) > _MAX_BYLINE or line.endswith("。"):
        return False
    if _is_led_in(line) or _is_agency(line):
        return True
    words = _letters(line).split() if authors else []
    named = {word for name in authors if set(words).issuperset(name) for word in name}
    beside = (word for word in words if word not in named and not word.isdecimal())
    return bool(named) and sum(1 for _ in beside) <= _WORDS_BESIDE_NAMES


def _is_led_in(line: str) -> bool:
    """Whether the line begins like a byline and continues with nothing but words written like names."""
    words = line.split()[1:]
    return (
        0 < len(words) <= _MAX_WORDS_OF_NAMES
        and LEAD_IN.match(line) is not None
        and all(word[0].isupper() and not word.endswith(".") for word in words)
    )


def _is_agency(line: str) -> bool:
    """Whether the line is the name of a news agency or its writers, which sign a story like a person."""
    words = line.split()
    if len(words) > _MAX_WORDS_OF_AGENCY:
        return False
    folded = fold(line)
    if is_agency(_without_writer(line)) or folded in _STAFF:
        return True
    are_names = len(words) > 1 and all(word[0].isupper() for word in words)
    return are_names and not _AGENCY_WORDS.isdisjoint(folded.split())


def _without_writer(line: str) -> str:
    """The line without "writer" or a similar word after a name: "Associated Press Writer"."""
    name, _, last = line.rpartition(" ")
    return name if fold(last) in _WRITERS else line


def _letters(text: str) -> str:
    folded = fold(text)
    # No combining mark is ASCII, and matching marks takes three times as long.
    return " ".join((_PLAIN_WORD if folded.isascii() else _WORD).findall(folded))
