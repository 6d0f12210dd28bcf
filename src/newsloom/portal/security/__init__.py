"""What stands between the world and every page: which names are answered to, what a browser may do with an answer,
who asks, and whether a form was ours.
"""

from __future__ import annotations

from starlette.middleware import Middleware

from newsloom.portal.metrics import CountRequests
from newsloom.portal.security.forgery import RefuseForgery
from newsloom.portal.security.headers import GuardAnswers
from newsloom.portal.security.hosts import CheckHost, known_hosts
from newsloom.portal.security.limits import Limiter
from newsloom.portal.security.redirects import local_path
from newsloom.portal.sessions import ReadSession
from newsloom.settings import Settings

__all__ = ["Limiter", "local_path", "security_middleware"]


def security_middleware(settings: Settings) -> list[Middleware]:
    """The layers around the pages, the outermost first.

    They need ``room``, ``settings``, ``now`` and ``threads`` in the application's state.
    """
    return [
        Middleware(GuardAnswers, shows_pictures=settings.portal_pictures),
        Middleware(CountRequests),
        Middleware(CheckHost, hosts=known_hosts(settings)),
        Middleware(ReadSession),
        Middleware(RefuseForgery),
    ]
