"""The inputs and outputs of rendering: budgets, the files that a page requests, the page as drawn."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from newsloom.dom.layout import Layout
from newsloom.dom.layoutbytes import pack_layout
from newsloom.records import Drawing, Resource

__all__ = ["RenderSettings", "RenderTask", "RenderedPage", "Resource", "ResourceSource"]

_PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderSettings:
    """How pages are drawn.

    ``seconds`` is for one page with everything it requests; ``settle_seconds`` of them are for what its scripts request
    after it has loaded. ``max_requests`` and ``max_bytes`` limit what is fetched for one page; anything beyond them is
    left out. ``executable`` is the browser; None looks for Debian's chromium and similar programs.
    """

    executable: str | None = None
    seconds: float = 15.0
    settle_seconds: float = 2.0
    max_requests: int = 100
    max_bytes: int = 10_000_000
    width: int = 1280
    height: int = 1024

    def find_program(self) -> str | None:
        """The browser's path. None if there is none."""
        names = (self.executable,) if self.executable else _PROGRAMS
        return next(filter(None, map(shutil.which, names)), None)


ResourceSource = Callable[[str], Awaitable[Resource | None]]
"""Returns the file that a page requests by its address. None refuses the request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderTask:
    """One page to draw, and how. ``known`` are files already at hand, which do not count towards its budget."""

    page: Resource
    source: ResourceSource
    settings: RenderSettings
    seconds: float = 0.0
    has_scripts: bool = False
    has_picture: bool = False
    known: Mapping[str, Resource] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPage:
    """A page as drawn.

    ``html`` is the page's markup after its scripts, in UTF-8, and ``layout`` belongs to the tree that ``parse`` makes
    of it. ``resources`` are all files that were used: with them the page can be drawn again offline. ``reason`` says
    what went wrong, such as a budget that was used up; None if nothing did. ``picture`` is a PNG of the whole page if
    one was requested.
    """

    url: str
    html: bytes
    layout: Layout
    resources: tuple[Resource, ...] = ()
    has_scripts: bool = False
    reason: str | None = None
    picture: bytes | None = None

    def drawing(self) -> Drawing:
        """The part that is stored with the page."""
        return Drawing(
            html=self.html,
            layout=pack_layout(self.layout),
            has_scripts=self.has_scripts,
            reason=self.reason,
            resources=self.resources,
        )
