"""Captions that nothing names, and what stands below a picture and is none."""

from __future__ import annotations

import pytest

from newsloom.dom import parse
from newsloom.extractors.loom.captions import drop_captions
from newsloom.extractors.loom.page import PageArrays

SENTENCE = "The river rose by two metres in the night and the bridge at the mill was closed to all carts."
LINE = "The keeper of the bridge looks at the water on Monday morning, before the carts come."
STORY = f"<p>{SENTENCE}</p>" * 12


def left_of(body: str) -> list[str]:
    page = PageArrays.of(parse(f"<body><div>{STORY}{body}</div>"))
    return [page.outline.texts[line] for line in drop_captions(page, range(len(page.words)))]


def test_a_line_alone_in_a_box_below_a_picture_is_a_caption() -> None:
    assert LINE not in left_of(f"<div><img src=a.jpg><p>{LINE}</p></div>")


@pytest.mark.parametrize(
    "quote",
    [
        f"<div><img src=portrait.jpg><blockquote><p>{LINE}</p></blockquote></div>",
        f"<div class=wrap><img src=marks.png><div class=quote-text>{LINE}</div></div>",
    ],
)
def test_what_somebody_said_below_their_portrait_is_none(quote: str) -> None:
    assert LINE in left_of(quote)
