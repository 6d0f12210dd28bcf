"""Slides beside a story, and slides that are one."""

from __future__ import annotations

from array import array

import pytest

from newsloom.dom import parse
from newsloom.extractors.loom.galleries import drop_galleries
from newsloom.extractors.loom.page import PageArrays

SENTENCE = "The river rose by two metres in the night and the bridge at the mill was closed to all carts."
SLIDE = "Carts wait at the mill on Monday morning while the keeper of the bridge looks at the water."
STORY = f"<p>{SENTENCE}</p>" * 6
SLIDES = f"<div class='{{}}'><ul>{f'<li><img src=a.jpg><div><p>{SLIDE}</p></div></li>' * 4}</ul></div>"


def left_of(body: str, chance: float) -> list[str]:
    page = PageArrays.of(parse(f"<body><div>{body}</div>"))
    texts = page.outline.texts
    chances = array("d", [chance if text == SLIDE else 0.95 for text in texts])
    return [texts[line] for line in drop_galleries(page, range(len(texts)), chances)]


@pytest.mark.parametrize("name", ["photo-gallery", "Slideshow", "m-carousel", "photoset"])
def test_slides_that_the_forest_is_not_sure_of_are_left_out(name: str) -> None:
    assert left_of(STORY + SLIDES.format(name), 0.6) == [SENTENCE] * 6


def test_slides_that_read_like_the_story_stay() -> None:
    assert left_of(STORY + SLIDES.format("gallery"), 0.95).count(SLIDE) == 4


@pytest.mark.parametrize("label", ["Also on the Coast Courier:", "更多图片："])
def test_slides_behind_a_label_are_left_out_with_it_however_they_read(label: str) -> None:
    assert left_of(f"{STORY}<p>{label}</p>{SLIDES.format('gallery')}", 0.95) == [SENTENCE] * 6


def test_slides_stay_where_hardly_anything_else_is_told() -> None:
    assert left_of(f"<p>{SENTENCE}</p>" + SLIDES.format("gallery"), 0.6).count(SLIDE) == 4


@pytest.mark.parametrize("name", ["has-slider", "withGallery", "story"])
def test_other_lists_stay(name: str) -> None:
    assert left_of(STORY + SLIDES.format(name), 0.6).count(SLIDE) == 4


def test_a_page_without_a_root_is_left_as_it_is() -> None:
    page = PageArrays.of(parse(f"<p>{SENTENCE}</p>"))
    assert drop_galleries(page, [0], array("d", [0.9])) == [0]
