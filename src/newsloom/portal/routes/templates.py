"""A newspaper's templates: all versions, with how its pages fitted them over time, and one version in detail."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException

from newsloom.pipeline.templates.fithistory import days_of_fits
from newsloom.pipeline.templates.pathtree import path_tree, tag_counts
from newsloom.portal.fit_chart import fit_chart_of
from newsloom.portal.paths import paper_of
from newsloom.portal.requests import PageRequest, View
from newsloom.records import ArticleQuery, SiteTemplate

__all__ = ["template_page", "templates_page"]

_MOST_VERSIONS: Final = 60
_MOST_DRIFTS: Final = 20
# Lines that a reader can distinguish.
_MOST_LINES: Final = 4
# More rows than a person scrolls through; the command line and the API give all.
_MOST_BRANCHES: Final = 600
_MOST_SEGMENTS: Final = 200
_MOST_NUMBER: Final = 9


def templates_page(request: PageRequest) -> View:
    """All templates that a newspaper ever had, the latest first, its alarms, and the fit of its pages over time."""
    site = request.named("site")
    templates = request.room.templates(site)
    drifts = request.room.templates.drifts(site, _MOST_DRIFTS)
    if not templates and not drifts and not _is_followed(request, site):
        raise HTTPException(404)
    drawn = templates[-_MOST_LINES:]
    numbers = tuple((one.number, one.valid_until) for one in drawn)
    # The fits do not change while the latest article is the same.
    newest = next(iter(request.room.articles.latest(ArticleQuery(site=site, limit=1))), None)
    fits = request.remembered(
        ("fits", site, numbers, newest.url if newest else None),
        lambda: request.room.templates.fits(site, drawn),
    )
    return View(
        template="templates.html",
        content={
            "site": site,
            "versions": [(one, tag_counts(one.template)) for one in templates[::-1][:_MOST_VERSIONS]],
            "drifts": drifts,
            "chart": fit_chart_of(fits, drawn, drifts),
            "drawn": drawn,
            "days": days_of_fits(fits),
        },
    )


def template_page(request: PageRequest) -> View:
    """One template: its tags, the length of its description, and its paths as an outline."""
    site = request.named("site")
    found = _numbered(request, site)
    if found is None:
        raise HTTPException(404)
    template = found.template
    branches = path_tree(template)
    return View(
        template="template.html",
        content={
            "site": site,
            "one": found,
            "tags": tag_counts(template),
            "branches": branches[:_MOST_BRANCHES],
            "left_off": max(0, len(branches) - _MOST_BRANCHES),
            "fields": sorted(template.fields.items()),
            "segments": sorted(template.segments.items(), key=lambda item: (-item[1], item[0]))[:_MOST_SEGMENTS],
        },
    )


def _numbered(request: PageRequest, site: str) -> SiteTemplate | None:
    number = request.named("number")
    if len(number) > _MOST_NUMBER or not number.isdecimal():
        return None
    return next((one for one in request.room.templates(site) if one.number == int(number)), None)


def _is_followed(request: PageRequest, site: str) -> bool:
    return any(paper_of(followed.source.url) == site for followed in request.room.sources())
