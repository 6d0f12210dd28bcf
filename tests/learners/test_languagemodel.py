from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.learners.papers import documents

from newsloom.learners.languagemodel import GroupLanguageModels
from newsloom.learners.paths import read_paths

_SMALL_WORDS = "the and of was on it that with for as"


def test_who_calls_itself_alike_speaks_alike():
    models = _speech(["Herald", "Herald", "Evening", "Post", "Herald"])
    assert models.alike(4, [2, 3]) is None
    assert _speech(["Herald", "Evening", "Post", "Herald"]).alike(3, [0, 1, 2]) == 0


def test_of_two_who_speak_alike_neither_is_chosen():
    assert _speech(["Herald", "Herald", "Evening", "Post", "Herald"]).alike(4, [0, 1, 2, 3]) is None


def test_what_everybody_says_tells_nothing():
    assert _speech(["Herald", "Evening", "Post", "Star"]).alike(3, [0, 1, 2]) is None


def test_the_more_often_a_name_is_said_the_more_it_saves():
    once, often = (
        GroupLanguageModels.of(
            [[0], [1], [2], [3]], read_paths(documents([*map(_page, ("Herald", "Evening", "Post")), last]))
        )
        for last in ("<p>Herald</p>", _page("Herald"))
    )
    assert once.alike(3, [0, 1, 2]) is None
    assert often.alike(3, [0, 1, 2]) == 0


def test_who_says_nothing_speaks_like_nobody():
    models = GroupLanguageModels.of([[0], [1], [2]], read_paths(documents([_page("Herald"), _page("Evening"), ""])))
    assert models.alike(2, [0, 1]) is None
    assert GroupLanguageModels.of([[0], [1]], read_paths(documents(["", ""]))).alike(0, [1]) is None


@given(st.permutations(["Herald", "Evening", "Post", "Star", "Times"]))
def test_the_order_of_groups_decides_nothing(names):
    models = _speech([*names, "Post"])
    assert models.alike(5, list(range(5))) == names.index("Post")


def _speech(names: list[str]) -> GroupLanguageModels:
    return GroupLanguageModels.of(
        [[place] for place in range(len(names))], read_paths(documents(list(map(_page, names))))
    )


def _page(name: str) -> str:
    return "".join(f"<p>{_SMALL_WORDS} {name} {number}</p>" for number in range(12))
