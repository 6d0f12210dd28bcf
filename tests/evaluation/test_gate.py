from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from newsloom.errors import InputError
from newsloom.evaluation import MEASURES, Floor, check, read_floors

from .reports import DIGEST, TWO_METHODS, report, score

FLOOR = Floor(corpus="coast", digest=DIGEST, method="new", measure="word_f1", feed_title=True, least=0.5)


def test_a_floor_that_is_reached_is_no_breach() -> None:
    assert check(TWO_METHODS, [FLOOR]) == ()


def test_a_mean_below_its_floor_is_a_breach() -> None:
    floor = dataclasses.replace(FLOOR, least=0.51)
    (breach,) = check(TWO_METHODS, [floor])
    assert breach.floor == floor
    assert breach.reason == "new reaches 0.5000 word_f1 on coast, below 0.51"


def test_another_version_of_the_set_is_a_breach() -> None:
    (breach,) = check(TWO_METHODS, [dataclasses.replace(FLOOR, digest="e" * 64)])
    assert "the set has changed" in breach.reason


def test_a_floor_without_digest_takes_any_version() -> None:
    assert check(TWO_METHODS, [dataclasses.replace(FLOOR, digest=None)]) == ()


def test_a_sample_does_not_pass_for_the_set() -> None:
    sample = report(score("ferry", "new", word_f1=1.0), scored=0)
    (breach,) = check(sample, [FLOOR])
    assert "only 0 of 1 pages" in breach.reason


def test_a_measure_that_is_gone_is_a_breach() -> None:
    (breach,) = check(TWO_METHODS, [dataclasses.replace(FLOOR, measure="date")])
    assert breach.reason == "no page has a value for date"


@pytest.mark.parametrize("other", [{"corpus": "inland"}, {"method": "other"}, {"feed_title": False}])
def test_what_was_not_run_is_not_judged(other) -> None:
    assert check(TWO_METHODS, [dataclasses.replace(FLOOR, least=1.0, **other)]) == ()


def test_floors_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "floors.json"
    path.write_text(json.dumps({"floors": [dataclasses.asdict(FLOOR)]}))
    assert read_floors(path) == (FLOOR,)


@pytest.mark.parametrize("content", ["", "[]", '{"floors": [{}]}', '{"floors": 3}', '{"floors": [3]}'])
def test_a_broken_file_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "floors.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"floors\.json"):
        read_floors(path)


def test_the_carried_floors_can_be_read_and_name_real_measures() -> None:
    assert {floor.measure for floor in read_floors()} <= set(MEASURES)
