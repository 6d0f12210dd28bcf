"""Invented labelled sets, packed as the real ones are."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

NAVIGATION = "Home Sport Weather Contact"

FERRY = {
    "id": "ferry",
    "url": "https://www.harbour-post.example/news/ferry",
    "lang": "en",
    "type": "article",
    "title": "Ferry leaves Skarvik an hour late",
    "date": "2019-03-04",
    "authors": ["Ada Berg"],
    "text": "The morning ferry left Skarvik an hour late on Monday. Fog had closed the outer harbour. Nobody minded.",
    "with": ["Fog had closed the outer harbour"],
    "without": ["Home Sport"],
}
BRIDGE = {
    "id": "bridge",
    "site": "valley-echo.example",
    "lang": "en",
    "title": "Bridge at Oldham Mill opens again",
    "text": "After two years the stone bridge at Oldham Mill is open. The mayor walked across it first, alone.",
    "template": "valley-echo.example-2005",
}
SHOP = {"id": "shop", "url": "https://shop.example/", "type": "product", "title": "Rope", "text": "Ten metres of rope."}


def page_of(truth: Mapping[str, Any]) -> bytes:
    """A page with a navigation block, the story, and a footer."""
    return (
        f"<html><head><title>{truth.get('title', '')}</title></head><body><div>{NAVIGATION}</div>"
        f"<div><h1>{truth.get('title', '')}</h1><p>{truth.get('text', '')}</p></div><div>All rights reserved</div>"
        "</body></html>"
    ).encode()


def truth_lines(truths: Sequence[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(truth) + "\n" for truth in truths).encode()


def members_of(truths: Sequence[Mapping[str, Any]]) -> dict[str, bytes]:
    """The files of a set, in the order of the real archives: pages before the truth."""
    pages = {f"./pages/{truth['id']}.html": page_of(truth) for truth in truths}
    return dict(sorted(pages.items())) | {"./truth.jsonl": truth_lines(truths)}


def pack(path: Path, members: Mapping[str, bytes]) -> Path:
    with tarfile.open(path, "w:xz") as tar:
        for folder in (".", "./pages"):
            entry = tarfile.TarInfo(folder)
            entry.type = tarfile.DIRTYPE
            tar.addfile(entry)
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return path


def unpack(path: Path, members: Mapping[str, bytes]) -> Path:
    (path / "pages").mkdir(parents=True)
    for name, content in members.items():
        (path / name).write_bytes(content)
    return path
