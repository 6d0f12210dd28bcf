"""The few elements that a search needs to look at."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.dom import parse
from newsloom.dom.prefilter import Prefilter, Rule, beginning_with, candidate_nodes, long_texts, tagged
from newsloom.dom.tree import Tree
from newsloom.testing.hostile_pages import HOSTILE_PAGES

PAGE = """<body><div class="top">Today</div><h1>Rain</h1><p class="ByLine x">By Ann</p><p>3 May 2024</p><p>none</p>
<a href="/story/2">next</a><a href="/story/25">other</a><a rel="Author">Bo</a><span itemprop="">x</span> in 2024"""

TAGS = {"p": False, "a": False, "h1": True, "span": False}
TEXTS = st.sampled_from(["", " ", "2024", "x 20", "in 19", "é20" * 4, "long " * 9 + "20", "25", "İ", "\u0663"])
VALUES = st.sampled_from(["", "byline", "BYLINE", "x byLine-y", "kİ", "2", "/2", "2/", "x2 ", "é"])
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["p", "a", "h1", "div", "{urn:x}p", "span", "end", "comment", "entity"]),
        st.sampled_from(["class", "href", "{urn:x}class", "itemprop"]),
        VALUES,
        TEXTS,
    ),
    max_size=25,
)
WORDS = {"class": ("byline", "i"), "href": ("2 ", " 2")}


def found_in(prefilter: Prefilter) -> list[tuple[int, str]]:
    tree = parse(PAGE).tree
    assert tree is not None
    return [
        (number, "".join(map(str, tree.element(node).itertext()))) for number, node in candidate_nodes(tree, prefilter)
    ]


def test_tagged_nodes_are_those_that_lxml_finds():
    for page in (PAGE, *(make() for make in HOSTILE_PAGES.values())):
        document = parse(page)
        if document.tree is None or document.root is None:
            continue
        found = list(map(document.tree.element, tagged(document.tree, "a", "p", "h1")))
        assert found == list(document.root.iter("a", "p", "h1"))


def test_long_texts_are_those_that_lxml_has():
    for page in (PAGE, *(make() for make in HOSTILE_PAGES.values())):
        document = parse(page)
        if document.tree is None or document.root is None:
            continue
        texts = (
            text
            for element in islice(document.root.iter(etree.Element), 50)
            for text in ("" if element.tag in ("p", "script", "style") else element.text or "", element.tail or "")
        )
        wanted = [text for text in texts if len(text) >= 5]
        assert long_texts(document.tree, frozenset({"p", "script", "style"}), 5, 50) == wanted


@given(st.lists(st.text("rain it Éé-\u3000_1"), max_size=9), st.sets(st.sampled_from(["rain", "it", "_1", "é"])))
def test_a_text_in_ascii_that_may_begin_with_a_word_has_it_as_its_first(texts, words):
    tree = Tree(etree.fromstring("<div>" + "".join(f"<p>{text}</p>" for text in texts) + "</div>"))
    nodes = tagged(tree, "p")
    found = beginning_with(tree, nodes, words, 5)
    for node, text in zip(nodes, texts, strict=True):
        first = re.search(r"\w+", text)
        if len(text) > 5 or not text.strip():
            assert node not in found
        elif text.isascii():
            assert (node in found) == (first is not None and first[0].lower() in words)
        else:
            assert node in found


def test_tagged_nodes_are_within_a_node_and_no_more_than_asked_for():
    tree = parse("<div><p>1<p>2</div><section><p>3<p>4</section>").tree
    assert tree is not None
    (section,) = tagged(tree, "section")
    texts = [tree.element(node).text for node in tagged(tree, "p", "section", within=section)]
    assert texts == [None, "3", "4"]
    assert [tree.element(node).text for node in tagged(tree, "p", most=3)] == ["1", "2", "3"]
    assert tagged(tree, "p", most=0) == tagged(tree, "article") == []


def test_elements_pass_by_their_attributes():
    assert found_in(Prefilter(tags=TAGS, rules=(Rule("class", "byline"),), most=99)) == [(0, "Rain"), (1, "By Ann")]
    by_relation = Prefilter(tags={"a": False}, rules=(Rule("rel", "author"), Rule("itemprop")), most=99)
    assert found_in(by_relation) == [(2, "Bo")]


def test_a_space_is_the_end_of_a_value():
    assert found_in(Prefilter(tags={"a": False}, rules=(Rule("href", "2 "),), most=99)) == [(0, "next")]


def test_elements_pass_by_the_digits_of_a_year_in_or_behind_them():
    by_text = Prefilter(tags=TAGS, max_dated=20, most=99)
    assert found_in(by_text) == [(0, "Rain"), (2, "3 May 2024"), (7, "x")]
    assert found_in(by_text._replace(max_dated=8)) == [(0, "Rain"), (7, "x")]


def test_elements_near_a_headline_pass_with_a_short_text():
    near = Prefilter(tags=TAGS, near=2, max_near=10, most=99)
    assert found_in(near) == [(0, "Rain"), (1, "By Ann"), (2, "3 May 2024")]
    assert found_in(near._replace(max_near=9)) == [(0, "Rain"), (1, "By Ann")]
    assert found_in(near._replace(most=2)) == [(0, "Rain"), (1, "By Ann")]


def test_values_that_are_not_ascii_pass():
    prefilter = Prefilter(tags={"p": False}, rules=(Rule("class", "byline"),), most=9)
    assert len(candidate_nodes(parse("<p class='ſ'>x").tree, prefilter)) == 1


@given(STEPS, st.integers(0, 3), st.integers(0, 12), st.integers(0, 30))
def test_what_passes_is_what_is_asked_for(steps, near, max_characters, most):
    passes_as_asked(grown(steps), near, max_characters, most)


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_what_passes_of_hostile_pages_is_what_is_asked_for(name):
    root = parse(HOSTILE_PAGES[name]()).root
    if root is not None:
        passes_as_asked(root, 3, 80, 6_000)


def passes_as_asked(root: etree._Element, near: int, max_characters: int, most: int) -> None:
    rules = (*(Rule(name, *words) for name, words in WORDS.items()), Rule("itemprop"))
    prefilter = Prefilter(
        tags=TAGS, rules=rules, max_dated=max_characters, near=near, max_near=max_characters, most=most
    )
    left, expected = 0, []
    for number, element in enumerate(islice(root.iter(*TAGS), most)):
        is_always = TAGS[element.tag]
        is_near = left > 0 and is_short(element, max_characters)
        if is_always or is_near or fits(element) or is_dated(element, max_characters):
            expected.append((number, element))
        left = near if is_always else left - 1
    tree = Tree(root)
    assert [(number, tree.element(node)) for number, node in candidate_nodes(tree, prefilter)] == expected


def fits(element: etree._Element) -> bool:
    values = {name: element.get(name) or "" for name in WORDS}
    return bool(element.get("itemprop")) or any(
        value and (not value.isascii() or any(word in f" {value.lower()} " for word in WORDS[name]))
        for name, value in values.items()
    )


def is_dated(element: etree._Element, max_dated: int) -> bool:
    texts = (element.text or "", element.tail or "")
    return any(len(text) <= max_dated and sum(map(str.isdecimal, text)) >= 4 for text in texts)


def is_short(element: etree._Element, most: int) -> bool:
    text = element.text or ""
    return len(text) <= most and bool(text.strip())


def grown(steps: list[tuple[str, str, str, str]]) -> etree._Element:
    root = innermost = etree.Element("p")
    for tag, attribute, value, text in steps:
        if tag == "end":
            parent = innermost.getparent()
            innermost = root if parent is None else parent
        elif tag in ("comment", "entity"):
            new = etree.Comment("r") if tag == "comment" else etree.Entity("eacute")
            innermost.append(new)
            new.tail = text
        else:
            innermost = etree.SubElement(innermost, tag, {attribute: value})
            innermost.text, innermost.tail = text, text[::-1]
    return root
