"""Retries of failed requests.

Exponential back-off with full jitter (Brooker, "Exponential Backoff And Jitter", 2015), bounded in number and time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from newsloom.errors import FetchError
from newsloom.fetch.settings import Runtime
from newsloom.logs import DEBUG, log_event, stage_logger

__all__ = ["is_worth_retrying", "pause_seconds", "retried"]

# Temporary failures. A missing host, a bad certificate or a too large body will not go away.
_PASSING_KINDS: Final = frozenset({"connection", "timeout"})
_PASSING_STATUSES: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
_BASE_SECONDS: Final = 1.0
_CAP_SECONDS: Final = 30.0

_LOG: Final = stage_logger(__name__)

Result = TypeVar("Result")


async def retried(
    attempt: Callable[[], Awaitable[Result]], *, attempts: int, patience_seconds: float, runtime: Runtime
) -> Result:
    """The first successful result. Raises the last error if all attempts fail."""
    for failures in range(1, attempts):
        try:
            return await attempt()
        except FetchError as error:
            if not is_worth_retrying(error) or (error.retry_after_seconds or 0.0) > patience_seconds:
                raise
            pause = pause_seconds(failures, runtime.random())
            message = "%(url)s failed (%(kind)s), attempt %(attempt)d of %(attempts)d: again in %(wait_seconds).1f s"
            facts = {"url": error.url, "kind": error.kind, "attempt": failures, "attempts": attempts}
            log_event(_LOG, DEBUG, message, **facts, wait_seconds=pause)
        await runtime.sleep(pause)
    return await attempt()


def is_worth_retrying(error: FetchError) -> bool:
    """Whether the same request may succeed in a moment."""
    return error.kind in _PASSING_KINDS or (error.kind == "status" and error.status in _PASSING_STATUSES)


def pause_seconds(failures: int, chance: float) -> float:
    """How long to wait after this many failures; ``chance`` is random, from 0 to 1."""
    return chance * min(_CAP_SECONDS, _BASE_SECONDS * 2.0 ** (failures - 1))
