from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import newsloom
from newsloom import Article

ARTICLE = Article(title="Rain in charge", text="The rain went on all day.")
PAGE = "<html><body><h1>Rain in charge</h1></body></html>"
# A Path and a pair of texts are a newsroom's place and a page without words: what is wrong differs.
NOT_A_PAGE = (None, 7, 1.5, True, Path("page.html"), [PAGE], [PAGE.encode()], {"page": PAGE}, ARTICLE, bytearray(b"x"))
NO_PAIRS = (None, 7, PAGE, PAGE.encode(), Path("pages"), ARTICLE, {"url": PAGE})
NO_PAIRS_WITHIN = ([PAGE.encode()], [PAGE], ["ab"], [None], [("url", PAGE, 3)], [(b"url", PAGE)], [("url", Path("x"))])
NO_ARTICLES = (None, 7, "x", b"x", Path("x"), ARTICLE, {"a": ARTICLE}, ["x"], [b"x"], [None], [ARTICLE, 7], [[ARTICLE]])
NOT_AN_ARTICLE = (None, 7, "x", b"x", Path("x"), [ARTICLE], {"title": "x"})
NO_NAME = (None, 7, b"loom", ["loom"], Path("loom"))
NO_TEXT = (7, b"x", Path("x"), ["x"])

WRONG: dict[str, list[tuple[Callable[[Any], Any], tuple[Any, ...]]]] = {
    "available": [(newsloom.available, NO_NAME)],
    "cluster": [
        (newsloom.cluster, NO_ARTICLES),
        (lambda value: newsloom.cluster([], known=value), (None, 7, "x", [7], [ARTICLE])),
        (lambda value: newsloom.cluster([], clusterer=value), NO_NAME),
    ],
    "extract": [
        (newsloom.extract, NOT_A_PAGE),
        (lambda value: newsloom.extract(PAGE, url=value), NO_TEXT),
        (lambda value: newsloom.extract(PAGE, title=value), NO_TEXT),
        (lambda value: newsloom.extract(PAGE, template=value), ("x", 7, [])),
        (lambda value: newsloom.extract(PAGE, extractor=value), NO_NAME),
    ],
    "fetch": [
        (newsloom.fetch, (None, 7, b"https://paper.example/", Path("x"))),
        (lambda value: newsloom.fetch("https://paper.example/", allow_hosts=value), ("127.0.0.1",)),
    ],
    "fetch_async": [(lambda value: asyncio.run(newsloom.fetch_async(value)), (None, 7))],
    "first_stories": [(newsloom.first_stories, NO_ARTICLES)],
    "learn": [
        (newsloom.learn, (*NO_PAIRS, *NO_PAIRS_WITHIN)),
        (lambda value: newsloom.learn([], learner=value), NO_NAME),
    ],
    "open_newsroom": [
        (newsloom.open_newsroom, (7, b"x", ["x"], ARTICLE)),
        (lambda value: newsloom.open_newsroom(settings=value), ("x", 7, {"newsroom": "x"})),
    ],
    "read_comments": [
        (newsloom.read_comments, NOT_A_PAGE),
        (lambda value: newsloom.read_comments(PAGE, url=value), NO_TEXT),
    ],
    "read_items": [
        (newsloom.read_items, NOT_A_PAGE),
        (lambda value: newsloom.read_items(PAGE, url=value), NO_TEXT),
        (lambda value: newsloom.read_items(PAGE, earlier=value), (None, PAGE, [None], [Path("x")])),
        (lambda value: newsloom.read_items(PAGE, reader=value), NO_NAME),
    ],
    "similarity": [
        (lambda value: newsloom.similarity(value, ARTICLE), NOT_AN_ARTICLE),
        (lambda value: newsloom.similarity(ARTICLE, value), NOT_AN_ARTICLE),
    ],
    "summarize": [
        (newsloom.summarize, NO_ARTICLES),
        (lambda value: newsloom.summarize([ARTICLE], words=value), (None, "60", 6.5, True)),
    ],
    "track": [
        (lambda value: newsloom.track(value, [ARTICLE]), NO_ARTICLES),
        (lambda value: newsloom.track([], value), NO_ARTICLES),
    ],
}
CASES = [
    pytest.param(call, value, id=f"{name}-{value!r:.40}")
    for name, calls in WRONG.items()
    for call, values in calls
    for value in values
]


@pytest.mark.parametrize(("call", "value"), CASES)
def test_a_value_of_a_wrong_kind_is_refused_in_plain_words(call: Callable[[Any], Any], value: Any) -> None:
    with pytest.raises(TypeError, match=r" must be .*, not ") as caught:
        call(value)
    # On purpose, not where some method stumbled over it.
    raised = Path(traceback.extract_tb(caught.value.__traceback__)[-1].filename)
    assert raised.name in {"arguments.py", "catalogue.py", "room.py"} or raised.parent.name == "fetch"


def test_every_public_function_has_its_wrong_values_here() -> None:
    functions = {name for name in newsloom.__all__ if name.islower() and callable(getattr(newsloom, name))}
    assert functions == set(WRONG)


@pytest.mark.parametrize(
    ("call", "way_out"),
    [
        (lambda: newsloom.extract(Path("page.html")), "path.read_bytes()"),
        (lambda: newsloom.learn([PAGE.encode()]), "[(None, page), …]"),
        (lambda: newsloom.cluster(ARTICLE), "[article]"),
        (lambda: newsloom.cluster(["x"]), "newsloom.extract(page)"),
        (lambda: newsloom.cluster([], clusterer=None), "newsloom.available('clusterer')"),
        (lambda: newsloom.extract(PAGE, url=b"https://loom.example/"), "value.decode()"),
        (lambda: newsloom.available(None), "extractor, reader, learner, clusterer"),
    ],
)
def test_the_message_names_the_way_out(call: Callable[[], Any], way_out: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert way_out in str(caught.value)


def test_pairs_may_be_lists_and_come_from_any_iterable() -> None:
    templates = newsloom.learn(iter([["https://loom.example/1", PAGE], (None, PAGE.encode())]))
    assert sorted(member for template in templates for member in template.members) == [0, 1]


def test_a_newsroom_may_be_opened_by_a_path(tmp_path: Path) -> None:
    with newsloom.open_newsroom(tmp_path / "loom.db") as room:
        assert room.settings.newsroom == str(tmp_path / "loom.db")
    assert (tmp_path / "loom.db").exists()
