"""The compiled modules of loom against the same modules run as plain Python, and against plainer definitions."""

from __future__ import annotations

import importlib.util
import re
from array import array
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.allocations import blocks_kept

from newsloom.dom import parse
from newsloom.extractors.loom import boxes, chances, containers, lines, position, similarity, structure, table
from newsloom.extractors.loom.features import GROUPS, feature_rows
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.vocabulary import NUMBER_BIT, PHRASE_BITS
from newsloom.testing.hostile_pages import HOSTILE_PAGES
from newsloom.text.size import count_letters


def plain_form(module: ModuleType) -> Any:
    """The module as its source says it, whether or not it is compiled."""
    source = str(Path(str(module.__file__)).parent / f"{module.__name__.rpartition('.')[2]}.py")
    spec = importlib.util.spec_from_loader(module.__name__, SourceFileLoader(module.__name__, source))
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


COMPILED = (boxes, chances, containers, lines, position, similarity, structure, table)
PLAIN = {module.__name__: plain_form(module) for module in COMPILED}

WORDS = st.sampled_from(
    "rain Rain RAIN harbour 1999 2024 20244 x2024 10:15 7.30 10:1 ٢٠٢٤ 1.٢٢ Kıyı İSTANBUL Σίσυφος ΣΑΣ straße ﬁn "
    "a_b don't by newsletter copyright © subscribe , 、 . … ” 東京都の天気 𝔸𝔹 ǅ Ⅷ ² é".split()
)
TEXTS = st.lists(WORDS, min_size=1, max_size=24).map(" ".join)
COLUMNS = st.lists(st.tuples(TEXTS, st.integers(0, 30), st.integers(0, 3)), min_size=1, max_size=9).map(
    lambda parts: (
        [text for text, _, _ in parts],
        [text[: len(text) * share // 20] for text, share, _ in parts],
        [box for _, _, box in parts],
    )
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


@given(st.just(([], [], [])) | COLUMNS)
def test_lines_are_measured_as_expressions_would(columns):
    found = lines.measure_lines(*columns)
    assert found == PLAIN[lines.__name__].measure_lines(*columns)
    texts = columns[0]
    assert found.characters.tolist() == [count_letters(text) for text in texts]
    assert found.starts_small.tolist() == [text[0].islower() for text in texts]
    spoken = [phrases_in(text) if is_short else 0 for text, is_short in zip(texts, found.is_short, strict=True)]
    assert found.phrases.tolist() == spoken


def phrases_in(text: str) -> int:
    found = NUMBER_BIT if re.search(r"\b(?:19|20)\d\d\b|\d{1,2}[:.]\d\d\b", text) else 0
    for phrase, bits in PHRASE_BITS.items():
        found |= bits if phrase in f" {text.lower()} " else 0
    return found


@given(PAGES)
def test_both_forms_see_any_page_alike(page):
    seen_alike(page)


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_both_forms_see_hostile_pages_alike(name):
    seen_alike(HOSTILE_PAGES[name]())


def seen_alike(page: str | bytes) -> None:
    document = parse(page)
    if not document.outline.segments:
        return
    arrays = PageArrays.of(document)
    plain = PLAIN[boxes.__name__]
    assert plain.read_boxes(document.outline, arrays.lines.box) == arrays.boxes
    assert plain.sum_boxes(arrays.lines, arrays.boxes) == arrays.sums
    for group in GROUPS:
        rows, again = (np.zeros((len(group.names), len(arrays.words))) for _ in range(2))
        group.compute(arrays, rows)
        compute = getattr(PLAIN.get(group.compute.__module__), group.compute.__name__, group.compute)
        compute(arrays, again)
        assert rows.tobytes() == again.tobytes(), group.compute.__name__


@given(PAGES)
def test_boxes_hold_what_their_lines_have(page):
    arrays = PageArrays.of(parse(page))
    ends, held = arrays.boxes.ends, arrays.lines.box
    for box, end in enumerate(ends):
        inside = [line for line, own in enumerate(held) if box <= own < end]
        assert arrays.sums.lines[box] == len(inside)
        assert arrays.sums.words[box] == pytest.approx(sum(arrays.lines.words[line] for line in inside), abs=1e-5)


@pytest.mark.parametrize("parents", [[-1, 1], [-1, 5], [-1, -1]])
def test_boxes_that_do_not_fit_each_other_are_refused(parents):
    outline = parse("<p>One line.</p><p>Another.").outline
    outline.parents[:2] = array("q", parents)
    with pytest.raises(ValueError, match="parent"):
        boxes.read_boxes(outline, lines.measure_lines(*outline.columns).box)


@pytest.mark.parametrize("line", [-1, 1, 99])
def test_a_line_that_is_not_there_is_refused(line):
    page = PageArrays.of(parse("<p>One line."))
    with pytest.raises(IndexError, match="there is no line"):
        page.lines_by_place(1, [line])


def test_a_line_without_a_box_is_refused():
    outline = parse("<p>One line.").outline
    measured = lines.measure_lines(["One line."], [""], array("q", [99]))
    with pytest.raises(ValueError, match="box"):
        boxes.read_boxes(outline, measured.box)


def test_nothing_is_left_behind():
    page = parse("<title>Rain</title><h1 class='é x'>Rain</h1><p id=a style='é'>Σ By Ann, 10:15. <a href=/x>Two</a>")

    def count_all() -> None:
        feature_rows(PageArrays.of(page))
        with pytest.raises((TypeError, AttributeError)):
            lines.measure_lines(["One line.", 7], ["", ""], array("q", [0, 0]))  # type: ignore[list-item]

    # One object each time would be 300; what others keep meanwhile is some dozens.
    assert blocks_kept(count_all, times=300, before=20) < 200


@given(st.lists(TEXTS, max_size=6), st.integers(1, 4))
def test_shingles_of_earlier_texts_are_counted(texts, size):
    shingles = [list(one) for one in similarity.shingles_of(texts, size)]
    earlier = [{shingle for one in shingles[:place] for shingle in one} for place in range(len(texts))]
    wanted = [
        (len(own), sum(shingle in before for shingle in own)) for own, before in zip(shingles, earlier, strict=True)
    ]
    assert similarity.count_shingles(texts, size) == wanted
    assert PLAIN[similarity.__name__].count_shingles(texts, size) == wanted


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.data())
def test_chances_are_replaced_by_log_odds_alike(known, data):
    lines = data.draw(st.lists(st.integers(0, len(known) - 1), min_size=1, unique=True))
    odds = memoryview(array("f", [data.draw(st.floats(-9, 9, width=32)) for _ in lines])).cast("B")
    more = array("d", [data.draw(st.floats(-9, 9)) for _ in lines])
    arguments = array("d", known), lines, odds.cast("f", (1, len(lines))), more
    found = chances.with_log_odds(*arguments)
    assert found == PLAIN[chances.__name__].with_log_odds(*arguments)
    assert all(found[line] == chance for line, chance in enumerate(known) if line not in lines)
