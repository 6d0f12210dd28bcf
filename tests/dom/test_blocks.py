"""Blocks, segments and leaf blocks, by the pages that showed what they must do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.dom.blocks import find_blocks, most_frequent_tag

# Figure 4.2: 1 holds 2 and 3, 3 holds 4 and 5; the leaves are 2, 4 and 5.
NESTED = """<body><div id="1">
  <div id="2"><p>second one</p><p>second two</p></div>
  <div id="3"><table id="4"><tr><td>fourth one</td><td>fourth two</td></tr></table>
    <div id="5">fifth one<br>fifth two</div></div>
</div></body>"""


def test_leaf_blocks_are_those_without_blocks_inside():
    blocks = find_blocks(parse(NESTED), own_text=False)
    assert [block.element.get("id") for block in blocks] == ["2", "4", "5"]


def test_a_line_break_ends_a_segment():
    (block,) = find_blocks(parse("<div><p>one</p>two<br>three <b>and</b> four</div>"))
    assert [segment.text for segment in block.segments] == ["one", "two", "three and four"]


def test_text_beside_a_nested_block_is_a_block_of_its_own():
    page = "<div id=body><p>Before.</p><div id=ad><p>Buy</p><p>now</p></div><p>After.</p></div>"
    blocks = {block.element.get("id"): block.text for block in find_blocks(parse(page))}
    assert blocks == {"body": "Before.\nAfter.", "ad": "Buy\nnow"}


def test_to_the_letter_text_beside_a_nested_block_is_lost():
    page = "<div id=body><p>Before.</p><div id=ad><p>Buy</p><p>now</p></div><p>After.</p></div>"
    blocks = find_blocks(parse(page), own_text=False)
    assert [block.element.get("id") for block in blocks] == ["ad"]


def test_a_div_around_one_paragraph_is_that_paragraph():
    page = "<div id=body><div><p>First.</p></div><div><div>Second.</div></div></div>"
    (block,) = find_blocks(parse(page))
    assert block.element.get("id") == "body"
    assert [segment.text for segment in block.segments] == ["First.", "Second."]


def test_to_the_letter_a_div_around_one_paragraph_is_a_block():
    page = "<div id=body><div><p>First.</p></div><div><p>Second.</p></div></div>"
    assert len(find_blocks(parse(page), lone_segments=False)) == 2


def test_unlinked_text_leaves_hyperlinks_out_and_keeps_words_apart():
    (block,) = find_blocks(parse("<div>The <a href=x>mayor</a> sp<b>ok</b>e.<br>Yes<a href=y>link</a>no</div>"))
    assert block.unlinked == "The spoke.\nYes no"
    assert block.text == "The mayor spoke.\nYeslinkno"


def test_scripts_and_menus_are_not_read():
    page = "<div>Say <script>var x</script>it<select><option>Oslo</select> all.<br><style>p{}</style>End.</div>"
    (block,) = find_blocks(parse(page))
    assert block.text == "Say it all.\nEnd."


def test_more_blocking_tags_are_a_parameter():
    page = "<div><section><p>a</p><p>b</p></section><section><p>c</p><p>d</p></section></div>"
    assert len(find_blocks(parse(page))) == 1
    assert len(find_blocks(parse(page), ("div", "section"))) == 2


def test_a_path_leads_back_to_the_block():
    document = parse(NESTED)
    for block in find_blocks(document):
        assert document.root is not None
        assert document.root.xpath(block.path) == [block.element]


def test_the_most_frequent_tag_is_counted_over_the_page():
    assert most_frequent_tag(parse("<div></div><table></table><table></table>")) == "table"
    assert most_frequent_tag(parse(b"")) == "div"


def test_a_page_that_could_not_be_parsed_has_no_blocks():
    assert find_blocks(parse(b"")) == []


words = st.text(alphabet="abcçğış ", min_size=1, max_size=8)
markup = st.recursive(
    words,
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(["div", "table", "p", "span", "b", "li"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@given(markup)
def test_no_letter_is_lost_and_none_is_read_twice(page):
    document = parse(f"<body>{page}</body>")
    whole = "" if document.root is None else "".join(document.root.itertext())
    found = "".join(block.text for block in find_blocks(document))
    assert sorted(found.replace("\n", "").replace(" ", "")) == sorted("".join(whole.split()))
