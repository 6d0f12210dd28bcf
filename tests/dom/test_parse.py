from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.dom.document import Document
from newsloom.dom.markupscan import MAX_ATTRIBUTES
from newsloom.dom.parse import MAX_BYTES, MAX_DEPTH, MAX_TAGS, parse
from newsloom.metadata import describe


def text_of(document: Document) -> str:
    assert document.root is not None
    return "".join(map(str, document.root.itertext()))


def paragraphs_of(document: Document) -> list[str | None]:
    assert document.root is not None
    return [element.text for element in document.root.iter("p")]


def test_what_is_known_of_a_page_travels_in_its_document() -> None:
    earlier = (parse("<p>old</p>"),)
    document = parse(
        "<p>ş</p>".encode("cp1254"), url="http://a.example/", title="T", charset="iso-8859-9", earlier=earlier
    )
    assert paragraphs_of(document) == ["ş"]
    assert document.encoding == "cp1254"
    assert (document.url, document.feed_title, document.earlier) == ("http://a.example/", "T", earlier)
    assert document.reason is None


def test_text_is_not_decoded_again() -> None:
    document = parse("<meta charset='iso-8859-1'><p>İş</p>")
    assert paragraphs_of(document) == ["İş"]
    assert document.encoding is None


@pytest.mark.parametrize("page", [b"", "", b" \n\t\r ", "\ufeff \n", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_empty_page_has_no_tree_and_says_so(page: bytes | str) -> None:
    document = parse(page)
    assert (document.root, document.reason) == (None, "the page is empty")


@pytest.mark.parametrize(
    ("page", "what"),
    [
        (b"%PDF-1.7\n1 0 obj", "a PDF"),
        ("%PDF-1.7\n1 0 obj", "a PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\x03", "a gzip archive"),
        (b"PK\x03\x04\x14\0", "a zip archive"),
        (b"\0" * 500, "binary data"),
        (bytes(range(256)) * 4, "binary data"),
        (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8", "binary data"),
    ],
)
def test_what_is_not_html_is_named(page: bytes | str, what: str) -> None:
    document = parse(page)
    assert document.root is None
    assert document.reason == f"this is not HTML: it looks like {what}"


@pytest.mark.parametrize("page", [b"<!-- nothing -->", b"<?xml version='1.0'?>", b"<!DOCTYPE html>"])
def test_page_of_comments_yields_no_text_and_no_error(page: bytes) -> None:
    document = parse(page)
    assert document.root is None or text_of(document) == ""


@pytest.mark.parametrize("page", [None, 7, ["<p>"], bytearray(b"<p>")])
def test_other_types_are_refused(page: object) -> None:
    with pytest.raises(TypeError, match="bytes or str"):
        parse(page)  # type: ignore[arg-type]


@pytest.mark.parametrize("end", ["</body>", "</html>", "</BODY >", "</body></html>", "</Html\n>"])
def test_text_after_an_early_end_of_page_is_kept(end: str) -> None:
    assert paragraphs_of(parse(f"<html><body><p>one</p>{end}<p>two</p>")) == ["one", "two"]


@pytest.mark.parametrize("ending", ["", "</titlevalue>", "</title"])
def test_title_that_is_never_closed_does_not_swallow_the_page(ending: str) -> None:
    filler = "<p>" + "word " * 1000 + "</p>"
    document = parse(f"<head><title>Rain\n{ending}<body>{filler}<p>last</p>")
    assert paragraphs_of(document)[-1] == "last"


def test_plain_text_becomes_paragraphs() -> None:
    assert paragraphs_of(parse(b"One line\nmore of it\n\nSecond & last")) == [
        "One line\nmore of it",
        "Second & last",
    ]


def test_many_blank_lines_part_two_paragraphs_once() -> None:
    assert paragraphs_of(parse(b"One\n\n \r\n\t\nTwo")) == ["One", "Two"]


def test_nul_bytes_do_not_end_the_page() -> None:
    assert paragraphs_of(parse(b"<p>a\0b</p>" + b"<p>some more words</p>" * 20))[0] == "a\ufffdb"


@pytest.mark.parametrize(
    "page",
    [
        "<p><ruby>東京<rt>とうきょう</rt></ruby>の朝",
        "<p><ruby>東京<rt>とう<b>きょ</b>う</rt></ruby>の朝",
        "<p><RUBY>東<RT>とう</RT>京<RT>きょう</RUBY>の朝",
    ],
)
def test_how_signs_are_read_is_no_part_of_the_text(page: str) -> None:
    assert text_of(parse(page)) == "東京の朝"


def test_how_signs_are_read_stays_where_it_stands_in_brackets() -> None:
    page = "<p><ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby>の朝"
    assert text_of(parse(page)) == "東京（とうきょう）の朝"


def test_a_reading_that_is_never_closed_does_not_swallow_the_page() -> None:
    assert "All of it." in text_of(parse("<p><ruby>東京<rt>とうきょう<p>The morning.<p>All of it."))


@pytest.mark.parametrize(("text", "expected"), [("a\ud800b", "a\ufffdb"), ("\ud83d\ude00", "\N{GRINNING FACE}")])
def test_surrogates_are_joined_or_replaced(text: str, expected: str) -> None:
    assert paragraphs_of(parse(f"<p>{text}</p>")) == [expected]


@pytest.mark.parametrize(
    "page",
    [
        "<html><frameset><frame src='a'></frameset></html>",
        "<noscript><p>words</p></noscript>",
        "<body><button><p>words",
        "<svg><title>words",
    ],
)
def test_odd_pages_have_a_tree(page: str) -> None:
    document = parse(page)
    assert document.root is not None
    assert document.root.tag == "html"
    assert document.reason is None


def test_page_with_too_many_bytes_is_cut() -> None:
    document = parse(b"<p>first</p>" + b"word " * (MAX_BYTES // 5))
    assert paragraphs_of(document) == ["first"]
    assert document.reason == "the page was cut after 8,000,000 bytes"


def test_page_with_too_many_tags_is_cut_at_the_limit() -> None:
    document = parse(b"<i>x</i>" * MAX_TAGS)
    assert text_of(document) == "x" * (MAX_TAGS // 2)
    assert document.reason == "the page was cut after 150,000 tags"


def test_page_with_as_many_tags_as_allowed_is_whole() -> None:
    document = parse(b"<i>x</i>" * (MAX_TAGS // 2))
    assert text_of(document) == "x" * (MAX_TAGS // 2)
    assert document.reason is None


def test_page_nested_too_deeply_is_cut_and_says_so() -> None:
    document = parse(b"<p>before</p>" + b"<div>" * MAX_DEPTH + b"inside")
    assert paragraphs_of(document) == ["before"]
    assert document.reason == "the page was cut where tags are nested 2,048 deep"


def test_depth_that_the_parser_bears_is_no_cut() -> None:
    document = parse(b"<div>" * (MAX_DEPTH - 10) + b"inside" + b"</div>" * (MAX_DEPTH - 10) + b"<p>after</p>")
    assert paragraphs_of(document) == ["after"]
    assert document.reason is None


def test_tag_with_too_many_attributes_is_closed_early() -> None:
    attributes = b" ".join(b'a%d=">"' % number for number in range(20_000))
    document = parse(b"<p>before</p><div " + attributes + b"></div><p>after</p>")
    assert document.root is not None
    assert len(next(document.root.iter("div")).attrib) <= MAX_ATTRIBUTES
    assert paragraphs_of(document) == ["before", "after"]


def test_long_attribute_values_are_kept_whole() -> None:
    picture = "data:image/png;base64," + "iVBORw0/KGgo=" * 9_000
    document = parse(f"<img src='{picture}' alt='a > b'><p>after</p>")
    assert document.root is not None
    assert next(document.root.iter("img")).get("src") == picture
    assert paragraphs_of(document) == ["after"]


def test_attribute_of_half_a_megabyte_is_kept_whole() -> None:
    state = "a: 'b c' " * 60_000
    document = parse(f'<div data-state="{state}"></div><p>after</p>')
    assert document.root is not None
    assert next(document.root.iter("div")).get("data-state") == state
    assert text_of(document) == "after"


def test_script_full_of_comparisons_ends_where_it_ends() -> None:
    script = "for(i=0;i<n;i++)if(a<b)c();" * 4_000 + "x<y"
    assert paragraphs_of(parse(f"<script>{script}</script><p>after</p>")) == ["after"]


HOSTILE: dict[str, Callable[[], bytes | str]] = {
    "50 MB of div": lambda: b"<div>" * 10_000_000,
    "50 MB of text": lambda: b"word " * 10_000_000,
    "50 MB of decoded text": lambda: "wörd " * 10_000_000,
    "50 MB of NUL": lambda: b"\0" * 50_000_000,
    "50 MB of broken bytes": lambda: b"\xff" * 50_000_000,
    "100,000 nested tags": lambda: b"<div>" * 100_000 + b"x" + b"</div>" * 100_000,
    "end tags far below": lambda: b"<div>" * 2000 + b"</p>" * 240_000,
    "one tag of attributes": lambda: b"<div " + b" ".join(b"a%d" % number for number in range(800_000)) + b">",
    "quoted ends of tags": lambda: b"<div " + b" ".join(b"a%d='>'" % number for number in range(500_000)) + b">",
    "readings of readings": lambda: b"<ruby>" + b"<rt>a" * 149_000,
    "readings of signs": lambda: b"<ruby>" + b"<rt>a</rt>" * 149_000,
    "tags within tags": lambda: b"<a" * 140_000 + b"x" * 4_000_000,
    "tags within values": lambda: b"<a b=" * 140_000,
    "tags behind attributes": lambda: (b"<a" + b" b" * 30) * 100_000,
    "blank lines": lambda: b"\n" * 7_000_000 + b"x",
    "short paragraphs": lambda: b"x\n\n" * 2_500_000,
    "nested headlines": lambda: b"<title>a b c</title>" + b"<h1>" * 2000 + b"<b>x y</b>" * 70_000,
    "nested authors": lambda: b"<div itemprop=author>" * 2000 + b"<b itemprop=name>7</b>" * 70_000,
    "nested times": lambda: b"<time>" * 2000 + b"<b class=date>7</b>" * 70_000,
    "meta tags": lambda: b"<meta name=author content='A B, C D'>" * 140_000,
    "deep JSON": lambda: b'<script type="application/ld+json">' + b"[" * 900_000 + b"</script>",
    "JSON of comments": lambda: b'<script type="application/ld+json">' + b" //" * 330_000 + b"</script>",
    "JSON of spaces": lambda: (b'<script type="application/ld+json">[1,' + b" " * 30_000 + b"</script>") * 200,
}
# One second is asked for; slow and busy machines get three times that before the test fails.
BUDGET_SECONDS = 3.0


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_page_is_read_within_its_budget(name: str) -> None:
    page = HOSTILE[name]()
    started = time.process_time()
    describe(parse(page))
    assert time.process_time() - started < BUDGET_SECONDS


PIECES = (
    *("<p>", "</p>", "<div class='byline'>", "<h1>", "</h1>", "<title>", "</title>", "<meta", "<br/>", "<!--", "-->"),
    *("<script>", "</script>", "&amp;", "&#0;", "</body>", "</html>", "<table><tr><td>", '"', "'", "=", ">", "<", "\0"),
    *("By Ann", "Ş", "İı", "<time datetime='2024-05-03'>", "<![CDATA[", "]]>", "<script type='application/ld+json'>"),
)
MARKUP = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=60).map(" ".join)


@settings(deadline=None)
@given(MARKUP)
def test_any_markup_is_read_without_an_error(page: str) -> None:
    document = parse(page)
    assert (document.root is None) == bool(document.reason)
    described = describe(document)
    assert described == describe(parse(page))


@settings(deadline=None)
@given(st.binary(max_size=500), st.none() | st.sampled_from(["utf-8", "utf-16", "windows-1254", "shift_jis"]))
def test_any_bytes_are_read_without_an_error(page: bytes, charset: str | None) -> None:
    document = parse(page, charset=charset)
    assert document.root is not None or document.reason
    describe(document)


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        ("<?xml version='1.0'?>\n<rss version='2.0'><channel><item><title>Rain</title></item></channel></rss>", "RSS"),
        ("<!-- made by hand --><feed xmlns='http://www.w3.org/2005/Atom'><title>Rain</title></feed>", "Atom"),
        ("<rdf:RDF xmlns:rdf='x'></rdf:RDF>", "RDF"),
        ("<urlset><url><loc>https://loom.example/</loc></url></urlset>", "sitemap"),
        ('{"url": "https://loom.example/", "text": "Rain at last."}\n{"url": "https://loom.example/2"}', "JSON"),
        ('[{"text": "<p>Rain at last.</p>"}]', "JSON"),
    ],
)
def test_feed_and_json_are_refused_with_a_reason(page, kind):
    document = parse(page)
    assert document.root is None
    assert kind in document.reason


@pytest.mark.parametrize("page", ["[Update] Rain at last.", "{Rain} at last", "<feedback>Rain</feedback>", "<p>{}</p>"])
def test_text_that_begins_like_json_is_a_page(page):
    assert parse(page).root is not None
