from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.dom.shorttext import one_line, plain_text, short_text


def element_of(markup: str) -> etree._Element:
    return etree.fromstring(f"<h1>{markup}</h1>", etree.HTMLParser()).find("body/h1")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" a \n\t b ", "a b"),
        ("so\xadft hy\u200bphen", "soft hyphen"),
        ("a\x01b\ufeff", "ab"),
        ("\xa0a\xa0b", "a b"),
        ("a\ud800b", "ab"),
    ],
)
def test_line_has_single_spaces_and_nothing_invisible(text: str, line: str) -> None:
    assert one_line(text) == line


@given(st.text())
def test_one_line_is_settled_at_once(text: str) -> None:
    assert one_line(one_line(text)) == one_line(text)


def test_escapes_and_inline_tags_are_read() -> None:
    assert plain_text("Tom &amp; <i>Jerry</i> &#8217; 1 < 2") == "Tom & Jerry ’ 1 < 2"


def test_character_reference_of_absurd_length_is_left_as_it_is() -> None:
    text = f"&#{'9' * 5_000}; rain"
    assert plain_text(text) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("Rain <em>ends</em> it", "Rain ends it"),
        ("Rain<br>ends", "Rain ends"),
        ("<div>Weather</div><div>Rain</div>", "Weather Rain"),
        ("a<b>b<i>c</i>d</b>e", "abcde"),
        ("Rain<script>x</script> ends<svg><title>icon</title></svg>", "Rain ends"),
        ("word " * 50, ""),
        ("<b>x</b>" * 100, ""),
    ],
)
def test_short_text_reads_in_order_what_can_be_seen(markup: str, text: str) -> None:
    assert short_text(element_of(markup), 100) == text


def test_text_behind_the_element_is_not_its_own() -> None:
    element = etree.fromstring("<p><b>in</b> out</p>")[0]
    assert short_text(element, 100) == "in"


def test_lines_that_a_reader_sees_apart_can_be_told_apart() -> None:
    element = element_of("<h4>Ann <b>Lee</b></h4><div>Winemaker</div>")
    assert short_text(element, 100) == "Ann Lee Winemaker"
    parts = short_text(element, 100, breaks="|").split("|")
    assert [part for part in parts if part] == ["Ann Lee", "Winemaker"]
