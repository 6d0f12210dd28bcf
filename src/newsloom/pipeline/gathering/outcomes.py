"""Writes the outcomes of tasks to the store: pages, articles, failures and the next appointments.

Everything about an outcome is written in the caller's transaction: a page, its article and the end of its lease are
stored together or not at all. Writing an outcome twice changes nothing. Fetches and reads no pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from newsloom.errors import FetchError
from newsloom.fetch import Fetched
from newsloom.logs import INFO, log_event, stage_logger
from newsloom.pipeline.gathering.intervals import (
    NO_RULES,
    Check,
    SourceRules,
    is_lasting,
    limits_of,
    next_appointment,
    next_edit_check,
    next_reading,
    next_retry,
)
from newsloom.pipeline.gathering.reading import SourceContents
from newsloom.pipeline.gathering.tasks import GatherTask, SourceTask, StoryTask
from newsloom.pipeline.gathering.teasers import confirmed_items, item_of_teaser
from newsloom.readers.lbnest.teasers import TEASER
from newsloom.records import Article, Failure, Fetch, Link, Page, Revision, Run, Source, Version
from newsloom.stores.protocol import Transaction

__all__ = ["OutcomeWriter", "RunCounts", "TaskOutcome", "TaskResult", "log_end"]

_LOG: Final = stage_logger(__name__)

# More than a story's number of retries.
_MAX_FAILURES_COUNTED: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOutcome:
    """A task and how it ended.

    ``contents`` is what was read from the page, or why it could not be read. None if there was no page. ``further``
    are the other pages of a story. If the page was drawn to see whether that helps, ``undrawn`` is the outcome before
    that; ``drawn_because`` says how it helped, ``undrawn_because`` that it did not.
    """

    task: GatherTask
    at: datetime
    fetched: Fetched | FetchError
    contents: SourceContents | Article | Failure | None = None
    further: tuple[Fetched, ...] = ()
    undrawn: TaskOutcome | None = None
    drawn_because: str | None = None
    undrawn_because: str | None = None

    @property
    def pages(self) -> tuple[Page, ...]:
        """All pages that were fetched, in order."""
        fetched = () if isinstance(self.fetched, FetchError) else (self.fetched, *self.further)
        return tuple(one.page for one in fetched if one.page is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResult:
    """The result of a task: "source", "article", "page", "unchanged" or "failure".

    ``is_new`` says whether something was added: links of a source, a story, or an edit of it.
    """

    url: str
    kind: str
    is_new: bool = False
    reason: str | None = None


@dataclass(slots=True)
class RunCounts:
    """What one transaction adds to its run: totals by field name, and failures."""

    totals: Counter[str] = field(default_factory=Counter)
    failed: list[Failure] = field(default_factory=list)

    def added_to(self, run: Run) -> Run:
        totals = {name: getattr(run, name) + count for name, count in self.totals.items()}
        kinds = Counter(failure.kind for failure in self.failed)
        return replace(run, **totals, failures=dict(Counter(run.failures) + kinds))


def log_end(run: Run, released: int) -> None:
    """Log the results of a run. ``released`` is how many tasks were given back."""
    message = (
        "run %(run)s ended after %(seconds).1f s: %(sources)d sources, %(links)d new links, %(pages)d pages, "
        "%(unchanged)d unchanged, %(articles)d articles, %(received_bytes)d bytes, %(failed)d failures, "
        "%(released)d tasks released"
    )
    counted = ("seconds", "sources", "links", "pages", "unchanged", "articles", "received_bytes")
    facts = {name: getattr(run, name) for name in counted}
    failed = sum(run.failures.values())
    log_event(_LOG, INFO, message, run=run.id, **facts, failed=failed, failures=dict(run.failures), released=released)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeWriter:
    """Writes outcomes in one transaction of a store. ``owner`` holds their leases."""

    transaction: Transaction
    owner: str
    counts: RunCounts
    rules: SourceRules = NO_RULES

    def write_all(self, outcomes: Sequence[TaskOutcome]) -> tuple[TaskResult, ...]:
        """Write the outcomes and count them."""
        # One query for all of them: hardly any has been taken down.
        asked = {url for outcome in outcomes for url in _addresses(outcome)}
        taken_down = self.transaction.removals.taken_down(asked)
        return tuple(
            self._write(outcome, is_taken_down=not taken_down.isdisjoint(_addresses(outcome))) for outcome in outcomes
        )

    def _write(self, outcome: TaskOutcome, *, is_taken_down: bool) -> TaskResult:
        task, fetched = outcome.task, outcome.fetched
        self.counts.totals["sources"] += isinstance(task, SourceTask)
        if isinstance(fetched, FetchError):
            return self._write_fetch_error(outcome, fetched)
        if is_taken_down:
            self.transaction.links.settle(self.owner, task.url)
            return TaskResult(url=task.url, kind="page", reason="it was taken down")
        for one in (fetched, *outcome.further):
            self.transaction.pages.log(one.fetch)
            self.counts.totals["received_bytes"] += one.received_bytes
            self.counts.totals["unchanged" if one.page is None else "pages"] += 1
        version = self._write_page(outcome, fetched)
        self._remember_drawing(outcome)
        for page in outcome.pages[1:]:
            self.transaction.pages.keep(page)
        if isinstance(outcome.contents, Failure):
            return self._write_unreadable(outcome, outcome.contents, version)
        if isinstance(task, SourceTask):
            return self._write_source(outcome, task)
        return self._write_story(outcome, version)

    def _write_page(self, outcome: TaskOutcome, fetched: Fetched) -> Version | None:
        """Store the page under the address it came from, and under its other addresses."""
        pages, page, asked = self.transaction.pages, fetched.page, outcome.task.url
        if page is None:
            return pages.see_again(fetched.fetch.url, outcome.at)
        version = pages.keep(page)
        if asked != page.url:
            # Redirected. The body is already stored, so this costs one row.
            pages.keep(replace(page, url=asked, requested_url=None))
        own = outcome.contents.url if isinstance(outcome.contents, Article) else None
        if own is not None and own not in (page.url, asked) and pages.last_fetch(own) is None:
            # The canonical address, unless it was fetched itself: its page may differ.
            pages.keep(replace(page, url=own, requested_url=asked))
        return version

    def _remember_drawing(self, outcome: TaskOutcome) -> None:
        """Note that the source's pages are to be drawn, if one was empty without scripts, or count a failed try."""
        source, sources = outcome.task.source, self.transaction.sources
        if source is None or not (outcome.drawn_because or outcome.undrawn_because):
            return
        known = sources.get(source.url)
        if known is None or known.drawn_because is not None:
            return
        if outcome.drawn_because:
            sources.add(replace(known, drawn_because=outcome.drawn_because))
            return
        tries, reason = known.undrawn_tries + 1, outcome.undrawn_because
        sources.add(replace(known, undrawn_tries=tries, undrawn_because=reason, undrawn_at=outcome.at))

    def _write_source(self, outcome: TaskOutcome, task: SourceTask) -> TaskResult:
        contents = outcome.contents if isinstance(outcome.contents, SourceContents) else None
        new: tuple[Link, ...] = ()
        if contents is not None:
            listings = self.transaction.items.listings([link.url for link in contents.links])
            links = tuple(link for link in contents.links if link.url not in listings)
            new = self.transaction.links.sight(task.url, links, outcome.at, passed_over=self._passed_over(task, links))
            self.transaction.items.keep(task.url, confirmed_items(self.transaction, contents.items), outcome.at)
            self._update_source(task.source, contents)
        self.counts.totals["links"] += len(new)
        wait = contents.wait_seconds if contents else None
        self._reschedule(task, Check(at=outcome.at, is_changed=bool(new), wait_seconds=wait))
        return TaskResult(url=task.url, kind="unchanged" if contents is None else "source", is_new=bool(new))

    def _passed_over(self, task: SourceTask, links: tuple[Link, ...]) -> frozenset[str]:
        """The links dated before the last check, if only newer ones are wanted. Links without a time count as new."""
        last = task.appointment.checked_at
        if not self.rules.is_newer_only or last is None:
            return frozenset()
        told = ((link.url, link.updated or link.published) for link in links)
        return frozenset(url for url, time in told if time is not None and time <= last)

    def _reschedule(self, task: SourceTask, check: Check) -> None:
        own = task.source.interval_seconds
        rules = replace(self.rules, set_seconds=own, is_on_the_clock=False) if own else self.rules
        following = next_appointment(task.appointment, check, limits_of(task.source.kind), rules)
        self.transaction.schedule.settle(following)

    def _update_source(self, source: Source, contents: SourceContents) -> None:
        """Fill in what the source declares about itself. What the user entered stays."""
        updated = replace(
            source,
            title=source.title or contents.title,
            category=source.category or contents.category,
            home=source.home or contents.home,
            language=source.language if "language" in source.chosen else contents.language or source.language,
        )
        # A source that was removed while it was fetched must not come back.
        if updated != source and self.transaction.sources.get(source.url) is not None:
            self.transaction.sources.add(updated)

    def _write_story(self, outcome: TaskOutcome, version: Version | None) -> TaskResult:
        url, article = outcome.task.url, outcome.contents
        if isinstance(article, SourceContents):
            self.transaction.items.note_listing(url, outcome.at)
            self.transaction.links.settle(self.owner, url)
            return TaskResult(url=url, kind="page", reason="it is a list of other pages")
        if not isinstance(article, Article):
            self._settle_until_edit_check(outcome, version)
            return TaskResult(url=url, kind="unchanged")
        if not article.is_article:
            # A video, a paywall: stored as a page, and not checked for edits.
            self.transaction.links.settle(self.owner, url)
            return TaskResult(url=url, kind="page", reason=article.reason)
        revision = Revision(article=article, seen_at=outcome.at, digest=_digest(version))
        is_new = self.transaction.articles.keep(revision)
        self.counts.totals["articles"] += is_new
        self._keep_teaser(outcome, article)
        self._settle_until_edit_check(outcome, version)
        return TaskResult(url=url, kind="article", is_new=is_new)

    def _keep_teaser(self, outcome: TaskOutcome, article: Article) -> None:
        link = outcome.task.link if isinstance(outcome.task, StoryTask) else None
        if link is not None and link.pattern == TEASER and link.source_url:
            self.transaction.items.keep(link.source_url, [item_of_teaser(link, article)], outcome.at)

    def _settle_until_edit_check(self, outcome: TaskOutcome, version: Version | None) -> None:
        versions = self.transaction.pages.versions(version.url) if version and outcome.task.last else ()
        first_seen = versions[0].first_seen if versions else outcome.at
        self.transaction.links.settle(self.owner, outcome.task.url, next_edit_check(first_seen, outcome.at))

    def _write_fetch_error(self, outcome: TaskOutcome, error: FetchError) -> TaskResult:
        url = outcome.task.url
        self.transaction.pages.log(Fetch(url=url, fetched_at=outcome.at, status=error.status, error=error.kind))
        failure = Failure(url=url, stage="fetch", kind=error.kind, reason=error.reason, at=outcome.at)
        return self._write_failure(outcome, failure, error)

    def _write_unreadable(self, outcome: TaskOutcome, failure: Failure, version: Version | None) -> TaskResult:
        stage = "discovery" if isinstance(outcome.task, SourceTask) else "extract"
        stored = replace(failure, url=outcome.task.url, stage=stage, at=outcome.at, digest=_digest(version))
        return self._write_failure(outcome, stored)

    def _write_failure(self, outcome: TaskOutcome, failure: Failure, error: FetchError | None = None) -> TaskResult:
        self.transaction.run_log.keep_failure(failure)
        self.counts.failed.append(failure)
        task = outcome.task
        status, wait = (error.status, error.retry_after_seconds) if error else (None, None)
        if isinstance(task, SourceTask):
            words = f"{failure.kind} {status}" if status else failure.kind
            self._reschedule(task, Check(at=outcome.at, failure=words, wait_seconds=wait))
        else:
            again = self._next_try(outcome, failure, error)
            self.transaction.links.settle(self.owner, task.url, again)
        return TaskResult(url=task.url, kind="failure", reason=failure.reason)

    def _next_try(self, outcome: TaskOutcome, failure: Failure, error: FetchError | None) -> datetime | None:
        """When a story is due again: soon if a retry may help, else at its next check for edits. None if never."""
        failed = self.transaction.run_log.failures(_MAX_FAILURES_COUNTED, url=failure.url)
        versions = self.transaction.pages.versions(failure.url)
        if error is None:
            again = next_reading(sum(one.stage == failure.stage for one in failed), outcome.at)
        else:
            last = outcome.task.last
            in_a_row = [one for one in failed if last is None or (one.at and one.at > last.fetched_at)]
            again = next_retry(
                error.kind,
                error.status,
                failures=len(in_a_row),
                now=outcome.at,
                retry_after_seconds=error.retry_after_seconds,
            )
            if again is None and not versions and is_lasting(error.kind, error.status):
                return None
        known_since = [version.first_seen for version in versions] + [one.at for one in failed if one.at]
        return again or next_edit_check(min(known_since, default=outcome.at), outcome.at)


def _addresses(outcome: TaskOutcome) -> set[str]:
    """The addresses at which a story was reached or is stored. Empty for a source or a failed fetch."""
    if isinstance(outcome.task, SourceTask) or isinstance(outcome.fetched, FetchError):
        return set()
    own = {outcome.contents.url} if isinstance(outcome.contents, Article) and outcome.contents.url else set()
    return {outcome.task.url, *own, *(page.url for page in outcome.pages)}


def _digest(version: Version | None) -> str | None:
    return version.digest if version else None
