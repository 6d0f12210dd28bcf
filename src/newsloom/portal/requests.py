"""A browser's request, with everything that a page may ask about it.

A ``PageRequest`` is made from a Starlette request: the reader, their language and theme, and the query's parameters.
Page functions take a ``PageRequest`` and return a ``View``; they never see the protocol.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode

from starlette.requests import Request

from newsloom.newsroom import Newsroom
from newsloom.portal.cache import AnswerCache
from newsloom.portal.locales import LOCALES, Locale, locale_of, most_wanted, wanted_locale
from newsloom.records import Account, article_filters
from newsloom.settings import Settings

__all__ = [
    "ALL_LANGUAGES",
    "LANGUAGE_COOKIE",
    "PAGE_FILTERS",
    "THEMES",
    "THEME_COOKIE",
    "PageRequest",
    "View",
    "page_request_of",
    "server_of",
]

T = TypeVar("T")

THEMES: Final = ("auto", "light", "dark")
LANGUAGE_COOKIE: Final = "newsloom_language"
THEME_COOKIE: Final = "newsloom_theme"
# The language of the news that a list shows. Without it, readers are shown news in their own language.
LANGUAGE_PARAMETER: Final = "language"
ALL_LANGUAGES: Final = "all"

# Pages and feeds have their own order, never that of changes.
PAGE_FILTERS: Final = tuple(one for one in article_filters() if one.field != "changed_after")

# What ``quote`` leaves as it is; it takes ten times as long to find that out.
_PLAIN_PATH: Final = re.compile(r"[A-Za-z0-9._~/-]*")
# Readers ask for a few words; anything longer is probing us.
_MOST_VALUE: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a page function returns: a template and its content.

    ``afterwards`` is called when the page has been sent.
    """

    template: str
    content: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    afterwards: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """One request as a page sees it.

    ``parameters`` are the query parameters that the page takes: others have no effect, and are not part of its cache
    key. None is for pages that are not cached.
    """

    http: Request
    room: Newsroom
    settings: Settings
    locale: Locale
    theme: str
    account: Account | None
    now: datetime
    parameters: tuple[str, ...] | None = None

    @property
    def press_language(self) -> str | None:
        """The language of the news that the query asks for, else the reader's; None means all."""
        asked = self.asked(LANGUAGE_PARAMETER)
        if asked is not None:
            return None if asked == ALL_LANGUAGES else asked
        wanted = self.reader_language
        return wanted if wanted in self.http.app.state.navigation.get().main_languages else None

    @property
    def reader_language(self) -> str | None:
        """The language the reader has chosen, else the one their browser prefers, which the portal may not have."""
        return _chosen(self.http, self.account) or most_wanted(self.http.headers.get("accept-language"))

    @property
    def path(self) -> str:
        """The requested path, as a link writes it.

        Not ``request.url.path``: that drops what a browser would, such as a tab, so that the paths of two pages may
        become one.
        """
        path = str(self.http.scope["path"])
        return path if _PLAIN_PATH.fullmatch(path) else quote(path, errors="replace")

    @property
    def question(self) -> bytes:
        """Path and query as one key, which is short however long they are."""
        query = self.query
        if LANGUAGE_PARAMETER in (self.parameters or ()) and LANGUAGE_PARAMETER not in dict(query):
            query.append(("reader", self.reader_language or ""))
        return hashlib.sha256(f"{self.path}?{urlencode(query, errors='replace')}".encode()).digest()

    @property
    def query(self) -> list[tuple[str, str]]:
        """The values of the parameters that the page takes, in their order."""
        if not self.http.scope["query_string"]:
            return []
        return [(name, value) for name in self.parameters or () if (value := self.asked(name)) is not None]

    def remembered(self, question: Hashable, find: Callable[[], T]) -> T:
        """A cached answer that depends only on its question and takes long to find; the latest ones are kept."""
        memory: AnswerCache = self.http.app.state.answers
        return memory.get(question, find)

    def recently(self, question: Hashable, find: Callable[[], T]) -> T:
        """A cached answer that is the same for all readers, at most as old as a cached page may be."""
        recent: AnswerCache = self.http.app.state.recent
        return recent.get(question, find)

    def asked(self, name: str) -> str | None:
        """A value of the query string, without blanks around it; None if it is missing or empty."""
        if self.parameters is not None and name not in self.parameters:
            # The page would be cached under a key that leaves this out.
            raise LookupError(f"the page's route does not name the parameter {name!r}")
        value = self.http.query_params.get(name, "")[:_MOST_VALUE].strip()
        return value.replace("\0", "") or None

    def article_filters(self) -> dict[str, Any]:
        """The filters of articles in the query string, by the fields of ``ArticleQuery``."""
        return {
            one.field: self.moment(one.parameter, is_end=one.field == "until")
            if one.kind is datetime
            else self.asked(one.parameter)
            for one in PAGE_FILTERS
        }

    def named(self, name: str) -> str:
        """A part of the path."""
        return str(self.http.path_params[name]).replace("\0", "")

    def moment(self, name: str, *, is_end: bool = False) -> datetime | None:
        """A time of the query string, as UTC if it names no zone; for a day its start, or its end if ``is_end``."""
        text = self.asked(name)
        try:
            found = datetime.fromisoformat(text) if text else None
        except ValueError:
            return None
        if found is None:
            return None
        try:
            aware = (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
            return aware + timedelta(days=1) if is_end and len(text or "") == len("2026-01-31") else aware
        except OverflowError:
            return None


def page_request_of(request: Request, parameters: tuple[str, ...] | None = None) -> PageRequest:
    """The ``PageRequest`` of a request, for a page that takes these parameters."""
    state = request.app.state
    account: Account | None = getattr(request.state, "account", None)
    return PageRequest(
        http=request,
        room=state.room,
        settings=state.settings,
        locale=locale_of(_language(request, account)),
        theme=_theme(request, account),
        account=account,
        now=state.now(),
        parameters=parameters,
    )


def server_of(request: Request) -> str:
    """The portal's address without a slash at the end: from the settings, else from the request."""
    configured: str | None = request.app.state.settings.portal_url
    return (configured or str(request.base_url)).rstrip("/")


def _language(request: Request, account: Account | None) -> str:
    return _chosen(request, account) or wanted_locale(request.headers.get("accept-language"))


def _chosen(request: Request, account: Account | None) -> str | None:
    chosen = (account.language if account else None) or request.cookies.get(LANGUAGE_COOKIE)
    return chosen if chosen in LOCALES else None


def _theme(request: Request, account: Account | None) -> str:
    chosen = (account.theme if account else None) or request.cookies.get(THEME_COOKIE)
    return chosen if chosen in THEMES else THEMES[0]
