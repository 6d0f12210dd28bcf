"""The routes of readers' accounts: signing up, in and out, and everything that belongs to one reader.

Handlers read forms and call ``room.readers``, always for the reader of the session. CSRF tokens are checked before a
request gets here.
"""

from __future__ import annotations

from starlette.routing import Route

from newsloom.portal.accounts.bookmarks import MUTED, follow, marking, unfollow, unmarking
from newsloom.portal.accounts.forms import for_readers
from newsloom.portal.accounts.profile import (
    change_password,
    delete_account,
    end_key,
    end_sessions,
    make_key,
    own_page_of,
    selection_page,
    starred_page,
)
from newsloom.portal.accounts.selection import selected_articles
from newsloom.portal.accounts.signin import SignIn

__all__ = ["account_routes", "selected_articles"]


def account_routes() -> list[Route]:
    """The routes, with their own counters for too many tries."""
    sign_in = SignIn()
    return [
        Route("/signin", sign_in.sign_in_page, methods=["GET"]),
        Route("/signin", sign_in.sign_in, methods=["POST"]),
        Route("/signup", sign_in.sign_up_page, methods=["GET"]),
        Route("/signup", sign_in.sign_up, methods=["POST"]),
        Route("/signout", sign_in.sign_out, methods=["POST"]),
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
        Route("/me/password", for_readers(sign_in.checked(change_password)), methods=["POST"]),
        Route("/me/sessions", for_readers(end_sessions), methods=["POST"]),
        Route("/me/keys", for_readers(make_key), methods=["POST"]),
        Route("/me/keys/end", for_readers(end_key), methods=["POST"]),
        Route("/me/delete", for_readers(sign_in.checked(delete_account)), methods=["POST"]),
    ]
