"""Where a story goes on: only where the address and the page both say so."""

from __future__ import annotations

import pytest

from newsloom.dom import parse
from newsloom.metadata.nextpage import find_next_page

STORY = "https://post.example/news/ferry"


def next_page(page: str, url: str | None = STORY) -> str | None:
    return find_next_page(parse(page, url=url))[0]


@pytest.mark.parametrize(
    ("url", "href", "expected"),
    [
        (STORY, "/news/ferry/2", f"{STORY}/2"),
        (STORY, "?page=2", f"{STORY}?page=2"),
        (STORY, f"{STORY}/page/2/", f"{STORY}/page/2/"),
        (STORY, "/news/ferry/seite-2", f"{STORY}/seite-2"),
        (f"{STORY}.html", "ferry-2.html", f"{STORY}-2.html"),
        (f"{STORY}.html", "ferry,page=2.html", f"{STORY},page=2.html"),
        (f"{STORY}?page=2", "?page=3", f"{STORY}?page=3"),
        (f"{STORY}/page/9/", "../10/", f"{STORY}/page/10/"),
        (f"{STORY}?id=7", "?id=7&amp;sayfa=2", f"{STORY}?id=7&sayfa=2"),
        (f"{STORY}?utm_source=feed", "/news/ferry?page=2#top", f"{STORY}?page=2"),
        ("http://www.post.example/news/ferry/", "https://post.example/news/ferry/2/", f"{STORY}/2/"),
    ],
)
def test_the_address_of_the_page_with_the_next_number_is_its_next_page(url, href, expected):
    assert next_page(f"<p>x <a href='{href}'>Next page</a>", url) == expected
    assert next_page(f"<link rel=next href='{href}'><p>x", url) == expected


@pytest.mark.parametrize(
    "label",
    [
        "2",
        "Next",
        "Next »",
        "›",
        "Page 2",
        "Nächste Seite",
        "Suivant",
        "Sonraki sayfa",
        "Neste",
        "次へ",
        "下一页",
        "Далее",
    ],
)
def test_pages_are_called_next_in_many_languages(label):
    assert next_page(f"<a href='?page=2'>{label}</a>") == f"{STORY}?page=2"


def test_a_picture_of_an_arrow_is_read_by_its_label():
    assert next_page("<a href='?page=2' aria-label='Next page'><svg></svg></a>") == f"{STORY}?page=2"


@pytest.mark.parametrize(
    "link",
    [
        "<link rel=next href='/news/harbour'>",
        "<a rel=next href='/news/harbour-2'>Next</a>",
        "<a href='?page=3'>3</a>",
        "<a href='?page=2'>Two more dead in storm</a>",
        "<a href='?page=2'>12</a>",
        "<a href='https://other.example/news/ferry/2'>2</a>",
        "<a href='javascript:next(2)'>2</a>",
        "<a href='/news/ferry?cpage=2'>2</a>",
        "<div class=comments><ul><li><a href='?page=2'>2</a></ul></div>",
        "<a href='http://['>2</a>",
        "<a>2</a>",
    ],
)
def test_what_is_another_story_or_list_is_no_next_page(link):
    assert next_page(f"<p>x</p>{link}") is None


def test_numbered_stories_are_not_pages_of_each_other():
    page = "<a rel=next href='/news/episode-8'>Next</a>"
    assert next_page(page, "https://post.example/news/episode-7") is None


@pytest.mark.parametrize(
    "known",
    [f"<link rel=prev href='{STORY}'>", f"<link rel=prev href='{STORY}/1'>", f"<link rel=canonical href='{STORY}'>"],
)
def test_a_bare_number_is_a_pages_where_an_earlier_page_is_known(known):
    assert next_page(f"{known}<a href='{STORY}/3'>3</a>", f"{STORY}/2") == f"{STORY}/3"


def test_the_declared_address_serves_where_none_is_given():
    page = f"<link rel=canonical href='{STORY}'><a href='{STORY}/2'>2</a>"
    assert find_next_page(parse(page)) == (f"{STORY}/2", "pager")
    assert next_page("<a href='/2'>2</a>", None) is None


def test_links_are_relative_to_the_base_of_the_page():
    page = "<head><base href='https://post.example/news/'></head><body><a href='ferry/2'>2</a>"
    assert next_page(page, f"{STORY}/") == f"{STORY}/2"


def test_the_source_says_where_it_stood():
    assert find_next_page(parse("<link rel=next href='?page=2'>", url=STORY)) == (f"{STORY}?page=2", "link")
    assert find_next_page(parse(b"", url=STORY)) == (None, "")


def test_many_links_are_not_all_read():
    page = "<a href='/a2/2'>2</a>" * 5_000 + "<a href='?page=2'>2</a>"
    assert next_page(page) is None


def test_an_address_of_nothing_but_numbers_is_read_soon():
    assert next_page(f"<a href='{'/p/2' * 1_000_000}'>2</a>" + f"<a href='{'/p/2' * 400}'>2</a>" * 1_000) is None


def test_a_file_is_no_address_but_the_page_may_declare_one():
    page = f"<link rel=canonical href='{STORY}'><a href='{STORY}/2'>2</a>"
    assert next_page(page, "story.html") == f"{STORY}/2"


def test_a_number_behind_the_sign_of_a_fragment_is_none_of_a_page():
    assert next_page("<a href='/news/ferry#/2'>2</a>") is None
    assert next_page("<a href='/news/ferry#/2'>2</a> <a href='/news/ferry/2#2'>2</a>") == f"{STORY}/2"


def test_a_link_with_the_number_beside_others_is_found():
    assert (
        next_page("<a href='/a/2/2'>2</a> <a href='/12'>2</a> <a href='?page=2'>2</a> <a href='/b'>b</a>") is not None
    )
