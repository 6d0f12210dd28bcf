"""Texts that serve links, controls, pictures or readers are no story."""

from __future__ import annotations

import pytest
from tests.extractors.ferry import CAT, CREW, FERRY, HARBOUR, STORY, kept, paragraph
from tests.layouts import drawn

from newsloom.dom import Document
from newsloom.extractors.perception import PerceptionExtractor

RAIL = "".join(
    f'<div at="800 {top} 300 180"><p at="800 {top} 300 40" set="16 700"><a href="/{top}">Geese {top}</a></p>'
    f'<p at="800 {top + 40} 300 140" set="20 400">{CAT} {CAT} And that is number {top}.</p></div>'
    for top in range(100, 1700, 200)
)


def test_a_rail_of_teasers_is_no_story_however_much_text_it_has():
    assert kept(drawn(STORY + RAIL))[1:] == [FERRY, CREW, HARBOUR]
    assert any(CAT in text for text in kept(drawn(STORY + RAIL), teaser_words=0, reached=False))


def test_a_text_alone_under_a_link_may_be_the_story():
    story = STORY.replace("Ferry crew falls ill", '<a href="/ferry">Ferry crew falls ill</a>')
    assert kept(drawn(story)) == ["Ferry crew falls ill in the harbour", FERRY, CREW, HARBOUR]


@pytest.mark.parametrize("item", ['<a href="/{0}">Geese {0}</a><br>{1}', '{1} <a href="/{0}">more</a>'])
def test_texts_that_all_begin_or_end_in_a_link_are_no_story(item: str):
    rows = "".join(
        f'<p at="800 {top} 300 160" set="20 400">{item.format(top, CAT + " " + CAT)}</p>'
        for top in range(100, 1700, 180)
    )
    assert kept(drawn(f'{STORY}<div at="800 100 300 1600">{rows}</div>'))[1:] == [FERRY, CREW, HARBOUR]


def test_a_list_whose_headings_do_not_lead_but_whose_last_lines_do_is_no_story():
    briefs = "".join(
        f'<div at="100 {top} 600 180"><h3 at="100 {top} 600 30" set="22 700">Geese {top}</h3>'
        f'{paragraph(FERRY, top + 40)}<p at="100 {top + 110} 600 20"><a href="/{top}">All of it</a></p></div>'
        for top in range(100, 1500, 200)
    )
    assert PerceptionExtractor().extract(drawn(briefs)).is_article is False


def test_words_in_a_box_with_a_control_are_its_label():
    box = (
        '<form at="100 430 600 60"><p at="100 430 600 30" set="18 400">The harbour and the ferry by letter, free.</p>'
        '<p at="100 460 600 20"><input at="100 460 200 20"></p></form>'
    )
    document = drawn(STORY + box + paragraph(FERRY.replace("an hour", "a day"), 500))
    assert not any("by letter" in text for text in kept(document))
    assert any("by letter" in text for text in kept(document, label_words=0))


def test_captions_of_many_pictures_are_no_story():
    pictures = "".join(
        f'<div at="100 {top} 600 400"><img at="100 {top} 600 360"><p at="100 {top + 360} 600 30">{CREW}</p></div>'
        for top in range(100, 2100, 400)
    )
    assert PerceptionExtractor().extract(drawn(pictures)).is_article is False
    assert PerceptionExtractor(label_words=0).extract(drawn(pictures)).is_article is True


def voices(count: int, *, signed: bool = True) -> str:
    def voice(top: int) -> str:
        name = f'<p at="100 {top} 600 16" set="12 400">Ada of Sandry</p>' if signed else ""
        return f'<div at="100 {top} 600 180">{name}{paragraph(CREW, top + 20)}{paragraph(HARBOUR, top + 90)}</div>'

    return "".join(voice(top) for top in range(600, 600 + 200 * count, 200))


def test_a_list_of_signed_boxes_below_a_story_is_what_readers_wrote():
    assert kept(drawn(STORY + voices(6), height=4000))[1:] == [FERRY, CREW, HARBOUR]
    assert len(kept(drawn(STORY + voices(6, signed=False), height=4000))) > 4


def test_a_list_of_signed_boxes_alone_is_the_story():
    header = STORY.partition("<p")[0]
    assert PerceptionExtractor().extract(drawn(header + voices(6), height=4000)).is_article


def test_a_box_with_a_link_in_the_story_is_none_of_it():
    box = (
        '<div at="100 350 600 80"><p at="100 350 600 20" set="16 700"><a href="/geese">Geese at the harbour</a></p>'
        f"{paragraph(HARBOUR.replace('no other', 'one'), 370, how='16 400')}</div>"
    )
    story = STORY.replace('"100 360', '"100 440')
    assert kept(drawn(story + box))[1:] == [FERRY, CREW, HARBOUR]


def test_a_text_below_a_longer_list_of_teasers_is_no_news():
    teasers = "".join(
        f'<div at="100 {top} 600 90"><p at="100 {top} 600 30" set="22 700"><a href="/{top}">Geese {top}</a></p>'
        f"{paragraph(FERRY, top + 30)}</div>"
        for top in range(100, 1000, 100)
    )
    story = '<div at="100 1100 600 200">' + paragraph(CREW, 1100) + paragraph(HARBOUR, 1180) + "</div>"
    last = story + paragraph(FERRY.replace("hour", "day"), 1260)
    assert PerceptionExtractor().extract(drawn(teasers + last)).is_article is False
    assert PerceptionExtractor(led=False).extract(drawn(teasers + last)).is_article is True


def test_what_follows_teasers_in_another_box_must_mean_the_same():
    def page(text: str) -> Document:
        teasers = "".join(
            f'<div at="100 {top} 600 90"><p at="100 {top} 600 20" set="16 700"><a href="/{top}">Geese {top}</a></p>'
            f"{paragraph(CAT, top + 30, how='16 400')}</div>"
            for top in (450, 550)
        )
        story = '<div at="100 200 600 240">' + STORY.partition("</h1>")[2] + "</div>"
        return drawn(
            STORY.partition("<p")[0] + story + teasers + f'<div at="100 660 600 60">{paragraph(text, 660)}</div>'
        )

    assert kept(page("Nobody has told us where geese go at night."))[1:] == [FERRY, CREW, HARBOUR]
    assert len(kept(page(CREW.replace("Monday", "Sunday")))) == 5


def test_numbers_in_the_cells_of_a_table_are_no_story():
    cells = "".join(
        f'<td at="{100 + 60 * column} {100 + 30 * row} 60 30">{row}:{column}</td>'
        for row in range(10)
        for column in range(10)
    )
    table = f'<table at="100 100 600 300"><tr at="100 100 600 300">{cells}</tr></table>'
    assert PerceptionExtractor().extract(drawn(table)).is_article is False
