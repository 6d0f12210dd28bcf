from __future__ import annotations

import pytest

from newsloom.text.categories import CATEGORIES, category_of, filed_under
from newsloom.text.wordlists import read_lines


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Sport", "sport"),
        ("SPOR HABERLERİ", "sport"),
        ("İş Dünyası", "business"),
        ("IS DUNYASI", "business"),
        ("Wirtschaft", "business"),
        ("経済", "business"),
        ("الرياضة", "sport"),
        ("Культура", "culture"),
        ("News / Sport", "sport"),
        ("US politics", "politics"),
        ("world-news", "world"),
        ("Sport | Fußball", "sport"),
    ],
)
def test_names_in_many_languages_have_one_key(name, key):
    assert category_of(name) == key


@pytest.mark.parametrize("name", ["News", "Nyheter", "Ada Strand", "Sport & Politik", "", None, "sport " * 20])
def test_a_name_that_says_nothing_or_two_things_has_none(name):
    assert category_of(name) is None


def test_every_line_of_the_list_is_a_category_of_its_own():
    keys = [line.partition(":")[0] for line in read_lines("categories")]
    assert tuple(keys) == CATEGORIES


def test_no_name_stands_under_two_categories():
    for line in read_lines("categories"):
        key, _, names = line.partition(":")
        assert {name: category_of(name) for name in names.split(",")} == dict.fromkeys(names.split(","), key)


def test_an_article_is_filed_under_its_category_else_its_section():
    assert filed_under("sport", "Kultur") == "sport"
    assert filed_under(None, "Kultur") == "culture"
    assert filed_under(None, "Harbour") == "Harbour"
    assert filed_under(None, None) is None
