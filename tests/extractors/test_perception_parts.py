"""What blocks are for, which of them are one area, and what they mean."""

from __future__ import annotations

import pytest
from tests.extractors.ferry import CAT, CREW, FERRY, HARBOUR, paragraph
from tests.layouts import drawn

from newsloom.dom.drawnblocks import DrawnBlock, find_drawn_blocks
from newsloom.dom.layout import Box
from newsloom.extractors.perception.areas import merge_areas
from newsloom.extractors.perception.formats import Formats
from newsloom.extractors.perception.functions import Function, find_functions, text_leaf_blocks
from newsloom.extractors.perception.meanings import Meanings


def functions_of(page: str) -> list[Function]:
    document = drawn(page)
    assert document.tree is not None
    assert document.layout is not None
    blocks = find_drawn_blocks(document.tree, document.layout)
    return find_functions(blocks, leaf_share=0.5, composite_share=0.3)[1:]


def test_a_block_is_for_what_most_of_it_is():
    assert functions_of('<p at="0 0 500 20">A text with <a href="/">one link</a> in it.</p>') == [Function.TEXT]
    assert functions_of('<p at="0 0 500 20">See <a href="/">all that we wrote on it</a></p>') == [Function.NAVIGATION]
    assert functions_of('<p at="0 0 500 200"><img at="0 0 400 200">Ferry</p>') == [Function.MEDIA]
    assert functions_of('<p at="0 0 500 20"><input at="0 0 300 20">Name</p>') == [Function.INTERACTION]
    assert functions_of('<p at="0 0 500 20"><img at="0 0 8 8"></p>') == [Function.DECORATION]


def test_a_block_with_two_major_functions_is_mixed():
    texts = '<p at="0 0 500 40">Twelve letters.</p><p at="0 40 500 40"><a href="/">Twelve letters</a></p>'
    assert functions_of(f'<div at="0 0 500 80">{texts}</div>')[0] is Function.MIXED


@pytest.mark.parametrize(("width", "height", "found"), [(1000, 500, False), (1000, 900, True)])
def test_text_in_a_navigation_block_is_no_news_unless_the_block_is_large(width: int, height: int, found: bool):
    links = "".join(
        f'<p at="0 {top} 300 20"><a href="/">A link to some other story</a></p>' for top in range(0, 200, 20)
    )
    text = paragraph("A short remark.", 300)
    document = drawn(f'<div at="0 0 {width} {height}">{links}{text}</div>')
    assert document.tree is not None
    assert document.layout is not None
    blocks = find_drawn_blocks(document.tree, document.layout)
    functions = find_functions(blocks, leaf_share=0.5, composite_share=0.3)
    # The body, of the whole page, is entered whatever it is for.
    assert bool(text_leaf_blocks(blocks, functions, 2_000_000, area_share=0.4)) is found


def test_areas_merge_with_growing_gaps_until_few_are_left():
    blocks = [
        DrawnBlock(0, -1, Box(0, top, 100, 10), 0, style=style, letters=9) for style, top in enumerate((0, 15, 45))
    ]
    formats = Formats(style_of_sizes(10, 20, 30))

    def count(most_areas: int, largest_gap: float = 100.0) -> int:
        areas = merge_areas(
            blocks,
            formats,
            gap_increment=5,
            most_areas=most_areas,
            largest_gap=largest_gap,
            similar_format=0.9,
            overlap=0.5,
        )
        return len(areas)

    assert [count(3), count(2), count(1)] == [3, 2, 1]
    # Strictly less: a gap of 5 is not merged with 5. And what never merges ends at the largest gap.
    assert count(1, largest_gap=5) == 3


def test_a_text_between_two_news_areas_is_merged_with_both():
    # Corollary 2: only media and what does not inform part news areas.
    texts = paragraph(FERRY, 200) + paragraph(CAT, 262, how="18 700") + paragraph(HARBOUR, 324)
    blocks = [block for block in blocks_of(texts) if block.is_leaf]
    document = drawn(texts)
    assert document.layout is not None
    numbers = {"most_areas": 1, "largest_gap": 60.0, "similar_format": 0.9, "overlap": 0.5}
    (area,) = merge_areas(blocks, Formats(document.layout.styles), gap_increment=8.0, **numbers)
    assert [block.text for block in area.blocks] == [FERRY, CAT, HARBOUR]


def test_the_major_format_is_that_of_most_letters():
    texts = paragraph(FERRY, 200) + paragraph("Short.", 261, how="30 700") + paragraph(CREW, 322)
    document = drawn(texts)
    assert document.layout is not None
    leaves = [block for block in blocks_of(texts) if block.is_leaf]
    numbers = {"most_areas": 1, "largest_gap": 60.0, "similar_format": 0.9, "overlap": 0.5}
    (area,) = merge_areas(leaves, Formats(document.layout.styles), gap_increment=8.0, **numbers)
    assert document.layout.styles[area.format.style].size == 18


def test_japanese_endings_are_no_meaning():
    news = ["会議は昨日開かれています。", "議長は発言しています。", "議員は反対しています。"]
    document = drawn("".join(paragraph(text, 100 + 80 * at) for at, text in enumerate([*news, "犬が吠えています。"])))
    assert document.tree is not None
    assert document.layout is not None
    blocks = [one for one in find_drawn_blocks(document.tree, document.layout) if one.is_leaf]
    meanings = Meanings(blocks, "ja")
    meanings.compare_with(blocks[:3])
    assert meanings.similarity(blocks[3:]) == 0.0


def style_of_sizes(*sizes: float) -> tuple:
    page = "".join(f'<p at="0 0 9 9" set="{size}">a</p>' for size in sizes)
    layout = drawn(page).layout
    assert layout is not None
    return tuple(style for style in layout.styles if style.size in sizes)


def blocks_of(page: str) -> list[DrawnBlock]:
    document = drawn(page)
    assert document.tree is not None
    assert document.layout is not None
    return find_drawn_blocks(document.tree, document.layout)
