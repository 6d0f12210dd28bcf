from __future__ import annotations

from newsloom.catalogue import KINDS, available
from newsloom.pipeline.methods import MethodParameter, describe_methods


def test_every_room_is_described_once():
    described = [(method.kind, method.name) for method in describe_methods()]
    assert described == [(kind, name) for kind in KINDS for name in available(kind)]


def test_a_room_shows_its_parameters_as_they_can_be_given():
    described = {method.name: method for method in describe_methods()}
    assert MethodParameter(name="beta", default="0.6", takes="a number from 0 to 1") in described["next"].parameters


def test_a_published_room_shows_what_its_paper_sets_and_our_own_have_none():
    described = {(method.kind, method.name): method for method in describe_methods()}
    assert "own_text=false" in described["extractor", "next"].paper
    assert described["extractor", "loom"].paper is None


def test_the_summary_is_the_first_line_of_the_docstring():
    assert all(method.summary.endswith(".") and "\n" not in method.summary for method in describe_methods())
