"""Refuses forms that are not the portal's own: every request that changes something needs its session's token.

The token is derived from the secret in the reader's cookie, which no other site can read or set; so nothing is stored
for it. Requests under /v1 use no cookies and need no token.
"""

from __future__ import annotations

import hmac
from typing import Final
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from newsloom.portal.handlers import in_reader_thread
from newsloom.portal.rendering import html_of
from newsloom.portal.requests import page_request_of

__all__ = ["CsrfGuard"]

_FIELD: Final = "csrf"
_HEADER: Final = "x-csrf-token"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_FORM: Final = "application/x-www-form-urlencoded"
# Our longest form has a few addresses.
_MOST_BYTES: Final = 64_000
_MOST_FIELDS: Final = 100


class CsrfGuard:
    """Reads the form before its page does, and passes it on only if the token is right."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE or scope["path"].startswith("/v1/"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        body = await _body(receive)
        if body is None:
            await Response("The form is too large.", status_code=413, media_type="text/plain")(scope, receive, send)
        elif _is_from_elsewhere(headers) or not _has_token(scope, headers, body):
            await (await _refusal(Request(scope)))(scope, receive, send)
        else:
            await self._app(scope, _again(body, receive), send)


def _is_from_elsewhere(headers: Headers) -> bool:
    if headers.get("sec-fetch-site", "none") in ("cross-site", "same-site"):
        return True
    # "null" is what a page with our Referrer-Policy sends.
    origin = headers.get("origin", "null")
    try:
        return origin != "null" and urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:
        return True


def _has_token(scope: Scope, headers: Headers, body: bytes) -> bool:
    right = scope.get("state", {}).get("csrf_token")
    if not right:
        return False
    given = headers.get(_HEADER) or _field(headers, body)
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode())


def _field(headers: Headers, body: bytes) -> str:
    if headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        return ""
    try:
        fields = parse_qs(body.decode("latin-1"), max_num_fields=_MOST_FIELDS)
    except ValueError:
        return ""
    return fields.get(_FIELD, [""])[0]


async def _refusal(request: Request) -> Response:
    if request.state.account is None and request.scope["path"].startswith("/me"):
        # The session has ended since the page was shown.
        return RedirectResponse("/signin", status_code=303)
    content = {"status": 403, "kind": "refused", "detail": None}

    def page() -> bytes:
        return html_of(page_request_of(request), "error.html", content, request.app.state.navigation.get())

    return HTMLResponse(await in_reader_thread(request, page), status_code=403, headers={"Cache-Control": "no-store"})


async def _body(receive: Receive) -> bytes | None:
    """The whole body, or None if it is too large."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > _MOST_BYTES:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    is_sent = False

    async def once() -> Message:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once
