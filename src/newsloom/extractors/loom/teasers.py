"""Kept lines without the teasers of other stories: a page and its kept lines in, the same or fewer out.

The first sentences of another story read like a paragraph. What gives them away is their build: side by side stand
boxes of one kind, each with a headline that leads to a page of its own and a short text below it. Where such boxes are
most of what is kept, the page is a list, or tells its story in them: all stay.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urldefrag

from newsloom.dom.links import absolute_url
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.text.urls import same_site

__all__ = ["are_teasers", "drop_teasers"]

_LEAST_CARDS: Final = 3
_MAX_WORDS: Final = 120
_LEAST_WORDS: Final = 60
_LEAST_RATIO: Final = 0.5
_TEASER_WORDS: Final = 8
_MAX_BETWEEN: Final = 0.2
_LESS_SURE: Final = 0.05
_MOST: Final = 0.75
_NEARLY_ALL: Final = 0.75
_HEADLINE_CHARACTERS: Final = 8
_MAX_ONWARD: Final = 20
_MAX_LINKS: Final = 2_000
_MANY: Final = -1
_NONE: Final = 0


def drop_teasers(page: PageArrays, kept: Sequence[int], chances: Array) -> list[int]:
    """The kept lines but those that stand below the linked headline of another page, in boxes side by side."""
    sole = _sole_addresses(page)
    cards = {line: card for line in kept if (card := _card_of(page, line, sole))} if sole else {}
    if len(set(cards.values())) < _LEAST_CARDS:
        return list(kept)
    for group in _groups(page, cards, sole):
        left = [line for line in kept if cards.get(line, 0) not in group]
        gone = [line for line in kept if cards.get(line, 0) in group]
        if gone and _is_list(page, gone, left, chances):
            kept = left
    return list(kept)


def are_teasers(page: PageArrays, kept: Sequence[int]) -> bool:
    """Whether nearly all that is kept stands in such boxes: the page itself tells no story."""
    sole = _sole_addresses(page)
    cards = {line: card for line in kept if (card := _card_of(page, line, sole))} if sole else {}
    listed = set().union(*_groups(page, cards, sole)) if cards else set()
    words = sum(page.words[line] for line in kept if cards.get(line, 0) in listed)
    return words >= _NEARLY_ALL * sum(page.words[line] for line in kept) > 0


def _groups(page: PageArrays, cards: Mapping[int, int], sole: Sequence[int]) -> list[set[int]]:
    """Cards side by side, or in rows of two, that lead to different pages."""
    parents, tags = page.boxes.parents, page.boxes.tags
    groups: dict[tuple[int, int], set[int]] = defaultdict(set)
    for card in sorted(set(cards.values())):
        for around in (parents[card], parents[parents[card]]):
            groups[around, tags[card]].add(card)
    return [found for found in groups.values() if len({sole[card] for card in found}) >= _LEAST_CARDS]


def _is_list(page: PageArrays, gone: Sequence[int], left: Sequence[int], chances: Array) -> bool:
    """Whether cards are another list than the story: all of it stands before or behind them.

    And either in a box of its own, or it is surer to be one.
    """
    words = page.words
    told, listed = (sum(words[line] for line in lines) for lines in (left, gone))
    between = sum(words[line] for line in left if gone[0] < line < gone[-1])
    if (
        told < max(_LEAST_WORDS, _LEAST_RATIO * listed)
        or between > _MAX_BETWEEN * listed
        or listed < _TEASER_WORDS * len(gone)
    ):
        return False
    return _is_apart(page, gone, left) or _mean(words, chances, gone) + _LESS_SURE <= _mean(words, chances, left)


def _mean(words: Array, chances: Array, lines: Sequence[int]) -> float:
    return sum(chances[line] * words[line] for line in lines) / max(sum(words[line] for line in lines), 1.0)


def _is_apart(page: PageArrays, gone: Sequence[int], left: Sequence[int]) -> bool:
    """Whether the smallest box with most of the story holds none of the cards."""
    boxes, box_of, words = page.boxes, page.lines.box, page.words
    held: dict[int, float] = defaultdict(float)
    for line in left:
        box = box_of[line]
        while box:
            held[box] += words[line]
            box = boxes.parents[box]
    least = _MOST * sum(words[line] for line in left)
    story = max((box for box, size in held.items() if size >= least), default=0)
    return bool(story) and not any(story <= box_of[line] < boxes.ends[story] for line in gone)


def _sole_addresses(page: PageArrays) -> list[int]:
    """By box the number of the one other page of the site that it links to; 0 for none, -1 for several."""
    tree, nodes, base = page.outline.tree, page.outline.nodes, page.document.base
    if tree is None or not base:
        return []
    strings, codes = tree.values("href")
    numbers: dict[str, int] = {}
    found = [_NONE] * len(nodes)
    own = urldefrag(base)[0]
    of_code: dict[int, int] = {}
    links = [node for node, code in enumerate(codes) if code >= 0 and tree.names[tree.tags[node]] == "a"]
    for node in links[:_MAX_LINKS]:
        code = codes[node]
        if code not in of_code:
            address = absolute_url(strings[code], base)
            target = urldefrag(address)[0] if address else None
            of_code[code] = (
                numbers.setdefault(target, len(numbers) + 1)
                if target and target != own and same_site(target, own)
                else _NONE
            )
        box = bisect_right(nodes, node) - 1
        while box > 0 and tree.ends[nodes[box]] <= node:
            box = page.boxes.parents[box]
        if box >= 0 and of_code[code]:
            found[box] = of_code[code] if found[box] in (_NONE, of_code[code]) else _MANY
    for box in range(len(found) - 1, 0, -1):
        above = page.boxes.parents[box]
        if found[box]:
            found[above] = found[box] if found[above] in (_NONE, found[box]) else _MANY
    return found


def _card_of(page: PageArrays, line: int, sole: Sequence[int]) -> int:
    """The largest box around a line that leads to one other page only, over the line or at its end; 0 for none."""
    box = page.lines.box[line]
    parents = page.boxes.parents
    while box and not sole[box]:
        box = parents[box]
    if not box or sole[box] == _MANY:
        return 0
    while parents[box] and sole[parents[box]] == sole[box]:
        box = parents[box]
    if page.sums.words[box] > _MAX_WORDS:
        return 0
    first = line
    while first > 0 and box <= page.lines.box[first - 1] < page.boxes.ends[box]:
        first -= 1
    return box if _leads_on(page, line) or any(_is_headline(page, above) for above in range(first, line)) else 0


def _is_headline(page: PageArrays, line: int) -> bool:
    texts, unlinked, _ = page.outline.columns
    return not unlinked[line] and len(texts[line]) >= _HEADLINE_CHARACTERS


def _leads_on(page: PageArrays, line: int) -> bool:
    """Whether a line ends with a link of a word or two, or of signs: "More", "…"."""
    texts, unlinked, _ = page.outline.columns
    text, own = texts[line], unlinked[line]
    return bool(own) and 0 < len(text) - len(own) <= _MAX_ONWARD and text.startswith(own)
