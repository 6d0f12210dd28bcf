"""Drops kept lines that are clearly not part of the story: comments, labelled advertisements, captions.

The forest weighs every line by itself, and on old pages a reader's letter differs from a paragraph only in its heading,
a caption only in the class of its box. Hardly any line dropped here was part of a story (NOTES.md). Given a page and
the indexes of its kept lines, each function returns the same or fewer. The labels and class names are data
(``data/labels.txt``, ``data/class_names.txt``).
"""

from __future__ import annotations

import functools
import pkgutil
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from newsloom.extractors.loom.boxes import MAX_NAME, PLACES, TAGS, count_boxes, lines_with
from newsloom.extractors.loom.called import own_names
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.extractors.loom.vocabulary import NUMBER_BIT, ROLES
from newsloom.text.casing import lower
from newsloom.text.patterns import pattern
from newsloom.text.size import of_length
from newsloom.zeros import zeros

__all__ = [
    "class_kinds",
    "comment_headings",
    "drop_advertisements",
    "drop_by_class",
    "drop_comments",
    "drop_data",
    "drop_outside",
]

_MAX_HEADING: Final = 160
_MAX_LABEL: Final = 60
# Longer text below the label of an advertisement is the story continued.
_MAX_ADVERTISEMENT: Final = 200
# A heading of comments is not a link: links lead to the comments, and are found above the story too.
_MAX_LINK_SHARE: Final = 0.5
# Forums and lists of stories say "3 comments" below each of their parts.
_MAX_HEADINGS: Final = 2
# The text above the comments must be a story: at least this many words, and not much shorter than what is cut off.
_LEAST_WORDS: Final = 60
_LEAST_RATIO: Final = 0.8
# A post may be short and its comments long: then each comment must be signed with a day or time.
_LEAST_SIGNATURES: Final = 3
_LEAST_SIGNED_SHARE: Final = 0.1
_MAX_SIGNATURE_WORDS: Final = 14
_MAX_SIGNATURES_OF_STORY: Final = 2
# Inside the story's own element there must be at least this share of the kept words.
_LEAST_OWN_SHARE: Final = 0.1
# A story must have at least this many words, two sentences, if much else is dropped.
_FEWEST_WORDS: Final = 30
_MAX_OTHER_STORIES: Final = 4
_COMMENT: Final = 1 << ROLES.index("comment")
_FOOTER: Final = 1 << PLACES.index("footer")
_MAX_SPACES: Final = 10
# Schema.org types of pages that readers write.
_FORUM_TYPES: Final = ("discussion", "forum", "qapage", "question")
# At least this share of the kept words must be left, otherwise the page uses such a name for its story: a forum, or a
# gallery, which tells it in captions.
_LEAST_LEFT: Final = {"aside": 0.3, "caption": 0.5}
_PORTRAIT: Final = "author"
_LEAST_BESIDE_PORTRAIT: Final = 0.6
_TIMESTAMP: Final = pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_EDGES: Final = pattern(r"^[\W\d_]+|[\W\d_]+$")


def drop_comments(page: PageArrays, kept: Sequence[int], *, is_article: bool) -> list[int]:
    """The kept lines above the heading of the readers' comments; all of them if there is no clear heading.

    ``is_article`` is whether the page was judged to be a story.
    """
    if not kept or _may_be_forum(page, is_article=is_article):
        return list(kept)
    lines = _drop_named_comments(page, kept)
    headings = comment_headings(page, lines[0], lines[-1])
    if not 0 < len(headings) <= _MAX_HEADINGS:
        return lines
    over = [line for line in lines if line < headings[0]]
    words_over, words = _words_in(over, page.words), _words_in(lines, page.words)
    is_story = words_over >= max(_LEAST_WORDS, _LEAST_RATIO * (words - words_over))
    is_discussed = words_over >= _FEWEST_WORDS and (
        _are_named(page, lines, headings[0]) or _are_signed(page, lines, headings[0])
    )
    return over if is_story or is_discussed else lines


def _drop_named_comments(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The kept lines except those in a box named as comments; all of them if too little would be left."""
    comments = {*page.lines_by_role(_COMMENT, kept)}
    if not comments:
        return list(kept)
    left = [line for line in kept if line not in comments]
    least = max(_FEWEST_WORDS, _LEAST_LEFT["aside"] * _words_in(kept, page.words))
    return left if _words_in(left, page.words) >= least else list(kept)


def _are_named(page: PageArrays, lines: Sequence[int], heading: int) -> bool:
    """Whether all kept lines after the heading are in boxes named as comments, however many there are."""
    behind = [line for line in lines if line > heading]
    return len(page.lines_by_role(_COMMENT, behind)) == len(behind)


def _are_signed(page: PageArrays, lines: Sequence[int], heading: int) -> bool:
    """Whether the lines below the heading are signed with a day or time again and again, and those above it are not."""
    over, below = range(lines[0], heading), range(heading + 1, lines[-1] + 1)
    signed = sum(map(_is_signature(page), below))
    is_signed = signed >= max(_LEAST_SIGNATURES, _LEAST_SIGNED_SHARE * len(below))
    return is_signed and sum(map(_is_signature(page), over)) <= _MAX_SIGNATURES_OF_STORY


def _is_signature(page: PageArrays) -> Callable[[int], bool]:
    words, phrases = page.lines.words, page.lines.phrases
    return lambda line: words[line] <= _MAX_SIGNATURE_WORDS and bool(phrases[line] & NUMBER_BIT)


def drop_advertisements(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The kept lines except labels of advertisements and lines that are labelled as one."""
    texts, _, box_of = page.outline.columns
    short = [line for line in kept if len(texts[line]) <= _MAX_ADVERTISEMENT]
    likely = _like_labels(texts, short, "advertisement")
    gone = _labelled(page, {box_of[line] for line in kept}).union(
        line for line in likely if _is_advertisement(texts[line])
    )
    return [line for line in kept if line not in gone] if gone else list(kept)


def drop_outside(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The kept lines that are in the headline's article element and not in the page's footer.

    Outside are the site's next story, a portrait of the author, terms of use; each may be longer than the story. All
    lines are kept if the headline is in no article element, or if hardly any would be left because that element holds
    only the headline.
    """
    return _drop_beside(page, _drop_footer(page, kept))


def _drop_footer(page: PageArrays, kept: Sequence[int]) -> list[int]:
    footer = {*page.lines_by_place(_FOOTER, kept)}
    left = [line for line in kept if line not in footer] if footer else list(kept)
    return left if not footer or _words_in(left, page.words) >= _FEWEST_WORDS else list(kept)


def _drop_beside(page: PageArrays, kept: Sequence[int]) -> list[int]:
    if not count_boxes(page.boxes, "article"):
        return list(kept)
    own, box = _article_of_headline(page), page.lines.box
    left = [line for line in kept if own <= box[line] < page.boxes.ends[own]]
    if not own or len(left) == len(kept):
        return list(kept)
    other = _other_articles(page, own)
    # Many other articles are the posts of a live page.
    if len({other[box[line]] for line in kept} - {0}) > _MAX_OTHER_STORIES:
        return list(kept)
    least_words = max(_FEWEST_WORDS, _LEAST_OWN_SHARE * _words_in(kept, page.words))
    is_story = _words_in(left, page.words) >= least_words
    return left if is_story else list(kept)


def _other_articles(page: PageArrays, own: int) -> list[int]:
    """For each box, the innermost article element around it that is not, holds or is in the story's own; 0 if none."""
    boxes = page.boxes
    other: list[int] = []
    for box, (tag, parent, end) in enumerate(zip(boxes.tags, boxes.parents, boxes.ends, strict=True)):
        is_other = tag == TAGS["article"] and not (box <= own < end or own <= box < boxes.ends[own])
        other.append(box if is_other else other[parent] if box else 0)
    return other


def _article_of_headline(page: PageArrays) -> int:
    """The innermost article element around the headline; 0 if there is none."""
    headline = page.document.headline or ""
    words, texts = set(lower(headline).split()), page.outline.texts
    # All occurrences, not only the first as in ``headline_lines``: bars and boxes above the story repeat the headline.
    for line in of_length(texts, len(headline) - _MAX_SPACES, len(headline) + _MAX_SPACES):
        if set(lower(texts[line]).split()) == words:
            box = page.lines.box[line]
            while box and page.boxes.tags[box] != TAGS["article"]:
                box = page.boxes.parents[box]
            if box:
                return box
    return 0


def drop_data(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The kept lines except those that begin with an ISO timestamp, as in a copy of the story for machines."""
    texts = page.outline.texts
    data = {line for line in kept if texts[line][0].isdecimal() and _TIMESTAMP.match(texts[line])}
    return [line for line in kept if line not in data] if data else list(kept)


def _labelled(page: PageArrays, boxes: set[int]) -> set[int]:
    """The lines from an advertisement's label to the end of its box, if they are short enough to be one."""
    texts, is_asked = page.outline.texts, zeros("q", len(page.boxes.ends))
    for box in boxes:
        is_asked[box] = 1
    # Most short lines of a page are in other boxes.
    short = lines_with(1, is_asked, page.lines.box, of_length(texts, 1, _MAX_LABEL))
    likely = _like_labels(texts, short, "advertisement")
    labels = {line for line in likely if _is_any(texts[line], "advertisement")}
    labelled: set[int] = set()
    for lines in page.outline.lines_in(boxes).values() if labels else ():
        last = max(labels.intersection(lines), default=lines[-1] + 1)
        behind = [line for line in lines if line >= last]
        is_whole = bool(behind) and behind[-1] - behind[0] < len(behind)
        if is_whole and sum(len(texts[line]) for line in behind) <= _MAX_ADVERTISEMENT:
            labelled.update(behind)
    return labelled


def _is_advertisement(text: str) -> bool:
    label, colon, _ = text[:_MAX_LABEL].partition(":")
    is_label = len(text) <= _MAX_LABEL and _is_any(text, "advertisement")
    return is_label or (bool(colon) and _is_any(label, "advertisement"))


def _may_be_forum(page: PageArrays, *, is_article: bool) -> bool:
    """Whether the page may consist of comments. Old pages, which declare no type, hardly ever do."""
    kind = (page.document.declared.type or "").lower()
    return any(forum in kind for forum in _FORUM_TYPES) or bool(kind and not is_article)


def comment_headings(page: PageArrays, first: int, last: int) -> list[int]:
    """The lines from ``first`` to ``last`` that announce comments."""
    texts, link_share = page.outline.texts[first : last + 1], page.link_share
    likely = _like_labels(texts, of_length(texts, 1, _MAX_HEADING), "comments")
    return [
        first + line for line in likely if link_share[first + line] < _MAX_LINK_SHARE and _heads_comments(texts[line])
    ]


def _heads_comments(text: str) -> bool:
    if text[:1].isdecimal() and lower(_EDGES.sub("", text)).startswith(_comments_on()):
        return True
    return len(text) <= _MAX_LABEL and _is_any(text, "comments")


def _like_labels(texts: Sequence[str], lines: Sequence[int], kind: str) -> list[int]:
    """The lines that may be a label of this kind, by their first two characters; this rules out most lines."""
    return [line for line in lines if _may_begin(texts[line][:2], kind)]


# A few beginnings are the most frequent. Bounded, because pages choose the keys.
@functools.lru_cache(maxsize=5_000)
def _may_begin(first: str, kind: str) -> bool:
    # Of the ASCII letters, only I has two lower-case forms.
    is_plain = first.isascii() and first.isalpha() and "I" not in first
    return not is_plain or first.lower() in _beginnings(kind)


def _is_any(text: str, kind: str) -> bool:
    """Whether a line is only a label of this kind."""
    return not _labels()[kind].isdisjoint(_forms(text))


# Needed once for each kind of label. Bounded, because pages choose the keys.
@functools.lru_cache(maxsize=512)
def _forms(text: str) -> tuple[str, ...]:
    """The normalised forms of a line in which it may equal a label."""
    # Most lines begin and end with a letter; searching for edges takes ten times as long.
    bare = text if text[:1].isalpha() and text[-1:].isalpha() else _EDGES.sub("", text)
    bare = bare.replace("’", "'")
    # YORUMLARI is Turkish whatever language the page declares; without an I, both forms are the same.
    return (lower(bare), lower(bare, "tr")) if "I" in bare else (lower(bare),)


@functools.cache
def _labels() -> Mapping[str, frozenset[str]]:
    rows = ((kind, words.replace("_", " ")) for kind, *lines in _read("labels.txt") for words in lines)
    found: dict[str, set[str]] = defaultdict(set)
    for kind, words in rows:
        # Lines are compared without signs at both ends, and some Indian vowels count as signs.
        found[kind].update((words, _EDGES.sub("", words)))
    return {kind: frozenset(words) for kind, words in found.items()}


@functools.cache
def _beginnings(kind: str) -> frozenset[str]:
    return frozenset(words[:2] for words in _labels()[kind])


@functools.cache
def _comments_on() -> tuple[str, ...]:
    return tuple(f"{words} " for words in sorted(_labels()["comments_on"]))


def class_kinds(page: PageArrays, lines: Sequence[int]) -> list[str]:
    """For each line, the kind of its box's class name, or else of the parent box's; empty if neither has one."""
    tree, nodes, parents, box_of = page.outline.tree, page.outline.nodes, page.boxes.parents, page.lines.box
    if tree is None:
        return [""] * len(lines)
    strings, codes = tree.values("class")
    boxes = [box_of[line] for line in lines]
    own = [codes[nodes[box]] for box in boxes]
    around = [codes[nodes[parents[box]]] for box in boxes]
    # Most lines have no class, and the others share a few.
    names = {code: _name(strings[code][:MAX_NAME]) if code >= 0 else "" for code in {*own, *around}}
    if not any(names.values()):
        return [""] * len(lines)
    return [names[first] or names[second] for first, second in zip(own, around, strict=True)]


def drop_by_class(kept: Sequence[int], names: Sequence[str], words: Array) -> list[int]:
    """The kept lines except those with a kind, unless too little would be left. ``words`` has all lines of the page."""
    if not any(names):
        return list(kept)
    lines = _without_portrait(list(zip(kept, names, strict=True)), words)
    for kind, least in _LEAST_LEFT.items():
        rest = [(line, name) for line, name in lines if name != kind]
        if _size(rest, words) >= least * _size(lines, words):
            lines = rest
    return [line for line, _ in lines]


def _without_portrait(lines: list[tuple[int, str]], words: Array) -> list[tuple[int, str]]:
    """The lines without a portrait of the author at the end; above, a box of that name may hold the story."""
    end = len(lines)
    while end and lines[end - 1][1] == _PORTRAIT:
        end -= 1
    return lines[:end] if _size(lines[:end], words) >= _LEAST_BESIDE_PORTRAIT * _size(lines, words) else lines


def _size(lines: Sequence[tuple[int, str]], words: Array) -> float:
    return _words_in([line for line, _ in lines], words)


def _words_in(lines: Sequence[int], words: Array) -> float:
    return sum(map(words.__getitem__, lines))


# Pages repeat the same names. Bounded, because pages choose the keys.
@functools.lru_cache(maxsize=5_000)
def _name(classes: str) -> str:
    names = own_names(classes)
    own, joined = {f"={name}" for name in names}, " ".join(names)
    found = (kind for kind, within, whole in _kinds() if within.search(joined) or not whole.isdisjoint(own))
    return next(found, "")


@functools.cache
def _kinds() -> tuple[tuple[str, re.Pattern[str], frozenset[str]], ...]:
    rows, kinds = _read("class_names.txt"), (*_LEAST_LEFT, _PORTRAIT)
    words = {kind: [word for own, *named in rows if own == kind for word in named] for kind in kinds}
    return tuple(
        (kind, re.compile("|".join(re.escape(word) for word in named if word[0] != "=")), frozenset(named))
        for kind, named in words.items()
    )


def _read(name: str) -> list[list[str]]:
    content = pkgutil.get_data(__package__, f"data/{name}") or b""
    return [line.split() for line in content.decode().splitlines() if line and not line.startswith("#")]
