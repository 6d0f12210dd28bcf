from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.discovery.repair import repaired

PIECES = st.sampled_from(
    [
        *(
            "<rss>",
            "</rss>",
            "<item>",
            "</item>",
            "<title>",
            "</title>",
            "<link>",
            "<a b=c d='e' d=\"f\">",
            "<x/>",
            "<",
        ),
        *(">", "&", "&amp;", "&nbsp;", "&#0;", "&#xD800;", "<![CDATA[", "]]>", "<!--", "-->", "<?p", "?>", "text", '"'),
        *("<x:y z:q='1'>", "</x:y>", "'", "=", "/", "<a b='<'>", "&#99999999;", "\u2028", "<![", "]]"),
    ]
)


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("<rss><a>1</rss>", "<rss><a>1</a></rss>"),
        ("<rss><a>1</b></a></rss>", "<rss><a>1</a></rss>"),
        ("<rss>1 & 2 &lt; 3</rss>", "<rss>1 &amp; 2 &lt; 3</rss>"),
        ("<rss>1 < 2</rss>", "<rss>1 &lt; 2</rss>"),
        ("<rss a=1 b='2' a=\"3\"/>", '<rss a="1" b="2"/>'),
        ('<rss a="x&y"/>', '<rss a="x&amp;y"/>'),
        ("<rss a='\"'/>", '<rss a="&quot;"/>'),
        ("<rss><![CDATA[<b>&]]></rss>", "<rss>&lt;b&gt;&amp;</rss>"),
        ("<rss><t><![CDATA[a</t></rss>", "<rss><t>a</t></rss>"),
        ("<rss><!-- <a> --><?p <a> ?></rss>", "<rss></rss>"),
        ("<rss>a</rss><b>", "<rss>a</rss>"),
        ("<rss>a</rss><b><![CDATA[c]]></b><rss>", "<rss>a</rss>"),
        ("<rss><item><title>a<link>b</item></rss>", "<rss><item><title>a</title><link>b</link></item></rss>"),
        ("<rss><item>1<item>2</rss>", "<rss><item>1</item><item>2</item></rss>"),
        ("<rss>&eacute;&loom;&#233;&#0;</rss>", "<rss>é&amp;loom;é</rss>"),
    ],
)
def test_what_is_broken_is_made_whole(broken, whole):
    assert repaired(broken) == whole


@given(st.lists(PIECES, max_size=40).map("".join))
def test_whatever_comes_is_made_well_formed_but_for_prefixes(pieces):
    whole = repaired(f"<rss>{pieces}").replace("x:y", "y").replace("z:q", "q")
    etree.fromstring(whole.encode())


@pytest.mark.parametrize(
    "piece",
    ["<", "<![CDATA[", "<!--", "<a ", "<a b='", '<a b="', "&", "&#", "<item>", "</item>", "<a>", "<a><item>", "</a"],
)
def test_a_hundred_thousand_of_anything_end(piece):
    assert len(repaired("<rss>" + piece * 100_000)) < 100_000 * (2 * len(piece) + 20)
