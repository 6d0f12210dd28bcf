"""A story: all its reports, what is new since the last visit, and who says what."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from starlette.exceptions import HTTPException

from newsloom.portal.charts import timeline_of
from newsloom.portal.marks import following_id, mark, marked_at
from newsloom.portal.reports import MOST_REPORTS, ShownReport, news_since, own_words, told_story
from newsloom.portal.visits import View, Visit
from newsloom.records import Coverage

__all__ = ["differences", "story"]


def story(visit: Visit) -> View:
    """The story's page."""
    found, reports = _told(visit)
    since = visit.moment("since") or marked_at(visit, "visit", found.id)
    return View(
        template="story.html",
        content={
            "story": found,
            "reports": reports,
            "hidden": max(0, len(found.reports) - MOST_REPORTS),
            "different": len({report.name for report in reports}) > 1,
            "timeline": timeline_of(found),
            "since": since,
            "news": news_since(visit, found, reports, since) if since else (),
            "following": following_id(visit, "event", found.id),
        },
        afterwards=mark(visit, "visit", found.id),
    )


def differences(visit: Visit) -> View:
    """The reports side by side, with the sentences that only one of them has."""
    found, reports = _told(visit)
    telling = visit.remembered(("telling", visit.locale.code, _digest(reports)), lambda: own_words(reports))
    return View(template="differences.html", content={"story": found, "telling": telling})


def _told(visit: Visit) -> tuple[Coverage, tuple[ShownReport, ...]]:
    found = told_story(visit, visit.named("id"))
    if found is None:
        raise HTTPException(404)
    if found[0].id != visit.named("id"):
        # It became a part of another.
        raise HTTPException(301, headers={"Location": visit.path.replace(visit.named("id"), found[0].id, 1)})
    return found


def _digest(reports: Sequence[ShownReport]) -> str:
    """Equal for reports that say the same and are shown alike; an edit of one moves no time of its story."""
    said = hashlib.sha256()
    for report in reports:
        article = report.article
        shown = (article.url, article.title, article.language, article.text, report.name, report.seen_at)
        said.update("\0".join(map(str, (*shown, ""))).encode("utf-8", "surrogatepass"))
    return said.hexdigest()
