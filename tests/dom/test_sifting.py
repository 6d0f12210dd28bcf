"""The sieve for elements, in C, against what it is said to do; and the elements in Python."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.dom import kernel, parse
from newsloom.dom.sifting import Sieve, sift, words_for
from newsloom.testing.hostile_pages import HOSTILE_PAGES

needs_c = pytest.mark.skipif(
    kernel.native is None,
    reason="no kernel in C: when Newsloom was installed there was no compiler, or another lxml",
)
native: Any = kernel.native

PAGE = """<body><div class="top">Today</div><h1>Rain</h1><p class="ByLine x">By Ann</p><p>3 May 2024</p><p>none</p>
<a href="/story/2">next</a><a href="/story/25">other</a><a rel="Author">Bo</a><span itemprop="">x</span> in 2024"""

TAGS = {"p": False, "a": False, "h1": True, "span": False}
TEXTS = st.sampled_from(["", " ", "2024", "x 20", "in 19", "é20" * 4, "long " * 9 + "20", "25", "İ"])
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


def numbers_in(root: etree._Element, sieve: Sieve) -> list[tuple[int, str]]:
    return [(number, "".join(map(str, element.itertext()))) for number, element in sift(root, sieve)]


@needs_c
def test_elements_pass_by_their_attributes():
    root = parse(PAGE).root
    by_class = Sieve(tags=TAGS, rules=(("class", words_for("byline")),), most=99)
    assert numbers_in(root, by_class) == [(0, "Rain"), (1, "By Ann")]
    by_relation = Sieve(tags={"a": False}, rules=(("rel", words_for("author")), ("itemprop", None)), most=99)
    assert numbers_in(root, by_relation) == [(2, "Bo")]


@needs_c
def test_a_space_is_the_end_of_a_value():
    by_number = Sieve(tags={"a": False}, rules=(("href", words_for("2 ")),), most=99)
    assert numbers_in(parse(PAGE).root, by_number) == [(0, "next")]


@needs_c
def test_elements_pass_by_what_is_told_in_or_behind_them():
    by_text = Sieve(tags=TAGS, told=words_for("20"), longest=20, most=99)
    assert numbers_in(parse(PAGE).root, by_text) == [(0, "Rain"), (2, "3 May 2024"), (7, "x")]
    assert numbers_in(parse(PAGE).root, by_text._replace(longest=8)) == [(0, "Rain"), (7, "x")]


@needs_c
def test_elements_near_a_headline_pass():
    near = Sieve(tags=TAGS, near=2, most=99)
    assert numbers_in(parse(PAGE).root, near) == [(0, "Rain"), (1, "By Ann"), (2, "3 May 2024")]
    assert numbers_in(parse(PAGE).root, near._replace(most=2)) == [(0, "Rain"), (1, "By Ann")]


def test_without_c_all_elements_of_the_tags_come_out(monkeypatch):
    monkeypatch.setattr(kernel, "native", None)
    by_class = Sieve(tags={"p": False, "h1": True}, rules=(("class", words_for("byline")),), most=3)
    assert numbers_in(parse(PAGE).root, by_class) == [(0, "Rain"), (1, "By Ann"), (2, "3 May 2024")]


def test_values_that_are_not_ascii_are_left_to_their_reader():
    sieve = Sieve(tags={"p": False}, rules=(("class", words_for("byline")),), most=9)
    assert len(list(sift(parse("<p class='ſ'>x").root, sieve))) == 1


@needs_c
@given(STEPS, st.integers(0, 3), st.integers(0, 12), st.integers(0, 30))
def test_both_sift_any_tree_alike(steps, near, longest, most):
    sifted_alike(grown(steps), near, longest, most)


@needs_c
@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_both_sift_hostile_pages_alike(name):
    root = parse(HOSTILE_PAGES[name]()).root
    if root is not None:
        sifted_alike(root, 3, 80, 6_000)


@needs_c
@pytest.mark.parametrize(
    "call",
    [
        lambda: native.sift_elements(None, {}, (), None, 9, 9, 9),
        lambda: native.sift_elements(etree.Element("a"), {}, (("a", "b"),), None, 9, 9, 9),
        lambda: native.sift_elements(etree.Element("a"), {}, (("a", None),) * 9, None, 9, 9, 9),
        lambda: native.sift_elements(etree.Element("a"), {}, ("ab",), None, 9, 9, 9),
        lambda: native.sift_elements(etree.Element("a"), {}, (), "told", 9, 9, 9),
        lambda: native.sift_elements(etree.Element("a"), [], (), None, 9, 9, 9),
    ],
)
def test_rules_of_other_types_are_refused(call):
    with pytest.raises((TypeError, ValueError)):
        call()


def sifted_alike(root: etree._Element, near: int, longest: int, most: int) -> None:
    rules = {"class": {"byline": 1, "i": 1}, "href": {"2 ": 1, " 2": 1}}
    told = {"20": 1, "19": 1, "é": 1}
    ready = tuple((name, native.prepare_words(words)) for name, words in rules.items())
    found = native.sift_elements(
        root, TAGS, (*ready, ("itemprop", None)), native.prepare_words(told), longest, near, most
    )
    left, expected = 0, []
    for number, element in enumerate(islice(root.iter(*TAGS), most)):
        is_always = TAGS[element.tag]
        if is_always or left > 0 or fits(element, rules) or tells(element, told, longest):
            expected.append((number, element))
        left = near if is_always else left - 1
    assert found == expected


def fits(element: etree._Element, rules: dict[str, dict[str, int]]) -> bool:
    values = {name: element.get(name) or "" for name in rules}
    return bool(element.get("itemprop")) or any(
        value and (not value.isascii() or any(word in f" {value.lower()} " for word in rules[name]))
        for name, value in values.items()
    )


def tells(element: etree._Element, told: dict[str, int], longest: int) -> bool:
    texts = (element.text or "", element.tail or "")
    return any(len(text) <= longest and any(word in text for word in told) for text in texts)


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
