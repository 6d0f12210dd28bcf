from __future__ import annotations

from newsloom.blocks import (
    Block,
    BlockImage,
    BlockLink,
    code_texts,
    heading_level,
    linked_pieces,
    pictures_around,
    posts_of,
    tables_of,
)


def test_rows_of_a_table_are_filled_up():
    cells = [
        Block(text="ferry", kind="cell", row=0, column=0),
        Block(text="8:00", kind="cell", row=0, column=2),
        Block(text="and 9:00", kind="cell", row=0, column=2),
        Block(text="bus", kind="cell", row=1, column=1),
    ]
    assert tables_of(cells, lambda cell: cell.text) == [[["ferry", "", "8:00 and 9:00"], ["", "bus", ""]]]


def test_a_table_ends_where_rows_begin_again():
    cells = [Block(text=text, kind="cell", row=row, column=0) for text, row in (("a", 0), ("b", 1), ("c", 0))]
    assert tables_of(cells, lambda cell: cell.text) == [[["a"], ["b"]], [["c"]]]


def test_a_heading_is_below_the_headline_and_above_the_text():
    assert [heading_level(Block(text="", kind="heading", level=level)) for level in (0, 1, 3, 9)] == [2, 2, 3, 6]


def test_a_picture_at_the_end_of_a_text_stands_behind_it():
    first, last = BlockImage(at=0, url="https://a.example/1"), BlockImage(at=3, url="https://a.example/2")
    assert pictures_around([Block(text="abc", images=(first, last))]) == ([first], [last])
    assert pictures_around([Block(text="", images=(first,))]) == ([first], [])


def test_links_that_overlap_or_end_beyond_the_text_are_no_links():
    links = (
        BlockLink(start=1, end=3, url="https://a.example/"),
        BlockLink(start=2, end=4, url="https://b.example/"),
        BlockLink(start=4, end=9, url="https://c.example/"),
    )
    assert list(linked_pieces(Block(text="abcde", links=links))) == [
        ("a", None),
        ("bc", "https://a.example/"),
        ("de", None),
    ]


def test_lines_of_code_without_breaks_of_their_own_are_one_listing():
    lines = [
        Block(text="a", kind="code"),
        Block(text="b", kind="code"),
        Block(text="c d", kind="code", verbatim="c\nd"),
    ]
    assert code_texts(lines) == ["a\nb", "c\nd"]


def test_posts_are_parted_by_their_number():
    blocks = [Block(text="a", part=0), Block(text="b", part=0), Block(text="c", part=1)]
    assert [[block.text for block in post] for post in posts_of(blocks)] == [["a", "b"], ["c"]]
