from __future__ import annotations

from newsloom.clusterers.texts import MAX_CHARACTERS, full_text, languages_of
from newsloom.records import Article, Item


def test_headline_and_text_are_read():
    assert full_text(Article(title="Ferry sold", text="Nobody minded.")) == "Ferry sold\nNobody minded."
    assert full_text(Item(id="1", headline="Ferry sold")) == "Ferry sold\n"
    assert full_text(Article(text="Nobody minded.")) == "Nobody minded."


def test_a_text_of_megabytes_is_cut():
    assert len(full_text(Article(title="t" * MAX_CHARACTERS, text="x" * (MAX_CHARACTERS * 3)))) == MAX_CHARACTERS


def test_what_an_article_says_of_its_language_stands():
    assert languages_of([Article(language="tr-TR"), Article(language="nb")]) == ["tr", "no"]


def test_items_are_in_the_language_of_most_of_them():
    items = [Item(id="1", headline="The ferry was sold to an island that nobody has heard of")] * 3
    assert languages_of([*items, Article(language="de")]) == ["en", "en", "en", "de"]


def test_nothing_has_no_language():
    assert languages_of([]) == []
    assert languages_of([Article()]) == [None]


def test_items_are_in_the_language_of_their_page():
    english = [
        Item(id=f"e{n}", headline="The ferry was sold to the island on Monday", page_url="https://a.example/")
        for n in range(5)
    ]
    norwegian = [
        Item(id=f"n{n}", headline="Fergen ble solgt til øya og kommer ikke tilbake", page_url="https://b.example/")
        for n in range(2)
    ]
    assert languages_of([*english, *norwegian]) == ["en"] * 5 + ["no"] * 2
