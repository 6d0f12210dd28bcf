"""Drift: a site's pages stop fitting its templates. Raises alarms from stored pages, and learns the new templates.

A page fits a template if it has at least as many of its paths as the member that has fewest. If nothing changed, a new
page is as likely as any member to have the fewest: it fails with a probability of 1 / (members + 1). The alarm is
raised when five of the last six pages fail; with ten members that happens by chance once in 29,000 checks.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from newsloom.dom import Document
from newsloom.learners.paths import named_paths
from newsloom.logs import INFO, WARNING, log_event, stage_logger
from newsloom.pipeline.gathering.reading import document_of
from newsloom.pipeline.templates import TemplateUpdates
from newsloom.pipeline.templates.consensus import LEAST_PAGES
from newsloom.pipeline.templates.segments import renew_segments
from newsloom.pipeline.templates.sitetemplates import (
    LEAST_LEARNED,
    MOST_LEARNED,
    fit_of,
    learn_site,
    replace_templates,
    stored_pages,
)
from newsloom.records import ArticleQuery, Drift, Page, SiteTemplate
from newsloom.stores.protocol import Store
from newsloom.stores.sites import site_of_article

__all__ = ["has_stopped_fitting", "learn_anew", "update_site", "update_sites"]

_LOG: Final = stage_logger(__name__)

LOOKED_AT: Final = 6
_MOST_FITTING: Final = 1
# How many gone and how many new paths an alarm names.
_MOST_PATHS: Final = 10
# The latest articles that are searched for sites with news.
_LATEST: Final = 500
# Templates learned from few pages are learned again when there are this many times as many pages.
_GROWTH: Final = 2
# The name of the lease with which one worker takes this work, and how long the others wait for one that died.
_WORK: Final = "templates"
_LEASE_SECONDS: Final = 600.0


def update_sites(
    store: Store, *, learner: str, owner: str, now: datetime, is_ending: Callable[[], bool] = lambda: False
) -> TemplateUpdates:
    """Update the templates of every site with news since the last time. Does nothing if another worker is doing so.

    ``is_ending`` is asked between sites and may stop the work; the next call does the remaining sites.
    """
    with store.transaction() as transaction:
        if not transaction.checkpoints.claim(_WORK, owner, now, _LEASE_SECONDS):
            return TemplateUpdates()
    done: list[TemplateUpdates] = []
    try:
        for site, newest in _sites_with_news(store):
            if is_ending():
                break
            done.append(update_site(store, site, learner=learner, now=now))
            renew_segments(store, site, learner=learner)
            with store.transaction() as transaction:
                transaction.checkpoints.write(_mark(site), newest)
    finally:
        with store.transaction() as transaction:
            transaction.checkpoints.release(_WORK, owner)
    return TemplateUpdates(
        learned=tuple(one for update in done for one in update.learned),
        drifts=tuple(one for update in done for one in update.drifts),
    )


def update_site(store: Store, site: str, *, learner: str, now: datetime) -> TemplateUpdates:
    """Learn a site's first templates, or notice that its pages stopped fitting and learn the new templates.

    Nothing is learned from fewer than ten pages. After an alarm, only pages since the change are used.
    """
    with store.read() as transaction:
        valid = transaction.templates.at(site)
        drifts = transaction.templates.drifts(site=site)
        drift = next((one for one in drifts if one.settled_at is None), None)
        # As few pages as possible, since each has to be unpacked.
        pages = stored_pages(transaction, site, MOST_LEARNED if drift or not valid else LOOKED_AT)
    if not valid:
        return TemplateUpdates(learned=_learned(store, site, pages, learner, _earliest(pages) or now))
    if drift is not None:
        return _relearned(store, drift, pages, learner, now)
    if has_stopped_fitting(pages, valid):
        return _alarmed(store, site, valid, learner, now)
    return TemplateUpdates(learned=_learned_from_more(store, valid, drifts, learner, now))


def learn_anew(store: Store, site: str, *, learner: str, now: datetime) -> tuple[SiteTemplate, ...]:
    """Learn a site's templates from the pages stored since its layout last changed. They are valid from now on."""
    with store.read() as transaction:
        kept = stored_pages(transaction, site)
        is_first = not transaction.templates.at(site)
        drifts = transaction.templates.drifts(site=site)
    pages = _since_last_change(kept, drifts)
    if len(pages) < LEAST_PAGES:
        pages = kept
    since = (_earliest(pages) or now) if is_first else now
    learned = _learned(store, site, pages, learner, since, least=LEAST_PAGES)
    renew_segments(store, site, learner=learner)
    return learned


def has_stopped_fitting(pages: Sequence[Page], valid: Sequence[SiteTemplate]) -> bool:
    """Whether too many of the latest pages fit none of the templates for this to be chance.

    Always False for templates of fewer than ten pages: their members show too little of how pages differ.
    """
    latest = pages[:LOOKED_AT]
    if len(latest) < LOOKED_AT or max(one.pages for one in valid) < LEAST_LEARNED:
        return False
    return sum(_fits(page, valid) for page in latest) <= _MOST_FITTING


def _sites_with_news(store: Store) -> list[tuple[str, str]]:
    """The sites with news and the newest article of each, without sites that were updated since it arrived."""
    newest: dict[str, str] = {}
    with store.read() as transaction:
        for article in transaction.articles.find(ArticleQuery(limit=_LATEST)):
            if article.url:
                newest.setdefault(site_of_article(article.url), article.url)
        return [(site, url) for site, url in newest.items() if transaction.checkpoints.read(_mark(site)) != url]


def _mark(site: str) -> str:
    return f"{_WORK} {site}"


def _earliest(pages: Sequence[Page]) -> datetime | None:
    return min((page.fetched_at for page in pages), default=None)


def _learned(  # noqa: PLR0913 - what is learned from what, by what, from when on
    store: Store, site: str, pages: Sequence[Page], learner: str, valid_from: datetime, *, least: int = LEAST_LEARNED
) -> tuple[SiteTemplate, ...]:
    if len(pages) < least:
        return ()
    learned = learn_site(site, pages, learner=learner, valid_from=valid_from)
    with store.transaction() as transaction:
        kept = replace_templates(transaction, learned)
    if kept:
        log_event(_LOG, INFO, "learned %(templates)d templates of %(site)s", templates=len(kept), site=site)
    return kept


def _learned_from_more(
    store: Store, valid: Sequence[SiteTemplate], drifts: Sequence[Drift], learner: str, now: datetime
) -> tuple[SiteTemplate, ...]:
    site, wanted = valid[0].site, _GROWTH * sum(one.pages for one in valid)
    if wanted > MOST_LEARNED:
        return ()
    with store.read() as transaction:
        pages = stored_pages(transaction, site, wanted)
    return _learned(store, site, _since_last_change(pages, drifts), learner, now, least=wanted)


def _since_last_change(pages: Sequence[Page], drifts: Sequence[Drift]) -> tuple[Page, ...]:
    """The pages of the current layout: older ones would be learned as another layout that is still valid."""
    changed_at = max((drift.since for drift in drifts), default=None)
    return tuple(page for page in pages if changed_at is None or page.fetched_at >= changed_at)


def _alarmed(store: Store, site: str, valid: Sequence[SiteTemplate], learner: str, now: datetime) -> TemplateUpdates:
    with store.read() as transaction:
        pages = stored_pages(transaction, site)
    failing = _failing(pages, valid)
    documents = [document_of(page) for page in failing]
    gone, new = _changed_paths(valid[0], documents)
    alarm = Drift(
        site=site,
        since=min(page.fetched_at for page in failing),
        noticed_at=now,
        fit_before=valid[0].fit,
        fit_after=statistics.median(max(fit_of(one, known.template) for known in valid) for one in documents),
        pages=len(failing),
        gone=gone,
        new=new,
    )
    with store.transaction() as transaction:
        transaction.templates.keep_drift(alarm)
    message = "%(site)s changed its layout: fit %(fit_after).2f, before %(fit_before).2f"
    log_event(_LOG, WARNING, message, site=site, fit_before=alarm.fit_before, fit_after=alarm.fit_after)
    settled = _relearned(store, alarm, pages, learner, now)
    return replace(settled, drifts=settled.drifts or (alarm,))


def _relearned(store: Store, drift: Drift, pages: Sequence[Page], learner: str, now: datetime) -> TemplateUpdates:
    """Learn from the pages since the change, if there are enough."""
    since = [page for page in pages if page.fetched_at >= drift.since]
    learned = _learned(store, drift.site, since, learner, drift.since)
    if not learned:
        return TemplateUpdates()
    settled = replace(drift, settled_at=now)
    with store.transaction() as transaction:
        transaction.templates.keep_drift(settled)
    return TemplateUpdates(learned=learned, drifts=(settled,))


def _fits(page: Page, valid: Sequence[SiteTemplate]) -> bool:
    document = document_of(page)
    return any(fit_of(document, one.template) >= one.fit for one in valid)


def _failing(pages: Sequence[Page], valid: Sequence[SiteTemplate]) -> list[Page]:
    """The latest pages that do not fit, back to the first two in a row that do."""
    failing: list[Page] = []
    fitting_in_a_row = 0
    for page in pages:
        fitting_in_a_row = fitting_in_a_row + 1 if _fits(page, valid) else 0
        if fitting_in_a_row > _MOST_FITTING:
            break
        if not fitting_in_a_row:
            failing.append(page)
    return failing


def _changed_paths(template: SiteTemplate, failing: Sequence[Document]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The template's paths that no new page has, and the paths that all new pages but not the template have.

    Short ones come first.
    """
    having = Counter(path for document in failing for path in named_paths(document))
    known = template.template.paths
    gone = [path for path in known if path not in having]
    # A learner that does not use paths has no new ones.
    new = [path for path, count in having.items() if count == len(failing) and path not in known] if known else []
    return _first(gone), _first(new)


def _first(paths: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(paths, key=lambda path: (path.count("/"), path))[:_MOST_PATHS])
