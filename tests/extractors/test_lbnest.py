"""What is peculiar to LBNEST's text extraction: likeness to the announcement, neighbours, text filters, the picture."""

from __future__ import annotations

import pytest
from lxml import etree
from tests.layouts import drawn

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.dom.drawnblocks import find_drawn_blocks
from newsloom.extractors.lbnest import AnnouncedTextExtractor
from newsloom.extractors.lbnest.proximity import group_segments, story_segments
from newsloom.pipeline.segmentplot import plot_segments
from newsloom.records import Extraction

PAGE = """<html lang="en"><head><title>The Harbour Post</title></head><body>
<img src="/logo.png"><p>Home, sport and weather for everybody.</p>
<div><img src="/ferry.jpg" alt="A ferry"><p>The ferry strike that had cut off the islands ended on Tuesday.</p>
<p>Everybody was glad. The ferry strike had lasted for nine days.</p>
<p>Mail comes first.</p>
<p>Crews of the ferry return after the strike of nine days ended.</p></div>
<p>Subscribe now and pay nothing in the month of May.</p>
<img src="/other.jpg"><p>Bakers want longer hours.</p></body></html>"""
HEADLINE = "Ferry strike ends after nine days"


def read(method: str, page: str = PAGE, **announced: str | None) -> Extraction:
    document = parse(page, url="https://harbour.example/ferry")
    for name, text in announced.items():
        setattr(document, name, text)
    return build("extractor", method).extract(document)


def lines(method: str, page: str = PAGE, **announced: str | None) -> list[str]:
    return [block.text for block in read(method, page, **announced).blocks]


@pytest.mark.parametrize("by", ["feed_title", "anchor_text", "teaser"])
def test_paragraphs_with_a_sentence_like_the_announcement_are_the_story(by):
    found = lines("lbnest:paper", **{by: HEADLINE})
    assert found[0].startswith("The ferry strike that had cut off")
    assert found[-1].startswith("Crews of the ferry")
    assert not any("Subscribe" in line or "Bakers" in line or "weather" in line for line in found)


def test_a_page_that_nobody_announced_is_compared_with_its_own_headline():
    titled = PAGE.replace("<body>", f"<body><h1>{HEADLINE}</h1>").replace("The Harbour Post", HEADLINE)
    assert lines("lbnest:paper", titled) == lines("lbnest:paper", feed_title=HEADLINE)


def test_a_sentence_between_two_related_ones_is_related():
    assert "Mail comes first." in lines("lbnest:paper", feed_title=HEADLINE)
    assert "Mail comes first." not in lines("lbnest:paper,neighbours=none", feed_title=HEADLINE)
    assert any("Subscribe" in line for line in lines("lbnest:paper,neighbours=either", feed_title=HEADLINE))


def test_what_stands_between_two_related_paragraphs_is_the_storys_unless_the_paper_is_asked():
    page = PAGE.replace("<p>Mail comes first.</p>", "<p>Mail comes first.</p><p>Then come the tourists.</p>")
    assert "Then come the tourists." in lines("lbnest", page, feed_title=HEADLINE)
    assert "Then come the tourists." not in lines("lbnest:paper", page, feed_title=HEADLINE)


def test_the_filters_of_the_texts_are_a_sequence_that_can_be_changed():
    page = "<html lang='en'><body><p>It was the one that they had been in for so long.</p></body></html>"
    announced = {"feed_title": "It was the one they had been in"}
    assert lines("lbnest:paper,text_filters=", page, **announced)
    assert lines("lbnest:paper,text_filters=stems", page, **announced)
    assert not lines("lbnest:paper,text_filters=stop-words", page, **announced)


def test_stop_words_of_the_users_own_count_for_nothing():
    wanted = "ferry+strike+nine+days+ends+ended+lasted"
    assert not lines(f"lbnest:paper,stop_words={wanted}", feed_title=HEADLINE)


def test_the_picture_is_the_first_above_a_text_of_the_story():
    (image,) = (image for block in read("lbnest:paper", feed_title=HEADLINE).blocks for image in block.images)
    assert (image.url, image.alt) == ("https://harbour.example/ferry.jpg", "A ferry")


def test_a_picture_below_the_story_is_not_its():
    page = PAGE.replace('<img src="/ferry.jpg" alt="A ferry">', "")
    assert not any(block.images for block in read("lbnest:paper", page, feed_title=HEADLINE).blocks)


def test_no_picture_is_looked_for_where_no_level_is_allowed():
    assert not any(block.images for block in read("lbnest:picture_levels=0", feed_title=HEADLINE).blocks)


def test_a_page_without_an_announcement_or_a_like_paragraph_says_so():
    assert read("lbnest", "<p>Words.</p>").reason == "there is no announcement, and no headline on the page"
    assert read("lbnest", feed_title="Quiz quads").reason == "no paragraph is similar to what announced the page"
    assert read("lbnest", "<div>Words</div>", feed_title="Words").reason == "there is no paragraph on the page"


LONG = " ".join(f"The ferry of Sandry waits in the harbour, as it did on day {day}." for day in range(8))


def two_columns(*, left: int = 200, top: int = 200) -> str:
    return (
        f'<div at="{left} {top} 500 600"><p at="{left} {top} 500 300">{LONG}</p>'
        f'<p at="{left} {top + 300} 500 300">The crew of the ferry is ill. {LONG}</p></div>'
        '<div at="800 200 150 100"><p at="800 200 150 100">Ferry of Sandry: tickets for the harbour.</p></div>'
        '<div at="0 1900 1000 60"><p at="0 1900 1000 60">The ferry of Sandry supports this site.</p></div>'
    )


def hybrid_texts(page: str, **parameters: object) -> list[str]:
    document = drawn(f'<h1 at="200 120 500 50" set="30 700">Ferry of Sandry waits in the harbour</h1>{page}')
    document.feed_title = "Ferry of Sandry waits in the harbour"
    return [block.text for block in AnnouncedTextExtractor(**parameters).extract(document).blocks]  # type: ignore[arg-type]


def test_the_hybrid_reads_only_the_largest_block_of_text():
    assert any("supports this site" in text for text in hybrid_texts(two_columns()))
    assert hybrid_texts(two_columns(), hybrid=True) == [LONG, f"The crew of the ferry is ill. {LONG}"]


def test_a_block_in_the_corner_of_the_page_is_no_story():
    cornered = hybrid_texts(two_columns(left=20, top=60), hybrid=True)
    assert any("supports this site" in text for text in cornered)
    assert len(hybrid_texts(two_columns(left=20, top=60), hybrid=True, corner=10.0)) == 2


def test_the_body_is_never_the_block():
    page = f'<p at="200 300 500 300">{LONG}</p><p at="0 1900 1000 60">The ferry of Sandry supports this site.</p>'
    assert len(hybrid_texts(page, hybrid=True)) == 2


def test_the_hybrid_says_how_it_saw_the_page():
    assert AnnouncedTextExtractor(hybrid=True).extract(parse("<p>Text")).layout == "estimated"
    assert AnnouncedTextExtractor().extract(parse("<p>Text")).layout is None
    assert build("extractor", "lbnest:hybrid").hybrid
    assert build("extractor", "lbnest:paper,hybrid").neighbours == "both"


def test_segments_belong_to_the_headline_that_is_nearest():
    page = "".join(
        f'<div at="{left} 100 400 400"><h2 at="{left} 100 400 40" set="26 700">Story {left}</h2>'
        f'<div at="{left} 150 400 200"><img at="{left} 150 400 200"></div>'
        f'<p at="{left} 360 400 60">Teaser {left}</p></div>'
        for left in (50, 550)
    )
    document = drawn(page + f'<p at="50 600 900 300">{LONG}</p>')
    assert document.tree is not None
    assert document.layout is not None
    segments = story_segments(find_drawn_blocks(document.tree, document.layout), document.layout)
    groups = group_segments(segments)
    assert [[one.kind for one in group] for group in groups] == [
        ["headline", "picture", "teaser", "paragraph"],
        ["headline", "picture", "teaser"],
    ]
    assert {one.box.left for one in groups[1]} == {550}


def test_a_card_that_is_one_link_has_its_picture_headline_and_teaser():
    card = (
        '<a href="/one"><div at="50 150 400 200"><img at="50 150 400 200"></div>'
        '<p at="50 360 400 30">Ferry to Sandry sails again</p><p at="50 390 400 90">{}</p></a>'
    )
    menu = '<p at="50 10 80 20"><a href="/sport">Sport</a></p>'
    document = drawn(menu + card.format(LONG))
    assert document.tree is not None
    assert document.layout is not None
    groups = group_segments(story_segments(find_drawn_blocks(document.tree, document.layout), document.layout))
    assert [sorted(one.kind for one in group) for group in groups] == [["headline", "paragraph", "picture"]]


def test_what_belongs_together_is_drawn_in_one_colour():
    picture = plot_segments("<h2>One</h2><p>Text of one.</p><h2>Two</h2><p>Text of two.</p>")
    shapes = etree.fromstring(picture.encode())
    groups = shapes.findall("{*}g")
    assert [len(group.findall("{*}rect")) for group in groups] == [2, 2]
    assert "estimated" in shapes.findtext("{*}title", "")
