"""Builds the portal's ASGI application, for Starlette, from a newsroom and settings.

It puts together what the other modules provide: pages, accounts, feeds, the API and the security middleware. It opens
no newsroom and no socket.
"""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from newsloom.newsroom import Newsroom
from newsloom.portal.accounts import account_routes
from newsloom.portal.accounts.operators import check_operator_token
from newsloom.portal.api import api_routes
from newsloom.portal.backoff import InlineBackoff
from newsloom.portal.browsers import browser_routes
from newsloom.portal.cache import AnswerCache, CachedValue, PageCache
from newsloom.portal.errors import StoreErrors, broken, refused
from newsloom.portal.feeds import feed_routes
from newsloom.portal.gatherer import GathererStatus
from newsloom.portal.handlers import own_page, page, quick_page
from newsloom.portal.health import HealthProbe
from newsloom.portal.metrics import RequestMetrics
from newsloom.portal.navigation import navigation_of
from newsloom.portal.rendering import new_environments
from newsloom.portal.routes.article import article, changes
from newsloom.portal.routes.columnists import columnists
from newsloom.portal.routes.events import events
from newsloom.portal.routes.front import front, section
from newsloom.portal.routes.front_history import front_history
from newsloom.portal.routes.information import about, guide, most_read
from newsloom.portal.routes.latest import latest
from newsloom.portal.routes.operator import failure, keep_reading, operator_page, shown_page, shown_picture
from newsloom.portal.routes.paper import paper
from newsloom.portal.routes.preferences import keep_preferences, preferences
from newsloom.portal.routes.search import SEARCH_PARAMETERS, search
from newsloom.portal.routes.sources import sources
from newsloom.portal.routes.story import differences, story
from newsloom.portal.routes.templates import template_page, templates_page
from newsloom.portal.routes.topics import topic, topics
from newsloom.portal.security import inner_middleware, outer_middleware
from newsloom.portal.visits import VisitCounter, counted
from newsloom.settings import Settings

__all__ = ["StaticFolder", "create_app"]

# Threads that render pages: more would only wait for the interpreter and for each other.
_THREADS: Final = 4
# Threads for readers' changes: another process may be writing for long, and SQLite allows one writer at a time.
_WRITERS: Final = 2
# News may be a few seconds old; a page that many ask for is rendered once in that time.
_PAGE_SECONDS: Final = 5.0
_MASTHEAD_SECONDS: Final = 60.0
_SHELF_BYTES: Final = 64_000_000
# Front pages, lives and comparisons that took long to compute; the lives of a busy page take megabytes.
_REMEMBERED: Final = 48
# Front pages and sections, before anything is left out for one reader: some are in constant demand.
_RECENT: Final = 32

# Query parameters of lists of stories and articles.
_LIST: Final = ("language", "after")

_STATIC: Final = Path(__file__).parent / "static"


def create_app(
    room: Newsroom,
    settings: Settings,
    *,
    now: Callable[[], datetime] | None = None,
    page_seconds: float = _PAGE_SECONDS,
    gatherer: GathererStatus | None = None,
) -> Starlette:
    """The portal of a newsroom, which must stay open while the application is used.

    ``gatherer`` is the status of the portal's own gatherer; if that stops working, the health check fails.
    """
    check_operator_token(settings)
    app = Starlette(
        # Routes are tried in order: the most requested come first, but after the feeds, whose paths also match pages
        # with an odd name.
        routes=[
            Route("/", page(front, *_LIST)),
            *feed_routes(),
            *_page_routes(),
            *api_routes(),
            *account_routes(),
            Route("/static/moulds.css", _moved_stylesheet),
            *browser_routes(settings),
            Mount("/static", StaticFolder(_STATIC)),
        ],
        middleware=[*outer_middleware(settings), Middleware(StoreErrors), *inner_middleware()],
        exception_handlers={HTTPException: refused, Exception: broken},
        lifespan=_lifespan,
    )
    app.state.room = room
    app.state.settings = settings
    app.state.now = now or room.now
    app.state.environments = new_environments()
    app.state.navigation = CachedValue(
        lambda: navigation_of(room), min(page_seconds * 12, _MASTHEAD_SECONDS), time.monotonic
    )
    app.state.pages = PageCache(page_seconds, _SHELF_BYTES, time.monotonic)
    app.state.inline = InlineBackoff(time.monotonic, is_enabled=room.is_local)
    app.state.answers = AnswerCache(_REMEMBERED)
    app.state.recent = AnswerCache(_RECENT, seconds=page_seconds)
    app.state.health = HealthProbe(room, app.state.now, gatherer=gatherer)
    app.state.requests = RequestMetrics()
    app.state.threads = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="portal")
    app.state.writers = ThreadPoolExecutor(max_workers=_WRITERS, thread_name_prefix="portal-writer")
    app.state.visits = VisitCounter(room, app.state.now, app.state.writers, page_seconds)
    return app


async def _moved_stylesheet(_request: Request) -> Response:
    """Redirects the stylesheet's former name, for pages that a cache still holds."""
    return RedirectResponse("/static/templates.css", status_code=301)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    try:
        yield
    finally:
        app.state.health.close()
        app.state.threads.shutdown(wait=True, cancel_futures=True)
        app.state.writers.shutdown(wait=True, cancel_futures=True)
        app.state.visits.write()


def _page_routes() -> Sequence[BaseRoute]:
    return [
        Route("/story/{id}", quick_page(story, "since")),
        Route("/article/{id}", counted(page(article, "version"))),
        Route("/section/{name:path}", page(section, *_LIST)),
        Route("/latest", page(latest, *_LIST)),
        Route("/search", page(search, *SEARCH_PARAMETERS)),
        Route("/story/{id}/differences", page(differences)),
        Route("/article/{id}/changes", page(changes, "version")),
        Route("/paper/{site}", page(paper, "after")),
        Route("/paper/{site}/templates", page(templates_page)),
        Route("/paper/{site}/templates/{number}", page(template_page)),
        Route("/front", page(front_history, "url", "at")),
        Route("/events", page(events, *_LIST)),
        Route("/columnists", page(columnists, "language")),
        Route("/topics", page(topics, "language")),
        Route("/topic/{id}", page(topic)),
        Route("/sources", page(sources)),
        Route("/most-read", page(most_read)),
        Route("/help", page(guide)),
        Route("/about", page(about)),
        Route("/preferences", own_page(preferences), methods=["GET"]),
        Route("/preferences", keep_preferences, methods=["POST"]),
        Route("/operator", operator_page),
        Route("/operator/page", own_page(shown_page)),
        Route("/operator/page.png", shown_picture),
        Route("/operator/failure", own_page(failure), methods=["GET"]),
        Route("/operator/failure", keep_reading, methods=["POST"]),
    ]


class StaticFolder(StaticFiles):
    """The files of a folder. A browser may use its copy for an hour, and must revalidate it then."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "public, max-age=3600"
        return response
