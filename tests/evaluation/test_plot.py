from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.errors import InputError
from newsloom.evaluation import draw_svg, tabulate

from .reports import TWO_SETS, report, score

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_every_group_method_and_the_axis_are_labelled() -> None:
    labels = texts(draw_svg(tabulate(TWO_SETS)))
    assert {"coast", "inland", "all", "old", "new", "0.0", "1.0", "word_f1 by set"} <= set(labels)
    assert "mean word_f1, with 95 % interval" in labels


def test_a_dot_stands_where_its_mean_is() -> None:
    root = ElementTree.fromstring(draw_svg(tabulate(TWO_SETS)))  # noqa: S314 - our own drawing
    places = {}
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None:
            places[title.text.split(" [")[0]] = group.find(f"{SVG}g").get("transform")
    assert len(places) == 6
    x_of = {name: float(place.removeprefix("translate(").split()[0]) for name, place in places.items()}
    assert x_of["coast, old: 0.500"] == 170 + 0.5 * 560
    assert x_of["coast, new: 0.700"] == 170 + 0.7 * 560


def test_it_fits_dark_and_light_readers() -> None:
    assert "prefers-color-scheme:dark" in draw_svg(tabulate(TWO_SETS))


def test_an_unknown_measure_says_which_there_are() -> None:
    with pytest.raises(InputError, match=r"no page has a value for title\. Available: word_f1"):
        draw_svg(tabulate(TWO_SETS), "title")


@given(name=st.text(min_size=1, max_size=30))
def test_any_name_gives_valid_xml(name: str) -> None:
    odd = report(score("ferry", name, corpus=name, word_f1=0.5))
    assert "word_f1 by set" in texts(draw_svg(tabulate(odd)))


def test_many_methods_and_sets_stay_inside_the_picture() -> None:
    crowd = report(*(score("ferry", f"m{n}", corpus=f"s{s}", word_f1=n / 10) for s in range(9) for n in range(8)))
    root = ElementTree.fromstring(draw_svg(tabulate(crowd)))  # noqa: S314 - our own drawing
    width, height = float(root.get("width")), float(root.get("height"))
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x")) <= width
        assert 0 <= float(text.get("y")) <= height
