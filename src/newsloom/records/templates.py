"""What the pages of a site share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Template"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """What pages printed from one mould share; ``members`` are indexes of the pages learned from.

    ``paths`` are the paths to elements and texts (``html/body/h1/#World``) with how many members have each;
    ``content_paths`` those of elements in which the members' texts differ. ``description_parts`` are the three parts
    of the description length, in bits: the template, who its members are, and where they differ from it.
    ``segments`` are repeated texts by their paths, with how many pages have each, ``blocks`` the paths of blocks made
    of them. ``pattern`` is the tree of an extraction pattern, one line for each node. Empty where a method has none.
    """

    method: str
    version: int
    members: tuple[int, ...]
    paths: Mapping[str, int] = field(default_factory=dict)
    content_paths: frozenset[str] = frozenset()
    description_length: float | None = None
    description_parts: tuple[float, float, float] | None = None
    segments: Mapping[str, int] = field(default_factory=dict)
    blocks: frozenset[str] = frozenset()
    pattern: tuple[str, ...] = ()
