from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom.authordates import without_dates
from newsloom.dom.authornames import (
    clean_names,
    is_abbreviated_as,
    is_account,
    is_name_of_site,
    organisation_names,
)


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
        ("Ann Lee - London", ("Ann Lee",)),
        ("أمل حداد - بيروت", ("أمل حداد",)),
        ("بيروت - أمل حداد", ("أمل حداد",)),
        ("أمل حداد - سامر نصار", ("أمل حداد", "سامر نصار")),
        ("أمل حداد، سامر نصار", ("أمل حداد", "سامر نصار")),
        ("أمل حداد - أبو ظبي", ("أمل حداد",)),
        ("Иван Петров – Казань", ("Иван Петров",)),
        ("राम शर्मा - नई दिल्ली", ("राम शर्मा",)),
        ("王小明 - 北京", ("王小明",)),
        ("أمل", ("أمل",)),
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
        ("王小明 記者", ("王小明",)),
        ("लेखक: सुनीता वर्मा", ("सुनीता वर्मा",)),
        ("लेखिका: सुनीता वर्मा", ("सुनीता वर्मा",)),
        ("نویسنده: مریم کاظمی", ("مریم کاظمی",)),
        ("به قلم مریم کاظمی", ("مریم کاظمی",)),
        ("โดย สมชาย ใจดี", ("สมชาย ใจดี",)),
        ("ผู้เขียน: สมชาย ใจดี", ("สมชาย ใจดี",)),
        ("記者王小明／台北報導", ("王小明",)),
        ("文／王小明", ("王小明",)),
        ("文在寅", ("文在寅",)),
        ("홍길동 특파원", ("홍길동",)),
        ("ByAnn Lee", ("Ann Lee",)),
        ("Ann Lee for Loom Online", ("Ann Lee",)),
        ("Center for Weather", ("Center for Weather",)),
        ("Autorin: Ann Lee", ("Ann Lee",)),
        ("Tekst: Ann Lee", ("Ann Lee",)),
        ("Propos recueillis par Ann Lee", ("Ann Lee",)),
        ("Автор: Анна Ли", ("Анна Ли",)),
        ("Oleh Ann Lee", ("Ann Lee",)),
        ("Staff", ()),
        ("By", ()),
        ("Ann Lee, Head of Weather", ("Ann Lee",)),
        ("Ann Lee | The Oslo Journal", ("Ann Lee",)),
        ("Ann Lee and Bo Ek, Weather Times", ("Ann Lee", "Bo Ek")),
        ("Ann Lee The Associated Press", ("Ann Lee",)),
        ("Ann Lee For The Daily Loom", ("Ann Lee",)),
        ("The Associated Press", ("The Associated Press",)),
        ("Erstellt von Ann Lee", ("Ann Lee",)),
        ("Di Ann Lee", ("Ann Lee",)),
        ("Di Lee", ("Di Lee",)),
        ("Ann Lee in New Delhi and Bo Ek in Oslo", ("Ann Lee", "Bo Ek")),
        ("Ann Lee, Bo Ek, and Cy Dee", ("Ann Lee", "Bo Ek", "Cy Dee")),
        ("Ann Lee, Bo Ek, und Cy Dee", ("Ann Lee", "Bo Ek", "Cy Dee")),
        ("Oleh Ann Lee dan Bo Ek", ("Ann Lee", "Bo Ek")),
        ("Ann Lee ja Bo Ek", ("Ann Lee", "Bo Ek")),
        ("Анна Ли и Бо Эк", ("Анна Ли", "Бо Эк")),
        ("John E Smith and Y Lee", ("John E Smith", "Y Lee")),
        ("Kim Ja Young", ("Kim Ja Young",)),
        ("By Dan Lee", ("Dan Lee",)),
        ("AuthorAnn Lee", ("Ann Lee",)),
        ("by Ann Lee on July 21, 2012", ("Ann Lee",)),
        ("Posted by Ann Lee on Tuesday, August 29, 2023", ("Ann Lee",)),
        ("Von Ann Lee am 13. Juli 2025, 10:15", ("Ann Lee",)),
        ("Par Ann Lee le 13 juillet 2025", ("Ann Lee",)),
        ("Publié le 13 juillet 2025 par Ann Lee", ("Ann Lee",)),
        ("Dec 19, 2023 by Ann Lee", ("Ann Lee",)),
        ("By Ann Lee Updated July 13, 2025 at 9:30 am", ("Ann Lee",)),
        ("Ann Lee, 13 July 2025", ("Ann Lee",)),
        ("Daisy-Mae LeeDec 05, 2023", ("Daisy-Mae Lee",)),
        ("Nguyen Le 13 July 2025", ("Nguyen Le",)),
        ("By Ann Lee 5 hours ago", ("Ann Lee",)),
        ("Ann Lee · 3 min read", ("Ann Lee",)),
        ("By Ann Lee / Photos by Bo Ek", ("Ann Lee",)),
        ("Text: Ann Lee Foto: Bo Ek", ("Ann Lee",)),
        ("Words by Ann Lee, photographs by Bo Ek", ("Ann Lee",)),
        ("Foto og tekst: Ann Lee", ("Ann Lee",)),
        ("Fact Checked", ()),
        ("3 May 2024", ()),
        ("Ann Lee has covered the weather for the paper since her childhood", ()),
        ("<a href='/ann'>Ann Lee</a>", ("Ann Lee",)),
        ("", ()),
    ],
)
def test_byline_yields_only_names(byline: str, names: tuple[str, ...]) -> None:
    assert clean_names(byline) == names


def test_paper_is_no_author_even_if_its_name_has_two_parts() -> None:
    assert clean_names("The Telegram & Gazette", ["Telegram & Gazette"]) == ()
    assert clean_names("Ann Lee, Daily Loom", ["The Daily Loom"]) == ("Ann Lee",)


@pytest.mark.parametrize(
    ("name", "site", "answer"),
    [
        ("The Daily Loom", "Daily Loom", True),
        ("loom.com", "Loom", True),
        ("The Oslo Daily Loom", "Daily Loom", True),
        ("Daily Loom and AP", "The Daily Loom", True),
        ("Ann Lee, Daily Loom", "Daily Loom", False),
        ("Ann Lee Daily Loom", "Daily Loom", False),
        ("Ann Loom", "Loom", False),
        ("Ann", "Loom", False),
        ("Ann", None, False),
    ],
)
def test_paper_is_recognised_by_name(name: str, site: str | None, answer: bool) -> None:
    assert is_name_of_site(name, site) is answer


def test_paper_is_recognised_by_its_initials() -> None:
    assert is_abbreviated_as("Daily Loom", ["DL.com"])
    assert not is_abbreviated_as("Daily Loom", ["DX"])
    assert not is_abbreviated_as("Loom", ["L"])


@given(st.text(max_size=400), st.lists(st.text(max_size=10), max_size=2))
def test_names_are_short_and_each_is_given_once(byline: str, sites: list[str]) -> None:
    names = clean_names(byline, sites)
    assert len(set(names)) == len(names)
    assert all(2 <= len(name) <= 60 and not any(letter.isdecimal() for letter in name) for name in names)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("The Daily Loom", ("The Daily Loom",)),
        ("By loom.example", ("loom.example",)),
        ("Le Métier et AFP", ("Le Métier et AFP",)),
        ("Weather Desk", ("Weather Desk",)),
        ("admin", ()),
        ("Loom Staff", ()),
        ("ann.lee.1232", ()),
        ("https://loom.example/ann", ()),
        ("Farmers of the whole valley breathe again today", ()),
        ("", ()),
    ],
)
def test_house_signs_with_its_name_but_not_as_nobody(line: str, names: tuple[str, ...]) -> None:
    assert organisation_names(line) == names


@pytest.mark.parametrize(("name", "answer"), [("annlee", True), ("ann.lee", True), ("Ann", False), ("ann lee", False)])
def test_name_that_a_computer_knows_somebody_by_is_an_account(name: str, answer: bool) -> None:
    assert is_account(name) is answer


@given(st.text(max_size=300))
def test_line_without_digits_tells_no_time(line: str) -> None:
    plain = "".join(letter for letter in line if not letter.isdecimal())
    assert without_dates(plain) == plain


CAPITALISED = st.sampled_from(
    (
        "Ann Lee Bo Ek And Und Og With The For Of By Von Di Av Text Story Words Written More From Photo Foto Video "
        "Special To Contributed Reported Staff Reporter Editor Head Director News Press Dr Jr London Email Getty"
    ).split()
)


@given(st.lists(CAPITALISED, min_size=2, max_size=5).map(" ".join))
def test_a_plain_name_is_read_as_any_other_line(line: str) -> None:
    # A semicolon parts nothing here, but makes the line one that is not plain.
    assert clean_names(line) == clean_names(f"{line};")


def test_a_word_before_a_name_that_is_said_twice_goes_once() -> None:
    assert clean_names("Di Di") == ("Di",)
