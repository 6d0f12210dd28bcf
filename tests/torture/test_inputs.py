"""The short form of the torture's input: some cases of each target, and that a finding can be run again."""

from __future__ import annotations

import random

import pytest

from torture.findings import Finding, Report, read_finding
from torture.inputs import TARGETS, run_inputs, try_case
from torture.makers import MAKERS


@pytest.mark.parametrize("target", TARGETS)
def test_hostile_material_is_read_or_refused(target):
    for seed in range(6):
        assert try_case((target, seed))


@pytest.mark.parametrize("target", TARGETS)
def test_a_seed_makes_the_same_material_again(target):
    assert MAKERS[target](random.Random(7)) == MAKERS[target](random.Random(7))  # noqa: S311 - the same every time


def test_a_finding_is_kept_as_a_file_that_holds_all_of_it(tmp_path, capsys):
    finding = Finding(part="input", case="feed", seed=3, seen="ValueError: x", material=b"\x00<rss")
    report = Report(folder=tmp_path, seconds=0)
    report.found(finding)
    (file,) = tmp_path.iterdir()
    assert read_finding(file) == finding
    assert "seed 3" in capsys.readouterr().out
    assert not report.has_time


def test_cases_are_tried_in_processes_of_their_own():
    report = Report(folder=None, seconds=120)
    run_inputs(report, 5, most=6, targets=("date", "header"))
    assert report.findings == []
    assert report.tried == {"input date": 3, "input header": 3}
