from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def _pinned(lock: Path) -> set[str]:
    return set(re.findall(r"^([\w.-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_peers_lock_names_no_registry_and_hashes_everything():
    text = (ROOT / "benchmarks" / "requirements.lock").read_text(encoding="utf-8")
    assert not re.search(r"https?://|file:|--index-url|--find-links", text)
    hashed = re.findall(r"^[\w.-]+==\S+(?: ;[^\\\n]*)? \\\n    --hash=sha256:", text, re.MULTILINE)
    assert len(hashed) == len(re.findall(r"^\w", text, re.MULTILINE)) > 20


def test_peers_are_in_their_own_lock_only():
    assert "trafilatura" in _pinned(ROOT / "benchmarks" / "requirements.lock")
    assert "trafilatura" not in _pinned(ROOT / "requirements.lock")
