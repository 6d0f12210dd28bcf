"""Pages whose scripts write the story: what a page holds elsewhere is read, where it shows none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.newspaper import sentences

from newsloom import extract
from newsloom.records import Article

HEADLINE = "Ferry to Lindvik sails again after the storm"
ADDRESS = "https://courier.example/news/ferry-to-lindvik-sails-again"
STORY = [" ".join(sentences(f"p{part}", 3)) for part in range(6)]
TEASER = " ".join(sentences("teaser", 2))
OTHERS = [
    {"title": f"Other story {number} of the day", "teaser": " ".join(sentences(f"o{number}", 1))} for number in range(5)
]


def page_of(inner: str, *, head: str = "", shown: str = "") -> str:
    """A page that shows a menu, a note and its footer."""
    return f"""<html><head><title>{HEADLINE} | Coast Courier</title>{head}</head><body>
<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/sea">Sea</a></nav><div id="root">{shown}</div>
{inner}<footer><p>© Coast Courier</p><a href="/imprint">Imprint</a></footer></body></html>"""


def script(data: Any, attributes: str = 'id="__NEXT_DATA__" type="application/json"', before: str = "") -> str:
    return f"<script {attributes}>{before}{json.dumps(data)}</script>"


def declared(**fields: Any) -> str:
    known = {"@type": "NewsArticle", "headline": HEADLINE, "articleBody": "\n".join(STORY)}
    return script(known | fields, 'type="application/ld+json"')


def read(page: str, url: str = ADDRESS) -> Article:
    return extract(page.encode(), url=url)


def assert_story(article: Article) -> None:
    assert article.is_article
    assert [paragraph for paragraph in STORY if paragraph not in article.text] == []
    assert "Imprint" not in article.text
    assert "Other story" not in article.text


PARAGRAPHS = "".join(f"<p>{text}</p>" for text in STORY)
WRITTEN = {
    "props": {
        "menu": [{"label": "News", "href": "/news"}, {"label": "Sea", "href": "/sea"}],
        "article": {"headline": HEADLINE, "body": [{"type": "paragraph", "text": text} for text in STORY]},
        "related": OTHERS,
    }
}
AS_MARKUP = {"post": {"id": 7, "title": {"rendered": HEADLINE}, "content": {"rendered": PARAGRAPHS}}, "more": OTHERS}


@pytest.mark.parametrize(
    "page",
    [
        page_of(f"<noscript><article><h1>{HEADLINE}</h1>{PARAGRAPHS}</article></noscript>"),
        page_of("", head=declared()),
        page_of(script(WRITTEN)),
        page_of(script(AS_MARKUP)),
        page_of(script(AS_MARKUP, "", "window.__STATE__ = ")),
    ],
    ids=["noscript", "declared", "list of paragraphs", "markup", "assigned"],
)
def test_a_story_that_is_not_shown_is_read(page: str) -> None:
    article = read(page)
    assert_story(article)
    assert article.title == HEADLINE
    assert article.confidence <= 0.5


def test_a_copy_without_scripts_comes_before_what_is_declared() -> None:
    copy = f"<noscript><article><h1>{HEADLINE}</h1>{PARAGRAPHS}</article></noscript>"
    article = read(page_of(copy, head=declared(articleBody=TEASER * 4)))
    assert_story(article)
    assert TEASER not in article.text


def test_what_the_page_shows_comes_first() -> None:
    other = [" ".join(sentences(f"q{part}", 4)) for part in range(6)]
    article = read(page_of(f"<noscript>{''.join(f'<p>{text}</p>' for text in other)}</noscript>", shown=PARAGRAPHS))
    assert_story(article)
    assert other[0] not in article.text


@pytest.mark.parametrize("said", [{"isAccessibleForFree": False}, {"isAccessibleForFree": "False"}])
def test_a_text_that_is_not_for_all_is_left_alone(said: dict[str, Any]) -> None:
    article = read(page_of(f"<p>{TEASER}</p>", head=declared(**said)))
    assert STORY[3] not in article.text


@pytest.mark.parametrize(
    "page",
    [
        page_of(script({"items": OTHERS * 8})),
        page_of(script({"labels": {f"key{number}": "Sign in to go on reading" for number in range(200)}})),
        page_of(f'<script type="application/json">{"[" * 50_000}</script>'),
        page_of(f'<script type="application/json">{"{" * 2_000} not data</script>'),
        page_of("<noscript><img src='/pixel.gif'><p>Please switch on JavaScript.</p></noscript>" * 50),
    ],
    ids=["teasers", "labels", "deep", "broken", "pixels"],
)
def test_data_without_a_story_is_none(page: str) -> None:
    assert not read(page, url="https://courier.example/").is_article


def test_no_key_of_a_scripts_data_is_taken_for_markup():
    hostile = {"\0": 5, "body": [{"\0": ["</div><p>raw"], "text": text} for text in STORY]}
    assert_story(read(page_of(script(hostile))))


NOTICE = "<p>Something went wrong while this page was loaded. Try a hard refresh of this page to mend the error.</p>"
LONG_STORY = [*STORY, *(" ".join(sentences(f"l{part}", 3)) for part in range(6))]


def test_a_notice_that_the_page_is_being_loaded_is_not_the_story() -> None:
    copy = "".join(f"<p>{text}</p>" for text in LONG_STORY)
    article = read(page_of(f"<noscript>{copy}</noscript>", shown=f"<h2>Loading…</h2>{NOTICE}"))
    assert_story(article)
    assert "hard refresh" not in article.text


def test_a_brief_is_not_replaced_by_what_the_data_hold_of_others() -> None:
    brief = " ".join(sentences("brief", 4))
    article = read(page_of(script({"items": OTHERS}), shown=f"<article><h1>{HEADLINE}</h1><p>{brief}</p></article>"))
    assert article.text == brief
