"""The walks in C against their twins in Python."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.allocations import blocks_kept

from newsloom.dom import decode, kernel
from newsloom.dom.cutting import size_within_tags
from newsloom.dom.kernel import twin_of
from newsloom.dom.parse import MAX_ATTRIBUTES, cut_attributes, parse, without_ends
from newsloom.testing.hostile_pages import HOSTILE_PAGES

needs_c = pytest.mark.skipif(
    kernel.native is None,
    reason="no kernel in C: when Newsloom was installed there was no compiler, or another lxml",
)
native: Any = kernel.native


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


@needs_c
def test_the_kernel_was_built_from_the_source_at_hand():
    sources = b"".join(file.read_bytes() for file in sorted(Path(kernel.__file__).with_name("native").glob("*.[ch]")))
    assert hashlib.sha256(sources).hexdigest() == native.SOURCE, "install again: pip install -e ."


def test_module_of_another_agreement_is_left_alone():
    code = (
        "import sys, types; sys.modules['newsloom.dom._kernel'] = types.ModuleType('newsloom.dom._kernel'); "
        "from newsloom.dom import kernel; print(kernel.NAME)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "Python\n"


@needs_c
def test_what_has_a_twin_in_c_is_done_by_it():
    assert kernel.NAME == "C"
    assert twin_of(cut_attributes) is native.cut_attributes
    assert twin_of(parse) is parse


@needs_c
@given(
    st.binary(max_size=40)
    | st.text(st.characters(), max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_both_know_utf8(page):
    assert native.is_utf8(page) is decode.is_utf8(page)
    assert native.is_utf8(b"a" * 9 + page) is decode.is_utf8(b"a" * 9 + page)


@needs_c
@pytest.mark.parametrize("first", [0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5])
def test_both_draw_the_borders_of_utf8_at_the_same_bytes(first):
    for second in (0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0):
        for rest in (b"", b"\x80", b"\xbf\xbf", b"\x80a", b"\x80\xc0"):
            page = bytes([first, second]) + rest
            assert native.is_utf8(page) is decode.is_utf8(page), page


@needs_c
@given(TAGS_IN_MARKUP)
def test_both_close_the_same_tags(markup):
    assert native.cut_attributes(markup) == cut_attributes(markup)


@needs_c
@given(st.lists(st.sampled_from(ENDS), max_size=12).map(b"".join), st.integers(0, 9))
def test_both_find_the_ends_of_pages(markup, most):
    assert native.without_ends(markup) == without_ends(markup)
    assert native.size_within_tags(markup, most) == size_within_tags(markup, most)


@given(TAGS_IN_MARKUP)
def test_what_speeds_the_expression_up_changes_no_answer(markup):
    assert cut_attributes(markup) == PLAIN.sub(rb"\g<0>>", markup)


ATTRIBUTE = rb"""(?:[\s/]*+[^\s/<>][^\s/<>=]*+(?:\s*+=\s*+(?:"[^"]*+"?+|'[^']*+'?+|[^\s<>"'][^\s<>]*+)?+)?+)"""
PLAIN = re.compile(
    rb"""<[a-zA-Z][^\s/<>]*+ (?!ATTR{0,31}+[\s/]*+>)
    (?: ATTR{%d}+ | ATTR{32,255}+(?=[\s/]*+<) | (?:ATTR{0,31}+[\s/]*+<){7}+ATTR{0,31}+(?=[\s/]*+<) )""".replace(
        b"ATTR", ATTRIBUTE
    )
    % MAX_ATTRIBUTES,
    re.VERBOSE,
)


@needs_c
@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_both_walk_hostile_pages_alike(name):
    page = HOSTILE_PAGES[name]()
    markup, _ = decode.as_utf8(page)
    assert native.cut_attributes(markup) == cut_attributes(markup)
    assert native.without_ends(markup) == without_ends(markup)


@needs_c
@pytest.mark.parametrize(
    "call",
    [
        lambda: native.cut_attributes("text"),
        lambda: native.is_utf8("text"),
        lambda: native.without_ends("text"),
        lambda: native.size_within_tags("text", 3),
    ],
)
def test_arguments_of_other_types_are_refused(call):
    with pytest.raises((TypeError, AttributeError)):
        call()


@needs_c
def test_nothing_is_left_behind():
    markup = b"<a" + b" b" * 300

    def walk() -> None:
        native.cut_attributes(markup)
        native.without_ends(b"</body>" + markup)

    # One object a walk would be 1,000; what others keep meanwhile is some dozens.
    assert blocks_kept(walk, times=1_000, before=20) < 700


@pytest.mark.parametrize(
    "before",
    [
        "import sys; sys.modules['newsloom.dom._kernel'] = None",
        "import lxml.etree; lxml.etree.__version__ = '6.0.99'",
        "import lxml.etree; lxml.etree.LIBXML_VERSION = (2, 99, 0)",
    ],
)
def test_without_a_kernel_for_this_lxml_all_is_done_in_python(before):
    script = f"""{before}
from newsloom.dom import kernel, outline, parse
assert kernel.NAME == "Python"
print(*[segment.text for segment in parse("<p>The story.<p>More of it.").outline.segments])"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("The story. More of it.\n", "")
