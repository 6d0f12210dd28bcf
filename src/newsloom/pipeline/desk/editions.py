"""The desk: brings stories up to date with the articles that arrived, edition by edition.

Reads a store, groups articles with a clusterer, and writes stories, reports of followed events and topics to the store.
A lease allows one worker at a time. Only stories that changed are written, in batches. The next catch-up finds and
finishes an edition that was only partly written: a worker that is killed leaves each story complete, and the final
stories are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from newsloom.clusterers.protocol import Clusterer
from newsloom.logs import INFO, log_event, stage_logger
from newsloom.pipeline.desk.changes import EditionChanges, changes_of, known_stories
from newsloom.pipeline.desk.coverage import CoverageWriter, stories_with_more_heat
from newsloom.pipeline.desk.frontpages import FrontPageSamples
from newsloom.pipeline.desk.grouping import DUE_SHARE, Grouper
from newsloom.pipeline.desk.state import DESK, DeskState, Edition
from newsloom.pipeline.desk.topics import ARTICLES, TOPIC_CLUSTERER, are_topics_due, make_topics
from newsloom.pipeline.desk.tracking import track_events
from newsloom.pipeline.desk.window import Window
from newsloom.records import Coverage, StoryQuery
from newsloom.stores.protocol import Store, Transaction

__all__ = ["Desk", "DeskSettings"]

_LOG: Final = stage_logger(__name__)

# Stories described and written in one transaction.
_BATCH: Final = 100
# Stories read in one transaction.
_PAGE: Final = 500
# A window of up to this many articles is grouped again whenever one arrives: half a second of work, with editions half
# a minute apart.
_SMALL_WINDOW: Final = 1000
# A desk that starts on a finished edition with few arrivals reads only the latest articles and their stories: some
# seconds of work instead of the whole window (``python -m benchmarks.gathering --window 20000``).
_PART_ARTICLES: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskSettings:
    """The settings of a desk. ``owner`` is its name on the lease, ``now`` its clock.

    A window of at most ``small_window`` articles is grouped as a whole whenever one arrives. If the window has more
    than ``part_articles``, a desk that has just started reads only that many, until a grouping of the whole is due.
    """

    store: Store
    clusterer: Clusterer
    owner: str
    now: Callable[[], datetime]
    lease_seconds: float
    window_days: int
    window_articles: int
    topics: str = TOPIC_CLUSTERER
    topics_of: str = ARTICLES
    small_window: int = _SMALL_WINDOW
    part_articles: int = _PART_ARTICLES


class Desk:
    """Keeps stories up to date. Reusing the same desk makes later catch-ups read only what is new."""

    def __init__(self, settings: DeskSettings) -> None:
        self._settings = settings
        self._window = Window(days=settings.window_days, most=settings.window_articles)
        self._grouper = Grouper(settings.clusterer, small_window=settings.small_window)
        self._fronts = FrontPageSamples()
        self._stories: dict[str, Coverage] = {}
        # The edition that is in memory. None if that is not what the store has.
        self._edition: int | None = None

    def catch_up(self, is_ending: Callable[[], bool] = lambda: False) -> Edition | None:
        """Bring the stories up to date. Returns None if another worker is doing so.

        ``is_ending`` is polled and may stop the work; the next catch-up continues.
        """
        with self._settings.store.transaction() as transaction:
            if not self._claim(transaction):
                return None
            state = DeskState.read(transaction.checkpoints.read(DESK))
        try:
            return self._publish(state, is_ending)
        finally:
            with self._settings.store.transaction() as transaction:
                transaction.checkpoints.release(DESK, self._settings.owner)

    def _publish(self, state: DeskState, is_ending: Callable[[], bool]) -> Edition | None:
        now = self._settings.now()
        with self._settings.store.read() as transaction:
            count = transaction.articles.count()
        changed = frozenset(self._read(state, now, is_part_enough=self._is_part_enough(state, count)))
        moved = self._fronts.refresh(self._settings.store, now)
        known = known_stories(self._stories, self._window.indexes)
        grouping = self._grouper.group(self._window, known, state)
        changes = changes_of(grouping.stories, known, self._window.ordered, changed)
        is_regrouped = grouping.is_whole and self._window.is_whole
        self._edition = None
        written = self._write_all(changes, changed, replace(state, is_open=True), is_ending)
        if written is None:
            return None
        track_events(self._settings.store, self._window.ordered, changed)
        ended = DeskState(
            edition=state.edition + 1,
            method=self._grouper.method,
            read_at=now.isoformat(),
            grouped=len(self._window.ordered) if is_regrouped else state.grouped,
            counted=count if is_regrouped else state.counted,
        )
        warm = stories_with_more_heat(self._stories, self._fronts.stays, moved)
        if self._write(warm, ended, merges={**state.merging, **changes.merges}) is None:
            return None
        self._edition = ended.edition
        if changed and not is_ending() and are_topics_due(self._settings.store):
            make_topics(self._settings.store, now, clusterer=self._settings.topics, of=self._settings.topics_of)
        edition = Edition(
            articles=len(changed),
            stories=written,
            merged=len(changes.merges),
            is_regrouped=is_regrouped,
        )
        _log(edition)
        return edition

    def _is_part_enough(self, state: DeskState, count: int) -> bool:
        """Whether this desk has just started and few enough articles arrived since all were grouped to read a part."""
        part = self._settings.part_articles
        is_settled = not state.is_open and state.method == self._grouper.method and state.last_read is not None
        new = count - state.counted
        is_due = new > min(DUE_SHARE * state.grouped, part / 2)
        return self._edition is None and is_settled and state.grouped > part and not is_due

    def _read(self, state: DeskState, now: datetime, *, is_part_enough: bool) -> set[str]:
        """Read the window and its stories. Returns the addresses of articles that are new or edited."""
        begin = self._window.begin(self._settings.store, now)
        if self._edition == state.edition and not state.is_open and self._window.is_whole:
            self._stories = {name: story for name, story in self._stories.items() if story.last_seen >= begin}
            return self._window.refresh(self._settings.store, now)
        # A desk that catches up a second time keeps running, so it reads the whole window.
        changed = self._read_part(state.last_read, now) if is_part_enough and state.last_read else None
        return self._read_whole(state, now, begin) if changed is None else changed

    def _read_whole(self, state: DeskState, now: datetime, begin: datetime) -> set[str]:
        self._grouper.forget()
        self._stories = {story.id: story for story in self._kept_stories(begin)}
        seen = {report.url: report.seen_at for story in self._stories.values() for report in story.reports}
        # Articles that an unfinished edition wrote have not been checked for followed events.
        told = () if state.is_open else seen.keys()
        return self._window.load(self._settings.store, now, seen=seen, read_at=state.last_read, told=told)

    def _read_part(self, read_at: datetime, now: datetime) -> set[str] | None:
        """Read the latest and the edited articles, and all reports of their stories. None if a part is not enough."""
        store, window = self._settings.store, self._window
        if not window.load_part(store, now, most=self._settings.part_articles, read_at=read_at):
            return None
        latest = window.ordered[-self._settings.part_articles :]
        self._stories = {story.id: story for story in self._kept_stories(latest[0].seen_at if latest else now)}
        with store.read() as transaction:
            edited = [transaction.stories.of(kept.url) for kept in window.ordered[: -len(latest)]]
        self._stories |= {story.id: story for story in edited if story is not None}
        reports = [report for story in self._stories.values() for report in story.reports]
        window.complete(store, now, reports)
        return window.changed_since(store, read_at, {report.url for report in reports})

    def _kept_stories(self, begin: datetime) -> Iterator[Coverage]:
        query = StoryQuery(order="latest", since=begin, limit=_PAGE)
        while True:
            with self._settings.store.read() as transaction:
                page = transaction.stories.find(query)
            yield from page
            if len(page) < _PAGE:
                return
            query = replace(query, after=page[-1].id)

    def _write_all(
        self, changes: EditionChanges, changed: frozenset[str], state: DeskState, is_ending: Callable[[], bool]
    ) -> int | None:
        """Describe and write the stories of these changes. Returns how many changed, or None if it was not finished."""
        begun = replace(state, merging={**state.merging, **changes.merges})
        writer = CoverageWriter.of(changes, self._window, self._stories, stays=self._fronts.stays, changed=changed)
        done: dict[str, Coverage] = {}
        total = 0
        for start in range(0, len(changes.groups), _BATCH):
            coverages = writer.coverages(self._settings.store, changes.groups[start : start + _BATCH])
            written = None if is_ending() else self._write(coverages, begun)
            if written is None:
                return None
            done |= {coverage.id: coverage for coverage in coverages}
            total += written
        self._stories = {name: one for name, one in self._stories.items() if name not in changes.merges} | done
        return total

    def _write(
        self, coverages: Sequence[Coverage], state: DeskState, merges: Mapping[str, str] | None = None
    ) -> int | None:
        """Write all of this in one transaction. Returns how many stories changed. None if another worker took over."""
        with self._settings.store.transaction() as transaction:
            if not self._claim(transaction):
                return None
            written = sum(transaction.stories.keep(coverage) for coverage in coverages)
            for part, whole in (merges or {}).items():
                _merge(transaction, part, whole, self._settings.now())
            transaction.checkpoints.write(DESK, state.written())
        return written

    def _claim(self, transaction: Transaction) -> bool:
        return transaction.checkpoints.claim(
            DESK, self._settings.owner, self._settings.now(), self._settings.lease_seconds
        )


def _log(edition: Edition) -> None:
    if edition.articles or edition.stories or edition.merged:
        counts = {"articles": edition.articles, "stories": edition.stories, "merged": edition.merged}
        log_event(_LOG, INFO, "grouped %(articles)d articles: %(stories)d stories, %(merged)d merged", **counts)


def _merge(transaction: Transaction, part: str, whole: str, now: datetime) -> None:
    found = transaction.stories.get(part)
    # If the merge was begun by an edition that was never finished, the part may be a story again by now.
    if found is not None and found.id == part and not found.reports and transaction.stories.get(whole) is not None:
        transaction.stories.merge(part, whole, now)
