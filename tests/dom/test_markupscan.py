"""What keeps a parse within bounds, done to the markup before it."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom.markupscan import MAX_ATTRIBUTES, scan
from newsloom.dom.repair import close_tags, repaired

ATTRIBUTES = (
    " a",
    " a=b",
    ' a="x"',
    " a='>'",
    " a = 'x' ",
    "<a",
    "<",
    ">",
    "=",
    '"',
    "'",
    "/",
    "\n",
    "\x0b",
    "x",
    "é",
    "</p>",
)
ENDS = (
    b"</body",
    b"</HTML",
    b"</Html",
    b"</bodx",
    b"</b",
    b"<",
    b">",
    b" ",
    b"x" * 98,
    b"x" * 99,
    b"x" * 100,
    b"</html>",
)
TAGS_IN_MARKUP = st.lists(
    st.tuples(st.sampled_from(ATTRIBUTES), st.sampled_from([1, 1, 1, 2, 7, 31, 32, 33, 255, 256, 257])), max_size=12
).map(lambda parts: "".join(part * times for part, times in parts).encode())


@given(st.text(alphabet="<a", max_size=300).map(str.encode), st.integers(0, 50))
def test_what_is_kept_ends_right_before_the_bracket_that_is_one_too_many(markup, most):
    size = scan(markup, max_tags=most).size
    assert markup[:size].count(b"<") <= most
    assert size == len(markup) or (markup[size : size + 1] == b"<" and markup[:size].count(b"<") == most)


def test_long_markup_is_cut_behind_many_steps():
    markup = b"<b>bold words</b>" * 50_000
    size = scan(markup, max_tags=70_001).size
    assert markup[:size].count(b"<") == 70_001
    assert markup[size:].startswith((b"</b>", b"<b>"))


@given(st.lists(st.sampled_from(ENDS), max_size=12).map(b"".join))
def test_no_end_of_the_page_is_left_that_anything_follows(markup):
    begin = re.search(rb"(?i)(?:\s|</(?:body|html)[^<>]{0,99}>)*\Z", markup).start()
    inner = b"".join(re.split(rb"(?i)</(?:body|html)[^<>]{0,99}>", markup[:begin]))
    assert repaired(b"<p>" + markup, scan(b"<p>" + markup)) == b"<p>" + inner + markup[begin:]


@given(TAGS_IN_MARKUP)
def test_tags_that_are_ordinary_at_first_sight_are_never_those_to_be_closed(markup):
    assert close_tags(markup, scan(markup).cuts) == PLAIN.sub(rb"\g<0>>", markup)


@given(TAGS_IN_MARKUP)
def test_attributes_are_not_counted_where_nobody_asks(markup):
    assert scan(markup, checks_attributes=False) == scan(markup)._replace(cuts=[])


# White space is that of HTML: a vertical tab is none.
ATTRIBUTE = rb"""(?:[S/]*+[^S/<>][^S/<>=]*+(?:[S]*+=[S]*+(?:"[^"]*+"?+|'[^']*+'?+|[^S<>"'][^S<>]*+)?+)?+)"""
PLAIN = re.compile(
    rb"""<[a-zA-Z][^S/<>]*+(?!ATTR{0,31}+[S/]*+>)"""
    rb"""(?:ATTR{%d}+|ATTR{32,255}+(?=[S/]*+<)|(?:ATTR{0,31}+[S/]*+<){7}+ATTR{0,31}+(?=[S/]*+<))""".replace(
        b"ATTR", ATTRIBUTE
    ).replace(b"S", rb" \t\n\f\r")
    % MAX_ATTRIBUTES
)
