"""Makes a ``Coverage``, a story as the newsroom keeps it, of a ``Story`` and its articles.

Title, summary and picture come from the closest reports; a story with one report is summarised by its opening. Copies
are distinguished from reports, and only reports change the time of the last change. What belongs together is decided
elsewhere; nothing is read or written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from newsloom.clusterers.texts import headline_of, languages_of
from newsloom.desk.duplicates import copies
from newsloom.desk.salience import FrontPageStay, heat
from newsloom.desk.summary import CUT_SIGN, centroid_summary, joined_sentences
from newsloom.pipeline.desk.window import SeenArticle
from newsloom.pipeline.desk.wordforms import written_forms
from newsloom.records import Article, Coverage, Report, Story, reports_in_order, told_when
from newsloom.stores.sites import site_of_article
from newsloom.text.categories import filed_under
from newsloom.text.language import normalise_language
from newsloom.text.sentences import split_sentences

__all__ = ["Facts", "coverage_of", "heat_of"]

_SUMMARY_WORDS: Final = 60
# A summary is made from the beginnings of this many of the closest reports, at some milliseconds a report.
_MOST_SUMMED: Final = 6
_SUMMED_CHARACTERS: Final = 1500
# A summary of one report is taken from this much of its text: enough for sixty words, however long the sentences.
_OPENING_CHARACTERS: Final = 1000
# At most this many reports, the latest, are compared to find copies: a story may have thousands.
_MOST_COMPARED: Final = 300

FrontPageStays = Mapping[str, Sequence[FrontPageStay]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of a story besides its articles.

    ``older`` are its reports from before the window. ``copied`` maps copies within the window to their sources before
    it. ``stays`` are the stays of any address on front pages, ``edited_at`` is the last edit that said something new.
    """

    newness: float
    older: tuple[Report, ...] = ()
    copied: Mapping[str, str] = field(default_factory=dict)
    stays: FrontPageStays = field(default_factory=dict)
    edited_at: datetime | None = None


def coverage_of(story: Story, members: Sequence[SeenArticle], facts: Facts) -> Coverage:
    """The story of these articles, which are in order of arrival."""
    reports = reports_in_order([*facts.older, *_reports(story, members, facts.copied)])
    ranked = _ranked(story, members)
    language = _most_frequent(languages_of([kept.article for kept in members]))
    articles = [kept.article for kept in ranked]
    readable = [article for article in articles if _is_in_language(article, language)] or articles
    copied = {report.url for report in reports if report.copy_of is not None}
    own = [article for article in readable if article.url not in copied] or readable
    changes = [report.seen_at for report in reports if report.copy_of is None] or [reports[0].seen_at]
    return Coverage(
        id=story.id,
        first_seen=reports[0].seen_at,
        last_seen=reports[-1].seen_at,
        changed_at=max([*changes, *([facts.edited_at] if facts.edited_at else [])]),
        title=next((headline_of(article) for article in readable if headline_of(article)), story.title),
        summary=_summary(_by_arrival(own[:_MOST_SUMMED], members), language),
        image=next((image.url for kept in ranked for image in kept.article.images), None),
        section=_most_frequent([filed_under(kept.article.category, kept.article.section) for kept in members]),
        language=language,
        words=written_forms(story.words, readable, language),
        reports=reports,
        newness=facts.newness,
        heat=heat_of(reports, facts.stays),
    )


def heat_of(reports: Sequence[Report], stays: FrontPageStays) -> float:
    """How big a story is and how late its last sign of life, on the scale of ``desk.salience.heat``."""
    return heat(reports, [stay for report in reports for stay in stays.get(report.url, ())])


def _summary(articles: Sequence[Article], language: str | None) -> str:
    if len(articles) == 1:
        # Only a second report shows what reports have in common. Weighing one alone took two thirds of a first edition.
        return _opening(articles[0], language)
    read = [replace(article, text=article.text[:_SUMMED_CHARACTERS]) for article in articles]
    return centroid_summary(read, words=_SUMMARY_WORDS).text


def _by_arrival(articles: Sequence[Article], members: Sequence[SeenArticle]) -> list[Article]:
    """The articles in order of arrival: a summary is read from the first report to the last."""
    chosen = {id(article) for article in articles}
    return [kept.article for kept in members if id(kept.article) in chosen]


def _opening(article: Article, language: str | None) -> str:
    """The first sentences that fit. If the first does not fit, its beginning."""
    chosen: list[str] = []
    room = _SUMMARY_WORDS
    for sentence in split_sentences(article.text[:_OPENING_CHARACTERS], language):
        words = sentence.split()
        if len(words) > room:
            return joined_sentences(chosen) or " ".join(words[:room]) + CUT_SIGN
        chosen += words
        room -= len(words)
    return joined_sentences(chosen)


def _reports(story: Story, members: Sequence[SeenArticle], copied: Mapping[str, str]) -> list[Report]:
    closeness = story.closeness or (0.0,) * len(members)
    copied = {**copied, **_copies(members[-_MOST_COMPARED:])}
    return [
        Report(
            url=kept.url,
            paper=site_of_article(kept.url),
            seen_at=kept.seen_at,
            closeness=round(float(near), 4),
            copy_of=copied.get(kept.url),
            told_at=(told := told_when(kept.article, kept.seen_at))[0],
            told_by=told[1],
        )
        for kept, near in zip(members, closeness, strict=True)
    ]


def _copies(members: Sequence[SeenArticle]) -> dict[str, str]:
    """The address of each copy's source. In every cycle of copies, the first is taken to be the original."""
    if len(members) < 2:
        return {}
    source = {copy.article: copy.of for copy in copies([kept.article for kept in members])}
    for first in range(len(members)):
        if first in source and first == _end_of_chain(source, first):
            del source[first]
    return {members[copy].url: members[of].url for copy, of in source.items()}


def _end_of_chain(source: Mapping[int, int], start: int) -> int:
    """The end of a chain of copies: an original, or the point where a cycle closes."""
    met = {start}
    index = source[start]
    while index in source and index not in met:
        met.add(index)
        index = source[index]
    return index


def _ranked(story: Story, members: Sequence[SeenArticle]) -> list[SeenArticle]:
    by_index = dict(zip(story.members, members, strict=True))
    return [by_index[index] for index in story.ranked]


def _is_in_language(article: Article, language: str | None) -> bool:
    return normalise_language(article.language) == language if article.language else True


def _most_frequent(values: Sequence[str | None]) -> str | None:
    """The most frequent value, or the first of equally frequent ones."""
    counts = Counter(value for value in values if value)
    return counts.most_common(1)[0][0] if counts else None
