"""The shapes of addresses: kinds of segments, not their letters."""

from __future__ import annotations

import time

import pytest

from newsloom.readers.loom.urls import shape_of

HOST = "https://www.daily-loom.example"


def test_stories_of_one_paper_have_one_shape() -> None:
    first = shape_of(f"{HOST}/town/harbour-bridge-closes-for-repairs-48100.html")
    second = shape_of(f"{HOST}/sport/late-goal-saves-the-home-side-51207.html")

    assert first.key == second.key
    assert first.folder != second.folder


def test_a_section_has_another_shape_than_its_stories() -> None:
    section, story = shape_of(f"{HOST}/town/"), shape_of(f"{HOST}/town/harbour-bridge-closes-for-repairs-48100")

    assert section.key != story.key
    assert (section.is_folder, story.is_folder) == (True, False)
    assert (section.depth, story.depth) == (1, 2)


@pytest.mark.parametrize("path", ["3f2a9c1e-77b0-4d1c-9a55-0c1d2e3f4a5b", "3F2A9C1E-77B0-4D1C-9A55-0C1D2E3F4A5B"])
def test_an_identifier_is_one_in_either_case(path: str) -> None:
    assert shape_of(f"{HOST}/town/{path}").key == "www.daily-loom.example/w/x"


def test_digits_alone_are_a_number_however_many() -> None:
    assert shape_of(f"{HOST}/2120310153044855711").key == "www.daily-loom.example/N"


def test_what_a_program_is_asked_for_counts_as_its_path() -> None:
    shape = shape_of(f"{HOST}/story.asp?id=4017")

    assert not shape.has_query
    assert (shape.depth, shape.longest_number) == (2, 4)


def test_who_sent_the_reader_does_not_count_as_the_path() -> None:
    shape = shape_of(f"{HOST}/town?from=4017")

    assert shape.has_query
    assert shape.depth == 1


def test_escaped_words_are_words() -> None:
    assert list(shape_of(f"{HOST}/town/k%C3%A4se-und-brot").slug) == ["käse", "und", "brot"]


def test_the_front_page_has_a_shape() -> None:
    shape = shape_of(f"{HOST}/")

    assert (shape.key, shape.depth, shape.length, shape.is_folder) == ("www.daily-loom.example/", 0, 0, True)


def test_a_name_made_to_be_slow_takes_no_time() -> None:
    began = time.process_time()
    shape_of(f"{HOST}/show.php?id={'a-' * 2_000}!")
    assert time.process_time() - began < 2  # it was half a minute
