"""Answers the health check at ``/healthz`` in bounded time.

The newsroom is asked in a thread of its own, one request at a time: neither long pages nor a hanging database keep a
monitor waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from newsloom.errors import StoreError
from newsloom.newsroom import Newsroom
from newsloom.pipeline.gathering.heartbeat import longest_silence
from newsloom.portal.gatherer import GathererStatus

__all__ = ["HealthProbe", "healthz"]

# Monitors give up after some seconds; they get an answer before that.
_MOST_SECONDS: Final = 2.0


class HealthProbe:
    """Checks the newsroom. ``gatherer`` is the portal's own, if any; the check fails if that stops working."""

    def __init__(self, room: Newsroom, now: Callable[[], datetime], *, gatherer: GathererStatus | None) -> None:
        self._room = room
        self._now = now
        self._gatherer = gatherer
        self._began = now()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="portal-health")
        self._asked: Future[dict[str, str]] | None = None

    async def answer(self) -> tuple[int, dict[str, str]]:
        """The status code and what is wrong. Concurrent calls wait for the same answer."""
        if self._asked is None or self._asked.done():
            self._asked = self._thread.submit(self._health)
        try:
            # Shielded: a client that leaves early does not cancel the answer for others.
            health = await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._asked)), _MOST_SECONDS)
        except (StoreError, TimeoutError):
            # The reason is left out: it may name the server's address.
            return 503, {"status": "the warehouse does not answer"}
        return (200 if health["status"] == "ok" else 503), health

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _health(self) -> dict[str, str]:
        seen_at = self._room.gathering_seen_at()
        if seen_at is None and self._gatherer is None:
            return {"status": "ok"}
        is_missed = self._now() - (seen_at or self._began) > longest_silence(self._room.settings.lease_seconds)
        if self._gatherer is None:
            # What was gathered is still served; taking the portal out of service would not help.
            return {"status": "ok", "gathering": "missed" if is_missed else "alive"}
        return _health_of(self._gatherer, is_missed=is_missed)


def _health_of(gatherer: GathererStatus, *, is_missed: bool) -> dict[str, str]:
    gathering = "given up" if gatherer.is_given_up else "missed" if is_missed else "alive"
    health = {"status": "ok" if gathering == "alive" else "nobody gathers", "gathering": gathering}
    return health | ({"gatherer_restarts": str(gatherer.restarts)} if gatherer.restarts else {})


async def healthz(request: Request) -> Response:
    """200 if the warehouse answers and the portal's own gatherer, if it has one, is alive; else 503."""
    probe: HealthProbe = request.app.state.health
    status, health = await probe.answer()
    return JSONResponse(health, status_code=status, headers={"Cache-Control": "no-store"})
