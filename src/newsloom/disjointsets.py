"""Disjoint sets (union-find): joins pairs of items and returns the sets in the order of their first items."""

from __future__ import annotations

__all__ = ["DisjointSets"]


class DisjointSets:
    """Sets of the numbers below ``size``, each alone at first; the root of a set is its smallest number."""

    def __init__(self, size: int) -> None:
        self._parents = list(range(size))

    def root(self, item: int) -> int:
        """Returns the root of the item's set."""
        parents = self._parents
        while parents[item] != item:
            parents[item] = item = parents[parents[item]]
        return item

    def join(self, a: int, b: int) -> int:
        """Merges the sets of two items and returns the root of the new set."""
        first, second = self.root(a), self.root(b)
        if second < first:
            first, second = second, first
        self._parents[second] = first
        return first

    def roots(self) -> list[int]:
        """Returns the root of every item."""
        parents = self._parents
        # A parent is never greater than its item, so one pass in rising order is enough.
        for item, parent in enumerate(parents):
            parents[item] = parents[parent]
        return list(parents)

    def groups(self) -> list[list[int]]:
        """Returns all sets, with their items in order."""
        found: dict[int, list[int]] = {}
        for item, root in enumerate(self.roots()):
            found.setdefault(root, []).append(item)
        return list(found.values())
