"""A reader's own page: what they follow and mute, their sessions, keys and password, and deleting the account."""

from __future__ import annotations

import uuid
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from newsloom.newsroom import Newsroom
from newsloom.portal.accounts.forms import fields_of
from newsloom.portal.accounts.passwords import hash_password, is_password, password_fault
from newsloom.portal.accounts.selection import selected_articles
from newsloom.portal.handlers import in_reader_thread, in_writer_thread
from newsloom.portal.rendering import render
from newsloom.portal.requests import page_request_of
from newsloom.portal.sessions import digest_of, new_secret, take_cookie
from newsloom.records import Account, ApiKey

__all__ = [
    "browser_name",
    "change_password",
    "delete_account",
    "end_key",
    "end_sessions",
    "make_key",
    "own_page_of",
    "selection_page",
    "starred_page",
]

# The order matters: a browser's agent also names browsers that come later here.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
_MOST: Final = 40

_MOST_KEYS: Final = 20
_MOST_NAME: Final = 60
_MOST_LISTED: Final = 100


async def own_page_of(request: Request, account: Account) -> Response:
    """Everything that belongs to the reader."""
    return await _page(request, account)


async def selection_page(request: Request, account: Account) -> Response:  # noqa: ARG001 - as the others
    """The latest articles of what the reader follows."""

    def show() -> Response:
        articles = selected_articles(page_request_of(request))
        return render(request, "account/articles.html", kind="selection", articles=articles)

    return await in_reader_thread(request, show)


async def starred_page(request: Request, account: Account) -> Response:
    """The articles that the reader has starred, the latest first."""
    room: Newsroom = request.app.state.room

    def show() -> Response:
        articles = room.readers.starred(account.id, _MOST_LISTED)
        return render(request, "account/articles.html", kind="starred", articles=articles)

    return await in_reader_thread(request, show)


async def change_password(request: Request, account: Account) -> Response:
    """Set a new password, and end all other sessions, which may be of someone with the old one."""
    fields = await fields_of(request)
    room: Newsroom = request.app.state.room
    session, new = request.state.session, fields.get("new", "")

    def change() -> str | None:
        if not is_password(fields.get("password", ""), account.password):
            return "account.fault.wrong_password"
        fault = password_fault(new, account.name)
        if fault:
            return fault
        room.readers.set_password(account.id, hash_password(new), keep_session=session.digest)
        return None

    fault = await in_writer_thread(request, change)
    return await _page(request, account, fault=fault, notice=None if fault else "account.password.changed")


async def end_sessions(request: Request, account: Account) -> Response:
    """End one session by its digest, or all but this one."""
    fields = await fields_of(request)
    room: Newsroom = request.app.state.room
    own = request.state.session.digest
    digest = fields.get("digest", "")

    def end() -> None:
        if digest:
            room.readers.end_session(account.id, digest)
        else:
            room.readers.end_sessions(account.id, but=own)

    if digest and not _is_digest(digest):
        raise HTTPException(400)
    await in_writer_thread(request, end)
    return RedirectResponse("/signin" if digest == own else "/me#sessions", status_code=303)


async def make_key(request: Request, account: Account) -> Response:
    """Make a key for programs or for the reader's private feeds. Its secret is shown only this once."""
    fields = await fields_of(request)
    room: Newsroom = request.app.state.room
    secret = new_secret()
    key = ApiKey(
        id=uuid.uuid4().hex,
        digest=digest_of(secret),
        account_id=account.id,
        name=fields.get("name", "").strip()[:_MOST_NAME] or "–",
        created_at=request.app.state.now(),
    )
    if not await in_writer_thread(request, lambda: room.readers.add_key(key, most=_MOST_KEYS)):
        return await _page(request, account, fault="account.fault.keys")
    return await _page(request, account, secret=secret)


async def end_key(request: Request, account: Account) -> Response:
    """Revoke a key."""
    fields = await fields_of(request)
    room: Newsroom = request.app.state.room
    await in_writer_thread(request, lambda: room.readers.end_key(account.id, fields.get("id", "")))
    return RedirectResponse("/me#keys", status_code=303)


async def delete_account(request: Request, account: Account) -> Response:
    """Delete the account and everything that belongs to it, if the form has its password."""
    fields = await fields_of(request)
    room: Newsroom = request.app.state.room

    def delete() -> bool:
        if not is_password(fields.get("password", ""), account.password):
            return False
        room.readers.remove(account.id)
        return True

    if not await in_writer_thread(request, delete):
        return await _page(request, account, fault="account.fault.wrong_password")
    response = RedirectResponse("/", status_code=303)
    take_cookie(request, response)
    return response


async def _page(
    request: Request,
    account: Account,
    *,
    fault: str | None = None,
    notice: str | None = None,
    secret: str | None = None,
) -> Response:
    room: Newsroom = request.app.state.room

    def show() -> Response:
        profile = room.readers.profile(account.id)
        content: dict[str, Any] = {
            "followed": profile.followed,
            "muted": profile.muted,
            "sessions": [(one, browser_name(one.agent)) for one in profile.sessions],
            "keys": profile.keys,
        }
        content |= {"own": request.state.session.digest, "fault": fault, "notice": notice, "secret": secret}
        return render(request, "account/me.html", status=400 if fault else 200, **content)

    return await in_reader_thread(request, show)


def _is_digest(text: str) -> bool:
    return len(text) == 64 and all(one in "0123456789abcdef" for one in text)


def browser_name(agent: str) -> str:
    """Browser and system; the agent's first word if neither is known, empty if there is no agent."""
    found = [next((name for mark, name in marks if mark in agent), None) for marks in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, found)) or agent.partition(" ")[0][:_MOST]
