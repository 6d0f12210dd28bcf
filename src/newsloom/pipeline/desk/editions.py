"""The desk: stories are brought up to date with the articles that arrived, edition by edition.

A store and a clusterer go in; stories, reports of followed events and topics end up in the store. One worker at a time
is at it, by a lease. Only stories that changed are written, some in a shift, and what is half written is found and
finished by the next catch-up: whoever is killed in the middle leaves stories that are whole, and in the end the same
ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from newsloom.clusterers.protocol import Clusterer
from newsloom.pipeline.desk.coverage import Copywriter, warmer
from newsloom.pipeline.desk.fronts import Fronts
from newsloom.pipeline.desk.grouping import Grouper
from newsloom.pipeline.desk.note import DESK, DeskNote, Edition
from newsloom.pipeline.desk.plan import Plan, known_stories, plan_edition
from newsloom.pipeline.desk.topics import are_topics_due, make_topics
from newsloom.pipeline.desk.tracking import track_events
from newsloom.pipeline.desk.window import Window
from newsloom.records import Coverage, StoryQuery
from newsloom.stores.protocol import Shift, Store

__all__ = ["Desk", "Shop"]

# Stories described and written in one shift.
_BATCH: Final = 100
# Stories read in one.
_PAGE: Final = 500
# Up to so many articles, all are grouped anew whenever one arrives: half a second, with editions half a minute apart.
_SMALL_WINDOW: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Shop:
    """What a desk works with; ``owner`` is its name on the lease, ``now`` its clock.

    A window of no more than ``small_window`` articles is grouped as a whole whenever one arrives.
    """

    store: Store
    clusterer: Clusterer
    owner: str
    now: Callable[[], datetime]
    lease_seconds: float
    window_days: int
    window_articles: int
    small_window: int = _SMALL_WINDOW


class Desk:
    """Keeps stories up to date; kept itself, it reads only what is new."""

    def __init__(self, shop: Shop) -> None:
        self._shop = shop
        self._window = Window(days=shop.window_days, most=shop.window_articles)
        self._grouper = Grouper(shop.clusterer, small_window=shop.small_window)
        self._fronts = Fronts()
        self._stories: dict[str, Coverage] = {}
        # The edition that is in memory; None where that is not what the store holds.
        self._edition: int | None = None

    def catch_up(self, is_ending: Callable[[], bool] = lambda: False) -> Edition | None:
        """Bring the stories up to date; None where another worker is at it.

        ``is_ending`` is asked now and then and may stop it; the next catch-up goes on.
        """
        with self._shop.store.begin() as shift:
            if not self._claim(shift):
                return None
            note = DeskNote.read(shift.marks.read(DESK))
        try:
            return self._publish(note, is_ending)
        finally:
            with self._shop.store.begin() as shift:
                shift.marks.release(DESK, self._shop.owner)

    def _publish(self, note: DeskNote, is_ending: Callable[[], bool]) -> Edition | None:
        now = self._shop.now()
        changed = frozenset(self._read(note, now))
        moved = self._fronts.refresh(self._shop.store, now)
        known = known_stories(self._stories, self._window.places)
        grouping = self._grouper.group(self._window, known, note)
        plan = plan_edition(grouping.stories, known, self._window.ordered, changed)
        self._edition = None
        written = self._write_all(plan, changed, replace(note, is_open=True), is_ending)
        if written is None:
            return None
        track_events(self._shop.store, self._window.ordered, changed)
        ended = DeskNote(edition=note.edition + 1, method=self._grouper.method, read_at=now.isoformat())
        warm = warmer(self._stories, self._fronts.placings, moved)
        if self._write(warm, ended, merges={**note.merging, **plan.merges}) is None:
            return None
        self._edition = ended.edition
        if changed and not is_ending() and are_topics_due(self._shop.store):
            make_topics(self._shop.store, now)
        return Edition(
            articles=len(changed),
            stories=written,
            merged=len(plan.merges),
            is_regrouped=grouping.is_whole,
        )

    def _read(self, note: DeskNote, now: datetime) -> set[str]:
        """The window and its stories as they are now; the addresses of articles that are new or were edited."""
        begin = self._window.begin(self._shop.store, now)
        if self._edition == note.edition and not note.is_open:
            self._stories = {name: story for name, story in self._stories.items() if story.last_seen >= begin}
            return self._window.refresh(self._shop.store, now)
        self._grouper.forget()
        self._stories = {story.id: story for story in self._kept_stories(begin)}
        seen = {report.url: report.seen_at for story in self._stories.values() for report in story.reports}
        return self._window.load(self._shop.store, now, seen=seen, read_at=note.last_read)

    def _kept_stories(self, begin: datetime) -> Iterator[Coverage]:
        query = StoryQuery(order="latest", since=begin, limit=_PAGE)
        while True:
            with self._shop.store.look() as shift:
                page = shift.stories.find(query)
            yield from page
            if len(page) < _PAGE:
                return
            query = replace(query, after=page[-1].id)

    def _write_all(
        self, plan: Plan, changed: frozenset[str], note: DeskNote, is_ending: Callable[[], bool]
    ) -> int | None:
        """Describe and write the plan's stories; how many were changed by it, None where it was not finished."""
        begun = replace(note, merging={**note.merging, **plan.merges})
        writer = Copywriter.of(plan, self._window, self._stories, placings=self._fronts.placings, changed=changed)
        done: dict[str, Coverage] = {}
        total = 0
        for start in range(0, len(plan.changed), _BATCH):
            coverages = writer.coverages(self._shop.store, plan.changed[start : start + _BATCH])
            written = None if is_ending() else self._write(coverages, begun)
            if written is None:
                return None
            done |= {coverage.id: coverage for coverage in coverages}
            total += written
        self._stories = {name: one for name, one in self._stories.items() if name not in plan.merges} | done
        return total

    def _write(
        self, coverages: Sequence[Coverage], note: DeskNote, merges: Mapping[str, str] | None = None
    ) -> int | None:
        """All of this or nothing; how many stories are others than before, None if another worker has taken over."""
        with self._shop.store.begin() as shift:
            if not self._claim(shift):
                return None
            written = sum(shift.stories.keep(coverage) for coverage in coverages)
            for part, whole in (merges or {}).items():
                _merge(shift, part, whole, self._shop.now())
            shift.marks.write(DESK, note.written())
        return written

    def _claim(self, shift: Shift) -> bool:
        return shift.marks.claim(DESK, self._shop.owner, self._shop.now(), self._shop.lease_seconds)


def _merge(shift: Shift, part: str, whole: str, now: datetime) -> None:
    found = shift.stories.get(part)
    # One that was begun by an edition that was never finished may be a story again by now.
    if found is not None and found.id == part and not found.reports and shift.stories.get(whole) is not None:
        shift.stories.merge(part, whole, now)
