from __future__ import annotations

from newsloom.dom import parse
from newsloom.dom.linepaths import MAX_TEXT, field_lines, line_key, line_paths, without_inline_tags
from newsloom.dom.outline import Outline
from newsloom.records import Template


def test_a_line_stands_where_its_boxes_say():
    document = parse("<body><div><p>One <b>bold</b> line</p></div><p>Another</p></body>")
    assert line_paths(document.outline) == ["html/body/div/p", "html/body/p"]


def test_lines_of_one_place_share_it_whatever_their_attributes():
    document = parse('<body><p class="a">One</p><p id="b">Two</p></body>')
    assert line_paths(document.outline) == ["html/body/p", "html/body/p"]


def test_an_empty_page_has_no_places():
    assert line_paths(Outline()) == []


def test_a_text_path_without_its_inline_tags_is_a_place():
    assert without_inline_tags("html/body/ul/li/a") == "html/body/ul/li"


def test_a_long_text_is_known_by_its_beginning():
    assert line_key("html/body/p", "x" * 500) == "html/body/p/#" + "x" * MAX_TEXT


def test_a_page_nested_without_end_has_bounded_places():
    page = "<div>" * 1_500 + "".join(f"<div>line {number}</div>" for number in range(2_000))
    places = line_paths(parse(page).outline)
    assert max(map(len, places)) < 1_000
    assert len(places) == 2_000


def test_the_lines_of_a_field_are_those_at_its_place():
    fields = {"headline": "html/body/h2", "date": "html/body/div"}
    template = Template(method="x", version=1, members=(), fields=fields)
    page = "<body><h2>Ferry sold</h2><div>By Ada</div><div>3 May 2024</div><p>Text</p></body>"
    assert field_lines(parse(page, template=template)) == {
        "headline": ("Ferry sold",),
        "date": ("By Ada", "3 May 2024"),
    }
    assert field_lines(parse(page)) == {}
