"""Documents to one Template of repeated segments and blocks; pages are not grouped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from newsloom.dom import Document
from newsloom.learners.segmenttable.segments import PageBlock, page_blocks
from newsloom.learners.segmenttable.table import SegmentTable
from newsloom.parameters import Count, Share
from newsloom.records import Template

__all__ = ["SegmentTableLearner", "template_ratio"]


@dataclass(frozen=True, kw_only=True)
class SegmentTableLearner:
    """Call template what many pages repeat, text and place alike; forget what does not come back.

    All pages go into one template. A block's path is kept where more of the blocks at it are template than not.
    """

    name: ClassVar[str] = "segmenttable"
    version: ClassVar[int] = 1
    reads_comments: ClassVar[bool] = True
    PAPER: ClassVar[Mapping[str, Any]] = {}

    least_pages: Count = 5  # the seed, "Template Detection": document frequency of a template segment
    least_ratio: Share = 0.7  # the seed: a template block has a larger template ratio
    base_lifetime: Count = 200  # Tb, pages; the seed gives no number
    longest_lifetime: Count = 10_000  # the upper bound, pages; the seed gives no number
    most_segments: Count = 500_000  # about 200 MB

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]:
        table, verdict = self.empty_table(), _Verdict()
        waiting: list[PageBlock] = []
        pages = held = 0
        for pages, document in enumerate(documents, start=1):  # noqa: B007 - how many there were
            blocks = page_blocks(document)
            table.add_page(name for block in blocks for name, _ in block.segments)
            waiting.extend(blocks)
            held += sum(len(block.segments) for block in blocks)
            if held > self.most_segments:
                self._judge(waiting, table, verdict)
                held = 0
        if not pages:
            return ()
        self._judge(waiting, table, verdict)
        return (
            Template(
                method=self.name,
                version=self.version,
                members=tuple(range(pages)),
                segments=table.segments_seen(self.least_pages),
                blocks=verdict.template_blocks(),
            ),
        )

    def _judge(self, blocks: list[PageBlock], table: SegmentTable, verdict: _Verdict) -> None:
        for block in blocks:
            verdict.add(block.path, template_ratio(block, table, self.least_pages) > self.least_ratio)
        blocks.clear()

    def empty_table(self) -> SegmentTable:
        """A table to be fed page by page, for a stream without end."""
        return SegmentTable(
            base_lifetime=self.base_lifetime, longest_lifetime=self.longest_lifetime, most_segments=self.most_segments
        )


def template_ratio(block: PageBlock, table: SegmentTable, least_pages: int) -> float:
    """The length of the block's template segments over that of all its segments."""
    whole = sum(length for _, length in block.segments)
    repeated = sum(length for name, length in block.segments if table.frequency(name) >= least_pages)
    return repeated / whole if whole else 0.0


class _Verdict:
    """How often the blocks at a path were template, and how often not: many blocks have the same path."""

    def __init__(self) -> None:
        self._balance: dict[str, int] = {}

    def add(self, path: str, is_template: bool) -> None:  # noqa: FBT001 - it is what is added
        self._balance[path] = self._balance.get(path, 0) + (1 if is_template else -1)

    def template_blocks(self) -> frozenset[str]:
        return frozenset(path for path, balance in self._balance.items() if balance > 0)
