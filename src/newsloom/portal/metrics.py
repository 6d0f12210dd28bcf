"""What happens in the portal and the newsroom, in numbers: requests in, the text that Prometheus reads out.

Requests are counted by the pattern of their route, never by their path: a stranger cannot make the list grow.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from newsloom.newsroom import Newsroom
from newsloom.portal.endpoints import in_threads

__all__ = ["CountRequests", "Requests", "metrics"]

_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_OTHER: Final = "other"
_METHODS: Final = frozenset({"GET", "HEAD", "POST"})
_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_RECENT_RUNS: Final = 100


class Requests:
    """How many requests there were, by route, method and status, and how long they took."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[tuple[str, str, int]] = Counter()
        self._seconds: dict[str, float] = {}
        # By the place of the first bound that was kept.
        self._within: Counter[tuple[str, int]] = Counter()

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        with self._lock:
            self._counts[(route, method, status)] += 1
            self._seconds[route] = self._seconds.get(route, 0.0) + seconds
            self._within[(route, bisect_left(_BOUNDS, seconds))] += 1

    def lines(self) -> list[str]:
        with self._lock:
            counts, seconds, within = dict(self._counts), dict(self._seconds), dict(self._within)
        lines = ["# TYPE newsloom_http_requests_total counter"]
        for (route, method, status), count in sorted(counts.items()):
            labels = _labels(route=route, method=method, status=str(status))
            lines.append(f"newsloom_http_requests_total{labels} {count}")
        lines.append("# TYPE newsloom_http_request_seconds histogram")
        for route in sorted(seconds):
            total = sum(count for key, count in counts.items() if key[0] == route)
            counted = 0
            for place, bound in enumerate(_BOUNDS):
                counted += within.get((route, place), 0)
                lines.append(f"newsloom_http_request_seconds_bucket{_labels(route=route, le=str(bound))} {counted}")
            lines.append(f"newsloom_http_request_seconds_bucket{_labels(route=route, le='+Inf')} {total}")
            lines.append(f"newsloom_http_request_seconds_sum{_labels(route=route)} {seconds[route]:.6f}")
            lines.append(f"newsloom_http_request_seconds_count{_labels(route=route)} {total}")
        return lines


class CountRequests:
    """Counts every request in ``requests`` of the application's state, if there is such a thing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        requests: Requests | None = getattr(scope["app"].state, "requests", None) if scope["type"] == "http" else None
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
    """Everything as Prometheus reads it."""
    room: Newsroom = request.app.state.room
    requests: Requests | None = getattr(request.app.state, "requests", None)
    lines = await in_threads(request, lambda: _of_newsroom(room))
    return PlainTextResponse("\n".join([*lines, *(requests.lines() if requests else ()), ""]), media_type=_TYPE)


def _of_newsroom(room: Newsroom) -> list[str]:
    followed = room.sources()
    with room.store.read() as transaction:
        gauges = {
            "articles": transaction.articles.count(),
            "stories": transaction.stories.count(),
            "links_waiting": transaction.links.waiting(),
            "sources": len(followed),
            "sources_failing": sum(1 for one in followed if one.appointment.failures),
        }
        runs = transaction.diary.runs(_RECENT_RUNS)
    lines: list[str] = []
    for name, value in gauges.items():
        lines += [f"# TYPE newsloom_{name} gauge", f"newsloom_{name} {value}"]
    lines += ["# TYPE newsloom_recent_runs gauge", f"newsloom_recent_runs {len(runs)}"]
    if runs:
        latest = runs[0]
        lines += ["# TYPE newsloom_last_run_timestamp_seconds gauge"]
        lines += [f"newsloom_last_run_timestamp_seconds {latest.started_at.timestamp():.0f}"]
        lines += ["# TYPE newsloom_last_run_seconds gauge", f"newsloom_last_run_seconds {latest.seconds:.3f}"]
    failures: Counter[str] = Counter()
    for run in runs:
        failures.update(run.failures)
    lines.append("# TYPE newsloom_recent_failures gauge")
    lines += [f"newsloom_recent_failures{_labels(kind=kind)} {count}" for kind, count in sorted(failures.items())]
    return lines


def _route(scope: Scope) -> str:
    """The pattern of the route that answered: two routes never share an endpoint."""
    endpoint = scope.get("endpoint")
    if endpoint is None:
        return _OTHER
    known: dict[int, str] | None = getattr(scope["app"].state, "route_patterns", None)
    if known is None:
        known = scope["app"].state.route_patterns = _patterns(scope["app"].routes)
    return known.get(id(endpoint), _OTHER)


def _patterns(routes: Iterable[object]) -> dict[int, str]:
    return {id(route.endpoint): route.path for route in routes if isinstance(route, Route)}


def _labels(**labels: str) -> str:
    written = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{written}}}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
