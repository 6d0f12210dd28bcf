from __future__ import annotations

import time

from tests.layouts import drawn

from newsloom.dom import parse
from newsloom.dom.drawnblocks import DrawnBlock, find_drawn_blocks
from newsloom.dom.estimate import estimate_layout


def blocks_of(page: str) -> list[DrawnBlock]:
    document = drawn(page)
    assert document.tree is not None
    assert document.layout is not None
    return find_drawn_blocks(document.tree, document.layout)


def leaves_of(page: str) -> list[DrawnBlock]:
    return [block for block in blocks_of(page) if block.is_leaf]


def test_what_is_a_block_is_told_by_the_drawing():
    leaves = leaves_of(
        '<span at="0 0 500 20">One.</span><div>Two <em>words</em></div><span at="0 60 500 20">Three.</span>'
    )
    assert [leaf.text for leaf in leaves] == ["One.", "Two words", "Three."]


def test_text_between_blocks_is_a_leaf_of_its_own_between_them():
    (before, between, after) = leaves_of('<p at="0 0 500 40">A.</p>Beside them.<p at="0 100 500 40">B.</p>')
    assert between.text == "Beside them."
    assert (between.box.top, between.box.bottom) == (40, 100)
    assert before.parent == between.parent == after.parent


def test_an_empty_line_and_another_style_part_the_lines_of_one_element():
    page = '<td at="0 0 400 200"><b set="24 700">Head</b><br>First line<br>goes on.<br><br>Second.</td>'
    leaves = leaves_of(f"<table at='0 0 400 200'><tr at='0 0 400 200'>{page}</tr></table>")
    assert [leaf.text for leaf in leaves] == ["Head", "First line\ngoes on.", "Second."]
    assert [leaf.box.bottom for leaf in leaves[:-1]] == [leaf.box.top for leaf in leaves[1:]]


def test_contents_are_counted_by_what_they_are_for():
    (leaf,) = leaves_of(
        '<p at="0 0 600 300">Plain <a href="/x">linked</a><img at="0 0 100 100">'
        '<img at="0 0 9 9"><input at="0 0 90 20"></p>'
    )
    assert leaf.letters == len("Plainlinked")
    assert leaf.linked_letters == len("linked")
    assert leaf.media_area == 100 * 100
    assert leaf.decoration_area == 9 * 9
    assert leaf.control_area == 90 * 20


def test_leaves_say_whether_their_text_ends_in_a_link():
    link = '<a href="/">elsewhere</a>'
    texts = (f"Words {link} ", f"Words {link}.", f"{link} words", link)
    leaves = [leaves_of(f'<p at="0 0 500 40">{text}</p>')[0] for text in texts]
    assert [leaf.closes_linked for leaf in leaves] == [True, False, False, False]


def test_blocks_hold_what_the_blocks_within_them_hold():
    body, around, *_ = blocks_of('<div at="0 0 500 100"><p at="0 0 500 50">One</p><p at="0 50 500 50">Two</p></div>')
    assert body.letters == around.letters == len("OneTwo")
    assert not around.is_leaf


def test_hidden_texts_and_those_for_screen_readers_are_not_read():
    leaves = leaves_of('<p at="0 0 500 40" hidden>No.</p><p at="0 0 1 1">Skip.</p><p at="0 50 500 40">Yes.</p>')
    assert [leaf.text for leaf in leaves if leaf.text] == ["Yes."]


def test_a_background_is_that_of_the_nearest_block_that_paints_one():
    (leaf,) = leaves_of('<div at="0 0 500 100" on="#eeeeee"><p at="0 0 500 50">In a box.</p></div>')
    assert leaf.background == "#eeeeee"


def test_a_page_of_very_many_blocks_takes_linear_time():
    tree = parse(b"<body>" + b"<div>word <b>bold</b><br></div>" * 20_000).tree
    assert tree is not None
    layout = estimate_layout(tree)
    begun = time.process_time()
    find_drawn_blocks(tree, layout)
    assert time.process_time() - begun < 1.0
