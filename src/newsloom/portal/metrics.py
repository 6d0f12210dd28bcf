"""Metrics of the portal's requests and of the newsroom, in Prometheus' text format.

Requests are counted by the pattern of their route, never by their path, so that strangers cannot make the list grow. If
``PROMETHEUS_MULTIPROC_DIR`` names a folder, as ``serving`` sets it for several processes, each of them answers with the
sum of all. Prometheus' client reads that variable once, when it is imported.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import prometheus_client
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from newsloom.newsroom import Newsroom
from newsloom.portal.handlers import in_reader_thread

__all__ = ["CountRequests", "RequestMetrics", "metrics"]

_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_OTHER: Final = "other"
_METHODS: Final = frozenset({"GET", "HEAD", "POST"})
_RECENT_RUNS: Final = 100


class RequestMetrics:
    """How many requests there were, by route, method and status, and how long they took."""

    def __init__(self) -> None:
        # Creation times are one more series per counter, and a portal of several processes would not report them.
        prometheus_client.disable_created_metrics()
        self._registry = CollectorRegistry()
        self._counts = prometheus_client.Counter(
            "newsloom_http_requests_total",
            "Requests answered.",
            ("route", "method", "status"),
            registry=self._registry,
        )
        self._seconds = prometheus_client.Histogram(
            "newsloom_http_request_seconds",
            "Time from a request to the end of its answer.",
            ("route",),
            buckets=_BOUNDS,
            registry=self._registry,
        )
        prometheus_client.Gauge(
            "newsloom_portal_processes",
            "Processes of this portal that answer requests.",
            multiprocess_mode="livesum",
            registry=self._registry,
        ).set(1)

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        self._counts.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """The metrics of all processes of this portal."""
        return generate_latest(_all_processes() if _FOLDER in os.environ else self._registry)


class CountRequests:
    """Counts every request in ``requests`` of the application's state, if that is set."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        requests: RequestMetrics | None = (
            getattr(scope["app"].state, "requests", None) if scope["type"] == "http" else None
        )
        if requests is None:
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            method = scope["method"] if scope["method"] in _METHODS else _OTHER
            requests.count(_route(scope), method, status, time.perf_counter() - began)


async def metrics(request: Request) -> Response:
    """All metrics, of the newsroom and of requests."""
    room: Newsroom = request.app.state.room
    requests: RequestMetrics | None = getattr(request.app.state, "requests", None)

    def text() -> bytes:
        return _newsroom_text(room) + (requests.text() if requests else b"")

    return Response(await in_reader_thread(request, text), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})


class _NewsroomCollector(Collector):
    """The newsroom's numbers. All processes of a portal read the same ones, so they are not summed."""

    def __init__(self, room: Newsroom) -> None:
        self._room = room

    def collect(self) -> Iterator[Metric]:
        followed, counts, runs = self._room.sources(), self._room.counts(), self._room.runs(_RECENT_RUNS)
        failing = sum(1 for one in followed if one.appointment.failures)
        yield GaugeMetricFamily("newsloom_articles", "Articles stored.", value=counts.articles)
        yield GaugeMetricFamily("newsloom_stories", "Stories stored.", value=counts.stories)
        yield GaugeMetricFamily("newsloom_links_waiting", "Links to be fetched.", value=counts.waiting)
        yield GaugeMetricFamily("newsloom_sources", "Sources followed.", value=len(followed))
        yield GaugeMetricFamily("newsloom_sources_failing", "Sources whose last request failed.", value=failing)
        yield GaugeMetricFamily("newsloom_recent_runs", "Latest runs of gathering counted here.", value=len(runs))
        if runs:
            began, seconds = runs[0].started_at.timestamp(), runs[0].seconds
            yield GaugeMetricFamily("newsloom_last_run_timestamp_seconds", "When the last run began.", value=began)
            yield GaugeMetricFamily("newsloom_last_run_seconds", "How long the last run took.", value=seconds)
        if seen_at := self._room.gathering_seen_at():
            name, what = "newsloom_gathering_seen_timestamp_seconds", "When a gatherer was last known to work."
            yield GaugeMetricFamily(name, what, value=seen_at.timestamp())
        failures: Counter[str] = Counter()
        for run in runs:
            failures.update(run.failures)
        family = GaugeMetricFamily("newsloom_recent_failures", "Failures in the latest runs.", labels=("kind",))
        for kind, count in sorted(failures.items()):
            family.add_metric((kind,), count)
        yield family


def _newsroom_text(room: Newsroom) -> bytes:
    registry = CollectorRegistry()
    registry.register(_NewsroomCollector(room))
    return generate_latest(registry)


def _all_processes() -> CollectorRegistry:
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry


def _route(scope: Scope) -> str:
    """The pattern of the route that answered, by its endpoint: no two routes share one."""
    endpoint = scope.get("endpoint")
    if endpoint is None:
        return _OTHER
    known: dict[int, str] | None = getattr(scope["app"].state, "route_patterns", None)
    if known is None:
        known = scope["app"].state.route_patterns = _patterns(scope["app"].routes)
    return known.get(id(endpoint), _OTHER)


def _patterns(routes: Iterable[object]) -> dict[int, str]:
    return {id(route.endpoint): route.path for route in routes if isinstance(route, Route)}
