"""Shares: hits of a total. Shares of several pages are summed before the division."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Share", "pooled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """``hits`` of ``total``; a share with a total of 0 has no rate."""

    hits: float
    total: int

    @property
    def rate(self) -> float | None:
        return self.hits / self.total if self.total else None


def pooled(shares: Iterable[Share]) -> Share:
    """Returns the sum of all shares as one share."""
    kept = list(shares)
    return Share(hits=sum(share.hits for share in kept), total=sum(share.total for share in kept))
