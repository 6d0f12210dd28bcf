"""``newsloom items`` as a user calls it."""

from __future__ import annotations

import json
from contextlib import closing

from lxml import etree

from newsloom.stores import open_store

HEADLINES = (
    "Harbour bridge closes for two weeks of repairs",
    "Council votes to plant nine hundred street trees",
    "Ferry company cuts the late crossing in winter",
    "School kitchen wins the county cooking prize",
)


def _front() -> str:
    cards = "".join(
        f'<div><h3><a href="/town/{headline.lower().replace(" ", "-")}-{48100 + number}.html">{headline}</a></h3>'
        f"<p>Told in one full sentence, number {number}.</p></div>"
        for number, headline in enumerate(HEADLINES)
    )
    menu = "".join(f'<li><a href="/{name}/">{name}</a></li>' for name in ("town", "sport", "culture"))
    return f"<html><body><nav><ul>{menu}</ul></nav>{cards}</body></html>"


def test_a_front_page_is_listed_in_reading_order(run, tmp_path):
    page = tmp_path / "front.html"
    page.write_text(_front())
    done = run("items", str(page), "--url", "https://daily.example/")
    # In a pipe an item is a line.
    numbered = [line.partition(" · ")[0] for line in done.stdout.splitlines()]
    assert numbered == [f"{number}. {headline}" for number, headline in enumerate(HEADLINES, 1)]
    assert done.code == 0


def test_json_is_one_object_a_line(run, tmp_path):
    page = tmp_path / "front.html"
    page.write_text(_front())
    done = run("items", str(page), "--url", "https://daily.example/", "--format", "json")
    items = [json.loads(line) for line in done.stdout.splitlines()]
    assert [item["headline"] for item in items] == list(HEADLINES)
    assert items[0]["url"].startswith("https://daily.example/town/")


def test_what_stands_together_is_plotted(run, tmp_path):
    page, plot = tmp_path / "front.html", tmp_path / "plot.svg"
    page.write_text(_front())
    done = run("items", str(page), "--url", "https://daily.example/", "--segments", str(plot))
    assert done.code == 0
    shapes = etree.fromstring(plot.read_bytes())
    assert "estimated" in shapes.findtext("{*}title", "")
    # Each headline in one colour with the sentence below it.
    assert [len(group.findall("{*}rect")) for group in shapes.findall("{*}g")] == [2] * len(HEADLINES)
    lost = run("items", str(page), "--segments", str(tmp_path / "nowhere" / "plot.svg"))
    assert lost.code == 3
    assert "plot.svg" in lost.stderr


def test_a_story_is_no_front_page_and_says_so(run, tmp_path):
    page = tmp_path / "story.html"
    page.write_text(
        "<h1>Bridge</h1><div>" + "<p>One paragraph of the story, long enough to be read as prose, and so on.</p>" * 20
    )
    done = run("items", str(page), "--url", "https://daily.example/bridge")
    assert done.code == 1
    assert "does not look like a front page" in done.stderr


def test_a_page_the_newsroom_does_not_keep_is_named(run, tmp_path):
    with closing(open_store(str(tmp_path / "room.db"))):
        pass
    done = run("items", "https://daily.example/", "--at", "now", "--newsroom", str(tmp_path / "room.db"))
    assert done.code == 1
    assert "has no version" in done.stderr
