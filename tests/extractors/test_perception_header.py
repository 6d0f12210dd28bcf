"""Title and standfirst of a story, as drawn."""

from __future__ import annotations

import pytest
from tests.extractors.ferry import CAT, CREW, FERRY, HARBOUR, STORY, kept, paragraph
from tests.layouts import drawn

from newsloom.extractors.perception import PerceptionExtractor


def test_the_header_comes_first_then_the_news():
    assert kept(drawn(STORY)) == ["Ferry crew falls ill in the harbour", FERRY, CREW, HARBOUR]


def test_a_header_has_fewer_than_20_words():
    long_header = " ".join(["Ferry crew ill"] * 7)
    document = drawn(STORY.replace("Ferry crew falls ill in the harbour", long_header))
    assert PerceptionExtractor().extract(document).headline == ""


def test_a_standfirst_between_header_and_news_belongs_to_it():
    lead = '<p at="100 152 600 44" set="22 700">The crew of the ferry to Sandry is ill</p>'
    byline = '<p at="100 152 600 20" set="13 400">By Nora Whitlock</p>'
    picture = '<div at="100 200 600 300"><img at="100 200 600 300"></div>'
    story = STORY.replace(" 200 600 60", " 620 600 60").replace(" 280 600 60", " 700 600 60")
    story = story.replace(" 360 600 60", " 780 600 60")
    document = drawn(story + lead + byline + picture)
    assert kept(document)[:2] == ["Ferry crew falls ill in the harbour", "The crew of the ferry to Sandry is ill"]
    assert "By Nora Whitlock" not in kept(document)


def test_a_paper_s_name_above_its_menu_is_not_the_title():
    links = "".join(f'<a href="/{name}">{name}</a> ' for name in ("Politics", "Business", "Culture"))
    name = '<div at="100 0 600 60" set="44 700">The Harbour of Sandry</div>'
    menu = f'<div at="100 62 600 30">{links}</div>'
    assert PerceptionExtractor().extract(drawn(name + menu + STORY)).headline == "Ferry crew falls ill in the harbour"


def test_a_heading_within_the_story_is_not_its_title():
    inside = '<h2 at="100 342 600 18" set="40 700">The crew of the ferry in the harbour</h2>'
    links = "".join(f'<a href="/{name}">{name}</a> ' for name in ("Print", "Send to a friend", "Save"))
    tools = f'<div at="100 160 600 30">{links}</div>'
    assert (
        PerceptionExtractor().extract(drawn(STORY + inside + tools)).headline == "Ferry crew falls ill in the harbour"
    )


def test_a_long_standfirst_belongs_to_the_news_whatever_its_words():
    lead = f'<p at="100 152 600 44" set="22 700">{CAT} {CAT}</p>'
    assert kept(drawn(STORY + lead))[1] == f"{CAT} {CAT}"


def test_a_standfirst_longer_than_a_short_story_is_not_its_body():
    lead = f'<p at="100 152 600 44" set="30 700">{FERRY} {CREW}</p>'
    page = (
        '<h1 at="100 100 600 50" set="36 700">Ferry crew falls ill</h1>'
        + lead
        + paragraph(HARBOUR, 300)
        + paragraph(FERRY, 380)
        + paragraph(CREW, 460)
    )
    assert kept(drawn(page)) == ["Ferry crew falls ill", f"{FERRY} {CREW}", HARBOUR, FERRY, CREW]


def test_a_paper_s_name_that_leads_home_is_not_the_title():
    name = '<div at="100 0 600 60" set="60 700"><a href="{}">Ferry and Harbour of Sandry</a></div>'
    assert kept(drawn(name.format("/") + STORY))[0] == "Ferry crew falls ill in the harbour"
    assert kept(drawn(name.format("https://sandry.example/") + STORY))[0] == "Ferry crew falls ill in the harbour"


def test_a_heading_in_another_column_is_not_the_title():
    offer = '<div at="720 120 280 60" set="44 700">The ferry crew by letter</div>'
    assert kept(drawn(STORY + offer))[0] == "Ferry crew falls ill in the harbour"


def test_a_title_set_like_its_text_is_found_by_its_words():
    title = '<p at="100 100 600 30" set="18 400">Ferry crew falls ill in the harbour</p>'
    story = title + STORY.partition("</h1>")[2]
    assert kept(drawn(story)) == ["Ferry crew falls ill in the harbour", FERRY, CREW, HARBOUR]


@pytest.mark.parametrize("mark", ["W", "20"])
def test_a_letter_or_a_number_is_no_title(mark: str):
    initial = f'<div at="100 160 60 60" set="60 700">{mark}</div>'
    assert kept(drawn(STORY + initial))[0] == "Ferry crew falls ill in the harbour"


def test_a_standfirst_beside_the_text_belongs_to_the_news():
    header = '<h1 at="100 100 900 50" set="36 700">Ferry crew falls ill in the harbour</h1>'
    first = f'<p at="100 160 240 200" set="20 700">{FERRY}</p>'
    body = "".join(paragraph(text, top, left=380) for text, top in ((CREW, 160), (HARBOUR, 240), (CREW + " So.", 320)))
    assert kept(drawn(header + first + body))[1] == FERRY
