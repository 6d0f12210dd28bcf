"""Bylines by kind, as newspapers print them: read alike on pages and in feeds. The table is bylines.tsv."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from newsloom.discovery.feeds import read_feed
from newsloom.dom import parse
from newsloom.metadata.byline import find_authors

Byline = tuple[str, str, tuple[str, ...]]


def bylines() -> list[Byline]:
    lines = Path(__file__).with_name("bylines.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [(kind, printed, tuple(filter(None, names.split("; ")))) for kind, printed, names in rows]


PRINTED = [(printed, names) for kind, printed, names in bylines() if kind != "page"]
MARKED_UP = [(piece, names) for kind, piece, names in bylines() if kind == "page"]


def test_there_are_at_least_150_bylines_of_many_kinds() -> None:
    assert len(bylines()) >= 150
    assert len({kind for kind, _, _ in bylines()}) >= 10


@pytest.mark.parametrize(("printed", "names"), PRINTED)
def test_byline_of_a_page_names_its_authors(printed: str, names: tuple[str, ...]) -> None:
    assert find_authors(parse(f"<h1>Rain at last</h1><p class='byline'>{escape(printed)}</p>"))[0] == names


@pytest.mark.parametrize(("printed", "names"), PRINTED)
def test_creator_of_a_feed_names_its_authors(printed: str, names: tuple[str, ...]) -> None:
    item = f"<item><link>https://loom.example/rain</link><author>{escape(printed)}</author></item>"
    feed = read_feed(f"<rss><channel>{item}</channel></rss>".encode(), url="https://loom.example/rss")
    assert feed.links[0].authors == names


@pytest.mark.parametrize(("piece", "names"), MARKED_UP)
def test_marks_of_a_page_name_its_authors(piece: str, names: tuple[str, ...]) -> None:
    story = "<p>The river rose all night and reached the mill in the morning.</p>" * 5
    assert find_authors(parse(f"<h1>Rain at last</h1>{piece}{story}"))[0] == names
