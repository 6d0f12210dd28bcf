"""Front pages with whole paragraphs of each story are lists, not articles."""

from __future__ import annotations

import pytest

import newsloom

TOPICS = "river mill bridge council school harbour ferry market".split()


def story(topic: str) -> str:
    return (
        f"The {topic} was closed for the third day, and people had to be taken out by boat in the night, the fire "
        f"brigade said. Nobody was hurt, but the {topic} will stay shut until the end of the week, the mayor told the "
        "council on Monday evening, and asked the state for help with the money."
    )


def page(parts: str) -> str:
    return (
        f"<html><head><title>Daily Loom</title></head><body><h1>Daily Loom</h1>{parts}<p>© Daily Loom</p></body></html>"
    )


CARDS = "".join(
    f"<article><h2><a href='/{one}.html'>The {one} is closed</a></h2><p>{story(one)}</p></article>" for one in TOPICS
)
TEASERS = "".join(
    f"<div><h3>The {one} is closed</h3><p>{story(one)} <a href='/{one}.htm'>Read more</a></p></div>" for one in TOPICS
)
ROWS = "".join(
    f"<tr><td><b><a href='{one}.htm'>The {one} is closed</a></b><br>{story(one)}</td></tr>" for one in TOPICS
)


@pytest.mark.parametrize("parts", [CARDS, TEASERS, f"<table>{ROWS}</table>"])
@pytest.mark.parametrize("url", [None, "https://loom.example/"])
def test_front_page_with_long_texts_is_no_article(parts: str, url: str | None) -> None:
    article = newsloom.extract(page(parts), url=url)
    assert not article.is_article
    assert article.confidence <= 0.3
    assert article.reason == "it reads like a list of links, as front and section pages do"


@pytest.mark.parametrize(
    "parts",
    [
        "".join(f"<p>{story(one)}</p>" for one in TOPICS),
        "".join(f"<p>{story(one)}</p><p><a href='/{one}.html'>Read also: the {one}</a></p>" for one in TOPICS),
        "".join(
            f"<section><h2>{one.title()}</h2><p>{story(one)} See <a href='#{one}'>more</a></p></section>"
            for one in TOPICS
        ),
        "".join(
            f"<section><h2><a href='https://shop.example/{one}'>The best {one}</a></h2><p>{story(one)}</p></section>"
            for one in TOPICS
        ),
    ],
)
def test_story_with_links_to_others_is_an_article(parts: str) -> None:
    assert newsloom.extract(
        page(parts), url="https://loom.example/2024/05/the-river-rises-again-in-the-valley"
    ).is_article
