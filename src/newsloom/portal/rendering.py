"""Renders a ``PageRequest``, a template and its content as HTML.

All values are escaped, except our own markup; addresses from the press become links only if they are http(s). The
header and footer for readers without an account are the same on many pages and are rendered once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from newsloom.portal.fragments import HUES, facts, feeds, lang, picture, report_item, stamp, tags, token
from newsloom.portal.i18n import install_translations
from newsloom.portal.locales import LOCALES, Locale, locale_of
from newsloom.portal.navigation import Navigation, offered_sections
from newsloom.portal.paths import (
    article_path,
    escaped,
    outward,
    paper_of,
    paper_path,
    picture_source,
    section_path,
)
from newsloom.portal.requests import ALL_LANGUAGES, THEMES, PageRequest, page_request_of, server_of
from newsloom.settings import Settings
from newsloom.text.categories import CATEGORIES

__all__ = ["html_of", "new_environments", "query_string", "render"]

_FOLDER: Final = Path(__file__).parent / "templates"
# The main pages, each with the message that names it.
_WAYS: Final = {
    "/": "nav.front",
    "/latest": "nav.latest",
    "/events": "nav.events",
    "/topics": "nav.topics",
    "/columnists": "columnists.title",
    "/most-read": "nav.mostread",
    "/sources": "nav.sources",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The header and footer around a page's own content."""

    header: Markup
    footer: Markup


def new_environments() -> Mapping[str, Environment]:
    """The templates, with the functions that they may call, for each language of the portal."""
    return {code: _environment(locale_of(code)) for code in LOCALES}


def html_of(page_request: PageRequest, template: str, content: Mapping[str, Any], navigation: Navigation) -> bytes:
    """The page as HTML, in UTF-8."""
    locale, now = page_request.locale, page_request.now
    environment: Environment = page_request.http.app.state.environments[locale.code]
    source_of = _picture_source(page_request.settings)
    text = environment.get_template(template).render(
        request=page_request,
        account=page_request.account,
        navigation=navigation,
        path=page_request.path,
        frame=_frame(environment, page_request, content, navigation),
        token=token(getattr(page_request.http.state, "csrf_token", None)),
        stamp=lambda moment: stamp(locale, moment, now),
        report_item=lambda report, since: report_item(locale, report, now, since=since),
        facts=lambda story, most=2: facts(locale, story, navigation.papers, now, most),
        paper_name=lambda paper, declared=None: navigation.papers.get(paper) or declared or paper,
        source_of=source_of,
        picture=functools.partial(picture, source_of=source_of),
        server=server_of(page_request.http),
        **content,
    )
    # Newspapers' texts may contain a lone surrogate, which UTF-8 cannot encode.
    return text.encode("utf-8", "replace")


def render(request: Request, template: str, *, status: int = 200, **content: Any) -> HTMLResponse:
    """A page for one reader alone, for handlers that build their own response; not to be called on the event loop."""
    navigation: Navigation = request.app.state.navigation.get()
    return HTMLResponse(
        html_of(page_request_of(request), template, content, navigation),
        status_code=status,
        headers={"Cache-Control": "no-store"},
    )


def query_string(**values: object) -> str:
    """A query string of the values that are not empty, with its question mark."""
    kept = [(name, str(value)) for name, value in values.items() if value not in (None, "")]
    return "?" + urlencode(kept, errors="replace") if kept else ""


def _environment(locale: Locale) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    install_translations(environment, locale.code)
    environment.filters |= {
        "article_path": article_path,
        "outward": outward,
        "paper": paper_of,
        "paper_path": paper_path,
        "section_path": section_path,
        "urlencode": escaped,
        "query": _query,
    }
    environment.globals |= {
        "all_languages": ALL_LANGUAGES,
        "feeds": feeds,
        "hues": HUES,
        "locale": locale,
        "n": locale.ngettext,
        "tags": tags,
        "themes": THEMES,
        "locales": LOCALES,
        "lang": functools.partial(lang, locale.code),
    }
    return environment


def _frame(
    environment: Environment, page_request: PageRequest, content: Mapping[str, Any], navigation: Navigation
) -> Frame:
    section = content.get("section")
    spoken = None if section in CATEGORIES else navigation.sections.get(str(section))
    language = content.get("language") or spoken or page_request.locale.code
    sections = offered_sections(navigation, language)
    way = section_path(str(section)) if section in sections else page_request.path if page_request.path in _WAYS else ""
    query = content.get("query")
    if page_request.account is None and not query:
        return _shared_frame(environment, sections, way)
    return _new_frame(
        environment, sections, way, name=page_request.account.name if page_request.account else None, query=query
    )


# It contains nothing of a reader. Bounded, since newspapers choose the sections.
@functools.lru_cache(maxsize=128)
def _shared_frame(environment: Environment, sections: tuple[str, ...], way: str) -> Frame:
    return _new_frame(environment, sections, way, name=None, query=None)


def _new_frame(
    environment: Environment, sections: tuple[str, ...], way: str, *, name: str | None, query: str | None
) -> Frame:
    header = environment.get_template("header.html").render(
        ways=_WAYS, sections=sections, current=way, name=name, query=query
    )
    footer = environment.get_template("footer.html").render()
    return Frame(header=Markup(header), footer=Markup(footer))  # noqa: S704 - the templates escape what they show


def _picture_source(settings: Settings) -> Callable[[str | None], str | None]:
    """A function for the address to load a press picture from; it returns None if the settings show none."""
    if not settings.portal_pictures:
        return lambda _: None
    return functools.partial(picture_source, open_hosts=settings.allow_hosts)


def _query(values: Mapping[str, object]) -> str:
    return query_string(**values)
