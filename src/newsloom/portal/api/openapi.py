"""Makes the OpenAPI 3.1 document of the API from the table of resources."""

from __future__ import annotations

from typing import Any, Final

from newsloom.portal.api.parameters import Parameter
from newsloom.portal.api.resources import ApiResource
from newsloom.portal.api.schemas import schemas_of

__all__ = ["openapi_document"]

_FAULT: Final = {
    "type": "object",
    "description": "What was wrong, and what to do.",
    "properties": {"error": {"type": "string"}, "hint": {"type": "string"}},
    "required": ["error", "hint"],
}
_FAULTS: Final = {
    "400": "The request was not understood.",
    "401": "A key is required, or the key is not known.",
    "404": "There is no such resource.",
    "503": "The warehouse does not answer.",
}


def openapi_document(resources: tuple[ApiResource, ...], server: str) -> dict[str, Any]:
    """The document for the API at a server's address."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Newsloom",
            "version": "1",
            "description": "The contents of a newsroom: articles, items, stories, events, topics, and their history.",
        },
        "servers": [{"url": server}],
        "security": [{}, {"key": []}],
        "paths": {resource.path: {"get": _operation(resource)} for resource in resources},
        "components": {
            "schemas": {**schemas_of(resource.shape for resource in resources), "Fault": _FAULT},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(resource: ApiResource) -> dict[str, Any]:
    fault = {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}}
    faults = {status: {"description": says, "content": fault} for status, says in _FAULTS.items()}
    answer = {"description": resource.says, "content": {"application/json": {"schema": _answer(resource)}}}
    return {
        "summary": resource.says,
        "operationId": resource.path.removeprefix("/v1/").replace("/{id}", "_one"),
        "parameters": [_parameter(parameter) for parameter in resource.parameters],
        "responses": {"200": answer, **faults},
    }


def _answer(resource: ApiResource) -> dict[str, Any]:
    one = resource.shape.reference()
    if not resource.is_list:
        return one
    properties = {"data": {"type": "array", "items": one}, "next": {"anyOf": [{"type": "string"}, {"type": "null"}]}}
    return {"type": "object", "properties": properties, "required": ["data", "next"]}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": "path" if parameter.in_path else "query",
        "required": parameter.required,
        "description": parameter.says,
        "schema": parameter.schema(),
    }
