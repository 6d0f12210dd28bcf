"""Delta coding of path sets: computes the bits saved by writing one set as a variation of another.

A template can be written path by path, each as likely as it is among other templates; or as a variation of another
template, each path of which is kept with some probability. The cost of naming the other template is subtracted from
the bits saved. The lowest probability allowed was chosen on labelled pages.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["bits_saved", "chance", "naming_bits"]

# The probability that a path is kept is written in sixteenths, which takes four bits. A template that keeps less than a
# quarter of another is not a variation of it: sister sites that share one widget stay apart.
_CHANCES: Final = np.arange(4, 16) / 16
_CHANCE_BITS: Final = 4.0
_LOG_LOST: Final = np.log2(1 - _CHANCES)


def chance(found: NDArray[np.int64], among: NDArray[np.int64] | int) -> NDArray[np.float64]:
    """The probability of paths, given how many of the others have them (the estimate of Krichevsky and Trofimov)."""
    estimate: NDArray[np.float64] = (np.asarray(found) + 0.5) / (np.asarray(among) + 1.0)
    return estimate


def bits_saved(
    alone: NDArray[np.float64], below: NDArray[np.float64], lost: int, lost_below: int, templates: int
) -> float:
    """The bits saved if two sets share paths of these probabilities, and ``lost`` paths of one are not in the other.

    ``alone`` are the probabilities of the shared paths by themselves, ``below`` those given their parents: in a branch
    that all templates have, every path is likely; in one that no other has, only the first path counts. Which of the
    two writes the page shorter is not known beforehand, so the smaller saving is returned. ``lost_below`` counts the
    lost paths whose parents are shared.
    """
    return min(_saved(alone, lost), _saved(below, lost_below)) - naming_bits(templates)


def naming_bits(templates: int) -> float:
    """The bits it takes to say which of the templates is a variation of which, and how much of it is kept."""
    return _CHANCE_BITS + 2 * math.log2(max(templates, 1))


def _saved(chances: NDArray[np.float64], lost: int) -> float:
    likely = chances[:, None]
    kept = np.log2((_CHANCES + (1 - _CHANCES) * likely) / likely).sum(axis=0)
    return float((kept + lost * _LOG_LOST).max())
