"""Endpoints to follow, star, mark and mute: small forms that lead back to the page they are on."""

from __future__ import annotations

import uuid
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from newsloom.newsroom import Newsroom
from newsloom.portal.accounts.forms import Endpoint, back, fields_of, for_readers
from newsloom.portal.handlers import in_writer_thread
from newsloom.records import Account, Following, ReadingMark

__all__ = ["MUTED", "follow", "marking", "unfollow", "unmarking"]

MUTED: Final = ("mute-source", "mute-word")
_FOLLOWED: Final = ("event", "topic", "search")
# No reader needs more, and every page queries them.
_MOST_FOLLOWED: Final = 500
_MOST_MUTED: Final = 500
_MOST_NAME: Final = 200
_MOST_WORD: Final = 100


async def follow(request: Request, account: Account) -> Response:
    """Follow an event, a topic or a search."""
    fields = await fields_of(request)
    kind, subject = fields.get("kind", ""), fields.get("subject", "").strip()
    if kind not in _FOLLOWED or not subject:
        raise HTTPException(400)
    following = Following(
        id=uuid.uuid4().hex,
        account_id=account.id,
        kind=kind,
        subject=subject,
        name=(fields.get("name", "").strip() or subject)[:_MOST_NAME],
        since=request.app.state.now(),
    )
    room: Newsroom = request.app.state.room
    await in_writer_thread(request, lambda: room.readers.follow(following, most=_MOST_FOLLOWED))
    return back(fields)


async def unfollow(request: Request, account: Account) -> Response:
    """Unfollow it; only the reader's own followings can be removed."""
    fields = await fields_of(request)
    room: Newsroom = request.app.state.room
    await in_writer_thread(request, lambda: room.readers.unfollow(account.id, fields.get("id", "")))
    return back(fields)


def marking(*kinds: str) -> Endpoint:
    """An endpoint that marks a subject as one of these kinds; the form says which one if there are several."""

    async def answer(request: Request, account: Account) -> Response:
        fields = await fields_of(request)
        kind, subject = _kind(kinds, fields.get("kind")), fields.get("subject", "").strip()
        if not subject or (kind in MUTED and len(subject) > _MOST_WORD):
            raise HTTPException(400)
        room: Newsroom = request.app.state.room
        mark = ReadingMark(account_id=account.id, kind=kind, subject=subject, at=request.app.state.now())

        def write() -> None:
            if kind in MUTED:
                room.readers.mute(mark, most=_MOST_MUTED)
            else:
                room.readers.mark_article(mark)

        await in_writer_thread(request, write)
        return back(fields)

    return for_readers(answer)


def unmarking(*kinds: str) -> Endpoint:
    """An endpoint that removes such a mark."""

    async def answer(request: Request, account: Account) -> Response:
        fields = await fields_of(request)
        kind = _kind(kinds, fields.get("kind"))
        room: Newsroom = request.app.state.room
        await in_writer_thread(request, lambda: room.readers.unmark(account.id, kind, fields.get("subject", "")))
        return back(fields)

    return for_readers(answer)


def _kind(kinds: tuple[str, ...], said: str | None) -> str:
    if len(kinds) == 1:
        return kinds[0]
    if said not in kinds:
        raise HTTPException(400)
    return str(said)
