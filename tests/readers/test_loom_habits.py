"""The default reader on invented front pages in the habits of today's papers: what is one item, and its headline."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.readers.daily import HEADLINES, HOME

from newsloom.dom import parse
from newsloom.readers.loom import LoomReader
from newsloom.readers.loom.headlines import word_count
from newsloom.records import Item

TEASER = "What happened, who was there and what comes next, told in a sentence or two for those in a hurry."
# Longer than what makes a page of prose a story.
PROSE = "We and our partners keep and read what your device tells us, in order to learn which pages you like. " * 12


def _slug(headline: str) -> str:
    return headline.lower().replace(" ", "-")


def _address(headline: str) -> str:
    return f"/2026/03/08/town/{_slug(headline)}"


def _headed(headline: str) -> str:
    address = _address(headline)
    return (
        f'<div class="box"><a href="{address}"><img src="/pictures/{len(headline)}.jpg"></a>'
        f'<h3><a href="{address}">{headline}</a></h3><p>{TEASER}</p></div>'
    )


def _cards(card: Callable[[str], str] = _headed) -> str:
    return "".join(map(card, HEADLINES))


def _front(content: str, *, head: str = "", end: str = "") -> str:
    menu = "".join(f'<li><a href="/{name}">{name.title()}</a></li>' for name in ("town", "sport", "culture", "weather"))
    return (
        f"<html><head><title>The Daily Loom</title>{head}</head><body><header><nav><ul>{menu}</ul></nav></header>"
        f'<main><div class="feed">{content}</div></main><footer><a href="/imprint">Imprint</a></footer>{end}'
        "</body></html>"
    )


def _read(page: str, url: str = HOME) -> tuple[Item, ...]:
    return LoomReader().read(parse(page, url=url))


def _told(items: tuple[Item, ...]) -> list[str]:
    return [item.headline for item in items if item.duplicate_of is None]


@pytest.mark.parametrize(
    "end",
    [
        f'<div class="c"><div role="dialog"><div><h2>Your privacy</h2><p>{PROSE}</p></div></div></div>',
        f'<div class="c"><div aria-modal="true"><p>{PROSE}</p></div></div>',
        f"<footer><div><p>{PROSE}</p></div></footer>",
        f'<div class="last"><a href="{_address(HEADLINES[0])}"><div><p>{PROSE}</p></div></a></div>',
    ],
    ids=["dialog", "modal", "footer", "link"],
)
def test_prose_that_is_no_story_leaves_a_front_page_one(end: str) -> None:
    headlines_alone = _cards(
        lambda headline: f'<div class="box"><h3><a href="{_address(headline)}">{headline}</a></h3></div>'
    )

    assert _told(_read(_front(headlines_alone, end=end))) == list(HEADLINES)


def test_a_page_that_prints_many_stories_whole_has_items() -> None:
    def whole(headline: str) -> str:
        link = f'<a href="{_address(headline)}">{headline}</a>'
        return f'<div class="post"><h2>{link}</h2><div><div>{PROSE}</div></div></div>'

    assert _told(_read(_front(_cards(whole)))) == list(HEADLINES)


def test_a_section_that_declares_itself_an_article_has_items() -> None:
    page = _front(
        f"<h1>Town</h1><div><p>{TEASER * 4}</p></div>{_cards()}", head='<meta property="og:type" content="article">'
    )

    assert _told(_read(page, f"{HOME}town/")) == list(HEADLINES)


def _short_story(declared: str) -> str:
    data = f'{{"@context": "https://schema.org", "@type": "NewsArticle", "headline": "{declared}"}}'
    return _front(
        f"<h1>Lorry stuck under the old bridge</h1><p>It took an hour to free it.</p>{_cards()}",
        head=f'<script type="application/ld+json">{data}</script>',
    )


def test_a_short_story_that_declares_its_headline_has_no_items() -> None:
    assert _read(_short_story("Lorry stuck under the old bridge"), f"{HOME}town/lorry-stuck") == ()


def test_a_front_page_that_declares_the_news_of_a_card_has_items() -> None:
    assert _told(_read(_short_story(HEADLINES[0]), f"{HOME}town/")) == list(HEADLINES)


def test_the_headline_of_a_link_around_the_card_is_its_line_that_the_address_names() -> None:
    def wrapped(headline: str) -> str:
        return (
            f'<li class="card"><a href="{_address(headline)}"><div class="label">• Live updates from Tarnby</div>'
            f'<div class="t"><span>{headline}</span></div><p>{TEASER}</p><p>4 min read</p></a></li>'
        )

    items = _read(_front(f"<ul>{_cards(wrapped)}</ul>"))

    assert _told(items) == list(HEADLINES)
    assert {item.text for item in items} == {TEASER}


def test_the_time_before_a_headline_is_not_part_of_it() -> None:
    def timed(headline: str) -> str:
        return f'<li><a href="{_address(headline)}"><time>8 min ago</time><span class="t">{headline}</span></a></li>'

    assert _told(_read(_front(f"<ul>{_cards(timed)}</ul>"))) == list(HEADLINES)


def test_emphasis_within_a_headline_does_not_part_it() -> None:
    def emphatic(headline: str) -> str:
        first, _, rest = headline.partition(" ")
        return f'<li><a href="{_address(headline)}"><div>Town</div><div><em>{first}</em> {rest}</div></a></li>'

    assert _told(_read(_front(f"<ul>{_cards(emphatic)}</ul>"))) == list(HEADLINES)


def test_bold_print_before_the_teaser_is_the_headline() -> None:
    def puff(headline: str) -> str:
        text = f"<span><strong>{headline}</strong> {TEASER}</span>"
        return f'<li><a href="{_address(headline)}"><img src="/p.jpg">{text}</a></li>'

    assert _told(_read(_front(f"<ul>{_cards(puff)}</ul>"))) == list(HEADLINES)


def test_the_name_of_a_section_with_one_card_is_not_its_headline() -> None:
    def boxed(headline: str) -> str:
        return (
            f'<section><h2>Around the town</h2><a href="{_address(headline)}"><p class="t">{headline}</p>'
            f"<p>{TEASER}</p></a></section>"
        )

    assert _told(_read(_front(_cards(boxed)))) == list(HEADLINES)


def test_a_link_laid_over_the_card_has_the_headline_of_its_heading() -> None:
    def overlaid(headline: str) -> str:
        return (
            f'<li><div><a href="{_address(headline)}" aria-label="{headline}"></a><h3><span>Town</span> '
            f"<span>{headline}</span></h3></div></li>"
        )

    assert _told(_read(_front(f"<ul>{_cards(overlaid)}</ul>"))) == [f"Town {headline}" for headline in HEADLINES]


def test_a_picture_in_a_box_of_its_own_belongs_to_the_item() -> None:
    def apart(headline: str) -> str:
        address, related = _address(headline), f"/2026/03/08/town/{_slug(headline)}-and-what-came-next"
        return (
            f'<section><div><a href="{address}"><p class="t">{headline}</p></a></div><div><a href="{address}"><figure>'
            f'<img src="/pictures/1.jpg"><figcaption>Mara Finch for The Daily Loom</figcaption></figure></a></div>'
            f'<div><a href="{related}"><p class="s">{headline} and what came next</p></a></div></section>'
        )

    items = _read(_front(_cards(apart)))

    assert _told(items) == [told for headline in HEADLINES for told in (headline, f"{headline} and what came next")]
    assert [item for item in items if item.duplicate_of] == []
    assert [item.image for item in items[::2]] == [f"{HOME}pictures/1.jpg"] * len(HEADLINES)


def test_addresses_that_differ_by_their_query_are_one_story() -> None:
    def tracked(headline: str) -> str:
        address = f"{_address(headline)}.html"
        return (
            f'<div class="box"><h3><a href="{address}?ico=home">{headline}</a></h3><p>{TEASER}</p>'
            f'<a href="{address}#film">Watch all of it</a></div>'
        )

    items = _read(_front(_cards(tracked)))

    assert _told(items) == list(HEADLINES)
    assert items[0].url == f"{HOME}{_address(HEADLINES[0])[1:]}.html?ico=home"


def _offer(address: str) -> str:
    link = f'<a href="{address}">Five things that you need to know each day</a>'
    return f'<div class="box"><h3>{link}</h3><p>{TEASER}</p></div>'


@pytest.mark.parametrize(
    "address",
    [
        "/newsletters/five-things",
        "/thema/five-things-that-you-need-to-know/",
        "/series/five-things-that-you-need-to-know",
        "/tag/five-things-that-you-need",
        "/shop/five-things-that-you-need-482913",
        "/vergleich/five-things-that-you-need-482913",
        "https://games.daily.example/2026/03/08/five-things-that-you-need",
    ],
)
def test_an_offer_or_a_list_on_a_card_is_no_item(address: str) -> None:
    assert _told(_read(_front(_cards() + _offer(address)))) == list(HEADLINES)


@pytest.mark.parametrize(
    "address",
    [
        "/newsletters/2026/03/08/five-things-that-you-need",
        "/topics/2026/03/08/town/five-things-that-you-need",
        "/topics/five-things-that-you-need-482913",
        "/2026/03/08/games/five-things-that-you-need",
    ],
)
def test_a_story_in_the_folder_of_an_offer_or_of_a_topic_is_an_item(address: str) -> None:
    told = _told(_read(_front(_cards() + _offer(address))))

    assert len(told) == len(HEADLINES) + 1


def test_a_link_before_the_rest_of_a_sentence_is_no_item() -> None:
    address = "/2026/03/07/town/what-the-engineers-found-in-the-spring"
    sentence = (
        f'<p>As <a href="{address}">what the engineers found in spring</a> makes plain, the bridge was never safe.</p>'
    )

    assert _told(_read(_front(_cards() + sentence))) == list(HEADLINES)


def test_the_text_of_a_link_to_elsewhere_is_no_teaser() -> None:
    def signed(headline: str) -> str:
        return (
            f'<div class="box"><h3><a href="{_address(headline)}">{headline}</a></h3>'
            f'<a href="/people/finch">Mara Finch writes about bridges, boats and those who mend them</a></div>'
        )

    assert {item.text for item in _read(_front(_cards(signed)))} == {""}


def test_words_are_counted_in_scripts_without_spaces_too() -> None:
    assert word_count("港の橋が二週間の修理のため閉鎖される") > 4
    assert word_count("8 min ago") == 2
    assert word_count("") == 0


def test_number_of_an_entry_is_no_part_of_its_headline():
    def ranked(headline: str) -> str:
        place = HEADLINES.index(headline) + 1
        return f'<li><a href="{_address(headline)}"><span class="place">{place}</span>{headline}</a></li>'

    items = _read(_front(_cards() + f"<h2>Most read</h2><ol>{_cards(ranked)}</ol>"))
    assert {item.headline for item in items} == set(HEADLINES)
