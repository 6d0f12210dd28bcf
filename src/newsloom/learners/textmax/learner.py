"""Learns templates by estimated description length, weighing each cluster only with its nearest neighbour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from newsloom.dom import Document
from newsloom.learners.descriptionlength import Membership, Size
from newsloom.learners.mdl import PAPER_READING, Grouping, group_by_mdl, learn_by_mdl
from newsloom.learners.paths import Numbers
from newsloom.learners.protocol import Grouped
from newsloom.learners.signatures import sign
from newsloom.learners.textmax.matching import match_page
from newsloom.learners.textmax.neighbours import Neighbourhood
from newsloom.parameters import Count
from newsloom.records import Template

__all__ = ["TextMaxLearner", "group_by_neighbours"]


@dataclass(frozen=True, kw_only=True)
class TextMaxLearner:
    """Merge clusters by estimated description length, each tried only with its nearest one (Kim and Shim, 2011)."""

    name: ClassVar[str] = "textmax"
    version: ClassVar[int] = 5
    reads_comments: ClassVar[bool] = False
    PAPER: ClassVar[Mapping[str, Any]] = {**PAPER_READING, "all_nearest": True, "batch_pages": None}

    signature_length: Count = 128  # slots; the sweep in benchmarks/templates.py shows 64 to 256 alike
    batch_pages: Count | None = 1_000  # pages that meet the clusters of earlier ones together; None: all at once
    all_nearest: bool = False  # whether all of several equally near clusters are weighed, or only the first
    refined: bool = True  # split off strangers, join families of templates; False is the paper's
    single_supports: bool = False  # whether paths of one page count for the mode (definition 1)
    membership: Membership = "matrix"  # the price of M_D; see NOTES.md of textmdl

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]:
        return learn_by_mdl(documents, self._grouping(), self)

    def group(self, paths: Sequence[Numbers], grouped: Grouped | None = None, /) -> list[list[int]]:
        """The groups of pages given by their paths alone, for more pages than can be read again.

        Nothing is refined, because that needs the texts and attributes of the pages. ``grouped`` is called after each
        batch with its number of pages.
        """
        groups, alone = group_by_mdl(paths, self._grouping(grouped), self)
        return sorted([*map(sorted, groups), *([place] for place in alone)])

    def _grouping(self, grouped: Grouped | None = None) -> Grouping:
        return partial(
            group_by_neighbours,
            signature_length=self.signature_length,
            batch_pages=self.batch_pages,
            all_nearest=self.all_nearest,
            grouped=grouped,
        )

    def place(self, document: Document, templates: Sequence[Template], /) -> int | None:
        """Which of the known templates a page was printed from; None if it fits none."""
        return match_page(document, templates)


def group_by_neighbours(  # noqa: PLR0913 - the learner's parameters, and who hears of it
    pages: Sequence[Numbers],
    size: Size,
    *,
    signature_length: int,
    batch_pages: int | None,
    all_nearest: bool = False,
    grouped: Grouped | None = None,
) -> list[list[int]]:
    """The groups of pages given by their essential paths."""
    signatures = sign(pages, signature_length)
    known = Neighbourhood.empty(signature_length)
    step = batch_pages or max(len(pages), 1)
    for start in range(0, len(pages), step):
        batch = range(start, min(start + step, len(pages)))
        arriving = signatures.taken(list(batch))
        known = known.joined_by(arriving, [[page] for page in batch], size, all_nearest=all_nearest)
        if grouped is not None:
            grouped(len(batch))
    return known.members
