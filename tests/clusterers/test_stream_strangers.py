"""Two that are each other's nearest are no story unless they are alike by themselves."""

from __future__ import annotations

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


def _groups(*articles: Article) -> list[tuple[int, ...]]:
    return [story.members for story in newsloom.cluster(articles)]


def test_two_stories_of_one_paper_and_town_stand_alone() -> None:
    assert _groups(LIGHTS, FIRE, CHOIR) == [(0,), (1,), (2,)]


def test_two_papers_that_tell_one_event_are_a_story() -> None:
    assert _groups(FIRE, CHOIR, FIRE_ELSEWHERE) == [(0, 2), (1,)]


def test_arrivals_join_no_stranger_and_are_joined_by_their_like() -> None:
    index = StreamClusterer().index([LIGHTS, CHOIR], ())
    index.add([FIRE])
    assert [story.members for story in index.stories] == [(0,), (1,), (2,)]
    index.add([FIRE_ELSEWHERE])
    assert [story.members for story in index.stories] == [(0,), (1,), (2, 3)]
