"""The columnists of each paper, with their latest columns."""

from __future__ import annotations

from typing import Final

from newsloom.portal.bookmarks import muted_by
from newsloom.portal.boxes import COLUMNS, columnists_of
from newsloom.portal.requests import PageRequest, View
from newsloom.records import ArticleQuery

__all__ = ["columnists"]

_COLUMNS: Final = 200


def columnists(request: PageRequest) -> View:
    """The authors of the latest columns, the most recent first."""
    language = request.press_language
    found = request.room.articles.latest(ArticleQuery(section=COLUMNS, language=language, limit=_COLUMNS))
    return View(
        template="columnists.html",
        content={
            "columnists": columnists_of(found, muted_by(request)),
            "column_section": COLUMNS,
            "language": language,
        },
    )
