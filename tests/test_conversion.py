from __future__ import annotations

import json
import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.conversion import fields_of, to_builtins
from newsloom.records import Article, Block, Image, Item

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    name: str
    inside: object = None


def test_field_names_and_their_order_stay():
    assert list(to_builtins(Pair(name="a", inside=Pair(name="b")))) == ["name", "inside"]
    assert to_builtins(Pair(name="a", inside=(Pair(name="b"),)))["inside"] == [{"name": "b", "inside": None}]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (NOON, "2026-03-02T12:00:00+00:00"),
        (NOON.astimezone(timezone(timedelta(hours=3))), "2026-03-02T15:00:00+03:00"),
        ((1, (2.5,)), [1, [2.5]]),
        (frozenset({"a"}), ["a"]),
        ({1: NOON}, {"1": "2026-03-02T12:00:00+00:00"}),
        (math.nan, None),
        (-math.inf, None),
        (True, True),
        (None, None),
    ],
)
def test_what_is_in_a_record_becomes_what_json_can_hold(value, written):
    assert to_builtins(value) == written


def test_an_article_says_more_than_its_fields_and_a_block_less():
    block = Block(text="b", time=NOON)
    article = Article(text="a\n\nb", blocks=(Block(text="a"), block), images=(Image(url="i"),), published=NOON)
    written = to_builtins([article])[0]
    assert written == article.as_dict() == fields_of(article) | {"paragraphs": ["a", "b"], "word_count": 2}
    assert written["blocks"] == [
        {"text": "a", "kind": "paragraph"},
        {"text": "b", "kind": "paragraph", "time": "2026-03-02T12:00:00+00:00"},
    ]
    assert written["images"] == [{"url": "i", "caption": None, "credit": None}]
    assert Article.from_dict(written) == article


@given(st.builds(Item), st.builds(Article, confidence=st.floats(0, 1)))
def test_every_record_can_be_written_as_json(item, article):
    for record in (item, article):
        assert json.loads(json.dumps(to_builtins(record), allow_nan=False)) == to_builtins(record)
