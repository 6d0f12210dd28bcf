"""Templates of sites, and their changes over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from newsloom.records.description import described

__all__ = ["Drift", "SiteSegments", "SiteTemplate", "Template"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """What the pages of one template share. ``members`` are the indexes of the pages it was learned from.

    ``paths`` maps the paths of elements and texts (``html/body/h1/#World``) to the number of members that have each;
    ``content_paths`` are the paths of elements whose texts differ between members. ``description_parts`` are the three
    parts of the description length, in bits: the template, which pages are its members, and where these differ from
    it. ``segments`` maps the paths of repeated texts to the number of pages with each; ``blocks`` are the paths of
    blocks made of them. ``pattern`` is the tree of an extraction pattern, one line per node. ``kept`` and ``fields``
    are about the places of lines (``html/body/div/p``): ``kept`` is the share of the words there that an extractor
    keeps, for places that most members have; ``fields`` says where the headline, byline, date and body are. A field is
    empty if the method does not learn it.
    """

    method: str
    version: int
    members: tuple[int, ...]
    paths: Mapping[str, int] = field(default_factory=dict)
    content_paths: frozenset[str] = frozenset()
    description_length: float | None = None
    description_parts: tuple[float, float, float] | None = None
    segments: Mapping[str, int] = field(default_factory=dict)
    blocks: frozenset[str] = frozenset()
    pattern: tuple[str, ...] = ()
    kept: Mapping[str, float] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        pages, paths = len(self.members), len(self.paths)
        return described(self, method=self.method, version=self.version, pages=pages, paths=paths)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteTemplate:
    """A template of a site as the newsroom keeps it, valid from a time until another replaced it.

    ``pages`` is the number of pages it was learned from. ``fit`` is the least share of the others' common paths that
    one of these pages has; a page with a smaller share of the template's paths does not fit.
    """

    site: str
    number: int
    template: Template
    valid_from: datetime
    valid_until: datetime | None = None
    pages: int = 0
    fit: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """The pages of a site no longer fit its template: since when, when it was noticed, and the fit before and after.

    ``gone`` and ``new`` are the paths by which old and new pages differ most. ``settled_at`` is when a new template
    took over.
    """

    site: str
    since: datetime
    noticed_at: datetime
    fit_before: float
    fit_after: float
    pages: int
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    settled_at: datetime | None = None

    def __repr__(self) -> str:
        fits = {"fit_before": round(self.fit_before, 2), "fit_after": round(self.fit_after, 2)}
        return described(self, site=self.site, since=self.since.isoformat(), pages=self.pages, **fits)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSegments:
    """The text segment table of a site after ``pages`` pages; the page count serves as its clock.

    ``segments`` maps texts by their paths to the number of pages with each and the number of the last such page.
    ``blocks`` maps the paths of blocks to how often a block there was template when its page arrived, and how often
    it was not. ``counted_until`` is when the last counted page was fetched.
    """

    site: str
    method: str
    counted_until: datetime
    pages: int
    segments: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    blocks: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __repr__(self) -> str:
        segments, blocks = len(self.segments), len(self.blocks)
        return described(self, site=self.site, pages=self.pages, segments=segments, blocks=blocks)
