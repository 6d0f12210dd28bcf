"""A page laid flat, in both forms of what reads it off lxml."""

from __future__ import annotations

import copy
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from tests.allocations import blocks_kept

from newsloom.dom import nodes, parse
from newsloom.dom.tree import Tree
from newsloom.testing.hostile_pages import HOSTILE_PAGES

UNREAD = frozenset({"script", "style"})
TEXTS = st.sampled_from(
    ["", " ", "\n\t ", "one", " two  words\n", "é", "\xa0", "\u2003\u3000", "a\u200b\xadb", "\x85", "𝔸 x"]
)
TAGS = st.sampled_from(
    [*("a", "b", "p", "div", "span", "svg", "script", "style", "img", "ü", "x-y", "title", "br")]
    + [f"{{urn:x}}{name}" for name in ("a", "p", "svg")]
)
# An element with its attribute and text, a thing that is none, or the end of an element; and what follows each.
STEPS = st.lists(
    st.tuples(st.sampled_from(["element", "end", "comment", "instruction", "entity"]), TAGS, TEXTS, st.booleans()),
    max_size=30,
)


def plain_nodes() -> ModuleType:
    """The module in Python, also where its compiled form takes its place."""
    found = importlib.util.spec_from_file_location("plain_nodes", Path(nodes.__file__).with_name("nodes.py"))
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


PLAIN = plain_nodes()


def test_nodes_are_in_the_order_of_the_page():
    tree = Tree(parse("<p>one <b>two</b> three</p><ul><li>four<li>five</ul>").root)
    assert [tree.names[tag] for tag in tree.tags] == ["html", "body", "p", "b", "ul", "li", "li"]
    assert tree.parents.tolist() == [-1, 0, 1, 2, 1, 4, 4]
    assert tree.ends.tolist() == [7, 7, 4, 4, 7, 6, 7]
    assert tree.text == "one two threefourfive"
    assert texts_of(tree, 2) == ("one ", "")
    assert texts_of(tree, 3) == ("two", " three")


def test_scripts_styles_and_comments_have_no_text_but_what_follows_them():
    tree = Tree(parse("<p><script>x</script>a<style>y</style>b<!--z-->c</p>", keep_comments=True).root)
    assert tree.text == "abc"
    assert [tree.names[tag] for tag in tree.tags][3:] == ["script", "style", ""]


def test_attributes_are_read_by_node_and_by_name():
    tree = Tree(parse("<p class='a b'><b class>x</b><i id=y>").root)
    assert (tree.get(2, "class"), tree.get(3, "class"), tree.get(4, "class")) == ("a b", "", None)
    strings, codes = tree.values("class")
    assert (strings, codes.tolist()[2:]) == (["a b", ""], [0, 1, -1])
    assert tree.values("class") is tree.values("class")
    strings, codes = tree.values_at([4, 2, 3, 2], "class")
    assert (strings, codes.tolist()) == (["a b", ""], [-1, 0, 1, 0])
    assert tree.values_at([], "class") == ([], codes[:0])
    assert tree.element(4).get("id") == "y"


@pytest.mark.parametrize("module", [nodes, PLAIN])
@pytest.mark.parametrize("node", [-1, 3, 2**40])
def test_nodes_that_are_not_there_are_refused(module, node):
    found = module.flatten(parse("<p>x").root, UNREAD)[0]
    for ask in (
        lambda: found.element(node),
        lambda: found.get(node, "class"),
        lambda: found.values_at([0, node], "class"),
    ):
        with pytest.raises(IndexError):
            ask()


@given(STEPS, st.integers(0, 12), st.booleans())
def test_both_forms_read_any_tree_alike(steps, place, is_apart):
    elements = list(grown(steps).iter("*"))
    root = elements[place % len(elements)]
    read_alike(copy.deepcopy(root) if is_apart else root)


def test_text_in_several_nodes_is_one_text():
    parser = etree.XMLParser(strip_cdata=False, resolve_entities=False)
    page = "<p>a<![CDATA[ b]]>c<i/><![CDATA[]]> <![CDATA[\xa0d]]><!--x--> e<?y?>f</p>"
    root = etree.fromstring(page, parser)
    read_alike(root)
    assert texts_of(Tree(root), 1) == ("", " \xa0d")


def test_a_value_with_an_entity_is_whole():
    parser = etree.XMLParser(resolve_entities=False)
    page = "<!DOCTYPE p [<!ENTITY e 'né'>]><p class='a&e;b' id='x'>c&e;d</p>"
    read_alike(etree.fromstring(page, parser))


def test_any_number_of_attributes_is_read():
    root = etree.Element("div")
    for number in range(1_000):
        element = etree.SubElement(root, "p", {f"data-{number}": str(number), "class": "é" * (number % 3)})
        etree.SubElement(element, "i", {f"data-{number // 2}": "x"})
    (one, *_), (other, *_) = nodes.flatten(root, UNREAD), PLAIN.flatten(root, UNREAD)
    for name in ("class", "data-0", "data-499", "data-999", "data-1000", "dätä"):
        assert one.values(name) == other.values(name)


def test_any_number_of_values_is_read():
    values = ["", "a", "aaaaaaaa", "aaaaaaaab", "é" * 40, *(f"{number:x}" for number in range(5_000))]
    root = etree.Element("div")
    for value in values:
        etree.SubElement(root, "p", {"class": value})
        etree.SubElement(root, "p", {"class": value})
    strings, codes = nodes.flatten(root, UNREAD)[0].values("class")
    assert [strings[code] for code in codes[1:]] == [value for value in values for _ in range(2)]
    assert len(strings) < 5_100


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_both_forms_read_hostile_pages_alike(name):
    root = parse(HOSTILE_PAGES[name]()).root
    if root is not None:
        read_alike(root)


def test_nests_of_any_depth_are_read():
    root = innermost = etree.Element("div")
    # More than a parse lets through.
    for _ in range(30_000):
        innermost = etree.SubElement(innermost, "div")
    tree = Tree(root)
    assert tree.parents.tolist() == list(range(-1, 30_000))
    assert set(tree.ends) == {30_001}


@pytest.mark.parametrize("module", [nodes, PLAIN])
@pytest.mark.parametrize("root", [None, "root", 7])
def test_what_is_no_element_is_refused(module, root):
    with pytest.raises((TypeError, AttributeError)):
        module.flatten(root, UNREAD)


def test_nothing_is_left_behind():
    root = parse("<p class=x>One <a href=/x>two</a></p><!--r--><ul><li>é\xad x<li><img> y</ul>").root

    def read() -> None:
        tree = Tree(root)
        tree.values("class")
        tree.values_at([2, 3, 2], "class")
        tree.get(2, "class")
        tree.element(3)
        with pytest.raises(IndexError):
            tree.element(99)

    assert blocks_kept(read, times=1_000, before=20) < 700


def texts_of(tree: Tree, node: int) -> tuple[str, str]:
    own = tree.text[tree.text_starts[node] : tree.text_ends[node]]
    return own, tree.text[tree.tail_starts[node] : tree.tail_ends[node]]


def read_alike(root: etree._Element) -> None:
    (one, *lists), (other, *expected) = nodes.flatten(root, UNREAD), PLAIN.flatten(root, UNREAD)
    assert lists == expected
    for name in ("href", "class"):
        assert one.values(name) == other.values(name)
        some = range(len(lists[1]) - 1, -1, -2)
        assert one.values_at(some, name) == other.values_at(some, name)
    for node, element in enumerate(root.iter()):
        assert one.element(node) is other.element(node) is element
        assert one.get(node, "href") == other.get(node, "href")


def grown(steps: list[tuple[str, str, str, bool]]) -> etree._Element:
    """A tree of elements and of things that are none, each with what follows it."""
    root = innermost = etree.Element("body")
    for kind, tag, text, has_address in steps:
        if kind == "end":
            parent = innermost.getparent()
            innermost = root if parent is None else parent
            continue
        if kind == "element":
            # Two attributes of the name: only the one in no namespace is an address.
            new = etree.SubElement(innermost, tag, {"href" if has_address else "{urn:x}href": "/x"})
            new.text = text
        else:
            made = {"comment": etree.Comment, "instruction": etree.PI, "entity": etree.Entity}[kind]
            new = made("eacute")
            innermost.append(new)
        new.tail = text[::-1]
        innermost = new if kind == "element" else innermost
    return root
