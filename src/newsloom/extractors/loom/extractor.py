"""Document to the segments that a trained model takes for the story."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, ClassVar, Final

from newsloom.dom import Document
from newsloom.dom.unshown import unshown_documents
from newsloom.extractors.loom.blocks import story_blocks
from newsloom.extractors.loom.captions import drop_captions
from newsloom.extractors.loom.chances import likely_lines
from newsloom.extractors.loom.completion import complete, find_series
from newsloom.extractors.loom.copies import add_refrains, drop_copies
from newsloom.extractors.loom.features import feature_rows
from newsloom.extractors.loom.filters import (
    class_kinds,
    drop_advertisements,
    drop_by_class,
    drop_comments,
    drop_data,
    drop_outside,
)
from newsloom.extractors.loom.galleries import drop_galleries
from newsloom.extractors.loom.headings import add_headings
from newsloom.extractors.loom.listing import is_listing
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.extractors.loom.posts import add_posts
from newsloom.extractors.loom.promotions import drop_promotions
from newsloom.extractors.loom.review import Seen, is_doubtful, review
from newsloom.extractors.loom.site_prior import apply_site_prior
from newsloom.extractors.loom.storybox import drop_doubtful_outside, named_story
from newsloom.extractors.loom.teasers import NO_CARDS, are_teasers, drop_teasers, find_cards
from newsloom.extractors.loom.titleline import headline_below_name
from newsloom.extractors.loom.verdict import as_listing, judge, says_article
from newsloom.forest import load_forest
from newsloom.parameters import Between
from newsloom.records import Extraction
from newsloom.region import find_region
from newsloom.text.size import count_words

__all__ = ["LoomExtractor"]

# On a page without any story every line is unlikely: the best of them is none either.
_LEAST_CHANCE: Final = 0.05
# With fewer a page that is none of a story's may be one whose scripts write it, and what they hold be a story.
_FEWEST_WORDS: Final = 60
# A notice that the page is being loaded reads like a brief: what is so many times as long is the story.
_TIMES_NOTICE: Final = 10
# Of what a page does not show it is hardly known whether it is all of it.
_MOST_CONFIDENCE: Final = 0.5


@dataclass(frozen=True, kw_only=True)
class LoomExtractor:
    """Score every line with a trained forest of small trees, on the evidence of five papers; keep the likely ones."""

    name: ClassVar[str] = "loom"
    version: ClassVar[int] = 17
    reads_code: ClassVar[bool] = False

    sharpness: Annotated[float, Between(0.1, 10)] = (
        1.15  # the power that chances are raised to when the story's size is estimated from them
    )

    def extract(self, document: Document, /) -> Extraction:
        shown = self._shown(document)
        words = count_words(shown.text)
        if words >= _FEWEST_WORDS:
            return shown
        # Scripts write some pages; what they write may stand elsewhere in the page.
        least = max(_FEWEST_WORDS, _TIMES_NOTICE * words) if shown.is_article else _FEWEST_WORDS
        found = (self._shown(one) for one in unshown_documents(document))
        best = next((one for one in found if one.is_article and _own_words(one) >= least), None)
        return shown if best is None else replace(best, confidence=min(best.confidence or 0.0, _MOST_CONFIDENCE))

    def _shown(self, document: Document) -> Extraction:
        """What the page shows of its story."""
        outline = document.outline
        if not outline.texts:
            reason = document.reason or "there is no text on the page"
            return Extraction(method=self.name, version=self.version, reason=reason)
        page = PageArrays.of(document)
        return self.told(page, self._chances(page))

    def told(self, page: PageArrays, alone: Array) -> Extraction:
        """The story of a page, given the chance of each line to be in it, as far as the page itself tells."""
        document, outline = page.document, page.outline
        chances = apply_site_prior(document, alone)
        around = partial(_box_around, page)
        kept = drop_copies(self.choose(page.words, chances, alone), outline.texts, around)
        kept = add_refrains(kept, outline.texts, around, chances)
        verdict = judge(page, chances)
        cards = find_cards(page, kept) if verdict.is_article else NO_CARDS
        kept = drop_teasers(page, kept, cards, chances)
        kept = drop_data(page, drop_outside(page, kept))
        kept = drop_galleries(page, drop_doubtful_outside(page, kept, chances), chances)
        kept = named_story(page, kept, chances)
        kept = drop_advertisements(page, drop_comments(page, kept, is_article=verdict.is_article))
        if kept:
            kept = add_posts(page, kept, chances)
            series = find_series(page, kept[0], kept[-1])
            kept = complete(kept, series, chances=chances, words=page.words, link_share=page.link_share)
            kept = drop_promotions(page, add_headings(page, kept))
            kept = drop_captions(page, drop_by_class(kept, class_kinds(page, kept), page.words))
        may_list = verdict.is_article and not says_article(document)
        if may_list and (is_listing(document, kept) or are_teasers(page, kept, cards)):
            verdict = as_listing(verdict)
        return Extraction(
            method=self.name,
            version=self.version,
            blocks=story_blocks(document, kept),
            is_article=verdict.is_article,
            confidence=verdict.confidence,
            reason=verdict.reason if kept else "no line of the page reads like part of a story",
            headline=headline_below_name(page, kept) if verdict.is_article else None,
        )

    def _chances(self, page: PageArrays) -> Array:
        """The chance of each line to be in the story, as far as the page itself tells."""
        rows = feature_rows(page)
        chances = load_forest(__package__).probabilities(rows)
        if not is_doubtful(page.words, chances):
            return chances
        region = find_region(page.outline, lines=page.lines_of_region())
        return review(Seen.of(page, rows, region, self.choose), chances)

    def choose(self, words: Array, chances: Array, alone: Array | None = None) -> list[int]:
        """The lines of the story, given the chance of each to be in it; ``alone`` is without the site's other pages.

        What a site's other pages say of some lines takes nothing from those they say nothing of: where less of the page
        is in doubt, the best threshold is higher, and short items lost a half to it.
        """
        kept = self._likely(words, chances)
        if alone is None or alone is chances:
            return kept
        unmoved = [line for line in self._likely(words, alone) if chances[line] == alone[line]]
        return sorted({*kept, *unmoved})

    def _likely(self, words: Array, chances: Array) -> list[int]:
        """The lines that make the expected word F1 highest.

        Where the forest is sure, that is a threshold near one half; where it is not, a lower one, so that a strange
        page loses a part of its story rather than all of it.
        """
        return likely_lines(words, chances, sharpness=self.sharpness, least_chance=_LEAST_CHANCE)


def _box_around(page: PageArrays, line: int) -> int:
    """The box that a line's own box stands in."""
    return page.boxes.parents[page.lines.box[line]]


def _own_words(extraction: Extraction) -> float:
    """How many words it has, what it says again and again counted once: a request may stand beside every picture."""
    return sum(map(count_words, {block.text for block in extraction.blocks}))
