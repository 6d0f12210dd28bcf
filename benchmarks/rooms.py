"""Newsloom's own rooms in the shape of the peers, so that all are asked alike: the catalogue in, ``Peer``s out."""

from __future__ import annotations

import functools
import importlib
from importlib.resources import files

import newsloom
from benchmarks.peers import ALL_FIELDS, Answer, Peer
from newsloom.catalogue import room

__all__ = ["is_trained", "rooms"]


def rooms() -> tuple[Peer, ...]:
    """Every extractor of the catalogue, through ``newsloom.extract`` as a user calls it."""
    return tuple(
        Peer(name=name, package="newsloom", answer=functools.partial(_answer, extractor=name), fields=ALL_FIELDS)
        for name in newsloom.available("extractor")
    )


def is_trained(name: str) -> bool:
    """Whether a room carries a model: its scores on the pages it was trained on say nothing."""
    package = room("extractor", name).__module__.rpartition(".")[0]
    return (files(importlib.import_module(package)) / "data").is_dir()


def _answer(page: bytes, url: str | None, *, extractor: str) -> Answer:
    article = newsloom.extract(page, url=url, extractor=extractor)
    return Answer(text=article.text, title=article.title, date=article.date, authors=article.authors)
