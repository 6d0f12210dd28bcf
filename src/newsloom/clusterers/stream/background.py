"""Says how common a word is in news at large: the share of a language's reports that contain a stem.

A few articles cannot show which of their words are common; this table, counted over the training sets, can. It contains
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
# The share of words that are not in the table, which leaves out rarer ones.
RAREST: Final = 0.002
# Shares are stored as steps of their logarithm, 255 for all reports: a step is a change of 2.5 %.
_STEPS: Final = 255


def share_of_reports(term: str, language: str | None) -> float:
    """The share of a language's reports that contain a stem; ``RAREST`` if it is not in the table."""
    keys, shares = _table()
    wanted = _key(term, language)
    place = bisect_left(keys, wanted)
    return shares[place] if place < len(keys) and keys[place] == wanted else RAREST


def pack(shares: Mapping[tuple[str, str | None], float]) -> bytes:
    """The contents of the table's file: the hashes in rising order, then a byte for each share."""
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
    """The hashes in rising order, and the share of each; in arrays, because a dict takes ten times the memory."""
    folder = resources.files(__package__).joinpath("data")
    content = folder.joinpath(TABLE_NAME).read_bytes()
    wanted = folder.joinpath(DIGEST_NAME).read_text(encoding="ascii").split()[0]
    if hashlib.sha256(content).hexdigest() != wanted:
        raise InputError(TABLE_NAME, "the table does not have the expected digest; install Newsloom again")
    count = len(content) // 5
    keys = np.frombuffer(content, "<u4", count)
    steps = np.frombuffer(content, "u1", count, offset=4 * count)
    shares = RAREST ** (1 - steps / _STEPS)
    return array("q", keys.tolist()), array("d", shares.tolist())
