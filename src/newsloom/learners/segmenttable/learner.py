"""Learns one Template of repeated segments and blocks from documents; pages are not grouped.

``label_page`` works as in the paper, page by page: it counts a page's segments, then judges its blocks. ``learn`` does
so for a batch, and by default judges the blocks when all pages are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from newsloom.dom import Document
from newsloom.learners.segmenttable.segments import PageBlock, page_blocks
from newsloom.learners.segmenttable.table import SegmentTable, lifetime
from newsloom.parameters import Count, Share
from newsloom.records import Template

__all__ = ["BlockBalance", "LabelledBlock", "SegmentTableLearner", "template_ratio"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledBlock:
    """A judged block of a page; ``length`` is that of its texts, ``ratio`` the share of template segments in it."""

    path: str
    length: int
    ratio: float
    is_template: bool


@dataclass(slots=True)
class BlockBalance:
    """How many blocks at each path were template, and how many were not: many blocks have the same path."""

    counts: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, path: str, is_template: bool) -> None:  # noqa: FBT001 - it is what is added
        template, others = self.counts.get(path, (0, 0))
        self.counts[path] = (template + is_template, others + (not is_template))

    def template_blocks(self) -> frozenset[str]:
        """The paths at which more blocks were template than not."""
        return frozenset(path for path, (template, others) in self.counts.items() if template > others)


@dataclass(frozen=True, kw_only=True)
class SegmentTableLearner:
    """Take text that many pages repeat in the same place as template, and forget text that does not appear again.

    All pages go into one template. A block's path is kept where more of the blocks at it are template than not.
    """

    name: ClassVar[str] = "segmenttable"
    version: ClassVar[int] = 2
    reads_comments: ClassVar[bool] = True
    PAPER: ClassVar[Mapping[str, Any]] = {"page_by_page": True}

    least_pages: Count = 5  # the paper, "Template Detection": document frequency of a template segment
    least_ratio: Share = 0.7  # the paper: a template block has a larger template ratio
    base_lifetime: Count = 200  # Tb, pages; the paper gives no number
    longest_lifetime: Count = 10_000  # the upper bound, pages; the paper gives no number
    most_segments: Count = 500_000  # about 200 MB
    page_by_page: bool = False  # whether blocks are judged as each page comes, or when all pages are counted

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]:
        table, balance = self.empty_table(), BlockBalance()
        waiting: list[PageBlock] = []
        held = 0
        for document in documents:
            blocks = page_blocks(document)
            _count(blocks, table)
            waiting.extend(blocks)
            held += sum(len(block.segments) for block in blocks)
            if self.page_by_page or held > self.most_segments:
                self._judge(waiting, table, balance)
                waiting.clear()
                held = 0
        if not table.clock:
            return ()
        self._judge(waiting, table, balance)
        return (self.template_of(table, balance),)

    def label_page(
        self, document: Document, table: SegmentTable, balance: BlockBalance | None = None, /
    ) -> tuple[LabelledBlock, ...]:
        """Counts a page in the table and judges its blocks (the paper's four steps); adds them to ``balance``."""
        blocks = page_blocks(document)
        _count(blocks, table)
        return self._judge(blocks, table, balance or BlockBalance())

    def template_of(self, table: SegmentTable, balance: BlockBalance, /) -> Template:
        """The current contents of a table as a template of all its pages."""
        return Template(
            method=self.name,
            version=self.version,
            members=tuple(range(table.clock)),
            segments=table.segments_seen(self.least_pages),
            blocks=balance.template_blocks(),
        )

    def empty_table(self) -> SegmentTable:
        """A new table, to be filled page by page from an endless stream."""
        return SegmentTable(
            base_lifetime=self.base_lifetime, longest_lifetime=self.longest_lifetime, most_segments=self.most_segments
        )

    def lifetime_of(self, frequency: int) -> float:
        """For how many pages a segment with this document frequency is remembered."""
        return lifetime(frequency, self.base_lifetime, self.longest_lifetime)

    def _judge(
        self, blocks: Iterable[PageBlock], table: SegmentTable, balance: BlockBalance
    ) -> tuple[LabelledBlock, ...]:
        labelled = []
        for block in blocks:
            ratio = template_ratio(block, table, self.least_pages)
            is_template = ratio > self.least_ratio
            balance.add(block.path, is_template)
            length = sum(length for _, length in block.segments)
            labelled.append(LabelledBlock(path=block.path, length=length, ratio=ratio, is_template=is_template))
        return tuple(labelled)


def template_ratio(block: PageBlock, table: SegmentTable, least_pages: int) -> float:
    """The length of the block's template segments divided by that of all its segments."""
    whole = sum(length for _, length in block.segments)
    repeated = sum(length for name, length in block.segments if table.frequency(name) >= least_pages)
    return repeated / whole if whole else 0.0


def _count(blocks: Iterable[PageBlock], table: SegmentTable) -> None:
    table.add_page(name for block in blocks for name, _ in block.segments)
