"""Which areas of a drawn page are the story."""

from __future__ import annotations

from tests.browsers import needs_browser
from tests.extractors.ferry import CAT, CREW, FERRY, HARBOUR, STORY, kept, paragraph
from tests.layouts import drawn

from newsloom import extract
from newsloom.dom import parse
from newsloom.extractors.perception import PerceptionExtractor


def test_a_boxed_advertisement_does_not_end_the_story():
    box = paragraph(
        "Boots for the whole family, half the price until Saturday.", 440, how="15 400", more='on="#eeeeee"'
    )
    document = drawn(STORY + box + paragraph(FERRY.replace("an hour", "a day"), 520))
    assert kept(document)[-1].startswith("The ferry to the island of Sandry left the harbour a day late")
    assert not any("Boots" in text for text in kept(document))


def test_what_follows_a_heading_is_news_only_if_it_means_the_same():
    heading = '<h2 at="100 520 600 40" set="26 700">{}</h2>'
    comments = drawn(STORY + heading.format("2 comments") + paragraph(CAT, 580))
    assert CAT not in kept(comments)
    assert CAT in kept(comments, reached=False)
    goes_on = drawn(STORY + heading.format("The crew of the ferry") + paragraph(FERRY.replace("left", "had left"), 580))
    assert kept(goes_on)[-1].startswith("The ferry to the island")


def test_a_second_column_of_the_same_width_goes_on_with_the_story():
    columns = [
        f'<p at="{left} 200 400 300" set="18 400">{text}</p>'
        for left, text in ((50, FERRY + CREW), (500, HARBOUR + FERRY))
    ]
    head = '<h1 at="50 100 850 50" set="36 700">Ferry crew falls ill</h1>'
    assert kept(drawn(head + "".join(columns))) == ["Ferry crew falls ill", FERRY + CREW, HARBOUR + FERRY]


def test_contained_small_print_needs_the_format():
    caption = paragraph("The ferry in the harbour of Sandry, with its crew", 262, how="12 400")
    tight = STORY.replace("280 600 60", "324 600 60")
    assert not any(text.startswith("The ferry in the harbour") for text in kept(drawn(tight + caption)))


def test_a_notice_drawn_over_the_story_is_none_of_it():
    notice = paragraph("We keep notes on your device. " * 3, 300, more='plane="3"')
    document = drawn(STORY + notice)
    assert not any("device" in text for text in kept(document))


def test_pages_without_news_are_refused_with_a_reason():
    teasers = "".join(
        f'<h2 at="100 {top} 600 30" set="22 700"><a href="/{top}">A story of the day {top}</a></h2>'
        + paragraph(FERRY, top + 40)
        for top in range(100, 900, 120)
    )
    front = PerceptionExtractor().extract(drawn(teasers))
    assert front.is_article is False
    assert "7 texts serve links" in (front.reason or "")
    short = PerceptionExtractor().extract(drawn(paragraph("Nothing here yet.", 100)))
    assert short.is_article is False
    assert not short.blocks


def test_a_column_that_begins_elsewhere_goes_on_where_only_a_gutter_is_between():
    columns = '<p at="50 200 400 300" set="18 400">{}</p><p at="{} 260 400 240" set="18 400">{}</p>'
    head = '<h1 at="50 100 850 50" set="36 700">Ferry crew falls ill</h1>'
    story = f"{FERRY} {CREW} {HARBOUR}"
    near, far = (drawn(head + columns.format(story, left, CAT + CAT)) for left in (480, 580))
    assert kept(near)[-1] == CAT + CAT
    assert kept(far)[-1] == story


def test_every_result_says_whether_the_page_was_drawn():
    assert PerceptionExtractor().extract(drawn(STORY)).layout == "drawn"
    page = f"<h1>Ferry crew falls ill</h1><p>{FERRY}<p>{CREW}<p>{HARBOUR}"
    assert PerceptionExtractor().extract(parse(page)).layout == "estimated"
    assert extract(page, extractor="perception").provenance["layout"] == "estimated"
    assert "layout" not in extract(page, extractor="next").provenance


@needs_browser
def test_a_page_drawn_by_a_browser_is_read_by_its_styles():
    from newsloom.fetch.render import render_page  # noqa: PLC0415

    style = "<style>body{font:18px serif} .c{font:13px sans-serif;color:#777} aside{float:right;width:200px}</style>"
    page = (
        f"{style}<aside class=c><p>{CAT}</p></aside><h1>Ferry crew falls ill</h1>"
        f"<p>{FERRY}</p><p>{CREW}</p><p>{HARBOUR}</p><div class=c><p>{CAT}</p></div>"
    )
    shown = render_page(page)
    found = extract(shown.html, layout=shown.layout, extractor="perception")
    assert found.paragraphs == (FERRY, CREW, HARBOUR)
    assert found.provenance["layout"] == "drawn"


def test_a_block_contained_in_part_needs_format_and_meaning():
    def beside(text: str, how: str) -> str:
        # A third of the text lies in the story's area; its own area has another format, and is no news area.
        other = f'<p at="500 265 600 120" set="13 400 #777777">{CAT} {CAT} {CAT} {CAT} {CAT}</p>'
        return f'<p at="500 210 600 60" set="{how}">{text}</p>{other}'

    alike = HARBOUR.replace("no other", "one")
    assert alike in kept(drawn(STORY + beside(alike, "18 400")))
    assert alike not in kept(drawn(STORY + beside(alike, "18 400 #335577")))
    assert CAT not in kept(drawn(STORY + beside(CAT, "18 400")))


def test_a_contained_block_needs_format_or_meaning():
    def between(text: str, how: str) -> str:
        return '<div at="100 200 600 400">' + "".join(
            (paragraph(FERRY, 200), paragraph(CREW, 280), paragraph(text, 360, how=how), paragraph(HARBOUR, 440))
        )

    header = STORY.partition("<p")[0]
    other = "18 400 #555555"
    meant = CREW.replace("Monday", "Sunday")
    assert CAT in kept(drawn(header + between(CAT, "18 400")))
    assert meant in kept(drawn(header + between(meant, other)))
    assert CAT not in kept(drawn(header + between(CAT, other)))
    assert meant not in kept(drawn(header + between(meant, other)), joined=False)


def test_the_area_below_the_most_prominent_heading_is_the_story():
    talk = '<h2 at="100 600 600 30" set="20 700">Talk</h2>' + "".join(
        paragraph(f"{CAT} {CAT} {number}.", 640 + 70 * number, how="18 400") for number in range(3)
    )
    assert kept(drawn(STORY + talk, height=3000)) == [
        "Ferry crew falls ill in the harbour",
        FERRY,
        CREW,
        HARBOUR,
    ]


def test_a_side_column_alone_is_no_news():
    side = "".join(
        f'<p at="20 {top} 180 60" set="14 400">{text}</p>' for top, text in ((100, FERRY), (170, CREW), (240, HARBOUR))
    )
    form = '<form at="300 100 600 200"><p at="300 100 600 20">Search</p><p at="300 130 600 20">All</p></form>'
    assert PerceptionExtractor().extract(drawn(side + form)).is_article is False
    assert PerceptionExtractor(side_width=0).extract(drawn(side + form)).is_article is True


def test_columns_of_one_box_are_one_text_whatever_their_boxes():
    # What goes on in the next column is as wide as both.
    header = STORY.partition("<p")[0]
    columns = (
        f'<div at="100 200 900 200"><p at="100 200 200 150" set="18 400">{FERRY}</p>'
        f'<p at="320 200 440 150" set="18 400">{CREW}</p><p at="780 240 200 100" set="18 400">{HARBOUR}</p></div>'
    )
    assert kept(drawn(header + columns))[1:] == [FERRY, CREW, HARBOUR]
