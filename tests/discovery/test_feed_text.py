"""Texts of feeds: what is shown of them, however they are marked up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.discovery.feeds.text import MAX_TEASER, headline, teaser

LONG_SCRIPT = "<script>" + "var fog = 1;" * 2_000 + "</script>"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (f"<p>Fog.</p>{LONG_SCRIPT}<p>Again.</p>", "Fog. Again."),
        (f"{LONG_SCRIPT}<p>Again.</p>", "Again."),
        ("Fog again. <SCRIPT>alert(1)", "Fog again."),
        ("Fog <style>p {color: red}", "Fog"),
        ("Fog again. <!-- a note -->", "Fog again."),
        ("Fog again. <!-- a note that never ends", "Fog again."),
        ("<!DOCTYPE html><html>Fog again.</html>", "Fog again."),
        ("<!DOCTYPE html>Fog again.", "Fog again."),
        ("<![CDATA[Fog again.]]>", "Fog again."),
        ("Fog <b>again</b>. <a href='https://dailyloom.example/fo", "Fog again."),
        ("<p>Fog again.</p><img src=", "Fog again."),
        ("<p>Fog again.</", "Fog again."),
    ],
)
def test_what_no_reader_sees_is_not_shown(markup: str, text: str) -> None:
    assert teaser(markup) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>Use &lt;br&gt; to break a line</p>", "Use <br> to break a line"),
        ("Use the &lt;br&gt; tag with care", "Use the <br> tag with care"),
        ("<p>Write &amp;lt;p&amp;gt; for a paragraph</p>", "Write <p> for a paragraph"),
        ("Fog again.&lt;br&gt;&lt;br&gt;Ferry is late", "Fog again. Ferry is late"),
        ("a < b and c > d", "a < b and c > d"),
    ],
)
def test_tag_that_the_text_speaks_of_is_shown(markup: str, text: str) -> None:
    assert teaser(markup) == text


def test_headline_behind_a_long_script_is_read() -> None:
    assert headline(f"{LONG_SCRIPT}<b>Fog again</b>") == "Fog again"


def test_teaser_is_cut_after_its_markup_is_gone() -> None:
    shown = teaser("<p class='a-long-name-of-a-class'>fog</p> " * 1_000)
    assert shown is not None
    assert shown.startswith("fog fog fog")
    assert MAX_TEASER - 10 <= len(shown) <= MAX_TEASER + 2


@given(
    st.lists(st.sampled_from(["<script>", "</script>", "<!--", "-->", "<p>", "&lt;", "x ", "<", "]]>", "<!doctype"]))
)
def test_any_arrangement_of_marks_is_read(pieces: list[str]) -> None:
    shown = teaser("".join(pieces))
    assert shown is None or "\n" not in shown
