"""What a site sells or asks for between the paragraphs of a story."""

from __future__ import annotations

import pytest

from newsloom.dom import parse
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.promotions import drop_promotions

SENTENCE = "The river rose by two metres in the night and the bridge at the mill was closed to all carts."
APPEAL = "Our carts swim: try one today."
STORY = f"<p>{SENTENCE}</p>" * 4


def left_of(body: str) -> list[str]:
    page = PageArrays.of(parse(f"<body><div>{body}</div>"))
    texts = page.outline.texts
    return [texts[line] for line in drop_promotions(page, range(len(texts)))]


@pytest.mark.parametrize("name", ["banner", "wideBanner__text", "blog-cta", "cta", "newsletter-form"])
def test_a_box_within_the_story_that_is_called_by_what_it_asks_for_is_left_out(name: str) -> None:
    assert left_of(f"{STORY}<div class='{name}'><div><p>{APPEAL}</p></div></div>{STORY}") == [SENTENCE] * 8


@pytest.mark.parametrize("name", ["text", "nectar", "has-banner", "with-cta"])
def test_boxes_of_other_names_stay(name: str) -> None:
    assert APPEAL in left_of(f"{STORY}<div class='{name}'><p>{APPEAL}</p></div>{STORY}")


def test_a_banner_over_the_story_stays() -> None:
    assert left_of(f"<div class='hero-banner'><p>{APPEAL}</p></div>{STORY}")[0] == APPEAL


def test_a_story_within_a_banner_stays() -> None:
    assert left_of(f"<p>{APPEAL}</p><div class='banner'>{STORY}</div>") == [APPEAL, *[SENTENCE] * 4]


def test_a_page_of_nothing_but_a_banner_stays() -> None:
    assert left_of(f"<div class='banner'>{STORY}<p>{APPEAL}</p></div>") == [*[SENTENCE] * 4, APPEAL]
