from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.metadata.byline import find_authors

SITE = '<meta property="og:site_name" content="Daily Loom">'
SIGNED = SITE + '<meta name="author" content="Daily Loom">'


def authors_of(page: str) -> tuple[str, ...]:
    return find_authors(parse(page))[0]


@pytest.mark.parametrize(
    "byline",
    [
        "<p>By Ann Lee</p>",
        "<div><p>by: <b>Ann Lee</b></p></div>",
        "<p>Von Ann Lee</p>",
        "<p class='meta'><a href='/authors/ann-lee'>Ann Lee</a></p>",
        "<p class='meta'><a href='https://loom.example/yazar/ann-lee'>Ann Lee</a> | 3 May 2024</p>",
    ],
)
def test_byline_without_a_mark_is_known_by_its_first_word_or_its_link(byline: str) -> None:
    assert authors_of(f"<h1>Rain</h1>{byline}<p>It rained.</p>") == ("Ann Lee",)


def test_line_that_begins_with_by_far_below_the_headline_is_no_byline() -> None:
    assert authors_of("<h1>Rain</h1>" + "<p>It rained.</p>" * 100 + "<p>By Ann Lee</p>") == ()


def test_authors_whose_marks_stand_in_one_line_are_all_named() -> None:
    line = "<p><a rel='author'>Ann Lee</a>, <a rel='author'>Bo Ek</a></p>"
    cards = "<ul><li><span class='byline'>Cy Dee</span></li><li><span class='byline'>Di Em</span></li></ul>"
    assert authors_of(f"<h1>Rain</h1>{line}<div><a rel='author'>Ed Fox</a></div>") == ("Ann Lee", "Bo Ek")
    assert authors_of(f"<h1>Rain</h1>{cards}") == ("Cy Dee", "Di Em")


def test_links_in_a_byline_are_all_read() -> None:
    assert authors_of("<p class='byline'>By <a>Ann Lee</a> and <a>Bo Ek</a> in Oslo</p>") == ("Ann Lee", "Bo Ek")


@pytest.mark.parametrize("word", ["email", "Follow", "AL", "December", "Name"])
def test_single_word_beside_a_byline_is_no_author(word: str) -> None:
    assert authors_of(f"<p class='byline'>{word}</p>") == ()


def test_blogger_of_one_name_is_known_by_a_link_to_her() -> None:
    assert authors_of("<h1>Rain</h1><a rel='author' href='/krystyna'>Krystyna</a>") == ("Krystyna",)


@pytest.mark.parametrize("name", ["Ursula von der Leyen", "Mohammed bin Salman", "松岡大地", "Ὅμηρος"])
def test_names_of_the_world_are_names(name: str) -> None:
    assert authors_of(f"<p class='author'>{name}</p>") == (name,)


@pytest.mark.parametrize("place", ["<ol class='commentlist'>", "<div id='comments'>", "<li class='comment even'>"])
def test_reader_who_comments_is_no_author(place: str) -> None:
    assert authors_of(f"<h1>Rain</h1>{place}<p class='author'>Ann Lee</p>") == ()


def test_paper_signs_where_no_person_does() -> None:
    assert find_authors(parse(SIGNED + "<h1>Rain</h1>")) == (("Daily Loom",), "meta")
    assert find_authors(parse(SITE + "<p class='byline'>Daily Loom</p>")) == (("Daily Loom",), "byline")


def test_marked_person_comes_before_the_paper_but_an_unmarked_one_does_not() -> None:
    assert authors_of(SIGNED + "<h1>Rain</h1><p class='author'>Ann Lee</p>") == ("Ann Lee",)
    assert authors_of(SIGNED + "<h1>Rain</h1><p>By Ann Lee</p>") == ("Daily Loom",)


def test_page_without_text_has_no_author() -> None:
    assert find_authors(parse("")) == ((), "")


@given(st.lists(st.sampled_from(["<p class=byline>", "By ", "Ann Lee", "<a rel=author>", "</p>", "<h1>", ", "])))
def test_any_arrangement_names_each_once(pieces: list[str]) -> None:
    names = authors_of("".join(pieces))
    assert len(set(names)) == len(names)
