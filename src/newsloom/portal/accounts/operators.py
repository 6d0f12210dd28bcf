"""Decides who is an operator: an account that the settings name, or anyone with the portal's token.

Nothing is inferred from a request's address or from headers about it: behind a reverse proxy all requests come from
this machine. The token is given once in the address, ``/operator?token=…``, and from then on in a cookie; or in the
header ``Authorization: Bearer …``.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from newsloom.errors import SettingsError
from newsloom.settings import Settings

__all__ = ["check_operator_token", "entered", "is_operator"]

_COOKIE: Final = "newsloom_operator"
_PATH: Final = "/operator"
# Tries are not counted: it must be too long to guess.
_LEAST_TOKEN: Final = 24


def check_operator_token(settings: Settings) -> None:
    """Raises ``SettingsError`` for a token that could be guessed."""
    token = settings.portal_operator_token
    if token is not None and len(token) < _LEAST_TOKEN:
        raise SettingsError(
            "portal_operator_token", f"it has fewer than {_LEAST_TOKEN} characters: it could be guessed"
        )


def is_operator(request: Request) -> bool:
    """Whether the request may see the operator's pages."""
    account = request.state.account
    if account is not None and account.is_operator:
        return True
    token = _token(request)
    if token is None:
        return False
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    is_named = kind.lower() == "bearer" and _is_same(given.strip(), token)
    return is_named or _is_same(request.cookies.get(_COOKIE, ""), _held(token))


def entered(request: Request) -> Response | None:
    """The redirect that sets the cookie if the address has the right token, else None."""
    token, given = _token(request), request.query_params.get("token", "")
    if token is None or not _is_same(given, token):
        return None
    response = RedirectResponse(_PATH, status_code=303)
    is_secure = request.url.scheme == "https"
    response.set_cookie(_COOKIE, _held(token), path=_PATH, secure=is_secure, httponly=True, samesite="strict")
    return response


def _token(request: Request) -> str | None:
    settings: Settings = request.app.state.settings
    return settings.portal_operator_token


def _held(token: str) -> str:
    """The cookie's value: the token cannot be derived from it."""
    return hmac.new(token.encode("utf-8", "replace"), b"operator", hashlib.sha256).hexdigest()


def _is_same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode("utf-8", "replace"))
