"""The short form of the torture's hard pages: the strings of some patterns, and that growth would be seen."""

from __future__ import annotations

import re

from torture import hardpages
from torture.findings import Report
from torture.hardpages import run_hard_pages


def test_whole_pages_take_time_in_proportion():
    report = Report(folder=None, seconds=60)
    run_hard_pages(report, names=("newsloom.dom.headline",))
    assert report.findings == []
    assert report.tried["hard strings in a page"] > 20


def test_a_reader_that_grows_is_found(monkeypatch, capsys):
    slow = re.compile(rb"\s*!")
    monkeypatch.setitem(hardpages.READERS, "page", (lambda text: b" " * (len(text) // 4), slow.search))
    monkeypatch.setattr(hardpages, "_LEAST_SECONDS", 0.01)
    report = Report(folder=None, seconds=60)
    run_hard_pages(report, names=("newsloom.text.dates._ZULU",))
    assert {finding.case for finding in report.findings} == {"newsloom.text.dates._ZULU page"}
    assert "grows" in capsys.readouterr().out
