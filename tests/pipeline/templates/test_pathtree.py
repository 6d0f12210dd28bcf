from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from newsloom.pipeline.templates.pathtree import Branch, path_tree, tag_counts
from newsloom.records import Template

PATHS = {
    "html": 9,
    "html/body": 9,
    "html/body/div": 9,
    "html/body/div/p": 8,
    "html/body/div/ul": 9,
    "html/body/div/ul/li": 9,
    "html/body/div/ul/li/#Home / start": 9,
}


def template(paths: dict[str, int], content: frozenset[str] = frozenset()) -> Template:
    return Template(method="textmax", version=1, members=(0,), paths=paths, content_paths=content)


def test_tags_are_counted_by_the_paths_that_end_in_them():
    assert tag_counts(template(PATHS)) == (("body", 1), ("div", 1), ("html", 1), ("li", 1), ("p", 1), ("ul", 1))
    assert tag_counts(template({"p": 2, "p/p": 2, "b": 1})) == (("p", 2), ("b", 1))


def test_the_outline_shows_children_below_their_parents():
    content = frozenset({"html/body/div/p"})
    assert path_tree(template(PATHS, content)) == (
        Branch(label="html › body › div", depth=0, support=9),
        Branch(label="p", depth=1, support=8, is_content=True),
        Branch(label="ul › li", depth=1, support=9),
        Branch(label="Home / start", depth=2, support=9, is_text=True),
    )


def test_an_element_that_holds_content_keeps_a_row_of_its_own():
    rows = path_tree(template({"div": 3, "div/p": 3}, frozenset({"div"})))
    assert [(row.label, row.depth, row.is_content) for row in rows] == [("div", 0, True), ("p", 1, False)]


def test_the_order_in_which_paths_are_kept_decides_nothing():
    assert path_tree(template(dict(reversed(PATHS.items())))) == path_tree(template(PATHS))


def test_nothing_is_nothing():
    assert path_tree(template({})) == ()
    assert tag_counts(template({})) == ()


labels = st.text(alphabet="ab/#-<", max_size=12)


@given(st.dictionaries(labels, st.integers(0, 9), max_size=12), st.frozensets(labels, max_size=4))
def test_whatever_a_path_says_it_is_shown_somewhere(paths, content):
    rows = path_tree(template(paths, content))
    assert len(rows) <= len(paths)
    assert sum(row.label.count(" › ") + 1 for row in rows) == len(paths)
    assert all(after.depth <= before.depth + 1 for before, after in itertools.pairwise(rows))
