"""The records that travel between stages: link, page, extraction, article, item, template, story.

Every record is frozen and its times are aware. ``None`` means that the method does not say; an empty value means that
there is none. These modules import little of Newsloom: ``Block``, and what formats and counts its text. Each module is
imported on first use, because creating all the classes takes longer than extracting a page.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from newsloom.blocks import Block, BlockImage, BlockLink
    from newsloom.records.articles import Article, Extraction, Image
    from newsloom.records.comments import Comment
    from newsloom.records.gathering import (
        Appointment,
        Damage,
        Drawing,
        Failure,
        Fetch,
        Link,
        Page,
        Resource,
        Run,
        Source,
        Version,
    )
    from newsloom.records.items import Item, ItemPages, StoredItem
    from newsloom.records.queries import ArticleQuery, Filter, StoryQuery, article_filters, story_filters
    from newsloom.records.readers import Account, ApiKey, Following, ReadingMark, Session, Visit
    from newsloom.records.stored import Revision, StoredArticle, told_when
    from newsloom.records.stories import Coverage, Hit, Report, Story, Topic, reports_in_order
    from newsloom.records.templates import Drift, SiteSegments, SiteTemplate, Template

__all__ = [
    "Account",
    "ApiKey",
    "Appointment",
    "Article",
    "ArticleQuery",
    "Block",
    "BlockImage",
    "BlockLink",
    "Comment",
    "Coverage",
    "Damage",
    "Drawing",
    "Drift",
    "Extraction",
    "Failure",
    "Fetch",
    "Filter",
    "Following",
    "Hit",
    "Image",
    "Item",
    "ItemPages",
    "Link",
    "Page",
    "ReadingMark",
    "Report",
    "Resource",
    "Revision",
    "Run",
    "Session",
    "SiteSegments",
    "SiteTemplate",
    "Source",
    "StoredArticle",
    "StoredItem",
    "Story",
    "StoryQuery",
    "Template",
    "Topic",
    "Version",
    "Visit",
    "article_filters",
    "reports_in_order",
    "story_filters",
    "told_when",
]

_HOMES: Final = {
    "newsloom.blocks": ("Block", "BlockImage", "BlockLink"),
    "newsloom.records.articles": ("Article", "Extraction", "Image"),
    "newsloom.records.comments": ("Comment",),
    "newsloom.records.queries": ("ArticleQuery", "Filter", "StoryQuery", "article_filters", "story_filters"),
    "newsloom.records.stored": ("Revision", "StoredArticle", "told_when"),
    "newsloom.records.gathering": (
        "Appointment",
        "Damage",
        "Drawing",
        "Failure",
        "Fetch",
        "Link",
        "Page",
        "Resource",
        "Run",
        "Source",
        "Version",
    ),
    "newsloom.records.items": ("Item", "ItemPages", "StoredItem"),
    "newsloom.records.readers": ("Account", "ApiKey", "Following", "ReadingMark", "Session", "Visit"),
    "newsloom.records.stories": ("Coverage", "Hit", "Report", "Story", "Topic", "reports_in_order"),
    "newsloom.records.templates": ("Drift", "SiteSegments", "SiteTemplate", "Template"),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Cached, so that the second lookup is an ordinary attribute.
    value = globals()[name] = getattr(importlib.import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
