"""Document to the news that a reader perceives on it (Chen and Xiao, 2008, figure 1).

The page is read as drawn where its layout is known, else as estimated from its tags. Functions of blocks, text leaf
blocks, areas, news and header follow each other as in the paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from newsloom.dom import Document
from newsloom.dom.drawnblocks import DrawnBlock, find_drawn_blocks
from newsloom.dom.layout import Layout
from newsloom.extractors.perception.areas import Area, merge_areas, news_areas
from newsloom.extractors.perception.formats import Formats, format_of
from newsloom.extractors.perception.functions import find_functions, text_leaf_blocks
from newsloom.extractors.perception.meanings import Meanings
from newsloom.parameters import Between, Count, Share
from newsloom.records import Block, Extraction
from newsloom.text.size import count_words

__all__ = ["PerceptionExtractor"]

Pixels = Annotated[float, Between(0, 100_000)]

# No story has as many blocks; a page may.
_MOST_BLOCKS: Final = 4_000
_LONGEST_TEXT: Final = 5_000


@dataclass(frozen=True, kw_only=True)
class PerceptionExtractor:
    """Keep text leaf blocks in the areas that look like news: function, space, format, meaning (Chen and Xiao, 2008)."""

    name: ClassVar[str] = "perception"
    version: ClassVar[int] = 1
    PAPER: ClassVar[Mapping[str, Any]] = {"small_print": 0.0, "same_plane": False}

    leaf_share: Share = 0.5
    composite_share: Share = 0.3
    area_share: Share = 0.4  # ARThreshold: "practically we use 40%"
    gap_increment: Pixels = 8.0  # GapIncrement
    most_areas: Count = 16  # AreaNoThreshold
    largest_gap: Pixels = 60.0
    similar_format: Share = 0.9
    overlap: Share = 0.5
    similar_meaning: Share = 0.15
    similar_area: Share = 0.15
    contained: Share = 0.9
    partly: Share = 0.1
    link_penalty: Annotated[float, Between(0, 10)] = 1.0
    off_centre: Share = 0.5
    title_words: Count = 20  # "less than 20 words"
    title_distance: Pixels = 1500.0
    small_print: Share = 0.95
    same_plane: bool = True
    seeds: Count = 5
    standfirst: bool = True
    least_words: Annotated[int, Between(0)] = 40

    def extract(self, document: Document, /) -> Extraction:
        tree, layout = document.tree, document.layout
        if tree is None or layout is None:
            return self._said((), document.reason or "there is nothing to see on the page")
        leaves = self._leaves(document, layout)
        if not leaves:
            return self._said((), "no block of the page informs by text")
        formats = Formats(layout.styles)
        areas = merge_areas(leaves, formats, gap_increment=self.gap_increment, most_areas=self.most_areas,
            largest_gap=self.largest_gap, similar_format=self.similar_format, overlap=self.overlap)
        meanings = Meanings(leaves, document.language, longest=_LONGEST_TEXT)
        seeds = sorted(areas, key=lambda area: self._score(area, layout, formats), reverse=True)[:self.seeds]
        groups = [news_areas(areas, seed, formats, similar_format=self.similar_format, is_meant=lambda a: False) for seed in seeds]
        best = max(range(len(seeds)), key=lambda n: sum(self._score(a, layout, formats) for a in groups[n]))
        major = seeds[best]
        wanted = major.format
        meanings.set_news([b for a in groups[best] for b in a.blocks if formats.similarity(format_of(b), wanted) >= self.similar_format])
        found_areas = news_areas(areas, major, formats, similar_format=self.similar_format, is_meant=lambda a: meanings.area_similarity(a.blocks) >= self.similar_area)
        news = self._news(leaves, found_areas, major, formats, meanings)
        words = sum(count_words(b.text) for b in news)
        if words < self.least_words:
            return self._said((), f"the news areas hold only {words:.0f} words", False)
        header = self._header(leaves, news, formats, meanings)
        if header and self.standfirst:
            top=min(b.box.top for b in news); size=formats.size(wanted.style)
            news=[b for b in leaves if b is not header and b not in news and b.box.top>=header.box.bottom-2 and b.box.bottom<=top+2 and formats.size(b.style)>=self.small_print*size and min(b.box.right,header.box.right)>max(b.box.left,header.box.left)
               and (meanings.similarity(b)>=self.similar_meaning)]+news
        blocks = [Block(text=t) for b in news if b is not header for t in b.text.split("\n") if t]
        return self._said(((Block(text=header.text.replace("\n"," "), kind="heading", level=2),) if header else ()) + tuple(blocks), None, True)

    def _leaves(self, document, layout):
        blocks = find_drawn_blocks(document.tree, layout)
        functions = find_functions(blocks, leaf_share=self.leaf_share, composite_share=self.composite_share)
        found = text_leaf_blocks(blocks, functions, layout.width * layout.height, area_share=self.area_share)
        return [b for b in found if b.style >= 0][:_MOST_BLOCKS]

    def _score(self, area, layout, formats):
        linked = area.linked_letters / area.letters if area.letters else 0
        centre = (area.left + area.right) / 2
        away = abs(centre - layout.width / 2) / (layout.width / 2) if layout.width else 0
        size = area.formats[area.format]*formats.size(area.format.style)**2
        return size * (1 - linked) ** self.link_penalty * (1 - self.off_centre * min(1, away))

    def _news(self, leaves, areas, major, formats, meanings):
        wanted = major.format
        size = formats.size(wanted.style)
        plane = max(((b.letters, b.stacking) for b in major.blocks))[1]
        like = {id(b): formats.similarity(format_of(b), wanted) >= self.similar_format for b in leaves}
        inside = {id(b): max(a.part_within(b.box) for a in areas) for b in leaves}
        meanings.set_news(b for b in leaves if like[id(b)] and inside[id(b)] >= self.contained)
        found = []
        for b in leaves:
            if self.same_plane and b.stacking != plane: continue
            part = inside[id(b)]
            if part < self.partly: continue
            if part >= self.contained:
                if like[id(b)]: found.append(b); continue
                if formats.size(b.style) >= self.small_print * size and meanings.similarity(b) >= self.similar_meaning: found.append(b)
            elif like[id(b)] and meanings.similarity(b) >= self.similar_meaning: found.append(b)
        return found

    def _header(self, leaves, news, formats, meanings):
        if not news: return None
        top = min(b.box.top for b in news); left=min(b.box.left for b in news); right=max(b.box.right for b in news)
        body = max(news, key=lambda b: b.letters)
        meanings.set_news(news)
        cands=[]
        for b in leaves:
            if count_words(b.text) >= self.title_words: continue
            if b.box.bottom < top - self.title_distance: continue
            if b.box.top > body.box.top: continue
            if formats.size(b.style) <= formats.size(body.style): continue
            cands.append((formats.size(b.style)*(1+meanings.similarity(b)), b))
        return max(cands, key=lambda c: c[0])[1] if cands else None

    def _said(self, blocks, reason, is_article=None):
        return Extraction(method=self.name, version=self.version, blocks=tuple(blocks), reason=reason, is_article=is_article)
