"""A story's reports as its pages show them: with their articles, and copies folded under the report they repeat.

Reports are in the order in which they were told; those that the newsroom no longer has are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from newsloom.portal.requests import PageRequest
from newsloom.records import Article, Coverage, Report, StoredArticle

__all__ = [
    "ShownReport",
    "dated",
    "newest_first",
    "news_since",
    "shown_reports",
    "story_with_reports",
]

MOST_REPORTS: Final = 60
_LEAD_CHARACTERS: Final = 260
_MOST_NEWS: Final = 8
_MOST_OF_ONE: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownReport:
    """A report with its article. ``behind`` is how long after the first it was told, in words.

    ``told_at`` is when its paper told it. If ``is_told`` is False, no exact time is known: ``told_at`` is then the end
    of the ``day``, if the paper gives one, else when the report was seen.
    """

    article: Article
    paper: str
    name: str
    seen_at: datetime
    lead: str = ""
    behind: str = ""
    told_at: datetime
    is_told: bool = False
    day: date | None = None
    is_first: bool = False
    copies: tuple[ShownReport, ...] = ()


def story_with_reports(request: PageRequest, story_id: str) -> tuple[Coverage, tuple[ShownReport, ...]] | None:
    """The story with that id, or the one it became part of, and its reports as ``shown_reports`` returns them."""
    told = request.room.stories.with_reports(story_id, MOST_REPORTS)
    return None if told is None else (told[0], _folded(request, *told))


def shown_reports(request: PageRequest, story: Coverage) -> tuple[ShownReport, ...]:
    """The reports in the order in which they were told, each copy under the report that it repeats."""
    return _folded(request, story, request.room.articles.summaries(_listed(story)))


def news_since(
    request: PageRequest, story: Coverage, reports: Sequence[ShownReport], since: datetime
) -> tuple[tuple[str, ShownReport], ...]:
    """Some sentences that say what no report had said by ``since``, each with its report, in order of arrival."""
    shown = {report.article.url: report for report in reports}
    news = [
        (sentence, shown[addition.report.url])
        for addition in request.room.stories.additions(story, since)
        if addition.report.url in shown
        for sentence in addition.sentences[:_MOST_OF_ONE]
    ]
    return tuple(news[:_MOST_NEWS])


def dated(request: PageRequest, articles: Iterable[Article]) -> tuple[tuple[Article, datetime], ...]:
    """Articles with the time they were published, or first seen if that is unknown or in the future."""
    listed = [(article, _published(article, request.now)) for article in articles]
    undated = [article.url or "" for article, moment in listed if moment is None]
    arrivals = request.room.articles.arrivals(undated) if undated else {}
    return tuple((article, moment or arrivals.get(article.url or "") or request.now) for article, moment in listed)


def newest_first(request: PageRequest, articles: Iterable[Article]) -> tuple[tuple[Article, datetime], ...]:
    """The same by those times, newest first: articles come in order of arrival, but papers date them."""
    return tuple(sorted(dated(request, articles), key=lambda entry: entry[1], reverse=True))


def _listed(story: Coverage) -> list[str]:
    return [report.url for report in story.reports[:MOST_REPORTS]]


def _folded(request: PageRequest, story: Coverage, found: Mapping[str, StoredArticle]) -> tuple[ShownReport, ...]:
    listed = story.reports[:MOST_REPORTS]
    names: Mapping[str, str] = request.http.app.state.navigation.get().papers
    shown = {
        report.url: _shown(request, report, found[report.url].article, story, names)
        for report in sorted(listed, key=lambda one: one.time)
        if report.url in found
    }
    source = {report.url: report.copy_of for report in listed}
    copies: dict[str, list[ShownReport]] = {}
    for url, one in shown.items():
        if source[url] in shown:
            copies.setdefault(_original(url, source), []).append(one)
    if not copies:
        return tuple(shown.values())
    folded = {copy.article.url for several in copies.values() for copy in several}
    return tuple(replace(one, copies=tuple(copies.get(url, ()))) for url, one in shown.items() if url not in folded)


def _published(article: Article, now: datetime) -> datetime | None:
    return article.published if article.published and article.published <= now else None


def _original(url: str, source: Mapping[str, str | None]) -> str:
    """The report at the end of a chain of copies; a circular chain ends where it began."""
    for _ in source:
        above = source.get(url)
        if above is None or above not in source:
            break
        url = above
    return url


def _shown(
    request: PageRequest, report: Report, article: Article, story: Coverage, names: Mapping[str, str]
) -> ShownReport:
    first = story.first_reports
    seconds = (report.time - first[0].time).total_seconds() if first else 0.0
    return ShownReport(
        article=article,
        paper=report.paper,
        name=names.get(report.paper) or article.site or report.paper,
        seen_at=report.seen_at,
        told_at=report.time,
        is_told=report.is_exact,
        day=date.fromisoformat(article.date[:10]) if report.told_by == "day" and article.date else None,
        is_first=report in first,
        lead=_lead(article),
        behind=request.locale.span(seconds) if seconds >= 60 and report.told_by != "day" else "",
    )


def _lead(article: Article) -> str:
    text = article.description or article.text[: _LEAD_CHARACTERS * 2].partition("\n\n")[0]
    if len(text) <= _LEAD_CHARACTERS:
        return text
    cut = text[:_LEAD_CHARACTERS]
    # Chinese and Japanese have no spaces to end at.
    return f"{cut.rpartition(' ')[0]} …" if " " in cut else f"{cut}…"
