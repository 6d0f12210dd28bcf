"""A document's segments as numbers: the evidence of the five papers and the usual one, in one pass.

Families: what a segment's text is like (news item patterns), what its boxes are called and how
they are nested (function and format, perception), how much prose its containers hold (N-EXT's size),
where it stands (LBNEST's nearness), how it resembles title and declared texts (N-EXT's likeness), what
repeats on the page (template segments), and what its neighbours are like. Nothing is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.dom.outline import Outline
from newsloom.extractors.loom.arrays import Array, Indexes, Marks, around, bit_column, shifted, since
from newsloom.extractors.loom.page import PLACES, PROSE_WORDS, TAGS, LinedPage
from newsloom.extractors.loom.words import PHRASES, ROLES, phrase_bits

__all__ = ["FAMILIES", "segment_features"]

Columns = dict[str, Array]

# Long lines are prose: what short ones are must be read off their words.
_SHORT_LINE: Final = 200
_MENU_LINK_SHARE: Final = 0.95
# A share or a distance that the page gives no ground for.
_UNKNOWN: Final = -1.0
_SHINGLE: Final = 3

_WORD: Final = re.compile(r"\w+")


def segment_features(page: LinedPage) -> tuple[tuple[str, ...], npt.NDArray[np.float32]]:
    """The names of the features, and a row of them for each line of the page, of which there must be one."""
    columns: Columns = {}
    for family in FAMILIES.values():
        columns |= family(page)
    # Neighbours come last: they look at what the others found.
    columns |= _neighbours(columns)
    return tuple(columns), np.column_stack(list(columns.values())).astype(np.float32)


def _text(page: LinedPage) -> Columns:
    """What the line itself is like."""
    texts = [segment.text for segment in page.outline.segments]
    # Links alone are told by their share of links.
    is_read = (page.characters <= _SHORT_LINE) & (page.link_share < _MENU_LINK_SHARE)
    short = [text if is_it else "" for text, is_it in zip(texts, is_read.tolist(), strict=True)]
    phrases = np.array([phrase_bits(text) if text else 0 for text in short], dtype=np.intp)
    columns: Columns = {
        "words": np.log1p(page.words),
        "link_share": page.link_share,
        "is_closed": page.is_closed,
        "word_length": page.characters / page.words,
        "commas": np.array([text.count(",") + text.count("、") for text in texts]) / page.words,
        "capitals": np.array(
            [sum(map(str.isupper, text[:60])) / min(len(text), 60) if text else 0.0 for text in short]
        ),
        "digits": np.array([_share(str.isdigit, text) for text in short]),
        "starts_small": np.array([text[0].islower() for text in texts], dtype=np.float64),
    }
    return columns | {f"phrase_{name}": bit_column(phrases, bit) for bit, name in enumerate(PHRASES)}


def _structure(page: LinedPage) -> Columns:
    """What the boxes around the line are, and what they are called."""
    box, parents = page.box, page.parents
    above = parents[box]
    near = page.roles[above] | page.roles[parents[above]]
    columns: Columns = {
        "tag": page.tags[box].astype(np.float64),
        "tag_above": page.tags[above].astype(np.float64),
        "tag_two_above": page.tags[parents[above]].astype(np.float64),
        "depth": page.depths[box],
        "is_hidden": page.hidden[box].astype(np.float64),
    }
    columns |= {f"in_{tag}": bit_column(page.places[box], bit) for bit, tag in enumerate(PLACES)}
    for bit, role in enumerate(ROLES):
        columns[f"own_{role}"] = bit_column(page.roles[box], bit)
        columns[f"near_{role}"] = bit_column(near, bit)
        columns[f"any_{role}"] = bit_column(page.all_roles[box], bit)
    return columns


def _containers(page: LinedPage) -> Columns:
    """How much prose the boxes around the line hold, and whether the line is in the one that holds most."""
    box, parents = page.box, page.parents
    lines = np.ones(len(box))
    prose, words, linked, count, prosaic = (
        page.within(values)
        for values in (page.prose, page.words, page.words * page.link_share, lines, (page.prose > 0).astype(np.float64))
    )
    own = np.bincount(box, weights=page.prose, minlength=len(parents))
    mass = own + np.bincount(parents, weights=own, minlength=len(parents))
    total = max(prose[0], 1.0)
    columns: Columns = {
        "prose_on_page": np.full(len(box), np.log1p(total)),
        "lines": np.full(len(box), np.log1p(len(box))),
    }
    around = parents[box]
    for name in ("above", "two_above", "three_above"):
        columns |= {
            f"mass_{name}": mass[around] / total,
            f"log_mass_{name}": np.log1p(mass[around]),
            f"prose_{name}": prose[around] / total,
            f"links_{name}": linked[around] / np.maximum(words[around], 1),
            f"lines_{name}": np.log1p(count[around]),
            f"prosaic_{name}": prosaic[around] / np.maximum(count[around], 1),
        }
        around = parents[around]
    return columns | _best_container(
        page, mass + 0.5 * np.bincount(parents, weights=mass, minlength=len(parents)), prose
    )


def _best_container(page: LinedPage, merit: Array, prose: Array) -> Columns:
    best = int(np.argmax(merit))
    inside = _below(page.outline, best)[page.box]
    index = np.arange(len(page.box), dtype=np.float64)
    members = np.flatnonzero(inside)
    first, last = (int(members[0]), int(members[-1])) if len(members) else (0, len(index) - 1)
    above = page.parents[page.box]
    return {
        "in_best": inside.astype(np.float64),
        "just_in_best": ((above == best) | (page.box == best)).astype(np.float64),
        "two_below_best": (page.parents[above] == best).astype(np.float64),
        "place_in_best": (index - first) / max(last - first, 1),
        "after_best": np.log1p(np.maximum(index - last, 0)),
        "before_best": np.log1p(np.maximum(first - index, 0)),
        "prose_of_best": np.full(len(index), prose[best] / max(prose[0], 1.0)),
        "below_best": page.depths[page.box] - page.depths[best],
    }


def _position(page: LinedPage) -> Columns:
    """Where the line stands on the page and among the lines of prose."""
    size = len(page.box)
    total = max(page.prose.sum(), 1.0)
    is_long = page.prose >= 1.5 * PROSE_WORDS
    linked = page.words * page.link_share
    columns: Columns = {
        "place": np.arange(size) / max(size, 1),
        "prose_before": np.cumsum(page.prose) / total,
        "since_prose": since(is_long),
        "until_prose": since(is_long[::-1])[::-1],
    }
    for reach in (3, 8):
        window = np.ones(2 * reach + 1)
        words = around(page.words, window)
        columns[f"prose_within_{reach}"] = around(page.prose, window) / total
        columns[f"links_within_{reach}"] = around(linked, window) / np.maximum(words, 1)
    return columns


def _likeness(page: LinedPage) -> Columns:
    """How the line resembles the headline and what the page declares, and how near the headline is."""
    document = page.document
    declared = document.declared
    lines = [_words(segment.text[:600]) for segment in page.outline.segments]
    title = frozenset(_words(document.headline or ""))
    equal = np.array([bool(title) and len(line) < 60 and title == frozenset(line) for line in lines])
    return {
        "title_share": _share_of(title, lines),
        "is_title": equal.astype(np.float64),
        "description_share": _share_of(frozenset(_words(declared.description or "")), lines),
        "declared_share": _shingle_share(declared.body, lines),
        **_headline_distance(page, equal),
    }


def _repetition(page: LinedPage) -> Columns:
    """What is printed from the same mould on this page, and what is there twice."""
    box = page.box
    above = page.parents[box]
    two_above = page.parents[above]
    moulds = np.stack(
        [
            page.tags[box],
            page.roles[box],
            page.tags[above],
            page.roles[above],
            page.tags[two_above],
            page.roles[two_above],
        ]
    )
    _, mould = np.unique(moulds, axis=1, return_inverse=True)
    _, sibling = np.unique(above * 64 + page.tags[box], return_inverse=True)
    mould, sibling = mould.ravel(), sibling.ravel()
    total = max(page.prose.sum(), 1.0)
    per_mould, prose_of_mould = np.bincount(mould), np.bincount(mould, weights=page.prose)
    siblings, words_of_siblings = np.bincount(sibling), np.bincount(sibling, weights=page.words)
    links_of_siblings = np.bincount(sibling, weights=page.words * page.link_share)
    return {
        "is_repeated": _repeated([segment.text for segment in page.outline.segments]),
        "mould_lines": np.log1p(per_mould[mould]),
        "mould_prose": prose_of_mould[mould] / total,
        "mould_words": np.log1p(prose_of_mould[mould] / per_mould[mould]),
        "siblings": np.log1p(siblings[sibling]),
        "sibling_words": np.log1p(words_of_siblings[sibling] / siblings[sibling]),
        "sibling_links": links_of_siblings[sibling] / np.maximum(words_of_siblings[sibling], 1),
    }


FAMILIES: Final = {
    "text": _text,
    "structure": _structure,
    "containers": _containers,
    "position": _position,
    "likeness": _likeness,
    "repetition": _repetition,
}

_SEEN_FROM_NEXT_DOOR: Final = ("words", "link_share", "is_closed", "tag", "just_in_best", "phrase_service")


def _neighbours(columns: Columns) -> Columns:
    return {
        f"{name}_{distance:+d}": shifted(columns[name], distance)
        for name in _SEEN_FROM_NEXT_DOOR
        if name in columns
        for distance in (-2, -1, 1, 2)
    }


def _headline_distance(page: LinedPage, is_title: Marks) -> Columns:
    size = len(page.box)
    unknown = np.full(size, _UNKNOWN)
    top = TAGS["h1"]
    is_headline = is_title | (page.tags[page.box] == top) | (page.tags[page.parents[page.box]] == top)
    found = np.flatnonzero(is_headline)
    if not len(found):
        return {"from_headline": unknown, "levels_to_headline": unknown, "prose_with_headline": unknown}
    exact = np.flatnonzero(is_title)
    headline = int(exact[0]) if len(exact) else int(found[0])
    offset = np.arange(size, dtype=np.float64) - headline
    levels, meeting = _levels_to(page, int(page.box[headline]))
    prose = page.within(page.prose)
    return {
        "from_headline": np.sign(offset) * np.log1p(np.abs(offset)),
        "levels_to_headline": levels[page.box],
        "prose_with_headline": prose[meeting[page.box]] / max(prose[0], 1.0),
    }


def _levels_to(page: LinedPage, target: int) -> tuple[Array, Indexes]:
    """For every box, how far up the box lies that it shares with the target, and which that is."""
    parents = page.outline.parents
    chain = set()
    box = target
    while box >= 0:
        chain.add(box)
        box = parents[box]
    levels, meeting = [0] * len(parents), [0] * len(parents)
    for one, parent in enumerate(parents):
        if one in chain:
            meeting[one] = one
        else:
            levels[one], meeting[one] = levels[parent] + 1, meeting[parent]
    return np.array(levels, dtype=np.float64), np.array(meeting, dtype=np.intp)


def _below(outline: Outline, top: int) -> Marks:
    inside = [False] * len(outline.parents)
    if inside:
        inside[top] = True
    for box in range(top + 1, len(inside)):
        inside[box] = inside[outline.parents[box]]
    return np.array(inside, dtype=np.bool_)


def _share(is_one: Callable[[str], bool], text: str) -> float:
    start = text[:60]
    return sum(map(is_one, start)) / len(start) if start else 0.0


def _repeated(texts: list[str]) -> Array:
    seen: set[str] = set()
    marks = np.zeros(len(texts))
    for index, text in enumerate(texts):
        if text in seen:
            marks[index] = 1.0
        seen.add(text)
    return marks


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _share_of(wanted: frozenset[str], lines: list[list[str]]) -> Array:
    if not wanted:
        return np.full(len(lines), _UNKNOWN)
    return np.array([len(wanted.intersection(line)) / len(wanted) for line in lines])


def _shingle_share(body: str | None, lines: list[list[str]]) -> Array:
    known = set(_shingles(_words(body))) if body else set()
    if not known:
        return np.full(len(lines), _UNKNOWN)
    shares = []
    for line in lines:
        shingles = _shingles(line)
        shares.append(sum(shingle in known for shingle in shingles) / len(shingles) if shingles else 0.0)
    return np.array(shares)


def _shingles(words: list[str]) -> list[tuple[str, ...]]:
    return list(zip(*(words[start:] for start in range(_SHINGLE)), strict=False))
