"""The default extractor's counting in C against its twins in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.allocations import blocks_kept

from newsloom.dom import kernel, parse
from newsloom.dom.outline import Segment
from newsloom.extractors.loom import boxes, likeness, lines, sums
from newsloom.extractors.loom.features import features_by_family, segment_features
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.weighing import COLUMNS, weigh_page
from newsloom.extractors.loom.words import NUMBER_BIT, PHRASE_BITS, ROLE_BITS, role_bits
from newsloom.forest import Forest, load_forest, sum_leaves
from newsloom.testing.hostile_pages import HOSTILE_PAGES

pytestmark = pytest.mark.skipif(
    kernel.native is None,
    reason="no kernel in C: when Newsloom was installed there was no compiler, or another lxml",
)
native: Any = kernel.native

WORDS = st.sampled_from(
    "rain Rain RAIN harbour 1999 2024 20244 x2024 10:15 7.30 10:1 ٢٠٢٤ 1.٢٢ Kıyı İSTANBUL Σίσυφος ΣΑΣ straße ﬁn "
    "a_b don't by newsletter copyright © subscribe , 、 . … ” 東京都の天気 𝔸𝔹 ǅ Ⅷ ² é".split()
)
TEXTS = st.lists(WORDS, min_size=1, max_size=24).map(" ".join)
SEGMENTS = st.lists(st.tuples(TEXTS, st.integers(0, 30), st.integers(0, 3)), min_size=1, max_size=9).map(
    lambda parts: [Segment(text, text[: len(text) * share // 20], box) for text, share, box in parts]
)
NAMES = (
    "article-body|comment list|Side_Bar|adsense|ad|ad ads|readmore.more|promo/card|KOMMENTAR|ſide|Kommentar|İmage|"
    "_sr_|sr|x sr y|nav\x1fmenu|\xa0|" + "a" * 198 + "nav|" + "nav " * 60
)
ATTRIBUTES = st.sampled_from(
    [
        *(f'class="{name}"' for name in NAMES.split("|")),
        *(f'id="{name}"' for name in ("main", "footer-links", "söcial")),
        *(
            f"style='{style}'"
            for style in ("DISPLAY :\tnone", "display:nonesuch", "color:red", "visibility: hidden;", "é")
        ),
        *(
            "hidden",
            "hidden=''",
            "aria-hidden=true",
            "aria-hidden=false",
            "role=dialog",
            "role='é'",
            "aria-modal=true",
            "",
        ),
    ]
)
PIECES = st.one_of(
    st.tuples(st.sampled_from("div p ul li h1 h2 article aside table td body a svg main".split()), ATTRIBUTES).map(
        lambda tag: f"<{tag[0]} {tag[1]}{' href=/x' if tag[0] == 'a' else ''}>"
    ),
    st.sampled_from("</div> </p> </ul> </li> </article> </aside> </table> </a> </h1>".split()),
    TEXTS,
)
PAGES = st.lists(PIECES, max_size=40).map(
    lambda parts: (
        "<title>Rain in Istanbul</title><meta name=description content='rain harbour Σίσυφος'>"
        '<script type="application/ld+json">{"@type": "NewsArticle", "articleBody": "rain harbour 1999 2024 by a_b"}'
        "</script>"
        f"<p>start{''.join(parts)}"
    )
)


@given(st.just([]) | SEGMENTS)
def test_both_measure_lines_alike(segments):
    numbers = ('.!?…。！？»”"’)', 20.0, 0.95, 3.0, 0.4, 0.4, 7, NUMBER_BIT)
    made_ready = native.prepare_words(PHRASE_BITS)
    assert native.measure_lines(segments, made_ready, *numbers) == lines.measure_lines(segments, PHRASE_BITS, *numbers)


@given(SEGMENTS, st.tuples(*[TEXTS | st.just("")] * 3), st.integers(0, 40), st.integers(1, 5))
def test_both_find_the_same_words_in_lines(segments, texts, compared, most_words):
    title, description, body = texts
    given_texts = (segments, title, f"{title} {description}", f"{body} {segments[0].text}", compared, most_words)
    assert native.compare_words(*given_texts) == likeness.compare_words(*given_texts)


@given(PAGES)
def test_both_see_any_page_alike(page):
    seen_alike(page)


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_both_see_hostile_pages_alike(name):
    seen_alike(HOSTILE_PAGES[name]())


@pytest.mark.parametrize("rows", [1, 2, 63, 64, 65, 200])
def test_both_fall_on_the_same_leaves(rows):
    forest = load_forest("newsloom.extractors.loom")
    chosen = np.random.default_rng(rows).choice(forest.borders.ravel(), (len(forest.names), rows))
    chosen[0] = np.nan
    by_feature = np.asfortranarray(chosen.T.astype(np.float32))
    assert (forest.probabilities(by_feature, native.sum_leaves) == forest.probabilities(by_feature)).all()


def test_a_forest_that_is_too_deep_for_c_is_refused():
    forest = Forest(
        names=("a",),
        features=np.zeros((1, 9), dtype=np.int16),
        borders=np.zeros((1, 9), dtype=np.float32),
        leaves=np.zeros((1, 512), dtype=np.float32),
        bias=0.0,
    )
    with pytest.raises(ValueError, match="do not fit"):
        forest.probabilities(np.zeros((2, 1), dtype=np.float32), native.sum_leaves)


@pytest.mark.parametrize(
    "call",
    [
        lambda _: native.prepare_words([]),
        lambda _: native.prepare_words({"": 1}),
        lambda _: native.prepare_words({"a": 0}),
        lambda _: native.prepare_words({"a": "b"}),
        lambda _: native.prepare_words({7: 1}),
        lambda _: native.prepare_words({"\ud800": 1}),
        lambda _: native.prepare_words({str(number): 1 for number in range(20_000)}),
        lambda _: native.measure_lines([Segment("", "", 0)], *measuring()),
        lambda _: native.measure_lines([Segment(7, "", 0)], *measuring()),
        lambda _: native.measure_lines([Segment("a", "", "0")], *measuring()),
        lambda _: native.measure_lines([None], *measuring()),
        lambda _: native.measure_lines([], None, *measuring()[1:]),
        lambda _: native.compare_words([None], "", "", "", 9, 9),
        lambda _: native.compare_words([], None, "", "", 9, 9),
        lambda _: native.mark_boxes([None], [-1], b"", *naming()),
        lambda page: native.mark_boxes(page.outline.boxes, [-1], b"", *naming()),
        lambda page: native.mark_boxes(page.outline.boxes, [9] * len(page.outline.boxes), b"", *naming()),
        lambda page: native.mark_boxes(page.outline.boxes, page.outline.parents, b"\xff" * 8, *naming()),
        lambda page: native.sum_boxes(page.box, page.boxes.parents, page.boxes.ends, np.zeros(1), 1),
        lambda page: native.sum_boxes(page.box + 99, page.boxes.parents, page.boxes.ends, page.words, 1),
        lambda page: native.sum_boxes(page.box, page.boxes.parents - 1, page.boxes.ends, page.words, 1),
        lambda page: native.sum_boxes(page.box, page.boxes.parents, page.boxes.ends + 99, page.words, 1),
        lambda _: native.sum_leaves(np.zeros(4), np.zeros(1), np.zeros(1), np.zeros(1), np.zeros(1), 2, 1),
        lambda _: native.weigh_lines(*[b""] * 6, 9, (0,) * 6, (0,) * 8, (0,) * 4, (0,) * 3),
        lambda page: native.weigh_lines(*parts(page), 9, (0,) * 6, (0,) * 8, (0,) * 4, (0,) * 3),
        lambda page: native.weigh_lines(*parts(page), 200, (0,) * 6, (0,) * 8, (0,) * 4, (60, 9, 9)),
    ],
)
def test_parts_that_do_not_fit_are_refused(call):
    page = LinedPage.of(parse("<p>One line.</p><p>Another <b>line</b>."))
    with pytest.raises((TypeError, ValueError, AttributeError, UnicodeError)):
        call(page)


@pytest.mark.parametrize("markup", ["<p class='é'>x", "<p style='é'>x"])
def test_what_fails_in_python_fails_in_c(markup):
    page = LinedPage.of(parse(markup))

    def fail(*_: str) -> int:
        raise LookupError(markup)

    ready, codes, _, _, *bits = naming()
    with pytest.raises(LookupError):
        native.mark_boxes(page.outline.boxes, page.outline.parents, page.box, ready, codes, fail, fail, *bits)
    with pytest.raises(TypeError):
        native.mark_boxes(page.outline.boxes, page.outline.parents, page.box, ready, codes, str, "no function", *bits)


def test_nothing_is_left_behind():
    page = parse("<title>Rain</title><h1 class='é x'>Rain</h1><p id=a style='é'>Σ By Ann, 10:15. <a href=/x>Two</a>")

    def count_all() -> None:
        lined = LinedPage.of(page)
        segment_features(lined)
        native.prepare_words(ROLE_BITS)
        with pytest.raises(TypeError):
            native.measure_lines([page.outline.segments[0], Segment(7, "", 0)], *measuring())

    # One object each time would be 300; what others keep meanwhile is some dozens.
    assert blocks_kept(count_all, times=300, before=20) < 200


def seen_alike(page: str | bytes) -> None:
    document = parse(page)
    outline = document.outline
    if not outline.segments:
        return
    lined = LinedPage.of(document)
    named = (role_bits, boxes._hiding, boxes._HIDDEN, boxes._DIALOG, boxes.TAGS["body"], boxes._ROLE_BIT)
    marked = boxes.mark_boxes(outline.boxes, outline.parents, lined.box, ROLE_BITS, boxes._CODES, *named)
    assert lined.boxes.packed == marked
    values = lined.sums.values
    assert native.sum_boxes(lined.box, lined.boxes.parents, lined.boxes.ends, values, len(values)) == sums.sum_boxes(
        lined.box, lined.boxes.parents, lined.boxes.ends, values, len(values)
    )
    names, rows = features_by_family(lined)
    assert names == COLUMNS
    assert weigh_page(lined).tobytes() == rows.tobytes()


def measuring() -> tuple[object, ...]:
    return (native.prepare_words(PHRASE_BITS), ".", 200.0, 0.95, 8.0, 0.4, 0.4, 60, 1)


def naming() -> tuple[object, ...]:
    return (native.prepare_words(ROLE_BITS), {}, role_bits, boxes._hiding, 1, 2, 3, 4)


def parts(page: LinedPage) -> tuple[object, ...]:
    found = likeness.likeness_of(page)
    return (page.lines.packed, page.boxes.packed, page.sums.within, page.sums.mass, found, page.sums.values)


def test_sums_in_python_are_those_of_the_forest():
    forest = load_forest("newsloom.extractors.loom")
    rows = np.zeros((3, len(forest.names)), dtype=np.float32)
    assert (forest.probabilities(rows, sum_leaves) == forest.probabilities(rows)).all()
