from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, get_args, get_type_hints

import pytest

import newsloom
import newsloom.newsroom
import newsloom.records

PUBLIC = [
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


def test_the_public_names_are_these_and_few():
    assert newsloom.__all__ == PUBLIC
    assert len(PUBLIC) <= 38


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_resolves_and_is_listed(name):
    assert getattr(newsloom, name) is not None
    assert name in dir(newsloom)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'extrct'"):
        newsloom.extrct  # noqa: B018


def test_the_version_is_that_of_the_installed_package():
    assert newsloom.__version__ == version("newsloom")


def test_the_package_that_fetches_can_be_called_whatever_was_imported_before():
    assert callable(newsloom.fetch)
    importlib.import_module("newsloom.fetch.client")
    assert callable(newsloom.fetch)


def test_no_public_name_is_a_subpackage():
    folders = {"text", "dom", "metadata", "extractors", "engines", "evaluation", "pipeline", "cli", "press", "testing"}
    assert not folders & set(newsloom.__all__)


def test_what_a_newsroom_takes_and_gives_can_be_imported():
    with newsloom.open_newsroom(":memory:") as room:
        parts = [room, *(one for one in vars(room).values() if type(one).__name__.startswith("Newsroom"))]
    public = {*newsloom.__all__, *newsloom.records.__all__, *newsloom.newsroom.__all__}
    found = {one for part in parts for one in _types_of(part)}
    assert {"History", "Hit", "Article", "Difference"} <= {one.__name__ for one in found}
    assert {one.__name__ for one in found} <= public


def _types_of(part: object) -> Iterator[type]:
    for name, method in vars(type(part)).items():
        if inspect.isfunction(method) and (not name.startswith("_") or name == "__call__"):
            for hint in get_type_hints(method).values():
                yield from _named_in(hint)


def _named_in(hint: Any) -> Iterator[type]:
    if inspect.isclass(hint) and hint.__module__.startswith("newsloom."):
        yield hint
    for part in hint if isinstance(hint, list) else get_args(hint):
        yield from _named_in(part)
