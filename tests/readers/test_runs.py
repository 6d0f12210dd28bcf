from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.dom.estimate import estimate_layout
from newsloom.readers.runs import BOLD, HEADING, NO_LINK, NORMAL, joined, split_headline, text_flow

URL = "https://paper.example/news/"


def flow(body: str, url: str | None = URL):
    return text_flow(parse(f"<html><body>{body}</body></html>", url=url))


def test_a_link_parts_the_text_around_it():
    found = flow('<p>Rain in <a href="/skarvik">Skarvik</a>, at last.</p>')
    assert [(run.text, run.link) for run in found.runs] == [
        ("Rain in ", NO_LINK),
        ("Skarvik", 0),
        (", at last.", NO_LINK),
    ]
    assert joined(found.runs) == "Rain in Skarvik, at last."
    assert [anchor.url for anchor in found.anchors] == ["https://paper.example/skarvik"]


def test_links_that_stay_on_the_page_or_leave_the_web_are_none():
    found = flow(
        '<a href="#top">Up</a><a href="mailto:a@b.example">Write</a><a href="javascript:x()">Go</a><a href="">Here</a>'
    )
    assert found.anchors == []
    assert joined(found.runs) == "UpWriteGoHere"


def test_a_story_and_its_comments_have_one_address():
    found = flow('<a href="/ferry#comments">3 comments</a> <a href="/ferry">Ferry sold</a>')
    assert {anchor.url for anchor in found.anchors} == {"https://paper.example/ferry"}


def test_relative_links_need_the_pages_address():
    assert flow('<a href="ferry">Ferry</a>').anchors[0].url == "https://paper.example/news/ferry"
    assert flow('<a href="ferry">Ferry</a>', url=None).anchors == []


def test_headings_weigh_more_than_bold_print():
    found = flow(
        "<h3>One</h3><b>two</b><font size=5>three</font><span style='font-weight: bold'>four</span>"
        "<span class='teaser__headline'>five</span><font size=2>six</font><p>seven</p>"
    )
    assert [run.weight for run in found.runs] == [HEADING, BOLD, BOLD, BOLD, BOLD, NORMAL, NORMAL]


def test_boxes_within_boxes_end_one_line():
    found = flow("<div><div><div>Above</div></div></div><div><p>Below</p></div>")
    assert [run.line for run in found.runs] == [0, 1]


def test_paragraphs_of_one_box_stand_in_one_place():
    found = flow("<div><p>One</p><p>Two</p></div><div>Three</div>")
    places = [run.place for run in found.runs]
    assert places[0] == places[1] != places[2]


def test_the_first_real_picture_of_a_link_is_its_picture():
    found = flow(
        '<a href="/ferry"><img src="data:image/gif;base64,R0lGOD"></a><a href="/ferry"><img data-src="/f.jpg"></a>'
    )
    assert found.picture("https://paper.example/ferry") == "https://paper.example/f.jpg"
    assert found.picture(None) is None


def test_scripts_are_not_read():
    assert joined(flow("<script>var a = 'news';</script><p>News</p><style>p {}</style>").runs) == "News"


def test_a_link_within_a_link_ends_the_outer_one():
    found = flow('<a href="/one">Outer <object><a href="/two">inner</a></object></a>')
    for anchor in found.anchors:
        assert all(run.link == found.anchors.index(anchor) for run in found.runs[anchor.start : anchor.stop])


_PARTS = st.sampled_from(
    [
        "<div>",
        "</div>",
        "<p>",
        "<a href='/x'>",
        "<a href='/y'>",
        "</a>",
        "<b>",
        "</b>",
        "<h2>",
        "</h2>",
        "word ",
        "a b",
        "<br>",
    ]
)


@given(st.lists(_PARTS, max_size=40))
def test_every_run_of_a_link_lies_within_its_anchor(parts):
    found = flow("".join(parts))
    for number, run in enumerate(found.runs):
        if run.link != NO_LINK:
            assert found.anchors[run.link].start <= number < found.anchors[run.link].stop
    bounds = [(anchor.start, anchor.stop) for anchor in found.anchors]
    assert bounds == sorted(bounds)
    assert all(run.words == len(run.text.split()) > 0 for run in found.runs)


def split(body: str) -> tuple[str, str]:
    return split_headline(text_flow(parse(f"<html><body>{body}</body></html>", url="https://paper.example/")).runs)


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


def test_what_is_bold_is_told_by_the_drawn_page_where_there_is_one():
    body = (
        "<p>Plain text that goes on for the longest part of the whole page.</p>"
        "<div class='headline' style='font-weight: 400'>Called a headline</div>"
        "<div style='font-weight: 700'>Set in bold <span style='font-weight: 400'>and not</span></div>"
        "<div style='font-size: 30px'>Set large</div>"
    )
    document = parse(f"<html><body>{body}</body></html>", url=URL)
    assert document.tree is not None
    # An estimate knows inline styles as a browser does.
    document.layout = replace(estimate_layout(document.tree), source="drawn")

    weights = {run.text.strip(): run.weight for run in text_flow(document).runs}

    assert weights == {
        "Plain text that goes on for the longest part of the whole page.": NORMAL,
        "Called a headline": NORMAL,
        "Set in bold": BOLD,
        "and not": NORMAL,
        "Set large": BOLD,
    }
    assert {run.text: run.weight for run in flow(body).runs}["Called a headline"] == BOLD
