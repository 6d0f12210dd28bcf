"""Extracts the blocks that a wrapper over visual features takes for the story and its title (Zheng et al., 2007)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

import numpy as np

from newsloom.dom import Document
from newsloom.dom.drawnblocks import find_drawn_blocks
from newsloom.extractors.vwrapper.features import feature_rows
from newsloom.extractors.vwrapper.wrapper import Wrapper, shipped_wrapper
from newsloom.parameters import Between
from newsloom.records import Block, Extraction

__all__ = ["VisualWrapperExtractor"]

_MOST_LEAVES: Final = 5_000


@dataclass(frozen=True, kw_only=True)
class VisualWrapperExtractor:
    """Keep drawn blocks by a vote of boosted stumps on position, size and format (Zheng, Song and Wen, 2007)."""

    name: ClassVar[str] = "vwrapper"
    version: ClassVar[int] = 3
    FILES: ClassVar[Mapping[str, Any]] = {"wrapper": Wrapper.from_json}

    wrapper: Wrapper | None = None  # None: the shipped one; @FILE: one learned by training/vwrapper.py
    threshold: Annotated[float, Between(-1, 1)] = 0.0  # a block with a higher vote is story

    def extract(self, document: Document, /) -> Extraction:
        tree, layout = document.tree, document.layout_or_estimate
        if tree is None or layout is None:
            return Extraction(method=self.name, version=self.version, reason=document.reason or "there is no page")
        blocks = find_drawn_blocks(tree, layout)
        leaves = [number for number, block in enumerate(blocks) if block.is_leaf and block.style >= 0][:_MOST_LEAVES]
        wrapper = self.wrapper or shipped_wrapper()
        rows = feature_rows(blocks, leaves, layout)
        story = wrapper.body.scores(rows) > self.threshold
        if not story.any():
            reason = "no block of the page looks like a story's"
            return Extraction(method=self.name, version=self.version, reason=reason, layout=layout.source)
        # Every story has a title: the likeliest block, however many votes it has.
        best = int(wrapper.title.scores(rows).argmax())
        headline = " ".join(blocks[leaves[best]].text.split())
        story[best] = False
        texts = [line for place in np.flatnonzero(story) for line in blocks[leaves[place]].text.split("\n") if line]
        heading = (Block(text=headline, kind="heading", level=2),) if headline else ()
        return Extraction(
            method=self.name,
            version=self.version,
            blocks=(*heading, *(Block(text=text) for text in texts)),
            headline=headline,
            layout=layout.source,
        )
