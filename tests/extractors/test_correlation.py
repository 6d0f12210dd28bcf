from __future__ import annotations

import math

import pytest
from tests.layouts import drawn

from newsloom.catalogue import build
from newsloom.dom.drawnblocks import DrawnBlock, find_drawn_blocks
from newsloom.dom.layout import Box
from newsloom.extractors.correlation import CorrelationExtractor
from newsloom.extractors.correlation.clustering import cluster, objective
from newsloom.extractors.correlation.graph import Edge, neighbourhood
from newsloom.extractors.correlation.weights import edge_weights

PARAGRAPHS = [
    f"Paragraph {number} of the story about the ferry, its crew and the harbour of Sandry." for number in range(4)
]
STORY = "".join(
    f'<p at="100 {200 + 80 * place} 600 60" set="18 400">{text}</p>' for place, text in enumerate(PARAGRAPHS)
)
RAIL = "".join(f'<p at="800 {200 + 50 * place} 150 40" set="13 700 #888888">Rail {place}</p>' for place in range(5))
PAGE = f'<div at="100 200 600 320">{STORY}</div><div at="800 200 150 250">{RAIL}</div>'


@pytest.mark.parametrize("form", ["printed", "learned", "unsupervised"])
def test_the_story_is_the_cluster_with_the_most_text(form):
    found = CorrelationExtractor(weights=form).extract(drawn(PAGE))
    assert [block.text for block in found.blocks] == PARAGRAPHS
    assert found.layout == "drawn"


def test_neighbours_are_near_in_the_tree_or_in_the_drawing():
    document = drawn(PAGE)
    assert document.tree is not None
    assert document.layout is not None
    blocks = find_drawn_blocks(document.tree, document.layout)
    leaves = [number for number, block in enumerate(blocks) if block.is_leaf]
    in_tree = neighbourhood(blocks, leaves, tree_distance=2, drawn_distance=0.0)
    assert {(edge.first < 4) == (edge.second < 4) for edge in in_tree} == {True}
    assert len(in_tree) == 6 + 10
    in_drawing = neighbourhood(blocks, leaves, tree_distance=1, drawn_distance=100.0)
    assert any(edge.first < 4 <= edge.second for edge in in_drawing)


def test_weights_are_those_printed_divided_and_brought_to_one():
    document = drawn('<p at="0 0 300 20" set="16 400">a</p><p at="0 30 300 25" set="16 700">b</p>')
    assert document.tree is not None
    assert document.layout is not None
    leaves = [one for one in find_drawn_blocks(document.tree, document.layout) if one.is_leaf]
    (weight,) = edge_weights([Edge(0, 1, 2, 10.0)], leaves, document.layout, form="printed", height_unit=1.0)
    # Height 1.7 less 5 times 0.07, equal width, four equal rules (font, size, colour, line height) and one other.
    cost = 1.7 - 5 * 0.07 + 5.0 + 4 * 0.2 - 9.0
    x = math.sqrt(math.sqrt(math.sqrt(20 + 300) * math.sqrt(25 + 300)))
    assert weight == pytest.approx(1 / (1 + math.exp(-cost / x)))


def test_the_objective_is_what_is_cut_and_what_joined_edges_lack():
    edges = [Edge(0, 1, 2, 0.0), Edge(1, 2, 2, 0.0)]
    assert objective([0, 0, 1], edges, [0.9, 0.2]) == pytest.approx(0.1 + 0.2)
    assert objective([0, 0, 0], edges, [0.9, 0.2]) == pytest.approx(0.1 + 0.8)


def test_the_cheapest_of_several_trials_is_taken():
    # A path of four: the pivot at an end leaves pairs, the pivot in the middle leaves a triple and one alone.
    edges = [Edge(0, 1, 2, 0.0), Edge(1, 2, 2, 0.0), Edge(2, 3, 2, 0.0)]
    weights = [0.9, 0.6, 0.9]
    best = cluster(4, edges, weights, trials=50, seed=1)
    assert objective(best, edges, weights) == pytest.approx(0.1 + 0.6 + 0.1)
    costs = {round(objective(cluster(4, edges, weights, trials=1, seed=seed), edges, weights), 3) for seed in range(20)}
    assert len(costs) > 1


def test_a_half_is_not_above_a_half():
    assert len(set(cluster(2, [Edge(0, 1, 2, 0.0)], [0.5], trials=3, seed=1))) == 2


def test_no_cluster_parts_a_subtree_from_its_root():
    blocks = [
        DrawnBlock(0, -1, Box(0, 0, 500, 100), 0),
        DrawnBlock(1, 0, Box(0, 0, 500, 50), 0, is_leaf=True, style=0, letters=9),
        DrawnBlock(2, 0, Box(0, 50, 500, 50), 0, is_leaf=True, style=0, letters=9),
    ]
    layout = drawn("<p at='0 0 9 9'>a</p>").layout
    assert layout is not None
    clusters = CorrelationExtractor().clusters(blocks, layout)
    # Only leaves are clustered: what holds them is where all of them are, or nowhere.
    assert all(leaf.is_leaf for one in clusters for leaf in one)


def test_the_paper_has_the_printed_weights():
    assert build("extractor", "correlation:paper").weights == "printed"
