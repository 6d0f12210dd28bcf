"""Delta coding of path sets: shared and missing paths in, the bits saved by writing one set as a change of another out.

A template is written path by path, each as likely as other templates have it; or as a variation of another template,
each path of which is kept with some chance. The bits saved are compared with what it costs to say so. One floor was
chosen on labelled pages.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["bits_saved", "chance", "naming_bits"]

# The chance that a path is kept is written in sixteenths: four bits. What keeps less than a quarter of another is no
# variation of it: sister sites that share one widget stay apart.
_CHANCES: Final = np.arange(4, 16) / 16
_CHANCE_BITS: Final = 4.0
_LOG_LOST: Final = np.log2(1 - _CHANCES)


def chance(found: NDArray[np.int64], among: NDArray[np.int64] | int) -> NDArray[np.float64]:
    """How likely paths are, found so often among so many others (Krichevsky and Trofimov's estimate)."""
    estimate: NDArray[np.float64] = (np.asarray(found) + 0.5) / (np.asarray(among) + 1.0)
    return estimate


def bits_saved(
    alone: NDArray[np.float64], below: NDArray[np.float64], lost: int, lost_below: int, templates: int
) -> float:
    """The bits saved where two sets share paths that are so likely, and ``lost`` paths of the one are not in the other.

    ``alone`` are the chances of the shared paths by themselves, ``below`` those given their parents: of a branch that
    everybody has, every path is likely, and of one that nobody else has, the first alone tells. Which of the two
    writes the page shorter is not known beforehand, so the smaller saving counts. ``lost_below`` counts the lost
    paths whose parents are shared.
    """
    return min(_saved(alone, lost), _saved(below, lost_below)) - naming_bits(templates)


def naming_bits(templates: int) -> float:
    """What it costs to say which of so many templates is a variation of which, and how much of it is kept."""
    return _CHANCE_BITS + 2 * math.log2(max(templates, 1))


def _saved(chances: NDArray[np.float64], lost: int) -> float:
    likely = chances[:, None]
    kept = np.log2((_CHANCES + (1 - _CHANCES) * likely) / likely).sum(axis=0)
    return float((kept + lost * _LOG_LOST).max())
