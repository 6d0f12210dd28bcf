"""Pages in portions that fit in memory: entries go in one by one, batches of them come out, in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from newsloom.pipeline.bulk.entries import Entry
from newsloom.records import Failure

__all__ = ["Batch", "batches_of"]

# Pages may have 8 MB each, and a line says the text of an article three times over.
_BATCH_BYTES: Final = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Entries that are read together; ``passed`` counts what was no page between them."""

    entries: tuple[Entry | Failure, ...]
    passed: int = 0


def batches_of(entries: Iterable[Entry | Failure | None], most_pages: int) -> Iterator[Batch]:
    """Batches of so many pages, or fewer where they are large. What was no page behind the last is told, too."""
    held: list[Entry | Failure] = []
    size = passed = 0
    for entry in entries:
        if entry is None:
            passed += 1
            continue
        held.append(entry)
        size += 0 if isinstance(entry, Failure) else entry.size
        if len(held) >= most_pages or size >= _BATCH_BYTES:
            yield Batch(entries=tuple(held), passed=passed)
            held, size, passed = [], 0, 0
    if held or passed:
        yield Batch(entries=tuple(held), passed=passed)
