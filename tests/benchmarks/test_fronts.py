"""The measurement of readers: its figures are of pages read, and a machine without the labelled set says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.fronts import Costs, main, measured


def test_a_reading_is_told_in_parses() -> None:
    assert Costs(reading=6.0, parsing=2.0).parses == 3.0


def test_every_page_is_read_and_parsed() -> None:
    page = b"<html><body>" + b"<div><a href='/town/ferry-101'>The ferry sails again on Monday</a></div>" * 400
    costs = measured("loom", [(page, "https://daily.example/")], rounds=2)

    assert costs.reading > 0
    assert costs.parsing > 0


def test_without_labelled_pages_nothing_is_measured(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["--set", str(tmp_path / "none.tar.xz")])

    assert "skipped" in capsys.readouterr().out
