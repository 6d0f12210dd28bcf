from __future__ import annotations

from lxml import etree

from newsloom.records import Article, Block
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
    assert [(one.tag.removeprefix(TEI), one.text) for one in root.find(f".//{TEI}body")] == [
        ("p", "Rain & <wind>"),
        ("quote", "Dry"),
    ]


def test_article_of_paragraphs_alone_and_an_empty_one_are_documents() -> None:
    assert len(etree.fromstring(write_tei(Article(text="One.\n\nTwo.")).encode()).find(f".//{TEI}body")) == 2
    assert etree.fromstring(write_tei(Article()).encode()).tag == f"{TEI}TEI"
