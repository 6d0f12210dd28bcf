"""LBNEST's home page reading on invented pages: filter sequences, teasers by levels of neighbours, confirmation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.errors import InputError, UnknownName
from newsloom.readers.lbnest import LinkReader, Step, confirm_teasers, read_sequence
from newsloom.readers.lbnest.filters import FILTERS, LinkingPage, PageLink, linking_page, page_link
from newsloom.readers.lbnest.sequences import shipped_sequence
from newsloom.readers.lbnest.teasers import tells_of
from newsloom.records import Item

URL = "https://www.paper.example/"
FRONT = linking_page(URL, ["The Skarvik Paper"])


def read(body: str, reader: LinkReader | None = None):
    page = (
        f"<html lang=en><head><meta property=og:site_name content='The Skarvik Paper'></head><body>{body}</body></html>"
    )
    return (reader or LinkReader()).read(parse(page, url=URL))


def urls(items) -> list[str]:
    return [item.url.removeprefix("https://www.paper.example") for item in items]


@pytest.mark.parametrize(
    ("text", "is_kept"), [("Ferry sold to island", True), ("Ferry sold abroad", False), ("", False)]
)
def test_four_words_announce_a_story(text, is_kept):
    assert FILTERS["words"](page_link(f"{URL}a", text), FRONT) is is_kept


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [("About the Skarvik Paper", False), ("paper.example", False), ("Ferry sold to an island", True)],
)
def test_a_text_like_the_papers_name_is_about_the_paper(text, is_kept):
    assert FILTERS["site-name"](page_link(f"{URL}a", text), FRONT) is is_kept


@pytest.mark.parametrize(
    ("host", "with_subdomains", "without"),
    [
        ("www.paper.example", True, True),
        ("paper.example", True, True),
        ("sport.paper.example", True, False),
        ("other.example", False, False),
    ],
)
def test_a_story_stays_with_the_paper(host, with_subdomains, without):
    link = page_link(f"https://{host}/a", "Ferry sold to an island")
    assert FILTERS["same-site"](link, FRONT) is with_subdomains
    assert FILTERS["same-site"](link, FRONT, subdomains=False) is without


def test_without_the_pages_address_every_link_may_stay():
    assert FILTERS["same-site"](page_link("https://other.example/a", "x"), linking_page(None, []))


@pytest.mark.parametrize(
    ("url", "is_kept"),
    [
        ("https://ads.tracker.example/click", False),
        ("https://tracker.example/click", False),
        ("https://nottracker.example/click", True),
        ("https://www.paper.example/Anzeige/boat", False),
        ("https://www.paper.example/news/anzeigenhauptmeister", True),
    ],
)
def test_advertisers_are_known_by_host_and_by_part_of_the_address(url, is_kept):
    parameters = {"hosts": frozenset({"tracker.example"}), "terms": frozenset({"anzeige"})}
    assert FILTERS["advertisement"](page_link(url, "x"), FRONT, **parameters) is is_kept


@pytest.mark.parametrize(("path", "is_kept"), [("a.PDF", False), ("a.html", True), ("pdf", True), ("a.pdf/b", True)])
def test_a_document_is_no_story(path, is_kept):
    assert FILTERS["file-type"](page_link(f"{URL}news/{path}", "x"), FRONT, endings=frozenset({"pdf"})) is is_kept


@pytest.mark.parametrize("url", [URL, "https://paper.example", "https://sport.paper.example/", f"{URL}?edition=2"])
def test_a_front_door_is_no_story(url):
    assert not FILTERS["elsewhere"](page_link(url, "x"), FRONT)


def test_links_with_words_are_items_in_reading_order():
    items = read(
        '<nav><a href="/sport/">Sport</a></nav><a href="/b">Bridge opens after nine years</a>'
        '<a href="/a"><h3>Ferry sold to an island</h3><p>Nobody minded.</p></a>'
    )
    assert urls(items) == ["/b", "/a"]
    assert [(item.headline, item.text, item.pattern, item.position) for item in items] == [
        ("Bridge opens after nine years", "", "anchor", 0),
        ("Ferry sold to an island", "Nobody minded.", "anchor", 1),
    ]


def test_an_address_is_one_item_however_often_it_is_linked():
    links = (
        '<a href="/a"><img src="/a.jpg"></a><a href="/a">Ferry sold to an island</a><a href="/a">Read it all here</a>'
    )
    card = f"<div>{links}</div>"
    (item,) = read(card + card)
    assert (item.headline, item.image) == ("Ferry sold to an island", "https://www.paper.example/a.jpg")


# Figure 5 of the paper: headline and teaser in plain text, then "Full story".
TEASER = "The ferry that carried three generations over the sound was sold on Monday to an island."


@pytest.mark.parametrize(
    "card",
    [
        f'<div><p>{TEASER}</p><a href="/ferry">Full story</a></div>',
        f'<div><a href="/ferry">Full story</a><p>{TEASER}</p></div>',
        f'<div><div>{TEASER}</div><div><a href="/ferry">Full story</a></div></div>',
    ],
    ids=["before", "behind", "two levels up"],
)
def test_a_link_without_words_is_rescued_by_its_teaser(card):
    (item,) = read(card)
    assert (item.pattern, item.headline, item.text) == ("teaser", TEASER, TEASER)


def test_an_item_found_by_its_teaser_is_titled_by_the_story():
    heading, more = "<h3>Ferry sold</h3><p>3 May</p>", '<a href="/ferry">Read more</a>'
    assert [item.headline for item in read(f"<div>{heading}<p>{TEASER}</p>{more}</div>")] == ["Ferry sold"]
    (item,) = read(f"<div><p>{TEASER} The crew goes with it.</p>{more}</div>")
    assert item.headline == TEASER


def test_of_two_texts_as_near_the_one_before_is_the_teaser():
    other = "Another story of many words that stands behind the link and is as near to it."
    (item,) = read(f'<div><p>{TEASER}</p><a href="/ferry">Full story</a><p>{other}</p></div>')
    assert item.text == TEASER


@pytest.mark.parametrize("text", ["Share", "Imprint", "Impressum", "Paylaş", "Logg inn"])
def test_a_link_of_the_site_itself_is_not_rescued_by_a_teaser(text):
    assert read(f'<div><p>{TEASER}</p><a href="/service/x">{text}</a></div>') == ()


def test_the_nearer_of_two_texts_is_the_teaser():
    other = "Another story of many words that stands in a box of its own, far from here."
    (item,) = read(f'<div><div><div>{other}</div></div></div><div><p>{TEASER}</p><a href="/ferry">Full story</a></div>')
    assert item.text == TEASER


def test_a_text_beyond_the_levels_is_no_teaser():
    card = f'<div><div><div>{TEASER}</div></div></div><div><div><a href="/ferry">Full story</a></div></div>'
    assert read(card) == ()
    assert len(read(card, LinkReader(levels=9))) == 1
    assert read(f'<p>{TEASER}</p><a href="/ferry">Full story</a>', LinkReader(levels=0)) == ()


def test_menus_have_no_teaser():
    assert read("".join(f'<li><a href="/{name}/">{name}</a></li>' for name in ("news", "sport", "weather"))) == ()


def test_only_the_word_filter_hands_links_to_the_teaser_search():
    assert read(f'<p>{TEASER}</p><a href="https://elsewhere.example/x">Full story</a>') == ()


def _is_not_sport(link: PageLink, _page: LinkingPage, *, section: str) -> bool:
    return not link.path.startswith(f"/{section}/")


def test_users_add_filters_of_their_own():
    body = '<a href="/sport/a">Rowers win by a heron</a><a href="/b">Bridge opens after nine years</a>'
    by_function = Step(filter=_is_not_sport, parameters={"section": "sport"})
    by_name = Step(filter="operator:eq")
    assert urls(read(body, LinkReader(filters=(by_function,)))) == ["/b"]
    assert read(body, LinkReader(filters=(by_name,))) == (), "operator.eq(link, page) rejects every link"


def test_an_unknown_filter_is_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="Did you mean words"):
        read("<a href='/a'>x</a>", LinkReader(filters=(Step(filter="word"),)))


def test_a_sequence_is_declared_in_a_file(tmp_path: Path):
    file = tmp_path / "links.toml"
    file.write_text(
        '[[filter]]\nname = "words"\nleast = 2\nrescue = true\n[[filter]]\nname = "file-type"\nendings = ["pdf"]\n',
        encoding="utf-8",
    )
    steps = read_sequence(file)
    assert steps == (
        Step(filter="words", parameters={"least": 2}, rescue=True),
        Step(filter="file-type", parameters={"endings": frozenset({"pdf"})}),
    )
    items = read('<a href="/a">Ferry sold</a><a href="/b.pdf">Ferry sold</a>', LinkReader(filters=steps))
    assert urls(items) == ["/a"]


@pytest.mark.parametrize(
    "text", ["[[filter]]\nleast = 4\n", "filter = 3\n", "= broken", "[[filter]]\nname = 'w'\nx = {}\n"]
)
def test_a_file_that_declares_no_sequence_is_refused(tmp_path: Path, text: str):
    file = tmp_path / "links.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"links\.toml"):
        read_sequence(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(InputError, match=r"none\.toml"):
        read_sequence(tmp_path / "none.toml")


def test_the_shipped_sequence_is_the_default():
    body = '<a href="/a">Ferry sold to an island</a><a href="/b.pdf">Report on the ferry of Skarvik</a>'
    assert read(body) == read(body, LinkReader(filters=shipped_sequence()))
    assert [step.filter for step in shipped_sequence() if step.rescue] == ["words"]


FERRY = Item(id="1", url=f"{URL}ferry", text=TEASER, pattern="teaser")
STORY = """The old ferry of Skarvik, which carried three generations over the sound, was sold to an island on Monday.
The crew goes with it."""


def test_a_teaser_is_confirmed_by_the_page_it_leads_to():
    assert confirm_teasers([FERRY], {FERRY.url: STORY}, language="en") == (FERRY,)
    strange = "Rowers from the valley won the cup again this year. Their coach was away."
    assert confirm_teasers([FERRY], {FERRY.url: strange}, language="en") == ()


def test_a_teaser_whose_page_is_unknown_stays_only_on_request():
    assert confirm_teasers([FERRY], {}) == ()
    assert confirm_teasers([FERRY], {}, keeps_unknown=True) == (FERRY,)


def test_an_anchor_text_needs_no_confirmation():
    item = replace(FERRY, pattern="anchor")
    assert confirm_teasers([item], {FERRY.url: "Something else."}) == (item,)


@given(st.text(max_size=200))
def test_a_page_tells_of_its_own_sentences(text):
    sentence = "The ferry was sold to an island"
    assert tells_of(sentence, f"{sentence}. {text}")
    assert not tells_of("", text)
