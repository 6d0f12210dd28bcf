"""The middleware around every page: host names, security headers, request limits, sessions and CSRF tokens."""

from __future__ import annotations

import functools

from starlette.middleware import Middleware

from newsloom.portal.metrics import CountRequests
from newsloom.portal.paths import local_path
from newsloom.portal.security.csrf import CsrfGuard
from newsloom.portal.security.headers import SecurityHeaders
from newsloom.portal.security.hosts import HostGuard, known_hosts
from newsloom.portal.security.limits import Limiter, RequestLimits, is_counted
from newsloom.portal.sessions import ReadSession
from newsloom.settings import Settings

__all__ = ["Limiter", "inner_middleware", "local_path", "outer_middleware"]


def outer_middleware(settings: Settings) -> list[Middleware]:
    """The layers around every answer, the outermost first; they do not use the newsroom."""
    return [
        Middleware(SecurityHeaders, settings=settings),
        Middleware(CountRequests),
        Middleware(HostGuard, hosts=known_hosts(settings)),
        Middleware(
            RequestLimits,
            per_second=settings.portal_requests_per_second or None,
            is_counted=functools.partial(is_counted, trusted=settings.trusted_proxies),
        ),
    ]


def inner_middleware() -> list[Middleware]:
    """The inner layers, which find the reader's session and check forms.

    They need ``room``, ``settings``, ``now`` and ``threads`` in the application's state.
    """
    return [Middleware(ReadSession), Middleware(CsrfGuard)]
