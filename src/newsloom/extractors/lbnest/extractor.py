"""Extracts the paragraphs like a document's announcement, and the story's picture (LBNEST, II.C.2.iii to v).

Paragraphs are compared with the anchor text, teaser and feed title that announced the page; if there are none, with the
page's own headline. Links and teasers are found by the reader of the same name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final, Literal

from newsloom.dom import Document
from newsloom.dom.drawnblocks import find_drawn_blocks
from newsloom.extractors.lbnest.pictures import find_picture
from newsloom.extractors.lbnest.proximity import largest_text_block
from newsloom.parameters import Between, Share
from newsloom.records import Block, Extraction
from newsloom.text.sentences import split_sentences
from newsloom.text.similarity import character_pairs
from newsloom.text.stems import stemmer
from newsloom.text.stopwords import stop_words as stop_words_of
from newsloom.text.tokens import tokens

__all__ = ["AnnouncedTextExtractor"]

TextFilter = Literal["stop-words", "stems"]
Words = list[str]

# No sentence in a newspaper is longer; an endless one must not be compared whole.
_MAX_CHARACTERS: Final = 2_000


@dataclass(frozen=True, kw_only=True)
class AnnouncedTextExtractor:
    """Keep paragraphs with a sentence similar to the headline or teaser that announced the page (LBNEST, 2009)."""

    name: ClassVar[str] = "lbnest"
    version: ClassVar[int] = 2
    PAPER: ClassVar[Mapping[str, Any]] = {"neighbours": "both", "between": False}

    related: Share = 0.2  # section III.B: "greater than 20 %"
    neighbours: Literal["none", "either", "both"] = "either"  # III.B: a sentence is related if those beside it are
    text_filters: tuple[TextFilter, ...] = ("stop-words", "stems")  # III.B, in the order in which they are applied
    stop_words: tuple[str, ...] = ()  # in addition to the language's own
    between: bool = True  # text between two related paragraphs belongs to the story; see NOTES.md
    hybrid: bool = False  # section IV: read only the largest block of text, as drawn
    corner: Annotated[float, Between(0, 10_000)] = 100.0  # pixels; a block so near the page's corner is not the story
    part: Share = 0.6  # of the most text in any block, for an inner block to be the story's
    picture_levels: Annotated[int, Between(0, 100)] = 5  # of neighbours below a picture; 0 for no picture

    def extract(self, document: Document, /) -> Extraction:
        return self.read_within(document, self.find_bounds(document) if self.hybrid else None)

    def read_within(self, document: Document, bounds: range | None) -> Extraction:
        """The DOM stage: the story within these nodes; None means the whole page."""
        paragraphs = _paragraphs(document, bounds)
        announced = self._announcement(document)
        if not paragraphs or not announced:
            missing = "paragraph on the page" if not paragraphs else "announcement, and no headline on the page"
            return self._extraction(document, (), document.reason or f"there is no {missing}")
        kept = self._related(paragraphs, announced, document.language)
        if not kept:
            return self._extraction(document, (), "no paragraph is similar to what announced the page")
        blocks = [Block(text=paragraphs[number]) for number in kept]
        found = find_picture(document, [block.text for block in blocks], levels=self.picture_levels, bounds=bounds)
        if found is not None:
            number, image = found
            blocks[number] = replace(blocks[number], images=(image,))
        return self._extraction(document, tuple(blocks), None)

    def _extraction(self, document: Document, blocks: tuple[Block, ...], reason: str | None) -> Extraction:
        layout = document.layout_or_estimate if self.hybrid else None
        return Extraction(
            method=self.name,
            version=self.version,
            blocks=blocks,
            reason=reason,
            layout=None if layout is None else layout.source,
        )

    def find_bounds(self, document: Document) -> range | None:
        """The proximity stage: the nodes of the block that holds the full story; None for the whole page."""
        tree, layout = document.tree, document.layout_or_estimate
        if tree is None or layout is None:
            return None
        found = largest_text_block(tree, find_drawn_blocks(tree, layout), corner=self.corner, part=self.part)
        return None if found is None else range(found, tree.ends[found])

    def _announcement(self, document: Document) -> list[str]:
        told = [text for text in (document.anchor_text, document.teaser, document.feed_title) if text]
        return told or ([document.headline] if document.headline else [])

    def _related(self, paragraphs: list[str], announced: list[str], language: str | None) -> list[int]:
        """The numbers of the paragraphs that have a related sentence."""
        wanted = self._filtered(
            [sentence for text in announced for sentence in split_sentences(text, language)], language
        )
        sentences = [(number, one) for number, text in enumerate(paragraphs) for one in split_sentences(text, language)]
        texts = self._filtered([sentence for _, sentence in sentences], language)
        alike = [max((character_pairs(text, one) for one in wanted), default=0.0) > self.related for text in texts]
        related = sorted({sentences[place][0] for place in self._with_neighbours(alike)})
        return list(range(related[0], related[-1] + 1)) if related and self.between else related

    def _filtered(self, sentences: list[str], language: str | None) -> list[str]:
        return _filtered(sentences, self.text_filters, language=language, stop_words=self.stop_words)

    def _with_neighbours(self, alike: list[bool]) -> list[int]:
        """The places of the sentences that are alike, and of those whose neighbours are."""
        padded = [False, *alike, False]
        help_needed = {"none": 3, "both": 2, "either": 1}[self.neighbours]
        helped = [before + behind >= help_needed for before, behind in zip(padded, padded[2:], strict=False)]
        return [place for place, (own, by_others) in enumerate(zip(alike, helped, strict=True)) if own or by_others]


def _paragraphs(document: Document, bounds: range | None) -> list[str]:
    """The texts of the ``p`` elements within ``bounds``, each with its line breaks replaced by spaces."""
    outline = document.outline
    first, last = 0, len(outline.nodes)
    if bounds is not None:
        first, last = bisect_left(outline.nodes, bounds.start), bisect_left(outline.nodes, bounds.stop)
    holders: dict[int, int | None] = {}
    for box in range(first, last):
        is_paragraph = outline.tags[box] == "p"
        holders[box] = box if is_paragraph else holders.get(outline.parents[box])
    texts: dict[int, list[str]] = {}
    for segment in outline.segments:
        holder = holders.get(segment.box)
        if holder is not None:
            texts.setdefault(holder, []).append(segment.text)
    return [" ".join(parts) for parts in texts.values()]


def _filtered(
    sentences: Iterable[str], filters: Sequence[TextFilter], *, language: str | None, stop_words: Sequence[str] = ()
) -> list[str]:
    """The sentences after the filters, in lower case, with single spaces (III.B)."""
    steps = [_STEPS[name](language, stop_words) for name in filters]
    texts = []
    for sentence in sentences:
        words = tokens(sentence[:_MAX_CHARACTERS], language)
        for step in steps:
            words = step(words)
        texts.append(" ".join(words))
    return texts


def _without_stop_words(language: str | None, extra: Sequence[str]) -> Callable[[Words], Words]:
    unwanted = stop_words_of(language, tuple(extra))
    return lambda words: [word for word in words if word not in unwanted]


def _stems(language: str | None, _extra: Sequence[str]) -> Callable[[Words], Words]:
    return stemmer(language)


_STEPS: Final[dict[TextFilter, Callable[[str | None, Sequence[str]], Callable[[Words], Words]]]] = {
    "stop-words": _without_stop_words,
    "stems": _stems,
}
