"""Boxes and lines, as a reader sees them."""

from __future__ import annotations

from newsloom.dom import parse
from newsloom.dom.outline import MAX_CHARACTERS


def lines(page: str) -> list[str]:
    return [segment.text for segment in parse(page).outline.segments]


def test_parents_stand_before_their_children():
    outline = parse("<div><p>a</p><ul><li>b</li></ul></div>").outline
    assert all(parent < box for box, parent in enumerate(outline.parents))
    assert [outline.boxes[segment.box].tag for segment in outline.segments] == ["p", "li"]


def test_an_anchor_without_an_address_is_no_link():
    (segment,) = parse("<p><a name=top>The story goes on").outline.segments
    assert segment.unlinked == "The story goes on"


def test_an_unclosed_drawing_does_not_swallow_the_story():
    assert lines("<body><svg><path d='M0'><p>The story.</p><div>More of it.</div>") == ["The story.", "More of it."]


def test_the_text_of_a_drawing_is_not_read():
    assert lines("<p>Before<svg><text>12 %</text></svg> and after</p>") == ["Before and after"]


def test_soft_hyphens_and_control_characters_are_not_part_of_words():
    assert lines("<p>Ge\u00adsund\u200bheit &#1;ja</p>") == ["Gesundheit ja"]


def test_joiners_of_persian_words_stay():
    assert lines("<p>می\u200cخواهم</p>") == ["می\u200cخواهم"]


def test_text_beyond_the_limit_is_not_read():
    page = "<p>" + "word " * (MAX_CHARACTERS // 2)
    assert sum(map(len, lines(page))) <= MAX_CHARACTERS
