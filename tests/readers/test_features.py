"""The table of features: what is in it, and what single features say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import Document, parse
from newsloom.forest import load_forest
from newsloom.readers.loom.features import FEATURES, NAMES, feature_rows
from newsloom.readers.loom.links import LinkedPage, layout_signatures, sole_targets
from newsloom.testing.hostile_pages import HOSTILE_PAGES

HOME = "https://paper.example/"
PARTS = (
    "<div>|</div>|<div class='card'>|<div class=''>|<nav>|</nav>|<ul>|<li>|</ul>|<p>|</p>|<h2>|</h2>|<h3>|</h3>|<main>|"
    "<a href=/town/bridge-closes-for-good-48100.html>|<a href=/town/ class=x>|<a href='/town/' title=' A  name '>|</a>|"
    "<a href='/town/br%C3%BCcke-gesperrt' aria-label='Brücke gesperrt'>|<a href=#top>|<a href=''>|<a>|<a href=mailto:x>"
    "|<a href='//other.example/sport/late-goal-3F2A9C1E-77B0'>|<a href='https://x.other.example'>|<img>|<picture>|<br>|"
    "<a href='/story.asp?id=4017'>|<a href='/a/b?z=1&amp;b&amp;a=2&amp;c=3'>|<time>|<article>|</article>|<span>|</span>"
    "|Bridge closes for good| Ümläute „größer“ |\n  two   words |12 \u0663 digits|small|\xa0|İstanbul ΣΑΣ ½ ﬁne"
)
MARKUP = st.lists(st.sampled_from(PARTS.split("|")), max_size=40).map("".join)


def _rows(document: Document) -> dict[str, list[float]]:
    columns = feature_rows(LinkedPage.of(document), document).T.tolist()
    return dict(zip(NAMES, columns, strict=True))


def test_columns_are_those_the_forest_was_trained_on() -> None:
    assert load_forest("newsloom.readers.loom").names == NAMES


def test_every_feature_has_names_of_its_own_and_a_family() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert {feature.family for feature in FEATURES} == {"text", "position", "context", "region", "address", "group"}


@given(MARKUP)
def test_every_cell_of_any_page_is_a_number(markup: str) -> None:
    document = parse(markup, url=HOME)
    page = LinkedPage.of(document)
    if page.urls:
        rows = feature_rows(page, document)
        assert rows.shape == (len(page.urls), len(NAMES))
        assert np.isfinite(rows).all()


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_every_cell_of_a_hostile_page_is_a_number(name: str) -> None:
    document = parse(HOSTILE_PAGES[name](), url=HOME)
    page = LinkedPage.of(document)
    assert not page.urls or np.isfinite(feature_rows(page, document)).all()


def test_an_anchor_is_described_by_its_longest_text_and_all_its_places() -> None:
    columns = _rows(
        parse(
            "<nav><a href=/a>x</a></nav><h2><a href=/a>Two words: 12</a></h2><p><a href=/b><img> small</a></p>",
            url=HOME,
        )
    )

    assert columns["words"] == [3, 1]
    assert columns["characters"] == [13, 5]
    assert columns["starts_small"] == [0, 1]
    assert columns["digits"] == pytest.approx([2 / 13, 0])
    assert columns["has_marks"] == [1, 0]
    assert columns["anchors"] == [2, 1]
    assert columns["in_heading"] == [1, 0]
    assert columns["has_picture"] == [0, 1]
    assert columns["order"] == pytest.approx([0, 2 / 3])
    assert (columns["in_nav"], columns["only_in_nav"]) == ([1, 0], [0, 0])
    assert (columns["in_p"], columns["only_in_p"]) == ([0, 1], [0, 1])


def test_a_region_ends_where_another_address_is_linked() -> None:
    columns = _rows(
        parse(
            "<div><div><h3>Bridge</h3><a href=/a>one</a><time>now</time></div><div><a href=/b>two</a><img></div></div>",
            url=HOME,
        )
    )

    assert columns["region_size"] == pytest.approx(np.log1p([len("Bridgeonenow"), len("two")]).tolist())
    assert columns["region_heading"] == [1, 0]
    assert columns["region_picture"] == [0, 1]
    assert columns["region_time"] == [1, 0]


def test_a_group_tells_the_mean_of_the_others_and_of_the_page() -> None:
    links = "".join(f"<p><a href=/town/{name}>{text}</a></p>" for name, text in (("a", "x y"), ("b", "x"), ("c", "x")))
    columns = _rows(parse(links, url=HOME))

    mean = 4 / 3
    assert columns["folder_size"] == pytest.approx([np.log1p(3)] * 3)
    assert columns["folder_words"] == pytest.approx([(2 + mean) / 3, (3 + mean) / 3, (3 + mean) / 3])


def test_of_a_long_slug_only_the_first_words_are_looked_for() -> None:
    columns = _rows(parse(f"<a href=/{'-'.join(['ab'] * 600)}>ab</a>", url=HOME))

    assert columns["slug_words"] == [600]
    assert columns["slug_shared"] == [64]


def test_elements_with_anchors_to_two_addresses_have_no_sole_target() -> None:
    page = LinkedPage.of(parse("<p><a href=/a>A</a></p><p><a href=/a>A</a> <a href=/b>B</a></p><p>C</p>", url=HOME))
    sole = sole_targets(page)
    paragraphs = page.tree.by_tag["p"]

    assert [sole[one] for one in paragraphs] == [0, -2, -1]
    assert [sole_targets(page, [True, False])[one] for one in paragraphs] == [0, 0, -1]
    assert [sole_targets(page, [False, True])[one] for one in paragraphs] == [-1, 1, -1]


def test_anchors_in_the_same_boxes_share_a_layout() -> None:
    page = LinkedPage.of(
        parse(
            "<div><p class=x><a href=/1>A</a></p><p class=x><a href=/2>B</a></p><p><a href=/3 class>C</a></p>"
            "<p><a href=/4>D</a></p></div>",
            url=HOME,
        )
    )

    assert layout_signatures(page, [0, 1, 2, 3]) == [0, 0, 1, 2]


@pytest.mark.parametrize("letter", ["x", "é", "𝔸"])
def test_of_a_long_class_only_the_beginning_tells_layouts_apart(letter: str) -> None:
    classes = [letter * 999 + end for end in ("a", "b", "ab", "a" * 9_000)]
    markup = "".join(f"<p class='{name}'><a href=/{number}>A</a></p>" for number, name in enumerate(classes))
    page = LinkedPage.of(parse(markup, url=HOME))

    assert layout_signatures(page, [0, 1, 2, 3]) == [0, 1, 0, 0]
