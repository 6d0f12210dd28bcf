"""What a gatherer brought home goes into the store: outcomes in, kept pages, articles and appointments out.

All of one outcome is written in the transaction that is handed in, so a page, its article and the settling of its
errand are there together or not at all. Writing the same outcome twice changes nothing. Fetches and reads nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from newsloom.errors import FetchError
from newsloom.fetch import Fetched
from newsloom.pipeline.gathering.errands import SourceErrand, StoryErrand
from newsloom.pipeline.gathering.intervals import Look, next_appointment, pace_of
from newsloom.pipeline.gathering.reading import Sighting
from newsloom.pipeline.gathering.revisits import edit_check, second_try
from newsloom.records import Article, Failure, Fetch, Link, Revision, Run, Source, Version
from newsloom.stores.protocol import Transaction

__all__ = ["Filed", "Filing", "Outcome", "Tally"]

# Failures of one address that are looked at to decide whether it is tried again; more tries there never are.
_FAILURES_COUNTED: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """An errand and how it ended.

    ``fetched`` is the answer or the error instead of one, ``reading`` what the page says, or why it could not be
    read; None where there was no page to read.
    """

    errand: SourceErrand | StoryErrand
    at: datetime
    fetched: Fetched | FetchError
    reading: Sighting | Article | Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """What became of an errand, in a word: "source", "article", "page", "unchanged" or "failure".

    ``is_new`` says that something is there now that was not: links on the source, a story, an edit of it.
    """

    url: str
    kind: str
    is_new: bool = False
    reason: str | None = None


@dataclass(slots=True)
class Tally:
    """The counts of a run as it goes on."""

    counts: Counter[str] = field(default_factory=Counter)
    failed: list[Failure] = field(default_factory=list)

    def added_to(self, run: Run) -> Run:
        totals = {name: getattr(run, name) + count for name, count in self.counts.items()}
        kinds = Counter(failure.kind for failure in self.failed)
        return replace(run, **totals, failures=dict(Counter(run.failures) + kinds))


@dataclass(frozen=True, slots=True, kw_only=True)
class Filing:
    """Writes outcomes in one transaction of a store; ``owner`` is whose errands they were."""

    transaction: Transaction
    owner: str
    tally: Tally

    def file(self, outcome: Outcome) -> Filed:
        """Write one outcome, count it, and say what became of it."""
        errand, fetched = outcome.errand, outcome.fetched
        self.tally.counts["sources"] += isinstance(errand, SourceErrand)
        if isinstance(fetched, FetchError):
            return self._file_error(outcome, fetched)
        self.transaction.pages.log(fetched.fetch)
        self.tally.counts["received_bytes"] += fetched.received_bytes
        self.tally.counts["unchanged" if fetched.page is None else "pages"] += 1
        version = self._keep_page(outcome, fetched)
        if isinstance(outcome.reading, Failure):
            return self._file_unreadable(outcome, outcome.reading, version)
        if isinstance(errand, SourceErrand):
            return self._file_source(outcome, errand)
        return self._file_story(outcome, version)

    def _keep_page(self, outcome: Outcome, fetched: Fetched) -> Version | None:
        """The page under the address it came from, and under the others by which people will ask for it."""
        pages, page, asked = self.transaction.pages, fetched.page, outcome.errand.url
        if page is None:
            return pages.see_again(fetched.fetch.url, outcome.at)
        version = pages.keep(page)
        if asked != page.url:
            # Redirected. The body is there already, so this costs a line and no more.
            pages.keep(replace(page, url=asked, requested_url=None))
        own = outcome.reading.url if isinstance(outcome.reading, Article) else None
        if own is not None and own not in (page.url, asked) and pages.last_fetch(own) is None:
            # The address that the page calls its own, unless that is fetched itself: it may look different there.
            pages.keep(replace(page, url=own, requested_url=asked))
        return version

    def _file_source(self, outcome: Outcome, errand: SourceErrand) -> Filed:
        sighting = outcome.reading if isinstance(outcome.reading, Sighting) else None
        new: tuple[Link, ...] = ()
        if sighting is not None:
            new = self.transaction.links.sight(errand.url, sighting.links, outcome.at)
            self._renew(errand.source, sighting)
        self.tally.counts["links"] += len(new)
        look = Look(at=outcome.at, is_changed=bool(new), wait_seconds=sighting.wait_seconds if sighting else None)
        self.transaction.schedule.settle(next_appointment(errand.appointment, look, pace_of(errand.source.kind)))
        return Filed(url=errand.url, kind="unchanged" if sighting is None else "source", is_new=bool(new))

    def _renew(self, source: Source, sighting: Sighting) -> None:
        """Keep what a source says of itself; what the user or the folder called it stays."""
        renewed = replace(
            source,
            title=source.title or sighting.title,
            category=source.category or sighting.category,
            home=source.home or sighting.home,
        )
        # One that was removed while it was fetched must not come back by this.
        if renewed != source and self.transaction.sources.get(source.url) is not None:
            self.transaction.sources.add(renewed)

    def _file_story(self, outcome: Outcome, version: Version | None) -> Filed:
        url, article = outcome.errand.url, outcome.reading
        if not isinstance(article, Article):
            self._settle_until_edit_check(outcome, version)
            return Filed(url=url, kind="unchanged")
        if not article.is_article:
            # A section page, a video, a wall: kept as a page, and no use looking for edits of a story.
            self.transaction.links.settle(self.owner, url)
            return Filed(url=url, kind="page", reason=article.reason)
        revision = Revision(article=article, seen_at=outcome.at, digest=_digest(version))
        is_new = self.transaction.articles.keep(revision)
        self.tally.counts["articles"] += is_new
        self._settle_until_edit_check(outcome, version)
        return Filed(url=url, kind="article", is_new=is_new)

    def _settle_until_edit_check(self, outcome: Outcome, version: Version | None) -> None:
        versions = self.transaction.pages.versions(version.url) if version and outcome.errand.last else ()
        first_seen = versions[0].first_seen if versions else outcome.at
        self.transaction.links.settle(self.owner, outcome.errand.url, edit_check(first_seen, outcome.at))

    def _file_error(self, outcome: Outcome, error: FetchError) -> Filed:
        url = outcome.errand.url
        self.transaction.pages.log(Fetch(url=url, fetched_at=outcome.at, status=error.status, error=error.kind))
        failure = Failure(url=url, stage="fetch", kind=error.kind, reason=error.reason, at=outcome.at)
        return self._file_failure(outcome, failure, error)

    def _file_unreadable(self, outcome: Outcome, failure: Failure, version: Version | None) -> Filed:
        stage = "discovery" if isinstance(outcome.errand, SourceErrand) else "extract"
        told = replace(failure, url=outcome.errand.url, stage=stage, at=outcome.at, digest=_digest(version))
        return self._file_failure(outcome, told)

    def _file_failure(self, outcome: Outcome, failure: Failure, error: FetchError | None = None) -> Filed:
        self.transaction.diary.keep_failure(failure)
        self.tally.failed.append(failure)
        errand = outcome.errand
        status, asked = (error.status, error.retry_after_seconds) if error else (None, None)
        if isinstance(errand, SourceErrand):
            words = f"{failure.kind} {status}" if status else failure.kind
            look = Look(at=outcome.at, failure=words, wait_seconds=asked)
            self.transaction.schedule.settle(next_appointment(errand.appointment, look, pace_of(errand.source.kind)))
        else:
            failures = len(self.transaction.diary.failures(_FAILURES_COUNTED, url=errand.url))
            again = second_try(failure.kind, status, failures=failures, now=outcome.at, retry_after_seconds=asked)
            self.transaction.links.settle(self.owner, errand.url, again)
        return Filed(url=errand.url, kind="failure", reason=failure.reason)


def _digest(version: Version | None) -> str | None:
    return version.digest if version else None
