"""Reads the labels of a front page into a ``FrontTruth``.

``items`` are what a reader sees, ``story`` the addresses that lead to stories, ``site_links`` those that do not; links
in neither list are not judged. Knows nothing of files and pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.jsonlines import optional_strings

__all__ = ["FrontTruth", "TrueItem", "read_front"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueItem:
    """One item of a front page; a field is None if it was not labelled."""

    url: str
    title: str | None = None
    teaser: str | None = None
    image_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontTruth:
    """The labels of one front page; ``items`` is empty if only the links were labelled."""

    story_links: tuple[str, ...]
    site_links: tuple[str, ...]
    items: tuple[TrueItem, ...] = ()


def read_front(values: Mapping[str, Any], where: str) -> FrontTruth | None:
    """Returns the labels of a front page, None if there are none. ``where`` names the line in a ``CorpusError``."""
    if values.get("story") is None:
        return None
    return FrontTruth(
        story_links=optional_strings(values, "story", where) or (),
        site_links=optional_strings(values, "site_links", where) or (),
        items=_items(values.get("items", []), where),
    )


def _items(value: Any, where: str) -> tuple[TrueItem, ...]:
    if isinstance(value, list) and all(map(_is_item, value)):
        return tuple(
            TrueItem(url=one["url"], title=one.get("title"), teaser=one.get("teaser"), image_url=one.get("image_url"))
            for one in value
        )
    raise CorpusError(where, 'wanted a list of objects with "url" and texts under "items", found something else')


def _is_item(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("url"), str):
        return False
    return all(isinstance(value.get(key), str | None) for key in ("title", "teaser", "image_url"))
