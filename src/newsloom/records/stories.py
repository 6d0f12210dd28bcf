"""What many papers tell together."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Story"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The same event from many papers; ``members`` are indexes in order of arrival.

    ``words`` are what the story is about, each with its weight, the heaviest first; ``closeness`` says of each
    member, in the order of ``members``, how near it is to the story's middle. Both are empty where the method
    does not say.
    """

    id: str
    method: str
    version: int
    members: tuple[int, ...]
    title: str | None = None
    words: tuple[tuple[str, float], ...] = ()
    closeness: tuple[float, ...] = ()

    @property
    def ranked(self) -> tuple[int, ...]:
        """The members, the closest first; in order of arrival where the method does not rank."""
        if not self.closeness:
            return self.members
        ranks = sorted(zip(self.closeness, self.members, strict=True), key=lambda rank: (-rank[0], rank[1]))
        return tuple(member for _, member in ranks)
