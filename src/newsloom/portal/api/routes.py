"""The API's routes. Answers are JSON, errors too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from newsloom.errors import NewsloomError, StoreError
from newsloom.newsroom import Newsroom
from newsloom.portal.api.openapi import openapi_document
from newsloom.portal.api.parameters import read_arguments
from newsloom.portal.api.resources import RESOURCES, ApiResource
from newsloom.portal.api.responses import CLOSED, ApiError, ResultPage, json_of, refusal_of
from newsloom.portal.handlers import in_reader_thread
from newsloom.portal.health import healthz
from newsloom.portal.metrics import metrics
from newsloom.portal.requests import server_of
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


def _endpoint(resource: ApiResource) -> Endpoint:
    def answer(room: Newsroom, request: Request) -> Response:
        given, memory = request.query_params.multi_items(), request.app.state.answers
        arguments = read_arguments(resource.parameters, given, request.path_params, memory)
        found = resource.find(room, arguments)
        if found is None:
            raise ApiError(
                404, "there is no such resource", f"GET {resource.path.rpartition('/')[0]} lists what there is."
            )
        return json_of({"data": found.data, "next": found.next} if isinstance(found, ResultPage) else found)

    async def endpoint(request: Request) -> Response:
        return await in_reader_thread(request, lambda: answer(request.app.state.room, request))

    return _guarded(endpoint)


def _guarded(endpoint: Endpoint) -> Endpoint:
    """The endpoint behind a check of the API key, with every error as JSON."""

    async def guarded(request: Request) -> Response:
        try:
            await _check_key(request)
            return await endpoint(request)
        except ApiError as fault:
            return refusal_of(fault)
        except StoreError:
            return refusal_of(CLOSED)
        except NewsloomError as error:
            return refusal_of(ApiError(400, str(error), "See /v1/openapi.json for what can be requested."))

    return guarded


async def _document(request: Request) -> Response:
    return json_of(openapi_document(RESOURCES, server_of(request)))


async def _nothing(request: Request) -> Response:
    if request.method not in ("GET", "HEAD"):
        return refusal_of(ApiError(405, "the API only reads", "Use GET."), {"Allow": "GET, HEAD"})
    return refusal_of(ApiError(404, "there is no such resource", "See /v1/openapi.json for what there is."))


async def _check_key(request: Request) -> None:
    kind, _, secret = request.headers.get("authorization", "").strip().partition(" ")
    secret = secret.strip()
    if not kind:
        if request.app.state.settings.portal_open_api:
            return
        raise ApiError(
            401, "a key is required", "Create one on your account's page and send it: Authorization: Bearer KEY"
        )
    room: Newsroom = request.app.state.room

    def is_known() -> bool:
        return room.readers.key_owner(digest_of(secret)) is not None

    if kind.lower() != "bearer" or not 0 < len(secret) <= _MOST_KEY or not await in_reader_thread(request, is_known):
        raise ApiError(401, "this key is not known", "Send a key from your account's page: Authorization: Bearer KEY")
