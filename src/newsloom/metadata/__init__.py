"""Reads the metadata of a page's article: what it declares first, what it shows second.

``describe`` takes a ``Document`` and returns a ``Metadata`` with the fields of an ``Article`` that do not depend on its
text, and the source of each. The text of the story is not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from newsloom.dom import Document
from newsloom.metadata.access import find_access
from newsloom.metadata.byline import find_authors
from newsloom.metadata.dates import find_published
from newsloom.metadata.pictures import find_pictures
from newsloom.metadata.section import find_section
from newsloom.records import Image

__all__ = ["Metadata", "describe"]


class Metadata(NamedTuple):
    """The fields of an article other than its text. ``provenance`` maps each field that has a value to its source."""

    title: str | None = None
    description: str | None = None
    published: datetime | None = None
    modified: datetime | None = None
    date: str | None = None
    authors: tuple[str, ...] = ()
    section: str | None = None
    keywords: tuple[str, ...] = ()
    language: str | None = None
    canonical_url: str | None = None
    site: str | None = None
    images: tuple[Image, ...] = ()
    access: str | None = None
    provenance: Mapping[str, str] = MappingProxyType({})


_AS_DECLARED = ("description", "modified", "keywords", "canonical_url", "site")


def describe(document: Document) -> Metadata:
    """Everything that the page says about its article, to machines or to readers."""
    declared = document.declared
    provenance = {name: declared.sources[name] for name in _AS_DECLARED if name in declared.sources}
    published, date, source = find_published(document)
    if source:
        provenance["date"] = source
    if published:
        provenance["published"] = source
    authors, source = find_authors(document)
    if authors:
        provenance["authors"] = source
    images, source = find_pictures(document)
    if images:
        provenance["images"] = source
    access, source = find_access(document)
    if access:
        provenance["access"] = source
    section, source = find_section(document)
    if section:
        provenance["section"] = source
    if document.headline:
        provenance["title"] = "headline"
    if document.language:
        provenance["language"] = declared.sources["language"] if document.language == declared.language else "text"
    return Metadata(
        title=document.headline,
        published=published,
        date=date,
        authors=authors,
        images=images,
        access=access,
        section=section,
        language=document.language,
        provenance=provenance,
        **{name: getattr(declared, name) for name in _AS_DECLARED},
    )
