"""Finds the teaser of a link that says only "Read more", and confirms teasers by the linked pages.

``TeaserSearch`` finds the text nearest to a link by levels of neighbours (LBNEST, II.C.2.ii and figure 6).
``confirm_teasers`` drops items whose teaser is unlike the text of the linked page. Nothing is fetched here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from newsloom.readers.runs import MAX_STEPS, NO_LINK, Anchor, TextFlow, TextRun, joined
from newsloom.records import Item
from newsloom.text.sentences import split_sentences
from newsloom.text.similarity import character_pairs
from newsloom.text.tokens import terms_of_each

__all__ = ["RELATED", "TEASER", "Teaser", "TeaserSearch", "confirm_teasers", "tells_of"]

TEASER: Final = "teaser"
"""The pattern of items found by their teaser."""

RELATED: Final = 0.35
"""How similar a sentence of the teaser and one of the linked page must be.

The paper asks for "a reasonable similarity" and calls 0.2 enough for two sentences (III.B). With a whole page to choose
from, 90 % of unrelated pages have such a sentence, but only 7 % have one at 0.35; of the right pages, 91 % do (80
headlines of the newspaper set compared with their own text and another's).
"""

# A teaser is beside its link: runs further away belong to other items, and a page of links must not be searched whole.
_RUNS_ASIDE: Final = 8
# From a teaser up to its headline: a date or a section may be between them.
_RUNS_TO_HEADLINE: Final = 3
# A teaser is a paragraph or two; the beginning of a story says what it is about.
_MAX_TEASER_RUNS: Final = 12
_MAX_SENTENCES: Final = 60
_MAX_SENTENCE_CHARACTERS: Final = 1_000


class Teaser(NamedTuple):
    """The text that announces a story; the headline is the bold line above it, or else its first sentence."""

    headline: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeaserSearch:
    """Looks for the text nearest to a link, at most ``levels`` steps away in the tree."""

    levels: int
    least_words: int

    def around(self, flow: TextFlow, anchor: Anchor) -> Teaser | None:
        """The teaser nearest to the link on either side, or None; of two as near, the one before it (figure 5)."""
        found = [
            (level, number)
            for number in (self._text_behind(flow, anchor), self._text_before(flow, anchor))
            if number is not None and (level := _level(flow, anchor.place, flow.runs[number].place)) <= self.levels
        ]
        return _teaser(flow, anchor, min(found)[1]) if found else None

    def _text_before(self, flow: TextFlow, anchor: Anchor) -> int | None:
        numbers = range(anchor.start - 1, max(anchor.start - 1 - _RUNS_ASIDE, -1), -1)
        return next(filter(lambda number: self._is_text(flow, number), numbers), None)

    def _text_behind(self, flow: TextFlow, anchor: Anchor) -> int | None:
        numbers = range(anchor.stop, min(anchor.stop + _RUNS_ASIDE, len(flow.runs)))
        return next(filter(lambda number: self._is_text(flow, number), numbers), None)

    def _is_text(self, flow: TextFlow, number: int) -> bool:
        return flow.runs[number].link == NO_LINK and flow.runs[number].words >= self.least_words


def confirm_teasers(
    items: Iterable[Item],
    targets: Mapping[str, str],
    *,
    related: float = RELATED,
    keeps_unknown: bool = False,
    language: str | None = None,
) -> tuple[Item, ...]:
    """The items without those found by a teaser that the linked page does not confirm.

    ``targets`` maps an address to the text of its page; items whose page is missing stay only with ``keeps_unknown``.
    Items found by their anchor text need no confirmation.
    """
    return tuple(
        item
        for item in items
        if item.pattern != TEASER or _is_confirmed(item, targets, related, language, default=keeps_unknown)
    )


def tells_of(teaser: str, target: str, *, related: float = RELATED, language: str | None = None) -> bool:
    """Whether a sentence of the linked page is similar to one of the teaser (section III.B)."""
    mine, theirs = _plain_sentences(teaser, language), _plain_sentences(target, language)
    return any(character_pairs(one, other) > related for one in mine for other in theirs)


def _is_confirmed(
    item: Item, targets: Mapping[str, str], related: float, language: str | None, *, default: bool
) -> bool:
    target = targets.get(item.url or "")
    return default if target is None else tells_of(item.text, target, related=related, language=language)


def _level(flow: TextFlow, place: int, other: int) -> int:
    """The number of steps from one place to another through the smallest place that contains both."""
    above = {holder: steps for steps, holder in enumerate(flow.around(place))}
    for steps, holder in enumerate(flow.around(other)):
        if holder in above:
            return steps + above[holder]
    return MAX_STEPS


def _teaser(flow: TextFlow, anchor: Anchor, number: int) -> Teaser:
    above = flow.runs[max(number - _RUNS_TO_HEADLINE, 0) : number]
    bold = next((run for run in reversed(above) if run.weight > flow.runs[number].weight), None)
    text = _whole_text(flow, anchor, number, bold)
    return Teaser(headline=bold.text if bold else next(iter(split_sentences(text)), text), text=text)


def _whole_text(flow: TextFlow, anchor: Anchor, number: int, headline: TextRun | None) -> str:
    """The run with the text near it in the same place, on the same side of the link, without the headline."""
    place = flow.runs[number].place
    start, stop = (0, anchor.start) if number < anchor.start else (anchor.stop, len(flow.runs))
    beside = flow.runs[max(number - _MAX_TEASER_RUNS, start) : min(number + _MAX_TEASER_RUNS, stop)]
    return joined([run for run in beside if run.place == place and run.link == NO_LINK and run is not headline])


def _plain_sentences(text: str, language: str | None) -> list[str]:
    """The sentences without stop words and stemmed, as the paper compares them."""
    found = islice(split_sentences(text, language), _MAX_SENTENCES)
    terms = terms_of_each([sentence[:_MAX_SENTENCE_CHARACTERS] for sentence in found], language=language)
    return [" ".join(words) for words in terms]
