from __future__ import annotations

from newsloom.dom import parse
from newsloom.readers.headlines import split_headline
from newsloom.readers.runs import strip_of


def split(body: str) -> tuple[str, str]:
    return split_headline(strip_of(parse(f"<html><body>{body}</body></html>", url="https://paper.example/")).runs)


def test_the_longest_heading_is_the_headline():
    assert split("<h4>Harbour</h4><h3>Ferry sold to an island</h3><p>Nobody minded.</p>") == (
        "Ferry sold to an island",
        "Harbour Nobody minded.",
    )


def test_a_heading_beats_longer_bold_print():
    assert split("<h3>Ferry sold</h3><strong>A long line in bold print below it</strong>")[0] == "Ferry sold"


def test_without_bold_print_the_first_link_is_the_headline():
    assert split('<p>Monday: <a href="/f">Ferry <i>sold</i></a> to an island</p>') == (
        "Ferry sold",
        "Monday: to an island",
    )


def test_plain_text_has_no_headline():
    assert split("<p>The ferry was sold.</p>") == ("", "The ferry was sold.")


def test_nothing_has_neither():
    assert split_headline([]) == ("", "")
