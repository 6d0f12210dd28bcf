"""Newsloom reads newspapers on the web the way a person does.

Each public name is imported on first use, so ``import newsloom`` costs almost nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from newsloom.catalogue import available
    from newsloom.dom import Document
    from newsloom.errors import FetchError, InputError, MissingExtra, NewsloomError, StoreError, UnknownName
    from newsloom.fetch import fetch, fetch_async
    from newsloom.newsroom import Newsroom, open_newsroom
    from newsloom.pipeline.comments import read_comments
    from newsloom.pipeline.extract import extract
    from newsloom.pipeline.group import cluster, first_stories, similarity, summarize, track
    from newsloom.pipeline.learn import learn
    from newsloom.pipeline.read import read_items
    from newsloom.records import (
        Article,
        ArticleQuery,
        Block,
        Comment,
        Coverage,
        Extraction,
        Image,
        Item,
        Page,
        Source,
        StoredArticle,
        Story,
        StoryQuery,
        Template,
        Topic,
    )
    from newsloom.settings import Settings

    __version__: str

__all__ = [
    "Article",
    "ArticleQuery",
    "Block",
    "Comment",
    "Coverage",
    "Document",
    "Extraction",
    "FetchError",
    "Image",
    "InputError",
    "Item",
    "MissingExtra",
    "NewsloomError",
    "Newsroom",
    "Page",
    "Settings",
    "Source",
    "StoreError",
    "StoredArticle",
    "Story",
    "StoryQuery",
    "Template",
    "Topic",
    "UnknownName",
    "__version__",
    "available",
    "cluster",
    "extract",
    "fetch",
    "fetch_async",
    "first_stories",
    "learn",
    "open_newsroom",
    "read_comments",
    "read_items",
    "similarity",
    "summarize",
    "track",
]

_HOMES: Final = {
    "Article": "newsloom.records",
    "ArticleQuery": "newsloom.records",
    "Block": "newsloom.records",
    "Comment": "newsloom.records",
    "Coverage": "newsloom.records",
    "Document": "newsloom.dom",
    "Extraction": "newsloom.records",
    "FetchError": "newsloom.errors",
    "Image": "newsloom.records",
    "InputError": "newsloom.errors",
    "Item": "newsloom.records",
    "MissingExtra": "newsloom.errors",
    "NewsloomError": "newsloom.errors",
    "Newsroom": "newsloom.newsroom",
    "Page": "newsloom.records",
    "Settings": "newsloom.settings",
    "Source": "newsloom.records",
    "StoreError": "newsloom.errors",
    "StoredArticle": "newsloom.records",
    "Story": "newsloom.records",
    "StoryQuery": "newsloom.records",
    "Template": "newsloom.records",
    "Topic": "newsloom.records",
    "UnknownName": "newsloom.errors",
    "available": "newsloom.catalogue",
    "cluster": "newsloom.pipeline.group",
    "extract": "newsloom.pipeline.extract",
    "fetch_async": "newsloom.fetch",
    "first_stories": "newsloom.pipeline.group",
    "learn": "newsloom.pipeline.learn",
    "open_newsroom": "newsloom.newsroom",
    "read_comments": "newsloom.pipeline.comments",
    "read_items": "newsloom.pipeline.read",
    "similarity": "newsloom.pipeline.group",
    "summarize": "newsloom.pipeline.group",
    "track": "newsloom.pipeline.group",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value: Any = importlib.import_module("importlib.metadata").version("newsloom")
    elif name == "fetch":
        # newsloom.fetch is a callable package: the next import of it would replace a function of the same name.
        return importlib.import_module("newsloom.fetch")
    elif name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Stored, so that the next look-up is an ordinary attribute access.
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
