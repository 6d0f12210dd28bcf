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

__all__ = ["Limiter", "guarding_layers", "knowing_layers", "local_path"]


def guarding_layers(settings: Settings) -> list[Middleware]:
    """The layers around every answer, the outermost first; they ask the newsroom nothing."""
    return [
        Middleware(GuardAnswers, shows_pictures=settings.portal_pictures),
        Middleware(CountRequests),
        Middleware(CheckHost, hosts=known_hosts(settings)),
    ]


def knowing_layers() -> list[Middleware]:
    """The layers within that say who asks, and whether they may.

    They need ``room``, ``settings``, ``now`` and ``threads`` in the application's state.
    """
    return [Middleware(ReadSession), Middleware(RefuseForgery)]
