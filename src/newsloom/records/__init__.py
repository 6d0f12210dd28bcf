"""The records that travel between stages: link, page, extraction, article, item, template, story.

Every record is frozen; times are aware. ``None`` means *this method is silent*, empty means
*there is none*. These modules import nothing of Newsloom's but ``Block`` and the way blocks are written.
"""

from __future__ import annotations

from newsloom.prose import Block
from newsloom.records.articles import Article, ArticleQuery, Clipping, Extraction, Image, Revision
from newsloom.records.gathering import Appointment, Failure, Fetch, Link, Page, Run, Source, Version
from newsloom.records.items import Item
from newsloom.records.readers import Account, ApiKey, Following, ReadingMark, Session
from newsloom.records.stories import Coverage, Hit, Report, Story, StoryQuery, Topic
from newsloom.records.templates import Drift, SiteTemplate, Template

__all__ = [
    "Account",
    "ApiKey",
    "Appointment",
    "Article",
    "ArticleQuery",
    "Block",
    "Clipping",
    "Coverage",
    "Drift",
    "Extraction",
    "Failure",
    "Fetch",
    "Following",
    "Hit",
    "Image",
    "Item",
    "Link",
    "Page",
    "ReadingMark",
    "Report",
    "Revision",
    "Run",
    "Session",
    "SiteTemplate",
    "Source",
    "Story",
    "StoryQuery",
    "Template",
    "Topic",
    "Version",
]
