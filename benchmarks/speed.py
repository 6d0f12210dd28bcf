"""CPU time: of one page of 200 KB through every room, and of the import with the first call.

Nothing goes in but an invented page; figures are printed. CPU time of this process only, the best of
several, so that other work on the machine counts as little as possible.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lxml import etree

import newsloom
from benchmarks.pages import long_page

__all__ = ["main"]

# What the project promises of ``next`` on a page of 200 KB.
NEXT_MOST_MS: Final = 15.0

_TRIALS: Final = 15
_STARTS: Final = 5

# Run in a fresh interpreter; the peak is the process's own: ``ru_maxrss`` would count its parent's.
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
    "trafilatura": "import trafilatura; trafilatura.bare_extraction(page, with_metadata=True)",
    "python alone": "pass",
}


def main() -> None:
    """Print both measurements."""
    page = long_page()
    print(f"One invented page of {len(page) / 1000:.0f} KB, best of {_TRIALS}, CPU time")
    print_page_times(page)
    print(f"\nImport and first call in a fresh interpreter, best of {_STARTS}, CPU time and peak memory")
    print_first_calls(page)


def print_page_times(page: bytes) -> None:
    parse_ms = _best_ms(lambda: _parse(page))
    print(f"  {'bare lxml parse':<16}{parse_ms:7.1f} ms")
    for name in newsloom.available("extractor"):
        ms = _best_ms(lambda name=name: newsloom.extract(page, extractor=name))  # type: ignore[misc]
        print(f"  {name:<16}{ms:7.1f} ms  {ms / parse_ms:5.1f} times the parse  {_verdict(name, ms)}".rstrip())


def print_first_calls(page: bytes) -> None:
    if not Path("/proc/self/status").exists():
        print("  skipped: the peak is read from /proc, which only Linux has")
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_bytes(page)
        for name, call in _CALLS.items():
            if name == "trafilatura" and not importlib.util.find_spec(name):
                print(f"  {name:<16}skipped: not installed. pip install 'newsloom[bench]'")
                continue
            runs = [_first_call(call, file) for _ in range(_STARTS)]
            print(f"  {name:<16}{min(ms for ms, _ in runs):7.0f} ms  {min(mb for _, mb in runs):6.0f} MB")


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
    return f"{'PASS' if ms <= NEXT_MOST_MS else 'FAIL'}: at most {NEXT_MOST_MS:.0f} ms"


def _first_call(call: str, file: Path) -> tuple[float, float]:
    """CPU milliseconds and peak megabytes."""
    code = _FIRST_CALL.format(call=call)
    done = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
    seconds, megabytes = done.stdout.split()
    return float(seconds) * 1000, float(megabytes)


if __name__ == "__main__":
    main()
