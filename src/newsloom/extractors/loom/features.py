"""A document's segments as numbers: the evidence of the five papers and the usual one, in one pass.

Families: what a segment's text is like (news item patterns), what its boxes are called and how
they are nested (function and format, perception), how much prose its containers hold (N-EXT's size),
where it stands (LBNEST's nearness), how it resembles title and declared texts (N-EXT's likeness), what
repeats on the page (template segments), and what its neighbours are like. Nothing is decided here.
"""

from __future__ import annotations

import functools
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.extractors.loom.arrays import Array, Columns, Marks, bit_columns, shifted
from newsloom.extractors.loom.containers import container_columns
from newsloom.extractors.loom.likeness import likeness_columns
from newsloom.extractors.loom.page import PLACES, LinedPage
from newsloom.extractors.loom.position import position_columns
from newsloom.extractors.loom.repetition import repetition_columns
from newsloom.extractors.loom.words import PHRASES, ROLES

__all__ = ["FAMILIES", "NEIGHBOURS", "family_of", "segment_features"]

NEIGHBOURS: Final = "neighbours"
# What a line's neighbours tell of it, and how far away they may stand.
_SEEN_FROM_NEXT_DOOR: Final = {
    "words": (-2, -1, 1, 2),
    "tag": (-2, -1, 1, 2),
    "link_share": (-1, 1),
    "is_closed": (-1, 1),
}
# Rare each, and hardly ever borne by a line of a story (fewer than one in twenty of the labelled lines that bear them
# are in one): together frequent enough to be learnt.
_FURNITURE: Final = (
    "in_dialog",
    "in_footer",
    "own_comment",
    "near_comment",
    "own_footer",
    "near_footer",
    "own_navigation",
    "own_related",
    "own_social",
    "own_signup",
    "own_overlay",
)
# So much of a line shows whether it is all capitals or all digits.
_SHOWN: Final = 60
# The scripts with capitals or digits of their own, as far as papers are printed in them, end here.
_LETTERS: Final = 0x2000


def segment_features(page: LinedPage) -> tuple[tuple[str, ...], npt.NDArray[np.float32]]:
    """The names of the features, and a row of them for each line of the page, of which there must be one."""
    columns: Columns = {}
    for family in FAMILIES.values():
        columns |= family(page)
    # Neighbours come last: they look at what the others found.
    columns |= _neighbours(columns)
    # Stored by column, as they were found and as a forest wants them: to turn them around would take longer than to
    # find some of them.
    return tuple(columns), np.array(list(columns.values()), dtype=np.float32).T


def family_of(page: LinedPage) -> dict[str, str]:
    """For each feature the family it belongs to, in the order of ``segment_features``."""
    families = {name: family for family, columns in FAMILIES.items() for name in columns(page)}
    return {name: families.get(name, NEIGHBOURS) for name in segment_features(page)[0]}


def _text(page: LinedPage) -> Columns:
    """What the line itself is like."""
    texts = [segment.text for segment in page.outline.segments]
    short = [text[:_SHOWN] if is_it else "" for text, is_it in zip(texts, page.is_short.tolist(), strict=True)]
    capitals, digits = _shares(short)
    prosaic = page.words[page.prose > 0]
    usual = _median(prosaic) if len(prosaic) else 1.0
    columns: Columns = {
        "words": np.log1p(page.words),
        "words_to_usual": np.log1p(page.words) - np.log1p(usual),
        "link_share": page.link_share,
        "is_closed": page.is_closed,
        "word_length": page.characters / page.words,
        "commas": np.array([text.count(",") + text.count("、") for text in texts]) / page.words,
        "capitals": capitals,
        "digits": digits,
        "starts_small": np.array([text[0].islower() for text in texts], dtype=np.float64),
    }
    spoken = bit_columns(page.phrases, len(PHRASES))
    return columns | dict(zip([f"phrase_{name}" for name in PHRASES], spoken, strict=True))


def _median(values: Array) -> float:
    # Not numpy's, which imports a tenth of all that an extraction imports, and takes ten times as long.
    ordered = np.sort(values)
    middle = len(ordered) // 2
    return float(ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2)


def _structure(page: LinedPage) -> Columns:
    """What the boxes around the line are, and what they are called."""
    box, boxes = page.box, page.boxes
    above = boxes.parents[box]
    two_above = boxes.parents[above]
    near = boxes.roles[above] | boxes.roles[two_above]
    columns: Columns = {
        "tag": boxes.tags[box].astype(np.float64),
        "tag_above": boxes.tags[above].astype(np.float64),
        "tag_two_above": boxes.tags[two_above].astype(np.float64),
        "depth": boxes.depths[box],
        "is_hidden": boxes.hidden[box].astype(np.float64),
        "in_dialog": boxes.dialogs[box].astype(np.float64),
    }
    columns |= dict(zip([f"in_{tag}" for tag in PLACES], bit_columns(boxes.places[box], len(PLACES)), strict=True))
    called = (bit_columns(roles, len(ROLES)) for roles in (boxes.roles[box], near, boxes.all_roles[box]))
    for role, own, by, around in zip(ROLES, *called, strict=True):
        columns |= {f"own_{role}": own, f"near_{role}": by, f"any_{role}": around}
    return columns | {"furniture": _furniture(page, columns)}


def _furniture(page: LinedPage, columns: Columns) -> Array:
    """How many signs say that the line is no story's, each of them hardly ever borne by one."""
    spoken = dict(zip(PHRASES, bit_columns(page.phrases, len(PHRASES)), strict=True))
    asks_to_sign_up, has_rights = columns["near_signup"] * spoken["signup"], spoken["rights"]
    signs: Array = sum((columns[name] for name in _FURNITURE), asks_to_sign_up + has_rights)
    return signs


FAMILIES: Final = {
    "text": _text,
    "structure": _structure,
    "containers": container_columns,
    "position": position_columns,
    "likeness": likeness_columns,
    "repetition": repetition_columns,
}


def _neighbours(columns: Columns) -> Columns:
    return {
        f"{name}_{distance:+d}": shifted(columns[name], distance)
        for name, distances in _SEEN_FROM_NEXT_DOOR.items()
        for distance in distances
    }


def _shares(texts: list[str]) -> tuple[Array, Array]:
    """The share of each text that is capitals, and that is digits."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    sizes = np.array([len(text) for text in texts])
    ends = np.cumsum(sizes)
    kinds = _kinds_of_letters()[:, np.minimum(codes, _LETTERS - 1)]
    before = np.concatenate([np.zeros((2, 1)), np.cumsum(kinds, axis=1)], axis=1)
    capitals, digits = (before[:, ends] - before[:, ends - sizes]) / np.maximum(sizes, 1)
    return capitals, digits


@functools.cache
def _kinds_of_letters() -> Marks:
    # As bytes: an array of a list asks each of its thousands of values what it is.
    letters = list(map(chr, range(_LETTERS)))
    kinds = bytes(map(str.isupper, letters)) + bytes(map(str.isdigit, letters))
    return np.frombuffer(kinds, dtype=np.bool_).reshape(2, _LETTERS)
