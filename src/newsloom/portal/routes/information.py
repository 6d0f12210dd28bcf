"""The pages with what is read most, help, and what the portal is."""

from __future__ import annotations

from typing import Final

import newsloom
from newsloom.portal.boxes import READ_WITHIN
from newsloom.portal.requests import PageRequest, View
from newsloom.records import StoryQuery

__all__ = ["about", "guide", "most_read"]

_READ: Final = 20


def most_read(request: PageRequest) -> View:
    """The articles that most readers have opened within a week; the biggest stories if there are none."""
    read = request.room.readers.most_read(request.now - READ_WITHIN, _READ)
    stories = () if read else request.room.stories(StoryQuery(limit=10))
    return View(template="most_read.html", content={"read": read, "stories": stories})


def guide(request: PageRequest) -> View:  # noqa: ARG001 - the same for every request
    """The help page: where things are, and the keyboard shortcuts."""
    return View(template="help.html")


def about(request: PageRequest) -> View:
    """What the portal is, with some figures."""
    navigation = request.http.app.state.navigation.get()
    counts = request.room.counts()
    figures = (
        ("articles", counts.articles),
        ("stories", counts.stories),
        ("papers", len(navigation.papers)),
        ("languages", len(navigation.languages)),
    )
    return View(template="about.html", content={"figures": figures, "version": newsloom.__version__})
