"""Methods with settings: what can be written behind the colon, and what is said of what cannot."""

from __future__ import annotations

import pytest

from newsloom.catalogue import build, room
from newsloom.errors import ParameterError, UnknownName
from newsloom.parameters import named_files, split_method


def test_settings_set_parameters_and_the_rest_stays():
    found = build("extractor", "next:beta=0.3,similarity=overlap,stem=no")
    assert (found.beta, found.similarity, found.stem) == (0.3, "overlap", False)
    assert found.title_source == "feed"


def test_the_paper_can_be_changed_in_one_point():
    found = build("extractor", "next:paper,beta=1")
    assert (found.own_text, found.beta) == (False, 1.0)
    assert build("extractor", "next:beta=1,paper") == found


def test_a_list_has_plus_signs_between_its_elements_or_a_line_for_each_in_a_file(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("bridge\n# of the river\n\nlorne  # its name\n", encoding="utf-8")
    assert build("extractor", "next:stop_words=bridge+lorne").stop_words == ("bridge", "lorne")
    assert build("extractor", f"next:stop_words=@{file}").stop_words == ("bridge", "lorne")
    assert build("clusterer", "loglikelihood:candidates=2+4").candidates == (2, 4)
    assert named_files(f"next:beta=0.3,stop_words=@{file}") == (str(file),)


def test_a_filter_sequence_is_a_file(tmp_path):
    file = tmp_path / "links.toml"
    file.write_text('[[filter]]\nname = "words"\nleast = 6\nrescue = true\n', encoding="utf-8")
    (step,) = build("reader", f"lbnest:filters=@{file}").filters
    assert (step.filter, step.parameters, step.rescue) == ("words", {"least": 6}, True)


@pytest.mark.parametrize("declaration", ['[[filter]]\nname = "wrods"\n', '[[filter]]\nname = "words"\nlast = 6\n'])
def test_a_filter_sequence_that_names_what_there_is_not_is_refused_before_any_page(tmp_path, declaration):
    file = tmp_path / "links.toml"
    file.write_text(declaration, encoding="utf-8")
    with pytest.raises(UnknownName, match="filter"):
        build("reader", f"lbnest:filters=@{file}")


def test_what_is_no_filter_sequence_says_so(tmp_path):
    file = tmp_path / "links.toml"
    file.write_text("words = 4\n", encoding="utf-8")
    with pytest.raises(ParameterError, match=r"filters.*\[\[filter\]\] tables"):
        build("reader", f"lbnest:filters=@{file}")


def test_none_leaves_the_choice_to_the_method():
    assert build("clusterer", "concepts:clusters=none").clusters is None
    assert build("clusterer", "concepts:clusters=12,dimensions=100").clusters == 12


def test_an_unknown_parameter_is_named_with_all_there_are():
    with pytest.raises(UnknownName, match=r"extractor next named 'bta'\. Available: beta, similarity"):
        build("extractor", "next:bta=0.3")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("beta=much", "beta: must be a number from 0 to 1, not 'much'"),
        ("beta=1.5", "from 0 to 1"),
        ("beta=nan", "from 0 to 1"),
        ("similarity=euclid", "cosine, dice, jaccard or overlap"),
        ("stem=maybe", "true or false"),
        ("stop_words=@/no/such/file", "No such file"),
        ("beta", "parameter=value"),
        ("", "parameter=value"),
        ("beta=0.3,beta=0.4", "twice"),
    ],
)
def test_a_value_that_cannot_be_is_named_with_what_can(settings, said):
    with pytest.raises(ParameterError, match=said):
        build("extractor", f"next:{settings}")


def test_a_method_of_our_own_has_no_paper():
    with pytest.raises(ParameterError, match="no paper"):
        build("extractor", "loom:paper")


def test_the_room_is_found_whatever_the_settings():
    assert split_method("next:beta=0.3") == ("next", "beta=0.3")
    assert room("extractor", "next:beta=0.3") is room("extractor", "next")
    with pytest.raises(UnknownName, match="Did you mean next"):
        build("extractor", "nxt:beta=0.3")
