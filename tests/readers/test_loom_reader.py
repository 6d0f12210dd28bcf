"""The default reader on invented front pages."""

from __future__ import annotations

import re

from tests.readers.daily import HEADLINES, HOME

from newsloom.dom import parse
from newsloom.readers.loom import LoomReader
from newsloom.records import Item


def _slug(headline: str) -> str:
    return headline.lower().replace(" ", "-")


def _card(number: int, headline: str, tag: str = "div") -> str:
    address = f"/town/{_slug(headline)}-{48_100 + number}.html"
    return (
        f'<{tag} class="box"><a href="{address}"><img src="/pictures/{number}.jpg"></a><span class="k">Town</span>'
        f'<h3><a href="{address}">{headline}</a></h3><p>What happened, who was there and what comes next, told in a '
        f'sentence or two, number {number}.</p><a href="{address}#comments">3 comments</a></{tag}>'
    )


def _front(cards: str) -> str:
    menu = "".join(
        f'<li><a href="/{name}/">{name.title()}</a></li>' for name in ("town", "sport", "culture", "weather")
    )
    service = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("imprint", "privacy", "contact-us", "jobs"))
    return (
        f'<html><body><header><nav><ul>{menu}</ul></nav></header><div id="m"><h2>Local news</h2>{cards}</div>'
        f"<footer><ul>{service}</ul></footer></body></html>"
    )


def _read(page: str, *earlier: str) -> tuple[Item, ...]:
    return LoomReader().read(parse(page, url=HOME, earlier=tuple(parse(one, url=HOME) for one in earlier)))


def _cards(tag: str = "div") -> str:
    return "".join(_card(number, headline, tag) for number, headline in enumerate(HEADLINES))


def test_every_card_is_one_item_in_reading_order() -> None:
    items = _read(_front(_cards()))

    assert [item.headline for item in items] == list(HEADLINES)
    assert [item.position for item in items] == list(range(len(HEADLINES)))


def test_menus_and_service_links_are_no_items() -> None:
    addresses = {item.url for item in _read(_front(_cards()))}

    assert not any(
        address and address.endswith(("/", "imprint", "privacy", "contact-us", "jobs")) for address in addresses
    )


def test_an_item_joins_what_its_card_prints() -> None:
    first = _read(_front(_cards()))[0]

    assert first.url == f"{HOME}town/{_slug(HEADLINES[0])}-48100.html"
    assert first.image == f"{HOME}pictures/0.jpg"
    assert first.kicker == "Town"
    assert first.text.startswith("What happened")
    assert first.section == "Local news"
    assert first.is_lead


def test_cards_are_found_whatever_their_tag() -> None:
    as_boxes, as_articles = _read(_front(_cards("div"))), _read(_front(_cards("article")))

    assert [item.headline for item in as_boxes] == [item.headline for item in as_articles]


def test_a_story_listed_again_is_marked_and_kept() -> None:
    again = f'<h2>Most read</h2><ol><li><a href="/town/{_slug(HEADLINES[2])}-48102.html">{HEADLINES[2]}</a></li></ol>'
    items = _read(_front(_cards() + again))
    copies = [item for item in items if item.duplicate_of]

    assert len(items) == len(HEADLINES) + 1
    assert [copy.duplicate_of for copy in copies] == [items[2].id]
    assert copies[0].section == "Most read"


def test_a_story_keeps_its_id_when_it_moves() -> None:
    cards = [_card(number, headline) for number, headline in enumerate(HEADLINES)]
    before, after = _read(_front("".join(cards))), _read(_front("".join(reversed(cards))))

    assert {item.url: item.id for item in before} == {item.url: item.id for item in after}


def test_the_links_of_a_story_are_no_items() -> None:
    prose = "".join(
        f"<p>A paragraph of the story tells at some length what was said at the meeting, and links to "
        f'<a href="/town/{_slug(headline)}-{number}.html">{headline.lower()}</a> before it goes on.</p>'
        for number, headline in enumerate(HEADLINES)
    )
    page = f"<html><body><h1>Bridge to close</h1><div>{prose * 2}</div></body></html>"

    assert _read(page) == ()


def test_a_story_whose_paragraphs_have_boxes_of_their_own_has_no_items() -> None:
    paragraph = (
        "<div class='p'><p>The engineers found the crack in the spring, and the council waited for the ferry to be "
        "ready before it closed the bridge to lorries and to cars.</p></div>"
    )
    story = f"<html><body><h1>Bridge to close</h1><div>{paragraph * 9}</div>{_front(_cards())}</body></html>"

    assert _read(_front(_cards()))
    assert _read(story) == ()


def test_stories_that_a_query_names_are_items() -> None:
    def renamed(match: re.Match[str]) -> str:
        return f"/story.asp?id={match[1]}"

    items = _read(re.sub(r"/town/[a-z-]+-(\d+)\.html", renamed, _front(_cards())))

    assert [item.headline for item in items] == list(HEADLINES)


def test_what_never_changes_is_furniture() -> None:
    guides = "".join(
        f'<div class="box"><h3><a href="/guides/{_slug(name)}">{name}</a></h3></div>'
        for name in (
            "How to move house well",
            "What a good mattress costs",
            "All bank holidays at once",
            "Find your own postcode here",
        )
    )
    now = _front(_cards() + guides)
    older = [
        _front(
            "".join(
                _card(900 + 10 * version + number, f"{headline} {version}") for number, headline in enumerate(HEADLINES)
            )
            + guides
        )
        for version in range(3)
    ]
    with_history = [item.url for item in _read(now, *older)]

    assert not any(url and "/guides/" in url for url in with_history)
    assert sum("/town/" in (url or "") for url in with_history) == len(HEADLINES)


def test_a_page_without_links_has_no_items() -> None:
    assert _read("<html><body><p>Closed for the holidays.</p></body></html>") == ()


def test_a_link_on_the_line_after_a_text_is_not_in_its_sentence() -> None:
    inline = "<p>The council met for the third time this month and <a href='{0}'>{1}</a> before it went home.</p>"
    below = "<div>The council met for the third time this month.<br><a href='{0}'>{1}</a></div>"
    address = f"/town/{_slug(HEADLINES[0])}-48200.html"
    found = [
        any((item.url or "").endswith(address) for item in _read(_front(_cards() + form.format(address, HEADLINES[0]))))
        for form in (inline, below)
    ]

    assert found == [False, True]


def test_links_around_links_are_read_once_and_in_time() -> None:
    page = "".join(f"<a href='/town/story-number-{number}-of-many.html'><div>One more card" for number in range(900))

    assert len(_read(page)) <= 900


def test_a_name_that_is_only_spoken_is_a_headline() -> None:
    cards = _cards().replace(f">{HEADLINES[1]}<", f" aria-label='{HEADLINES[1]}'><")

    assert HEADLINES[1] in [item.headline for item in _read(_front(cards))]
