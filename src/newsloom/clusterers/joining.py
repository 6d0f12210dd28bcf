"""Items that become one group, two by two: joins in, groups in the order of their first items out."""

from __future__ import annotations

__all__ = ["Joining"]


class Joining:
    """Groups of the numbers below ``size``, each alone at first; a group is named by its smallest number."""

    def __init__(self, size: int) -> None:
        self._parents = list(range(size))

    def root(self, item: int) -> int:
        """The name of the item's group."""
        parents = self._parents
        while parents[item] != item:
            parents[item] = parents[parents[item]]
            item = parents[item]
        return item

    def join(self, a: int, b: int) -> int:
        """Make the groups of two items one; its name."""
        first, second = sorted((self.root(a), self.root(b)))
        self._parents[second] = first
        return first

    def groups(self) -> list[list[int]]:
        """All groups, items in order."""
        found: dict[int, list[int]] = {}
        for item in range(len(self._parents)):
            found.setdefault(self.root(item), []).append(item)
        return list(found.values())
