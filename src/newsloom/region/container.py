"""The one box of a page that holds its story, and the lines of it that are no furniture.

An outline goes in; the box, how it was found and the lines come out. A cascade: what the page declares to be its text,
a box whose name says so, an article, the main part; each only if enough of the page's paragraphs stand in it, else the
whole page. In there paragraphs vote for the boxes around them, and the winner grows until it holds most of what there
is. Furniture is told by tags, by names, and by how much of it is links.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from newsloom.dom.outline import Outline, Segment
from newsloom.region.names import NameOdds, learned_odds
from newsloom.text.size import count_words

__all__ = ["Region", "Thresholds", "find_region"]


class Thresholds(NamedTuple):
    """From which log odds of its names on a box is furniture, and how much of the page's paragraphs must be held.

    A landmark must hold ``landmark_share`` of them to be believed, and the densest box grows to ``region_share``.
    """

    furniture_odds: float = 1.6
    landmark_share: float = 0.5
    region_share: float = 0.75


class Region(NamedTuple):
    """A box with its lines; ``landmark`` is what it was found by, empty where only paragraphs told.

    ``share`` is how much of the page's paragraphs it holds, ``odds`` what the names of each box of the page say.
    """

    box: int
    landmark: str
    lines: list[int]
    share: float
    odds: list[float]


_NAMELESS: Final = (0.0, False)
_DEFAULTS: Final = Thresholds()
# Shorter lines are no paragraphs; one without a full stop counts less.
_PARAGRAPH_WORDS: Final = 8
_PARAGRAPH_LINK_SHARE: Final = 0.4
_UNCLOSED: Final = 0.4
_CLOSING: Final = '.!?…。！？»”"’)'
# Whatever it is called, a part with so much of the page's paragraphs is no furniture; readers' comments may be more.
_MAX_FURNITURE_SHARE: Final = 0.25
_MAX_COMMENTS_SHARE: Final = 0.8
_LEAST_COMMENTS_ODDS: Final = 0.5
_FURNITURE_TAGS: Final = frozenset("nav footer aside form menu dialog button figcaption header".split())
_FURNITURE_ROLES: Final = frozenset(
    "navigation contentinfo complementary search dialog alertdialog banner menu".split()
)
_SERIES: Final = frozenset({"ul", "ol", "dl", "table"})
_PARTS: Final = frozenset({"div", "section"})
_HOLDERS: Final = frozenset({"div", "td", "section", "article", "main", "body"})
_MAX_SERIES_LINK_SHARE: Final = 0.5
_MAX_PART_LINK_SHARE: Final = 0.6
# A line with more links is none of the story, but a sentence may be one link.
_MAX_LINE_LINK_SHARE: Final = 0.6
_SENTENCE_WORDS: Final = 12
# From here on a name says that the box holds the story; it must hold more of it than a declared one.
_STORY_ODDS: Final = -2.2
_LEAST_NAMED_SHARE: Final = 0.6
_LEAST_WORDS: Final = 20
# How much a name counts beside the paragraphs, and where it counts no more.
_NAME_WEIGHT: Final = 0.1
_MAX_ODDS: Final = 3.0


def find_region(outline: Outline, thresholds: Thresholds = _DEFAULTS, odds: NameOdds | None = None) -> Region:
    """The region of a page that has at least one line of text; ``odds`` are those that were learned."""
    page = _Page(outline, odds or learned_odds())
    is_furniture = _find_furniture(page, thresholds.furniture_odds)
    paragraphs = [
        0.0 if is_furniture[segment.box] else words
        for segment, words in zip(outline.segments, page.paragraphs, strict=True)
    ]
    held = page.sums(paragraphs)
    root, landmark = _find_landmark(page, held, thresholds.landmark_share)
    # What the page declares to be its text is taken at its word.
    box = root if landmark == "itemprop" else _find_densest(page, paragraphs, is_furniture, root)
    while box != root and held[box] < thresholds.region_share * held[root]:
        box = page.parents[box]
    return Region(box, landmark, _lines_of(page, box, is_furniture), held[box] / max(held[0], 1.0), page.odds)


class _Page:
    """The boxes of a page, what they are called and how much they hold."""

    def __init__(self, outline: Outline, odds: NameOdds) -> None:
        self.segments: Sequence[Segment] = outline.segments
        self.parents = outline.parents
        self.tags = outline.tags
        classes, ids, self.roles, self.itemprops, self.styles = (
            _attribute(outline, name) for name in ("class", "id", "role", "itemprop", "style")
        )
        names = [odds.of(f"{own} {number}") if own or number else _NAMELESS for own, number in zip(classes, ids, strict=True)]
        self.odds = [own for own, _ in names]
        self.is_of_readers = [is_it for _, is_it in names]
        self.line_words = [float(count_words(segment.text)) for segment in self.segments]
        self.link_shares = [1 - len(segment.unlinked) / len(segment.text) for segment in self.segments]
        self.paragraphs = list(map(_paragraph_words, self.segments, self.line_words, self.link_shares))
        self.words = self.sums(self.line_words)
        self.linked = self.sums([words * share for words, share in zip(self.line_words, self.link_shares, strict=True)])

    def sums(self, values: Sequence[float]) -> list[float]:
        """How much each box holds of what its lines have, with all that is in it."""
        sums = [0.0] * len(self.parents)
        for segment, value in zip(self.segments, values, strict=True):
            sums[segment.box] += value
        for box in range(len(sums) - 1, 0, -1):
            sums[self.parents[box]] += sums[box]
        return sums

    def link_share(self, box: int) -> float:
        return self.linked[box] / self.words[box] if self.words[box] else 0.0

    def within(self, box: int) -> list[bool]:
        """For each box whether it is this one or stands in it."""
        found: list[bool] = []
        for number, parent in enumerate(self.parents):
            found.append(number == box or (parent >= 0 and found[parent]))
        return found


def _attribute(outline: Outline, name: str) -> list[str]:
    if outline.tree is None:
        return []
    strings, codes = outline.tree.values(name)
    return [strings[codes[node]] if codes[node] >= 0 else "" for node in outline.nodes]


def _paragraph_words(segment: Segment, words: float, link_share: float) -> float:
    if words < _PARAGRAPH_WORDS or link_share >= _PARAGRAPH_LINK_SHARE:
        return 0.0
    return words if segment.text[-1] in _CLOSING else words * _UNCLOSED


def _find_furniture(page: _Page, least_odds: float) -> list[bool]:
    """For each box whether it, or one around it, is furniture."""
    held = page.sums(page.paragraphs)
    total = max(held[0], 1.0)
    found = [False]
    for box in range(1, len(page.parents)):
        share = held[box] / total
        found.append(
            found[page.parents[box]]
            or (page.tags[box] != "body" and share < _MAX_COMMENTS_SHARE and _is_furniture(page, box, share, least_odds))
        )
    return found


def _is_furniture(page: _Page, box: int, share: float, least_odds: float) -> bool:
    tag = page.tags[box]
    if tag in _SERIES and page.link_share(box) > _MAX_SERIES_LINK_SHARE:
        return True
    if page.is_of_readers[box] and page.odds[box] > _LEAST_COMMENTS_ODDS:
        return True
    return share <= _MAX_FURNITURE_SHARE and (
        tag in _FURNITURE_TAGS
        or page.roles[box] in _FURNITURE_ROLES
        or page.odds[box] > least_odds
        or (tag in _PARTS and page.link_share(box) > _MAX_PART_LINK_SHARE)
        or "display:none" in page.styles[box].replace(" ", "")
    )


def _find_landmark(page: _Page, held: Sequence[float], least_share: float) -> tuple[int, str]:
    """The outermost box to look in, and what it was found by."""
    boxes = range(len(page.parents))
    cascade = (
        ("itemprop", least_share, [box for box in boxes if "articleBody" in page.itemprops[box]]),
        ("name", _LEAST_NAMED_SHARE, [box for box in boxes if page.odds[box] < _STORY_ODDS and page.tags[box] != "body"]),
        ("article", least_share, [box for box in boxes if page.tags[box] == "article"]),
        ("main", least_share, [box for box in boxes if page.tags[box] == "main" or page.roles[box] == "main"]),
    )
    for landmark, share, found in cascade:
        best = max(found, key=lambda box: (held[box], box), default=0)
        if found and held[best] >= max(share * held[0], _LEAST_WORDS):
            return best, landmark
    return 0, ""


def _find_densest(page: _Page, paragraphs: Sequence[float], is_furniture: Sequence[bool], root: int) -> int:
    """The box that most paragraphs vote for: each for the one it stands in, and half for the one around that."""
    votes = [0.0] * len(page.parents)
    for segment, words in zip(page.segments, paragraphs, strict=True):
        holder = segment.box if page.tags[segment.box] in _HOLDERS else max(page.parents[segment.box], 0)
        votes[holder] += words
        if page.parents[holder] >= 0:
            votes[page.parents[holder]] += words / 2
    inside = page.within(root)

    def score(box: int) -> float:
        odds = min(max(page.odds[box], -_MAX_ODDS), _MAX_ODDS)
        return votes[box] * (1 - page.link_share(box)) * (1 - _NAME_WEIGHT * odds)

    return max((box for box in range(root, len(votes)) if inside[box] and not is_furniture[box]), key=score, default=root)


def _lines_of(page: _Page, box: int, is_furniture: Sequence[bool]) -> list[int]:
    """The lines in the box from its first paragraph to its last, without furniture and lines of links."""
    inside = page.within(box)
    lines = [
        line
        for line, segment in enumerate(page.segments)
        if inside[segment.box]
        and not is_furniture[segment.box]
        and (
            page.link_shares[line] <= _MAX_LINE_LINK_SHARE
            or (page.tags[segment.box] == "p" and page.line_words[line] > _SENTENCE_WORDS)
        )
    ]
    counts = list(accumulate(page.paragraphs[line] > 0 for line in lines))
    if not counts or not counts[-1]:
        return lines
    return [
        line
        for line, count in zip(lines, counts, strict=True)
        if count and (count < counts[-1] or page.paragraphs[line] > 0)
    ]
