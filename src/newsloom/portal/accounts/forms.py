"""Reads a form's fields as plain text, and redirects back to the page that the form is on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from newsloom.portal.paths import local_path
from newsloom.records import Account

__all__ = ["Endpoint", "Fields", "ForReaders", "back", "fields_of", "for_readers"]

Fields = Mapping[str, str]
Endpoint = Callable[[Request], Awaitable[Response]]
ForReaders = Callable[[Request, Account], Awaitable[Response]]

_MOST: Final = 4000


async def fields_of(request: Request) -> Fields:
    """The last value of each field, without NUL."""
    async with request.form(max_files=0, max_fields=100) as form:
        return {name: value[:_MOST].replace("\0", "") for name, value in form.items() if isinstance(value, str)}


def back(fields: Fields, otherwise: str = "/me") -> Response:
    """A redirect to where the form says the reader came from, if that is within the portal."""
    return RedirectResponse(local_path(fields.get("next"), otherwise), status_code=303)


def for_readers(answer: ForReaders) -> Endpoint:
    """An endpoint for signed-in readers; others are redirected to sign in."""

    async def endpoint(request: Request) -> Response:
        account: Account | None = request.state.account
        if account is None:
            query = urlencode({"next": request.url.path}) if request.method == "GET" else ""
            return RedirectResponse(f"/signin?{query}".rstrip("?"), status_code=303)
        return await answer(request, account)

    return endpoint
