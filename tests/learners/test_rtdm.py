from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.learners.papers import documents, groups, paper

from newsloom.dom import parse
from newsloom.learners.rtdm import RtdmLearner
from newsloom.learners.rtdm.clustering import hierarchical_groups
from newsloom.learners.rtdm.distance import Distances
from newsloom.learners.rtdm.matching import pattern_similarity
from newsloom.learners.rtdm.trees import TreePool


def similarity(first: str, second: str, least: float = 0.0) -> float:
    forest = TreePool()
    shapes = [forest.shape_of[forest.plant(parse(page))] for page in (first, second)]
    return Distances(forest).similarity(*shapes, least)


def changes(first: str, second: str) -> float:
    forest = TreePool()
    shapes = [forest.shape_of[forest.plant(parse(page))] for page in (first, second)]
    whole = sum(forest.sizes[shape] for shape in shapes)
    return (1 - Distances(forest).similarity(*shapes, 0.0)) * whole


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("<p>a</p>", "<p>b</p>", 0),  # texts are all alike
        ("<p>a</p>", "<p>a</p><br>", 1),  # one leaf inserted
        ("<br>", "<hr>", 1),  # a leaf replaced
        ("<div><p>a</p><p>b</p></div><br>", "<br>", 5),  # a subtree removed whole
        ("<div><b>a</b></div>", "<ul><b>a</b></ul>", 6),  # only leaves are replaced: three nodes out, three in
        ("<div><p>a</p></div>", "<div><p>a</p><p>b</p></div>", 2),
    ],
)
def test_changes_are_counted_in_nodes(first, second, wanted):
    assert changes(first, second) == pytest.approx(wanted)


def test_equal_trees_are_alike_whatever_they_say():
    assert similarity("<p>One</p>", "<p>Two</p>") == 1.0


def test_what_is_certain_to_be_unlike_is_not_compared():
    assert similarity("<br>" * 50, "<hr>" * 50, least=0.8) == 0.0


TREES = st.recursive(
    st.sampled_from(["<br>", "<hr>", "x"]),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(["div", "section", "ul"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(TREES, TREES)
def test_distance_is_symmetric_and_within_bounds(first, second):
    one, other = similarity(first, second), similarity(second, first)
    assert one == pytest.approx(other)
    assert 0.0 <= one <= 1.0


@settings(max_examples=60, deadline=None)
@given(TREES, TREES)
def test_the_bound_by_tags_never_hides_a_likeness(first, second):
    whole = similarity(first, second)
    assert similarity(first, second, least=whole) == pytest.approx(whole)


def test_papers_are_told_apart():
    found = RtdmLearner().learn(documents([*paper("Daily", 4), *paper("Evening", 3)]))
    assert groups(found) == [[0, 1, 2, 3], [4, 5, 6]]


def test_a_lower_threshold_makes_fewer_clusters():
    pages = documents([*paper("Daily", 3), *paper("Daily", 3, layout="gallery"), *paper("Evening", 3)])
    assert len(RtdmLearner(least_similarity=0.99).learn(pages)) >= len(RtdmLearner(least_similarity=0.1).learn(pages))


def test_the_pattern_marks_what_varies_what_repeats_and_what_may_be_missing():
    pages = [
        "<body><nav>Home</nav><h1>One</h1><p>a</p></body>",
        "<body><nav>Home</nav><h1>Two</h1><p>b</p><p>c</p></body>",
        "<body><nav>Home</nav><h1>Three</h1><p>d</p><hr></body>",
    ]
    (template,) = RtdmLearner(least_similarity=0.5).learn(documents(pages))
    assert template.pattern == (
        "html",
        "  body",
        "    nav",
        "      #Home",
        "    h1",
        "      #*",
        "    p+",
        "      #*",
        "    hr?",
    )


def test_the_pattern_keeps_apart_what_stands_apart():
    pages = [
        "<body><p>Top</p><ul><li>a</li></ul><p>One</p></body>",
        "<body><p>Top</p><ul><li>a</li><li>b</li></ul><p>Two</p></body>",
    ]
    (template,) = RtdmLearner(least_similarity=0.5).learn(documents(pages))
    assert template.pattern == (
        *("html", "  body", "    p", "      #Top"),
        *("    ul", "      li+", "        #*", "    p", "      #*"),
    )


def test_leaves_that_differ_are_a_wildcard():
    (template,) = RtdmLearner(least_similarity=0.5).learn(documents(["<p>a<br>b</p><p>c</p>", "<p>a<hr>b</p><p>c</p>"]))
    assert any(line.strip(" +?") in {".", "hr", "br"} for line in template.pattern)


def test_a_cluster_of_one_page_is_no_template():
    *_, alone = RtdmLearner(least_similarity=0.9).learn(documents([*paper("Daily", 3), "<ul><li>x</li></ul>"]))
    assert (alone.members, alone.pattern) == ((3,), ())


def test_a_new_page_is_put_with_the_pattern_of_least_cost():
    learner = RtdmLearner()
    templates = learner.learn(documents([*paper("Daily", 4)[:3], *paper("Evening", 4)[:3]]))
    for number, name in enumerate(("Daily", "Evening")):
        assert learner.place(parse(paper(name, 4)[3]), templates) == number
    assert learner.place(parse("<ol><li>x</li></ol>"), templates) is None
    assert learner.place(parse(paper("Daily", 1)[0]), ()) is None


def test_a_pattern_matches_its_own_pages_at_no_cost():
    pages = documents(
        [
            "<body><h1>One</h1><p>a</p></body>",
            "<body><h1>Two</h1><p>b</p><p>c</p></body>",
            "<body><h1>3</h1><p>d</p><hr></body>",
        ]
    )
    (template,) = RtdmLearner(least_similarity=0.5).learn(pages)
    assert [pattern_similarity(page, template.pattern) for page in pages] == [1.0, 1.0, 1.0]
    many = parse(f"<body><h1>4</h1>{'<p>e</p>' * 30}</body>")
    assert pattern_similarity(many, template.pattern) == 1.0


@pytest.mark.parametrize("link", ["single", "average", "complete"])
def test_groups_merge_from_the_most_alike_down_to_the_threshold(link):
    alike = np.array([[1, 0.9, 0.5, 0], [0.9, 1, 0.7, 0], [0.5, 0.7, 1, 0], [0, 0, 0, 1.0]])
    wanted = {"single": [[0, 1, 2], [3]], "average": [[0, 1, 2], [3]], "complete": [[0, 1], [2], [3]]}[link]
    assert hierarchical_groups(alike, 0.6, link) == wanted
    assert hierarchical_groups(alike, 0.95, link) == [[0], [1], [2], [3]]
    assert hierarchical_groups(np.zeros((0, 0)), 0.5, link) == []


def test_a_hostile_pair_of_trees_ends():
    one = "".join(f"<div>{'<b></b>' * (number % 90)}</div>" for number in range(95))
    other = "".join(f"<div>{'<i></i>' * (number % 89)}</div>" for number in range(95))
    assert 0.0 <= similarity(one, other) <= 1.0
