"""Language and theme: stored with the account, and in two cookies that reveal nothing about their reader."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from newsloom.portal.accounts.forms import back, fields_of
from newsloom.portal.handlers import in_writer_thread
from newsloom.portal.locales import LOCALES
from newsloom.portal.requests import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, PageRequest, View, page_request_of
from newsloom.portal.security import local_path

__all__ = ["keep_preferences", "preferences"]

_YEAR_SECONDS: Final = 31_536_000


def preferences(page_request: PageRequest) -> View:
    """The form."""
    return View(template="preferences.html", content={"next": local_path(page_request.asked("next"))})


async def keep_preferences(request: Request) -> Response:
    """Store what was chosen, and go back; values that are not valid choices are ignored."""
    fields = await fields_of(request)
    language, theme = fields.get("language"), fields.get("theme")
    chosen = {
        LANGUAGE_COOKIE: language if language in LOCALES else None,
        THEME_COOKIE: theme if theme in THEMES else None,
    }
    page_request = page_request_of(request)
    await in_writer_thread(request, lambda: _keep(page_request, chosen[LANGUAGE_COOKIE], chosen[THEME_COOKIE]))
    response = back(fields, "/")
    for name, value in chosen.items():
        if value:
            is_secure = request.url.scheme == "https"
            response.set_cookie(
                name, value, max_age=_YEAR_SECONDS, path="/", secure=is_secure, httponly=True, samesite="lax"
            )
    return response


def _keep(page_request: PageRequest, language: str | None, theme: str | None) -> None:
    if page_request.account is not None:
        page_request.room.readers.set_preferences(page_request.account.id, language=language, theme=theme)
