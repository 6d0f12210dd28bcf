"""Signing up, in and out."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from newsloom.newsroom import Newsroom
from newsloom.portal.accounts.forms import Fields, ForReaders, back, fields_of
from newsloom.portal.accounts.passwords import (
    clean_name,
    hash_password,
    is_password,
    is_stale,
    name_fault,
    password_fault,
)
from newsloom.portal.handlers import in_reader_thread, in_writer_thread
from newsloom.portal.paths import local_path
from newsloom.portal.rendering import render
from newsloom.portal.requests import page_request_of
from newsloom.portal.security.limits import Limiter, counted_address
from newsloom.portal.sessions import give_cookie, is_operators_name, new_secret, new_session, take_cookie
from newsloom.records import Account

__all__ = ["SignIn"]

_QUARTER_HOUR: Final = 900.0
_HOUR: Final = 3600.0
# Each hash occupies 19 MiB and a core for a moment: pages must not wait for many sign-ins.
_MOST_HASHES: Final = 2


@dataclass(frozen=True, slots=True)
class SignIn:
    """Signs readers up, in and out, and limits the tries.

    In a quarter of an hour a name may be tried ten times from one address and a hundred times from all, so that nobody
    can lock a reader out by guessing. An address, or an IPv6 network, may try thirty times, and open ten accounts an
    hour.
    """

    by_pair: Limiter = field(default_factory=lambda: Limiter(10, _QUARTER_HOUR))
    by_name: Limiter = field(default_factory=lambda: Limiter(100, _QUARTER_HOUR))
    by_address: Limiter = field(default_factory=lambda: Limiter(30, _QUARTER_HOUR))
    openings: Limiter = field(default_factory=lambda: Limiter(10, _HOUR))
    hashing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_MOST_HASHES))

    async def sign_in_page(self, request: Request) -> Response:
        if request.state.account is not None:
            return RedirectResponse("/me", status_code=303)
        return await _page(request, "signin", {"next": request.query_params.get("next", "")})

    async def sign_in(self, request: Request) -> Response:
        fields, now = await fields_of(request), request.app.state.now()
        name = clean_name(fields.get("name", ""))
        if not self.may_try(name, _address(request), now):
            return await _page(request, "signin", fields, fault="account.fault.often", status=429)
        room: Newsroom = request.app.state.room
        async with self.hashing:
            account = await in_reader_thread(request, lambda: _known(room, name, fields.get("password", "")))
        if account is None:
            return await _page(request, "signin", fields, fault="account.fault.wrong", status=403)
        self.by_pair.forget(_pair(name, _address(request)))
        return await _let_in(request, account, fields)

    async def sign_up_page(self, request: Request) -> Response:
        return await _page(request, "signup", {"next": request.query_params.get("next", "")})

    async def sign_up(self, request: Request) -> Response:
        if not request.app.state.settings.portal_signup:
            return await _page(request, "signup", {}, status=403)
        fields, now = await fields_of(request), request.app.state.now()
        name, password = clean_name(fields.get("name", "")), fields.get("password", "")
        fault = name_fault(name) or password_fault(password, name)
        if fault:
            return await _page(request, "signup", fields, fault=fault, status=400)
        if not self.openings.allows(_address(request), now):
            return await _page(request, "signup", fields, fault="account.fault.often", status=429)
        room: Newsroom = request.app.state.room
        locale = page_request_of(request).locale.code
        if is_operators_name(name, request.app.state.settings):
            # Operators are named in the settings after their account exists: a later account would gain their rights.
            return await _page(request, "signup", fields, fault="account.fault.taken", status=409)
        async with self.hashing:
            account = await in_writer_thread(request, lambda: _opened(room, name, password, locale, now))
        if account is None:
            return await _page(request, "signup", fields, fault="account.fault.taken", status=409)
        return await _let_in(request, account, fields)

    def checked(self, answer: ForReaders) -> ForReaders:
        """The handler with the same limits, for forms that ask for the password again."""

        async def guarded(request: Request, account: Account) -> Response:
            if not self.may_try(account.name, _address(request), request.app.state.now()):
                raise HTTPException(429)
            async with self.hashing:
                return await answer(request, account)

        return guarded

    async def sign_out(self, request: Request) -> Response:
        room: Newsroom = request.app.state.room
        session = request.state.session
        if session is not None:
            await in_writer_thread(request, lambda: room.readers.end_session(session.account_id, session.digest))
        response = RedirectResponse("/", status_code=303)
        take_cookie(request, response)
        return response

    def may_try(self, name: str, address: str, now: datetime) -> bool:
        """Count one more try of a name's password, and return whether it is allowed."""
        # A refused try is not counted further: else one address could fill the counters with made-up names, until
        # those of a reader whose password is being guessed are forgotten.
        return (
            self.by_address.allows(address, now)
            and self.by_pair.allows(_pair(name, address), now)
            and self.by_name.allows(_pair(name, ""), now)
        )


async def _page(
    request: Request, name: str, fields: Fields, *, fault: str | None = None, status: int = 200
) -> Response:
    content: dict[str, Any] = {
        "fault": fault,
        "name": fields.get("name", "")[:40],
        "next": local_path(fields.get("next"), ""),
        "is_open": request.app.state.settings.portal_signup,
    }
    page = await in_reader_thread(request, lambda: render(request, f"account/{name}.html", status=status, **content))
    if status == 429:
        page.headers["Retry-After"] = str(int(_QUARTER_HOUR))
    return page


async def _let_in(request: Request, account: Account, fields: Fields) -> Response:
    """Start a session with a new secret, whatever the browser held before: it cannot have been planted."""
    room: Newsroom = request.app.state.room
    secret, before = new_secret(), request.state.session
    session = new_session(account, secret, request.headers.get("user-agent", ""), request.app.state.now())
    await in_writer_thread(request, lambda: room.readers.start_session(session, instead_of=before))
    response = back(fields, "/")
    give_cookie(request, response, secret)
    return response


def _known(room: Newsroom, name: str, password: str) -> Account | None:
    account = room.readers.named(name)
    if not is_password(password, account.password if account else None) or account is None:
        return None
    if is_stale(account.password):
        room.readers.set_password(account.id, hash_password(password))
    return account


def _opened(room: Newsroom, name: str, password: str, language: str, now: datetime) -> Account | None:
    account = Account(
        id=uuid.uuid4().hex, name=name, password=hash_password(password), created_at=now, language=language
    )
    return account if room.readers.add(account) else None


def _pair(name: str, address: str) -> str:
    return f"{name.casefold()[:100]}\n{address}"


def _address(request: Request) -> str:
    return counted_address(request.client.host if request.client else "")
