"""Wraps Newsloom's own rooms as ``Peer``s, so that all contestants are called in the same way."""

from __future__ import annotations

import functools
import importlib
from importlib.resources import files

import newsloom
from benchmarks.peers import ALL_FIELDS, Answer, Peer
from newsloom.catalogue import room

__all__ = ["is_trained", "rooms"]


def rooms() -> tuple[Peer, ...]:
    """Returns every extractor of the catalogue, called through ``newsloom.extract`` as users call it."""
    return tuple(
        Peer(name=name, package="newsloom", answer=functools.partial(_answer, extractor=name), fields=ALL_FIELDS)
        for name in newsloom.available("extractor")
    )


def is_trained(name: str) -> bool:
    """Returns whether a room has a model: its scores on the pages it was trained on mean nothing."""
    package = room("extractor", name).__module__.rpartition(".")[0]
    return (files(importlib.import_module(package)) / "data").is_dir()


def _answer(page: bytes, url: str | None, *, extractor: str) -> Answer:
    article = newsloom.extract(page, url=url, extractor=extractor)
    return Answer(text=article.text, title=article.title, date=article.date, authors=article.authors)
