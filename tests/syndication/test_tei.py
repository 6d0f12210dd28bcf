from __future__ import annotations

from datetime import UTC, datetime

from lxml import etree

from newsloom.blocks import BlockImage, BlockLink
from newsloom.records import Article, Block, Comment
from newsloom.syndication.tei import write_tei

TEI = "{http://www.tei-c.org/ns/1.0}"


def test_story_is_a_tei_document() -> None:
    blocks = (Block(text="Rain & <wind>\x00", kind="paragraph"), Block(text="Dry", kind="quote"))
    article = Article(
        url="https://loom.example/?a=1&b=2", title="A < B", authors=("Ann Lee",), date="2024-05-03", blocks=blocks
    )
    root = etree.fromstring(write_tei(article).encode())
    assert root.findtext(f".//{TEI}titleStmt/{TEI}title") == "A < B"
    assert root.findtext(f".//{TEI}author") == "Ann Lee"
    assert root.find(f".//{TEI}ref").get("target") == "https://loom.example/?a=1&b=2"
    assert [(one.tag.removeprefix(TEI), one.text) for one in root.find(f".//{TEI}body/{TEI}div")] == [
        ("p", "Rain & <wind>"),
        ("quote", "Dry"),
    ]


def test_article_of_paragraphs_alone_and_an_empty_one_are_documents() -> None:
    assert len(etree.fromstring(write_tei(Article(text="One.\n\nTwo.")).encode()).find(f".//{TEI}body/{TEI}div")) == 2
    assert etree.fromstring(write_tei(Article()).encode()).tag == f"{TEI}TEI"


def test_links_pictures_tables_and_lists_stand_where_the_page_has_them() -> None:
    blocks = (
        Block(text="What we know", kind="heading", level=3),
        Block(
            text="Rain fell & rose.",
            links=(BlockLink(start=5, end=9, url="https://a.example/?x=1&y=2"), BlockLink(start=0, end=99, url="b:c")),
            images=(BlockImage(at=0, url="https://a.example/p.jpg", alt='Rain "in" sun'), BlockImage(at=0, url="x:y")),
        ),
        Block(text="one", kind="item", level=1, number=1),
        Block(text="two", kind="item", level=2),
        *(Block(text=f"{row}{column}", kind="cell", row=row, column=column) for row in (0, 1) for column in (0, 1)),
        Block(text="A post", kind="quote", signature="Ann (@ann)"),
        Block(text="a b", kind="code", verbatim="a\n  b"),
    )
    root = etree.fromstring(write_tei(Article(blocks=blocks)).encode())
    heading, figure, paragraph, several, table, cited, code = root.find(f".//{TEI}body/{TEI}div")
    assert (heading.text, heading.get("n")) == ("What we know", "3")
    assert figure.find(f"{TEI}graphic").get("url") == "https://a.example/p.jpg"
    assert figure.findtext(f"{TEI}figDesc") == 'Rain "in" sun'
    assert "".join(paragraph.itertext()) == "Rain fell & rose."
    assert [(one.text, one.get("target")) for one in paragraph] == [("fell", "https://a.example/?x=1&y=2")]
    assert [(one.text, one.get("n"), one.get("rend")) for one in several] == [
        ("one", "1", None),
        ("two", None, "level2"),
    ]
    assert [[cell.text for cell in row] for row in table] == [["00", "01"], ["10", "11"]]
    assert [one.text for one in cited] == ["A post", "Ann (@ann)"]
    assert code.text == "a\n  b"


def test_posts_of_a_live_page_and_comments_are_parts_of_their_own() -> None:
    noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    blocks = (Block(text="First", part=0, time=noon), Block(text="Second", part=1))
    comments = [Comment(text="Well.\n\nDone.", author="Ned", time=noon), Comment(text="Yes.", depth=1)]
    root = etree.fromstring(write_tei(Article(blocks=blocks), comments).encode())
    assert [one.get("type") for one in root.find(f".//{TEI}body")] == ["post", "post", "comments"]
    first, answer = root.find(f".//{TEI}div[@type='comments']")
    assert [one.text for one in first.iter(f"{TEI}p")][1:] == ["Well.", "Done."]
    assert first.findtext(f".//{TEI}name") == "Ned"
    assert answer.get("n") == "1"
