"""The followed sources: adds, renames and removes them by address, and lists them with their state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from newsloom.discovery.opml import DroppedOutline, read_list
from newsloom.engines.failures import time_limit
from newsloom.errors import InputError
from newsloom.extras import require
from newsloom.fetch import run_to_end
from newsloom.pipeline import arguments
from newsloom.pipeline.gathering.intervals import seconds_of
from newsloom.pipeline.sources import FollowedSource, due_now, follow, followed_sources, rename, unfollow
from newsloom.records import Source
from newsloom.settings import RENDER_CHOICES, Settings
from newsloom.stores.protocol import Store
from newsloom.wiring import sources_at

__all__ = ["NewsroomSources"]


class NewsroomSources:
    """``room.sources``. Calling it lists the followed sources with their schedule, health and template."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    def __call__(self) -> tuple[FollowedSource, ...]:
        return followed_sources(self._store)

    def all(self) -> tuple[Source, ...]:
        """The sources alone, by newspaper. One query, while calling ``room.sources`` also reads each one's state."""
        with self._store.read() as transaction:
            return transaction.sources.all()

    def add(  # noqa: PLR0913 - what a person may say of a newspaper
        self,
        url: str,
        *,
        category: str | None = None,
        language: str | None = None,
        only: bool = False,
        every: str | None = None,
        render: str | None = None,
    ) -> tuple[Source, ...]:
        """Follow what is found at an address: its feeds, news sitemaps, home and section pages.

        With ``only``, nothing but the address. A bare host is enough. ``every`` is how often they are fetched ("2h"),
        or "auto" to learn it again. ``render`` says whether a browser draws their pages: "never", "auto" or "always".
        ``language`` (two letters) overrides the one they declare; texts too short to detect are taken to be in it.
        """
        follow_them = self._follower(category=category, language=language, every=every, render=render)
        return follow_them(run_to_end(sources_at(url, self._settings, self._now, only=only)))

    async def add_async(  # noqa: PLR0913 - as above
        self,
        url: str,
        *,
        category: str | None = None,
        language: str | None = None,
        only: bool = False,
        every: str | None = None,
        render: str | None = None,
    ) -> tuple[Source, ...]:
        """The async form of ``add``."""
        follow_them = self._follower(category=category, language=language, every=every, render=render)
        return await asyncio.to_thread(follow_them, await sources_at(url, self._settings, self._now, only=only))

    def due_now(self, url: str | None = None) -> tuple[str, ...]:
        """Make the sources at an address, or all sources, due at once, so that the next ``gather`` fetches them.

        Returns their addresses.
        """
        return due_now(self._store, self._now(), url)

    def import_opml(
        self, file: str | Path | bytes, *, report: Callable[[DroppedOutline], None] | None = None
    ) -> tuple[Source, ...]:
        """Follow the feeds of an OPML file; its folders become categories. ``report`` gets each dropped outline."""
        body = file if isinstance(file, bytes) else _bytes_of(Path(file))
        with time_limit("the OPML file", self._settings.page_seconds):
            found = read_list(body)
        if report:
            for dropped in found.dropped:
                report(dropped)
        return follow(self._store, found.sources, self._now())

    def rename(self, url: str, title: str) -> tuple[Source, ...]:
        """Give the sources at an address this title. It overrides the title they declare.

        Returns the renamed sources: none if the address is not followed.
        """
        return rename(self._store, url, title)

    def remove(self, url: str) -> tuple[str, ...]:
        """Stop following an address and everything that was followed because of it. Returns their addresses.

        What was already gathered stays.
        """
        return unfollow(self._store, url)

    def _follower(
        self, *, category: str | None, language: str | None, every: str | None, render: str | None
    ) -> Callable[[Iterable[Source]], tuple[Source, ...]]:
        """A function that follows sources with these choices. Invalid choices raise before anything is fetched."""
        seconds, drawn, spoken = _interval(every), _render(render), arguments.language(language, "language")
        return lambda found: follow(
            self._store,
            found,
            self._now(),
            category=category,
            language=spoken,
            interval_seconds=seconds,
            render=drawn,
        )


def _interval(every: str | None) -> float | None:
    if every is None or every == "auto":
        return None if every is None else 0.0
    try:
        return seconds_of(every)
    except ValueError as error:
        raise InputError("every", str(error)) from error


def _render(choice: str | None) -> str | None:
    if choice is not None and choice not in RENDER_CHOICES:
        raise InputError("render", f"{choice!r} is not one of {', '.join(RENDER_CHOICES)}")
    if choice not in (None, "never"):
        require("render", "drawing pages")
    return choice


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(str(file), getattr(error, "strerror", None) or str(error)) from error
