"""Quick tests that spare most texts an expression let everything pass that the expression finds."""

from __future__ import annotations

import pytest

from newsloom.dom import parse
from newsloom.dom.authornames import clean_names
from newsloom.extractors.loom.filters import drop_advertisements
from newsloom.extractors.loom.liveblog import posts_of
from newsloom.extractors.loom.page import PageArrays
from newsloom.metadata import describe
from newsloom.metadata.nextpage import find_next_page
from newsloom.metadata.pictures import split_credit
from newsloom.pipeline.storyblocks import story_blocks
from newsloom.records import Block, BlockLink

PICTURES = (
    "Photo Photos Photograph Photography Photographer Foto Fotos Fotograf Fotografie Picture Pictures Image Images "
    "Illustration Bild Bilder Video Credit Credits Courtesy Valokuva"
).split()
HOUSES = (
    "Getty,Shutterstock,iStock,Unsplash,Pexels,Pixabay,Alamy,Adobe Stock,Picture Alliance,Imago Images,Depositphotos,"
    "Wikimedia Commons,AP Photo,Reuters Images"
).split(",")
DEEDS = ("Special to the Loom", "Exclusive for the Loom", "Contributed to this story", "Reporting from Oslo")


@pytest.mark.parametrize("word", PICTURES)
def test_who_took_the_pictures_did_not_write(word: str) -> None:
    assert clean_names(f"Ann Lee {word}: Bo Ek") == ("Ann Lee",)


@pytest.mark.parametrize("house", HOUSES)
def test_whom_a_house_of_pictures_is_named_beside_is_no_author(house: str) -> None:
    assert clean_names(f"Bo Ek/{house}") == ()


@pytest.mark.parametrize("deed", DEEDS)
def test_what_an_author_did_is_no_name(deed: str) -> None:
    assert clean_names(f"Ann Lee {deed}") == ("Ann Lee",)


@pytest.mark.parametrize("word", "And Und Og Och Ve Et With Mit".split())
def test_a_word_with_a_capital_parts_two_names(word: str) -> None:
    assert clean_names(f"Ann {word} Lee") == ("Ann", "Lee")


@pytest.mark.parametrize(
    "name",
    ["publishdate", "pubdate", "publication_date", "article.published", "date", "dc.date", "first_published_time"],
)
def test_a_tag_that_may_tell_the_day_is_asked(name: str) -> None:
    assert describe(parse(f"<meta name='{name}' content='2024-05-03'><p>Rain.")).date == "2024-05-03"


@pytest.mark.parametrize("credit", ["Photo: Bo Ek", "Foto/Bo Ek", "© Bo Ek", "(c) Bo Ek", "Copyright Bo Ek"])
def test_a_credit_is_told_from_its_caption(credit: str) -> None:
    assert split_credit(f"The old mill. {credit}") == ("The old mill.", "Bo Ek")


@pytest.mark.parametrize(
    ("own", "following"),
    [
        ("/story", "/story?page=2"),
        ("/story?page=1&x=3", "/story?page=2&x=3"),
        ("/story/page/1", "/story/page/2"),
        ("/story/seite-1.html", "/story/seite-2.html"),
    ],
)
def test_a_next_page_may_be_numbered_in_many_ways(own: str, following: str) -> None:
    home = "https://loom.example"
    page = f"<p>Rain.</p><a href='{following}'>2</a><a href='{following.replace('2', '3', 1)}'>3</a>"
    assert find_next_page(parse(page, url=home + own))[0] == home + following


def test_the_longest_lines_that_are_no_story_are_left_out() -> None:
    story = Block(text="The ferry runs again on Monday, and the town is glad of it.")
    related = Block(text="Read also: " + "x" * 280, links=(BlockLink(start=11, end=291, url="https://loom.example/"),))
    appeal = Block(text="Subscribe to continue reading " + "this story on every one of your devices " * 2)
    tools = Block(text="Print | Share | E-mail | " * 5)
    assert len(appeal.text) > 100
    assert len(tools.text) > 100
    blocks = [story, related, story, appeal, story, tools, story]
    told = story_blocks(blocks, titles=(), captions=(), authors=(), section=None)
    assert {block.text for block in told} == {story.text}


def test_the_longest_line_of_tools_is_asked_for() -> None:
    story, tools = Block(text="The ferry runs again on Monday."), Block(text=("Print | Share | E-mail | " * 6)[:140])
    told = story_blocks([story, tools, story], titles=(), captions=(), authors=(), section=None)
    assert [block.text for block in told] == [story.text, story.text]


def test_the_longest_byline_is_asked_for() -> None:
    byline = Block(text="By Ada Strand, 3 May 2024 " + "/" * 134)
    assert len(byline.text) == 160
    story = [Block(text="The ferry runs again on Monday.")] * 3
    told = story_blocks([byline, *story], titles=(), captions=(), authors=("Ada Strand",), section=None)
    assert [block.text for block in told] == [block.text for block in story]


def test_a_day_over_what_holds_the_story_makes_no_post() -> None:
    posts = "".join(
        f"<div><p>{hour}:15</p><p>The ferry waits at the quay for its boat.</p></div>" for hour in (10, 11, 12)
    )
    outer = "<p>9:15</p><p>9:30</p><p>9:45</p>"
    for page in (f"<div>{posts}</div>", f"{outer}<div>{posts}</div>"):
        document = parse(f"<body>{page}")
        kept = [line for line, text in enumerate(document.outline.texts) if not text.startswith("9")]
        assert [part for part, _ in posts_of(document, kept).values()] == [0, 0, 1, 1, 2, 2]
    document = parse(f"<body>{outer}<div>{'<p>The ferry waits.</p>' * 6}</div>")
    assert posts_of(document, range(3, 9)) == {}


@pytest.mark.parametrize("label", ["Advertisement", "ADVERTISEMENT:", "- advertisement -", "İLAN", "ilan"])
def test_a_label_may_begin_in_many_ways(label: str) -> None:
    document = parse(f"<div><p>The ferry runs again.</p><p>{label}</p><p>The town is glad of it.</p></div>")
    assert drop_advertisements(PageArrays.of(document), [0, 1, 2]) == [0, 2]
