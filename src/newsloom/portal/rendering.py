"""Templates become pages: a visit, a template and what it shows go in, HTML comes out.

Everything is escaped unless the template is ours; addresses of the press are http(s) or they are no links. What every
page shows besides its own, the masthead, is asked for once in a while and kept.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from newsloom.newsroom import Newsroom
from newsloom.portal.names import paper_names
from newsloom.portal.paths import article_path, escaped, outward, paper_of, paper_path, section_path
from newsloom.portal.pictures import woven
from newsloom.portal.tongues import TONGUES
from newsloom.portal.tongues import tongue as tongue_of
from newsloom.portal.visits import THEMES, Visit, visit_of

__all__ = ["Masthead", "html_of", "masthead_of", "new_environment", "query_string", "render"]

_FOLDER: Final = Path(__file__).parent / "templates"
# The main pages, each with the phrase that names it.
_WAYS: Final = {
    "/": "nav.front",
    "/latest": "nav.latest",
    "/events": "nav.events",
    "/topics": "nav.topics",
    "/most-read": "nav.mostread",
    "/sources": "nav.sources",
}
# As many as a line of a wide screen has room for.
_MOST_SECTIONS: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Masthead:
    """What every page needs to know of the newsroom: ``papers`` are sites with what they call themselves."""

    sections: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    papers: Mapping[str, str] = field(default_factory=dict)


def masthead_of(room: Newsroom) -> Masthead:
    """The newsroom's sections, languages and papers as they are now."""
    return Masthead(
        sections=tuple(name for name, _ in room.sections()[:_MOST_SECTIONS]),
        languages=tuple(code for code, _ in room.languages()),
        papers=dict(sorted(paper_names(room).items(), key=lambda paper: paper[1].casefold())),
    )


def new_environment() -> Environment:
    """The templates, with what they may call."""
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {
        "article_path": article_path,
        "outward": outward,
        "paper": paper_of,
        "paper_path": paper_path,
        "section_path": section_path,
        "urlencode": escaped,
        "query": _query,
    }
    environment.globals |= {"woven": woven, "themes": THEMES, "tongues": TONGUES}
    return environment


def html_of(visit: Visit, template: str, content: Mapping[str, Any], masthead: Masthead) -> bytes:
    """The page as HTML, in UTF-8."""
    environment: Environment = visit.request.app.state.environment
    tongue = visit.tongue
    text = environment.get_template(template).render(
        visit=visit,
        account=visit.account,
        masthead=masthead,
        t=tongue.say,
        n=tongue.count,
        tongue=tongue,
        path=visit.path,
        ways=_ways(environment, tongue.code, masthead.sections, _way(visit, content, masthead)),
        csrf_token=getattr(visit.request.state, "csrf_token", None),
        ago=lambda moment: tongue.ago(moment, visit.now),
        paper_name=lambda paper, declared=None: masthead.papers.get(paper) or declared or paper,
        shows_pictures=getattr(visit.settings, "portal_pictures", False),
        **content,
    )
    # What newspapers write may hold half a surrogate pair, which has no form in UTF-8.
    return text.encode("utf-8", "replace")


def _way(visit: Visit, content: Mapping[str, Any], masthead: Masthead) -> str:
    """Which of the ways leads to this page; empty where none does."""
    section = content.get("section")
    if section in masthead.sections:
        return section_path(str(section))
    return visit.path if visit.path in _WAYS else ""


# The same on nearly every page, and a fifth of the work of one. Bounded, for newspapers choose the sections.
@functools.lru_cache(maxsize=128)
def _ways(environment: Environment, code: str, sections: tuple[str, ...], current: str) -> Markup:
    """The links to the main pages and sections."""
    said = tongue_of(code)
    text = environment.get_template("ways.html").render(t=said.say, ways=_WAYS, sections=sections, current=current)
    return Markup(text)  # noqa: S704 - the template escapes what it shows


def render(request: Request, template: str, *, status: int = 200, **content: Any) -> HTMLResponse:
    """A page of one reader's own, for handlers that answer by themselves; not for the event loop's thread."""
    masthead: Masthead = request.app.state.masthead.get()
    return HTMLResponse(
        html_of(visit_of(request), template, content, masthead),
        status_code=status,
        headers={"Cache-Control": "no-store"},
    )


def _query(values: Mapping[str, object]) -> str:
    return query_string(**values)


def query_string(**values: object) -> str:
    """A query string of what is not empty, with its question mark."""
    kept = [(name, str(value)) for name, value in values.items() if value not in (None, "")]
    return "?" + urlencode(kept, errors="replace") if kept else ""
