"""Where any error may end, and by which names Newsloom uses its own newsroom."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from newsloom.newsroom import Newsroom
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore

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


def test_newsloom_itself_uses_no_short_name_of_the_newsroom():
    room = Newsroom(MemoryStore(), Settings())
    short = "|".join(name for name, value in vars(room).items() if inspect.ismethod(value))
    assert "latest" in short
    used = re.compile(rf"\b_?(?:news)?room\.(?:{short}|store)\b")
    found = [
        f"{file.relative_to(SOURCE)}: {line.strip()}"
        for file in SOURCE.rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if used.search(line) and not line.startswith(("from ", "import "))
    ]
    assert found == []
