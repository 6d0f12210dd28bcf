"""Raises the chances of addresses on small pages where cards that look alike must be stories.

The forest learned from large front pages, where one story's address shows what the others look like. A local paper may
announce three stories, at addresses of one word: there the layout shows the stories. A card with a linked headline and
a teaser below it is a story if two more cards have the same layout, or one card that is a story.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.readers.loom.features import NAMES
from newsloom.readers.loom.links import LinkedPage, layout_signatures
from newsloom.readers.loom.targets import Targets

__all__ = ["lift_alike_cards"]

# Pages with more addresses are what the forest has learned from, and their offers are set like stories.
_MOST_ADDRESSES: Final = 80
_LEAST_WORDS: Final = 3
# Letters in addition to the headline; the shortest teasers are a line.
_LEAST_TEASER: Final = 40
_LEAST_ALIKE: Final = 3
_LEAST_BESIDE_A_STORY: Final = 2
_FURNITURE: Final = ("nav", "header", "footer", "aside", "form")


def lift_alike_cards(
    chances: npt.NDArray[np.float64],
    rows: npt.NDArray[np.float32],
    page: LinkedPage,
    document: Document,
    least_chance: float,
) -> npt.NDArray[np.float64]:
    """The chances, raised to ``least_chance`` where cards look alike; ``rows`` are the features of the addresses."""
    if len(rows) > _MOST_ADDRESSES:
        return chances
    is_card = _are_cards(rows)
    if not np.any(is_card & (chances < least_chance)):
        return chances
    looks = layout_signatures(page, Targets(page, document).main)
    cards = Counter(look for look, one in zip(looks, is_card.tolist(), strict=True) if one)
    stories = {look for look, one in zip(looks, (is_card & (chances >= least_chance)).tolist(), strict=True) if one}
    alike = {look for look, count in cards.items() if count >= _enough(look in stories)}
    is_alike = is_card & np.array([look in alike for look in looks])
    lifted: npt.NDArray[np.float64] = np.where(is_alike, np.maximum(chances, least_chance), chances)
    return lifted


def _enough(is_beside_a_story: bool) -> int:  # noqa: FBT001
    return _LEAST_BESIDE_A_STORY if is_beside_a_story else _LEAST_ALIKE


def _are_cards(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Which addresses of the site have a linked heading and a teaser of their own, outside of furniture."""
    column = {name: rows[:, place] for place, name in enumerate(NAMES)}
    teaser = np.expm1(column["region_size"]) - column["characters"]
    is_card: npt.NDArray[np.bool_] = (
        (column["in_heading"] > 0)
        & (column["words"] >= _LEAST_WORDS)
        & (teaser >= _LEAST_TEASER)
        & (column["is_same_site"] > 0)
        & np.all([column[f"only_in_{tag}"] == 0 for tag in _FURNITURE], axis=0)
    )
    return is_card
