"""The two forms of the largest block."""

from __future__ import annotations

from newsloom.dom import parse
from newsloom.extractors.largest import LargestBlockExtractor

# Two tables to three divs: the most frequent tag is DIV, so the table's text falls to the DIV around it.
PAGE = """<body><div id=outer><div>short one<br>here</div><div>short two<br>there</div>
<table><tr><td>the table has<td>many more words</td><td>than the blocks beside it</td></table>
<table><tr><td>last<td>one</table></div></body>"""


def test_only_the_most_frequent_tag_parts_the_page_as_published():
    main = LargestBlockExtractor().extract(parse(PAGE)).main
    assert main is not None
    assert main.path == "/html/body/div"


def test_all_blocking_tags_part_the_page_when_asked():
    main = LargestBlockExtractor(all_tags=True).extract(parse(PAGE)).main
    assert main is not None
    assert main.path == "/html/body/div/table[1]"


def test_hyperlink_text_counts_unless_left_out():
    page = "<div>" + "<a href=x>one two three four</a><br>" * 5 + "</div><div>the story<br>is short</div>"
    with_links = LargestBlockExtractor().extract(parse(page))
    without = LargestBlockExtractor(hyperlink_text=False).extract(parse(page))
    assert "one two three four" in with_links.text
    assert without.text == "the story\n\nis short"


def test_a_page_without_text_says_so():
    extraction = LargestBlockExtractor().extract(parse(b""))
    assert extraction.blocks == ()
    assert extraction.reason
