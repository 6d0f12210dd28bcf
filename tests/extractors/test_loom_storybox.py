"""Lines in doubt beside the story, told by the box that holds it and its headline."""

from __future__ import annotations

import time
from array import array

from newsloom.dom import parse
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.storybox import drop_doubtful_outside, holds, named_story, story_box

SENTENCE = "The river rose by two metres in the night and the bridge at the mill was closed to all carts."
MOTTO = "News of the valley for all who live in it, gathered by those who know every mill."
STORY = f"<div id=story><h1>The river rises</h1>{f'<p>{SENTENCE}</p>' * 6}</div>"
TITLE = "<title>The river rises</title>"


def left_of(body: str, doubtful: str, chance: float = 0.5) -> list[str]:
    page = PageArrays.of(parse(f"<html><head>{TITLE}</head><body>{body}"))
    texts = page.outline.texts
    chances = array("d", [chance if text == doubtful else 0.9 for text in texts])
    kept = [line for line, text in enumerate(texts) if text in (SENTENCE, MOTTO)]
    return [texts[line] for line in drop_doubtful_outside(page, kept, chances)]


def test_a_doubtful_line_outside_the_box_of_headline_and_story_is_left_out() -> None:
    assert left_of(f"<div><p>{MOTTO}</p></div>{STORY}", MOTTO) == [SENTENCE] * 6
    assert left_of(f"{STORY}<div><p>{MOTTO}</p></div>", MOTTO) == [SENTENCE] * 6


def test_a_likely_line_outside_stays() -> None:
    assert MOTTO in left_of(f"<div><p>{MOTTO}</p></div>{STORY}", MOTTO, chance=0.8)


def test_a_doubtful_line_in_the_storys_box_stays() -> None:
    assert MOTTO in left_of(STORY.replace("</h1>", f"</h1><p>{MOTTO}</p>"), MOTTO)


def test_nothing_is_left_out_where_the_headline_is_a_link_or_printed_nowhere() -> None:
    linked = STORY.replace("The river rises", "<a href=/1>The river rises</a>")
    other = STORY.replace("The river rises", "")
    assert MOTTO in left_of(f"<div><p>{MOTTO}</p></div>{linked}", MOTTO)
    assert MOTTO in left_of(f"<div><p>{MOTTO}</p></div>{other}", MOTTO)


def test_nothing_is_left_out_beside_a_story_of_a_few_words() -> None:
    brief = f"<div><h1>The river rises</h1><p>{SENTENCE}</p></div>"
    assert MOTTO in left_of(f"<div><p>{MOTTO}</p></div>{brief}", MOTTO)


def test_the_box_of_a_story_is_the_smallest_with_most_of_its_words() -> None:
    page = PageArrays.of(parse(f"<body><div><div><p>{SENTENCE}</p><p>{SENTENCE}</p></div><p>{MOTTO}</p></div>"))
    inner = story_box(page, range(3), 0.6)
    assert [holds(page, inner, line) for line in range(3)] == [True, True, False]
    assert story_box(page, [], 0.6) == 0


POST = "Come and see the river on Sunday, when the mill is open and the keeper tells of the flood."
PORTRAIT = f"<div class=profile><p>{MOTTO}</p></div>"


def told_below_headline(body: str, chance: float) -> list[str]:
    """What is told of a page of which the motto alone is kept, with this chance."""
    page = PageArrays.of(parse(f"<html><head>{TITLE}</head><body>{body}"))
    texts = page.outline.texts
    chances = array("d", [chance if text == MOTTO else 0.05 for text in texts])
    found = named_story(page, [texts.index(MOTTO)], chances)
    return [texts[line] for line in found]


def test_a_short_post_is_told_in_place_of_an_unlikely_portrait() -> None:
    post = f"<div><h3><a href=/1>The river rises</a></h3><div class=post-body>{POST}</div></div>"
    assert told_below_headline(post + PORTRAIT, 0.3) == [POST]
    assert told_below_headline(post + PORTRAIT, 0.8) == [MOTTO]


def test_a_box_below_the_headline_that_is_called_anything_else_is_no_post() -> None:
    post = f"<div><h3>The river rises</h3><div class=weather>{POST}</div></div>"
    assert told_below_headline(post + PORTRAIT, 0.3) == [MOTTO]


def test_what_is_kept_beside_the_headline_stays() -> None:
    post = f"<div><h3>The river rises</h3>{PORTRAIT}<div class=post-body>{POST}</div></div>"
    assert told_below_headline(post, 0.3) == [MOTTO]


def test_a_doubtful_line_outside_the_box_of_a_named_story_is_left_out_however_short_that_is() -> None:
    story = (
        f"<div><h2><a href=/1>The river rises</a></h2><div class=entry-content>{f'<p>{SENTENCE}</p>' * 3}</div></div>"
    )
    mottos = f"<div class=widget>{f'<p>{MOTTO}</p>' * 9}</div>"
    assert left_of(f"<div>{story}</div>{mottos}", MOTTO) == [SENTENCE] * 3
    assert MOTTO in left_of(f"<div>{story.replace('entry-content', 'panel')}</div>{mottos}", MOTTO)


def test_thousands_of_boxes_within_each_other_are_measured_once() -> None:
    deep = f"<div>{'<div>' * 1_000}{'<p>one two</p>' * 20_000}{'</div>' * 1_000}</div>"
    page = PageArrays.of(
        parse(f"<html><head>{TITLE}</head><body><div><h1>The river rises</h1>{deep}</div><p>{MOTTO}</p>")
    )
    lines = range(len(page.words))
    began = time.process_time()
    left = {*drop_doubtful_outside(page, lines, array("d", [0.5]) * len(lines))}
    assert time.process_time() - began < 1  # it was several seconds
    assert [page.outline.texts[line] for line in lines if line not in left] == [MOTTO]
