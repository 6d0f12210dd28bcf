from __future__ import annotations

from datetime import UTC, datetime
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.portal.topic_map import PHONE, WIDE, Sheet, topic_map_of
from newsloom.records import Topic

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def _topics(*told: tuple[int, float, float]) -> list[Topic]:
    return [
        Topic(
            id=str(number),
            made_at=NOON,
            size=size,
            place=(x, y),
            words=((f"harbour{number}", 0.9), ("storm", 0.5)),
        )
        for number, (size, x, y) in enumerate(told)
    ]


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 10_000), st.floats(allow_nan=False), st.floats(allow_nan=False)), max_size=90),
    st.sampled_from([WIDE, PHONE]),
)
def test_every_topic_is_named_on_the_sheet_and_none_covers_another(told: list, sheet: Sheet) -> None:
    drawn = topic_map_of(_topics(*told), sheet)
    assert len(drawn.spots) == min(len(told), sheet.most)
    for spot in drawn.spots:
        assert spot.label
        assert spot.radius <= spot.x <= drawn.width - spot.radius
        assert spot.radius <= spot.y < spot.label_y <= drawn.height
    for one, other in combinations(drawn.spots, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 > (one.radius + other.radius) ** 2
        is_beside = abs(one.x - other.x) * 2 >= (len(one.label) + len(other.label)) * 7
        assert is_beside or abs(one.label_y - other.label_y) >= 13


def test_alike_topics_stay_near_each_other() -> None:
    drawn = topic_map_of(_topics((9, 0.0, 0.0), (8, 0.01, 0.0), (7, 1.0, 1.0)))
    first, second, third = drawn.spots
    assert abs(first.x - second.x) < abs(first.x - third.x)


@pytest.mark.parametrize("word", ["港湾台风警报渡轮停航", "a" * 80])
def test_a_long_name_is_shortened_by_the_room_that_it_takes(word: str) -> None:
    (spot,) = topic_map_of([Topic(id="t", made_at=NOON, size=3, words=((word, 1.0), (word, 0.5)))], PHONE).spots
    assert spot.label.endswith("…")
    assert len(spot.label) <= (12 if word[0] != "a" else 22)
