"""Drops the teasers of other stories from the kept lines.

The first sentences of another story read like a paragraph. Their structure gives them away: there are boxes of one kind
side by side, each with a headline that links to its own page and a short text below it. If such boxes are most of what
is kept, the page is a list, or tells its story in them, and nothing is dropped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from newsloom.extractors.loom.linkspans import lines_with_links
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.extractors.loom.storybox import holds, story_box
from newsloom.text.urls import site_of

__all__ = ["NO_CARDS", "Cards", "are_teasers", "drop_teasers", "find_cards"]

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
# A teaser is at most this many lines below its headline: a time or a name may be between.
_MAX_BELOW: Final = 3
_ABSOLUTE: Final = ("http://", "https://", "//")
_MANY: Final = -1
_NONE: Final = 0


class Cards(NamedTuple):
    """``card_of`` is the box around a line that links to another page, ``groups`` are such boxes side by side."""

    card_of: Mapping[int, int]
    groups: list[set[int]]


NO_CARDS: Final = Cards({}, [])


def drop_teasers(page: PageArrays, kept: Sequence[int], found: Cards, chances: Array) -> list[int]:
    """The kept lines except those in a group of cards that is a list beside the story."""
    cards = found.card_of
    for group in found.groups:
        left = [line for line in kept if cards.get(line, 0) not in group]
        gone = [line for line in kept if cards.get(line, 0) in group]
        if gone and _is_list(page, gone, left, chances):
            kept = left
    return list(kept)


def are_teasers(page: PageArrays, kept: Sequence[int], found: Cards) -> bool:
    """Whether nearly all that is kept is in groups of cards: the page itself has no story."""
    listed = set().union(*found.groups)
    words = sum(page.words[line] for line in kept if found.card_of.get(line, 0) in listed)
    return words >= _NEARLY_ALL * sum(page.words[line] for line in kept) > 0


def find_cards(page: PageArrays, kept: Sequence[int]) -> Cards:
    """The boxes around kept lines that each link to one other page."""
    # Few stories have enough of these lines, and finding where all links lead takes longer than all else here.
    words = page.words
    likely = [line for line in _below_links(page, kept) if _TEASER_WORDS <= words[line] <= _MAX_WORDS]
    likely = [line for line in likely if _may_be_teaser(page, line)] if len(likely) >= _LEAST_CARDS else []
    sole = _sole_addresses(page) if len(likely) >= _LEAST_CARDS else []
    cards = {line: card for line in kept if (card := _card_of(page, line, sole))} if sole else {}
    return Cards(cards, _groups(page, cards, sole))


def _below_links(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The lines with a link in them or just above, where a headline may be; most have neither."""
    around = range(max(kept[0] - _MAX_BELOW, 0), kept[-1] + 1) if kept else ()
    linked = {*lines_with_links(page.outline, around)}
    return [line for line in kept if not linked.isdisjoint(range(line - _MAX_BELOW, line + 1))] if linked else []


def _may_be_teaser(page: PageArrays, line: int) -> bool:
    above = range(max(line - _MAX_BELOW, 0), line)
    return _leads_on(page, line) or any(_is_headline(page, one) and _is_beside(page, one, line) for one in above)


def _is_beside(page: PageArrays, above: int, line: int) -> bool:
    """Whether a box as small as a card holds both lines."""
    boxes, box_of = page.boxes, page.lines.box
    box = box_of[line]
    while box and not box <= box_of[above] < boxes.ends[box]:
        box = boxes.parents[box]
    return page.sums.words[box] <= _MAX_WORDS


def _groups(page: PageArrays, cards: Mapping[int, int], sole: Sequence[int]) -> list[set[int]]:
    """Groups of cards side by side, or in rows of two, that link to different pages."""
    parents, tags = page.boxes.parents, page.boxes.tags
    groups: dict[tuple[int, int], set[int]] = defaultdict(set)
    for card in sorted(set(cards.values())):
        for around in (parents[card], parents[parents[card]]):
            groups[around, tags[card]].add(card)
    return [found for found in groups.values() if len({sole[card] for card in found}) >= _LEAST_CARDS]


def _is_list(page: PageArrays, gone: Sequence[int], left: Sequence[int], chances: Array) -> bool:
    """Whether the cards are a list apart from the story, nearly all of which comes before or after them.

    The story must also be in its own box or have a higher mean chance.
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
    """Whether the smallest box with most of the story contains none of the cards."""
    story = story_box(page, left, _MOST)
    return bool(story) and not any(holds(page, story, line) for line in gone)


def _sole_addresses(page: PageArrays) -> list[int]:
    """For each box, the number of the only other page of the site that it links to; 0 if none, -1 if several."""
    tree, nodes, parents = page.outline.tree, page.outline.nodes, page.boxes.parents
    if tree is None:
        return []
    numbers = _numbers(tree.values("href").strings, page.document.base or "")
    found = [_NONE] * len(nodes)
    for node, code in enumerate(tree.values("href").codes):
        if code >= 0 and numbers[code]:
            box = bisect_right(nodes, node) - 1
            while box > 0 and tree.ends[nodes[box]] <= node:
                box = parents[box]
            if box >= 0:
                found[box] = _either(found[box], numbers[code])
    for box in range(len(found) - 1, 0, -1):
        if found[box]:
            found[parents[box]] = _either(found[parents[box]], found[box])
    return found


def _either(first: int, second: int) -> int:
    return second if first in (_NONE, second) else _MANY


def _numbers(links: Sequence[str], base: str) -> list[int]:
    """For each link, a number for the other page of the site it leads to, by its text; 0 if it leads to none."""
    own, home = base.partition("#")[0], site_of(base)
    known: dict[str, int] = {}
    is_home: dict[str, bool] = {"": True}
    found = []
    for link in links:
        target = link.partition("#")[0].strip()
        scheme, _, rest = target.partition("//") if target.startswith(_ABSOLUTE) else ("", "", "")
        host = rest.partition("/")[0]
        if host not in is_home:
            is_home[host] = site_of(f"https://{host}/") == home
        is_other = not target or target == own or (":" in target and not (scheme or host))
        found.append(known.setdefault(target, len(known) + 1) if is_home[host] and not is_other else _NONE)
    return found


def _card_of(page: PageArrays, line: int, sole: Sequence[int]) -> int:
    """The largest box around a line that links to only one other page, above the line or at its end; 0 if none."""
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
    """Whether a line ends with a link of a word or two or of signs, such as "More" or "…"."""
    texts, unlinked, _ = page.outline.columns
    text, own = texts[line], unlinked[line]
    return bool(own) and 0 < len(text) - len(own) <= _MAX_ONWARD and text.startswith(own)
