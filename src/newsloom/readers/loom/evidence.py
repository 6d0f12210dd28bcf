"""What speaks for a linked address being a story: a row of numbers for each address of the page.

Families: what the anchors say, where they stand, what surrounds them (their patch), what the address looks like and
whether its words are those of the anchor; and the same of the groups an address belongs to: addresses of its shape,
addresses of its folder, anchors of its mould. Groups are the page's own, so a site nobody has seen teaches its own
shapes. Nothing is decided here.
"""

from __future__ import annotations

import functools
import operator
import unicodedata
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.readers.loom.page import PLACES, Anchor, LinkedPage, text_length
from newsloom.readers.loom.shapes import Shape, shape_of
from newsloom.text.addresses import site_of

__all__ = ["target_evidence"]

Columns = dict[str, npt.NDArray[np.float64]]

_LONG_TEXT: Final = 5  # words: the news item paper's threshold for anchor texts
_MOST_WORDS: Final = 15
_MARKS: Final = frozenset(".!?:»«“”„\"'–")
_START: Final = 60
# Papers spell these letters so in their addresses, or without their marks.
_SPELLED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae", "å": "a", "ı": "i"})


def target_evidence(page: LinkedPage, document: Document) -> tuple[tuple[str, ...], npt.NDArray[np.float32]]:
    """The names of the columns, and a row for each of ``page.targets``, of which there must be one."""
    by_target: list[list[Anchor]] = [[] for _ in page.targets]
    for anchor in page.anchors:
        by_target[anchor.target].append(anchor)
    shapes = [shape_of(url) for url in page.targets]
    texts = [max((anchor.text for anchor in anchors), key=len) for anchors in by_target]
    columns = _anchors(page, by_target, texts) | _places(page, by_target)
    columns |= _patches(page, by_target) | _addresses(document, page.targets, shapes, texts)
    columns |= _groups(page, columns, by_target, shapes)
    return tuple(columns), np.column_stack(list(columns.values())).astype(np.float32)


def _anchors(page: LinkedPage, by_target: list[list[Anchor]], texts: list[str]) -> Columns:
    count = max(len(page.anchors), 1)
    starts = [text[:_START] for text in texts]
    first: dict[int, int] = {}
    for order, anchor in enumerate(page.anchors):
        first.setdefault(anchor.target, order)
    return {
        "words": _array(_word_count(text) for text in texts),
        "characters": _array(len(text) for text in texts),
        "anchors": _array(len(anchors) for anchors in by_target),
        "in_heading": _array(any(anchor.level for anchor in anchors) for anchors in by_target),
        "has_picture": _array(any(anchor.has_picture for anchor in anchors) for anchors in by_target),
        "order": _array(first[target] / count for target in range(len(texts))),
        "starts_small": _array(start[:1].islower() for start in starts),
        "digits": _array(sum(map(str.isdigit, start)) / max(len(start), 1) for start in starts),
        "has_marks": _array(not _MARKS.isdisjoint(text) for text in texts),
    }


def _places(page: LinkedPage, by_target: list[list[Anchor]]) -> Columns:
    some, every = [], []
    for anchors in by_target:
        places = [page.places[anchor.place] for anchor in anchors]
        some.append(functools.reduce(operator.or_, places))
        every.append(functools.reduce(operator.and_, places))
    columns: Columns = {}
    for bit, tag in enumerate(PLACES):
        columns[f"in_{tag}"] = _bit(some, bit)
        columns[f"only_in_{tag}"] = _bit(every, bit)
    return columns


def _patches(page: LinkedPage, by_target: list[list[Anchor]]) -> Columns:
    only = page.only_targets()
    sights = (page.headings, page.pictures, page.times)
    headed, pictured, timed = (page.holding(sight.place for sight in seen) for seen in sights)
    places, sizes = [], []
    for anchors in by_target:
        lengths = {}
        for anchor in anchors:
            place = page.patch(anchor.place, only)
            if place not in lengths:
                is_bare = place == anchor.place
                lengths[place] = len(anchor.text) if is_bare else text_length(page.elements[place])
        best = max(lengths, key=lengths.__getitem__)
        places.append(best)
        sizes.append(lengths[best])
    return {
        "patch_size": np.log1p(_array(sizes)),
        "patch_heading": _array(headed[place] for place in places),
        "patch_picture": _array(pictured[place] for place in places),
        "patch_time": _array(timed[place] for place in places),
    }


def _addresses(document: Document, targets: list[str], shapes: list[Shape], texts: list[str]) -> Columns:
    own = shape_of(document.url or document.declared.canonical_url or targets[0]).host
    site = _site_of_host(own)
    shared = [_shared_words(shape, text) for shape, text in zip(shapes, texts, strict=True)]
    return {
        "slug_words": _array(len(shape.slug) for shape in shapes),
        "slug_shared": _array(shared),
        "slug_share": _array(count / max(len(shape.slug), 1) for count, shape in zip(shared, shapes, strict=True)),
        "longest_number": _array(shape.longest_number for shape in shapes),
        "depth": _array(shape.depth for shape in shapes),
        "is_folder": _array(shape.is_folder for shape in shapes),
        "has_extension": _array(shape.has_extension for shape in shapes),
        "has_query": _array(shape.has_query for shape in shapes),
        "length": _array(shape.length for shape in shapes),
        "is_same_host": _array(shape.host == own for shape in shapes),
        "is_same_site": _array(_site_of_host(shape.host) == site for shape in shapes),
    }


# A page's links lead to a few hosts, hundreds of times. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=1024)
def _site_of_host(host: str) -> str | None:
    return site_of(f"https://{host}/")


def _shared_words(shape: Shape, text: str) -> int:
    """How many words of the address stand in the text, in either spelling of letters with marks."""
    if not shape.slug or not text:
        return 0
    small = text.lower()
    if not small.isascii():
        bare = unicodedata.normalize("NFKD", small).encode("ascii", "ignore").decode()
        small = f"{small.translate(_SPELLED)} {bare}"
    return sum([word in small for word in shape.slug])


def _groups(page: LinkedPage, columns: Columns, by_target: list[list[Anchor]], shapes: list[Shape]) -> Columns:
    """What is true of the others of a group, with the page's mean as one more member."""
    furniture = columns["only_in_nav"] + columns["only_in_footer"] + columns["only_in_header"]
    facts = {
        "long": (columns["words"] >= _LONG_TEXT).astype(np.float64),
        "words": np.minimum(columns["words"], _MOST_WORDS),
        "headed": np.maximum(columns["in_heading"], columns["patch_heading"]),
        "pictured": np.maximum(columns["has_picture"], columns["patch_picture"]),
        "furniture": np.minimum(furniture, 1.0),
        "named": (columns["slug_shared"] >= 2).astype(np.float64),
        "slug": columns["slug_words"],
        "patch": columns["patch_size"],
    }
    moulds = [page.mould(max(anchors, key=_weight).place) for anchors in by_target]
    groups: dict[str, Sequence[Hashable]] = {
        "shape": [shape.key for shape in shapes],
        "folder": [shape.folder for shape in shapes],
        "mould": moulds,
    }
    found: Columns = {}
    for name, keys in groups.items():
        numbers: dict[Hashable, int] = {}
        group = np.array([numbers.setdefault(key, len(numbers)) for key in keys])
        sizes = np.bincount(group)
        found[f"{name}_size"] = np.log1p(sizes[group])
        for fact, values in facts.items():
            others = np.bincount(group, weights=values)[group] - values
            found[f"{name}_{fact}"] = (others + values.mean()) / sizes[group]
    return found


def _weight(anchor: Anchor) -> tuple[bool, int]:
    return anchor.level > 0, len(anchor.text)


def _word_count(text: str) -> float:
    words = text.count(" ") + 1 if text else 0
    # Scripts without spaces: two or three characters make a word.
    return len(text) / 3 if words < len(text) / 12 else words


def _bit(values: list[int], bit: int) -> npt.NDArray[np.float64]:
    return ((np.array(values, dtype=np.int64) >> bit) & 1).astype(np.float64)


def _array(values: Iterable[float]) -> npt.NDArray[np.float64]:
    return np.array(list(values), dtype=np.float64)
