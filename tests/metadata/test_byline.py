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
        "<p>Auteur : Ann Lee</p>",
        "<p>Tekst og foto: Ann Lee</p>",
        "<p>Oleh Ann Lee</p>",
        "<p>Posted by Ann Lee</p>",
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


def test_person_in_the_byline_comes_before_the_paper() -> None:
    assert authors_of(SIGNED + "<h1>Rain</h1><p class='author'>Ann Lee</p>") == ("Ann Lee",)
    assert authors_of(SIGNED + "<h1>Rain</h1><p>By Ann Lee</p>") == ("Ann Lee",)


def test_person_in_the_byline_comes_before_the_account_she_writes_with() -> None:
    page = "<meta name='author' content='ann.lee'><h1>Rain</h1>"
    assert find_authors(parse(page + "<p class='author'>Ann Lee</p>")) == (("Ann Lee",), "byline")
    assert find_authors(parse(page)) == (("ann.lee",), "meta")


def test_page_without_text_has_no_author() -> None:
    assert find_authors(parse("")) == ((), "")


@given(st.lists(st.sampled_from(["<p class=byline>", "By ", "Ann Lee", "<a rel=author>", "</p>", "<h1>", ", "])))
def test_any_arrangement_names_each_once(pieces: list[str]) -> None:
    names = authors_of("".join(pieces))
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "byline",
    [
        "<span class='author vcard'><a class='url fn n'>Krystyna</a></span>",
        "<a class='post-author-name'>Krystyna</a>",
        "<p><a href='/author/krystyna/'>Krystyna</a></p>",
    ],
)
def test_blogger_of_one_name_is_known_by_a_mark_for_names(byline: str) -> None:
    assert authors_of(f"<h1>Rain</h1>{byline}") == ("Krystyna",)


def test_names_in_spans_side_by_side_do_not_grow_together() -> None:
    spans = "<span>Ann Lee</span><span>Bo Ek</span>"
    assert authors_of(f"<h1>Rain</h1><div class='article-origins'>{spans}</div>") == ("Ann Lee", "Bo Ek")
    parts = "<span>Ann</span><span>Lee</span>"
    assert authors_of(f"<h1>Rain</h1><div class='byline'>{parts}</div>") == ("Ann Lee",)


@pytest.mark.parametrize(
    "place", ["<figcaption>{}</figcaption>", "<ul class='related'>{}</ul>", "<div class='most-read'>{}</div>"]
)
def test_photographer_and_writers_of_other_stories_are_no_authors(place: str) -> None:
    assert authors_of("<h1>Rain</h1>" + place.format("<span class='byline'>Bo Ek</span>")) == ()


@pytest.mark.parametrize("name", ["comment-author vcard", "comment-author-link", "comment-form-author"])
def test_class_for_readers_who_comment_is_no_mark(name: str) -> None:
    assert authors_of(f"<h1>Rain</h1><span class='{name}'>Ann Lee</span>") == ()
