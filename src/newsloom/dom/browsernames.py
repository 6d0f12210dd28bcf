"""Names of attributes and elements that are meant for browsers alone, as a hash table for ``markupscan``.

Only the first eight letters of a name count, in lower case. An attribute that one of our own methods reads must not be
listed here (``tests/dom/test_without_code.py``).
"""

from __future__ import annotations

from array import array
from typing import Final

from newsloom.zeros import zeros

__all__ = [
    "HOLDS_TEXT",
    "IS_CODE",
    "IS_ENDLESS",
    "IS_OF_BROWSERS",
    "IS_READ_DATA",
    "IS_TEXT",
    "KINDS",
    "LETTERS",
    "MULTIPLIER",
    "NAMES",
    "SHIFT",
    "SLOTS",
    "packed",
]

# What a name is, as bits.
IS_OF_BROWSERS, IS_READ_DATA, IS_TEXT, IS_CODE, IS_ENDLESS = 1, 2, 4, 8, 16
HOLDS_TEXT: Final = IS_TEXT | IS_CODE | IS_ENDLESS

_NAMES: Final = {
    # Attributes that tell a browser how to load, draw or send. Events ("on…") need no list.
    IS_OF_BROWSERS: """@click action aria-controls aria-expanded as async autocomplete border cellpadding cellspacing
    clip-path clip-rule crossorigin cx cy d decoding defer fetchpriority fill fill-rule focusable for hspace integrity
    language loading maxlength method nonce offset placeholder points preserveaspectratio r referrerpolicy rx ry sizes
    stop-color stop-opacity stroke stroke-linecap stroke-width tabindex target transform valign value viewbox vspace
    x x-cloak x-data x-show x1 x2 xlink:href xmlns xmlns:xlink y y1 y2""",
    # The attributes of scripts ("data-…") that are read all the same: they say where a picture is, or when.
    IS_READ_DATA: "date datetime lazy lazy-src lazy-srcset original original-src src srcset time timestamp url",
    # Elements that hold text only: no tag begins within them.
    IS_TEXT: "iframe noembed noframes textarea title xmp",
    # Such elements whose text is code, unless it is JSON-LD.
    IS_CODE: "script style",
    # And one whose text is all the rest of the page.
    IS_ENDLESS: "plaintext",
}

LETTERS: Final = 8
# A power of two, at least twice the number of names.
SLOTS: Final = 256
SHIFT: Final = 64 - SLOTS.bit_length() + 1
# An odd number whose products spread over the upper bits.
MULTIPLIER: Final = 0x9E37_79B9_7F4A_7C15


def packed(name: bytes) -> int:
    """The first letters of a name as a number, the first of them in the lowest byte."""
    return int.from_bytes(name[:LETTERS], "little")


def _hashed() -> tuple[array[int], array[int]]:
    """A table of the names with open addressing, 0 in empty slots, and for each slot what the name is."""
    names, kinds = zeros("Q", SLOTS), zeros("i", SLOTS)
    for kind, words in _NAMES.items():
        for word in words.split():
            name = packed(word.encode())
            slot = name * MULTIPLIER >> SHIFT & SLOTS - 1
            while names[slot] not in (0, name):
                slot = slot + 1 & SLOTS - 1
            names[slot] = name
            kinds[slot] |= kind
    return names, kinds


NAMES, KINDS = _hashed()
