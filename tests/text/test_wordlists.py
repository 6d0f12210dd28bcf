from __future__ import annotations

from importlib import resources

import pytest

from newsloom.text.language import normalise_language
from newsloom.text.wordlists import read_lines

DATA = resources.files("newsloom.text").joinpath("data")
FILES = [(folder, file.name) for folder in ("abbreviations", "stopwords") for file in DATA.joinpath(folder).iterdir()]


def test_missing_list_is_empty():
    assert read_lines("stopwords", "xx") == ()


def test_comments_and_empty_lines_are_left_out():
    lines = read_lines("languages")
    assert lines
    assert not any(line.startswith("#") or not line for line in lines)


@pytest.mark.parametrize(("folder", "name"), FILES)
def test_every_list_says_where_it_is_from_and_bears_a_language_code(folder, name):
    code = name.removesuffix(".txt")
    assert normalise_language(code) == code
    assert DATA.joinpath(folder, name).read_text(encoding="utf-8").startswith("# ")
    assert len(set(read_lines(folder, code))) == len(read_lines(folder, code)) > 20


@pytest.mark.parametrize("name", [name for folder, name in FILES if folder == "abbreviations"])
def test_every_abbreviation_has_a_known_kind(name):
    for line in read_lines("abbreviations", name.removesuffix(".txt")):
        word, _, kind = line.partition(" ")
        assert word
        assert not word.endswith(".")
        assert kind in {"", "end", "number"}
