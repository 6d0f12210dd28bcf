"""Short pages made of long ones."""

from __future__ import annotations

from newsloom.dom import parse
from training.briefs import MOST_LINES, brief_of

STORY = [f"Sentence number {number} of the story of the harbour that is long enough." for number in range(20)]
MENU = "".join(f"<ul><li>Menu {menu} one</li><li>Menu {menu} two</li></ul>" for menu in range(60))
PAGE = f"<body>{MENU}<article>{''.join(f'<p>{line}</p>' for line in STORY)}</article></body>"


def brief(seed: str) -> tuple[list[str], list[int]]:
    document = parse(PAGE)
    is_story = [segment.text in STORY for segment in document.outline.segments]
    short, kept = brief_of(document, is_story, seed=seed)
    assert len(document.outline.segments) == len(is_story)
    return [segment.text for segment in short.outline.segments], kept


def test_the_beginning_of_the_story_stays():
    texts, _ = brief("a")
    story = [text for text in texts if text in STORY]
    assert 2 <= len(story) <= MOST_LINES
    assert story == STORY[: len(story)]


def test_lines_of_a_container_stay_together():
    texts, kept = brief("a")
    menus = [text.split()[1] for text in texts if text not in STORY]
    assert 0 < len(menus) < 60
    assert all(menus.count(menu) == 2 for menu in menus)
    assert kept == sorted(kept)


def test_the_same_seed_makes_the_same_page():
    assert brief("a") == brief("a")
    assert brief("a") != brief("b")
