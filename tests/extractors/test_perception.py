from __future__ import annotations

import pytest
from tests.browsers import needs_browser
from tests.layouts import drawn

from newsloom import extract
from newsloom.dom import Document, parse
from newsloom.dom.drawnblocks import DrawnBlock, find_drawn_blocks
from newsloom.dom.layout import Box
from newsloom.extractors.perception import PerceptionExtractor
from newsloom.extractors.perception.areas import merge_areas
from newsloom.extractors.perception.formats import Formats
from newsloom.extractors.perception.functions import Function, find_functions, text_leaf_blocks
from newsloom.extractors.perception.meanings import Meanings

FERRY = "The ferry to the island of Sandry left the harbour an hour late because the crew of the ferry was ill."
CREW = "The crew of the ferry had eaten mussels in the harbour, the doctor of Sandry said on Monday evening."
HARBOUR = "The harbour of Sandry has no other crew, so the ferry will stay in the harbour until the crew is well."
CAT = "My cat would never do such a thing, and neither would my neighbour, who keeps geese."


def paragraph(text: str, top: float, *, left: float = 100, how: str = "18 400", more: str = "") -> str:
    return f'<p at="{left} {top} 600 60" set="{how}" {more}>{text}</p>'


STORY = (
    '<h1 at="100 100 600 50" set="36 700">Ferry crew falls ill in the harbour</h1>'
    + paragraph(FERRY, 200)
    + paragraph(CREW, 280)
    + paragraph(HARBOUR, 360)
)


def kept(document: Document, **parameters: object) -> list[str]:
    return [block.text for block in PerceptionExtractor(**parameters).extract(document).blocks]  # type: ignore[arg-type]


def functions_of(page: str) -> list[Function]:
    document = drawn(page)
    assert document.tree is not None
    assert document.layout is not None
    blocks = find_drawn_blocks(document.tree, document.layout)
    return find_functions(blocks, leaf_share=0.5, composite_share=0.3)[1:]


def test_a_block_is_for_what_most_of_it_is():
    assert functions_of('<p at="0 0 500 20">A text with <a href="/">one link</a> in it.</p>') == [Function.TEXT]
    assert functions_of('<p at="0 0 500 20">See <a href="/">all that we wrote on it</a></p>') == [Function.NAVIGATION]
    assert functions_of('<p at="0 0 500 200"><img at="0 0 400 200">Ferry</p>') == [Function.MEDIA]
    assert functions_of('<p at="0 0 500 20"><input at="0 0 300 20">Name</p>') == [Function.INTERACTION]
    assert functions_of('<p at="0 0 500 20"><img at="0 0 8 8"></p>') == [Function.DECORATION]


def test_a_block_with_two_major_functions_is_mixed():
    texts = '<p at="0 0 500 40">Twelve letters.</p><p at="0 40 500 40"><a href="/">Twelve letters</a></p>'
    assert functions_of(f'<div at="0 0 500 80">{texts}</div>')[0] is Function.MIXED


@pytest.mark.parametrize(("width", "height", "found"), [(1000, 500, False), (1000, 900, True)])
def test_text_in_a_navigation_block_is_no_news_unless_the_block_is_large(width: int, height: int, found: bool):
    links = "".join(
        f'<p at="0 {top} 300 20"><a href="/">A link to some other story</a></p>' for top in range(0, 200, 20)
    )
    text = paragraph("A short remark.", 300)
    document = drawn(f'<div at="0 0 {width} {height}">{links}{text}</div>')
    assert document.tree is not None
    assert document.layout is not None
    blocks = find_drawn_blocks(document.tree, document.layout)
    functions = find_functions(blocks, leaf_share=0.5, composite_share=0.3)
    # The body, of the whole page, is entered whatever it is for.
    assert bool(text_leaf_blocks(blocks, functions, 2_000_000, area_share=0.4)) is found


def test_areas_merge_with_growing_gaps_until_few_are_left():
    blocks = [
        DrawnBlock(0, -1, Box(0, top, 100, 10), 0, style=style, letters=9) for style, top in enumerate((0, 15, 45))
    ]
    formats = Formats(style_of_sizes(10, 20, 30))

    def count(most_areas: int, largest_gap: float = 100.0) -> int:
        areas = merge_areas(
            blocks,
            formats,
            gap_increment=5,
            most_areas=most_areas,
            largest_gap=largest_gap,
            similar_format=0.9,
            overlap=0.5,
        )
        return len(areas)

    assert [count(3), count(2), count(1)] == [3, 2, 1]
    # Strictly less: a gap of 5 is not merged with 5. And what never merges ends at the largest gap.
    assert count(1, largest_gap=5) == 3


def style_of_sizes(*sizes: float) -> tuple:
    page = "".join(f'<p at="0 0 9 9" set="{size}">a</p>' for size in sizes)
    layout = drawn(page).layout
    assert layout is not None
    return tuple(style for style in layout.styles if style.size in sizes)


def test_the_header_comes_first_then_the_news():
    assert kept(drawn(STORY)) == ["Ferry crew falls ill in the harbour", FERRY, CREW, HARBOUR]


def test_a_header_has_fewer_than_20_words():
    long_header = " ".join(["Ferry crew ill"] * 7)
    document = drawn(STORY.replace("Ferry crew falls ill in the harbour", long_header))
    assert PerceptionExtractor().extract(document).headline == ""


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


def test_a_standfirst_between_header_and_news_belongs_to_it():
    lead = '<p at="100 152 600 44" set="22 700">The crew of the ferry to Sandry is ill</p>'
    byline = '<p at="100 152 600 20" set="13 400">By Nora Whitlock</p>'
    picture = '<div at="100 200 600 300"><img at="100 200 600 300"></div>'
    story = STORY.replace(" 200 600 60", " 620 600 60").replace(" 280 600 60", " 700 600 60")
    story = story.replace(" 360 600 60", " 780 600 60")
    document = drawn(story + lead + byline + picture)
    assert kept(document)[:2] == ["Ferry crew falls ill in the harbour", "The crew of the ferry to Sandry is ill"]
    assert "By Nora Whitlock" not in kept(document)


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


RAIL = "".join(
    f'<div at="800 {top} 300 180"><p at="800 {top} 300 40" set="16 700"><a href="/{top}">Geese {top}</a></p>'
    f'<p at="800 {top + 40} 300 140" set="20 400">{CAT} {CAT} And that is number {top}.</p></div>'
    for top in range(100, 1700, 200)
)


def test_a_rail_of_teasers_is_no_story_however_much_text_it_has():
    assert kept(drawn(STORY + RAIL))[1:] == [FERRY, CREW, HARBOUR]
    assert any(CAT in text for text in kept(drawn(STORY + RAIL), teaser_words=0, reached=False))


def test_a_text_alone_under_a_link_may_be_the_story():
    story = STORY.replace("Ferry crew falls ill", '<a href="/ferry">Ferry crew falls ill</a>')
    assert kept(drawn(story)) == ["Ferry crew falls ill in the harbour", FERRY, CREW, HARBOUR]


@pytest.mark.parametrize("item", ['<a href="/{0}">Geese {0}</a><br>{1}', '{1} <a href="/{0}">more</a>'])
def test_texts_that_all_begin_or_end_in_a_link_are_no_story(item: str):
    rows = "".join(
        f'<p at="800 {top} 300 160" set="20 400">{item.format(top, CAT + " " + CAT)}</p>'
        for top in range(100, 1700, 180)
    )
    assert kept(drawn(f'{STORY}<div at="800 100 300 1600">{rows}</div>'))[1:] == [FERRY, CREW, HARBOUR]


def test_a_list_whose_headings_do_not_lead_but_whose_last_lines_do_is_no_story():
    briefs = "".join(
        f'<div at="100 {top} 600 180"><h3 at="100 {top} 600 30" set="22 700">Geese {top}</h3>'
        f'{paragraph(FERRY, top + 40)}<p at="100 {top + 110} 600 20"><a href="/{top}">All of it</a></p></div>'
        for top in range(100, 1500, 200)
    )
    assert PerceptionExtractor().extract(drawn(briefs)).is_article is False


def test_words_in_a_box_with_a_control_are_its_label():
    box = (
        '<form at="100 430 600 60"><p at="100 430 600 30" set="18 400">The harbour and the ferry by letter, free.</p>'
        '<p at="100 460 600 20"><input at="100 460 200 20"></p></form>'
    )
    document = drawn(STORY + box + paragraph(FERRY.replace("an hour", "a day"), 500))
    assert not any("by letter" in text for text in kept(document))
    assert any("by letter" in text for text in kept(document, label_words=0))


def test_captions_of_many_pictures_are_no_story():
    pictures = "".join(
        f'<div at="100 {top} 600 400"><img at="100 {top} 600 360"><p at="100 {top + 360} 600 30">{CREW}</p></div>'
        for top in range(100, 2100, 400)
    )
    assert PerceptionExtractor().extract(drawn(pictures)).is_article is False
    assert PerceptionExtractor(label_words=0).extract(drawn(pictures)).is_article is True


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


def test_a_column_that_begins_elsewhere_goes_on_where_only_a_gutter_is_between():
    columns = '<p at="50 200 400 300" set="18 400">{}</p><p at="{} 260 400 240" set="18 400">{}</p>'
    head = '<h1 at="50 100 850 50" set="36 700">Ferry crew falls ill</h1>'
    story = f"{FERRY} {CREW} {HARBOUR}"
    near, far = (drawn(head + columns.format(story, left, CAT + CAT)) for left in (480, 580))
    assert kept(near)[-1] == CAT + CAT
    assert kept(far)[-1] == story


def test_japanese_endings_are_no_meaning():
    news = ["会議は昨日開かれています。", "議長は発言しています。", "議員は反対しています。"]
    document = drawn("".join(paragraph(text, 100 + 80 * at) for at, text in enumerate([*news, "犬が吠えています。"])))
    assert document.tree is not None
    assert document.layout is not None
    blocks = [one for one in find_drawn_blocks(document.tree, document.layout) if one.is_leaf]
    meanings = Meanings(blocks, "ja")
    meanings.compare_with(blocks[:3])
    assert meanings.similarity(blocks[3:]) == 0.0


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


def test_a_text_between_two_news_areas_is_merged_with_both():
    # Corollary 2: only media and what does not inform part news areas.
    texts = paragraph(FERRY, 200) + paragraph(CAT, 262, how="18 700") + paragraph(HARBOUR, 324)
    blocks = [block for block in blocks_of(texts) if block.is_leaf]
    document = drawn(texts)
    assert document.layout is not None
    numbers = {"most_areas": 1, "largest_gap": 60.0, "similar_format": 0.9, "overlap": 0.5}
    (area,) = merge_areas(blocks, Formats(document.layout.styles), gap_increment=8.0, **numbers)
    assert [block.text for block in area.blocks] == [FERRY, CAT, HARBOUR]


def test_the_major_format_is_that_of_most_letters():
    texts = paragraph(FERRY, 200) + paragraph("Short.", 261, how="30 700") + paragraph(CREW, 322)
    document = drawn(texts)
    assert document.layout is not None
    leaves = [block for block in blocks_of(texts) if block.is_leaf]
    numbers = {"most_areas": 1, "largest_gap": 60.0, "similar_format": 0.9, "overlap": 0.5}
    (area,) = merge_areas(leaves, Formats(document.layout.styles), gap_increment=8.0, **numbers)
    assert document.layout.styles[area.format.style].size == 18


def blocks_of(page: str) -> list[DrawnBlock]:
    document = drawn(page)
    assert document.tree is not None
    assert document.layout is not None
    return find_drawn_blocks(document.tree, document.layout)


def voices(count: int, *, signed: bool = True) -> str:
    def voice(top: int) -> str:
        name = f'<p at="100 {top} 600 16" set="12 400">Ada of Sandry</p>' if signed else ""
        return f'<div at="100 {top} 600 180">{name}{paragraph(CREW, top + 20)}{paragraph(HARBOUR, top + 90)}</div>'

    return "".join(voice(top) for top in range(600, 600 + 200 * count, 200))


def test_a_list_of_signed_boxes_below_a_story_is_what_readers_wrote():
    assert kept(drawn(STORY + voices(6), height=4000))[1:] == [FERRY, CREW, HARBOUR]
    assert len(kept(drawn(STORY + voices(6, signed=False), height=4000))) > 4


def test_a_list_of_signed_boxes_alone_is_the_story():
    header = STORY.partition("<p")[0]
    assert PerceptionExtractor().extract(drawn(header + voices(6), height=4000)).is_article


def test_a_box_with_a_link_in_the_story_is_none_of_it():
    box = (
        '<div at="100 350 600 80"><p at="100 350 600 20" set="16 700"><a href="/geese">Geese at the harbour</a></p>'
        f"{paragraph(HARBOUR.replace('no other', 'one'), 370, how='16 400')}</div>"
    )
    story = STORY.replace('"100 360', '"100 440')
    assert kept(drawn(story + box))[1:] == [FERRY, CREW, HARBOUR]


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


def test_a_text_below_a_longer_list_of_teasers_is_no_news():
    teasers = "".join(
        f'<div at="100 {top} 600 90"><p at="100 {top} 600 30" set="22 700"><a href="/{top}">Geese {top}</a></p>'
        f"{paragraph(FERRY, top + 30)}</div>"
        for top in range(100, 1000, 100)
    )
    story = '<div at="100 1100 600 200">' + paragraph(CREW, 1100) + paragraph(HARBOUR, 1180) + "</div>"
    last = story + paragraph(FERRY.replace("hour", "day"), 1260)
    assert PerceptionExtractor().extract(drawn(teasers + last)).is_article is False
    assert PerceptionExtractor(led=False).extract(drawn(teasers + last)).is_article is True


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


def test_columns_of_one_box_are_one_text_whatever_their_boxes():
    # What goes on in the next column is as wide as both.
    header = STORY.partition("<p")[0]
    columns = (
        f'<div at="100 200 900 200"><p at="100 200 200 150" set="18 400">{FERRY}</p>'
        f'<p at="320 200 440 150" set="18 400">{CREW}</p><p at="780 240 200 100" set="18 400">{HARBOUR}</p></div>'
    )
    assert kept(drawn(header + columns))[1:] == [FERRY, CREW, HARBOUR]


def test_what_follows_teasers_in_another_box_must_mean_the_same():
    def page(text: str) -> Document:
        teasers = "".join(
            f'<div at="100 {top} 600 90"><p at="100 {top} 600 20" set="16 700"><a href="/{top}">Geese {top}</a></p>'
            f"{paragraph(CAT, top + 30, how='16 400')}</div>"
            for top in (450, 550)
        )
        story = '<div at="100 200 600 240">' + STORY.partition("</h1>")[2] + "</div>"
        return drawn(
            STORY.partition("<p")[0] + story + teasers + f'<div at="100 660 600 60">{paragraph(text, 660)}</div>'
        )

    assert kept(page("Nobody has told us where geese go at night."))[1:] == [FERRY, CREW, HARBOUR]
    assert len(kept(page(CREW.replace("Monday", "Sunday")))) == 5


def test_a_standfirst_beside_the_text_belongs_to_the_news():
    header = '<h1 at="100 100 900 50" set="36 700">Ferry crew falls ill in the harbour</h1>'
    first = f'<p at="100 160 240 200" set="20 700">{FERRY}</p>'
    body = "".join(paragraph(text, top, left=380) for text, top in ((CREW, 160), (HARBOUR, 240), (CREW + " So.", 320)))
    assert kept(drawn(header + first + body))[1] == FERRY


def test_numbers_in_the_cells_of_a_table_are_no_story():
    cells = "".join(
        f'<td at="{100 + 60 * column} {100 + 30 * row} 60 30">{row}:{column}</td>'
        for row in range(10)
        for column in range(10)
    )
    table = f'<table at="100 100 600 300"><tr at="100 100 600 300">{cells}</tr></table>'
    assert PerceptionExtractor().extract(drawn(table)).is_article is False
