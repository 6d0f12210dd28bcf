"""A record that is made quickly is one made as usual."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import Any

import pytest

from newsloom.quickrecords import quick_constructor
from newsloom.records import Article, Block, BlockImage, BlockLink

LINK = BlockLink(start=0, end=4, url="https://loom.example/")
VALUES: list[tuple[Any, dict[str, Any]]] = [
    (Block, {"text": "Rain"}),
    (Block, {"text": "Rain", "kind": "item", "level": 2, "number": 3, "links": (LINK,)}),
    (BlockImage, {"at": 1, "url": "https://loom.example/a.jpg"}),
    (Article, {"title": "Rain"}),
]


@pytest.mark.parametrize(("kind", "values"), VALUES)
def test_it_is_equal_to_one_made_as_usual(kind: Any, values: dict[str, Any]) -> None:
    quick, usual = quick_constructor(kind)(**values), kind(**values)
    assert type(quick) is kind
    assert quick == usual
    assert repr(quick) == repr(usual)
    assert pickle.loads(pickle.dumps(quick)) == copy.copy(quick) == replace(quick) == usual


def test_it_is_frozen_and_may_be_a_key() -> None:
    block = quick_constructor(Block)(text="Rain")
    assert {block, Block(text="Rain")} == {block}
    with pytest.raises(FrozenInstanceError):
        block.text = "Sun"  # type: ignore[misc]


@pytest.mark.parametrize("values", [{}, {"text": "Rain", "colour": "grey"}])
def test_it_takes_no_other_values(values: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        quick_constructor(Block)(**values)


def test_what_is_made_for_each_record_is_its_own() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Basket:
        fruits: list[str] = field(default_factory=list)

    basket = quick_constructor(Basket)
    assert basket().fruits is not basket().fruits
