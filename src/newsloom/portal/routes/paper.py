"""A newspaper: its latest articles, its followed sources, its templates, and links to its past front pages."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException

from newsloom.portal.bookmarks import is_marked
from newsloom.portal.paths import article_path, outward, paper_of, paper_path
from newsloom.portal.rendering import query_string
from newsloom.portal.reports import newest_first
from newsloom.portal.requests import PageRequest, View
from newsloom.records import ArticleQuery

__all__ = ["paper"]

_ENTRIES: Final = 30
_MOST_DRIFTS: Final = 5


def paper(request: PageRequest) -> View:
    """The page of one newspaper."""
    site = request.named("site")
    sources = [one for one in request.room.sources() if paper_of(one.source.url) == site]
    after = request.asked("after")
    last = request.room.articles.named(after) if after else None
    found = request.room.articles.latest(ArticleQuery(site=site, after=last.url if last else None, limit=_ENTRIES + 1))
    if not sources and not found:
        raise HTTPException(404)
    before = article_path(found[_ENTRIES - 1].url or "").rpartition("/")[2] if len(found) > _ENTRIES else None
    return View(
        template="paper.html",
        content={
            "name": _name(request, site),
            "site": site,
            "home": next((outward(one.source.home) for one in sources if one.source.home), None),
            "latest": newest_first(request, found[:_ENTRIES]),
            "next": paper_path(site) + query_string(after=before) if before else None,
            "sources": sources,
            "fronts": [one for one in sources if one.source.kind == "page"],
            "templates": request.room.templates.current(site),
            "drifts": request.room.templates.drifts(site, _MOST_DRIFTS),
            "is_muted": is_marked(request, "mute-source", site),
        },
    )


def _name(request: PageRequest, site: str) -> str:
    names: dict[str, str] = request.http.app.state.navigation.get().papers
    return names.get(site, site)
