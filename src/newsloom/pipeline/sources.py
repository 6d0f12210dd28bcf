"""The followed sources: adds, renames and removes them, makes them due, and lists them with their state.

Fetches nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from newsloom.records import Appointment, Drift, Failure, SiteTemplate, Source
from newsloom.records.description import described
from newsloom.stores.protocol import Store, Transaction
from newsloom.stores.sites import site_of_article
from newsloom.text.urls import url_forms

__all__ = ["FollowedSource", "due_now", "follow", "followed_sources", "rename", "unfollow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedSource:
    """A source with its appointment. ``failure`` is its last failure, if it is failing now.

    ``template`` is the one that most pages of its site fit, ``drift`` the last time pages stopped fitting.
    """

    source: Source
    appointment: Appointment
    failure: Failure | None = None
    template: SiteTemplate | None = None
    drift: Drift | None = None

    def __repr__(self) -> str:
        due_at, failures = self.appointment.due_at.isoformat(), self.appointment.failures
        return described(self, url=self.source.url, title=self.source.title, due_at=due_at, failures=failures)


def follow(  # noqa: PLR0913 - sources, and what a person said of them
    store: Store,
    found: Iterable[Source],
    now: datetime,
    *,
    category: str | None = None,
    language: str | None = None,
    interval_seconds: float | None = None,
    render: str | None = None,
) -> tuple[Source, ...]:
    """Follow sources from now on. ``category`` and ``language`` override what the sources declare.

    ``interval_seconds`` is how often they are fetched (0 to learn it), ``render`` whether their pages are drawn. None
    leaves either as it is.
    """
    said = {"added_at": now, "interval_seconds": interval_seconds, "render": render}
    sources = tuple(replace(source, **said) for source in found)  # type: ignore[arg-type]
    chosen = {name: value for name, value in (("category", category), ("language", language)) if value}
    if chosen:
        sources = tuple(replace(source, **chosen, chosen=tuple(chosen)) for source in sources)  # type: ignore[arg-type]
    with store.transaction() as transaction:
        for source in sources:
            transaction.sources.add(source)
    return sources


def rename(store: Store, url: str, title: str) -> tuple[Source, ...]:
    """Give a source another title. Returns the sources with that address: none if it is not followed."""
    forms = url_forms(url)
    with store.transaction() as transaction:
        found = [source for source in transaction.sources.all() if source.url in forms]
        renamed = tuple(replace(source, title=title, chosen=(*source.chosen, "title")) for source in found)
        for source in renamed:
            transaction.sources.add(source)
    return renamed


def unfollow(store: Store, url: str) -> tuple[str, ...]:
    """Stop following an address and everything that was followed because of it. Returns their addresses."""
    with store.transaction() as transaction:
        gone = _followed_at(transaction, url)
        return tuple(address for address in gone if transaction.sources.remove(address))


def due_now(store: Store, now: datetime, url: str | None = None) -> tuple[str, ...]:
    """Make the sources at an address, or all sources, due at once. Returns their addresses."""
    with store.transaction() as transaction:
        chosen = [one.url for one in transaction.sources.all()] if url is None else _followed_at(transaction, url)
        transaction.schedule.advance(chosen, now)
    return tuple(chosen)


def _followed_at(transaction: Transaction, url: str) -> list[str]:
    """The sources with that address, which may be a bare host, and those that are followed because of it."""
    forms = url_forms(url)
    return [one.url for one in transaction.sources.all() if one.url in forms or one.home in forms]


def followed_sources(store: Store) -> tuple[FollowedSource, ...]:
    """The followed sources, by newspaper."""
    with store.read() as transaction:
        appointments = {appointment.url: appointment for appointment in transaction.schedule.all()}
        sources = transaction.sources.all()
        sites = {source.url: site_of_article(source.home or source.url) for source in sources}
        states = {site: _template_state(transaction, site) for site in set(sites.values())}
        return tuple(
            FollowedSource(
                source=source,
                appointment=appointments[source.url],
                failure=_failure(transaction, appointments[source.url]),
                template=states[sites[source.url]][0],
                drift=states[sites[source.url]][1],
            )
            for source in sources
        )


def _template_state(transaction: Transaction, site: str) -> tuple[SiteTemplate | None, Drift | None]:
    return next(iter(transaction.templates.at(site)), None), next(
        iter(transaction.templates.drifts(site=site, limit=1)), None
    )


def _failure(transaction: Transaction, appointment: Appointment) -> Failure | None:
    return next(iter(transaction.run_log.failures(1, url=appointment.url)), None) if appointment.failures else None
