"""Headings between the paragraphs of a story, and those of something else."""

from __future__ import annotations

import pytest

from newsloom.dom import parse
from newsloom.extractors.loom.headings import add_headings
from newsloom.extractors.loom.page import PageArrays

ABOVE, BELOW = "The river rose by two metres in the night.", "The bridge at the mill was closed to all carts."
HEADING = "What the keeper says"


def kept_of(body: str) -> list[str]:
    page = PageArrays.of(parse(f"<body><div>{body}</div>"))
    texts = page.outline.texts
    kept = [line for line, text in enumerate(texts) if text in {ABOVE, BELOW}]
    return [texts[line] for line in add_headings(page, kept)]


@pytest.mark.parametrize("tag", ["h2", "h3", "h4"])
def test_a_heading_between_two_paragraphs_of_the_story_is_kept(tag: str) -> None:
    assert kept_of(f"<p>{ABOVE}</p><{tag}>{HEADING}</{tag}><p>{BELOW}</p>") == [ABOVE, HEADING, BELOW]


@pytest.mark.parametrize(
    "between",
    [
        f"<h2><a href='/other'>{HEADING}</a></h2>",
        f"<div><h2>{HEADING}</h2></div>",
        f"<p>{HEADING}</p>",
        f"<h2>{HEADING}</h2><p>Another line.</p>",
    ],
)
def test_other_lines_between_paragraphs_stay_out(between: str) -> None:
    page = f"<p>{ABOVE}</p>{between}<p>{BELOW}</p>"
    assert HEADING not in kept_of(page)
    assert kept_of(page)[-1] == BELOW


def test_a_heading_that_was_told_before_stays_out() -> None:
    page = PageArrays.of(parse(f"<body><ul><li>{HEADING}</li></ul><div><p>{ABOVE}</p><h2>{HEADING}</h2><p>{BELOW}</p>"))
    assert add_headings(page, [0, 1, 3]) == [0, 1, 3]
