"""CPU time: of one page of 200 KB in every room, of the import with the first call, and compared with trafilatura.

Measures a made-up page and the articles of the labelled sets, and prints figures. All is CPU time of one process: for
one page the best of several runs, for many pages both libraries in turn, so that other work on the machine matters as
little as possible. Each reads some pages in a row, as in use: with ``--in-a-row 1`` every page finds the processor's
caches full of the other library's data, and the share depends on how fast memory is in that hour. First calls are on a
page of each set, since what is loaded depends on the page: trafilatura asks jusText if it doubts its own answer. Both
libraries are loaded from bytecode, as after an installation, even if Python is set to write none: an editable
installation would otherwise be compiled at every start.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from lxml import etree

import newsloom
from benchmarks.contest import Plan
from benchmarks.pages import long_page
from benchmarks.peers import PEERS, Peer, hush, version_of
from benchmarks.rooms import rooms
from newsloom.evaluation.corpora import open_corpus
from newsloom.press import demo_pages

__all__ = ["Turn", "compared", "main"]

SETS: Final = Path(__file__).parent.parent.parent / "shared" / "data" / "articles"
OWN: Final = "loom"
REFERENCE: Final = "trafilatura"
# The project's target for the default, compared with trafilatura with its metadata.
MOST_OF_REFERENCE: Final = 0.15
# The same for import and first call, in time and in memory.
MOST_OF_FIRST_CALL: Final = 1.0

# The project's target for ``next`` on a page of 200 KB.
NEXT_MOST_MS: Final = 15.0

_TRIALS: Final = 15
_STARTS: Final = 5
_LARGER_PIECE: Final = 4096
# Enough to fill the caches with what a library needs, and little enough for the machine to be the same for both.
_IN_A_ROW: Final = 20
_NOT_INSTALLED: Final = "skipped: not installed. pip install 'newsloom[bench]'"

# Run in a fresh interpreter; VmHWM is the process's own peak: ``ru_maxrss`` would include its parent's.
_FIRST_CALL: Final = """
import re, sys, time
page = open(sys.argv[1], "rb").read()
started = time.process_time()
{call}
seconds = time.process_time() - started
peak = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())
print(seconds, int(peak[1]) / 1024)
"""
_CALLS: Final = {
    "newsloom": "import newsloom; newsloom.extract(page)",
    REFERENCE: "import trafilatura; trafilatura.bare_extraction(page, with_metadata=True)",
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints all measurements."""
    given = _parser().parse_args(arguments)
    page = long_page()
    print(f"One invented page of {len(page) / 1000:.0f} KB, best of {_TRIALS}, CPU time")
    print_page_times(page)
    paths = sorted(given.sets.glob("*.tar.xz"))
    print(f"\nImport and first call in fresh interpreters in turn, best of {_STARTS}, CPU time and peak memory")
    print_first_calls({path.name.partition(".")[0]: _middle_page(path) for path in paths} or {"invented": page})
    print(f"\nArticles, {OWN} and {REFERENCE} in turn in one process, CPU time a page")
    print_beside_reference(paths, given.pages, given.in_a_row)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument(
        "--sets", type=Path, default=SETS, help="the folder of the labelled sets (default: %(default)s)"
    )
    parser.add_argument("--pages", type=int, default=60, help="how many of each set, spread (default: %(default)s)")
    parser.add_argument(
        "--in-a-row", type=int, default=_IN_A_ROW, help="how many each reads in its turn (default: %(default)s)"
    )
    return parser


def print_page_times(page: bytes) -> None:
    parse_ms = _best_ms(lambda: _parse(page))
    print(f"  {'bare lxml parse':<16}{parse_ms:7.1f} ms")
    for name in newsloom.available("extractor"):
        ms = _best_ms(lambda name=name: newsloom.extract(page, extractor=name))  # type: ignore[misc]
        print(f"  {name:<16}{ms:7.1f} ms  {ms / parse_ms:5.1f} times the parse  {_verdict(name, ms)}".rstrip())


def print_first_calls(pages: Mapping[str, bytes]) -> None:
    if not Path("/proc/self/status").exists():
        print("  skipped: the peak is read from /proc, which only Linux has")
        return
    if not version_of(REFERENCE):
        print(f"  {REFERENCE:<16}{_NOT_INSTALLED}")
        return
    shares = [_print_first_call(name, page) for name, page in pages.items()]
    time_share, memory_share = (fmean(column) for column in zip(*shares, strict=True))
    print(
        f"  {'mean':<12}{time_share:.2f} of its time {_pass_or_fail(time_share, MOST_OF_FIRST_CALL)}, "
        f"{memory_share:.2f} of its memory {_pass_or_fail(memory_share, MOST_OF_FIRST_CALL)}: "
        f"at most {MOST_OF_FIRST_CALL}"
    )


def _print_first_call(name: str, page: bytes) -> tuple[float, float]:
    """Prints both costs and returns the shares of the reference's time and memory."""
    runs: dict[str, list[tuple[float, float]]] = {call: [] for call in _CALLS}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_bytes(page)
        # One more start, which writes the bytecode.
        for _ in range(1 + _STARTS):
            for call, code in _CALLS.items():
                runs[call].append(_first_call(code, file))
    own, reference = (tuple(map(min, zip(*found, strict=True))) for found in runs.values())
    shares = own[0] / reference[0], own[1] / reference[1]
    print(
        f"  {name:<12}{own[0]:6.0f} ms {own[1]:4.0f} MB, {REFERENCE} {reference[0]:6.0f} ms {reference[1]:4.0f} MB  "
        f"{shares[0]:.2f} of its time, {shares[1]:.2f} of its memory"
    )
    return shares


def _middle_page(path: Path) -> bytes:
    plan = Plan.of(open_corpus(path), 2)
    return list(plan.corpus.pages(plan.chosen))[-1].page


def print_beside_reference(paths: Sequence[Path], pages: int, in_a_row: int = _IN_A_ROW) -> None:
    if not paths or not version_of(REFERENCE):
        print(f"  {'skipped: no labelled sets (*.tar.xz); see --sets' if not paths else _NOT_INSTALLED}")
        return
    own, reference = _warmed(OWN), _warmed(REFERENCE)
    everything: list[Turn] = []
    for path in paths:
        turns = compared(own, reference, _pages_of(path, pages), in_a_row=in_a_row)
        print(_written(path.name.partition(".")[0], turns))
        everything += turns
    share = fmean(turn.own for turn in everything) / fmean(turn.reference for turn in everything)
    print(_written("all", everything), f" {_pass_or_fail(share, MOST_OF_REFERENCE)}: at most {MOST_OF_REFERENCE}")


def _pages_of(path: Path, pages: int) -> list[tuple[bytes, str | None]]:
    plan = Plan.of(open_corpus(path), pages)
    return [(one.page, one.truth.url) for one in plan.corpus.pages(plan.chosen)]


class Turn(NamedTuple):
    """The CPU seconds that both took for one page."""

    own: float
    reference: float


def compared(
    own: Peer, reference: Peer, pages: Sequence[tuple[bytes, str | None]], *, in_a_row: int = _IN_A_ROW
) -> list[Turn]:
    """Returns both costs of each page. Each library reads some pages in a row; which one is first alternates."""
    turns: list[Turn] = []
    for number, start in enumerate(range(0, len(pages), in_a_row)):
        some = pages[start : start + in_a_row]
        first, second = (own, reference) if number % 2 else (reference, own)
        times = {peer.name: [_seconds(peer, page, url) for page, url in some] for peer in (first, second)}
        turns += map(Turn, times[own.name], times[reference.name])
    return turns


def _seconds(peer: Peer, page: bytes, url: str | None) -> float:
    started = time.process_time()
    peer.answer(page, url)
    # glibc joins small freed pieces, such as those of trees, at the next larger request: make it now, so that the
    # library that freed them pays for it.
    bytes(_LARGER_PIECE)
    return time.process_time() - started


def _written(name: str, turns: Sequence[Turn]) -> str:
    own, reference = fmean(turn.own for turn in turns), fmean(turn.reference for turn in turns)
    # For a page of a few words, the clock may show 0.
    usual = median(turn.own / max(turn.reference, 1e-6) for turn in turns)
    return (
        f"  {name:<12}{len(turns):5} pages {own * 1000:7.1f} ms {reference * 1000:7.1f} ms"
        f"  {own / reference:.3f} of it, {usual:.3f} for the median page"
    )


def _warmed(name: str) -> Peer:
    """Returns the contestant after its first pages; one has no real language, so that language models are loaded."""
    hush()
    peer = next(peer for peer in (*rooms(), *PEERS) if peer.name == name)
    for demo in demo_pages():
        peer.answer(demo.page, demo.url)
    peer.answer(f"<title>Zorv</title><p>{'Zorv quel brint maxo tulgen parfik. ' * 40}".encode(), None)
    return peer


def _pass_or_fail(value: float, most: float) -> str:
    return "PASS" if value <= most else "FAIL"


def _parse(page: bytes) -> None:
    etree.fromstring(page, etree.HTMLParser(remove_comments=True, huge_tree=True))


def _best_ms(call: Callable[[], object]) -> float:
    call()  # imports, word lists and compiled patterns are not the page's cost
    times = []
    for _ in range(_TRIALS):
        started = time.process_time()
        call()
        times.append(time.process_time() - started)
    return min(times) * 1000


def _verdict(name: str, ms: float) -> str:
    if name != "next":
        return ""
    return f"{_pass_or_fail(ms, NEXT_MOST_MS)}: at most {NEXT_MOST_MS:.0f} ms"


def _first_call(call: str, file: Path) -> tuple[float, float]:
    """Returns CPU milliseconds and peak megabytes."""
    code = _FIRST_CALL.format(call=call)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(file.parent / "bytecode")
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True, env=environment
    )
    seconds, megabytes = done.stdout.split()
    return float(seconds) * 1000, float(megabytes)


if __name__ == "__main__":
    main()
