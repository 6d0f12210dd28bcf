"""Turns exceptions into error pages in the reader's language, and into JSON for clients of the API.

No answer gives the reason of an internal error: it may name files and servers.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from newsloom.errors import NewsloomError, StoreError
from newsloom.logs import stage_logger
from newsloom.portal.api.responses import CLOSED, ApiError, refusal_of
from newsloom.portal.handlers import in_reader_thread
from newsloom.portal.navigation import Navigation
from newsloom.portal.rendering import html_of
from newsloom.portal.requests import page_request_of
from newsloom.portal.security.headers import security_headers

__all__ = ["StoreErrors", "broken", "refused"]

_KINDS: Final = {401: "forbidden", 403: "forbidden", 404: "missing", 405: "refused"}
_API: Final = "/v1/"
_OURS: Final = ApiError(500, "something went wrong", "It is an error in the portal. Try again in a moment.")
_LOG: Final = stage_logger(__name__)


async def refused(request: Request, error: Exception) -> Response:
    """The answer to a request for what is missing, not allowed or not understood."""
    if not isinstance(error, HTTPException):
        return await broken(request, error)
    headers = dict(error.headers or {})
    if error.status_code < 400:
        return Response(status_code=error.status_code, headers=headers)
    if _is_program(request):
        phrase = HTTPStatus(error.status_code).phrase.lower()
        return refusal_of(
            ApiError(error.status_code, phrase, "See /v1/openapi.json for what can be requested."), headers
        )
    navigation = await in_reader_thread(request, lambda: _masthead(request))
    kind = _KINDS.get(error.status_code, "refused")
    return _page(request, error.status_code, kind, navigation, headers)


async def broken(request: Request, error: Exception) -> Response:
    """The answer when the fault is ours."""
    _LOG.error("%s %s failed", request.method, page_request_of(request).path, exc_info=error)
    # Called outside all middleware: this answer sets its security headers itself.
    guards = security_headers(request.app.state.settings)
    if _is_program(request):
        return refusal_of(_OURS, guards)
    return _page(request, 500, "broken", Navigation(), guards)


class StoreErrors:
    """Turns a ``StoreError`` of a page or of a middleware into the answer that the warehouse does not respond."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_answered = False

        async def noting(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except StoreError as error:
            _LOG.warning("the warehouse does not answer: %s", error)
            # A failed write after the answer, such as that an article was read, must not cause a second answer.
            if not is_answered:
                await _closed(Request(scope))(scope, receive, send)


def _closed(request: Request) -> Response:
    headers = {"Retry-After": "5"}
    return refusal_of(CLOSED, headers) if _is_program(request) else _page(request, 503, "closed", Navigation(), headers)


def _is_program(request: Request) -> bool:
    return str(request.scope["path"]).startswith(_API)


def _masthead(request: Request) -> Navigation:
    try:
        found: Navigation = request.app.state.navigation.get()
    except NewsloomError:
        # The error page must not fail for the same reason.
        return Navigation()
    return found


def _page(request: Request, status: int, kind: str, navigation: Navigation, headers: dict[str, str]) -> Response:
    content = {"status": status, "kind": kind, "detail": None}
    text = html_of(page_request_of(request), "error.html", content, navigation)
    return HTMLResponse(text, status_code=status, headers={**headers, "Cache-Control": "no-store"})
