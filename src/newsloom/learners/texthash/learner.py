"""Learns templates by the description length that MinHash signatures estimate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from newsloom.dom import Document
from newsloom.learners.agglomeration import merge_all_pairs
from newsloom.learners.descriptionlength import Membership, Size
from newsloom.learners.mdl import PAPER_READING, learn_by_mdl
from newsloom.learners.paths import Numbers
from newsloom.learners.signatures import sign
from newsloom.parameters import Count
from newsloom.records import Template

__all__ = ["TextHashLearner", "group_by_estimate"]


@dataclass(frozen=True, kw_only=True)
class TextHashLearner:
    """Merge the pair of clusters that shortens the description most, estimated from signatures (Kim and Shim, 2011).

    Weighs every pair, so it is for a few thousand pages.
    """

    name: ClassVar[str] = "texthash"
    version: ClassVar[int] = 6
    reads_comments: ClassVar[bool] = False
    PAPER: ClassVar[Mapping[str, Any]] = PAPER_READING

    signature_length: Count = 128  # slots; the sweep in benchmarks/templates.py shows 64 to 256 alike
    refined: bool = True  # split off strangers, join families of templates; False is the paper's
    single_supports: bool = False  # whether paths of one page count for the mode (definition 1)
    membership: Membership = "matrix"  # the price of M_D; see NOTES.md of textmdl

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]:
        group = partial(group_by_estimate, signature_length=self.signature_length)
        return learn_by_mdl(documents, group, self)


def group_by_estimate(pages: Sequence[Numbers], size: Size, *, signature_length: int) -> list[list[int]]:
    """The groups of pages given by their essential paths."""
    signatures = sign(pages, signature_length)
    return merge_all_pairs(size, signatures.entries.copy(), signatures.pairing, signatures.merge)
