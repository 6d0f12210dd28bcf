"""Finds the headline of a card in its headings, or among the lines in its links.

Given a card's element, links and texts, it returns the headline and the level of its heading, 0 if it is not in a
heading. The boxes in a link separate its lines; the words of the address show which line is the headline.
"""

from __future__ import annotations

from typing import Final

from newsloom.dom.tags import INLINE_TAGS
from newsloom.readers.loom.compact import CompactTree, one_line
from newsloom.readers.loom.links import HEADINGS, LinkedPage
from newsloom.readers.loom.urls import shape_of
from newsloom.text.patterns import pattern
from newsloom.text.size import scaled_words

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["find_headline", "has_words", "word_count"]

_MIN_WORDS: Final = 3
_MIN_NAMED: Final = 2  # words that a headline shares with its address
_MAX_NAME_WORDS: Final = 4  # of a section
_MAX_HEADLINE: Final = 300
_HEADING_LEVELS: Final = 3
_MAX_CHARACTERS: Final = 2_000  # read of a heading
_MAX_LINKS: Final = 20
_MAX_LINES: Final = 40
_MAX_LEVELS: Final = 20
_TEAMS: Final = 2
_LEAST_OF_SCORE: Final = 3
# Parts of "3:1" and all of it; "14:30" is a time.
_SCORE: Final = pattern(r"\d{1,3}|[:–-]|\d{1,3} ?[:–-] ?\d|\d{1,3} ?[–-] ?\d{1,3}|\d ?: ?\d{1,3}")
_BOLD: Final = frozenset({"b", "strong"})
_CAPTIONS: Final = frozenset({"figcaption", "svg"})  # the text in a drawing describes it


def find_headline(
    page: LinkedPage, element: int, anchors: list[int], texts: list[str], inside: list[int]
) -> tuple[str, int]:
    """The headline of the card at ``element``, and the level of its heading, 0 without one.

    ``anchors`` and ``texts`` are the card's links and texts, ``inside`` the headings in it.
    """
    text, level = "", 0
    # The heading may be around the card.
    for tag, line in _headings_inside(page, element, inside, texts) or _headings_around(page, element):
        own = HEADINGS[tag]
        if has_words(line) and (not level or (-own, len(line), line) > (-level, len(text), text)):
            text, level = line, own
    # A short heading unrelated to all links of the story is the name of a section with one card in it.
    if level and (_is_headed(page, anchors) or not _is_name_above(text, page, anchors)):
        return text[:_MAX_HEADLINE].strip(), level
    return _line(page, anchors, texts)[:_MAX_HEADLINE].strip(), 0


@cython.cfunc
def _is_headed(page: LinkedPage, anchors: list[int]) -> cython.bint:
    """Whether one of the links is in a heading, or around one."""
    levels: list[int] = page.levels
    for anchor in anchors:  # noqa: SIM110 - faster where it is compiled
        if levels[anchor]:
            return True
    return False


def _is_name_above(heading: str, page: LinkedPage, anchors: list[int]) -> bool:
    label = max([page.texts[anchor] for anchor in anchors], key=len)
    is_name = word_count(heading) <= _MAX_NAME_WORDS and word_count(label) >= _MIN_WORDS
    return is_name and heading not in label and label not in heading


def _line(page: LinkedPage, anchors: list[int], texts: list[str]) -> str:
    """The headline if no heading has it: the line in the links that shares words with the address.

    The text of a link around the whole card is kicker, headline, teaser and time together.
    """
    longest = sorted(anchors, key=lambda anchor: -len(page.texts[anchor]))[:_MAX_LINKS]
    score = _score(_lines(page, longest[0], texts))
    if score:
        return score
    lines = [line for anchor in longest for line in _lines(page, anchor, texts)]
    full = [line for line in lines if word_count(line) >= _MIN_WORDS]
    if len(full) > 1:
        slug = shape_of(page.urls[page.targets[anchors[0]]]).slug
        named = [line for line in full if sum([word in line.lower() for word in slug]) >= _MIN_NAMED]
        full = named or full
    return full[0] if full else max(lines, key=len, default=page.texts[longest[0]])


def _score(lines: list[str]) -> str | None:
    """The line of a match, such as "Lindvik 3:1 Tarvik", if the lines are its parts in boxes of their own; or None."""
    if len(lines) < _LEAST_OF_SCORE or not any(map(_SCORE.fullmatch, lines[1:])):
        return None
    named = [place for place, line in enumerate(lines) if has_words(line)]
    if len(named) != _TEAMS or max(word_count(lines[place]) for place in named) > _MAX_NAME_WORDS:
        return None
    first, second = named
    is_score = all(_SCORE.fullmatch(line) for place, line in enumerate(lines) if place not in named)
    return " ".join(lines) if is_score and first == 0 and second > 1 else None


def _lines(page: LinkedPage, anchor: int, texts: list[str]) -> list[str]:
    """The lines of a link, separated by its boxes, without captions."""
    tree, element, label = page.tree, page.elements[anchor], page.texts[anchor]
    first, last = tree.first_texts[element], min(tree.last_texts[element], tree.first_texts[element] + _MAX_LINES)
    if first == last:
        # A link laid over the card, with a label for screen readers, which may say more than what is printed.
        printed = [text for text in texts if text in label and word_count(text) >= _MIN_WORDS]
        return printed[:1] or [label]
    if last - first == 1 and tree.parents[element] >= 0 and tree.ends[element] == element + 1:
        return [label]
    containers = tree.containers[first:last]
    flowing = set(containers)
    lines: dict[int, list[str]] = {}
    for number, container in enumerate(containers, first):
        box = _box_of_line(tree, container, element, flowing)
        if box is None:
            continue
        # Bold print may precede a teaser on the same line.
        is_bold = tree.tags[container] in _BOLD and box not in lines
        text = tree.text_node(number)
        is_headline = is_bold and word_count(text) >= _MIN_WORDS
        lines.setdefault(container if is_headline else box, []).append(text)
    return [one_line("".join(_without_rank(parts))) for parts in lines.values()]


def _without_rank(parts: list[str]) -> list[str]:
    """A line without the number before it: lists of the most-read stories number their entries."""
    is_ranked = len(parts) > 1 and parts[0].strip(" .#\n\t").isdecimal()
    return parts[1:] if is_ranked else parts


def _box_of_line(tree: CompactTree, container: int, element: int, flowing: set[int]) -> int | None:
    """The element whose line a text is part of, at most the link at ``element``; None in a caption."""
    box: int | None = None
    for _ in range(_MAX_LEVELS):
        if tree.tags[container] in _CAPTIONS:
            return None
        tag = tree.tags[container]
        is_part = tag in INLINE_TAGS and (tag != "span" or tree.parents[container] in flowing)
        if box is None and not (is_part and container != element):
            box = container
        if container == element:
            break
        container = tree.parents[container]
    return box if box is not None else element


@cython.cfunc
def _headings_inside(page: LinkedPage, element: int, headings: list[int], texts: list[str]) -> list[tuple[str, str]]:
    """The tag and the text of each heading in a card; ``texts`` are the card's first texts."""
    tree = page.tree
    start: cython.Py_ssize_t = tree.first_texts[element]
    found = []
    for heading in headings:
        first: cython.Py_ssize_t = tree.first_texts[heading] - start
        last: cython.Py_ssize_t = tree.last_texts[heading] - start
        # Joined by spaces: kicker and headline are often neighbouring spans with nothing between them.
        found.append((tree.tags[heading], " ".join(texts[first:last])))
    return found


def _headings_around(page: LinkedPage, element: int) -> list[tuple[str, str]]:
    tree = page.tree
    found = []
    for _ in range(_HEADING_LEVELS):
        element = tree.parents[element]
        if element < 0:
            break
        if tree.tags[element] in HEADINGS:
            found.append((tree.tags[element], tree.text(element, _MAX_CHARACTERS, separator=" ")))
    return found


def word_count(text: str) -> float:
    """The number of words with letters, scaled for the script."""
    count: cython.Py_ssize_t = 0
    is_counted: cython.bint = False
    character: cython.Py_UCS4
    for character in text:
        if character.isspace():
            is_counted = False
        elif not is_counted and character.isalpha():
            is_counted = True
            count += 1
    return scaled_words(text, count)


def has_words(text: str) -> bool:
    """Whether the text contains a letter."""
    character: cython.Py_UCS4
    for character in text:  # noqa: SIM110 - faster where it is compiled
        if character.isalpha():
            return True
    return False
