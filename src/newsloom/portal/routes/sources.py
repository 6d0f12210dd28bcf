"""The followed newspapers, with their health and the state of their templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from newsloom.newsroom import FollowedSource
from newsloom.portal.paths import paper_of
from newsloom.portal.requests import PageRequest, View
from newsloom.records import Drift, SiteTemplate

__all__ = ["sources"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperStatus:
    """A newspaper; ``health`` is "fine", "waiting", "troubled" or "failing"."""

    site: str
    name: str
    health: str
    sources: tuple[FollowedSource, ...]
    template: SiteTemplate | None = None
    drift: Drift | None = None


def sources(request: PageRequest) -> View:
    """All newspapers, by name."""
    papers: dict[str, list[FollowedSource]] = {}
    for followed in request.room.sources():
        papers.setdefault(paper_of(followed.source.url), []).append(followed)
    names: dict[str, str] = request.http.app.state.navigation.get().papers
    shown = [
        PaperStatus(
            site=site,
            name=names.get(site, site),
            health=_health(several),
            sources=tuple(several),
            template=several[0].template,
            drift=next((one.drift for one in several if one.drift and one.drift.settled_at is None), None),
        )
        for site, several in papers.items()
    ]
    return View(template="sources.html", content={"papers": sorted(shown, key=lambda paper: paper.name.casefold())})


def _health(sources: Sequence[FollowedSource]) -> str:
    if all(one.appointment.checked_at is None for one in sources):
        return "waiting"
    failing = [one for one in sources if one.appointment.failures]
    if not failing:
        return "fine"
    return "failing" if len(failing) == len(sources) else "troubled"
