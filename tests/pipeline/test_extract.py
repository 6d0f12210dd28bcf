"""A page to its Article: what is put together, what is left out."""

from __future__ import annotations

import json

import pytest

import newsloom
from newsloom.dom import parse
from newsloom.errors import UnknownName
from newsloom.pipeline.extract import article_of
from newsloom.records import Block, Extraction, Template

BODY = "".join(
    f"<p>The ferry of {day} carried {count} passengers and as many bicycles over the sound, the office said. "
    f"The bar was open, and {count // 2} of them had soup.</p>"
    for day, count in (("Monday", 40), ("Tuesday", 52), ("Wednesday", 47), ("Thursday", 61))
)
TEASER = "Ferry carried more passengers and bicycles over the sound."
PAGE = f"""<html lang="en"><head><title>Ferry is full again</title><meta name="author" content="Ada Strand">
</head><body><div><h1>Ferry is full again</h1><p>By Ada Strand, 3 May 2024</p>{BODY}</div></body></html>"""


@pytest.mark.parametrize("extractor", newsloom.available("extractor"))
def test_the_headline_is_not_part_of_the_text(extractor):
    article = newsloom.extract(PAGE, extractor=extractor)
    assert article.title == "Ferry is full again"
    assert "Ferry is full again" not in article.text


@pytest.mark.parametrize("extractor", newsloom.available("extractor"))
def test_the_byline_is_not_part_of_the_text(extractor):
    article = newsloom.extract(PAGE, extractor=extractor)
    assert article.authors == ("Ada Strand",)
    assert "Ada Strand" not in article.text


def test_a_sentence_that_names_the_author_stays():
    page = PAGE.replace("</div>", "<p>Ada Strand, who lives by the sound, has counted bicycles since 1998.</p></div>")
    assert "has counted bicycles" in newsloom.extract(page).text


@pytest.mark.parametrize("extractor", newsloom.available("extractor"))
@pytest.mark.parametrize("line", ["Published 3 May 2024, 10:12", "Lesezeit: 4 Minuten"])
def test_the_date_line_is_not_part_of_the_text(extractor, line):
    page = PAGE.replace("By Ada Strand, 3 May 2024", line)
    article = newsloom.extract(page, teaser=TEASER, extractor=extractor)
    assert line not in article.text
    assert "40 passengers" in article.text


def test_days_that_part_a_chronicle_stay():
    days = "".join(f"<p>{day} May 2024</p>{BODY.replace('ferry', f'boat {day}')}" for day in range(3, 7))
    blocks = (Block(text=line) for line in days.removeprefix("<p>").removesuffix("</p>").split("</p><p>"))
    found = article_of(parse(PAGE), Extraction(method="x", version=1, blocks=tuple(blocks)))
    assert "3 May 2024" in found.paragraphs


def test_a_day_as_a_heading_stays():
    blocks = (Block(text="3 May 2024", kind="heading", level=2), Block(text="The ferry sank."))
    found = article_of(parse(PAGE), Extraction(method="x", version=1, blocks=blocks))
    assert found.paragraphs == ("3 May 2024", "The ferry sank.")


@pytest.mark.parametrize("extractor", newsloom.available("extractor"))
def test_the_blocks_are_the_text(extractor):
    article = newsloom.extract(PAGE, teaser=TEASER, extractor=extractor)
    assert article.text == "\n\n".join(block.text for block in article.blocks)
    assert article.blocks


def test_headings_lists_and_quotes_are_written_as_such():
    parts = "<h2>What it carries</h2><ul><li>bicycles of all sizes, and the mail of the island</li></ul>"
    quote = "<blockquote><p>Nobody had counted the bicycles before, said the harbour master.</p></blockquote>"
    markdown = newsloom.extract(PAGE.replace("</div>", f"{parts}{quote}{BODY}</div>")).to_markdown()
    assert "\n\n## What it carries\n\n- bicycles of all sizes" in markdown
    assert "\n\n> Nobody had counted" in markdown


def test_a_story_in_two_pages_names_the_second():
    page = PAGE.replace("</div>", "<p><a href='/ferry/2'>2</a></p></div>")
    article = newsloom.extract(page, url="https://post.example/ferry")
    assert article.next_page == "https://post.example/ferry/2"
    assert article.provenance["next_page"] == "pager"
    assert newsloom.extract(PAGE, url="https://post.example/ferry").next_page is None


def test_a_list_of_stories_has_no_next_page():
    links = "".join(f"<li><a href='/{n}'>Story number {n} of the day</a></li>" for n in range(60))
    page = f"<html><body><h1>News</h1><ul>{links}</ul><a rel=next href='?page=2'>2</a></body></html>"
    article = newsloom.extract(page, url="https://post.example/news")
    assert not article.is_article
    assert article.next_page is None


def test_the_text_names_its_method():
    assert newsloom.extract(PAGE, extractor="next").provenance["text"].startswith("next/")
    assert newsloom.extract(PAGE).provenance["text"].startswith("loom/")


def test_an_unreadable_page_is_no_article_and_says_why():
    article = newsloom.extract(b"%PDF-1.7")
    assert not article.is_article
    assert article.confidence == 0.0
    assert "PDF" in (article.reason or "")


def test_an_unknown_extractor_is_named_with_those_that_exist():
    with pytest.raises(UnknownName, match="loom"):
        newsloom.extract(PAGE, extractor="lom")


def test_an_article_survives_json():
    article = newsloom.extract(PAGE, url="https://post.example/ferry")
    assert newsloom.Article.from_dict(json.loads(article.to_json())) == article


def test_a_headline_that_nothing_marks_is_found_where_the_site_has_it():
    template = Template(method="x", version=1, members=(), fields={"headline": "html/body/center"})
    page = f"<body><center>Ferry sold to Quendal</center>{BODY}</body>"
    assert newsloom.extract(page).title is None
    article = newsloom.extract(page, template=template)
    assert (article.title, article.provenance["title"]) == ("Ferry sold to Quendal", "template")
    assert "Quendal" not in article.text


@pytest.mark.parametrize(
    ("headline", "line"),
    [
        ("Été à la mer", "E\u0301TE\u0301 À LA MER !"),
        ("Die Straße am Meer", "DIE STRASSE AM MEER"),
        ("Donaudampfschifffahrtsgesellschaftskapitän", "DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFTSKAPITÄN"),
        ("Rain at last", "“Rain at last”"),
    ],
)
def test_a_line_is_the_headline_however_it_is_written(headline, line):
    document = parse(f"<title>{headline}</title><h1>{headline}</h1><p>The rest of it.</p>")
    blocks = (Block(text=line), Block(text=f"{headline} and more of it"), Block(text="The rest of it."))
    article = article_of(document, Extraction(method="all", version=1, blocks=blocks))
    assert article.text == f"{headline} and more of it\n\nThe rest of it."


def test_picture_whose_caption_is_left_out_stands_before_the_next_paragraph():
    story = "".join(
        f"<p>The river rose for the {day} day, and the mill stood under water.</p>" for day in ("first", "second")
    )
    figure = "<figure><img src='/mill.jpg' width=800><figcaption>The mill on Monday</figcaption></figure>"
    page = f"<article><h1>The river rises</h1>{figure}{story * 3}</article>"
    article = newsloom.extract(page, url="https://loom.example/river")
    assert [image.url for block in article.blocks for image in block.images] == ["https://loom.example/mill.jpg"]
    assert article.to_markdown(images=True).startswith("# The river rises\n\n![](https://loom.example/mill.jpg)")
