"""The portal as an application: a newsroom and settings in, Starlette's ASGI application out.

It puts together what the other modules make: pages, accounts, feeds, the API, and what protects them. It opens no
newsroom and no socket.
"""

from __future__ import annotations

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
from starlette.routing import BaseRoute, Mount, Route

from newsloom.newsroom import Newsroom
from newsloom.portal.accounts import account_routes
from newsloom.portal.api import api_routes
from newsloom.portal.endpoints import own_page, page, quick_page
from newsloom.portal.errors import AnswerWhenClosed, broken, refused
from newsloom.portal.feeds import feed_routes
from newsloom.portal.files import StaticFolder
from newsloom.portal.kept import Kept, Memory, Shelf
from newsloom.portal.masthead import masthead_of
from newsloom.portal.metrics import RequestMetrics
from newsloom.portal.patience import Patience
from newsloom.portal.rendering import new_environments
from newsloom.portal.routes.article import article, changes
from newsloom.portal.routes.events import events
from newsloom.portal.routes.front import front, section
from newsloom.portal.routes.information import about, guide, most_read
from newsloom.portal.routes.latest import latest
from newsloom.portal.routes.moulds import mould, moulds
from newsloom.portal.routes.operator import failure, keep_reading, operator
from newsloom.portal.routes.paper import paper
from newsloom.portal.routes.preferences import keep_preferences, preferences
from newsloom.portal.routes.search import search
from newsloom.portal.routes.sources import sources
from newsloom.portal.routes.story import differences, story
from newsloom.portal.routes.topics import topic, topics
from newsloom.portal.routes.travel import travel
from newsloom.portal.security import guarding_layers, knowing_layers
from newsloom.settings import Settings

__all__ = ["create_app"]

# Pages are made by so many threads: more would only wait for the interpreter and for each other.
_THREADS: Final = 4
# What readers change has threads of its own: another process may be writing for long, and SQLite lets one do so.
_WRITERS: Final = 2
# News a few seconds old is news; a page that many ask for is made once in that time.
_PAGE_SECONDS: Final = 5.0
_MASTHEAD_SECONDS: Final = 60.0
_SHELF_BYTES: Final = 64_000_000
# Front pages, lives and comparisons that took long to work out; the lives of a busy page take megabytes.
_REMEMBERED: Final = 48
# Front pages and sections, before anything is left out for one reader: some are asked for all the time.
_RECENT: Final = 32

_STATIC: Final = Path(__file__).parent / "static"


def create_app(
    room: Newsroom,
    settings: Settings,
    *,
    now: Callable[[], datetime] | None = None,
    page_seconds: float = _PAGE_SECONDS,
) -> Starlette:
    """The portal of a newsroom, which stays open as long as the application is used."""
    app = Starlette(
        # A route is tried after all before it: those most asked for come first, behind the feeds, whose paths are
        # also those of pages with an odd name.
        routes=[
            Route("/", page(front)),
            *feed_routes(),
            *_page_routes(),
            *api_routes(),
            *account_routes(),
            Mount("/static", StaticFolder(_STATIC)),
        ],
        middleware=[*guarding_layers(settings), Middleware(AnswerWhenClosed), *knowing_layers()],
        exception_handlers={HTTPException: refused, Exception: broken},
        lifespan=_lifespan,
    )
    app.state.room = room
    app.state.settings = settings
    app.state.now = now or room.now
    app.state.environments = new_environments()
    app.state.masthead = Kept(lambda: masthead_of(room), min(page_seconds * 12, _MASTHEAD_SECONDS), time.monotonic)
    app.state.shelf = Shelf(page_seconds, _SHELF_BYTES, time.monotonic)
    app.state.patience = Patience(time.monotonic, is_any=room.is_local)
    app.state.memory = Memory(_REMEMBERED)
    app.state.recent = Memory(_RECENT, seconds=page_seconds)
    app.state.requests = RequestMetrics()
    app.state.threads = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="portal")
    app.state.writers = ThreadPoolExecutor(max_workers=_WRITERS, thread_name_prefix="portal-writer")
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    try:
        yield
    finally:
        app.state.threads.shutdown(wait=True, cancel_futures=True)
        app.state.writers.shutdown(wait=True, cancel_futures=True)


def _page_routes() -> Sequence[BaseRoute]:
    return [
        Route("/story/{id}", quick_page(story)),
        Route("/article/{id}", page(article)),
        Route("/section/{name:path}", page(section)),
        Route("/latest", page(latest)),
        Route("/search", page(search)),
        Route("/story/{id}/differences", page(differences)),
        Route("/article/{id}/changes", page(changes)),
        Route("/paper/{site}", page(paper)),
        Route("/paper/{site}/templates", page(moulds)),
        Route("/paper/{site}/templates/{number}", page(mould)),
        Route("/front", page(travel)),
        Route("/events", page(events)),
        Route("/topics", page(topics)),
        Route("/topic/{id}", page(topic)),
        Route("/sources", page(sources)),
        Route("/most-read", page(most_read)),
        Route("/help", page(guide)),
        Route("/about", page(about)),
        Route("/preferences", own_page(preferences), methods=["GET"]),
        Route("/preferences", keep_preferences, methods=["POST"]),
        Route("/operator", own_page(operator)),
        Route("/operator/failure", own_page(failure), methods=["GET"]),
        Route("/operator/failure", keep_reading, methods=["POST"]),
    ]
