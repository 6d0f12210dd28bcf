"""What a reader sees when a page cannot be shown: an exception in, a page in their language out.

Programs that ask the API get JSON from it; here are the pages for people.
"""

from __future__ import annotations

import logging
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from newsloom.errors import NewsloomError
from newsloom.portal.endpoints import in_threads
from newsloom.portal.rendering import Masthead, html_of
from newsloom.portal.security.headers import guarding_headers
from newsloom.portal.visits import visit_of

__all__ = ["broken", "refused"]

_KINDS: Final = {401: "forbidden", 403: "forbidden", 404: "missing", 405: "refused"}
_LOG: Final = logging.getLogger(__name__)


async def refused(request: Request, error: Exception) -> Response:
    """The answer to what is not here, not allowed or not understood."""
    if not isinstance(error, HTTPException):
        return await broken(request, error)
    headers = dict(error.headers or {})
    if error.status_code < 400:
        return Response(status_code=error.status_code, headers=headers)
    masthead = await in_threads(request, lambda: _masthead(request))
    kind = _KINDS.get(error.status_code, "refused")
    return _page(request, error.status_code, kind, masthead, headers)


async def broken(request: Request, error: Exception) -> Response:
    """The answer when the fault is ours."""
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    # Made outside of all layers: this page guards itself.
    guards = guarding_headers(shows_pictures=request.app.state.settings.portal_pictures)
    return _page(request, 500, "broken", Masthead(), guards)


def _masthead(request: Request) -> Masthead:
    try:
        found: Masthead = request.app.state.masthead.get()
    except NewsloomError:
        # A page that says what is wrong must not fail for the same reason.
        return Masthead()
    return found


def _page(request: Request, status: int, kind: str, masthead: Masthead, headers: dict[str, str]) -> Response:
    content = {"status": status, "kind": kind, "detail": None}
    text = html_of(visit_of(request), "error.html", content, masthead)
    return HTMLResponse(text, status_code=status, headers={**headers, "Cache-Control": "no-store"})
