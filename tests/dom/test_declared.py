from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.dom import declared as merging
from newsloom.dom.declared import read_declared
from newsloom.dom.declaredfields import Declared
from newsloom.dom.jsonld import read_jsonld
from newsloom.dom.metatags import MetaTags, OpenGraph
from newsloom.dom.parse import parse
from newsloom.records import Image

URL = "https://loom.example/news/rain.html"
MORNING = datetime(2024, 5, 3, 10, 15, tzinfo=timezone(timedelta(hours=3)))

ARTICLE: dict[str, Any] = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "Rain ends the drought",
    "description": "Farmers breathe again.",
    "datePublished": "2024-05-03T10:15:00+03:00",
    "dateModified": "2024-05-03T12:00:00+03:00",
    "author": [{"@type": "Person", "name": "By Ann Lee"}, {"@type": "Person", "name": "Bo Ek"}],
    "articleSection": ["Weather", "Home"],
    "keywords": "rain, drought,rain",
    "inLanguage": "en-GB",
    "image": {"@type": "ImageObject", "url": "/rain.jpg", "caption": "Rain", "creditText": "Cy Dee"},
    "publisher": {"@type": "Organization", "name": "The Daily Loom"},
    "articleBody": "It rained.\n\nAt last.",
    "isAccessibleForFree": "False",
}

FIELDS = (
    *("title", "description", "published", "modified", "date", "authors", "section", "keywords"),
    *("language", "site", "images", "type", "body", "is_free"),
)


def declared_in(head: str, url: str | None = URL) -> Declared:
    return read_declared(parse(f"<html><head>{head}</head><body><p>Text</p></body></html>").tree, url)


def json_ld(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return f'<script type="application/ld+json">{text}</script>'


def test_json_ld_article_fills_every_field() -> None:
    assert declared_in(json_ld(ARTICLE)) == Declared(
        title="Rain ends the drought",
        titles=("Rain ends the drought",),
        title_of={"json-ld": "Rain ends the drought"},
        description="Farmers breathe again.",
        published=MORNING,
        modified=MORNING.replace(hour=12, minute=0),
        date="2024-05-03",
        authors=("Ann Lee", "Bo Ek"),
        section="Weather",
        keywords=("rain", "drought"),
        language="en",
        site="The Daily Loom",
        sites=("The Daily Loom",),
        images=(Image(url="https://loom.example/rain.jpg", caption="Rain", credit="Cy Dee"),),
        type="NewsArticle",
        body="It rained.\n\nAt last.",
        is_free=False,
        sources=dict.fromkeys(FIELDS, "json-ld"),
    )


def test_offset_of_the_page_is_kept() -> None:
    published = declared_in(json_ld(ARTICLE)).published
    assert published is not None
    assert published.utcoffset() == timedelta(hours=3)


@pytest.mark.parametrize(
    "value",
    [
        [ARTICLE],
        {"@graph": [{"@type": "WebSite", "name": "Loom"}, ARTICLE]},
        {"@type": "WebPage", "mainEntity": ARTICLE},
        [[{"@graph": [[ARTICLE]]}]],
        {**ARTICLE, "@type": ["NewsArticle", "BlogPosting"]},
        {**ARTICLE, "@type": "http://schema.org/LiveBlogPosting"},
    ],
)
def test_article_is_found_wherever_it_hangs(value: object) -> None:
    assert declared_in(json_ld(value)).title == "Rain ends the drought"


@pytest.mark.parametrize(
    "text",
    [
        "<!-- " + json.dumps(ARTICLE) + " -->",
        "//<![CDATA[\n" + json.dumps(ARTICLE) + "\n//]]>",
        "/* <![CDATA[ */ " + json.dumps(ARTICLE) + " /* ]]> */",
        json.dumps(ARTICLE)[:-1] + ",\n}",
        json.dumps(ARTICLE) + ";",
        json.dumps(ARTICLE) + json.dumps({"@type": "WebSite"}),
        json.dumps(ARTICLE).replace('"keywords"', '// what for\n "keywords"'),
        json.dumps({**ARTICLE, "description": "two lines"}).replace("two ", "two\n\t\x01"),
    ],
)
def test_common_mistakes_in_json_are_mended(text: str) -> None:
    assert declared_in(json_ld(text)).title == "Rain ends the drought"


@pytest.mark.parametrize("text", ["", "{", "null", "7", '"x"', "[" * 100_000, '{"@graph":' * 5_000, "9" * 9_999])
def test_hopeless_json_declares_nothing(text: str) -> None:
    assert declared_in(json_ld(text)) == Declared()


def test_other_scripts_still_count_after_a_broken_one() -> None:
    assert declared_in(json_ld("{{{") + json_ld(ARTICLE)).authors == ("Ann Lee", "Bo Ek")


def test_author_named_by_reference_is_resolved() -> None:
    graph = [{**ARTICLE, "author": {"@id": "#ann"}}, {"@type": "Person", "@id": "#ann", "name": "Ann Lee"}]
    assert declared_in(json_ld({"@graph": graph})).authors == ("Ann Lee",)


def test_story_told_most_fully_is_the_pages_own() -> None:
    related = {"@type": "NewsArticle", "headline": "Another story"}
    assert declared_in(json_ld([related, ARTICLE, related])).title == "Rain ends the drought"


def test_list_of_related_stories_is_not_the_pages_story() -> None:
    related = {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": ARTICLE}]}
    assert declared_in(json_ld(related)).title is None


def test_job_posting_is_no_article() -> None:
    assert declared_in(json_ld({**ARTICLE, "@type": "JobPosting"})).title is None


def test_page_without_article_still_has_a_date() -> None:
    page = {"@type": "WebPage", "datePublished": "2024-05-03", "name": "Rain"}
    declared = declared_in(json_ld(page))
    assert (declared.date, declared.published, declared.title) == ("2024-05-03", None, None)


def test_escaped_headline_is_read_as_text() -> None:
    assert declared_in(json_ld({**ARTICLE, "headline": "Rain&#8217;s <em>end</em>"})).title == "Rain’s end"


def test_half_a_character_in_json_reaches_no_field() -> None:
    broken = {**ARTICLE, "headline": "Rain \ud800ends", "articleBody": "It \udfffrained.", "author": "Ann\ud83d Lee"}
    declared = declared_in(json_ld(broken))
    assert (declared.title, declared.body, declared.authors) == ("Rain ends", "It rained.", ("Ann Lee",))


def test_values_of_odd_types_are_passed_over() -> None:
    odd = dict.fromkeys(ARTICLE, 7) | {"@type": "Article", "author": [None, {"name": ["Ann Lee"]}, 3], "image": [[], 1]}
    assert declared_in(json_ld(odd)).authors == ("Ann Lee",)


def test_opengraph_is_read() -> None:
    declared = declared_in(
        """<meta property="og:title" content="Rain &amp; sun"><meta property="og:site_name" content="Loom">
        <meta property="og:type" content="article"><meta property="og:url" content="/rain">
        <meta property="og:locale" content="tr_TR"><meta property="og:image" content="/a.jpg">
        <meta property="og:image" content="javascript:alert(1)">
        <meta property="article:published_time" content="2024-05-03T10:15:00+03:00">
        <meta property="article:author" content="https://facebook.example/ann">
        <meta property="article:tag" content="rain"><meta property="article:tag" content="sun">"""
    )
    assert declared.title == "Rain & sun"
    assert (declared.site, declared.type, declared.language) == ("Loom", "article", "tr")
    assert declared.canonical_url == "https://loom.example/rain"
    assert declared.images == (Image(url="https://loom.example/a.jpg"),)
    assert (declared.published, declared.date) == (MORNING, "2024-05-03")
    assert declared.authors == ()
    assert declared.keywords == ("rain", "sun")
    assert set(declared.sources.values()) == {"opengraph"}


def test_plain_meta_tags_are_read() -> None:
    declared = declared_in(
        """<meta name="Author" content="By Ann Lee and Bo Ek"><meta name="news_keywords" content="a, b">
        <meta name="keywords" content="c"><meta name="DC.date.issued" content="2024-05-03">
        <meta itemprop="dateModified" content="2024-05-04T00:00:00Z"><meta name="description" content="Short.">
        <meta http-equiv="content-language" content="nb"><meta name="parsely-section" content="Weather">"""
    )
    assert declared.authors == ("Ann Lee", "Bo Ek")
    assert declared.keywords == ("a", "b")
    assert (declared.date, declared.published) == ("2024-05-03", None)
    assert declared.modified is not None
    assert (declared.description, declared.section, declared.language) == ("Short.", "Weather", "no")
    assert set(declared.sources.values()) == {"meta"}


def test_head_elements_are_read() -> None:
    tree = parse("<html lang=de-AT><head><title> A \n B </title><link rel=canonical href=/x></head></html>").tree
    declared = read_declared(tree, URL)
    assert (declared.title, declared.language, declared.canonical_url) == ("A B", "de", "https://loom.example/x")
    assert declared.sources == dict.fromkeys(("title", "language", "canonical_url"), "html")


def test_most_trusted_source_of_each_field_wins() -> None:
    declared = declared_in(
        '<title>Rain | Loom</title><meta property="og:title" content="Rain!">'
        '<meta property="og:site_name" content="Loom"><meta name="author" content="Someone Else">' + json_ld(ARTICLE)
    )
    assert declared.titles == ("Rain ends the drought", "Rain!", "Rain | Loom")
    assert (declared.site, declared.sources["site"]) == ("Loom", "opengraph")
    assert (declared.authors, declared.sources["authors"]) == (("Ann Lee", "Bo Ek"), "json-ld")


def test_day_belongs_to_the_moment_where_another_source_has_one() -> None:
    naive = {**ARTICLE, "datePublished": "2024-05-04T00:15:00"}
    declared = declared_in(
        json_ld(naive) + '<meta property="article:published_time" content="2024-05-03T10:15:00+03:00">'
    )
    assert (declared.published, declared.date) == (MORNING, "2024-05-03")
    assert declared.sources["date"] == declared.sources["published"] == "opengraph"


def test_paper_is_not_its_own_author() -> None:
    own = {**ARTICLE, "author": {"@type": "Organization", "name": "Daily Loom"}}
    declared = declared_in(json_ld(own) + '<meta name="author" content="Ann Lee">')
    assert (declared.authors, declared.sources["authors"]) == (("Ann Lee",), "meta")


def test_relative_links_are_dropped_where_the_address_is_unknown() -> None:
    declared = declared_in('<link rel=canonical href="/x"><meta property="og:image" content="a.jpg">', url=None)
    assert (declared.canonical_url, declared.images) == (None, ())


@pytest.mark.parametrize("link", ["javascript:x", "data:text/html,x", "http://", "http://[", "ftp://a.example/", ""])
def test_only_web_addresses_are_canonical(link: str) -> None:
    assert declared_in(f"<link rel=canonical href='{link}'>", url=None).canonical_url is None


def test_no_tree_declares_nothing() -> None:
    assert read_declared(None) == Declared()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from([*ARTICLE, "@graph", "@id", "name", "url", "mainEntityOfPage", "creator"]),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(JSON)
def test_any_json_is_read_without_an_error(value: object) -> None:
    text = json.dumps({"@type": "Article", "headline": "x"} | (value if isinstance(value, dict) else {"author": value}))
    declared = declared_in(json_ld(text.replace("<", "\\u003c")))
    assert all(name for name in declared.authors)


def test_first_title_of_each_source_is_kept() -> None:
    head = '<meta property="og:title" content="Rain!"><title>Rain | Loom</title>' + json_ld(ARTICLE)
    assert declared_in(head).title_of == {
        "json-ld": "Rain ends the drought",
        "opengraph": "Rain!",
        "html": "Rain | Loom",
    }


def test_person_named_in_a_lesser_place_comes_before_the_paper() -> None:
    head = json_ld({**ARTICLE, "author": {"name": "The Daily Loom"}}) + '<meta name="author" content="Ann Lee">'
    found = declared_in(head)
    assert (found.authors, found.organisation, found.sources["authors"]) == (("Ann Lee",), (), "meta")


@pytest.mark.parametrize("name", ["The Daily Loom", "Daily Loom Weather Team", "loom.example"])
def test_paper_that_signs_alone_is_the_house(name: str) -> None:
    found = declared_in(json_ld({**ARTICLE, "author": {"@type": "Organization", "name": name}}))
    assert (found.authors, found.organisation) == ((), (name,)) or found.authors == (name,)
    assert found.sources["organisation" if found.organisation else "authors"] == "json-ld"


def test_all_names_of_the_site_are_known_so_that_none_is_an_author() -> None:
    head = json_ld({**ARTICLE, "author": {"name": "The Daily Loom"}})
    found = declared_in(head + '<meta property="og:site_name" content="loom.example">')
    assert (found.site, found.sites, found.authors) == ("loom.example", ("The Daily Loom", "loom.example"), ())


def test_author_declared_for_turkish_papers_software_is_read() -> None:
    assert declared_in('<meta name="articleAuthor" content="Ayşe Gül">').authors == ("Ayşe Gül",)


def test_escaped_address_of_a_picture_is_mended() -> None:
    page = json_ld({**ARTICLE, "image": "https://loom.example/rain.jpg?w=9&#038;h=9"})
    assert declared_in(page).images == (Image(url="https://loom.example/rain.jpg?w=9&h=9"),)


def test_links_are_relative_to_the_base_of_the_page() -> None:
    head = "<base href='/archive/'><link rel='canonical' href='rain.html'><meta property='og:image' content='rain.jpg'>"
    found = declared_in(head)
    assert found.canonical_url == "https://loom.example/archive/rain.html"
    assert found.images == (Image(url="https://loom.example/archive/rain.jpg"),)


@pytest.mark.parametrize("base", ["javascript:alert(1)", "data:text/html,x", "//", "ftp://loom.example/", "http://["])
def test_base_that_is_no_web_address_is_ignored(base: str) -> None:
    found = declared_in(f"<base href='{base}'><link rel='canonical' href='a.html'>")
    assert found.canonical_url == "https://loom.example/news/a.html"


def test_base_serves_where_the_address_is_unknown() -> None:
    head = "<base href='https://loom.example/news/'><link rel='canonical' href='a.html'>"
    assert declared_in(head, url=None).canonical_url == "https://loom.example/news/a.html"


@pytest.mark.parametrize(
    "name",
    [
        "cxenseparse:publishtime",
        "pub_date",
        "citation_publication_date",
        "dateCreated",
        "published_at",
        "w-published-date",
    ],
)
def test_day_is_read_from_tags_of_the_papers_own_making(name: str) -> None:
    assert declared_in(f"<meta name='{name}' content='2024-05-03'>").date == "2024-05-03"


@pytest.mark.parametrize("name", ["article:expiration_time", "publisher", "last_updated_date", "video:upload_date"])
def test_day_of_something_else_is_not_the_day_of_publication(name: str) -> None:
    assert declared_in(f"<meta name='{name}' content='2024-05-03'>").date is None


def test_host_that_signs_is_the_house() -> None:
    found = declared_in("<meta name='author' content='loom.example'>")
    assert (found.authors, found.organisation) == ((), ("loom.example",))


def test_account_stands_back_but_not_in_a_forum() -> None:
    found = declared_in("<meta name='author' content='annlee'>")
    assert (found.authors, found.organisation) == ((), ("annlee",))
    posting = {"@type": "DiscussionForumPosting", "headline": "Rain", "author": {"name": "annlee"}}
    assert declared_in(json_ld(posting)).authors == ("annlee",)


MERGED_SEPARATELY = {
    *("title", "titles", "title_of", "authors", "organisation", "bylines", "site", "sites", "sources"),
}


def test_every_field_is_merged() -> None:
    assert {*merging._TRUST_OF_FIELD, *MERGED_SEPARATELY} == set(Declared._fields)


def test_every_source_is_asked_for_the_fields_it_may_have() -> None:
    tags = {name: ["2024-05-03"] for name in ("article:published_time", "article:modified_time", "date", "lastmod")}
    names = (
        *("og:title", "og:description", "article:section", "article:tag", "og:locale", "og:url", "og:site_name"),
        *("og:image", "og:type", "article:content_tier", "title", "description", "section", "keywords", "language"),
        *("application-name", "twitter:image"),
    )
    contents = {**tags, **{name: ["en"] for name in names}}
    for source, found in (
        ("json-ld", read_jsonld([json.dumps(ARTICLE)], URL)),
        ("opengraph", OpenGraph(contents, URL)),
        ("meta", MetaTags(contents, URL)),
    ):
        filled = {name for name in Declared._fields if getattr(found, name, None)} - MERGED_SEPARATELY
        assert filled
        assert all(source in merging._TRUST_OF_FIELD[name] for name in filled)
