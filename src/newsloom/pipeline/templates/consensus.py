"""What the pages of a template have in common: adds paths of content to templates, given their documents.

A learner groups pages by their trees. This module reads their lines: which occur on several pages, at which paths an
extractor keeps everything or nothing on page after page, and where the headline, byline, date and body are. No labels
are needed, and the result is small enough to be sent with every page that is read.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from newsloom.dom import Document
from newsloom.dom.linepaths import MAX_TEXT, line_key, line_paths
from newsloom.extractors.protocol import Extractor
from newsloom.metadata import describe
from newsloom.records import Template
from newsloom.text.casing import fold
from newsloom.text.datelines import is_date_line

__all__ = ["LEAST_PAGES", "PageConsensus"]

# Extraction takes three times as long as learning. This many pages are enough for a few dozen sites.
MOST_PAGES: Final = 400
# Fewer pages than this show nothing.
LEAST_PAGES: Final = 3
# These two were chosen on the four eras of five sites, see extractors/loom/NOTES.md. A path counts if at least this
# share of the pages has it. A line is repeated if at least this share of the pages, and at least three, have it.
PATH_SHARE: Final = 0.7
REPEATED_SHARE: Final = 0.3
# More than this share of the pages that have a field must agree on its place.
_FIELD_SHARE: Final = 0.5
# A line counts as at most this many words, so that no single paragraph decides what a path is.
_MAX_WORDS: Final = 60
# These limits keep small what is sent with every page.
_MOST_PATHS: Final = 1_000
_MOST_SEGMENTS: Final = 3_000
_MAX_BYLINE: Final = 160


@dataclass(frozen=True, slots=True)
class _Line:
    path: str
    text: str
    words: int
    is_kept: bool


@dataclass(frozen=True, slots=True)
class _PageLines:
    """The lines of one page, and the paths of its fields."""

    lines: tuple[_Line, ...]
    fields: dict[str, str]


class PageConsensus:
    """Collects pages one by one, in the order in which the learner gets them."""

    def __init__(self, extractor: Extractor, *, most: int = MOST_PAGES) -> None:
        self._extractor = extractor
        self._most = most
        self._pages: list[_PageLines | None] = []

    @property
    def is_full(self) -> bool:
        """Whether enough pages have been added."""
        return len(self._pages) >= self._most

    def add(self, document: Document) -> None:
        """Add the next page. A page that is not a story counts as a page, but its lines are ignored."""
        self._pages.append(_page_lines(document, self._extractor))

    def complete(self, template: Template) -> Template:
        """The template with what its members have in common, or unchanged if too few of them were added."""
        seen = [self._pages[member] for member in template.members if member < len(self._pages)]
        pages = [one for one in seen if one is not None]
        if len(pages) < LEAST_PAGES:
            return template
        segments = template.segments or _repeated(pages)
        return replace(template, segments=segments, kept=_kept(pages), fields=_fields(pages, segments))


def _page_lines(document: Document, extractor: Extractor) -> _PageLines | None:
    extraction = extractor.extract(document)
    if extraction.is_article is False or not extraction.blocks:
        return None
    kept = {block.text for block in extraction.blocks}
    segments = document.outline.segments
    lines = tuple(
        _Line(path, segment.text[:MAX_TEXT], min(segment.text.count(" ") + 1, _MAX_WORDS), segment.text in kept)
        for path, segment in zip(line_paths(document.outline), segments, strict=True)
    )
    return _PageLines(lines, _seen_fields(document, lines))


def _seen_fields(document: Document, lines: Sequence[_Line]) -> dict[str, str]:
    headline = fold(document.headline or "")[:MAX_TEXT]
    authors = [fold(author) for author in describe(document).authors]
    found: dict[str, str] = {}
    for line in lines:
        text = fold(line.text)
        if headline and text == headline:
            found.setdefault("headline", line.path)
        elif len(text) < min(_MAX_BYLINE, MAX_TEXT) and any(author in text for author in authors):
            found.setdefault("byline", line.path)
        elif is_date_line(line.text):
            found.setdefault("date", line.path)
    return found


def _repeated(pages: Sequence[_PageLines]) -> dict[str, int]:
    least = max(LEAST_PAGES, math.ceil(REPEATED_SHARE * len(pages)))
    counts = Counter(key for page in pages for key in {line_key(line.path, line.text) for line in page.lines})
    return {key: count for key, count in _most(counts, _MOST_SEGMENTS) if count >= least}


def _kept(pages: Sequence[_PageLines]) -> dict[str, float]:
    counts = Counter(path for page in pages for path in {line.path for line in page.lines})
    words: dict[str, int] = defaultdict(int)
    kept: dict[str, int] = defaultdict(int)
    for line in (line for page in pages for line in page.lines):
        words[line.path] += line.words
        kept[line.path] += line.words * line.is_kept
    common = [path for path, count in _most(counts, _MOST_PATHS) if count >= PATH_SHARE * len(pages)]
    return {path: round(kept[path] / words[path], 3) for path in common}


def _fields(pages: Sequence[_PageLines], segments: Iterable[str]) -> dict[str, str]:
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for page in pages:
        votes["body"].update(_body(page, segments))
        for name, path in page.fields.items():
            votes[name][path] += 1
    found = {name: paths.most_common(1)[0] for name, paths in sorted(votes.items()) if paths}
    return {
        name: path
        for name, (path, count) in found.items()
        if count > _FIELD_SHARE * votes[name].total() and count >= LEAST_PAGES
    }


def _body(page: _PageLines, segments: Iterable[str]) -> list[str]:
    """The path with most of the text that the page does not share with others."""
    words: Counter[str] = Counter()
    for line in page.lines:
        if line.is_kept and line_key(line.path, line.text) not in segments:
            words[line.path] += line.words
    return [path for path, _ in _most(words, 1)]


def _most(counts: Counter[str], limit: int) -> list[tuple[str, int]]:
    """The most frequent, ordered by name if equally frequent."""
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:limit]
