"""What the reader asks the kernel in C for, against its twins in Python."""

from __future__ import annotations

import copy
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from tests.allocations import blocks_kept

from newsloom.dom import Document, kernel, parse
from newsloom.readers.loom import LoomReader, shapes, spelling
from newsloom.readers.loom.cards import place_cards
from newsloom.readers.loom.evidence import gather_groups
from newsloom.readers.loom.flat import FlatTree, lines_of
from newsloom.readers.loom.page import PLACES, LinkedPage, number_moulds, read_links
from newsloom.readers.loom.shapes import read_shapes
from newsloom.readers.loom.weighing import ANCHOR_ROWS, weigh_anchors
from newsloom.testing.hostile_pages import HOSTILE_PAGES
from newsloom.text.addresses import normalised

pytestmark = pytest.mark.skipif(kernel.native is None, reason="no kernel in C was built when Newsloom was installed")
native: Any = kernel.native

ORIGIN = "https://paper.example"
MOST = 40
REGIONS = frozenset({"html", "body", "main"})

PARTS = (
    "<div>|</div>|<div class='card'>|<div class=''>|<nav>|</nav>|<ul>|<li>|</ul>|<p>|</p>|<h2>|</h2>|<h3>|</h3>|<main>|"
    "<a href=/town/bridge-closes-for-good-48100.html>|<a href=/town/ class=x>|<a href='/town/' title=' A  name '>|</a>|"
    "<a href='/town/br%C3%BCcke-gesperrt' aria-label='Brücke gesperrt'>|<a href=#top>|<a href=''>|<a>|<a href=mailto:x>"
    "|<a href='//other.example/sport/late-goal-3F2A9C1E-77B0'>|<a href='https://x.other.example'>|<img>|<picture>|<br>|"
    "<a href='/story.asp?id=4017'>|<a href='/a/b?z=1&amp;b&amp;a=2&amp;c=3'>|<time>|<article>|</article>|<span>|</span>"
    "|Bridge closes for good| Ümläute „größer“ |\n  two   words |12 \u0663 digits|small|\xa0|İstanbul ΣΑΣ ½ ﬁne"
    "|a\u2003b|A text that is much longer than what is read of an anchor"
)
MARKUP = st.lists(st.sampled_from(PARTS.split("|")), max_size=40).map("".join)
SEGMENTS = st.text(alphabet="abcfAZ019-_.+,~ %!é\x1f", max_size=24)
QUERIES = st.sampled_from(["", "?", "?b=1&a", "?a&a&b&c&", "?id=4017", "?id=4017&x", "?=", "?story=of-the-day"])
URLS = st.tuples(
    st.sampled_from(["https://paper.example", "http://a.b.example:8080", "https://", "paper.example", "x://y"]),
    st.lists(SEGMENTS, max_size=4).map("/".join) | st.just("/".join("abcdefghijklmnop")),
    QUERIES,
).map(lambda parts: f"{parts[0]}/{parts[1]}{parts[2]}")
WORDS = st.text(alphabet="abcfAZé ßÄøΣİıﬁ½-\u0301„", max_size=20)
# What an address in its one form is made of, and what keeps one from being it.
LINKS = st.lists(
    st.sampled_from(
        "https://,http://,//,/,a,Z9,paper.example,xn--a.example,-,.,..,_,~,?,#,%41,ü, ,b=1,:80,example,1.2,javascript:,"
        f"@,\\,{'x' * 250},{'y' * 2040}".split(",")
    ),
    max_size=7,
).map("".join)
PAGE = LinkedPage.of(parse("<h2><a href=/a>A</a></h2><p><a href=/b>B</a></p>", url=f"{ORIGIN}/"))
ASKED = (shapes._shape_and_shared, spelling.spelling)


@given(MARKUP, st.lists(st.booleans(), min_size=1, max_size=5))
def test_both_read_any_page_alike(markup: str, flags: list[bool]) -> None:
    read_alike(parse(markup, url=f"{ORIGIN}/"), flags)


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_both_read_hostile_pages_alike(name: str) -> None:
    read_alike(parse(HOSTILE_PAGES[name](), url=f"{ORIGIN}/"), [True, False])


@given(st.lists(LINKS, min_size=1, max_size=6), st.booleans())
def test_both_find_the_same_addresses(hrefs: list[str], has_base: bool) -> None:
    root = etree.Element("body")
    for href in hrefs:
        etree.SubElement(root, "a", {"href": href}).text = "A"
    linked_alike(FlatTree.of(root, ["a"], frozenset({"a"})), ORIGIN if has_base else None)


@given(st.lists(st.tuples(URLS, WORDS), min_size=1, max_size=5))
def test_both_see_the_same_shapes(pairs: list[tuple[str, str]]) -> None:
    shaped_alike([url for url, _ in pairs], [text for _, text in pairs])


@given(st.characters(exclude_categories=["Cs"]))
def test_a_letter_is_spelled_as_it_is_in_a_text(letter: str) -> None:
    both = spelling.spelled([f"x{letter}", "é"])[0]
    written, bare = spelling.spelling(letter)
    assert both == (f"x{letter.lower()} x{bare}" if letter.isascii() else f"x{written} x{bare}")


@given(st.lists(st.text(alphabet="a é\n\t\x1c\x85\u2003𝔸", max_size=9), max_size=5))
def test_both_put_texts_on_one_line(pieces: list[str]) -> None:
    assert native.lines_of(pieces, 0, len(pieces)) == lines_of(pieces, 0, len(pieces))


def test_elements_of_a_namespace_have_a_mould_of_their_own() -> None:
    root = etree.fromstring(
        "<r><p class='x'><a/></p><p xmlns='urn:x' class='x'><b xmlns=''/></p><p class='x'><a/></p>"
        "<p><a class=''/></p><p><a/></p><p xmlns:y='urn:y' y:class='x'><a/></p></r>"
    )
    tree = FlatTree.of(root, ["a", "b"], frozenset({"a", "b"}))
    places = sorted(tree.nodes)
    assert native.number_moulds(tree, places) == number_moulds(tree, places) == [0, 1, 0, 2, 3, 3]


def test_the_address_of_an_anchor_may_be_in_several_nodes() -> None:
    text = "<!DOCTYPE r [<!ENTITY e 'x'>]><r><a href='/&e;y' class='&e;'>A</a><a href='/xy' class='x'>B</a></r>"
    root = etree.fromstring(text, etree.XMLParser(resolve_entities=False))
    tree = FlatTree.of(root, ["a"], frozenset({"a"}))
    assert linked_alike(tree, ORIGIN).targets == [f"{ORIGIN}/xy"]
    assert native.number_moulds(tree, sorted(tree.nodes)) == number_moulds(tree, sorted(tree.nodes)) == [0, 0]


@pytest.mark.parametrize("letter", ["x", "é", "𝔸"])
def test_of_a_long_class_only_the_beginning_tells_moulds_apart(letter: str) -> None:
    classes = [letter * 999 + end for end in ("a", "b", "ab", "a" * 9_000)]
    root = etree.fromstring("<r>" + "".join(f"<p class='{name}'><a/></p>" for name in classes) + "</r>")
    tree = FlatTree.of(root, ["a"], frozenset({"a"}))
    assert native.number_moulds(tree, sorted(tree.nodes)) == number_moulds(tree, sorted(tree.nodes)) == [0, 1, 0, 0]


@pytest.mark.parametrize(
    "words", [["aaab"] * 63, ["aaaa"] * 64, ["aaaa"] * 65, ["ab"] * 600, [f"{'a' * 9}b{'a' * 9}"] * 90, ["a" * 999] * 2]
)
def test_both_look_for_no_more_words_than_is_right(words: list[str]) -> None:
    shaped_alike([f"{ORIGIN}/town/{'-'.join(words)}"] * 2, ["a" * 600, "é" + "a" * 700 + "b"])


def test_what_is_asked_of_python_may_change_what_was_given() -> None:
    page, lists = LinkedPage(tree=copy.copy(PAGE.tree)), [list(PAGE.places), [True, True], ["a", "b"]]
    page.tree.pieces = ["A", "B"]

    class Clearing:
        def __bool__(self) -> bool:
            lists[1].clear()
            return True

        def __hash__(self) -> int:
            lists[2].clear()
            return 0

    def address(_: str) -> str:
        lists[0].clear()
        page.tree.pieces[:] = ["x" * 10_000]
        return ORIGIN

    lists[1][0] = lists[2][0] = Clearing()
    assert native.read_links(page, lists[0], None, address, 1) == [ORIGIN]
    assert page.labels == ["A"]
    assert len(native.place_cards(PAGE, lists[1], REGIONS, 9)) == 2
    native.gather_groups(lists[2], np.zeros((1, 2)), np.zeros((1, 1)), np.zeros((2, 2)))
    assert lists == [[], [], []]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("places", [5, 4]),
        ("places", [0, 99]),
        ("links", [0]),
        ("links", [0, 7]),
        ("labels", ["A"]),
        ("labels", ["A", b"B"]),
        ("levels", [0, None]),
        ("headings", (1,)),
        ("targets", ["a", "b", "c"]),
    ],
)
def test_a_page_that_contradicts_itself_is_refused(name: str, wrong: object) -> None:
    page = copy.deepcopy(PAGE)
    setattr(page, name, wrong)
    with pytest.raises((TypeError, ValueError)):
        native.weigh_anchors(page, PLACES, np.empty((len(ANCHOR_ROWS), len(page.targets))))


@pytest.mark.parametrize(
    ("name", "wrong"), [("parents", [0]), ("parents", [-1, 5]), ("stops", [0]), ("offsets", [0, 9]), ("firsts", [-1])]
)
def test_a_tree_that_contradicts_itself_is_refused(name: str, wrong: list[int]) -> None:
    page = copy.deepcopy(PAGE)
    setattr(page.tree, name, wrong)
    with pytest.raises((TypeError, ValueError)):
        native.place_cards(page, [True] * len(page.targets), REGIONS, 9)
    if name in {"offsets", "firsts"}:
        with pytest.raises((TypeError, ValueError)):
            native.read_links(page, page.places, None, normalised, 9)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("weigh_anchors", (PAGE, PLACES, np.empty((2, 2)))),
        ("weigh_anchors", (PAGE, PLACES, np.empty((len(ANCHOR_ROWS), 2), dtype=np.float32))),
        ("weigh_anchors", (PAGE, ("b",), np.empty((len(ANCHOR_ROWS) - 14, 2)))),
        ("weigh_anchors", (PAGE, list(PLACES), np.empty((len(ANCHOR_ROWS), 2)))),
        ("weigh_anchors", (None, PLACES, np.empty((len(ANCHOR_ROWS), 2)))),
        ("place_cards", (PAGE, [True], REGIONS, 9)),
        ("place_cards", (PAGE, [True, True], None, 9)),
        ("read_links", (PAGE, [0], None, normalised, 9)),
        ("read_links", (PAGE, ["a"], None, normalised, 9)),
        ("read_links", (PAGE, PAGE.places, b"", normalised, 9)),
        ("read_links", (PAGE, PAGE.places, None, normalised, -1)),
        ("number_moulds", (PAGE.tree, [0])),
        ("number_moulds", (PAGE, PAGE.places)),
        ("lines_of", (["a"], 0, 2)),
        ("lines_of", (["a", 7], 0, 2)),
        ("read_shapes", (["a"], [], np.empty((9, 1)), *ASKED)),
        ("read_shapes", ([7], [""], np.empty((9, 1)), *ASKED)),
        ("read_shapes", (["a"], [""], np.empty((9, 1)), max, spelling.spelling)),
        ("read_shapes", (["x://h/ab"], ["é"], np.empty((9, 1)), None, str.upper)),
        ("gather_groups", (["a"], np.empty((2, 2)), np.empty((2, 1)), np.empty((3, 1)))),
        ("gather_groups", ([[]], np.empty((2, 1)), np.empty((2, 1)), np.empty((3, 1)))),
        ("gather_groups", (["a"], np.empty((2, 1)), np.empty((2, 1)), np.empty((2, 1)))),
    ],
)
def test_arguments_of_other_types_are_refused(name: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        getattr(native, name)(*arguments)


def test_nothing_is_left_behind() -> None:
    page = LinkedPage.of(parse(PARTS.replace("|", ""), url=f"{ORIGIN}/"))
    table, rows = np.empty((len(ANCHOR_ROWS), len(page.targets))), np.empty((9, len(page.targets)))
    means = np.empty((len(rows) - 1, 1))

    def read() -> None:
        native.read_links(LinkedPage(tree=page.tree), page.places, ORIGIN, normalised, MOST)
        longest, heaviest = native.weigh_anchors(page, PLACES, table)
        keys, _, _ = native.read_shapes(page.targets, [page.labels[anchor] for anchor in longest], rows, *ASKED)
        native.number_moulds(page.tree, [page.places[anchor] for anchor in heaviest])
        native.gather_groups(keys, table[:8], means, rows)
        native.place_cards(page, [True] * len(page.targets), REGIONS, MOST)
        native.lines_of(page.tree.pieces, 0, len(page.tree.pieces))
        with pytest.raises(ValueError, match="another form"):
            native.weigh_anchors(page, PLACES, rows)

    # One object a reading would be 1,000; what others keep meanwhile is some dozens.
    assert blocks_kept(read, times=1_000, before=50) < 700


def read_alike(document: Document, flags: list[bool]) -> None:
    page = LinkedPage.of(document)
    linked_alike(page.tree, ORIGIN)
    if not page.targets:
        return
    tables = [np.full((len(ANCHOR_ROWS), len(page.targets)), np.nan) for _ in range(2)]
    longest, heaviest = weigh_anchors(page, PLACES, tables[0])
    assert native.weigh_anchors(page, PLACES, tables[1]) == (longest, heaviest)
    assert tables[0].tobytes() == tables[1].tobytes()
    shaped_alike(page.targets, [page.labels[anchor] for anchor in longest])
    places = [page.places[anchor] for anchor in heaviest]
    moulds = number_moulds(page.tree, places)
    assert native.number_moulds(page.tree, places) == moulds
    grouped_alike(moulds, tables[0][:8] / 3)
    is_story = [flags[target % len(flags)] for target in range(len(page.targets))]
    assert native.place_cards(page, is_story, REGIONS, MOST) == place_cards(page, is_story, REGIONS, MOST)


def linked_alike(tree: FlatTree, origin: str | None) -> LinkedPage:
    def address(href: str) -> str | None:
        return normalised(href, origin) if not href.startswith(("#", "javascript:")) else None

    pages = []
    for read in (read_links, native.read_links):
        page = LinkedPage(tree=tree)
        page.targets = read(page, tree.numbers["a"], origin, address, MOST)
        pages.append(page)
    for name in ("places", "links", "labels", "targets"):
        assert getattr(pages[0], name) == getattr(pages[1], name), name
    return pages[1]


def shaped_alike(urls: list[str], texts: list[str]) -> None:
    tables = [np.full((9, len(urls)), np.nan) for _ in range(2)]
    assert native.read_shapes(urls, texts, tables[1], *ASKED) == read_shapes(urls, texts, tables[0], *ASKED)
    assert tables[0].tobytes() == tables[1].tobytes()


def grouped_alike(keys: list[int], facts: Any) -> None:
    facts = np.ascontiguousarray(facts)
    means = facts.mean(axis=1, keepdims=True)
    tables = [np.full((len(facts) + 1, len(keys)), np.nan) for _ in range(2)]
    for gather, table in zip((gather_groups, native.gather_groups), tables, strict=True):
        gather(keys, facts, means, table)
    assert tables[0].tobytes() == tables[1].tobytes()


def test_what_is_read_in_c_is_what_is_read_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse(PARTS.replace("|", "") * 3, url=f"{ORIGIN}/")
    items = LoomReader().read(page)
    for module, names in TWINS.items():
        for name in names:
            monkeypatch.setattr(f"newsloom.{module}._{name}", getattr(sys.modules[f"newsloom.{module}"], name))
    assert LoomReader().read(page) == items


TWINS = {
    "dom.pictures": ["find_picture"],
    "readers.loom.cards": ["place_cards"],
    "readers.loom.evidence": ["weigh_anchors", "gather_groups"],
    "readers.loom.flat": ["lay_flat", "lines_of"],
    "readers.loom.page": ["read_links", "number_moulds"],
    "readers.loom.shapes": ["read_shapes"],
}
