"""What many papers tell together: stories as a method finds them and as the newsroom keeps them, topics, hits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from newsloom.records.description import card, counted, described

__all__ = ["Coverage", "Hit", "Report", "Story", "Topic", "reports_in_order"]

# As many words, or papers, as a card names.
_CARD_WORDS: Final = 8

_PRINTED: Final = timedelta(minutes=1)
_ONE_RUN: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The same event from many papers; ``members`` are indexes in order of arrival.

    ``words`` are what the story is about, each with its weight, the heaviest first; ``closeness`` says of each
    member, in the order of ``members``, how near it is to the story's middle. Both are empty where the method
    does not say.
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
        """The members, the closest first; in order of arrival where the method does not rank."""
        if not self.closeness:
            return self.members
        ranks = sorted(zip(self.closeness, self.members, strict=True), key=lambda rank: (-rank[0], rank[1]))
        return tuple(member for _, member in ranks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One article as a part of a story: whose it is, when it came, and the report that it repeats, if any.

    ``told_at`` is when its paper told it, and ``told_by`` who says so: "page", "feed", "day" or "seen" (``told_when``);
    None where the report was kept before that was asked.
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
        """When it was told, else when it came."""
        return self.told_at or self.seen_at

    @property
    def day(self) -> date | None:
        """The day that the paper gives where it gives no time: ``told_at`` is the end of it."""
        return (self.time - timedelta(days=1)).astimezone(UTC).date() if self.told_by == "day" else None

    @property
    def is_exact(self) -> bool:
        """Whether the paper itself said when it told it."""
        return self.told_by in ("page", "feed")


def reports_in_order(reports: Iterable[Report], /) -> tuple[Report, ...]:
    """In order of arrival."""
    return tuple(sorted(reports, key=lambda report: (report.seen_at, report.url)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """A story as the newsroom keeps it, with its ``reports`` in order of arrival.

    ``newness`` is how new the event was when its first report came; ``changed_at`` moves when something new is said,
    not with copies. Stories are ranked by ``heat``: how big a story is, on a scale that time itself moves along, so
    that the order of two stories stays until one of them changes. A story that became a part of another says which.
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
        """Whose reports there are, the first to report first."""
        return tuple(dict.fromkeys(report.paper for report in sorted(self.reports, key=lambda one: one.time)))

    @property
    def began_at(self) -> datetime:
        """When its first report was told, as far as is known."""
        return min((report.time for report in self.reports), default=self.first_seen)

    @property
    def began_on(self) -> date | None:
        """The day of its first report, where the paper gives no more."""
        return min(self.reports, key=lambda one: one.time).day if self.reports else None

    @property
    def last_told_at(self) -> datetime:
        """When its latest report was told, as far as is known."""
        return max((report.time for report in self.reports), default=self.last_seen)

    @property
    def last_told_on(self) -> date | None:
        """The day of its latest report, where the paper gives no more."""
        return max(self.reports, key=lambda one: one.time).day if self.reports else None

    @property
    def first_reports(self) -> tuple[Report, ...]:
        """The report that told it first; several where no order can be told between them."""
        if not self.reports:
            return ()
        first = min(self.reports, key=lambda report: report.time)
        return tuple(report for report in self.reports if _is_tie(first, report))


def _is_tie(first: Report, other: Report) -> bool:
    # What was fetched in one run came at the same time; papers print minutes.
    within = _PRINTED if first.is_exact and other.is_exact else _ONE_RUN
    return other is first or other.time - first.time < within


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What some months of news are about: ``words`` with their weights, ``members`` (addresses) by closeness.

    ``subject`` says what it was made of, "articles" or "items": an item's address may be that of no kept article.
    ``place`` is where it lies on the map of all topics, both from 0 to 1: near ones are alike. ``language`` is None
    for a topic of all languages.
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
    """What a search found: an article's address, how well it answers, and the words around the match."""

    url: str
    score: float
    snippet: str = ""
