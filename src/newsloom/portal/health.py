"""Whether the portal can do its work: asked by load balancers and whoever watches over it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from newsloom.errors import StoreError
from newsloom.newsroom import Newsroom
from newsloom.portal.endpoints import in_threads

__all__ = ["healthz"]


async def healthz(request: Request) -> Response:
    """200 if the warehouse answers, else 503."""
    room: Newsroom = request.app.state.room
    try:
        await in_threads(request, lambda: room.runs(1))
    except StoreError:
        # Without the reason: it may name the server's address.
        answer = JSONResponse({"status": "the warehouse does not answer"}, status_code=503)
    else:
        answer = JSONResponse({"status": "ok"})
    answer.headers["Cache-Control"] = "no-store"
    return answer
