from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom.names import clean_names, is_name_of_site


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("Ann Lee", ("Ann Lee",)),
        ("By Ann Lee", ("Ann Lee",)),
        ("BY ANN LEE", ("ANN LEE",)),
        ("Written by: Ann Lee", ("Ann Lee",)),
        ("View all posts by Ann Lee", ("Ann Lee",)),
        ("Von Ann Lee und Bo Ek", ("Ann Lee", "Bo Ek")),
        ("Av Ann Lee og Bo Ek", ("Ann Lee", "Bo Ek")),
        ("Ayşe Gül ve Işıl Çınar", ("Ayşe Gül", "Işıl Çınar")),
        ("Ann Lee, Bo Ek and Cy Dee", ("Ann Lee", "Bo Ek", "Cy Dee")),
        ("Ann Lee & Bo Ek | Senior Reporters", ("Ann Lee", "Bo Ek")),
        ("Ann Lee, Political Editor", ("Ann Lee",)),
        ("Ann Lee (in Oslo)", ("Ann Lee",)),
        ("Ann Lee, ann@loom.example", ("Ann Lee",)),
        ("https://loom.example/ann", ()),
        ("@annlee", ()),
        ("Ann Lee, ANN LEE", ("Ann Lee",)),
        ("John Garcia Jr.", ("John Garcia Jr.",)),
        ("Ann Lee, Ph.D.", ("Ann Lee",)),
        ("Associated Press", ("Associated Press",)),
        ("By Byron Anders", ("Byron Anders",)),
        ("Andy Vesterby", ("Andy Vesterby",)),
        ("신현주 기자", ("신현주",)),
        ("Staff", ()),
        ("3 May 2024", ()),
        ("Ann Lee has covered the weather for the paper since her childhood", ()),
        ("<a href='/ann'>Ann Lee</a>", ("Ann Lee",)),
        ("", ()),
    ],
)
def test_byline_yields_only_names(byline: str, names: tuple[str, ...]) -> None:
    assert clean_names(byline) == names


def test_paper_is_no_author_even_if_its_name_has_two_parts() -> None:
    assert clean_names("The Telegram & Gazette", "Telegram & Gazette") == ()
    assert clean_names("Ann Lee, Daily Loom", "The Daily Loom") == ("Ann Lee",)


@pytest.mark.parametrize(
    ("name", "site", "answer"),
    [("The Daily Loom", "Daily Loom", True), ("loom.com", "Loom", True), ("Ann", "Loom", False), ("Ann", None, False)],
)
def test_paper_is_recognised_by_name(name: str, site: str | None, answer: bool) -> None:
    assert is_name_of_site(name, site) is answer


@given(st.text(max_size=400), st.none() | st.text(max_size=10))
def test_names_are_short_and_each_is_given_once(byline: str, site: str | None) -> None:
    names = clean_names(byline, site)
    assert len(set(names)) == len(names)
    assert all(2 <= len(name) <= 60 and not any(letter.isdecimal() for letter in name) for name in names)
