"""What is peculiar to LBNEST's text extraction: likeness to the announcement, neighbours, text filters, the picture."""

from __future__ import annotations

import pytest

from newsloom.catalogue import build
from newsloom.dom import parse
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
    assert read("lbnest", feed_title="Quiz quads").reason == "no paragraph is like what announced the page"
    assert read("lbnest", "<div>Words</div>", feed_title="Words").reason == "there is no paragraph on the page"
