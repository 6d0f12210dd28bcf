"""The command line as a user meets it: a real process, its output and its exit code."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

STORY = """<html lang="en"><head><meta charset="utf-8"><title>Bridge opens after nine years | The Daily Example</title>
<meta name="author" content="Greta Lindqvist-Moss"></head><body>
<div id="menu"><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></div>
<div id="story"><h1>Bridge opens after nine years</h1>
<p>The bridge over the Lorne opened on Monday, nine years after the first stone was laid.</p>
<p>The mayor walked across the bridge first, followed by the band of the fire brigade.</p>
<p>Some 4,000 people crossed the bridge on its first day, the town said. The ferry has been sold.</p></div>
<div id="foot">All rights reserved. Write to the editor.</div></body></html>"""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    code: int
    stdout: str
    stderr: str
    cpu_seconds: float

    @property
    def records(self) -> list[Any]:
        """What was printed with --format json: a record on each line."""
        return [json.loads(line) for line in self.stdout.splitlines()]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Outcome]:
    """Run ``newsloom`` in a folder of its own."""

    def run_newsloom(*arguments: str, stdin: bytes = b"") -> Outcome:
        before = _children_cpu()
        done = subprocess.run(
            [sys.executable, "-m", "newsloom", *arguments],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )
        return Outcome(
            code=done.returncode,
            stdout=done.stdout.decode(),
            stderr=done.stderr.decode(),
            cpu_seconds=_children_cpu() - before,
        )

    return run_newsloom


@pytest.fixture
def story(tmp_path: Path) -> str:
    """The name of a file with one plain story."""
    (tmp_path / "story.html").write_text(STORY, encoding="utf-8")
    return "story.html"


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
