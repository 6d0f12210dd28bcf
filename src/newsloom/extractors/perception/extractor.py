"""Extracts the news that a reader perceives on a page (Chen and Xiao, 2008, figure 1).

The page is read as drawn if its layout is known, else as estimated from its tags. The steps are those of the paper:
functions of blocks, text leaf blocks, areas, news and header.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from newsloom.dom import Document
from newsloom.dom.drawnblocks import DrawnBlock, find_drawn_blocks
from newsloom.dom.layout import Box, Layout
from newsloom.dom.tree import Tree
from newsloom.extractors.perception.areas import Area, merge_areas, part_within
from newsloom.extractors.perception.formats import Formats, format_of
from newsloom.extractors.perception.functions import find_functions, leading_leaves, text_leaf_blocks
from newsloom.extractors.perception.header import Header, find_bars, find_header
from newsloom.extractors.perception.meanings import Meanings
from newsloom.extractors.perception.news import (
    Blocks,
    Reach,
    are_parted,
    areas_in_format,
    drawn_over,
    is_beside_top,
    is_beside_wider,
    is_between,
    joined_boxes,
    news_is_below,
    reached_areas,
)
from newsloom.extractors.perception.serving import find_serving, holder_of
from newsloom.parameters import Between, Count, Share
from newsloom.records import Block, Extraction
from newsloom.text.size import count_words

__all__ = ["PerceptionExtractor"]

Pixels = Annotated[float, Between(0, 100_000)]

# No story has as many blocks, and no page as many areas that could be its news.
_MOST_BLOCKS: Final = 4_000
_MOST_CANDIDATES: Final = 5
# A block with fewer words is a table cell or a line of a list.
_FEWEST_WORDS: Final = 5
# Up to this many blocks that stand out are a heading or a standfirst, not body text.
_LONGEST_HEADING: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """A page as a reader sees it: blocks that may be news, possible titles, navigation bars, formats and meanings."""

    layout: Layout
    leaves: list[DrawnBlock]
    lines: list[DrawnBlock]
    others: Blocks
    titles: list[DrawnBlock]
    bars: list[Box]
    formats: Formats
    meanings: Meanings
    usual: int
    holders: Mapping[int, int]
    alone: frozenset[int]
    serving: list[DrawnBlock]
    between: Blocks

    @property
    def otherwise(self) -> str:
        """The part of a refusal's reason that says how many texts serve others."""
        return f"; {len(self.serving)} texts serve links, controls or pictures" if self.serving else ""


@dataclass(frozen=True, kw_only=True)
class PerceptionExtractor:
    """Keep text blocks in areas that look like news by function, space, format and meaning (Chen and Xiao, 2008)."""

    name: ClassVar[str] = "perception"
    version: ClassVar[int] = 3
    PAPER: ClassVar[Mapping[str, Any]] = {
        "reached": False,
        "small_print": 0.0,
        "same_plane": False,
        "standfirst": False,
        "label_words": 0,
        "teaser_words": 0,
        "linked_title": False,
        "side_width": 0.0,
        "led": False,
    }

    # Every number but 40 % and 20 words is ours, chosen on development sites: docs/lab/perception.md.
    leaf_share: Share = 0.5  # of a leaf's content area, for a function to be major
    composite_share: Share = 0.2  # the same in a composite block; with two it is mixed
    area_share: Share = 0.4  # ARThreshold: "practically we use 40 %"
    gap_increment: Pixels = 8.0  # GapIncrement
    most_areas: Count = 16  # AreaNoThreshold
    largest_gap: Pixels = 60.0  # where the gap stops growing
    overlap: Share = 0.5  # of the narrower area, for two areas to be above one another
    similar_format: Share = 0.9  # of seven properties: all must agree
    similar_meaning: Share = 0.05  # cosine of a block and the news
    similar_area: Share = 0.15  # cosine of an area and the news
    contained: Share = 0.9  # of a block's box in an area; from ``partly`` on it is partly contained
    partly: Share = 0.1
    link_penalty: Annotated[float, Between(0, 10)] = 1.0  # power of the unlinked share in an area's score
    side_width: Share = 0.6  # a column narrower than this share of one beside it is a side column
    off_centre: Share = 0.5  # the share of its score that an area at the page's edge loses
    title_words: Count = 20  # "less than 20 words"
    title_distance: Pixels = 10_000.0  # from a title down to the news
    joined: bool = True  # corollary 2: if only text is between two news areas, it is in one with them
    reached: bool = True  # areas must continue the major one; see NOTES.md for this and all that follow
    small_print: Share = 0.9  # print smaller than this share of the news' is news only by its format
    same_plane: bool = True  # blocks drawn over the page are not news
    standfirst: bool = True  # text between header and news, not in small print, may be news
    label_words: Annotated[int, Between(0)] = 40  # a box of a control or picture with no more words is its label
    teaser_words: Annotated[int, Between(0)] = 80  # a box with a link and no more words is a teaser
    linked_title: bool = True  # a title may be a link
    led: bool = True  # the news must have more text than the teasers above it
    least_words: Annotated[int, Between(0)] = 50  # of a story

    def extract(self, document: Document, /) -> Extraction:
        tree, layout = document.tree, document.layout_or_estimate
        if tree is None or layout is None:
            return Extraction(method=self.name, version=self.version, reason=document.reason or "there is no page")
        found = ""
        for view in self._views(tree, layout, document.language):
            header, news, words = self._read(view)
            if words >= self.least_words:
                return self._story(header, news, layout)
            found = found or f"the areas that look like news have {words:.0f} words{view.otherwise}"
        return self._refused(layout, found or "no block of the page informs by text")

    def _read(self, view: _View) -> tuple[DrawnBlock | None, list[DrawnBlock], float]:
        """The header, the news in page order, and how many words it has."""
        areas = self._areas(view)
        if not areas:
            return None, [], 0.0
        major = self._major(areas, view)
        if major is None:
            return None, [], 0.0
        news_areas = self._news_areas(areas, major, view)
        news = self._news(news_areas, major, view)
        header = self._header(news, major, view).block
        if header is not None:
            news = [*self._standfirst(header, news, major, view), *(block for block in news if block is not header)]
        if self.led and news_is_below(news, view.serving):
            return None, [], 0.0
        return header, news, sum(words for block in news if (words := count_words(block.text)) >= _FEWEST_WORDS)

    def _refused(self, layout: Layout, reason: str) -> Extraction:
        return Extraction(method=self.name, version=self.version, is_article=False, reason=reason, layout=layout.source)

    def _story(self, header: DrawnBlock | None, news: Sequence[DrawnBlock], layout: Layout) -> Extraction:
        """The extraction: the header first, then the news in page order."""
        headline = " ".join(header.text.split()) if header is not None else None
        texts = [line for block in news for line in block.text.split("\n") if line]
        heading = (Block(text=headline, kind="heading", level=2),) if headline else ()
        return Extraction(
            method=self.name,
            version=self.version,
            blocks=(*heading, *(Block(text=text) for text in texts)),
            is_article=True,
            headline=headline or "",
            layout=layout.source,
        )

    def _views(self, tree: Tree, layout: Layout, language: str | None) -> Iterator[_View]:
        """Yields views of the page without texts that serve others: first without listed texts too, then with them."""
        blocks = find_drawn_blocks(tree, layout)
        functions = find_functions(blocks, leaf_share=self.leaf_share, composite_share=self.composite_share)
        page_area = layout.width * layout.height
        formats = Formats(layout.styles)
        texts = text_leaf_blocks(blocks, functions, page_area, area_share=self.area_share)[:_MOST_BLOCKS]
        serving = find_serving(blocks, functions, formats, label_words=self.label_words, teaser_words=self.teaser_words)
        leading = [block for block in leading_leaves(blocks, functions) if not _leads_home(tree, block)]
        titles = [*texts, *leading[:_MOST_BLOCKS]] if self.linked_title else texts
        titles = [block for block in titles if _may_be_title(block)]
        meanings, bars = Meanings([*texts, *leading], language), find_bars(blocks, functions)
        lines = [block for block in blocks if block.is_leaf and block.style >= 0]
        holders = {id(block): _holder(tree, blocks, block) for block in texts}
        served = [block for block in texts if id(block) in serving.few]
        own = [block for block in texts if id(block) not in serving.few]
        unlisted = [block for block in own if id(block) not in serving.listed]
        for leaves in [unlisted, own] if len(unlisted) < len(own) else [own]:
            yield _View(
                layout=layout,
                leaves=leaves,
                lines=lines,
                others=Blocks(_without(blocks, leaves)),
                titles=titles,
                bars=bars,
                formats=formats,
                meanings=meanings,
                usual=_usual_style(leaves),
                holders=holders,
                alone=serving.alone,
                serving=served,
                between=Blocks(served),
            )

    def _areas(self, view: _View) -> list[Area]:
        return merge_areas(
            view.leaves,
            view.formats,
            gap_increment=self.gap_increment,
            most_areas=self.most_areas,
            largest_gap=self.largest_gap,
            similar_format=self.similar_format,
            overlap=self.overlap,
            are_parted=lambda one, other: are_parted(one, other, view.holders, view.between),
        )

    def _major(self, areas: Sequence[Area], view: _View) -> Area | None:
        """The area with the best score, each with the areas that continue it: a boxed remark may split a story."""
        scores = {id(area): self._score(area, view) for area in areas}
        ranked = sorted(areas, key=lambda area: -scores[id(area)])
        if not self.reached:
            return ranked[0]

        def score_with_others(area: Area) -> float:
            group = self._reached(areas, area, view, is_meant=False)
            blocks = [block for one in group for block in one.blocks if self._is_in_format(block, area, view)]
            if is_beside_wider(group, view.lines, by=self.side_width):
                return 0.0
            return sum(scores[id(one)] for one in group) * self._header(blocks, area, view).prominence

        found = [(score_with_others(area), area) for area in ranked[:_MOST_CANDIDATES]]
        best, major = max(found, key=lambda pair: pair[0])
        return major if best else None

    def _score(self, area: Area, view: _View) -> float:
        """The amount of text by its size, less for links and for being off-centre; 0 for a heading."""
        formats, style = view.formats, area.format.style
        is_heading = len(area.blocks) <= _LONGEST_HEADING and formats.stands_out(style, view.usual)
        size = 0.0 if is_heading else area.formats[area.format] * formats.size(style) ** 2
        unlinked = 1 - area.linked_letters / area.letters if area.letters else 1.0
        half = view.layout.width / 2 or 1.0
        away = min(1.0, abs((area.left + area.right) / 2 - half) / half)
        return float(size * unlinked**self.link_penalty * (1 - self.off_centre * away))

    def _reached(self, areas: Sequence[Area], major: Area, view: _View, *, is_meant: bool) -> list[Area]:
        def means_the_same(area: Area) -> bool:
            return is_meant and view.meanings.similarity(area.blocks) >= self.similar_area

        reach = Reach(self.similar_format, means_the_same, view.holders, view.between)
        return reached_areas(areas, major, view.formats, reach)

    def _news_areas(self, areas: Sequence[Area], major: Area, view: _View) -> list[Area]:
        if not self.reached:
            return areas_in_format(areas, major, view.formats, similar_format=self.similar_format)
        certain = self._reached(areas, major, view, is_meant=False)
        view.meanings.compare_with(
            block for area in certain for block in area.blocks if self._is_in_format(block, major, view)
        )
        return self._reached(areas, major, view, is_meant=True)

    def _is_in_format(self, block: DrawnBlock, major: Area, view: _View) -> bool:
        return view.formats.similarity(format_of(block), major.format) >= self.similar_format

    def _news(self, areas: Sequence[Area], major: Area, view: _View) -> list[DrawnBlock]:
        """newsDetection: contained blocks are news by format or meaning, partly contained ones by both."""
        places = [area.box for area in areas]
        if self.joined:
            places += joined_boxes(areas, view.others)
        parts = {id(block): max(part_within(place, block.box) for place in places) for block in view.leaves}
        leaves = [block for block in view.leaves if parts[id(block)] >= self.partly]
        in_format = [block for block in leaves if self._is_in_format(block, major, view)]
        view.meanings.compare_with(block for block in in_format if parts[id(block)] >= self.contained)
        over = drawn_over(leaves, in_format) if self.same_plane else set()
        formatted = set(map(id, in_format))
        return [
            block
            for number, block in enumerate(leaves)
            if number not in over
            and self._is_news(block, parts[id(block)], major, view, is_in_format=id(block) in formatted)
        ]

    def _is_news(self, block: DrawnBlock, part: float, major: Area, view: _View, *, is_in_format: bool) -> bool:
        if part >= self.contained and (is_in_format or self._is_set_alike(block, major, view)):
            return True
        is_meant = id(block) not in view.alone and view.meanings.similarity([block]) >= self.similar_meaning
        if part >= self.contained:
            return is_meant and not self._is_small(block, major, view)
        return is_meant and is_in_format

    def _is_set_alike(self, block: DrawnBlock, major: Area, view: _View) -> bool:
        """Whether a block has the style of the news in any column: it may continue the news across columns."""
        return self.reached and view.formats.same_style(format_of(block), major.format)

    def _is_small(self, block: DrawnBlock, major: Area, view: _View) -> bool:
        return view.formats.size(block.style) < self.small_print * view.formats.size(major.format.style)

    def _header(self, news: Sequence[DrawnBlock], major: Area, view: _View) -> Header:
        view.meanings.compare_with(news)
        return find_header(
            view.titles,
            news,
            view.bars,
            view.formats,
            view.meanings,
            style=major.format.style,
            title_words=self.title_words,
            title_distance=self.title_distance,
        )

    def _standfirst(self, header: DrawnBlock, news: Sequence[DrawnBlock], major: Area, view: _View) -> list[DrawnBlock]:
        if not self.standfirst:
            return []
        top = min((block.box.top for block in news if block is not header), default=0.0)
        known = set(map(id, news))
        return [
            block
            for block in view.leaves
            if block is not header
            and id(block) not in known
            and self._may_be_standfirst(block, header, major, view, top)
            and (
                count_words(block.text) >= self.title_words or view.meanings.similarity([block]) >= self.similar_meaning
            )
        ]

    def _may_be_standfirst(
        self, block: DrawnBlock, header: DrawnBlock, major: Area, view: _View, news_top: float
    ) -> bool:
        """Whether a block is between header and news, not in small print, or stands out beside the news' top."""
        if is_between(block, header, news_top):
            return not self._is_small(block, major, view)
        stands_out = view.formats.is_heading(format_of(block), major.format)
        return stands_out and is_beside_top(block, header, news_top)


def _holder(tree: Tree, blocks: Sequence[DrawnBlock], leaf: DrawnBlock) -> int:
    """The number of the innermost box that holds a leaf and more; -1 for the page itself."""
    holder = holder_of(blocks, leaf)
    return -1 if holder < 0 or tree.tag(blocks[holder].node) in ("html", "body") else holder


def _without(blocks: Sequence[DrawnBlock], leaves: Sequence[DrawnBlock]) -> list[DrawnBlock]:
    """The leaves of a page with contents, except those given."""
    known = set(map(id, leaves))
    return [block for block in blocks if block.is_leaf and block.content_area and id(block) not in known]


def _may_be_title(block: DrawnBlock) -> bool:
    """Whether a text may be a title: it has more than one letter, and no control beside it."""
    return not block.control_area and sum(map(str.isalpha, block.text)) > 1


def _leads_home(tree: Tree, block: DrawnBlock) -> bool:
    """Whether a block's link leads to a site's home page, as the paper's name does."""
    inside = range(block.node, tree.ends[block.node])
    addresses = (tree.get(node, "href") for node in inside if tree.tag(node) == "a")
    address = next(filter(None, addresses), "#")
    parts = address.split("?")[0].split("#")[0] if not address.startswith("#") else "#"
    return parts.split("://")[-1].count("/") <= 1 and parts.endswith("/")


def _usual_style(blocks: Sequence[DrawnBlock]) -> int:
    """The style of most letters; 0 if there are none."""
    letters: dict[int, int] = {}
    for block in blocks:
        letters[block.style] = letters.get(block.style, 0) + block.letters
    return max(letters, key=letters.__getitem__, default=0)
