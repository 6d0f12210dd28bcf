"""Pages in scripts other than those of the made-up week, as the default methods read them."""

from __future__ import annotations

from collections import Counter

import pytest

import newsloom
from newsloom.press.abroad import DESIGNS, LANGUAGES, front_abroad, pages_abroad
from newsloom.text.tokens import tokens

EDITIONS = [(language, design) for language in LANGUAGES for design in DESIGNS]


def _f1(found: str, true: str) -> float:
    one, other = Counter(tokens(found)), Counter(tokens(true))
    return 2 * (one & other).total() / (one.total() + other.total())


@pytest.mark.parametrize(("language", "design"), EDITIONS)
def test_fields_are_read_in_every_script(language, design):
    for page in pages_abroad(language, design):
        article = newsloom.extract(page.page, url=page.url)
        # The wide space of Japanese headlines is a space.
        assert article.title == " ".join(page.title.split())
        assert (article.is_article, article.date) == (True, page.date)
        assert (article.authors, article.language) == (page.authors, page.language)


@pytest.mark.parametrize(("language", "design"), EDITIONS)
def test_texts_are_read_in_every_script(language, design):
    pages = pages_abroad(language, design)
    texts = [newsloom.extract(page.page, url=page.url).text for page in pages]
    for page, text in zip(pages, texts, strict=True):
        assert [paragraph for paragraph in page.text.split("\n\n") if paragraph not in text] == []
    scores = [_f1(text, page.text) for page, text in zip(pages, texts, strict=True)]
    assert sum(scores) / len(scores) >= 0.96


@pytest.mark.parametrize("language", LANGUAGES)
def test_front_pages_are_read_in_every_script(language):
    url, page, headlines = front_abroad(language)
    items = newsloom.read_items(page, url=url)
    assert [item.headline for item in items] == [" ".join(headline.split()) for headline in headlines]
