"""The families of evidence, each a function from a page to columns: what a line is like, what its boxes are, and so on.

Text and structure are found here, and what neighbours tell; the other families have modules of their own. Nothing is
decided here.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from newsloom.extractors.loom.arrays import Array, Columns, bit_columns, shifted
from newsloom.extractors.loom.boxes import PLACES
from newsloom.extractors.loom.containers import container_columns
from newsloom.extractors.loom.likeness import likeness_columns
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.position import position_columns
from newsloom.extractors.loom.repetition import repetition_columns
from newsloom.extractors.loom.words import PHRASES, ROLES

__all__ = ["FAMILIES", "FURNITURE", "SEEN_FROM_NEXT_DOOR", "neighbour_columns", "usual_words"]

# What a line's neighbours tell of it, and how far away they may stand.
SEEN_FROM_NEXT_DOOR: Final = {
    "words": (-2, -1, 1, 2),
    "tag": (-2, -1, 1, 2),
    "link_share": (-1, 1),
    "is_closed": (-1, 1),
}
# Rare each, and hardly ever borne by a line of a story (fewer than one in twenty of the labelled lines that bear them
# are in one): together frequent enough to be learnt.
FURNITURE: Final = (
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


_SIGNUP, _RIGHTS = (1 << PHRASES.index(phrase) for phrase in ("signup", "rights"))
_SPOKEN: Final = tuple(f"phrase_{phrase}" for phrase in PHRASES)
_IN_PLACES: Final = tuple(f"in_{tag}" for tag in PLACES)
_CALLED: Final = tuple(f"{where}_{role}" for role in ROLES for where in ("own", "near", "any"))


def _text(page: LinedPage) -> Columns:
    """What the line itself is like."""
    lines = page.lines
    columns: Columns = {
        "words": np.log1p(page.words),
        "words_to_usual": np.log1p(page.words) - np.log1p(usual_words(page)),
        "link_share": page.link_share,
        "is_closed": page.is_closed,
        "word_length": page.characters / page.words,
        "commas": lines.commas,
        "capitals": lines.capitals,
        "digits": lines.digits,
        "starts_small": lines.starts_small,
    }
    columns |= zip(_SPOKEN, bit_columns(page.phrases, len(PHRASES)), strict=True)
    return columns


def usual_words(page: LinedPage) -> float:
    """How many words half of the lines of prose have."""
    prosaic = page.words[page.prose > 0]
    return _median(prosaic) if len(prosaic) else 1.0


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
        "tag": boxes.tags[box],
        "tag_above": boxes.tags[above],
        "tag_two_above": boxes.tags[two_above],
        "depth": boxes.depths[box],
        "is_hidden": boxes.hidden[box],
        "in_dialog": boxes.dialogs[box],
    }
    columns |= zip(_IN_PLACES, bit_columns(boxes.places[box], len(PLACES)), strict=True)
    called = bit_columns(np.array((boxes.roles[box], near, boxes.all_roles[box])), len(ROLES))
    columns |= zip(_CALLED, called.reshape(len(_CALLED), len(box)), strict=True)
    return columns | {"furniture": _furniture(page, columns)}


def _furniture(page: LinedPage, columns: Columns) -> Array:
    """How many signs say that the line is no story's, each of them hardly ever borne by one."""
    asks_to_sign_up = columns["near_signup"] * (page.phrases & _SIGNUP > 0)
    has_rights = page.phrases & _RIGHTS > 0
    signs: Array = np.array([columns[name] for name in FURNITURE]).sum(axis=0) + asks_to_sign_up + has_rights
    return signs


FAMILIES: Final = {
    "text": _text,
    "structure": _structure,
    "containers": container_columns,
    "position": position_columns,
    "likeness": likeness_columns,
    "repetition": repetition_columns,
}


def neighbour_columns(columns: Columns) -> Columns:
    """What the lines next door are like, read off the columns of the others."""
    return {
        f"{name}_{distance:+d}": shifted(columns[name], distance)
        for name, distances in SEEN_FROM_NEXT_DOOR.items()
        for distance in distances
    }
