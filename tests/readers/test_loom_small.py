"""Small front pages, at addresses of one word: the cards of a page tell what is a story on it."""

from __future__ import annotations

import pytest

from newsloom import read_items

NEWS = {
    "en": [
        ("bridge", "Footbridge over the Ayle opens", "The footbridge over the Ayle opened on Tuesday, six years late."),
        ("match", "Rangers win derby in the rain", "Vale Rangers won the derby, which was stopped twice for the rain."),
        ("mill", "Paper mill to hire forty again", "The paper mill will hire forty people by the spring, it said."),
        ("goats", "Primary school keeps its goats", "The goats of the primary school may stay, the county decided."),
    ],
    "ar": [
        (
            "jisr",
            "افتتاح جسر للمشاة فوق نهر الوادي",
            "افتتح رئيس البلدية جسر المشاة فوق النهر بعد ست سنوات من الفيضان.",
        ),
        (
            "zaytun",
            "موسم الزيتون يبدأ مبكرا في الجبل",
            "بدأ المزارعون قطف الزيتون قبل موعده بثلاثة أسابيع بسبب الحرارة.",
        ),
        ("shatranj", "تلميذة تفوز ببطولة الشطرنج", "فازت تلميذة في العاشرة من عمرها ببطولة المدينة بعد تسع مباريات."),
    ],
    "zh": [
        (
            "dianche",
            "老城电车停运七年后重新上路",
            "停运七年的老城电车星期一清晨重新驶出车库，首班车上坐满了居民和带着相机的老人。",
        ),
        (
            "cha",
            "山村茶农试种耐旱新品种",
            "连续两年少雨之后，青竹岭的茶农今年春天试种了一种耐旱的新茶树，嫩叶已经烘干。",
        ),
        ("huashi", "少年在河滩发现恐龙脚印", "十三岁的少年放学后在河滩上捡石头，无意中发现了一串三趾的恐龙脚印化石。"),
    ],
}
CARD = '<div class="teaser"><h2><a href="/{slug}.html">{headline}</a></h2><p>{teaser}</p></div>'
MENU = '<nav><a href="/">Home</a> <a href="/local/">Local</a> <a href="/about.html">About us</a></nav>'


@pytest.mark.parametrize("language", NEWS)
def test_every_story_of_a_small_front_page_is_an_item(language: str) -> None:
    assert _headlines(language, _cards(NEWS[language])) == [headline for _, headline, _ in NEWS[language]]


def test_the_second_of_two_on_a_section_page_is_an_item_as_well() -> None:
    first, _, _, last = NEWS["en"]
    page = _cards([("2026/11/footbridge-over-the-ayle-opens", *first[1:]), last])
    assert _headlines("en", page) == [first[1], last[1]]


@pytest.mark.parametrize("place", ["aside", "footer", "nav"])
def test_cards_beside_the_news_are_none(place: str) -> None:
    assert _headlines("en", f"<{place}>{_cards(NEWS['en'])}</{place}>") == []


def _cards(news: list[tuple[str, str, str]]) -> str:
    return "".join(CARD.format(slug=slug, headline=headline, teaser=teaser) for slug, headline, teaser in news)


def _headlines(language: str, cards: str) -> list[str | None]:
    page = (
        f'<html lang="{language}"><title>Gazette</title><body><header>{MENU}</header><main>{cards}</main></body></html>'
    )
    return [item.headline for item in read_items(page, url="https://gazette.example/")]


def test_an_invitation_to_read_on_is_no_part_of_a_teaser() -> None:
    stories = {
        "Ferry stays in port after flood": "The ferry stays in port because the river rose by two metres in the night.",
        "Mill opens its doors on Sunday": "The mill is open on Sunday and its keeper tells of the flood.",
        "Carts wait for a new bridge": "Carts wait at the pier while the council talks about a new bridge.",
    }
    cards = "".join(
        f"<article><h2><a href='/2024/05/{number}-news-of-the-day'>{title}</a></h2>"
        f"<p>{text} <a href='/2024/05/{number}-news-of-the-day'>Continue reading <span>→</span></a></p></article>"
        for number, (title, text) in enumerate(stories.items())
    )
    page = f"<title>Valley News</title><h1>Valley News</h1><div>{cards}</div>"
    found = read_items(page, url="https://valley.example/")
    assert {item.headline: item.text for item in found} == stories
