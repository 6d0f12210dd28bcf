"""A page to its Article: what is put together, what is left out."""

from __future__ import annotations

import json

import pytest

import newsloom
from newsloom.errors import UnknownName

BODY = "".join(
    f"<p>The ferry of {day} carried {count} passengers and as many bicycles over the sound, the office said.</p>"
    for day, count in (("Monday", 40), ("Tuesday", 52), ("Wednesday", 47), ("Thursday", 61))
)
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
