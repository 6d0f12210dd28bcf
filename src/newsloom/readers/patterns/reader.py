"""Reads items off a front page by patterns, cleans them and marks duplicates, without style sheets or rendering."""

from __future__ import annotations

import dataclasses
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from newsloom.dom import Document
from newsloom.parameters import Count
from newsloom.readers.patterns.detect import Find, PatternThresholds, detect
from newsloom.readers.runs import NO_LINK, NORMAL, TextFlow, TextRun, joined, split_headline, text_flow
from newsloom.records import Item
from newsloom.text.casing import lower
from newsloom.text.stopwords import stop_words

__all__ = ["ORDER", "PatternReader"]

Pattern = Literal["url-text-url", "anchor", "bold-header", "text", "line"]
# Section 3.2.1: the pattern with two delimiters comes first. The paper gives the bold header no place; see NOTES.md.
ORDER: Final[tuple[Pattern, ...]] = ("url-text-url", "anchor", "bold-header", "text")
# Enough that two items in a million have the same fingerprint less than once in ten million pages.
_FINGERPRINT_DIGITS: Final = 16
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, kw_only=True)
class PatternReader:
    """Find items by patterns of links, bold print and text (Nørvåg and Øyri, 2004)."""

    name: ClassVar[str] = "patterns"
    version: ClassVar[int] = 2
    # Tables 1 and 2 are of these three patterns; the text of an item is cleaned of stop words (3.2.2).
    PAPER: ClassVar[Mapping[str, Any]] = {"patterns": ("url-text-url", "anchor", "text"), "drop_stop_words": True}

    patterns: tuple[Pattern, ...] = ORDER
    item_words: Count = 5  # section 3.1.3
    text_words: Count = 15  # the mean length of an item, section 4.1
    least_header_words: Count = 5  # this and those below: see NOTES.md
    most_header_words: Count = 30
    gap_words: Count = 80  # between two links to one address
    simple_link_words: Count = 4  # of a term linked within a text
    link_lines: Count = 3  # from a text to its link
    drop_stop_words: bool = False
    extra_stop_words: tuple[str, ...] = ()

    def read(self, document: Document, /) -> tuple[Item, ...]:
        known = {item.id for earlier in document.earlier for item in self._items(earlier)}
        return tuple(_marked(self._items(document), known))

    def _items(self, document: Document) -> Iterator[Item]:
        flow = text_flow(document)
        for position, find in enumerate(detect(flow, self.patterns, self._thresholds)):
            headline, text = self._cleaned(_headline_and_text(flow, find), document)
            yield Item(
                id=_fingerprint(f"{headline}\n{text}", find.url),
                page_url=document.url,
                headline=headline,
                text=text,
                url=find.url,
                image=flow.picture(find.url),
                pattern=find.pattern,
                position=position,
            )

    @property
    def _thresholds(self) -> PatternThresholds:
        names = [field.name for field in dataclasses.fields(PatternThresholds)]
        return PatternThresholds(**{name: getattr(self, name) for name in names})

    def _cleaned(self, texts: tuple[str, str], document: Document) -> tuple[str, str]:
        if not self.drop_stop_words:
            return texts
        language = document.language
        unwanted = stop_words(language, self.extra_stop_words)
        headline, text = (_without_stop_words(text, unwanted, language) for text in texts)
        return headline, text


def _marked(items: Iterator[Item], known: set[str]) -> Iterator[Item]:
    """The items, with duplicates of items in an earlier version or further up on the page marked."""
    counts: dict[str, int] = {}
    for item in items:
        count = counts[item.id] = counts.get(item.id, 0) + 1
        if count > 1:
            yield dataclasses.replace(item, id=f"{item.id}-{count}", duplicate_of=item.id)
        else:
            yield dataclasses.replace(item, duplicate_of=item.id) if item.id in known else item


def _headline_and_text(flow: TextFlow, find: Find) -> tuple[str, str]:
    split = _leading_headline if find.pattern == "text" else split_headline
    headline, text = split(flow.runs[find.start : find.stop])
    before = [joined(flow.runs[start:stop]) for start, stop in find.more if start < find.start]
    behind = [joined(flow.runs[start:stop]) for start, stop in find.more if start >= find.start]
    return headline, " ".join(part for part in (*before, text, *behind) if part)


def _leading_headline(runs: Sequence[TextRun]) -> tuple[str, str]:
    """Splits off the first line as headline if it is wholly linked or wholly bold; a term linked in it is text."""
    first = [run for run in runs if run.line == runs[0].line]
    is_header = all(run.link != NO_LINK for run in first) or all(run.weight > NORMAL for run in first)
    if is_header and len(first) < len(runs):
        return joined(first), joined(runs[len(first) :])
    return "", joined(runs)


def _without_stop_words(text: str, stop_words: Iterable[str], language: str | None) -> str:
    """Section 3.2.2: the text's words as written, without stop words and punctuation."""
    unwanted = frozenset(stop_words)
    return " ".join(word for word in _WORD.findall(text) if lower(word, language) not in unwanted)


def _fingerprint(text: str, url: str | None) -> str:
    """A hash that an item shares with its copies in other versions: text *and* address must be the same."""
    content = "\0".join((text, url or "")).encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:_FINGERPRINT_DIGITS]
