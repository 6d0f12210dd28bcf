"""What ``newsloom methods`` prints of a room can be given to it, and a room with a paper can do what the paper says."""

from __future__ import annotations

import dataclasses

import pytest

from newsloom.catalogue import KINDS, available, build, room
from newsloom.parameters import declared_parameters
from newsloom.pipeline.methods import describe_methods

ROOMS = [(kind, name) for kind in KINDS for name in available(kind)]
# Ours, or known by what others say of them alone: nothing here is a paper's to the letter.
OWN = {
    ("extractor", "container"),
    ("extractor", "loom"),
    ("extractor", "template"),
    ("extractor", "vwrapper"),
    ("reader", "loom"),
    ("clusterer", "stream"),
}


@pytest.mark.parametrize(("kind", "name"), ROOMS)
def test_every_parameter_can_be_set_as_it_is_printed(kind, name):
    (method,) = (one for one in describe_methods() if (one.kind, one.name) == (kind, name))
    for parameter in method.parameters:
        assert build(kind, f"{name}:{parameter.name}={parameter.default}") == build(kind, name)


@pytest.mark.parametrize(("kind", "name"), ROOMS)
def test_every_field_of_a_room_is_a_parameter(kind, name):
    found = room(kind, name)
    assert [one.name for one in declared_parameters(found)] == [one.name for one in dataclasses.fields(found)]


@pytest.mark.parametrize(("kind", "name"), ROOMS)
def test_a_published_room_can_do_what_its_paper_says(kind, name):
    if (kind, name) in OWN:
        assert not hasattr(room(kind, name), "PAPER")
    else:
        assert build(kind, f"{name}:paper") == build(kind, name, **room(kind, name).PAPER)


@pytest.mark.parametrize(("kind", "name"), ROOMS)
def test_what_the_paper_sets_differs_from_the_defaults(kind, name):
    default = build(kind, name)
    for parameter, value in getattr(default, "PAPER", {}).items():
        assert getattr(default, parameter) != value, f"{parameter} is the default"


@pytest.mark.parametrize(("kind", "name"), ROOMS)
def test_a_parameter_of_another_kind_is_refused(kind, name):
    for parameter in declared_parameters(room(kind, name)):
        if "a text" not in parameter.wanted:
            with pytest.raises(ValueError, match=parameter.name):
                build(kind, f"{name}:{parameter.name}=/nonsense/")
