"""A page on the scheduler's web server, beside Dask's dashboard: the progress of each run. Needs the extra ``bulk``."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any, Final

from distributed import SchedulerPlugin
from tornado.web import RequestHandler

__all__ = ["PATH", "RUNS", "ProgressPage"]

PATH: Final = "/newsloom"
RUNS: Final = "newsloom-runs"
"""The topic under which runs report their progress."""

_HEAD: Final = """<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Newsloom</title>
<style>body{font:16px sans-serif;margin:2em}td,th{padding:.3em 1em;text-align:right;border-bottom:1px solid #ccc}
td:first-child,th:first-child{text-align:left}</style><h1>Newsloom</h1>"""


class ProgressPage(SchedulerPlugin):
    """Serves the page: a row for each step, with what its run reported last."""

    name = "newsloom-progress"

    async def start(self, scheduler: Any) -> None:
        scheduler.http_application.add_handlers(".*$", [(PATH, _Handler, {"scheduler": scheduler})])


class _Handler(RequestHandler):
    def initialize(self, scheduler: Any) -> None:
        self._scheduler = scheduler

    def get(self) -> None:
        told: dict[str, Mapping[str, str]] = {}
        for _, message in self._scheduler.get_events(RUNS):
            # The row that was updated last comes last.
            told.pop(message["step"], None)
            told[message["step"]] = message
        self.write(_HEAD + _table(list(told.values())))


def _table(runs: list[Mapping[str, str]]) -> str:
    if not runs:
        return "<p>No run has reported anything yet.</p>"
    names = list(dict.fromkeys(name for run in runs for name in run))
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(run.get(name, ''))}</td>" for name in names) + "</tr>" for run in runs
    )
    return f"<table><tr>{head}</tr>{rows}</table>"
