"""The floors that the project carries hold on the labelled sets, where these are at hand.

The trained room was taught these pages: its floors notice that something broke, they do not say how good it is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from newsloom.evaluation import evaluate_sets
from newsloom.evaluation.gate import check, read_floors

SETS = Path(__file__).parents[2].parent / "shared/data/articles"
FLOORS = read_floors()


@pytest.mark.skipif(not SETS.is_dir(), reason="the labelled sets do not lie beside the project")
def test_no_method_falls_below_its_floor():
    sets = sorted({floor.corpus for floor in FLOORS})
    methods = sorted({floor.method for floor in FLOORS})
    report = evaluate_sets([SETS / f"{name}.tar.xz" for name in sets], methods, feed_title=True, processes=2)
    assert [breach.reason for breach in check(report, FLOORS)] == []


def test_every_method_has_a_floor():
    assert {floor.method for floor in FLOORS} == {"largest", "loom", "next"}
