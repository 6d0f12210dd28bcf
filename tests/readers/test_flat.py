"""A page's tree laid flat, against the tree itself."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.dom import parse
from newsloom.readers.loom.flat import FlatTree

WANTED = ("a", "h2", "img", "br")
KEPT = frozenset(WANTED)

_PAGE = """<html><body><h2>Harbour</h2>
<div><p>The <b>old</b> bridge <a href="/b">closes</a> today.</p> <script>var a = "no text";</script>
<ul><li><a href="/1">One</a></li><li> <a href="/2">Two</a></li></ul></div><svg><path></path></svg>after</body></html>"""

_TAGS = st.sampled_from(["div", "p", "span", "a", "b", "h2", "ul", "li", "img", "br", "script", "svg", "i", "table"])
_TEXT = st.text(alphabet=" \nabcdeé.", max_size=6)


@st.composite
def _markup(draw: st.DrawFn) -> str:
    parts = draw(st.lists(st.tuples(st.sampled_from(["<{}>", "</{}>", ""]), _TAGS, _TEXT), max_size=40))
    return "<html><body>" + "".join(form.format(tag) + text for form, tag, text in parts)


@pytest.fixture
def tree() -> FlatTree:
    return FlatTree.of(parse(_PAGE).root, WANTED, KEPT)


def test_an_element_holds_a_range_of_elements_and_of_text(tree: FlatTree) -> None:
    (first, second), (list_,) = tree.numbers["a"][1:], [n for n, tag in enumerate(tree.tags) if tag == "ul"]

    assert list_ < first < second < tree.stops[list_]
    assert tree.text(list_, 100) == "One Two"
    assert tree.text(first, 100) == "One"


def test_scripts_have_no_text(tree: FlatTree) -> None:
    assert "no text" not in "".join(tree.pieces)


def test_white_space_between_pieces_is_one_space(tree: FlatTree) -> None:
    paragraph = tree.tags.index("p")

    assert tree.text(paragraph, 100) == "The old bridge closes today."
    assert not any(piece.isspace() for piece in tree.pieces)


def test_a_cut_text_is_not_longer_than_asked_for(tree: FlatTree) -> None:
    assert tree.text(0, 10) == "Harbour Th"


def test_text_knows_the_element_it_stands_in(tree: FlatTree) -> None:
    bridge = tree.pieces.index(" bridge ")

    assert tree.home(bridge) == (tree.tags.index("p"), False)
    assert tree.home(tree.pieces.index("old")) == (tree.tags.index("b"), True)


@given(_markup(), st.randoms(use_true_random=False))
def test_text_stands_in_the_same_element_whatever_was_asked_before(markup: str, order: Random) -> None:
    tree = FlatTree.of(parse(markup).root, WANTED, KEPT)
    pieces = [*range(len(tree.pieces)), *range(len(tree.pieces))]
    order.shuffle(pieces)
    for piece in pieces:
        around = [number for number, first in enumerate(tree.firsts) if first <= piece < tree.lasts[number]]
        assert tree.home(piece)[0] == around[-1]


def test_one_way_up_is_walked_once() -> None:
    tree = FlatTree.of(parse("<div>" * 50 + "<p><a>x</a></p>" * 50).root, WANTED, KEPT)
    asked: list[int] = []
    known: dict[int, int] = {}

    def goes_on(number: int) -> bool:
        asked.append(number)
        return tree.tags[number] != "body"

    body = tree.tags.index("body")
    assert {tree.climbed(anchor, goes_on, known) for anchor in tree.numbers["a"]} == {body}
    assert len(set(asked) - {body}) == len(asked) - asked.count(body) == 150
    assert tree.climbed(body, lambda _: True, {}) == -1


def test_what_stands_in_elements_is_counted(tree: FlatTree) -> None:
    first, stop = tree.ranges(tree.numbers["a"])
    is_inside = tree.inside([tree.tags.index("ul")])

    assert (stop - first)[0] == 3
    assert (stop - first)[tree.tags.index("ul")] == 2
    assert is_inside[tree.numbers["a"]].tolist() == [False, True, True]
    assert tree.within(tree.tags.index("ul"), tree.numbers["a"], 9) == tree.numbers["a"][1:]


def test_nothing_is_a_tree_of_nothing() -> None:
    assert FlatTree.of(None, WANTED, KEPT).tags == []


@given(_markup())
def test_flat_and_standing_trees_are_the_same(markup: str) -> None:
    root = parse(markup).root
    if root is None:
        return
    tree = FlatTree.of(root, WANTED, KEPT)
    wanted = [element for element in root.iter() if element.tag in WANTED]
    numbers = tree.tagged(WANTED)

    assert [tree.nodes[number] for number in numbers] == wanted
    for number, element in zip(numbers, wanted, strict=True):
        assert tree.text(number, 10_000) == _text(element)
        assert len(tree.within(number, numbers, 99)) == sum(one.tag in WANTED for one in element.iter())
        around = [one.tag for one in element.iterancestors()]
        assert [tree.tags[one] for one in _around(tree, number)] == around
    assert tree.text(0, 10_000) == _text(root)


def _around(tree: FlatTree, number: int) -> list[int]:
    places = []
    while tree.parents[number] >= 0:
        number = tree.parents[number]
        places.append(number)
    return places


def _text(element: etree._Element) -> str:
    texts = element.xpath(".//text()[not(parent::script)]")
    assert isinstance(texts, list)
    return " ".join("".join(map(str, texts)).split())
