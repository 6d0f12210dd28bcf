"""What speaks for a linked address being a story: a row of numbers for each address of the page.

Families: what the anchors say, where they stand, what surrounds them (their patch), what the address looks like and
whether its words are those of the anchor; and the same of the groups an address belongs to: addresses of its shape,
addresses of its folder, anchors of its mould. Groups are the page's own, so a site nobody has seen teaches its own
shapes. Nothing is decided here.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.readers.loom.flat import Numbers
from newsloom.readers.loom.page import PLACES, LinkedPage
from newsloom.readers.loom.shapes import Shape, shape_of
from newsloom.text.addresses import site_of

__all__ = ["target_evidence"]

Columns = dict[str, npt.NDArray[np.float64]]

_LONG_TEXT: Final = 5  # words: the news item paper's threshold for anchor texts
_MOST_WORDS: Final = 15
_START: Final = 60
_PARTING: Final = "\n"
_MARK: Final = re.compile("[.!?:»«“”„\"'–]")
_DIGIT: Final = re.compile(r"\d")
# Papers spell these letters so in their addresses, or without their marks.
_SPELLED: Final = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("ø", "o"), ("æ", "ae"), ("å", "a"), ("ı", "i"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Anchors:
    """The anchors as arrays, and how many targets they have."""

    places: Numbers
    links: Numbers
    lengths: Numbers
    levels: Numbers
    count: int

    def any(self, is_true: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """For each target whether it is true of one of its anchors."""
        found = np.zeros(self.count, dtype=np.bool_)
        found[self.links[is_true]] = True
        return found

    def best(self, weights: Numbers) -> Numbers:
        """For each target its anchor of most weight, the first of equals."""
        order = np.lexsort((-weights, self.links))
        links = self.links[order]
        best: Numbers = order[np.append(True, links[1:] != links[:-1])]
        return best


def target_evidence(page: LinkedPage, document: Document) -> tuple[tuple[str, ...], npt.NDArray[np.float32]]:
    """The names of the columns, and a row for each of ``page.targets``, of which there must be one."""
    anchors = _Anchors(
        places=np.array(page.places, dtype=np.int64),
        links=np.array(page.links, dtype=np.int64),
        lengths=np.array(list(map(len, page.labels)), dtype=np.int64),
        levels=np.array(page.levels, dtype=np.int64),
        count=len(page.targets),
    )
    shapes = [shape_of(url) for url in page.targets]
    texts = [page.labels[anchor] for anchor in anchors.best(anchors.lengths).tolist()]
    columns = _wording(texts) | _standing(page, anchors) | _places(page, anchors) | _patches(page, anchors)
    columns |= _addresses(document, page.targets, shapes, texts)
    columns |= _groups(columns, _keys(page, anchors, shapes))
    return tuple(columns), np.array(list(columns.values()), dtype=np.float32).T


def _wording(texts: list[str]) -> Columns:
    lengths = np.array(list(map(len, texts)), dtype=np.float64)
    words = np.array([text.count(" ") + 1 if text else 0 for text in texts], dtype=np.float64)
    digits = np.array([len(_DIGIT.findall(text, 0, _START)) for text in texts], dtype=np.float64)
    return {
        # Scripts without spaces: two or three characters make a word.
        "words": np.where(words < lengths / 12, lengths / 3, words),
        "characters": lengths,
        "starts_small": np.array([text[:1].islower() for text in texts], dtype=np.float64),
        "digits": digits / np.clip(lengths, 1, _START),
        "has_marks": np.array([_MARK.search(text) is not None for text in texts], dtype=np.float64),
    }


def _standing(page: LinkedPage, anchors: _Anchors) -> Columns:
    count = len(anchors.links)
    first = np.zeros(anchors.count)
    # Of several assignments the last is valid, which is the first anchor.
    first[anchors.links[::-1]] = np.arange(count)[::-1]
    pictured = np.zeros(count, dtype=np.bool_)
    pictured[_anchors_around(page, anchors)] = True
    return {
        "anchors": np.bincount(anchors.links, minlength=anchors.count).astype(np.float64),
        "in_heading": anchors.any(anchors.levels > 0).astype(np.float64),
        "has_picture": anchors.any(pictured).astype(np.float64),
        "order": first / max(count, 1),
    }


def _anchors_around(page: LinkedPage, anchors: _Anchors) -> Numbers:
    """The anchors that hold a picture."""
    pictures = np.array(page.pictures, dtype=np.int64)
    before = np.searchsorted(anchors.places, pictures) - 1
    pictures, before = pictures[before >= 0], before[before >= 0]
    found: Numbers = before[page.tree.ends[anchors.places[before]] > pictures]
    return found


def _places(page: LinkedPage, anchors: _Anchors) -> Columns:
    columns: Columns = {}
    for tag in PLACES:
        inside = page.tree.inside(page.tree.numbers[tag])[anchors.places]
        columns[f"in_{tag}"] = anchors.any(inside).astype(np.float64)
        columns[f"only_in_{tag}"] = (~anchors.any(~inside)).astype(np.float64)
    return columns


def _patches(page: LinkedPage, anchors: _Anchors) -> Columns:
    only = page.only_targets()
    patches, sizes = [], []
    for place, label in zip(page.places, page.labels, strict=True):
        patch = page.patch(place, only)
        patches.append(patch)
        sizes.append(len(label) if patch == place else page.tree.size(patch))
    sized = np.array(sizes, dtype=np.int64)
    best = anchors.best(sized)
    places = np.array(patches, dtype=np.int64)[best]
    columns: Columns = {"patch_size": np.log1p(sized[best].astype(np.float64))}
    for name, seen in (("heading", page.headings), ("picture", page.pictures), ("time", page.times)):
        first, stop = page.tree.ranges(seen)
        columns[f"patch_{name}"] = (stop[places] > first[places]).astype(np.float64)
    return columns


def _addresses(document: Document, targets: list[str], shapes: list[Shape], texts: list[str]) -> Columns:
    own = shape_of(document.url or document.declared.canonical_url or targets[0]).host
    _, _, hosts, slugs, *facts = zip(*shapes, strict=True)
    shared = np.array(list(map(_shared_words, slugs, _spellings(texts))), dtype=np.float64)
    words = np.array(list(map(len, slugs)), dtype=np.float64)
    # A page's links lead to a few hosts, hundreds of times.
    kinship = {host: (host == own, _site_of_host(host) == _site_of_host(own)) for host in set(hosts)}
    is_same = np.array([kinship[host] for host in hosts], dtype=np.float64).T
    return {
        "slug_words": words,
        "slug_shared": shared,
        "slug_share": shared / np.maximum(words, 1),
        **dict(zip(Shape._fields[4:], np.array(facts, dtype=np.float64), strict=True)),
        "is_same_host": is_same[0],
        "is_same_site": is_same[1],
    }


# Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=1024)
def _site_of_host(host: str) -> str | None:
    return site_of(f"https://{host}/")


def _shared_words(slug: Sequence[str], spelled: str) -> int:
    return sum([word in spelled for word in slug])


def _spellings(texts: list[str]) -> list[str]:
    """The texts as addresses spell them: in small letters, and those with marks in either way."""
    # All at once: a page has hundreds of texts, and none has two lines.
    small = _PARTING.join(texts).lower()
    if small.isascii():
        return small.split(_PARTING)
    bare = unicodedata.normalize("NFKD", small).encode("ascii", "ignore").decode()
    for letter, spelling in _SPELLED:
        small = small.replace(letter, spelling)
    pairs = zip(small.split(_PARTING), bare.split(_PARTING), strict=True)
    return [f"{spelled} {plain}" for spelled, plain in pairs]


def _keys(page: LinkedPage, anchors: _Anchors, shapes: list[Shape]) -> dict[str, Sequence[Hashable]]:
    """What the groups are called to which each target belongs."""
    heaviest = anchors.best((anchors.levels > 0) * (anchors.lengths.max() + 1) + anchors.lengths)
    return {
        "shape": [shape.key for shape in shapes],
        "folder": [shape.folder for shape in shapes],
        "mould": page.moulds(anchors.places[heaviest].tolist()),
    }


def _groups(columns: Columns, groups: dict[str, Sequence[Hashable]]) -> Columns:
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
    values = np.array(list(facts.values()))
    means = values.mean(axis=1, keepdims=True)
    lines = np.arange(len(facts))[:, None]
    found: Columns = {}
    for name, keys in groups.items():
        numbers: dict[Hashable, int] = {}
        group = np.array([numbers.setdefault(key, len(numbers)) for key in keys])
        sizes = np.bincount(group)[group]
        found[f"{name}_size"] = np.log1p(sizes)
        # One sum for all facts: each has numbers of its own for the groups.
        cells = group + lines * len(numbers)
        sums = np.bincount(cells.ravel(), weights=values.ravel())[cells]
        found |= zip([f"{name}_{fact}" for fact in facts], (sums - values + means) / sizes, strict=True)
    return found
