"""Finds the account of a request by its cookie, and puts it into the request's state.

A browser holds a secret; the newsroom keeps only its digest, so that reading the database is not enough to sign in.
Signing in gives a new secret, whatever the browser held before. Readers without an account get a cookie only on pages
with a form for them.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from newsloom.newsroom import Newsroom
from newsloom.records import Account, Session
from newsloom.settings import Settings

__all__ = [
    "ReadSession",
    "as_operator",
    "digest_of",
    "form_token",
    "give_cookie",
    "is_operators_name",
    "new_secret",
    "new_session",
    "take_cookie",
]

_LASTS: Final = timedelta(days=30)
_SESSION: Final = "newsloom_session"
_FORM: Final = "newsloom_form"
# Pages with a form for those who are not signed in.
_FORM_PAGES: Final = frozenset({"/signin", "/signup", "/preferences", "/operator/failure"})
# Paths without a session.
_WITHOUT: Final = ("/static/", "/v1/", "/healthz", "/metrics")
_MOST_SECRET: Final = 100
_MOST_AGENT: Final = 200


def new_secret() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """The digest that the newsroom keeps of a secret. Secrets are random, so one round of hashing is enough."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def form_token(secret: str) -> str:
    """The CSRF token of a secret, for forms; the secret cannot be derived from it."""
    return hmac.new(secret.encode("utf-8", "replace"), b"form", hashlib.sha256).hexdigest()


def new_session(account: Account, secret: str, agent: str, now: datetime) -> Session:
    """A session that begins now."""
    return Session(
        digest=digest_of(secret),
        account_id=account.id,
        started_at=now,
        ends_at=now + _LASTS,
        agent=agent[:_MOST_AGENT],
    )


def as_operator(account: Account, settings: Settings) -> Account:
    """The account, made an operator's if the settings name it so."""
    is_named = is_operators_name(account.name, settings)
    return dataclasses.replace(account, is_operator=True) if is_named else account


def is_operators_name(name: str, settings: Settings) -> bool:
    """Whether the settings name this account an operator's."""
    return name.casefold() in {operator.casefold() for operator in settings.portal_operators}


def give_cookie(request: Request, response: Response, secret: str) -> None:
    """Sign the browser in."""
    response.set_cookie(
        _name(_SESSION, request.scope),
        secret,
        max_age=int(_LASTS.total_seconds()),
        path="/",
        secure=_is_secure(request.scope),
        httponly=True,
        samesite="lax",
    )


def take_cookie(request: Request, response: Response) -> None:
    """Sign the browser out."""
    response.delete_cookie(
        _name(_SESSION, request.scope), path="/", secure=_is_secure(request.scope), httponly=True, samesite="lax"
    )


class ReadSession:
    """Puts ``account``, ``session`` and ``csrf_token`` into the request's state; None if there is none."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        state: dict[str, Any] = scope.setdefault("state", {})
        state |= {"account": None, "session": None, "csrf_token": None}
        if not scope["path"].startswith(_WITHOUT):
            send = await self._read(scope, state, send)
        await self._app(scope, receive, send)

    async def _read(self, scope: Scope, state: dict[str, Any], send: Send) -> Send:
        cookies = Request(scope).cookies
        secret = cookies.get(_name(_SESSION, scope), "")
        if 0 < len(secret) <= _MOST_SECRET:
            state["account"], state["session"] = await _reader(scope, digest_of(secret))
        if state["account"] is not None:
            state["csrf_token"] = form_token(secret)
        elif scope["path"] in _FORM_PAGES:
            held = cookies.get(_name(_FORM, scope), "")
            known = held if 0 < len(held) <= _MOST_SECRET else new_secret()
            state["csrf_token"] = form_token(known)
            return send if known == held else _with_cookie(scope, send, known)
        return send


async def _reader(scope: Scope, digest: str) -> tuple[Account | None, Session | None]:
    app_state = scope["app"].state
    room: Newsroom = app_state.room
    now: datetime = app_state.now()

    def ask() -> tuple[Account | None, Session | None]:
        found = room.readers.signed_in(digest, now)
        return (as_operator(found[0], app_state.settings), found[1]) if found else (None, None)

    return await asyncio.get_running_loop().run_in_executor(app_state.threads, ask)


def _with_cookie(scope: Scope, send: Send, secret: str) -> Send:
    cookie = f"{_name(_FORM, scope)}={secret}; Path=/; HttpOnly; SameSite=Lax{'; Secure' * _is_secure(scope)}"

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).append("Set-Cookie", cookie)
        await send(message)

    return sending


def _name(name: str, scope: Scope) -> str:
    # With the prefix browsers take it only from this host, over https; a neighbouring host cannot plant one.
    return f"__Host-{name}" if _is_secure(scope) else name


def _is_secure(scope: Scope) -> bool:
    return scope.get("scheme") == "https"
