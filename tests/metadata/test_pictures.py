from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.metadata.pictures import find_pictures, split_credit
from newsloom.records import Image

URL = "https://loom.example/news/rain.html"
OG = "<meta property='og:image' content='https://loom.example/i/rain-over-the-valley-1200x630.jpg'>"


def pictures_in(body: str, head: str = "") -> tuple[Image, ...]:
    return find_pictures(parse(f"<html><head>{head}</head><body><article><h1>Rain</h1>{body}", url=URL))[0]


def test_figure_has_address_caption_and_credit() -> None:
    figure = (
        "<figure><img src='/i/a.jpg'><figcaption>Rain at last. <span class='credit'>Cy Dee</span></figcaption></figure>"
    )
    assert pictures_in(figure) == (Image(url="https://loom.example/i/a.jpg", caption="Rain at last.", credit="Cy Dee"),)


@pytest.mark.parametrize(
    "picture",
    [
        "<img src='data:image/gif;base64,R0' data-src='/i/a.jpg'>",
        "<img src='/placeholder.png' data-lazy-src='/i/a.jpg'>",
        "<img src='/blank.gif' srcset='/i/small.jpg 320w,/i/a.jpg 1280w'>",
        "<picture><source data-srcset='/i/a.jpg 2x'><img></picture>",
        "<img class='lazy'><noscript><img src='/i/a.jpg'></noscript>",
        "<img src='/face.jpg' width='48'><img src='/i/a.jpg'>",
    ],
)
def test_picture_that_loads_late_is_found(picture: str) -> None:
    assert [image.url for image in pictures_in(f"<figure>{picture}</figure>")] == ["https://loom.example/i/a.jpg"]


def test_two_cuts_of_one_picture_are_one_with_the_caption_of_the_page() -> None:
    figure = "<figure><img src='/i/rain-over-the-valley-700x300.webp'><figcaption>Rain</figcaption></figure>"
    found, source = find_pictures(parse(OG + f"<h1>Rain</h1>{figure}", url=URL))
    assert found == (Image(url="https://loom.example/i/rain-over-the-valley-1200x630.jpg", caption="Rain"),)
    assert source == "opengraph"


def test_pictures_told_apart_by_their_query_are_two() -> None:
    body = "".join(f"<figure><img src='/resize?id={number}'></figure>" for number in (1, 2))
    assert len(pictures_in(body)) == 2


@pytest.mark.parametrize(
    "body",
    [
        "<aside><figure><img src='/i/a.jpg'></figure></aside>",
        "<a href='/other-story'><figure><img src='/i/a.jpg'></figure></a>",
        "<div class='related-stories'><figure><img src='/i/a.jpg'></figure></div>",
        "<div class='author-card'><picture><img src='/i/a.jpg'></picture></div>",
        "</article><figure><img src='/i/a.jpg'></figure>",
        "<figure><img src='javascript:alert(1)'></figure>",
        "<figure><iframe src='/video'></iframe></figure>",
    ],
)
def test_other_stories_pictures_are_left_out(body: str) -> None:
    assert pictures_in(body) == ()


def test_picture_that_links_to_itself_belongs_to_the_story() -> None:
    assert len(pictures_in("<a href='/i/big.jpg'><figure><img src='/i/a.jpg'></figure></a>")) == 1


def test_page_has_at_most_twenty_pictures() -> None:
    assert len(pictures_in("".join(f"<figure><img src='/i/{n}.jpg'></figure>" for n in range(50)))) == 20


def test_page_without_pictures_has_none() -> None:
    assert find_pictures(parse("<p>Text</p>")) == ((), "")
    assert find_pictures(parse("")) == ((), "")


@pytest.mark.parametrize(
    ("text", "caption", "credit"),
    [
        ("Rain at last. Photo: Cy Dee", "Rain at last.", "Cy Dee"),
        ("Rain at last (Foto: Cy Dee/Loom)", "Rain at last", "Cy Dee/Loom"),
        ("Rain at last © Loom", "Rain at last", "Loom"),
        ("Дождь. Фото: Ця Де", "Дождь.", "Ця Де"),
        ("© Loom", None, "Loom"),
        ("Photos of rain: three farms", "Photos of rain: three farms", None),
        ("Rain at last", "Rain at last", None),
        ("", None, None),
    ],
)
def test_credit_is_split_from_the_caption(text: str, caption: str | None, credit: str | None) -> None:
    assert split_credit(text) == (caption, credit)


@given(st.text(max_size=200))
def test_caption_and_credit_are_parts_of_the_text(text: str) -> None:
    assert all(part is None or part in text for part in split_credit(text))


def test_picture_without_a_frame_belongs_to_the_story_it_stands_in() -> None:
    body = "<div class='photo'><img src='/i/a.jpg'><p class='caption'>Rain. Photo: Cy Dee</p></div>"
    assert pictures_in(body) == (Image(url="https://loom.example/i/a.jpg", caption="Rain.", credit="Cy Dee"),)
    assert find_pictures(parse(f"<h1>Rain</h1>{body}", url=URL)) == ((), "")


@pytest.mark.parametrize("link", ["/icons/share.png", "/img/sprite.png", "/u/avatar-7.jpg", "/themes/loom/search.png"])
def test_symbols_and_faces_are_no_pictures(link: str) -> None:
    assert pictures_in(f"<p><img src='{link}'></p>") == ()


def test_set_without_sizes_is_read() -> None:
    assert [image.url for image in pictures_in("<picture><source srcset='/i/a.jpg'></picture>")] == [
        "https://loom.example/i/a.jpg"
    ]


def test_pictures_are_relative_to_the_base_of_the_page() -> None:
    found = pictures_in("<figure><img src='a.jpg'></figure>", head="<base href='https://cdn.loom.example/2024/'>")
    assert [image.url for image in found] == ["https://cdn.loom.example/2024/a.jpg"]


PROSE = "The river rose by two metres in the night and the bridge at the mill was closed to all carts. " * 6


def pictures_beside(story: str, side: str = "") -> tuple[Image, ...]:
    """The pictures of a page of old, laid out in a table: nothing says what the story is."""
    cell = f"<td><font size=5><b>The river rises</b></font><br>{story}{PROSE}<br><br>{PROSE}</td>"
    page = f"<title>The river rises</title><table><tr><td>Menu</td>{cell}<td>{side}</td></tr></table>"
    return find_pictures(parse(page, url=URL))[0]


def test_picture_in_a_table_of_its_own_has_the_text_below_it_for_a_caption() -> None:
    table = (
        "<table align=right><tr><td><img src='/i/a.jpg' width=200><br><i>The mill. Photo: Cy Dee</i></td></tr></table>"
    )
    assert pictures_beside(table) == (Image(url="https://loom.example/i/a.jpg", caption="The mill.", credit="Cy Dee"),)


def test_picture_in_a_box_with_a_caption_is_found_without_a_figure() -> None:
    box = "<div class='bilde'><img src='/i/a.jpg'><div class='bildetekst'>The mill</div></div>"
    assert pictures_beside(box) == (Image(url="https://loom.example/i/a.jpg", caption="The mill"),)


def test_picture_in_a_box_of_its_own_has_the_text_below_it_for_a_caption() -> None:
    box = "<div><img src='/i/a.jpg' width=400><div>The mill at night</div></div>"
    assert pictures_beside(box) == (Image(url="https://loom.example/i/a.jpg", caption="The mill at night"),)


def test_wide_picture_in_a_paragraph_of_the_story_has_no_caption() -> None:
    assert pictures_beside("<p><img src='/i/a.jpg' width=300 align=right></p>") == (
        Image(url="https://loom.example/i/a.jpg"),
    )


@pytest.mark.parametrize(
    "story",
    [
        "<img src='/i/a.jpg' width=48>",
        "<img src='/i/a.jpg'>",
        "<img src='/i/a.jpg' width='100%'>",
        "<a href='/other-story'><img src='/i/a.jpg' width=300></a>",
        "<img src='/i/spacer.gif' width=300>",
    ],
)
def test_picture_that_does_not_say_it_is_the_storys_is_not_taken_on_a_page_without_marks(story: str) -> None:
    assert pictures_beside(story) == ()


def test_picture_in_the_next_column_is_not_the_storys() -> None:
    assert pictures_beside("", side="<img src='/i/a.jpg' width=300><br>Buy this") == ()


def test_long_text_in_a_pictures_cell_is_no_caption() -> None:
    table = f"<table><tr><td><img src='/i/a.jpg' width=300><br>{PROSE}</td></tr></table>"
    assert pictures_beside(table) == (Image(url="https://loom.example/i/a.jpg"),)
