"""Makes objects from the settings: only this module chooses the store, client, extractor and reading pool."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from newsloom.catalogue import build
from newsloom.dom.decode import charset_of
from newsloom.dom.layout import Layout
from newsloom.engines.local.engine import usable_cores
from newsloom.errors import StoreError
from newsloom.extras import require
from newsloom.fetch import Client, ClientSettings, Runtime, fetch_page, run_to_end
from newsloom.fetch.drawer import PageDrawer
from newsloom.fetch.render.records import RenderedPage, RenderSettings
from newsloom.fetch.warc import WarcWriter
from newsloom.pipeline.desk.followedevents import FollowedEvent
from newsloom.pipeline.desk.state import CatchUp
from newsloom.pipeline.gathering.collect import Gatherer, Threads
from newsloom.pipeline.gathering.findsources import find_sources
from newsloom.pipeline.gathering.intervals import SourceRules, seconds_of
from newsloom.pipeline.gathering.pool import PageReader, ReadingPool
from newsloom.pipeline.gathering.reading import StoryPage
from newsloom.pipeline.templates import TemplateUpdates
from newsloom.records import Article, Failure, Link, Page, Resource, Source, Topic
from newsloom.settings import Settings
from newsloom.stores import open_store
from newsloom.stores.protocol import Store

__all__ = [
    "browser_program",
    "client_of",
    "client_settings",
    "desk_of",
    "drawer_of",
    "drawn_again",
    "drawn_file",
    "drawn_page",
    "fetched_page",
    "followed_since",
    "gatherer_of",
    "owner_name",
    "page_read_again",
    "page_reader",
    "sources_at",
    "store_of",
    "templates_of",
    "topics_of",
]

Explain = Callable[[bytes, Layout, bytes], str]


def store_of(settings: Settings) -> Store:
    """Returns the newsroom's store, opened."""
    return open_store(settings.newsroom)


@asynccontextmanager
async def client_of(settings: Settings, now: Callable[[], datetime]) -> AsyncIterator[Client]:
    """Opens the guarded client, with its archive if one is set; ``now`` gives the time for its records."""
    runtime = Runtime(now=now)
    with ExitStack() as stack:
        folder = settings.warc_folder
        archive = stack.enter_context(WarcWriter(Path(folder), runtime=runtime)) if folder else None
        async with Client(client_settings(settings), runtime=runtime, archive=archive) as client:
            yield client


def client_settings(settings: Settings) -> ClientSettings:
    """Returns the settings of the client; what is not set keeps the client's own default."""
    wanted = {
        "user_agent": settings.user_agent,
        "contact": settings.contact,
        "allow_hosts": settings.allow_hosts,
        "respect_robots": settings.respect_robots,
        "delay_seconds": settings.delay_seconds,
        "per_host": settings.concurrency,
        "timeout_seconds": settings.timeout_seconds,
        "max_bytes": settings.max_bytes,
        "proxy": settings.proxy,
    }
    return ClientSettings(**{name: value for name, value in wanted.items() if value is not None})  # type: ignore[arg-type]


def fetched_page(url: str, settings: Settings) -> Page:
    """Fetches one page now, without storing it."""
    return fetch_page(url, client_settings(settings))


def browser_program(settings: Settings) -> str | None:
    """Returns the path of the browser that draws pages, or None if there is none."""
    return _render_settings(settings).find_program()


def drawn_page(page: Page, settings: Settings, *, has_picture: bool = False) -> RenderedPage:
    """Draws a page in a browser, fetching its files now. Raises ``RenderError``, and ``MissingExtra``."""
    require("render", "drawing pages")

    async def drawn() -> RenderedPage:
        async with drawer_of(settings) as drawer:
            return await drawer.render(page, has_picture=has_picture)

    return run_to_end(drawn())


def drawn_file(
    page: bytes | str, folder: Path | None, settings: Settings, *, has_picture: bool = False
) -> RenderedPage:
    """Draws a saved page in a browser, with the files of its folder. Raises the same as ``drawn_page``."""
    # Imported here: it is an optional part.
    from newsloom.fetch.render import folder_resources, render_page  # noqa: PLC0415

    render_settings = _render_settings(settings)
    source = folder_resources(folder) if folder else None
    return render_page(page, settings=render_settings, source=source, has_scripts=True, has_picture=has_picture)


def drawn_again(page: Page, files: Iterable[Resource], explain: Explain, settings: Settings) -> bytes:
    """Returns a picture of a stored page, drawn again offline from the files that were stored with it.

    ``explain`` turns the drawn page into the page that is shown. Raises the same as ``drawn_page``.
    """
    require("render", "drawing pages")
    # Imported here: it is an optional part.
    from newsloom.fetch.render import BlockingRenderer, kept_resources  # noqa: PLC0415

    render_settings = _render_settings(settings)
    with BlockingRenderer(render_settings) as renderer:
        drawn = renderer.render(
            page.body,
            page.url,
            charset=charset_of(page.content_type),
            source=kept_resources({one.url: one for one in files}),
            has_scripts=page.drawing is not None and page.drawing.has_scripts,
            has_picture=True,
        )
        shown = explain(drawn.html, drawn.layout, drawn.picture or b"")
        return renderer.render(shown, has_picture=True).picture or b""


def drawer_of(settings: Settings) -> PageDrawer:
    """Returns what draws pages; its browser starts with the first page."""
    return PageDrawer(client_settings(settings), executable=settings.browser, seconds=settings.render_seconds)


async def sources_at(url: str, settings: Settings, now: Callable[[], datetime], *, only: bool) -> tuple[Source, ...]:
    """Fetches an address and returns the sources that can be followed there."""
    async with client_of(settings, now) as client:
        return await find_sources(url, client, only=only, page_seconds=settings.page_seconds)


def page_reader(settings: Settings) -> PageReader:
    """Returns the pool that reads pages; its processes start with the first page.

    Raises ``UnknownName`` or ``ParameterError`` for its methods.
    """
    build("extractor", settings.extractor)
    build("reader", settings.reader)
    return ReadingPool(
        extractor=settings.extractor,
        reader=settings.reader,
        processes=settings.workers or usable_cores(),
        page_seconds=settings.page_seconds,
    )


def page_read_again(page: Page, settings: Settings) -> Article:
    """Reads a page again in its own process, with its own time limit: it may have crashed its reader before."""
    with closing(page_reader(replace(settings, workers=1))) as reader:
        (result,) = reader.read((StoryPage(link=Link(url=page.url), page=page),))
    if isinstance(result, Article):
        return result
    reason = result.reason if isinstance(result, Failure) else "it was not read as a story"
    return Article(url=page.url, is_article=False, reason=reason, confidence=0.0)


@asynccontextmanager
async def gatherer_of(settings: Settings, store: Store, now: Callable[[], datetime]) -> AsyncIterator[Gatherer]:
    """Opens a worker that can gather repeatedly; its processes and threads end with the block.

    Raises ``UnknownName`` or ``ParameterError`` for any method of the settings, before anything is fetched.
    """
    build("learner", settings.learner)
    build("clusterer", settings.clusterer)
    build("clusterer", settings.topics)
    if settings.render == "always":
        require("render", 'the setting render = "always"')
    with ExitStack() as stack:
        reader = stack.enter_context(closing(page_reader(settings)))
        threads = stack.enter_context(closing(Threads()))
        async with client_of(settings, now) as client, drawer_of(settings) as drawer:
            gatherer = Gatherer(
                store=store,
                client=client,
                reader=reader,
                threads=threads,
                owner=owner_name(),
                now=now,
                lease_seconds=settings.lease_seconds,
                rules=_source_rules(settings),
                drawer=drawer,
                render=settings.render,
            )
            yield gatherer
            # A gatherer that fails does not get here: its heartbeat then shows that it is missing.
            with suppress(StoreError):
                await gatherer.rest()


def _render_settings(settings: Settings) -> RenderSettings:
    return RenderSettings(executable=settings.browser, seconds=settings.render_seconds)


def _source_rules(settings: Settings) -> SourceRules:
    return SourceRules(
        set_seconds=seconds_of(settings.every) if settings.every else None,
        is_on_the_clock=settings.on_the_clock,
        is_newer_only=settings.only_newer,
    )


def desk_of(settings: Settings, store: Store, now: Callable[[], datetime]) -> CatchUp:
    """Returns the function that brings a store's stories up to date. Raises ``UnknownName`` for its clusterer."""
    # Imported here: stems and matrices take as long to load as all the rest, and most commands do not need them.
    from newsloom.pipeline.desk.editions import Desk, DeskSettings  # noqa: PLC0415

    desk_settings = DeskSettings(
        store=store,
        clusterer=build("clusterer", settings.clusterer),
        owner=owner_name(),
        now=now,
        lease_seconds=settings.lease_seconds,
        window_days=settings.window_days,
        window_articles=settings.window_articles,
        topics=settings.topics,
        topics_of=settings.topics_of,
    )
    return Desk(desk_settings).catch_up


def followed_since(store: Store, urls: Sequence[str], now: datetime) -> FollowedEvent:
    """Begins to follow an event, with the reports that are already stored."""
    from newsloom.pipeline.desk.tracking import begin_to_follow  # noqa: PLC0415 - as for the desk

    return begin_to_follow(store, urls, now)


def topics_of(settings: Settings, store: Store, now: datetime, count: int | None) -> tuple[Topic, ...]:
    """Makes the topics of the last months again and returns them."""
    from newsloom.pipeline.desk.topics import make_topics  # noqa: PLC0415 - as for the desk

    return make_topics(store, now, count, clusterer=settings.topics, of=settings.topics_of)


def templates_of(
    settings: Settings, store: Store, now: datetime, site: str | None, is_ending: Callable[[], bool]
) -> TemplateUpdates:
    """Learns a site's templates again, or updates the templates of all sites that have new pages."""
    from newsloom.pipeline.templates.drift import learn_anew, update_sites  # noqa: PLC0415 - as for the desk

    if site is not None:
        return TemplateUpdates(learned=learn_anew(store, site, learner=settings.learner, now=now))
    return update_sites(store, learner=settings.learner, owner=owner_name(), now=now, is_ending=is_ending)


def owner_name() -> str:
    """Returns a name for this gatherer that is unique across machines."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
