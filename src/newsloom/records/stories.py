"""Stories, as a clusterer finds them and as the newsroom keeps them, topics and search results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from newsloom.records.description import card, counted, described

__all__ = ["Coverage", "Hit", "Report", "Story", "Topic", "reports_in_order"]

# A card names at most this many words or papers.
_CARD_WORDS: Final = 8

_PRINTED: Final = timedelta(minutes=1)
_ONE_RUN: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The articles of many papers about one event. ``members`` are their indexes in order of arrival.

    ``words`` are the story's typical words with their weights, the heaviest first. ``closeness`` is how near each
    member is to the centre of the story, in the order of ``members``. Both are empty if the method does not say.
    """

    id: str
    method: str
    version: int
    members: tuple[int, ...]
    title: str | None = None
    words: tuple[tuple[str, float], ...] = ()
    closeness: tuple[float, ...] = ()

    def __repr__(self) -> str:
        return described(self, id=self.id, title=self.title, members=len(self.members))

    def _repr_html_(self) -> str:
        words = ", ".join(word for word, _ in self.words[:_CARD_WORDS])
        return card(self.title or self.id, None, [counted(len(self.members), "member"), words])

    @property
    def ranked(self) -> tuple[int, ...]:
        """The members, the closest first; in order of arrival if the method does not rank them."""
        if not self.closeness:
            return self.members
        ranks = sorted(zip(self.closeness, self.members, strict=True), key=lambda rank: (-rank[0], rank[1]))
        return tuple(member for _, member in ranks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One article as part of a story: its paper, when it arrived, and the report that it copies, if any.

    ``told_at`` is when its paper published it, and ``told_by`` the source of that time: "page", "feed", "day" or "seen"
    (``told_when``). Both are None for reports stored before these fields existed.
    """

    url: str
    paper: str
    seen_at: datetime
    closeness: float = 0.0
    copy_of: str | None = None
    told_at: datetime | None = None
    told_by: str | None = None

    @property
    def time(self) -> datetime:
        """When it was published if that is known, else when it arrived."""
        return self.told_at or self.seen_at

    @property
    def day(self) -> date | None:
        """The day of publication if the paper gives no time; ``told_at`` is then the end of that day."""
        return (self.time - timedelta(days=1)).astimezone(UTC).date() if self.told_by == "day" else None

    @property
    def is_exact(self) -> bool:
        """Whether the paper itself gives the time of publication."""
        return self.told_by in ("page", "feed")


def reports_in_order(reports: Iterable[Report], /) -> tuple[Report, ...]:
    """The reports in order of arrival."""
    return tuple(sorted(reports, key=lambda report: (report.seen_at, report.url)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """A story as the newsroom keeps it, with its ``reports`` in order of arrival.

    ``newness`` is how new the event was when its first report arrived. ``changed_at`` moves when a report says
    something new, not with copies. Stories are ranked by ``heat``: the size of a story on a scale that shifts with
    time, so the order of two stories stays the same until one of them changes. ``merged_into`` is the id of the story
    that this one became part of.
    """

    id: str
    first_seen: datetime
    last_seen: datetime
    changed_at: datetime
    title: str | None = None
    summary: str = ""
    image: str | None = None
    section: str | None = None
    language: str | None = None
    words: tuple[tuple[str, float], ...] = ()
    reports: tuple[Report, ...] = ()
    newness: float = 0.0
    heat: float = 0.0
    merged_into: str | None = None

    def __repr__(self) -> str:
        return described(self, id=self.id, title=self.title, reports=len(self.reports), papers=len(self.papers))

    def _repr_html_(self) -> str:
        counts = f"{counted(len(self.reports), 'report')} of {counted(len(self.papers), 'paper')}"
        facts = [counts, ", ".join(self.papers[:_CARD_WORDS]), self.section]
        return card(self.title or self.id, self.reports[0].url if self.reports else None, facts, self.summary)

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers with reports, in the order in which they first reported."""
        return tuple(dict.fromkeys(report.paper for report in sorted(self.reports, key=lambda one: one.time)))

    @property
    def began_at(self) -> datetime:
        """When its first report was published, as far as is known."""
        return min((report.time for report in self.reports), default=self.first_seen)

    @property
    def began_on(self) -> date | None:
        """The day of its first report if the paper gives no time; otherwise None."""
        return min(self.reports, key=lambda one: one.time).day if self.reports else None

    @property
    def last_told_at(self) -> datetime:
        """When its latest report was published, as far as is known."""
        return max((report.time for report in self.reports), default=self.last_seen)

    @property
    def last_told_on(self) -> date | None:
        """The day of its latest report if the paper gives no time; otherwise None."""
        return max(self.reports, key=lambda one: one.time).day if self.reports else None

    @property
    def first_reports(self) -> tuple[Report, ...]:
        """The first report of the story; several if their order cannot be known."""
        if not self.reports:
            return ()
        first = min(self.reports, key=lambda report: report.time)
        return tuple(report for report in self.reports if _is_tie(first, report))


def _is_tie(first: Report, other: Report) -> bool:
    # Reports fetched in one run arrive at the same time; papers print times to the minute.
    within = _PRINTED if first.is_exact and other.is_exact else _ONE_RUN
    return other is first or other.time - first.time < within


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic of some months of news: ``words`` with their weights, ``members`` (addresses) by closeness.

    ``subject`` says what it was made from, "articles" or "items"; the address of an item need not be that of a stored
    article. ``place`` is its position on the map of all topics, each coordinate from 0 to 1: topics close together are
    alike. ``language`` is None for a topic of all languages.
    """

    id: str
    made_at: datetime
    size: int
    words: tuple[tuple[str, float], ...] = ()
    members: tuple[tuple[str, float], ...] = ()
    place: tuple[float, float] = (0.5, 0.5)
    language: str | None = None
    subject: str = "articles"

    def __repr__(self) -> str:
        words = ", ".join(word for word, _ in self.words[:_CARD_WORDS])
        return described(self, id=self.id, size=self.size, words=words, language=self.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A search result: an article's address, its score, and the words around the match."""

    url: str
    score: float
    snippet: str = ""
