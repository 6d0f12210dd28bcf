"""How common a word is in news at large: language and stem in, the share of reports that hold it out.

A few articles cannot say which of their words are common; this table, counted over the training sets, can. It holds
hashes and no words. A word that is not in it is rare, or of a language that was not counted.
"""

from __future__ import annotations

import functools
import hashlib
import math
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Final

import numpy as np

from newsloom.errors import InputError

__all__ = ["DIGEST_NAME", "RAREST", "TABLE_NAME", "pack", "share_of_reports"]

TABLE_NAME: Final = "background.bin"
DIGEST_NAME: Final = "background.sha256"
# What a word that is not in the table is taken for; the table leaves out what is rarer than this.
RAREST: Final = 0.002
# Shares are kept as steps of their logarithm, 255 for every report: a step is a change by 2.5 %.
_STEPS: Final = 255


def share_of_reports(term: str, language: str | None) -> float:
    """The share of a language's reports that hold a stem; ``RAREST`` where the table is silent."""
    keys, shares = _table()
    wanted = _key(term, language)
    place = bisect_left(keys, wanted)
    return shares[place] if place < len(keys) and keys[place] == wanted else RAREST


def pack(shares: Mapping[tuple[str, str | None], float]) -> bytes:
    """The table's file: the hashes in rising order, then a byte for each share."""
    steps = {
        _key(term, language): round(_STEPS * (1 - math.log(share) / math.log(RAREST)))
        for (term, language), share in shares.items()
        if share > RAREST
    }
    keys = np.array(sorted(steps), dtype="<u4")
    return keys.tobytes() + bytes(max(0, min(_STEPS, steps[int(key)])) for key in keys)


def _key(term: str, language: str | None) -> int:
    return zlib.crc32(f"{language}:{term}".encode("utf-8", "surrogatepass"))


@functools.cache
def _table() -> tuple[Sequence[int], Sequence[float]]:
    """The hashes in rising order, and the share of each; arrays, for a dict takes ten times the room."""
    folder = resources.files(__package__).joinpath("data")
    content = folder.joinpath(TABLE_NAME).read_bytes()
    wanted = folder.joinpath(DIGEST_NAME).read_text(encoding="ascii").split()[0]
    if hashlib.sha256(content).hexdigest() != wanted:
        raise InputError(TABLE_NAME, "it is not the table that was counted; install Newsloom again")
    count = len(content) // 5
    keys = np.frombuffer(content, "<u4", count)
    steps = np.frombuffer(content, "u1", count, offset=4 * count)
    shares = RAREST ** (1 - steps / _STEPS)
    return array("q", keys.tolist()), array("d", shares.tolist())
