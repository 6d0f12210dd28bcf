"""The operator's pages: runs, failures with the kept page as text, and the page read again, and kept if it is a story.

They are for accounts of operators, and, where the settings name no host for readers elsewhere, for whoever sits at the
machine itself: a connection from loopback that no proxy has passed on, to a host that is loopback, too, from no page of
another site.
"""

from __future__ import annotations

import ipaddress
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from newsloom.portal.accounts.forms import fields_of
from newsloom.portal.endpoints import in_threads, in_writers
from newsloom.portal.paths import article_path
from newsloom.portal.rendering import query_string
from newsloom.portal.security.hosts import has_public_name
from newsloom.portal.visits import View, Visit, visit_of
from newsloom.records import Article, Page

__all__ = ["failure", "keep_reading", "operator"]

_RUNS: Final = 20
_FAILURES: Final = 100
# As much of a page as a person looks through.
_MOST_CHARACTERS: Final = 60_000
# What proxies add. nginx adds nothing unless it is told to, but speaks HTTP 1.0 then, which no browser does.
_FORWARDED: Final = ("forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip", "x-client-ip")
_FORWARDED_PREFIX: Final = "x-forwarded-"


def operator(visit: Visit) -> View:
    """What was gathered, and what went wrong."""
    _require(visit)
    content = {"runs": visit.room.runs(_RUNS), "failures": visit.room.failures(_FAILURES)}
    return View(template="operator.html", content=content)


def failure(visit: Visit) -> View:
    """One address that failed, with the page that was kept, and, if asked for, what is read from it now."""
    _require(visit)
    url = visit.asked("url") or ""
    page = visit.room.page(url) if url else None
    again = visit.room.articles.read_page(page) if page and visit.asked("again") else None
    return _failure(visit, url, again)


async def keep_reading(request: Request) -> Response:
    """Read the kept page of an address again and keep the story that it holds; then show that, or why there is none."""
    url = (await fields_of(request)).get("url", "")
    visit = visit_of(request)

    def read() -> tuple[Page, Article]:
        _require(visit)
        page = visit.room.page(url) if url else None
        if page is None:
            raise HTTPException(404)
        return page, visit.room.articles.read_page(page)

    page, article = await in_threads(request, read)
    if not article.is_article:
        return RedirectResponse("/operator/failure" + query_string(url=url, again=1), status_code=303)
    await in_writers(request, lambda: visit.room.articles.keep(page, article))
    return RedirectResponse(article_path(page.url), status_code=303)


def _failure(visit: Visit, url: str, again: Article | None) -> View:
    failures = visit.room.failures(_FAILURES, url=url) if url else ()
    digest = visit.asked("digest") or next((one.digest for one in failures if one.digest), None)
    body = visit.room.pages.body(digest) if digest else None
    if body is None and url:
        page = visit.room.page(url)
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


def _require(visit: Visit) -> None:
    if not (visit.account.is_operator if visit.account else _is_at_the_machine(visit)):
        raise HTTPException(403)


def _is_at_the_machine(visit: Visit) -> bool:
    request = visit.request
    if has_public_name(visit.settings) or visit.settings.trusted_proxies or _is_passed_on(request):
        return False
    if request.headers.get("sec-fetch-site", "none") in ("cross-site", "same-site"):
        return False
    return _is_loopback(request.client.host if request.client else "") and _is_loopback(request.url.hostname or "")


def _is_passed_on(request: Request) -> bool:
    return request.scope.get("http_version") == "1.0" or any(
        name in _FORWARDED or name.startswith(_FORWARDED_PREFIX) for name in request.headers
    )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
