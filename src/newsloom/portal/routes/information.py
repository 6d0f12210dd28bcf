"""What is read most, help, what the portal is, and what a browser asks of it: pages that explain."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import newsloom
from newsloom.portal.visits import View, Visit
from newsloom.records import StoryQuery

__all__ = ["about", "guide", "most_read"]

_READ: Final = 20
_WEEK: Final = timedelta(days=7)


def most_read(visit: Visit) -> View:
    """The articles that most readers have opened within a week; the biggest stories where nobody has."""
    read = visit.room.readers.most_read(visit.now - _WEEK, _READ)
    stories = () if read else visit.room.stories(StoryQuery(limit=10))
    return View(template="most_read.html", content={"read": read, "stories": stories})


def guide(visit: Visit) -> View:  # noqa: ARG001 - the same for every visit
    """What is where, and the keys."""
    return View(template="help.html")


def about(visit: Visit) -> View:
    """What the portal is, with some figures."""
    masthead = visit.request.app.state.masthead.get()
    counts = visit.room.counts()
    figures = (
        ("articles", counts.articles),
        ("stories", counts.stories),
        ("papers", len(masthead.papers)),
        ("languages", len(masthead.languages)),
    )
    return View(template="about.html", content={"figures": figures, "version": newsloom.__version__})
