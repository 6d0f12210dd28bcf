"""The operator's pages: runs, and failures with the kept page as text, which can be read again and its article stored.

They are only for operators: see ``accounts.operators``.
"""

from __future__ import annotations

from typing import Final

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from newsloom.errors import MissingExtra, RenderError
from newsloom.portal.accounts.forms import fields_of
from newsloom.portal.accounts.operators import entered, is_operator
from newsloom.portal.handlers import in_reader_thread, in_writer_thread, own_page
from newsloom.portal.paths import article_path
from newsloom.portal.rendering import query_string
from newsloom.portal.requests import PageRequest, View, page_request_of
from newsloom.records import Article, Page

__all__ = ["failure", "keep_reading", "operator_page", "shown_page", "shown_picture"]

_RUNS: Final = 20
_FAILURES: Final = 100
# More of a page than a person looks through.
_MOST_CHARACTERS: Final = 60_000


async def operator_page(request: Request) -> Response:
    """The operator's page, or the redirect that sets the cookie if the address has the token."""
    return entered(request) or await _OPERATOR(request)


def _operator(page_request: PageRequest) -> View:
    """What was gathered, and what went wrong."""
    _require(page_request)
    content = {"runs": page_request.room.runs(_RUNS), "failures": page_request.room.failures(_FAILURES)}
    return View(template="operator.html", content=content)


_OPERATOR: Final = own_page(_operator)


def failure(page_request: PageRequest) -> View:
    """One address that failed, with the page that was kept and, if requested, what is read from it now."""
    _require(page_request)
    url = page_request.asked("url") or ""
    page = page_request.room.pages.get(url) if url else None
    again = page_request.room.articles.read_page(page) if page and page_request.asked("again") else None
    return _failure(page_request, url, again)


def shown_page(page_request: PageRequest) -> View:
    """A kept page as it looks, with what a method finds in it as a story or as a front page."""
    _require(page_request)
    url, is_front, method = _asked_to_show(page_request)
    shown = page_request.room.pages.shown(url, is_front=is_front, method=method) if url else None
    if shown is None:
        raise HTTPException(404)
    methods = page_request.room.pages.methods(is_front=is_front)
    # Our own drawing, in which all that comes from the page is escaped.
    svg = Markup(shown.svg)  # noqa: S704
    content = {"url": url, "is_front": is_front, "shown": shown, "svg": svg, "methods": methods, "method": method}
    return View(template="shown.html", content=content)


async def shown_picture(request: Request) -> Response:
    """The same as a picture, rendered by a browser from what was kept; 404 if there is no browser."""
    page_request = page_request_of(request)
    url, is_front, method = _asked_to_show(page_request)

    def picture() -> bytes | None:
        _require(page_request)
        try:
            return page_request.room.pages.picture(url, is_front=is_front, method=method) if url else None
        except (RenderError, MissingExtra):
            return None

    found = await in_reader_thread(request, picture)
    if not found:
        raise HTTPException(404)
    return Response(found, media_type="image/png", headers={"Cache-Control": "no-store"})


def _asked_to_show(page_request: PageRequest) -> tuple[str, bool, str | None]:
    """The address, whether it is a front page, and the method; None is the newsroom's own.

    Methods may only be names, or as published (``:paper``): parameters could name files.
    """
    url, is_front = page_request.asked("url") or "", bool(page_request.asked("front"))
    method = page_request.asked("method") or None
    if method and method.removesuffix(":paper") not in page_request.room.pages.methods(is_front=is_front):
        raise HTTPException(404)
    return url, is_front, method


async def keep_reading(request: Request) -> Response:
    """Read the kept page of an address again and store its article; then show that, or why there is none."""
    url = (await fields_of(request)).get("url", "")
    page_request = page_request_of(request)

    def read() -> tuple[Page, Article]:
        _require(page_request)
        page = page_request.room.pages.get(url) if url else None
        if page is None:
            raise HTTPException(404)
        return page, page_request.room.articles.read_page(page)

    page, article = await in_reader_thread(request, read)
    if not article.is_article:
        return RedirectResponse("/operator/failure" + query_string(url=url, again=1), status_code=303)
    await in_writer_thread(request, lambda: page_request.room.articles.keep(page, article))
    return RedirectResponse(article_path(page.url), status_code=303)


def _failure(page_request: PageRequest, url: str, again: Article | None) -> View:
    failures = page_request.room.failures(_FAILURES, url=url) if url else ()
    digest = page_request.asked("digest") or next((one.digest for one in failures if one.digest), None)
    body = page_request.room.pages.body(digest) if digest else None
    if body is None and url:
        page = page_request.room.pages.get(url)
        body = page.body if page else None
    if not failures and body is None:
        raise HTTPException(404)
    return View(
        template="failure.html",
        content={
            "url": url,
            "failures": failures,
            "kept": None
            if body is None
            else body[: 4 * _MOST_CHARACTERS].decode("utf-8", "replace")[:_MOST_CHARACTERS],
            "size": len(body or b""),
            "again": again,
        },
    )


def _require(page_request: PageRequest) -> None:
    if not is_operator(page_request.http):
        raise HTTPException(403)
