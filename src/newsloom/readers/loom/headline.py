"""The headline of a card: of its headings and of the lines within its links, the one that names the story.

A card's place, links and texts go in, its headline and the level of its heading come out; 0 where no heading tells
it. What a line is, the boxes within a link say; which one is the headline, the words of the address.
"""

from __future__ import annotations

from typing import Final

from newsloom.dom.outline import INLINE_TAGS
from newsloom.readers.loom.flat import FlatTree
from newsloom.readers.loom.page import HEADINGS, LinkedPage
from newsloom.readers.loom.shapes import shape_of

__all__ = ["find_headline", "has_words", "word_count"]

_LEAST_WORDS: Final = 3
_LEAST_NAMED: Final = 2  # words of an address that make a line its headline
_MOST_NAME_WORDS: Final = 4  # of a section
_MOST_HEADLINE: Final = 300
_MOST_HEADINGS: Final = 4
_HEADING_LEVELS: Final = 3
_MOST_CHARACTERS: Final = 2_000  # of a heading that are read
_MOST_LINKS: Final = 20
_MOST_LINES: Final = 40
_MOST_LEVELS: Final = 20
_MOST_LETTERS: Final = 12  # of a word on average: longer ones are of scripts without spaces
_BOLD: Final = frozenset({"b", "strong"})
_CAPTIONS: Final = frozenset({"figcaption", "svg"})  # drawings say what they are


def find_headline(page: LinkedPage, place: int, anchors: list[int], texts: list[str]) -> tuple[str, int]:
    """The headline of the card at ``place`` with these links and texts, and its heading's level."""
    tree = page.tree
    inside = tree.within(place, page.headings, _MOST_HEADINGS)
    # The heading may stand around the link, and the card within it.
    headings = [(tree.tags[one], _heading(page, one, place, texts)) for one in inside] or _headings_around(page, place)
    worded = [(-HEADINGS[tag], len(text), text) for tag, text in headings if has_words(text)]
    if worded:
        level, _, text = max(worded)
        # A short heading that no link of the story has to do with is the section's, with one card in it.
        if any(page.levels[anchor] for anchor in anchors) or not _is_name_above(text, page, anchors):
            return text[:_MOST_HEADLINE].strip(), -level
    return _line(page, anchors, texts)[:_MOST_HEADLINE].strip(), 0


def _is_name_above(heading: str, page: LinkedPage, anchors: list[int]) -> bool:
    label = max([page.labels[anchor] for anchor in anchors], key=len)
    is_name = word_count(heading) <= _MOST_NAME_WORDS and word_count(label) >= _LEAST_WORDS
    return is_name and heading not in label and label not in heading


def _line(page: LinkedPage, anchors: list[int], texts: list[str]) -> str:
    """The headline where no heading tells it: of the lines within the links the one that the address names.

    A link around the whole card says kicker, headline, teaser and time in one breath.
    """
    longest = sorted(anchors, key=lambda anchor: -len(page.labels[anchor]))[:_MOST_LINKS]
    lines = [line for anchor in longest for line in _lines(page, anchor, texts)]
    full = [line for line in lines if word_count(line) >= _LEAST_WORDS]
    if len(full) > 1:
        slug = shape_of(page.targets[page.links[anchors[0]]]).slug
        named = [line for line in full if sum([word in line.lower() for word in slug]) >= _LEAST_NAMED]
        full = named or full
    return full[0] if full else max(lines, key=len, default=page.labels[longest[0]])


def _lines(page: LinkedPage, anchor: int, texts: list[str]) -> list[str]:
    """The texts of a link, parted as its boxes part them; captions are left out."""
    tree, place, label = page.tree, page.places[anchor], page.labels[anchor]
    first, last = tree.firsts[place], min(tree.lasts[place], tree.firsts[place] + _MOST_LINES)
    if first == last:
        # Laid over the card, and named for those who cannot see it: more than what is printed, sometimes.
        printed = [text for text in texts if text in label and word_count(text) >= _LEAST_WORDS]
        return printed[:1] or [label]
    if last - first == 1 and tree.parents[place] >= 0 and tree.stops[place] == place + 1:
        return [label]
    homes = [tree.home(piece)[0] for piece in range(first, last)]
    flowing = set(homes)
    lines: dict[int, list[str]] = {}
    for piece, home in enumerate(homes, first):
        box = _box_of_line(tree, home, place, flowing)
        if box is None:
            continue
        # Bold print before a teaser that goes on in the same line.
        is_bold = tree.tags[home] in _BOLD and box not in lines
        is_headline = is_bold and word_count(tree.pieces[piece]) >= _LEAST_WORDS
        lines.setdefault(home if is_headline else box, []).append(tree.pieces[piece])
    return [" ".join("".join(_without_rank(pieces)).split()) for pieces in lines.values()]


def _without_rank(pieces: list[str]) -> list[str]:
    """A line without the number before it: lists of what is read most count their entries."""
    is_ranked = len(pieces) > 1 and pieces[0].strip(" .#\n\t").isdecimal()
    return pieces[1:] if is_ranked else pieces


def _box_of_line(tree: FlatTree, home: int, place: int, flowing: set[int]) -> int | None:
    """The element whose line a text is part of, up to the link at ``place``; None within a caption."""
    box: int | None = None
    for _ in range(_MOST_LEVELS):
        if tree.tags[home] in _CAPTIONS:
            return None
        is_part = tree.tags[home] in INLINE_TAGS and (tree.tags[home] != "span" or tree.parents[home] in flowing)
        if box is None and not (is_part and home != place):
            box = home
        if home == place:
            break
        home = tree.parents[home]
    return box if box is not None else place


def _heading(page: LinkedPage, heading: int, place: int, texts: list[str]) -> str:
    firsts, lasts = page.tree.firsts, page.tree.lasts
    # Joined by spaces: kicker and headline often stand in neighbouring spans with nothing between.
    return " ".join(texts[firsts[heading] - firsts[place] : lasts[heading] - firsts[place]])


def _headings_around(page: LinkedPage, place: int) -> list[tuple[str, str]]:
    tree = page.tree
    found = []
    for _ in range(_HEADING_LEVELS):
        place = tree.parents[place]
        if place < 0:
            break
        if tree.tags[place] in HEADINGS:
            found.append((tree.tags[place], tree.text(place, _MOST_CHARACTERS, parting=" ")))
    return found


def word_count(text: str) -> float:
    """How many words with letters; in scripts without spaces, three characters make one."""
    count = sum([any(map(str.isalpha, word)) for word in text.split()])
    return max(count, len(text) / 3) if count < len(text) / _MOST_LETTERS else count


def has_words(text: str) -> bool:
    """Whether there is a letter in it."""
    return text[:1].isalpha() or any(map(str.isalpha, text))
