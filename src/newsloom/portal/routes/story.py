"""A story: its reports, what is new since the last visit, and what each paper alone says."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from starlette.exceptions import HTTPException

from newsloom.portal.bookmarks import following_id, mark, marked_at
from newsloom.portal.charts import timeline_of
from newsloom.portal.comparison import compare_papers
from newsloom.portal.reports import MOST_REPORTS, ShownReport, news_since, story_with_reports
from newsloom.portal.requests import PageRequest, View
from newsloom.records import Coverage

__all__ = ["differences", "story"]


def story(request: PageRequest) -> View:
    """The story's page."""
    found, reports = _story_and_reports(request)
    since = request.moment("since") or marked_at(request, "visit", found.id)
    return View(
        template="story.html",
        content={
            "story": found,
            "reports": reports,
            "hidden": max(0, len(found.reports) - MOST_REPORTS),
            "different": len({report.name for report in reports}) > 1,
            "timeline": timeline_of(found),
            "since": since,
            "news": news_since(request, found, reports, since) if since else (),
            "following": following_id(request, "event", found.id),
        },
        afterwards=mark(request, "visit", found.id),
    )


def differences(request: PageRequest) -> View:
    """The papers side by side, with the sentences that only one of them has."""
    found, reports = _story_and_reports(request)
    comparison = request.remembered(
        ("comparison", request.locale.code, _digest(reports)), lambda: compare_papers(reports)
    )
    hidden = max(0, len(found.reports) - MOST_REPORTS)
    return View(
        template="differences.html",
        content={"story": found, "comparison": comparison, "left_out": comparison.left_out + hidden},
    )


def _story_and_reports(request: PageRequest) -> tuple[Coverage, tuple[ShownReport, ...]]:
    found = story_with_reports(request, request.named("id"))
    if found is None:
        raise HTTPException(404)
    if found[0].id != request.named("id"):
        # It became part of another story.
        raise HTTPException(301, headers={"Location": request.path.replace(request.named("id"), found[0].id, 1)})
    return found


def _digest(reports: Sequence[ShownReport]) -> str:
    """A digest of all that is shown of the reports: an edit of one changes no time of its story."""
    said = hashlib.sha256()
    for report in (shown for one in reports for shown in (one, *one.copies)):
        article = report.article
        shown = (article.url, article.title, article.language, article.text, report.name, report.seen_at)
        said.update("\0".join(map(str, (*shown, ""))).encode("utf-8", "surrogatepass"))
    return said.hexdigest()
