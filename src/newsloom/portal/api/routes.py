"""The API's routes: requests in, JSON out, errors too."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from newsloom.errors import NewsloomError, StoreError
from newsloom.newsroom import Newsroom
from newsloom.portal.api.faults import Fault
from newsloom.portal.api.openapi import openapi_document
from newsloom.portal.api.parameters import asked_of
from newsloom.portal.api.resource import Listed, Resource
from newsloom.portal.api.resources import RESOURCES
from newsloom.portal.endpoints import in_threads
from newsloom.portal.health import healthz
from newsloom.portal.metrics import metrics
from newsloom.portal.security.hosts import server_of
from newsloom.portal.sessions import digest_of

__all__ = ["api_routes"]

Endpoint = Callable[[Request], Awaitable[Response]]

_METHODS: Final = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
_MOST_KEY: Final = 200


def api_routes() -> list[Route]:
    """Every resource, the document that describes them, health and metrics."""
    return [
        *(Route(resource.path, _endpoint(resource), methods=["GET"]) for resource in RESOURCES),
        Route("/v1/openapi.json", _document, methods=["GET"]),
        Route("/v1/{rest:path}", _nothing, methods=_METHODS),
        Route("/healthz", healthz, methods=["GET"]),
        Route("/metrics", _guarded(metrics), methods=["GET"]),
    ]


def _endpoint(resource: Resource) -> Endpoint:
    def answer(room: Newsroom, request: Request) -> Response:
        asked = asked_of(resource.parameters, request.query_params.multi_items(), request.path_params)
        found = resource.find(room, asked)
        if found is None:
            raise Fault(404, "there is no such thing", f"GET {resource.path.rpartition('/')[0]} lists what there is.")
        return _json({"data": found.data, "next": found.next} if isinstance(found, Listed) else found)

    async def endpoint(request: Request) -> Response:
        return await in_threads(request, lambda: answer(request.app.state.room, request))

    return _guarded(endpoint)


def _guarded(endpoint: Endpoint) -> Endpoint:
    """The same for whoever may read, with every fault as JSON."""

    async def guarded(request: Request) -> Response:
        try:
            await _check_key(request)
            return await endpoint(request)
        except Fault as fault:
            return _refused(fault)
        except StoreError:
            # Without the reason: it may name the server's address.
            return _refused(Fault(503, "the warehouse does not answer", "Ask again in a moment."))
        except NewsloomError as error:
            return _refused(Fault(400, str(error), "See /v1/openapi.json for what may be asked."))

    return guarded


async def _document(request: Request) -> Response:
    return _json(openapi_document(RESOURCES, server_of(request)))


async def _nothing(request: Request) -> Response:
    if request.method not in ("GET", "HEAD"):
        return _refused(Fault(405, "the API only reads", "Ask with GET."), {"Allow": "GET, HEAD"})
    return _refused(Fault(404, "there is no such resource", "See /v1/openapi.json for what there is."))


async def _check_key(request: Request) -> None:
    kind, _, secret = request.headers.get("authorization", "").strip().partition(" ")
    secret = secret.strip()
    if not kind:
        if request.app.state.settings.portal_open_api:
            return
        raise Fault(401, "a key is needed", "Make one on your account's page and send it: Authorization: Bearer KEY")
    room: Newsroom = request.app.state.room

    def is_known() -> bool:
        with room.store.look() as shift:
            return shift.accounts.key(digest_of(secret)) is not None

    if kind.lower() != "bearer" or not 0 < len(secret) <= _MOST_KEY or not await in_threads(request, is_known):
        raise Fault(401, "this key is not known", "Send a key of your account's page: Authorization: Bearer KEY")


def _refused(fault: Fault, headers: dict[str, str] | None = None) -> Response:
    more = {"WWW-Authenticate": "Bearer"} if fault.status == 401 else {}
    return _json({"error": fault.error, "hint": fault.hint}, fault.status, {**more, **(headers or {})})


def _json(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    # No angle bracket anywhere: whoever pastes an answer into a page pastes no tag.
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    body = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Response(
        body.encode("utf-8", "replace"),
        status_code=status,
        headers={"Cache-Control": "no-store", **(headers or {})},
        media_type="application/json",
    )
