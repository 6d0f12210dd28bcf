"""Measures the CPU time of the readers of front pages, in bare parses of the same pages by lxml.

Reads the labelled front pages and prints figures. Both sides take each page in turn in one process, and their order
alternates from page to page, so that other work on the machine matters as little as possible. Readers parse the page
themselves, and that counts; so does freeing the tree, on both sides. If Newsloom is compiled, the readers are measured
once more as plain Python.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from lxml import etree

import newsloom
from newsloom.evaluation.corpora import open_corpus
from newsloom.readers.loom import links

__all__ = ["Costs", "main", "measured"]

SET: Final = Path(__file__).parents[2] / "shared/data/frontpages.tar.xz"
OWN: Final = "loom"
# The project's target for the default reader.
MOST_PARSES: Final = 2.3
_ROUNDS: Final = 3
_IS_COMPILED: Final = not links.__file__.endswith(".py")
# The form is fixed at import, so the other one needs a process of its own, whose finder does not know the package's
# extension modules.
_AS_PYTHON: Final = """
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path
def hook(path):
    if "newsloom" not in Path(path).parts:
        raise ImportError
    return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))
sys.path_hooks.insert(0, hook)
sys.path_importer_cache.clear()
from benchmarks.fronts import main
main(sys.argv[1:])
"""


class Costs(NamedTuple):
    """The CPU seconds of some pages."""

    reading: float
    parsing: float

    @property
    def parses(self) -> float:
        """How many bare parses one reading costs."""
        return self.reading / self.parsing


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the cost of each reader, and the cost of the default on each site."""
    given = _parser().parse_args(arguments)
    if not given.set.exists():
        print(f"skipped: no labelled front pages at {given.set}; see --set")
        return
    sites: dict[str, list[tuple[bytes, str | None]]] = defaultdict(list)
    for labelled in open_corpus(given.set):
        sites[labelled.truth.site or labelled.truth.id].append((labelled.page, labelled.truth.url))
    pages = [page for those in sites.values() for page in those]
    what = f"{len(pages)} front pages, {given.rounds} times, reader and bare lxml parse in turn, CPU time"
    print(f"{what}, {'compiled' if _IS_COMPILED else 'plain Python'}", flush=True)
    for name in newsloom.available("reader"):
        costs = measured(name, pages, given.rounds)
        print(_written(name, costs, len(pages) * given.rounds), _verdict(costs) if name == OWN else "")
    if not _IS_COMPILED:
        return
    for site, those in sites.items():
        costs = measured(OWN, those, given.rounds)
        print(_written(f"{OWN}, {site}", costs, len(those) * given.rounds), _verdict(costs), flush=True)
    again = ["--set", str(given.set), "--rounds", str(given.rounds)]
    subprocess.run([sys.executable, "-c", _AS_PYTHON, *again], cwd=Path(__file__).parents[1], check=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fronts", description=__doc__)
    parser.add_argument("--set", type=Path, default=SET, help="the labelled front pages (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=_ROUNDS, help="how often (default: %(default)s)")
    return parser


def measured(reader: str, pages: Sequence[tuple[bytes, str | None]], rounds: int) -> Costs:
    """Returns the time of all pages. One page is read first: imports and models are not part of a page's cost."""
    reading = parsing = 0.0
    _read(reader, *pages[0])
    for turn in range(rounds):
        for place, (page, url) in enumerate(pages):
            if (turn + place) % 2:
                parsing += _seconds(lambda page=page: _parse(page))  # type: ignore[misc]
            reading += _seconds(lambda page=page, url=url: _read(reader, page, url))  # type: ignore[misc]
            if not (turn + place) % 2:
                parsing += _seconds(lambda page=page: _parse(page))  # type: ignore[misc]
    return Costs(reading, parsing)


def _read(reader: str, page: bytes, url: str | None) -> None:
    newsloom.read_items(page, url=url, reader=reader)


def _parse(page: bytes) -> None:
    # The tree is freed before this returns: every parse pays for that at some time.
    etree.fromstring(page, etree.HTMLParser(remove_comments=True, huge_tree=True, encoding="utf-8"))


def _seconds(call: Callable[[], None]) -> float:
    started = time.process_time()
    call()
    return time.process_time() - started


def _written(name: str, costs: Costs, count: int) -> str:
    reading, parsing = (1000 * seconds / count for seconds in costs)
    return f"  {name:<24}{reading:7.1f} ms  lxml {parsing:5.1f} ms  {costs.parses:5.2f} parses"


def _verdict(costs: Costs) -> str:
    return f" {'PASS' if costs.parses <= MOST_PARSES else 'FAIL'}: at most {MOST_PARSES}"


if __name__ == "__main__":
    main()
