"""The demo pages: made-up pages that are part of the package, each with its truth.

``demo_pages`` returns pages as bytes with what a reader would say of them. The papers, places and people are invented.
This module extracts nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files

__all__ = ["DemoPage", "demo_pages"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPage:
    """One made-up page and the truth about it; ``note`` says what is hard about the page."""

    name: str
    page: bytes
    url: str
    note: str
    title: str
    date: str
    authors: tuple[str, ...]
    language: str
    text: str


def demo_pages() -> tuple[DemoPage, ...]:
    """All demo pages, by name."""
    folder = files(__package__) / "pages"
    names = sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))
    return tuple(_read_page(name) for name in names)


def _read_page(name: str) -> DemoPage:
    folder = files(__package__) / "pages"
    truth = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    truth["authors"] = tuple(truth["authors"])
    return DemoPage(name=name, page=(folder / f"{name}.html").read_bytes(), **truth)
