"""The API's answers and errors as JSON that contains no markup."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from starlette.responses import Response

__all__ = ["CLOSED", "ApiError", "ResultPage", "json_of", "refusal_of"]


@dataclass(frozen=True, slots=True)
class ResultPage:
    """A page of a list. ``next`` is the cursor of the next page; None at the end."""

    data: list[dict[str, Any]]
    next: str | None = None


class ApiError(Exception):
    """A request that cannot be answered: the status, what is wrong, and what to do instead."""

    def __init__(self, status: int, error: str, hint: str) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.hint = hint


# The reason is left out: it may name the server's address.
CLOSED: Final = ApiError(503, "the warehouse does not answer", "Try again in a moment.")


def json_of(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The content as a JSON response that is not cached."""
    # No angle bracket anywhere: an answer pasted into a page contains no tag.
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    body = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Response(
        body.encode("utf-8", "replace"),
        status_code=status,
        headers={"Cache-Control": "no-store", **(headers or {})},
        media_type="application/json",
    )


def refusal_of(fault: ApiError, headers: Mapping[str, str] | None = None) -> Response:
    """The error and its hint as a response."""
    more = {"WWW-Authenticate": "Bearer"} if fault.status == 401 else {}
    return json_of({"error": fault.error, "hint": fault.hint}, fault.status, {**more, **(headers or {})})
