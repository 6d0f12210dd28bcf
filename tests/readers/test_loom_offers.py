"""What stands on a front page on cards like those of news, and what is news although it looks otherwise."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.readers.daily import HEADLINES, HOME

from newsloom import read_items
from newsloom.press.fronts import HELD_APART, MARKUPS, OFFERS, FrontPage, front_pages
from newsloom.records import Item

TEASER = "What happened, who was there and what comes next, told in a sentence or two for those in a hurry."


@pytest.fixture(scope="module", params=[MARKUPS, HELD_APART], ids=["development", "held apart"])
def taken(request: pytest.FixtureRequest) -> dict[str, tuple[int, int]]:
    """Of each kind of link how many are items, and how many there are."""
    found: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for page in front_pages(request.param):
        items = _addresses(page)
        total.update(page.kinds.values())
        found.update(kind for url, kind in page.kinds.items() if url in items)
    return {kind: (found[kind], count) for kind, count in total.items()}


def _addresses(page: FrontPage) -> set[str | None]:
    return {item.url for item in read_items(page.page, url=page.url)}


@pytest.mark.parametrize("kind", ["news", "live", "match", "picture"])
def test_stories_of_every_kind_are_items(taken: dict[str, tuple[int, int]], kind: str) -> None:
    found, total = taken[kind]
    assert found == total


@pytest.mark.parametrize("kind", [kind for kind in OFFERS if kind not in {"series", "quiz"}])
def test_offers_are_no_items(taken: dict[str, tuple[int, int]], kind: str) -> None:
    assert taken[kind][0] == 0


@pytest.mark.parametrize("kind", ["series", "quiz"])
def test_most_series_and_quizzes_are_no_items(taken: dict[str, tuple[int, int]], kind: str) -> None:
    """Nothing tells the rest: words for an address, and a label that stories have as well."""
    found, total = taken[kind]
    assert found <= 0.05 * total


def test_sections_are_no_items(taken: dict[str, tuple[int, int]]) -> None:
    assert taken["section"][0] == 0


def test_an_address_named_otherwise_than_all_stories_is_no_story() -> None:
    other = _card("/extra/ten-things-to-know-about-the-bay", "Ten things to know about the bay")
    assert _told(_cards(times=2) + other) == [*HEADLINES, *HEADLINES]


def test_a_live_ticker_may_be_named_otherwise() -> None:
    live = _card("/live/storm-over-the-bay-ferries-stop", "Storm over the bay: ferries stop")
    assert _told(_cards() + live) == [*HEADLINES, "Storm over the bay: ferries stop"]


def test_an_address_beside_stories_may_be_named_otherwise() -> None:
    assert len(_told(_cards() + _card("/town/a-walk-around-the-old-harbour", "A walk around the old harbour"))) == 9


def _worded(folder: str, headline: str, *, label: str = "") -> str:
    return _card(f"/{folder}/{_slug(headline)}", headline, label=label)


@pytest.mark.parametrize("label", ["Series", "Serie", "Dizi", "連載", "سلسلة"])
def test_a_series_in_a_folder_of_its_own_is_no_story(label: str) -> None:
    news = "".join(_worded("town", headline) for headline in HEADLINES)
    series = _worded("extra", "The long road along the old railway", label=label)
    assert _told(news + series) == [*HEADLINES]


def test_a_part_of_a_series_beside_other_stories_is_one() -> None:
    news = "".join(_worded("town", headline) for headline in HEADLINES)
    part = _worded("town", "The long road along the old railway", label="Series")
    assert len(_told(news + part)) == len(HEADLINES) + 1


def test_what_stands_in_a_folder_of_offers_is_none_without_a_label() -> None:
    news = "".join(_worded("town", headline) for headline in HEADLINES)
    offers = "".join(
        _worded("extra", headline, label="Podcast") for headline in ("Harbour talk at the end of the week", "Low tide")
    )
    unlabelled = _worded("extra", "How well do you know the islands of the bay?")
    assert _told(news + offers + unlabelled) == [*HEADLINES]


def test_a_page_with_a_much_shorter_number_than_all_stories_is_none() -> None:
    old = _card("/advice/all-about-the-rights-of-tenants-48291.html", "All about the rights of tenants")
    beside = _card("/town/all-you-need-for-school-48291.html", "School tools")
    news = "".join(
        _card(f"/town/{_slug(headline)}-{48291376 + number}.html", headline)
        for number, headline in enumerate(HEADLINES * 2)
    )
    assert _told(news + old + beside) == [*HEADLINES, *HEADLINES]


@pytest.mark.parametrize("rel", ["sponsored", "nofollow sponsored", "Sponsored"])
def test_a_link_that_says_it_was_paid_for_is_no_story(rel: str) -> None:
    paid = _card("/town/a-warm-house-for-little-money-482999.html", "A warm house for little money", rel=rel)
    assert _told(_cards() + paid) == [*HEADLINES]


@pytest.mark.parametrize(
    "label", ["Advertisement", "Anzeige", "Contenu sponsorisé", "إعلان", "广告", "広告", "विज्ञापन"]
)
def test_a_card_labelled_as_paid_is_no_story(label: str) -> None:
    paid = _card("/town/a-warm-house-for-little-money-482999.html", "A warm house for little money", label=label)
    assert _told(_cards() + paid) == [*HEADLINES]


@pytest.mark.parametrize("label", ["Podcast", "Rezepte", "Jeux", "クイズ", "游戏"])
def test_a_label_is_no_evidence_against_an_address_named_like_stories(label: str) -> None:
    story = _card("/town/how-the-bridge-was-built-482999.html", "How the bridge was built", label=label)
    assert len(_told(_cards() + story)) == 9


@pytest.mark.parametrize(
    ("url", "is_item"),
    [
        ("https://www.sister.example/town/mayor-opens-the-fair-with-a-song-482999.html", True),
        ("https://www.sister.example/recipes/fish-soup-with-fennel-and-bread-482999.html", False),
        ("https://www.sister.example/tag/fish-soup-with-fennel-and-bread-482999", False),
        ("https://www.sister.example/win", False),
    ],
)
def test_stories_of_a_sister_paper_are_items_and_its_lists_are_not(url: str, *, is_item: bool) -> None:
    told = _told(_cards() + _card(url, "Mayor opens the fair with a song"))
    assert ("Mayor opens the fair with a song" in told) is is_item


def test_an_address_with_stories_below_it_is_a_list() -> None:
    def addressed(folder: str) -> str:
        return "".join(_card(f"{folder}/{_slug(headline)}", headline) for headline in HEADLINES)

    series = _card("/the-long-road-along-the-old-railway", "The long road along the old railway")
    assert _told(series + addressed("/the-long-road-along-the-old-railway")) == [*HEADLINES]


def test_the_heading_above_offers_is_not_that_of_the_news_below() -> None:
    podcast = _card("/podcasts/harbour-talk", "Harbour talk: the week in twenty minutes")
    items = _read(f"<section><h2>Listen</h2>{podcast}</section><section>{_cards()}</section>")
    assert {item.section for item in items} == {None}


def test_a_picture_alone_tells_its_story() -> None:
    alt = "Fishermen mend nets after the longest night"
    story = f'<a href="/town/{_slug(alt)}-482999.html"><img src="/1.jpg" alt="{alt}"></a>'
    assert _told(_cards() + f'<div class="strip">{story}</div>') == [*HEADLINES, alt]


def test_a_headline_tells_more_than_its_picture() -> None:
    alt = "Grey waves in front of a harbour wall, above them gulls and a low sky"
    story = _card("/town/storm-over-the-bay-482999.html", "Storm over the bay", alt=alt)
    assert _told(_cards() + story) == [*HEADLINES, "Storm over the bay"]


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/1-4829137.jpg"><img src="/1s.jpg" alt="Fishermen mend nets after the longest night"></a>',
        '<a href="/app"><img src="/app.png" alt="App store"></a>',
    ],
)
def test_a_picture_of_its_own_and_a_logo_are_no_stories(link: str) -> None:
    assert _told(_cards() + f'<div class="strip">{link}</div>') == [*HEADLINES]


@pytest.mark.parametrize(
    ("parts", "headline"),
    [
        (("Lindvik Rovers", "3", ":", "1", "Tarvik Town"), "Lindvik Rovers 3 : 1 Tarvik Town"),
        (("Lindvik Rovers", "3–1", "Tarvik Town"), "Lindvik Rovers 3–1 Tarvik Town"),
        (("Lindvik Rovers", "3", "Tarvik Town", "1"), "Lindvik Rovers 3 Tarvik Town 1"),
        # A time of day is none of a match.
        (("Sport", "14:30", "Lindvik meets Tarvik"), "Lindvik meets Tarvik"),
        (("Sport", "12", "Rovers of Lindvik meet those of Tarvik"), "Rovers of Lindvik meet those of Tarvik"),
    ],
)
@pytest.mark.parametrize("tag", ["span", "div"])
def test_the_line_of_a_match_is_read_whole(parts: tuple[str, ...], headline: str, tag: str) -> None:
    line = "".join(f"<{tag}>{part}</{tag}>" for part in parts)
    match = f'<div class="box"><a href="/sport/lindvik-rovers-tarvik-town-482999.html">{line}</a></div>'
    assert _told(_cards() + match) == [*HEADLINES, headline]


def test_a_list_with_long_teasers_is_no_story() -> None:
    teaser = "The paper tells more of it here than most do on their front pages, for it has the room. " * 5
    page = "".join(
        f'<div class="p"><h3><a href="/town/{_slug(headline)}-{48291 + number}">{headline}</a></h3>'
        f"<p>{teaser}</p></div>"
        for number, headline in enumerate(HEADLINES * 2)
    )
    assert len(_read(f"<h1>All that is new in town today</h1>{page}")) == 2 * len(HEADLINES)


def _cards(*, times: int = 1) -> str:
    return "".join(
        _card(f"/town/{_slug(headline)}-{482913 + number}.html", headline)
        for number, headline in enumerate(HEADLINES * times)
    )


def _card(url: str, headline: str, *, label: str = "", rel: str = "", alt: str = "") -> str:
    kicker = f'<span class="k">{label}</span>' if label else ""
    return (
        f'<div class="box"><a href="{url}" rel="{rel}"><img src="/p.jpg" alt="{alt}"></a>{kicker}'
        f'<h3><a href="{url}">{headline}</a></h3><p>{TEASER}</p></div>'
    )


def _slug(headline: str) -> str:
    return headline.lower().replace(" ", "-").replace(":", "")


def _told(content: str) -> list[str | None]:
    return [item.headline for item in _read(content) if item.duplicate_of is None]


def _read(content: str) -> tuple[Item, ...]:
    menu = "".join(f'<li><a href="/{name}">{name.title()}</a></li>' for name in ("town", "sport", "culture", "weather"))
    page = (
        f"<html><title>The Daily Loom</title><header><nav><ul>{menu}</ul></nav></header><main>{content}</main></html>"
    )
    return read_items(page, url=HOME)
