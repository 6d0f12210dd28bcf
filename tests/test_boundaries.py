"""Where any error may end: only where one item must not stop the others."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src/newsloom"
BOUNDARIES = {
    # An item and its result in a process: what is called, what is pickled, what comes back.
    "engines/failures.py": 1,
    "engines/local/pool.py": 2,
    "engines/local/worker.py": 1,
    "engines/local/watched.py": 1,
    # A page of a gathering: its fetch, and its writing.
    "pipeline/gathering/collect.py": 2,
}


def test_any_error_is_caught_at_these_boundaries_alone():
    found = {
        str(file.relative_to(SOURCE)): len(re.findall(r"except Exception\b", file.read_text(encoding="utf-8")))
        for file in SOURCE.rglob("*.py")
    }
    assert {file: count for file, count in found.items() if count} == BOUNDARIES
