from __future__ import annotations

import pytest
from tests.redesign import APPEAL, old_page, story_text

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.pipeline.templates.consensus import LEAST_PAGES, PageConsensus
from newsloom.pipeline.templates.lookup import evidence_of
from newsloom.records import Template

FRONT = (
    "<body><ul>" + "".join(f'<li><a href="/{number}">Story number {number}</a></li>' for number in range(40)) + "</ul>"
)


def looked_at(pages: list[str], **known: object) -> Template:
    consensus = PageConsensus(build("extractor", "loom"))
    for page in pages:
        consensus.add(parse(page))
    return consensus.complete(Template(method="x", version=1, members=tuple(range(len(pages))), **known))


@pytest.fixture(scope="module")
def ten():
    return looked_at([old_page(number) for number in range(10)])


def test_places_that_most_pages_have_are_known_by_how_much_of_them_is_kept(ten):
    assert ten.kept["html/body/div/div/p"] == 1.0
    assert ten.kept["html/body/div/ul/li"] == 0.0


def test_lines_on_several_pages_are_segments_with_their_pages(ten):
    assert ten.segments["html/body/div/div/div/#" + APPEAL] == 10
    assert not any(story_text(0)[:60] in segment for segment in ten.segments)


def test_headline_byline_date_and_body_are_located(ten):
    assert ten.fields == {
        "body": "html/body/div/div/p",
        "byline": "html/body/div/div",
        "date": "html/body/div/div",
        "headline": "html/body/div/h1",
    }


def test_segments_that_a_learner_found_stay():
    found = looked_at([old_page(number) for number in range(4)], segments={"html/body/#x": 5})
    assert found.segments == {"html/body/#x": 5}
    assert found.kept


def test_fewer_pages_than_three_agree_on_nothing():
    assert looked_at([old_page(number) for number in range(LEAST_PAGES - 1)]).kept == {}


def test_pages_that_are_no_stories_have_no_say():
    with_fronts = looked_at([*[old_page(number) for number in range(4)], FRONT, FRONT, ""])
    assert with_fronts.kept == looked_at([old_page(number) for number in range(4)]).kept


def test_members_that_were_not_looked_at_are_left_out():
    consensus = PageConsensus(build("extractor", "loom"), most=3)
    for number in range(3):
        consensus.add(parse(old_page(number)))
    assert consensus.is_full
    assert consensus.complete(Template(method="x", version=1, members=(0, 1, 2, 3, 4))).kept


def test_what_is_sent_with_a_page_has_no_paths(ten):
    sent = evidence_of(ten)
    assert (sent.kept, sent.segments, sent.fields) == (ten.kept, ten.segments, ten.fields)
    assert (sent.paths, sent.members) == ({}, ())
