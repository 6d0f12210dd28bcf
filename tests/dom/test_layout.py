"""Layouts: which tree they belong to, and as bytes."""

from __future__ import annotations

import pytest

from newsloom.dom import parse
from newsloom.dom.estimate import estimate_layout
from newsloom.dom.layout import Layout
from newsloom.dom.layoutbytes import pack_layout, unpack_layout
from newsloom.errors import InputError

PAGE = "<h1>Storm</h1><p>Rain <b>fell</b>.</p><table><tr><td>a<td>b</table>"


def layout_of(page: str) -> Layout:
    tree = parse(page).tree
    assert tree is not None
    return estimate_layout(tree)


def test_a_layout_reads_back_as_it_was():
    layout = layout_of(PAGE)
    again = unpack_layout(pack_layout(layout))
    assert [again.box(node) for node in range(len(again))] == [layout.box(node) for node in range(len(layout))]
    assert [again.style(node) for node in range(len(again))] == [layout.style(node) for node in range(len(layout))]
    assert again.stacking == layout.stacking
    assert (again.source, again.width, again.height) == (layout.source, layout.width, layout.height)


def test_a_layout_takes_a_few_bytes_for_each_node():
    layout = layout_of(PAGE * 200)
    assert len(pack_layout(layout)) < 6 * len(layout)


@pytest.mark.parametrize("damage", [b"", b"nothing", pack_layout(layout_of(PAGE))[:-3]])
def test_other_bytes_are_refused(damage):
    with pytest.raises(ValueError, match="not the bytes of a layout"):
        unpack_layout(damage)


def test_a_layout_is_refused_for_another_page():
    layout = layout_of(PAGE)
    assert parse(PAGE, layout=layout).layout is layout
    with pytest.raises(InputError, match="another page"):
        parse("<h1>Storm</h1>", layout=layout)
    with pytest.raises(InputError, match="another page"):
        parse(PAGE.replace("<p>", "<div>"), layout=layout)


def test_an_empty_page_has_an_empty_layout():
    tree = parse("<p>").tree
    assert tree is not None
    assert len(unpack_layout(pack_layout(estimate_layout(tree)))) == len(tree)
