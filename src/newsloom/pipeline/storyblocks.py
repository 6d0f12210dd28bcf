"""The blocks that a method kept, without the lines that speak of the story: who wrote it, when, and how to print it.

Blocks and what is known of the article go in; the same blocks or fewer come out, for whatever method. ``Article.text``
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

# Of a gallery its captions are more.
_LEAST_BESIDE_CAPTIONS: Final = 0.5
_MAX_SIGNATURE: Final = 60
_OPENING_BRACKETS: Final = "(（[【"
_CLOSING_BRACKETS: Final = ")）]】"
# Where a byline stands, and how much of it there is beside the names: "By", a place.
_OPENING_LINES: Final = 4
_MAX_BYLINE: Final = 160
_WORDS_BESIDE_NAMES: Final = 6
# Where so many days are named on lines of their own, they part the story, and the first is no date line.
_DAYS_OF_A_CHRONICLE: Final = 2
# "By Ann Marie Lee".
_MAX_WORDS_OF_NAMES: Final = 4
# "Halvorian Press Agency"; what names more is a sentence.
_MAX_WORDS_OF_AGENCY: Final = 4
_AGENCY_WORDS: Final = frozenset(
    map(fold, "agency agence agencia agência agenzia agentur nachrichtenagentur ajansı nyhetsbyrå telegrambyrå".split())
)
# What signs a story where no person is named.
_STAFF: Final = frozenset({"staff and agencies", "staff and agency", "staff and wire reports", "agencies and staff"})
_WRITERS: Final = frozenset({"writer", "writers", "reporter", "staff"})
# A line drawn below the story, and the share of all that may follow it: sources, helpers, what is to come. A row of
# stars parts chapters.
_RULES: Final = ("___", "---")
_MAX_BELOW_RULE: Final = 0.25
# Where an appeal to pay for the rest stands: a heading, a sentence or two, the offers.
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
# "Business", "Sport": the kicker, over the story or its headline.
_MAX_KICKER: Final = 40

_ASCII_LETTERS: Final = frozenset(string.ascii_letters)
# So much of a text shows its first word as a rule.
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
    """The blocks of the story alone; ``titles`` and ``captions`` are texts that the article has elsewhere."""
    told = _not_repeated(blocks, titles, captions)
    # Most paragraphs are longer than any line of service.
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
            # A paragraph is neither.
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
    # An item of a list may begin as a note does: "Updated rules of 2025".
    is_posting = block.kind == "paragraph" and tells_posting(block.text)
    return is_posting or is_closing_line(block.text) or _is_signature(block.text, authors)


def _is_signature(line: str, authors: tuple[str, ...]) -> bool:
    """Whether the line names the authors in brackets and says hardly more: （记者 王小明）."""
    is_enclosed = len(line) <= _MAX_SIGNATURE and line[:1] in _OPENING_BRACKETS and line[-1:] in _CLOSING_BRACKETS
    return is_enclosed and any(_names(line, author) for author in authors)


def _names(line: str, author: str) -> bool:
    """Whether the author's name stands in the line; "Lee" does not stand in "Leeds", 王小明 in 记者王小明 does."""
    _, name, behind = line.partition(author)
    return bool(name) and not behind[:1].islower()


def _not_repeated(blocks: Iterable[Block], titles: Iterable[str | None], captions: Iterable[str | None]) -> list[Block]:
    """The blocks but titles, and but captions where the story is told in more than these."""
    of_titles, of_captions = ({_letters(text) for text in {*texts} if text} for texts in (titles, captions))
    first_words = {letters.partition(" ")[0] for letters in of_titles | of_captions}
    other_letters = _ASCII_LETTERS.difference(*((word[:1], word[:1].upper()) for word in first_words))
    told, left = [], []
    for block in blocks:
        text = block.text
        # A letter of ASCII is folded by itself, unless a mark stands on it.
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
    """Whether the first word may be one of these: to fold all of a long text takes ten times as long."""
    two = _TWO_WORDS.match(fold(text[:_BEGINNING]))
    # A lone word may go on behind the beginning.
    return two is None or two[1] in first_words


def _is_service(block: Block) -> bool:
    if _leads_elsewhere(block):
        return True
    return block.kind == "paragraph" and (
        is_tool_line(block.text) or is_credit_line(block.text) or is_appeal_line(block.text) or _is_time_of_post(block)
    )


def _leads_elsewhere(block: Block) -> bool:
    """Whether the line is a link to another story behind a label that says so: "Read also: …"."""
    if not block.links:
        return False
    start = behind_related_label(block.text)
    linked = sum(link.end - max(link.start, start) for link in block.links if link.end > start)
    return start > 0 and linked >= _MIN_LINKED * (len(block.text) - start)


def _is_time_of_post(block: Block) -> bool:
    """Whether the line only says when a post of a live page was written, which the block tells beside its text."""
    return block.part is not None and _CLOCK.fullmatch(block.text) is not None


def _without_appeal(blocks: list[Block]) -> list[Block]:
    """The blocks up to the appeal to pay for more, if hardly anything follows it."""
    closing = range(max(len(blocks) - _CLOSING_LINES, 1), len(blocks))
    # Paragraphs that are appeals are gone already.
    others = (number for number in closing if blocks[number].kind != "paragraph")
    first = next((number for number in others if is_appeal_line(blocks[number].text)), len(blocks))
    behind = sum(count_words(block.text) for block in blocks[first:])
    return blocks[:first] if behind <= _MAX_APPEAL_WORDS else blocks


def _above_rule(blocks: list[Block]) -> list[Block]:
    """The blocks over the last line that is drawn with signs, if little follows it."""
    drawn = [number for number, block in enumerate(blocks) if block.text.startswith(_RULES)]
    # Hardly a story has any.
    if not drawn or blocks[drawn[-1]].text.strip("_- "):
        return blocks
    over, below = blocks[: drawn[-1]], blocks[drawn[-1] :]
    words_over, words_below = (sum(count_words(block.text) for block in some) for some in (over, below))
    return over if words_below <= _MAX_BELOW_RULE * (words_over + words_below) else blocks


def _is_dated(line: str, section: str | None) -> bool:
    """Whether the line says when, alone or beside the name of its section: "News / 15.11.2026 15:40"."""
    if is_date_line(line) or _CLOCK.fullmatch(line) or _is_dated_credit(line):
        return True
    parts = _PARTS.split(line) if len(line) <= _MAX_BYLINE else []
    return any(map(is_date_line, parts)) and all(_is_beside_date(part, section) for part in parts)


def _is_beside_date(part: str, section: str | None) -> bool:
    is_name = _is_kicker(part, section) or _is_agency(part)
    return is_name or is_date_line(part) or is_credit_line(part) or is_tool_line(part)


def _is_dated_credit(line: str) -> bool:
    """Whether the line is a date beside where the story came from and tools, as Chinese papers print it."""
    if line.isascii() or len(line) > _MAX_BYLINE:
        return False
    date, _, tools = without_credits(line).partition("【")
    return (is_date_line(date) or _DATED_SOURCE.fullmatch(date) is not None) and (not tools or is_tool_line(tools))


def _is_kicker(line: str, section: str | None) -> bool:
    """Whether the line is the name of the section, or of one that papers have."""
    if len(line) > _MAX_KICKER or line[-1:] in ".!?…。":
        return False
    return _letters(line) == _letters(section or "") or is_section_name(line)


def _is_byline(line: str, authors: Sequence[Sequence[str]]) -> bool:
    """Whether the line names an author and says little more: "By Ada Strand, 3 May 2024"; authors by their words."""
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
    """Whether the line begins as bylines do, and goes on with nothing but words that are written as names are."""
    words = line.split()[1:]
    return (
        0 < len(words) <= _MAX_WORDS_OF_NAMES
        and LEAD_IN.match(line) is not None
        and all(word[0].isupper() and not word.endswith(".") for word in words)
    )


def _is_agency(line: str) -> bool:
    """Whether the line is the name of a news agency, or of its writers, which sign a story as a person does."""
    words = line.split()
    if len(words) > _MAX_WORDS_OF_AGENCY:
        return False
    folded = fold(line)
    if is_agency(_without_writer(line)) or folded in _STAFF:
        return True
    are_names = len(words) > 1 and all(word[0].isupper() for word in words)
    return are_names and not _AGENCY_WORDS.isdisjoint(folded.split())


def _without_writer(line: str) -> str:
    """The line without "writer" and the like behind a name: "Associated Press Writer"."""
    name, _, last = line.rpartition(" ")
    return name if fold(last) in _WRITERS else line


def _letters(text: str) -> str:
    folded = fold(text)
    # No mark is ASCII, and to look for marks takes three times as long.
    return " ".join((_PLAIN_WORD if folded.isascii() else _WORD).findall(folded))
