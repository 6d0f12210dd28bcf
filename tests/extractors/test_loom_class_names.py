"""What boxes are called by names that no story bears."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.filters import class_kinds, drop_by_class
from newsloom.extractors.loom.page import PageArrays

PARAGRAPHS = [
    "The ferry of Quillby stopped at noon on Monday because the river had risen by two metres overnight.",
    "It will wait at the northern pier until the water falls again, said the keeper of the harbour.",
    "Passengers were taken home by bus, and the school on the island sent its pupils back before lunch.",
    "The council will decide on Thursday whether the old pier is to be raised before the winter storms.",
]


@pytest.mark.parametrize(
    ("box", "kind"),
    [
        ('<p class="photo-caption">{}</p>', "caption"),
        ('<div class="wp-caption alignnone"><p>{}</p></div>', "caption"),
        ('<div class="comment-entry"><p>{}</p></div>', "aside"),
        ('<div class="Related-Story"><p>{}</p></div>', "aside"),
        ('<div class="appeal hidden"><p>{}</p></div>', "aside"),
    ],
)
def test_line_in_a_box_called_something_else_is_named(box: str, kind: str) -> None:
    assert _names(f"<p>{PARAGRAPHS[0]}</p>" + box.format(PARAGRAPHS[1])) == ["", kind]


@pytest.mark.parametrize("name", ["overflow-hidden", "md:hidden", "story-text", "", "lead"])
def test_line_in_a_box_of_the_story_is_not_named(name: str) -> None:
    assert _names(f'<div class="{name}"><p>{PARAGRAPHS[0]}</p></div>') == [""]


def test_a_name_that_says_what_a_box_holds_does_not_say_what_it_is() -> None:
    assert _names(f'<div class="header hasCaption with-comments"><h2>{PARAGRAPHS[0]}</h2></div>') == [""]
    assert _names(f'<div class="hashover-comment"><h2>{PARAGRAPHS[0]}</h2></div>') == ["aside"]


def test_portrait_of_the_author_is_left_out_at_the_end_alone() -> None:
    words = np.full(4, 30.0)
    assert drop_by_class([0, 1, 2, 3], ["author", "", "", "author"], words) == [0, 1, 2]
    assert drop_by_class([0, 1, 2], ["", "author", "author"], words) == [0, 1, 2]


def test_what_boxes_further_out_are_called_does_not_matter() -> None:
    assert _names(f'<div class="has-comments"><div><div><p>{PARAGRAPHS[0]}</p></div></div></div>') == [""]


def test_caption_that_reads_like_a_paragraph_is_left_out() -> None:
    story = "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
    caption = "The ferry at the northern pier, where it will wait until the river falls, as the keeper said on Monday."
    page = f'<main><article><h1>Ferry waits</h1>{story}<div class="wp-caption"><p>{caption}</p></div></article></main>'
    found = LoomExtractor().extract(parse(page)).text
    assert caption not in found
    assert all(paragraph in found for paragraph in PARAGRAPHS)


def test_story_told_in_captions_is_kept() -> None:
    words = np.array([9.0, 60, 40, 9, 20])
    assert drop_by_class([1, 2, 4], ["caption", "", "caption"], words) == [1, 2, 4]
    assert drop_by_class([1, 2, 4], ["aside", "", "aside"], words) == [2]


@given(st.lists(st.tuples(st.sampled_from(["", "aside", "caption"]), st.integers(1, 99)), max_size=20))
def test_lines_are_only_left_out_and_stay_in_order(lines: list[tuple[str, int]]) -> None:
    words = np.array([float(count) for _, count in lines])
    kept = list(range(len(lines)))
    found = drop_by_class(kept, [name for name, _ in lines], words)
    assert found == sorted(set(found) & set(kept))
    assert words[found].sum() >= 0.3 * 0.5 * words.sum()


def _names(markup: str) -> list[str]:
    page = PageArrays.of(parse(f"<body>{markup}"))
    return class_kinds(page, range(len(page.outline.segments)))
