"""A page's tree without its empty elements, against the tree itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.dom import parse
from newsloom.readers.loom.compact import CompactTree, count_before, is_inside, one_line

WANTED = ("a", "h2", "img", "br")

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
def tree() -> CompactTree:
    return CompactTree(parse(_PAGE).tree, WANTED)


def test_an_element_holds_a_range_of_elements_and_of_text(tree: CompactTree) -> None:
    (first, second), (list_,) = tree.by_tag["a"][1:], [n for n, tag in enumerate(tree.tags) if tag == "ul"]

    assert list_ < first < second < tree.ends[list_]
    assert tree.text(list_, 100) == "One Two"
    assert tree.text(first, 100) == "One"


def test_scripts_have_no_text(tree: CompactTree) -> None:
    assert not any("no text" in text for text in _texts(tree))


def test_white_space_between_pieces_is_one_space(tree: CompactTree) -> None:
    paragraph = tree.tags.index("p")

    assert tree.text(paragraph, 100) == "The old bridge closes today."
    assert not any(text.isspace() for text in _texts(tree))


def test_a_cut_text_is_not_longer_than_asked_for(tree: CompactTree) -> None:
    assert tree.text(0, 10) == "Harbour Th"


@given(_markup().map(lambda markup: markup.replace("table", "noscript")), st.integers(1, 20))
def test_the_texts_of_elements_are_those_of_each_element(markup: str, most: int) -> None:
    tree = CompactTree(parse(markup).tree, WANTED)
    elements = range(len(tree.tags))

    assert tree.texts(elements, most) == [tree.text(element, most) for element in elements]


def test_what_nobody_reads_is_not_between_two_texts() -> None:
    tree = CompactTree(parse("<a>One<noscript>No script</noscript>Two</a>").tree, WANTED)

    assert tree.texts(tree.by_tag["a"], 100) == ["OneTwo"]


@given(st.text(alphabet=" \n\t\xa0\u2003\u200b\xadabé!", max_size=20))
def test_a_line_has_single_spaces(text: str) -> None:
    assert one_line(text) == " ".join(text.split())


def test_text_knows_the_element_it_stands_in(tree: CompactTree) -> None:
    bridge, old = _texts(tree).index(" bridge "), _texts(tree).index("old")

    assert (tree.containers[bridge], tree.is_first_text(bridge)) == (tree.tags.index("p"), False)
    assert (tree.containers[old], tree.is_first_text(old)) == (tree.tags.index("b"), True)


@given(_markup())
def test_text_stands_in_the_innermost_element_around_it(markup: str) -> None:
    tree = CompactTree(parse(markup).tree, WANTED)
    for number in range(len(tree.containers)):
        around = [one for one, first in enumerate(tree.first_texts) if first <= number < tree.last_texts[one]]
        latest = [one for one, first in enumerate(tree.first_texts) if first <= number]
        assert tree.containers[number] == around[-1]
        assert tree.is_first_text(number) == (around[-1] == latest[-1])


def test_what_stands_in_elements_is_counted(tree: CompactTree) -> None:
    before = count_before(tree, tree.by_tag["a"])
    list_ = tree.tags.index("ul")

    assert (before[0], before[-1]) == (0, 3)
    assert before[tree.ends[list_]] - before[list_] == 2
    assert [is_inside(tree, [list_])[anchor] for anchor in tree.by_tag["a"]] == [0, 1, 1]
    assert tree.within(list_, tree.by_tag["a"], 9) == tree.by_tag["a"][1:]


@given(_markup(), st.data())
def test_what_is_inside_has_one_of_the_elements_around_it(markup: str, data: st.DataObject) -> None:
    tree = CompactTree(parse(markup).tree, WANTED)
    chosen = sorted(data.draw(st.sets(st.integers(0, max(len(tree.tags) - 1, 0))))) if tree.tags else []
    expected = [any(one <= number < tree.ends[one] for one in chosen) for number in range(len(tree.tags))]
    assert list(map(bool, is_inside(tree, chosen))) == expected


def test_nothing_is_a_tree_of_nothing() -> None:
    assert CompactTree(None, WANTED).tags == []


@given(_markup())
def test_flat_and_standing_trees_are_the_same(markup: str) -> None:
    document = parse(markup)
    root = document.root
    if root is None:
        return
    tree = CompactTree(document.tree, WANTED)
    wanted = [element for element in root.iter() if element.tag in WANTED]
    numbers = tree.tagged(WANTED)

    assert [tree.node(number) for number in numbers] == wanted
    for number, element in zip(numbers, wanted, strict=True):
        assert tree.text(number, 10_000) == _text(element)
        assert len(tree.within(number, numbers, 99)) == sum(one.tag in WANTED for one in element.iter())
        around = [one.tag for one in element.iterancestors()]
        assert [tree.tags[one] for one in _around(tree, number)] == around
    assert tree.text(0, 10_000) == _text(root)


def _texts(tree: CompactTree) -> list[str]:
    return [tree.text_node(number) for number in range(len(tree.containers))]


def _around(tree: CompactTree, number: int) -> list[int]:
    places = []
    while tree.parents[number] >= 0:
        number = tree.parents[number]
        places.append(number)
    return places


def _text(element: etree._Element) -> str:
    texts = element.xpath(".//text()[not(parent::script)]")
    assert isinstance(texts, list)
    return " ".join("".join(map(str, texts)).split())
