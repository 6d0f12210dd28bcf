"""Related items of one item (news item paper, 5.1): its story's members in, the nearest of them out.

The vectors of a collection are made once with ``weigh``; a question costs no more than its story's size.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from newsloom.clusterers.concepts.vectors import ItemVectors
from newsloom.records import Story

__all__ = ["related_items"]


def related_items(
    vectors: ItemVectors, stories: Sequence[Story], item: int, *, count: int = 10
) -> tuple[tuple[int, float], ...]:
    """The other members of the item's story, the likest first, each with the cosine of the two."""
    story = next((story for story in stories if item in story.members), None)
    others = np.array([member for member in story.members if member != item] if story else [], dtype=np.int64)
    found = [products[:, 0] for _, products in vectors.only(others).products(vectors.point(item)[None, :])]
    likeness = np.concatenate(found) if found else np.empty(0, dtype=np.float32)
    nearest = np.argsort(-likeness, kind="stable")[:count]
    return tuple((int(others[place]), min(1.0, float(likeness[place]))) for place in nearest)
