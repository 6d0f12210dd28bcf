from __future__ import annotations

import json

import pytest

import newsloom
from newsloom.dom import parse
from newsloom.metadata.access import find_access
from newsloom.records import Article


def declaring(**claims: object) -> str:
    node = json.dumps({"@type": "NewsArticle", "headline": "Rain"} | claims)
    return f"<script type='application/ld+json'>{node}</script><h1>Rain</h1><p>It rained.</p>"


CLOSED_PART = {"@type": "WebPageElement", "isAccessibleForFree": False, "cssSelector": ".paywall"}


@pytest.mark.parametrize(
    ("page", "access"),
    [
        (declaring(isAccessibleForFree=True), "free"),
        (declaring(isAccessibleForFree="True"), "free"),
        (declaring(isAccessibleForFree=False), "closed"),
        (declaring(isAccessibleForFree="http://schema.org/False"), "closed"),
        (declaring(isAccessibleForFree=False, hasPart=CLOSED_PART), "partial"),
        (declaring(isAccessibleForFree=False, hasPart=[{"@type": "x"}, CLOSED_PART]), "partial"),
        (declaring(hasPart=CLOSED_PART), "partial"),
        (declaring(), None),
        ("<meta property='article:content_tier' content='locked'><h1>Rain</h1>", "closed"),
        ("<meta property='article:content_tier' content='metered'><h1>Rain</h1>", "partial"),
        ("<meta property='article:content_tier' content='free'><h1>Rain</h1>", "free"),
        ("<h1>Rain</h1><div class='article-paywall box'>Subscribe to read on</div>", "partial"),
        ("<body class='no-paywall'><h1>Rain</h1></body>", None),
        ("<body class='paywall-free'><h1>Rain</h1></body>", None),
        ("", None),
    ],
)
def test_page_says_who_may_read_it(page: str, access: str | None) -> None:
    assert find_access(parse(page))[0] == access


def test_article_has_the_access_and_where_it_was_read() -> None:
    article = newsloom.extract(declaring(isAccessibleForFree=False))
    assert (article.access, article.provenance["access"]) == ("closed", "json-ld")
    assert Article.from_dict(article.as_dict()) == article
    assert article.to_schema_org()["isAccessibleForFree"] == "False"


def test_record_that_was_stored_before_has_no_access() -> None:
    assert Article.from_dict({"title": "Rain"}).access is None
