"""What is left out of markup before the parse because it is meant for browsers alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

import newsloom
from newsloom import press
from newsloom.catalogue import reads_code
from newsloom.dom import Document, browsernames, parse
from newsloom.dom.estimate import estimate_layout
from newsloom.dom.markupscan import IS_COMPILED, without_code
from newsloom.dom.parse import whole_root
from newsloom.extractors.loom import LoomExtractor
from newsloom.metadata import describe
from newsloom.readers.loom import LoomReader

SOURCE = Path(newsloom.__file__).parent
NAME = re.compile(r"[a-z@][a-z0-9:-]*")
READERS_OF_TREES = ("dom", "region", "metadata", "extractors/loom", "readers/loom", "discovery")
# In these packages they are words of a language, keys of JSON, kinds of arrays, parts of expressions.
CODE = {"onclick": "x"}
OTHER_WORDS = {"as", "d", "for", "language", "on", "one", "only", "placeholder", "r", "value", "x", "x1", "y"}

PIECES = (
    *("<p", "<a", "<br", "<SCRIPT", "<script", "<style", "<title", "<textarea", "<iframe", "<svg", "<img"),
    *("<textareas", "<plaintext", "<xmp", "<noframes", "<noscript", "<template", "<b", "<body", "<html", "<scr\0ipt"),
    *("</p ", "</body", "</html>", "</script<", "</script\v", "</xmp>", "</plaintext>", "</title", "]]>", "<![CDATA["),
    *(" type=ld+json", ' type="application&#x2F;ld+json"', " onclick", " for\0=", "\v", "\f", "\r", " href", " =/x"),
    *(" onclick=", " data-x=", " data-src=", " DATA-Original=", " class=", " target=", " value", " d=", " type="),
    *('"x"', "'x'", "x", '"', "'", "x/", "application/ld+json", '"application/json"', "<", ">", "=", "/", " ", "\n"),
    *("</p>", "</a>", "</script>", "</SCRIPT >", "</style>", "</title>", "</textarea>", "</iframe>", "</", "/>"),
    *("<!--", "-->", "<!", "<?", "<!-->", "--!>", "words", "&amp;", "&", "{'a': '<b onclick=x>'}", "\0", "é"),
)
MARKUP = st.lists(st.sampled_from(PIECES), max_size=30).map("".join).map(str.encode)


@given(MARKUP)
def test_the_tree_is_the_same_but_for_code(markup):
    assert read_nodes(parse(markup, keep_code=False)) == read_nodes(parse(markup))


@pytest.mark.parametrize(
    "markup",
    [
        """<!-- --!><p title="--><b onclick='"'>text""",
        """<p>a</p title=">"><b onclick='">TEXT'>x""",
        """<script></script<b><p onclick="</script>VISIBLE"><p>rest""",
        """<a href=a\x0bonclick="x><p>visible text"><p>more""",
        "<a href onclick=x =/evil>t</a>",
        "<textareas><!-- </textareas><script>--></script><p>text",
        "<plaintext></plaintext><p onclick=x>",
        "<script\0>In between</script\0><p for\0=x>more",
        """<script type="ld+json">{"headline": "x"}</script>""",
        """<script type="application&#x2F;ld+json">{"headline": "x"}</script>""",
        "<!-- </body --><script> // --> </script><p>text of story</p>",
        "<title>News<p><!-- x" + 4_500 * "x" + "</title><script> --> </script><p>text of story</p>",
        "<p " + " ".join(f"a{number}" for number in range(256)) + """ href="<!--" onclick="-->">""" + 65_536 * "x",
    ],
)
def test_the_tree_is_the_same_where_tokens_are_unusual(markup):
    assert read_nodes(parse(markup, keep_code=False)) == read_nodes(parse(markup))


def test_a_page_that_is_cut_within_a_script_has_the_layout_of_its_tree():
    page = b"<p>Start</p><script>" + b"for(;i<n;)" * 150_001 + b"</script><p>The end</p>"
    tree = parse(page).tree
    assert tree is not None
    assert parse(page, layout=estimate_layout(tree), keep_code=False).layout is not None


def test_a_documents_whole_tree_has_its_scripts():
    page = "<p>Çağrı</p><script>let a = 'ç'</script>".encode("iso-8859-9")
    root = whole_root(parse(page, charset="iso-8859-9", keep_code=False))
    assert root is not None
    assert root.findtext(".//script") == "let a = 'ç'"


@pytest.mark.parametrize(
    ("markup", "kept"),
    [
        ('<p onclick="go()" class="a">', '<p class="a">'),
        ("<P ONCLICK=go() class=a>", "<P class=a>"),
        ('<img data-id="7" data-src="a.jpg"/>', '<img data-src="a.jpg"/>'),
        ("<a target=_blank href=/x>", "<a href=/x>"),
        ('<a href="/x"target="_blank"rel=tag>', '<a href="/x"rel=tag>'),
        ("<script async type=module>let a = '<p>'</script>x", "<script ></script>x"),
        ("<script type=application/json>{}</script>", "<script ></script>"),
        ("<style>p > a {}</STYLE>", "<style></STYLE>"),
        ("<!-- <p onclick=x> --><p onclick=x>", "<!-- <p onclick=x> --><p >"),
    ],
)
def test_what_is_for_browsers_and_scripts_alone_is_left_out(markup, kept):
    assert without_code(markup.encode()) == kept.encode()


@pytest.mark.parametrize(
    "markup",
    [
        '<script async type="application/ld+json">{"headline": "x"}</script>',
        "<script type=Application/LD&#43;JSON>{}</script>",
        "<textarea><p onclick=x></textarea>",
        "<title><p onclick=x></title>",
        "<br/target=x>",
        '<time datetime="2026-01-02" data-timestamp="1">',
        "1 < 2 onclick=x > 1",
    ],
)
def test_declarations_and_text_stay(markup):
    assert without_code(markup.encode()) == markup.encode()


@pytest.mark.parametrize(
    "doubtful",
    [
        '<p title="never closed>',
        "<p <b>",
        "<p target<b>",
        "<script>never closed",
        "<script><!-- document.write('<script>x</script>') --></script>",
        "<script src=x />",
        "<!-- never closed",
    ],
)
def test_behind_what_browsers_may_read_otherwise_all_stays(doubtful):
    markup = f"{doubtful}<p onclick=x>".encode()
    assert without_code(markup) == markup


def test_a_document_without_code_has_the_same_nodes_and_text():
    page = b"<body onload=x><script>let a</script><p data-x=1 class=b>Words <b onclick=y>and</b> more</p>"
    filtered, whole = parse(page, keep_code=False), parse(page)
    assert filtered.tree is not None
    assert whole.tree is not None
    assert (filtered.tree.text, list(filtered.tree.ends)) == (whole.tree.text, list(whole.tree.ends))
    assert (filtered.markup, whole.markup) == (page if IS_COMPILED else None, None)


def test_no_attribute_that_a_method_asks_for_is_left_out():
    files = {file for folder in READERS_OF_TREES for file in (SOURCE / folder).rglob("*.py")}
    words = {word for file in files - {Path(browsernames.__file__)} for word in words_in(file)}
    assert {"class", "data-src", "href", "style"} <= words
    assert {word for word in words if is_for_browsers(word)} == OTHER_WORDS


@pytest.mark.skipif(not IS_COMPILED, reason="as plain Python, code stays in the tree")
def test_a_method_is_given_code_unless_it_says_that_it_reads_none():
    page = b"<p onclick=x>A story of a few words."
    assert [seen_by(method, page) for method in (Reads(), ReadsNoCode(), ReadsMore())] == [CODE, {}, CODE]


def test_there_is_room_for_all_names():
    used = sum(map(bool, browsernames.NAMES))
    assert used <= browsernames.SLOTS // 2
    assert [bool(name) for name in browsernames.NAMES] == [bool(kind) for kind in browsernames.KINDS]


def test_the_default_methods_read_the_same_with_and_without_code():
    for page in press.demo_pages():
        with_code, without = (parse(page.page, url=page.url, keep_code=keep) for keep in (True, False))
        assert LoomExtractor().extract(without) == LoomExtractor().extract(with_code)
        assert LoomReader().read(without) == LoomReader().read(with_code)
        assert describe(without) == describe(with_code)


class Reads:
    """Some other package's extractor."""


class ReadsNoCode:
    reads_code = False


class ReadsMore(ReadsNoCode):
    """A subclass is not bound by what its parent said."""


def seen_by(method: object, page: bytes) -> dict[str, str]:
    root = parse(page, keep_code=reads_code(method)).root
    assert root is not None
    return dict(root.find(".//p").attrib)


def words_in(file: Path) -> set[str]:
    """The words of all strings of a module that may be names of attributes, alone or in a list of names."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in prose)
    texts = (node.value for node in constants if isinstance(node.value, str))
    return {word for text in texts for word in NAME.findall(text)}


def read_nodes(document: Document) -> tuple[str | None, list[object]]:
    """What somebody may read of the elements: tag, text, tail and attributes; and why there is no more."""
    elements = () if document.root is None else document.root.iter()
    return document.reason, [read_of(element) for element in elements]


def read_of(element: etree._Element) -> object:
    is_code = element.tag in ("script", "style") and "ld+json" not in element.get("type", "").lower()
    attributes = [(name, value) for name, value in element.items() if not is_code and not is_for_browsers(name.lower())]
    return element.tag, None if is_code else element.text, element.tail, attributes


def is_for_browsers(name: str) -> bool:
    if name.startswith("data-"):
        return not kind(name.removeprefix("data-")) & browsernames.IS_READ_DATA
    return name.startswith("on") or bool(kind(name) & browsernames.IS_OF_BROWSERS)


def kind(name: str) -> int:
    packed = browsernames.packed(name.encode())
    return dict(zip(browsernames.NAMES, browsernames.KINDS, strict=True)).get(packed, 0) if packed else 0
