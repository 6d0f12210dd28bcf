"""Templates of sites, and their changes over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from newsloom.records.description import described

__all__ = ["Drift", "SiteSegments", "SiteTemplate", "Template"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """What the pages of one template share; ``members`` are indexes of the pages learned from.

    ``paths`` are the paths to elements and texts (``html/body/h1/#World``) with how many members have each;
    ``content_paths`` those of elements in which the members' texts differ. ``description_parts`` are the three parts
    of the description length, in bits: the template, who its members are, and where they differ from it.
    ``segments`` are repeated texts by their paths, with how many pages have each, ``blocks`` the paths of blocks made
    of them. ``pattern`` is the tree of an extraction pattern, one line for each node. ``kept`` and ``fields`` are about
    places of lines (``html/body/div/p``): the share of the words there that an extractor keeps, for places that most
    members have; and where the headline, byline, date and body stand. Empty where a method has none.
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
    """A template of a site as the newsroom keeps it, valid from a time until another took its place.

    ``pages`` is how many it was learned from, ``fit`` the least share that one of them has of what the others share: a
    page with less of the template's paths does not fit.
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
    """A site's pages stopped fitting: since when, when that was noticed, how well they fit before and after.

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
    """The text segment table of a site after ``pages`` pages, which are its clock.

    ``segments`` are texts by their paths, with on how many pages each stood and the number of the last of them;
    ``blocks`` the paths of blocks, with how often one there was template when its page came, and how often not.
    ``counted_until`` is when the last counted page was fetched.
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
