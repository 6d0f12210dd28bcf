"""Which path does what for a reader's account."""

from __future__ import annotations

from starlette.routing import Route

from newsloom.portal.accounts.forms import for_readers
from newsloom.portal.accounts.marks import MUTED, follow, marking, unfollow, unmarking
from newsloom.portal.accounts.own import (
    change_password,
    delete_account,
    end_key,
    end_sessions,
    make_key,
    own_page_of,
    selection_page,
    starred_page,
)
from newsloom.portal.accounts.signing import Porter

__all__ = ["account_routes"]


def account_routes() -> list[Route]:
    """The routes, with counters of their own for those who knock too often."""
    porter = Porter()
    return [
        Route("/signin", porter.sign_in_page, methods=["GET"]),
        Route("/signin", porter.sign_in, methods=["POST"]),
        Route("/signup", porter.sign_up_page, methods=["GET"]),
        Route("/signup", porter.sign_up, methods=["POST"]),
        Route("/signout", porter.sign_out, methods=["POST"]),
        Route("/me", for_readers(own_page_of), methods=["GET"]),
        Route("/me/selection", for_readers(selection_page), methods=["GET"]),
        Route("/me/starred", for_readers(starred_page), methods=["GET"]),
        Route("/me/follow", for_readers(follow), methods=["POST"]),
        Route("/me/unfollow", for_readers(unfollow), methods=["POST"]),
        Route("/me/star", marking("star"), methods=["POST"]),
        Route("/me/unstar", unmarking("star"), methods=["POST"]),
        Route("/me/read", marking("read"), methods=["POST"]),
        Route("/me/unread", unmarking("read"), methods=["POST"]),
        Route("/me/mute", marking(*MUTED), methods=["POST"]),
        Route("/me/unmute", unmarking(*MUTED), methods=["POST"]),
        Route("/me/password", for_readers(porter.checked(change_password)), methods=["POST"]),
        Route("/me/sessions", for_readers(end_sessions), methods=["POST"]),
        Route("/me/keys", for_readers(make_key), methods=["POST"]),
        Route("/me/keys/end", for_readers(end_key), methods=["POST"]),
        Route("/me/delete", for_readers(porter.checked(delete_account)), methods=["POST"]),
    ]
