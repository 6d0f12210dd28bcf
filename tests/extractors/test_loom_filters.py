from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.filters import drop_advertisements, drop_comments, drop_data, drop_outside
from newsloom.extractors.loom.page import PageArrays

SENTENCE = "The river rose by two metres in the night and the bridge at the mill was closed to all carts."
STORY = f"<p>{SENTENCE}</p>" * 6
OTHER = "Oars of ash are dearer than ever, say those who row to work on the lakes above the town each day."
TITLE = "<title>The river rises</title>"
HEADED = "<article><h1>The river rises</h1>"
LETTER = "<tr><td><b>Old Miller</b>: Nobody asked those of us who live below the mill, as usual.</td></tr>"


def page_of(body: str, head: str = "") -> PageArrays:
    return PageArrays.of(parse(f"<html><head>{head}</head><body>{body}"))


def kept_texts(body: str, head: str = "", *, is_article: bool = True) -> list[str]:
    page = page_of(body, head)
    kept = drop_comments(page, range(len(page.words)), is_article=is_article)
    return [page.outline.segments[line].text for line in kept]


@pytest.mark.parametrize(
    "heading",
    [
        "Comments (3)",
        "3 Comments",
        "Readers write",
        "What our readers say",
        "READERS’ COMMENTS",
        "4 responses to “The river rises”",
        "Leserkommentare",
        "Yorumlar",
        "OKUYUCU YORUMLARI",
        "Kommentarer:",
        "التعليقات (3)",
        "网友评论",
        "コメント",
        "टिप्पणियाँ",
        "ความคิดเห็น",
    ],
)
def test_what_readers_wrote_below_the_story_is_cut_off_at_its_heading(heading: str) -> None:
    assert kept_texts(f"{STORY}<b>{heading}</b><table>{LETTER * 3}</table>") == [SENTENCE] * 6


def test_link_to_the_comments_cuts_nothing_off() -> None:
    assert kept_texts(f"{STORY}<p><a href='#c'>3 comments</a></p>{STORY}").count(SENTENCE) == 12


def test_heading_of_comments_over_the_story_cuts_nothing_off() -> None:
    assert kept_texts(f"<p>The river rises</p><p>Comments</p>{STORY}").count(SENTENCE) == 6


def test_page_that_speaks_of_comments_again_and_again_is_left_as_it_is() -> None:
    assert kept_texts(f"{STORY}<h2>2 comments</h2>{STORY}<h2>3 comments</h2><h2>4 comments</h2>").count(SENTENCE) == 12


def test_comments_are_told_by_the_name_of_a_box_far_around_them() -> None:
    comments = f"<div class='comment-list'><div><div><div><p>{OTHER}</p></div></div></div></div>"
    assert OTHER not in kept_texts(f"<div>{STORY}</div>{comments}")
    assert OTHER in kept_texts(f"<p>{SENTENCE}</p>{comments * 6}")


def test_sentence_about_comments_is_no_heading() -> None:
    assert kept_texts(f"{STORY}<p>Comments on the river were few.</p>{STORY}").count(SENTENCE) == 12


@pytest.mark.parametrize(
    ("kind", "is_article", "is_cut"),
    [("DiscussionForumPosting", True, False), ("website", False, False), ("article", True, True)],
)
def test_forum_keeps_what_its_readers_wrote(kind: str, is_article: bool, is_cut: bool) -> None:
    head = f"<meta property='og:type' content='{kind}'>"
    texts = kept_texts(f"{STORY}<h2>Comments</h2>{LETTER}", head, is_article=is_article)
    assert ("Comments" not in texts) is is_cut


SIGNED = "<p>Nobody asked those of us who live below the mill, as usual, and I for one am tired of it.</p>"


def test_signed_comments_are_cut_off_however_long_they_are() -> None:
    said = "".join(f"{SIGNED * 3}<p>Posted by: Reader {day} | Mar {day}, 2026 2:00 PM</p>" for day in range(1, 9))
    assert kept_texts(f"<p>{SENTENCE}</p><p>{SENTENCE}</p><h2>Comments</h2>{said}") == [SENTENCE] * 2


@pytest.mark.parametrize(
    "body",
    [
        # Nothing is signed, the story is, or there is hardly a story.
        f"<p>{SENTENCE}</p><p>{SENTENCE}</p><h2>Comments</h2>{SIGNED * 20}",
        "".join(f"<p>{SENTENCE}</p><p>May {day}, 2026</p>" for day in range(1, 5))
        + f"<h2>Comments</h2>{f'{SIGNED * 3}<p>May 5, 2026</p>' * 8}",
        f"<p>The river rises</p><h2>Comments</h2>{f'{SIGNED * 3}<p>May 5, 2026</p>' * 8}",
    ],
)
def test_long_parts_below_a_heading_of_comments_that_may_be_the_story_stay(body: str) -> None:
    page = page_of(body)
    assert drop_comments(page, range(len(page.words)), is_article=True) == list(range(len(page.words)))


@pytest.mark.parametrize(
    "label",
    ["Advertisement", "ANZEIGE", "İLAN", "- Annonse -", "Paid for by an advertiser", "0:30 Advertisement", ": Werbung"],
)
def test_label_of_an_advertisement_is_no_paragraph(label: str) -> None:
    page = page_of(f"{STORY}<small>{label}</small>{STORY}")
    kept = drop_advertisements(page, range(len(page.words)))
    assert [page.outline.segments[line].text for line in kept] == [SENTENCE] * 12


@pytest.mark.parametrize(
    "box",
    [
        "<div><small>ADVERTISEMENT</small><br>{}</div>",
        "<table><tr><td>News<br>Sport<br><b>Advertisement</b><br>{}</td></tr></table>",
        "<p>İLAN: {}</p>",
    ],
)
def test_advertisement_goes_with_its_label(box: str) -> None:
    advertisement = "Oars by the pair, and never a splinter. Ask at the mill."
    page = page_of(f"{STORY}{box.format(advertisement)}{STORY}")
    kept = drop_advertisements(page, range(len(page.words)))
    texts = [page.outline.segments[line].text for line in kept]
    assert texts.count(SENTENCE) == 12
    assert not any(advertisement in text for text in texts)


@pytest.mark.parametrize(
    "story",
    [
        f"<div>{SENTENCE}<br>Advertisement<br>{SENTENCE}<br>{SENTENCE}<br>{SENTENCE}</div>",
        f"<div>Advertisement<p>{SENTENCE}</p><p>{SENTENCE}</p><p>{SENTENCE}</p>{SENTENCE}</div>",
    ],
)
def test_story_that_goes_on_behind_a_label_is_kept(story: str) -> None:
    page = page_of(story)
    kept = drop_advertisements(page, range(len(page.words)))
    assert [page.outline.segments[line].text for line in kept] == [SENTENCE] * 4


def test_sentence_about_advertising_is_kept() -> None:
    page = page_of("<p>Advertising pays for half of the paper.</p><p>Advertising: half of the paper lives on it.</p>")
    assert drop_advertisements(page, [0, 1]) == [0, 1]


def test_story_in_a_table_of_old_comes_without_its_comments() -> None:
    cell = "".join(f"{SENTENCE} Day {day} was no better.<br><br>" for day in range(9))
    body = (
        f"<table><tr><td><font size=5><b>The river rises</b></font><br>{cell}<hr><b>Readers write</b>"
        f"<table>{LETTER * 3}</table></td></tr></table>"
    )
    found = LoomExtractor().extract(parse(f"<title>The river rises</title>{body}"))
    texts = [block.text for block in found.blocks]
    assert f"{SENTENCE} Day 8 was no better." in texts
    assert not any("Old Miller" in text for text in texts)


@given(st.lists(st.sampled_from([STORY, "<h2>Comments</h2>", LETTER, "<p>Anzeige</p>", "<p>…</p>"]), max_size=8))
def test_lines_are_only_left_out_and_stay_in_order(parts: list[str]) -> None:
    page = page_of("".join(parts))
    lines = list(range(len(page.words)))
    kept = drop_advertisements(page, drop_comments(page, lines, is_article=True))
    assert kept == sorted(set(kept) & set(lines))


def test_the_next_story_of_the_site_is_left_out() -> None:
    page = page_of(f"{HEADED}{STORY}</article><article><h1>Oars</h1><p>{OTHER}</p></article>", TITLE)
    texts = [page.outline.segments[line].text for line in drop_outside(page, range(len(page.words)))]
    assert texts == ["The river rises", *[SENTENCE] * 6]


def test_the_headline_may_be_printed_often_before_its_story() -> None:
    bars = "<div>The river rises</div>" * 4
    page = page_of(f"{bars}{HEADED}{STORY}</article><article><h1>Oars</h1><p>{OTHER}</p></article>", TITLE)
    texts = [page.outline.segments[line].text for line in drop_outside(page, range(len(page.words)))]
    assert OTHER not in texts


@pytest.mark.parametrize(
    "body",
    [
        # The headline stands alone in its element, or in none; the other element is a part of the story's own.
        f"{HEADED}</article><article>{STORY}<p>{OTHER}</p></article>",
        f"<h1>The river rises</h1><article>{STORY}</article><article><p>{OTHER}</p></article>",
        f"{HEADED}{STORY}<article><p>{OTHER}</p></article></article>",
        # The posts of a live page.
        f"{HEADED}{STORY}</article>" + f"<article><p>{OTHER}</p></article>" * 5,
    ],
)
def test_articles_that_may_be_parts_of_the_story_stay(body: str) -> None:
    page = page_of(body, TITLE)
    assert drop_outside(page, range(len(page.words))) == list(range(len(page.words)))


@pytest.mark.parametrize(
    "beside", [f"<div class='about'>{'<p>I row to work.</p>' * 40}</div>", f"<footer>{STORY}</footer>"]
)
def test_what_stands_outside_the_headlines_article_is_left_out(beside: str) -> None:
    page = page_of(f"{HEADED}<p>{OTHER}</p><p>{OTHER}</p></article>{beside}", TITLE)
    texts = [page.outline.segments[line].text for line in drop_outside(page, range(len(page.words)))]
    assert texts == ["The river rises", OTHER, OTHER]


def test_a_story_in_the_footer_of_a_page_that_has_no_other_stays() -> None:
    page = page_of(f"<p>The river rises</p><footer>{STORY}</footer>")
    assert drop_outside(page, range(len(page.words))) == list(range(len(page.words)))


def test_a_line_of_data_is_no_paragraph() -> None:
    page = page_of("<p>2026-05-04T08:00:00Z https://courier.example/river river, flood</p><p>2026 was a wet year.</p>")
    assert drop_data(page, [0, 1]) == [1]
