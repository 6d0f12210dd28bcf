"""The records that travel between stages: link, page, extraction, article, item, template, story.

Every record is frozen; times are aware. ``None`` means *this method is silent*, empty means
*there is none*. These modules import nothing of Newsloom's but ``Block`` and the way blocks are written.
"""

from __future__ import annotations

from newsloom.prose import Block
from newsloom.records.articles import Article, Extraction, Image, Revision
from newsloom.records.gathering import Appointment, Failure, Fetch, Link, Page, Run, Source, Version
from newsloom.records.items import Item
from newsloom.records.stories import Story
from newsloom.records.templates import Template

__all__ = [
    "Appointment",
    "Article",
    "Block",
    "Extraction",
    "Failure",
    "Fetch",
    "Image",
    "Item",
    "Link",
    "Page",
    "Revision",
    "Run",
    "Source",
    "Story",
    "Template",
    "Version",
]
