"""Compares the papers of a story: shows their reports side by side, with the sentences that only one paper has.

Papers are compared, not reports: a sentence that one paper prints twice is still its own. The work for a page is
bounded before it begins; what is left out is counted, and the page says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from newsloom.desk.novelty import MOST_CHARACTERS, MOST_SENTENCES, Sentence, only_in_each
from newsloom.portal.reports import ShownReport

__all__ = ["ComparedPaper", "ComparedReport", "Comparison", "compare_papers"]

# At worst half a second of work; forty reports of usual length.
_MOST_REPORTS: Final = 40
_MOST_TEXT: Final = 120_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedReport:
    """A report's sentences. ``repeats`` is the paper whose text it copies; then its own text is not shown."""

    report: ShownReport
    sentences: tuple[Sentence, ...]
    repeats: str | None = None
    is_cut: bool = False

    @property
    def paragraphs(self) -> Iterator[list[Sentence]]:
        """The sentences in the report's paragraphs."""
        text, end = self.report.article.text, 0
        paragraph: list[Sentence] = []
        for sentence in self.sentences:
            start = text.find(sentence.text, end)
            if paragraph and "\n\n" in text[end:start]:
                yield paragraph
                paragraph = []
            paragraph.append(sentence)
            end = start + len(sentence.text)
        if paragraph:
            yield paragraph


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPaper:
    """The reports of one paper. It has ``told`` sentences, ``only`` of them in no other paper."""

    paper: str
    name: str
    reports: tuple[ComparedReport, ...]
    only: int
    told: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The papers in the order of their first reports; empty if fewer than two write in the commonest language.

    ``foreign`` counts the reports in other languages, ``left_out`` those beyond the limits.
    """

    papers: tuple[ComparedPaper, ...] = ()
    compared: int = 0
    foreign: int = 0
    left_out: int = 0


def compare_papers(reports: Sequence[ShownReport]) -> Comparison:
    """What only each paper says, from the reports in the story's commonest language, copies included."""
    everything = sorted(_unfolded(reports), key=lambda one: one.report.told_at)
    spoken = Counter(one.report.article.language for one in everything)
    commonest = max(spoken, key=spoken.__getitem__, default=None)
    told = [one for one in everything if one.report.article.language == commonest and one.report.article.text]
    papers: dict[str, list[ComparedReport]] = {}
    for one in _within_budget(told):
        papers.setdefault(one.report.paper, []).append(one)
    if len(papers) < 2:
        return Comparison()
    found = only_in_each([[one.report.article for one in several] for several in papers.values()])
    compared = sum(map(len, papers.values()))
    return Comparison(
        papers=tuple(_paper(several, texts) for several, texts in zip(papers.values(), found, strict=True)),
        compared=compared,
        foreign=len(everything) - spoken[commonest],
        left_out=spoken[commonest] - compared,
    )


def _unfolded(reports: Iterable[ShownReport]) -> Iterator[ComparedReport]:
    """Reports and their copies: text that one paper has copied counts for both."""
    for report in reports:
        yield ComparedReport(report=report, sentences=())
        for copy in report.copies:
            yield ComparedReport(report=copy, sentences=(), repeats=report.name)


def _within_budget(reports: Sequence[ComparedReport]) -> list[ComparedReport]:
    """As many as the limits of one page allow: the first of every paper before the second of any."""
    met: Counter[str] = Counter()
    ranks = []
    for one in reports:
        ranks.append(met[one.report.paper])
        met[one.report.paper] += 1
    chosen: set[int] = set()
    left = _MOST_TEXT
    for place in sorted(range(len(reports)), key=ranks.__getitem__)[:_MOST_REPORTS]:
        left -= min(MOST_CHARACTERS, len(reports[place].report.article.text))
        if left < 0:
            break
        chosen.add(place)
    return [one for place, one in enumerate(reports) if place in chosen]


def _paper(reports: Sequence[ComparedReport], texts: Sequence[tuple[Sentence, ...]]) -> ComparedPaper:
    shown = [
        ComparedReport(
            report=one.report,
            sentences=sentences,
            repeats=one.repeats,
            is_cut=len(one.report.article.text) > MOST_CHARACTERS or len(sentences) == MOST_SENTENCES,
        )
        for one, sentences in zip(reports, texts, strict=True)
    ]
    # A sentence that a paper prints several times counts once.
    told = {sentence.text: sentence.is_new for one in shown for sentence in one.sentences}
    first = reports[0].report
    return ComparedPaper(
        paper=first.paper, name=first.name, reports=tuple(shown), only=sum(told.values()), told=len(told)
    )
