from __future__ import annotations

from newsloom.clusterers.wording import MAX_CHARACTERS, language_of, wording
from newsloom.records import Article, Item


def test_headline_and_text_are_read():
    assert wording(Article(title="Ferry sold", text="Nobody minded.")) == "Ferry sold\nNobody minded."
    assert wording(Item(id="1", headline="Ferry sold")) == "Ferry sold\n"
    assert wording(Article(text="Nobody minded.")) == "Nobody minded."


def test_a_text_of_megabytes_is_cut():
    assert len(wording(Article(title="t" * MAX_CHARACTERS, text="x" * (MAX_CHARACTERS * 3)))) == MAX_CHARACTERS


def test_what_an_article_says_of_its_language_stands():
    assert language_of([Article(language="tr-TR"), Article(language="nb")]) == ["tr", "no"]


def test_items_are_in_the_language_of_most_of_them():
    items = [Item(id="1", headline="The ferry was sold to an island that nobody has heard of")] * 3
    assert language_of([*items, Article(language="de")]) == ["en", "en", "en", "de"]


def test_nothing_has_no_language():
    assert language_of([]) == []
    assert language_of([Article()]) == [None]
