"""Writes made-up pages and their truth as a labelled set that ``newsloom evaluate`` reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

__all__ = ["write_labelled_set"]


def write_labelled_set(folder: Path, pages: Iterable[tuple[bytes, Mapping[str, Any]]]) -> None:
    """Write each page under the ``id`` in its truth, and a file with all truths."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as truths:
        for page, truth in pages:
            (folder / "pages" / f"{truth['id']}.html").write_bytes(page)
            truths.write(json.dumps(truth, ensure_ascii=False) + "\n")
