from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.redesign import APPEAL, old_page, story_text

import newsloom
from newsloom.dom import parse
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.site_prior import apply_site_prior
from newsloom.records import Template

PAGE = "<body><div>Menu</div><p>Story</p><table><tr><td>Foot</td></tr></table></body>"


def corrected(chances: list[float], **known: object) -> list[float]:
    template = Template(method="x", version=1, members=(), **known)
    return apply_site_prior(parse(PAGE, template=template), np.array(chances)).tolist()


def test_without_a_template_nothing_changes():
    chances = np.array([0.2, 0.6, 0.4])
    assert apply_site_prior(parse(PAGE), chances) is chances


def test_where_other_pages_keep_nothing_a_line_is_less_likely():
    menu, story, foot = corrected([0.6, 0.6, 0.4], kept={"html/body/div": 0.0, "html/body/p": 0.95})
    assert menu < 0.6
    assert (story, foot) == (0.6, 0.4)


def test_where_other_pages_keep_a_little_a_line_is_what_it_was():
    assert corrected([0.6, 0.6, 0.4], kept={"html/body/div": 0.1}) == [0.6, 0.6, 0.4]


def test_a_line_printed_on_several_pages_is_no_story():
    assert corrected([0.9, 0.9, 0.9], segments={"html/body/div/#Menu": 7})[0] < 0.1


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3), st.floats(0, 1), st.floats(0, 1))
def test_chances_stay_chances(chances, menu, story):
    known = {"html/body/div": menu, "html/body/p": story}
    assert all(0 <= chance <= 1 for chance in corrected(chances, kept=known, segments={"html/body/p/#Story": 3}))


def test_what_is_known_of_one_line_takes_nothing_from_another():
    words = np.array([20.0, 20.0, 60.0])
    alone, knowing = np.array([0.86, 0.39, 0.28]), np.array([0.86, 0.39, 0.001])
    assert LoomExtractor().choose(words, alone)[:2] == [0, 1]
    assert LoomExtractor().choose(words, knowing) == [0]
    assert LoomExtractor().choose(words, knowing, alone) == [0, 1]


def test_an_appeal_that_reads_like_the_story_is_left_out_once_the_site_is_known():
    (template,) = newsloom.learn([(None, old_page(number)) for number in range(10)])
    with_template = newsloom.extract(old_page(20), template=template).text
    assert APPEAL not in with_template
    assert with_template == story_text(20)
