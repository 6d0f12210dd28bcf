"""One run of bulk extraction, or of the bare extractor, in a process that imports nothing else.

Started by ``python -m benchmarks.bulk --part speed``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import time
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from newsloom import extract
from newsloom.pipeline.bulk.jobs import JobOptions, read_pages
from newsloom.pipeline.bulk.steps.extract import ExtractStep

__all__ = ["main"]


def main() -> None:
    """Reads the pages in a folder, and prints the cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("place", type=Path)
    parser.add_argument("--workers", type=int, help="in shards, with so many; without it, the bare extractor")
    parser.add_argument("--pages", type=int, help="of the bare extractor: only so many")
    options = parser.parse_args()
    if options.workers:
        _read_in_shards(options.place, options.workers)
    else:
        _read_bare(options.place, options.pages)


def _read_bare(place: Path, pages: int | None) -> None:
    with gzip.open(place / "pages.jsonl.gz") as lines:
        # The first page loads models and word lists.
        _extract(next(lines))
        count, begin = 1, time.monotonic()
        for line in islice(lines, None if pages is None else pages - 1):
            _extract(line)
            count += 1
    print(count / (time.monotonic() - begin))


def _extract(line: bytes) -> None:
    """Extracts a page the way a script without bulk work would."""
    page = json.loads(line)
    extract(page["html"], url=page["url"])


def _read_in_shards(place: Path, workers: int) -> None:
    with TemporaryDirectory(dir=place) as out:
        read_pages(ExtractStep(), [str(place / "crawl.warc.gz")], out, JobOptions(workers=workers))
    lead, others = (_cpu(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"{lead:.1f} CPU s in the process that leads, {others:.1f} in those that work")


def _cpu(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
