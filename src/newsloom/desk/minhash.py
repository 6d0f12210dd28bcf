"""MinHash signatures of texts (Broder, 1997), for finding near duplicates among more texts than fit in memory.

Where ``duplicates`` compares shingles, this estimates the share of common shingles as the share of equal numbers among
128 per text, with a standard error of .04. Texts are compared if they have a band of four numbers in common. 98.8 % of
the pairs that share .6 of their shingles have such a band, 5 % of those that share .2, and one in 5,000 of those that
share .05, so the work is linear in the number of texts.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.desk.shingles import LEAST_WORDS, TEXT_CHARACTERS, shingles
from newsloom.text.tokens import tokens

__all__ = ["BANDS", "HASHES", "band_keys", "shared_part", "signature"]

HASHES: Final = 128
BANDS: Final = 32
_FAMILY: Final = np.random.default_rng(0).integers(1, 1 << 63, (2, HASHES), dtype=np.uint64) | np.uint64(1)
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)

Signature = npt.NDArray[np.uint16]


def signature(text: str, language: str | None = None) -> Signature | None:
    """The signature of a text; None if it is too short to be distinguished from others."""
    words = tokens(text[:TEXT_CHARACTERS], language)
    if len(words) < LEAST_WORDS:
        return None
    hashes = np.fromiter(shingles(words), np.uint64)
    multipliers, shifts = _FAMILY
    # Multiply and shift (Dietzfelbinger et al., 1997): the upper half of each product is as good as random.
    least = ((hashes[:, None] * multipliers + shifts) >> np.uint64(32)).min(axis=0)
    # The low bits distinguish two minima as well as all bits do (Li and König, 2010).
    return np.asarray(least & np.uint64(0xFFFF)).astype(np.uint16)


def band_keys(signatures: Signature) -> npt.NDArray[np.uint64]:
    """A key for each band of each signature; texts with the same key for the same band are to be compared."""
    bands = np.ascontiguousarray(signatures).reshape(len(signatures), BANDS, HASHES // BANDS)
    keys = np.ascontiguousarray(bands).view(np.uint64)[:, :, 0]
    return np.asarray(keys * _MIX, dtype=np.uint64)


def shared_part(first: Signature, second: Signature) -> npt.NDArray[np.float64]:
    """The share of equal numbers in each row of two arrays of signatures."""
    return np.asarray((first == second).mean(axis=1))
