"""Articles that are each other's nearest are no story unless they are alike by themselves."""

from __future__ import annotations

import pytest

import newsloom
from newsloom.clusterers.stream import StreamClusterer
from newsloom.records import Article

PAPER = "https://mercury.example"
LIGHTS = Article(
    url=f"{PAPER}/903",
    title="Harbour lights of Seaby to burn all night again",
    text="The lights along the harbour wall of Seaby will burn all night again, ten years after the council switched "
    "them off at midnight to save money.\n\nNew lamps use a fifth of the power, said harbour master Inge Solberg. "
    "Fishermen had asked for light every year since.",
    language="en",
)
FIRE = Article(
    url=f"{PAPER}/902",
    title="Fire in sawmill at Seaby put out within the hour",
    text="A fire in the drying shed of the Seaby sawmill was put out by forty firefighters within an hour on Sunday "
    "night. Nobody was hurt.\n\nThe owner, Lars Bohm, put the damage at half a million crowns. The saw itself was not "
    "touched and runs again today.",
    language="en",
)
FIRE_ELSEWHERE = Article(
    url="https://post.example/fire",
    title="Sawmill fire at Seaby: half a million in damage",
    text="Forty firefighters put out a fire in the drying shed of the sawmill at Seaby on Sunday night. Owner Lars "
    "Bohm said that the damage was half a million crowns and that the saw runs again.",
    language="en",
)
CHOIR = Article(
    url="https://post.example/choir",
    title="Choir of widows wins the Brannock prize for music",
    text="A choir of nineteen widows from Ostermoor has won the Brannock prize, which is given every third year. The "
    "jury praised their clear voices.",
    language="en",
)

# What a paper of one town prints in a day; nothing is alike but the town in every headline.
TOWN = [
    ("Council of Seaby votes for new library", "The council of Seaby voted on Tuesday for a library at the station."),
    (
        "Bakery in Seaby closes after 80 years",
        "The oldest bakery of Seaby closes. Karl Moe found nobody for the ovens.",
    ),
    ("Seaby footballers lose at home", "Seaby lost 0-2 against Norvik. Coach Per Dahl blamed the heavy pitch."),
    ("Storm takes boats in Seaby harbour", "Four boats sank at Seaby on Monday night. Nobody was hurt, said Ola Vik."),
    ("Pensioner of Seaby wins lottery", "A pensioner of Seaby won two million crowns and wants a new bicycle."),
    ("Bees die in gardens of Seaby", "Beekeepers of Seaby lost half of their hives to mites, said Tone Berg."),
]


def _groups(*articles: Article) -> list[tuple[int, ...]]:
    return [story.members for story in newsloom.cluster(articles)]


def test_two_stories_of_one_paper_and_town_stand_alone() -> None:
    assert _groups(LIGHTS, FIRE, CHOIR) == [(0,), (1,), (2,)]


def test_two_papers_that_tell_one_event_are_a_story() -> None:
    assert _groups(FIRE, CHOIR, FIRE_ELSEWHERE) == [(0, 2), (1,)]


def test_arrivals_join_nothing_unrelated_and_are_joined_by_their_like() -> None:
    index = StreamClusterer().index([LIGHTS, CHOIR], ())
    index.add([FIRE])
    assert [story.members for story in index.stories] == [(0,), (1,), (2,)]
    index.add([FIRE_ELSEWHERE])
    assert [story.members for story in index.stories] == [(0,), (1,), (2, 3)]


@pytest.mark.parametrize("address", ["https://seaby.example/{}", "https://paper{}.example/news"])
@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_a_town_in_every_headline_makes_no_story(count: int, address: str) -> None:
    articles = _printed(TOWN[:count], address)
    assert _groups(*articles) == [(place,) for place in range(count)]


def test_arrivals_with_only_the_town_in_common_begin_their_own_stories() -> None:
    first, *others = _printed(TOWN, "https://seaby.example/{}")
    index = StreamClusterer().index([first], ())
    for one in others:
        index.add([one])
    assert [story.members for story in index.stories] == [(place,) for place in range(len(TOWN))]


def test_an_unrelated_article_of_the_same_town_stays_out_of_a_story_of_three() -> None:
    again = Article(
        url="https://gazette.example/fire",
        title="Firefighters save sawmill of Seaby",
        text="The sawmill of Lars Bohm at Seaby burned on Sunday night. Forty firefighters saved all but the drying "
        "shed; the damage is half a million crowns.",
        language="en",
    )
    match = _printed(TOWN[2:3], "https://herald.example/{}")[0]
    assert _groups(FIRE, FIRE_ELSEWHERE, again, match) == [(0, 1, 2), (3,)]
    index = StreamClusterer().index([FIRE, FIRE_ELSEWHERE, again], ())
    index.add([match])
    assert [story.members for story in index.stories] == [(0, 1, 2), (3,)]


def _printed(news: list[tuple[str, str]], address: str) -> list[Article]:
    return [
        Article(url=address.format(place), title=title, text=text, language="en")
        for place, (title, text) in enumerate(news)
    ]
