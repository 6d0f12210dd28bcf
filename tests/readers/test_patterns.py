"""The patterns of Nørvåg and Øyri (2004) on invented pages, each with the fault or figure it stands for."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.errors import UnknownName
from newsloom.readers.patterns import PatternReader

URL = "https://paper.example/"
READER = PatternReader()


def document(body: str, *, earlier: tuple[str, ...] = ()):
    older = tuple(parse(f"<html lang=en><body>{page}</body></html>", url=URL) for page in earlier)
    return parse(f"<html lang=en><body>{body}</body></html>", url=URL, earlier=older)


def read(body: str, reader: PatternReader = READER, **given):
    return reader.read(document(body, **given))


# Section 3.1.1, figure 1: the first link is the picture's.
URL_TEXT_URL = """<div><a href="/ferry"><img src="/ferry.jpg"></a><b>Ferry sold</b> It goes to an island far away.
<a href="/ferry">Read more</a></div>"""


def test_text_between_two_links_to_one_address_is_an_item():
    (item,) = read(URL_TEXT_URL)
    assert (item.pattern, item.url) == ("url-text-url", "https://paper.example/ferry")
    assert item.headline == "Ferry sold"
    assert item.text == "It goes to an island far away. Read more"
    assert item.image == "https://paper.example/ferry.jpg"


def test_links_to_other_addresses_do_not_delimit_an_item():
    items = read('<a href="/a">Ferry</a> sold to an island far away <a href="/b">more</a>')
    assert "url-text-url" not in {item.pattern for item in items}


def test_two_links_far_apart_are_not_one_item():
    between = "word " * (READER.gap_words + 1)
    items = read(f'<a href="/a">Ferry</a><div>{between}</div><a href="/a">Ferry</a>')
    assert "url-text-url" not in {item.pattern for item in items}


def test_a_long_anchor_text_is_an_item():
    (item,) = read('<ul><li><a href="/ferry">Ferry sold to an island</a></li><li><a href="/sport">Sport</a></li></ul>')
    assert (item.pattern, item.headline, item.text) == ("anchor", "Ferry sold to an island", "")


@pytest.mark.parametrize(("words", "count"), [(4, 0), (5, 1)])
def test_an_anchor_text_needs_five_words(words, count):
    assert len(read(f'<a href="/a">{" ".join(["word"] * words)}</a>')) == count


def test_the_threshold_is_a_parameter():
    assert len(read('<a href="/a">Ferry sold today</a>', PatternReader(item_words=3))) == 1


# Section 3.1.4, figure 2: all of the body is "Read the whole story".
BOLD_HEADER = '<div><strong>Ferry sold to an island</strong><p><a href="/ferry">Read it all</a></p></div>'


@pytest.mark.parametrize("opening", ["<b>", "<h3>", "<big>", "<font size='+2'>", "<strong>", "<span class='headline'>"])
def test_a_bold_header_with_a_link_behind_it_is_an_item(opening):
    closing = "</" + opening[1:].split()[0].rstrip(">") + ">"
    (item,) = read(f'<div>{opening}Ferry sold to an island{closing}<p><a href="/ferry">Read it all</a></p></div>')
    assert (item.pattern, item.headline, item.url) == (
        "bold-header",
        "Ferry sold to an island",
        "https://paper.example/ferry",
    )


def test_a_label_above_a_list_is_no_bold_header():
    assert read('<h2>Sport</h2><ul><li><a href="/rowing">Rowing</a></li><li><a href="/chess">Chess</a></li></ul>') == ()


def test_a_header_without_a_link_is_no_item():
    assert read("<h2>All that the editors found worth reading</h2>") == ()


# Section 3.1.5, figures 3 and 4.
TEXT = """The ferry that carried three generations over the sound was sold on Monday to an island, and nobody on the
quay of Skarvik could say where it lies."""


def test_a_long_text_is_an_item_with_the_nearest_link():
    (item,) = read(f'<div><p>{TEXT}</p><a href="/ferry">More</a></div><div><a href="/other">Other</a></div>')
    assert (item.pattern, item.url) == ("text", "https://paper.example/ferry")
    assert item.text.startswith("The ferry that carried")


def test_a_linked_term_does_not_break_a_text():
    body = TEXT.replace("Skarvik", '<a href="/places/skarvik">Skarvik</a>')
    (item,) = read(f'<div><a href="/ferry">Ferry</a><p>{body}</p></div>')
    assert item.pattern == "text"
    assert "quay of Skarvik could" in item.text


def test_a_text_takes_the_link_behind_it_and_not_one_for_a_term_within():
    body = TEXT.replace("Skarvik", '<a href="/places/skarvik">Skarvik</a>').replace("sold", "<b>sold</b>")
    (item,) = read(f'<div><p>{body}</p><p><a href="/ferry">More</a></p></div>')
    assert (item.pattern, item.url, item.headline) == ("text", "https://paper.example/ferry", "")
    assert item.text == " ".join(TEXT.split())


def test_a_text_with_no_other_link_takes_that_of_its_term():
    (item,) = read(f"<div><p>{TEXT.replace('Skarvik', '<a href=/skarvik>Skarvik</a>')}</p></div>")
    assert item.url == "https://paper.example/skarvik"
    assert item.text == " ".join(TEXT.split())


def test_an_item_with_a_picture_link_is_titled_by_its_headline():
    (item,) = read(
        '<div><a href="/f"><img src="f.jpg" alt="A ferry"></a><h3><a href="/f">Ferry sold</a></h3>'
        '<p>It was sold on Monday.</p><a href="/f">More</a></div>'
    )
    assert (item.pattern, item.headline) == ("url-text-url", "Ferry sold")


def test_a_short_headline_above_a_text_is_its_headline():
    (item,) = read(f'<div><h3><a href="/ferry">Ferry sold</a></h3><p>{TEXT}</p></div>')
    assert (item.pattern, item.headline, item.url) == ("text", "Ferry sold", "https://paper.example/ferry")


def test_a_text_whose_link_is_an_item_is_the_rest_of_that_item():
    (item,) = read(f'<div><h3><a href="/ferry">Ferry sold to an island</a></h3><p>{TEXT}</p></div>')
    assert (item.pattern, item.headline) == ("anchor", "Ferry sold to an island")
    assert item.text.startswith("The ferry that carried")


def test_a_text_belongs_to_the_link_it_shares_a_box_with():
    items = read(
        f'<div><a href="/bridge">Bridge opens after nine years</a></div>'
        f'<div><p>{TEXT}</p><a href="/ferry">Ferry sold to an island</a></div>'
    )
    assert [item.text[:9] for item in items] == ["", "The ferry"]


def test_a_text_without_a_link_is_an_item_without_an_address():
    (item,) = read(f"<div><p>{TEXT}</p></div>")
    assert (item.pattern, item.url, item.headline) == ("text", None, "")


def test_the_line_item_is_an_option():
    page = '<p>Monday\n<a href="/a">Ferry sold</a> to an island far away\n<a href="/b">Sport</a>\n</p>'
    (item,) = read(page, PatternReader(patterns=("line",)))
    assert (item.pattern, item.url) == ("line", "https://paper.example/a")


def test_patterns_are_asked_in_the_given_order():
    page = '<div><a href="/a">Ferry sold to an island</a> <a href="/a">Read more</a></div>'
    assert [item.pattern for item in read(page)] == ["url-text-url"]
    assert [item.pattern for item in read(page, PatternReader(patterns=("anchor", "url-text-url")))] == ["anchor"]


def test_an_unknown_pattern_is_named():
    with pytest.raises(UnknownName, match="Did you mean url-text-url"):
        read(URL_TEXT_URL, PatternReader(patterns=("url-txt-url",)))


def test_entities_and_white_space_are_one_form():
    first = read('<a href="/a">F&aelig;rge  solgt til\n en &oslash;</a>')
    second = read('<a href="/a">Færge solgt til en ø</a>')
    assert first == second


def test_stop_words_leave_on_request():
    page = '<a href="/a">The ferry and the island of Skarvik</a>'
    assert read(page)[0].headline == "The ferry and the island of Skarvik"
    assert read(page, PatternReader(drop_stop_words=True))[0].headline == "ferry island Skarvik"
    bare = PatternReader(drop_stop_words=True, extra_stop_words=("Skarvik",))
    assert read(page, bare)[0].headline == "ferry island"


PAGE = '<p><a href="/a">Ferry sold to an island</a></p><p><a href="/b">Bridge opens after nine years</a></p>'


@pytest.mark.parametrize("language", ["no", "nb", "nb-NO", "nn"])
def test_stop_words_leave_a_short_norwegian_page_whose_language_is_declared(language):
    page = f'<html lang="{language}"><body><a href="/a">Ferja til øya er ikke i rute i dag</a></body></html>'
    document = parse(page, url="https://paper.example/")
    (item,) = PatternReader(drop_stop_words=True).read(document)
    assert item.headline == "Ferja øya rute dag"


def test_an_item_of_the_previous_version_is_a_duplicate():
    earlier = PAGE.replace("nine", "eight")
    ferry, bridge = read(PAGE, earlier=(earlier,))
    assert ferry.duplicate_of == ferry.id == read(earlier)[0].id
    assert bridge.duplicate_of is None


def test_the_same_text_with_another_address_is_no_duplicate():
    earlier = PAGE.replace("/a", "/other")
    assert read(PAGE, earlier=(earlier,))[0].duplicate_of is None


def test_an_item_that_stands_twice_is_a_duplicate_of_the_first():
    first, _, third, _ = read(PAGE + "<hr>" + PAGE)
    assert third.duplicate_of == first.id
    assert third.id != first.id


_CARDS = st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["Rain", "Ferry sold to an island", TEXT])), max_size=12)


@given(_CARDS)
def test_no_text_is_in_two_items(cards):
    marked = [(path, f"{text} {number}x") for number, (path, text) in enumerate(cards)]
    body = "".join(f'<div><a href="/{path}">{text}</a><p>{text}</p></div>' for path, text in marked)
    words = " ".join(f"{item.headline} {item.text}" for item in read(body)).split()
    assert all(words.count(f"{number}x") <= 2 for number in range(len(cards)))


def test_readers_with_other_thresholds_are_other_readers():
    assert dataclasses.replace(READER, text_words=20) != READER
