"""Compares language detectors on headlines and beginnings of articles: ``python -m benchmarks.language``.

For each article with a declared language, the texts are the headline and the first 60 and 300 characters. Printed are
the share detected correctly, the CPU time of the first answer in a fresh interpreter, without the import of the
package, and of each further answer. py3langid and resiliparse are measured if they are installed.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

SET = Path("../shared/data/stories/pairs-articles.jsonl.gz")
BEGINNINGS: Final = (60, 300)
MOST_FIRST = 0.005
"""The most seconds that the first answer may take."""

# The import of each detector, and the expression that detects the language of a text.
DETECTORS: Final = {
    "newsloom": ("from newsloom.text.language import detect_language", "detect_language({})"),
    "py3langid": ("import py3langid", "py3langid.classify({})[0]"),
    "resiliparse": ("from resiliparse.parse.lang import detect_fast", "detect_fast({})[0]"),
}
_FIRST: Final = "import time\n{}\nstarted = time.process_time()\n{}\nprint(time.process_time() - started)"
_STARTS: Final = 5


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a line for each detector."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.language", description=__doc__)
    parser.add_argument("--set", type=Path, default=SET, help="articles with languages (default: %(default)s)")
    path = parser.parse_args(arguments).set
    if not path.exists():
        print(f"skipped: no articles at {path}; see --set")
        return
    texts = list(_texts(path))
    print(f"{len(texts)} headlines and beginnings in {len({language for language, _ in texts})} languages, CPU time")
    for name, (setup, call) in DETECTORS.items():
        if importlib.util.find_spec(name) is None:
            print(f"  {name:<12} skipped: not installed")
            continue
        first = min(_first_answer(setup, call) for _ in range(_STARTS))
        right, each = _score(_detector(setup, call), texts)
        verdict = f"  {'PASS' if first <= MOST_FIRST else 'FAIL'}: first in 5 ms" if name == "newsloom" else ""
        print(f"  {name:<12} {right:.4f} right, first {1000 * first:7.1f} ms, each {1000 * each:.3f} ms{verdict}")


def _texts(path: Path) -> Sequence[tuple[str, str]]:
    found = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            article = json.loads(line)
            language, text = article.get("lang"), article.get("text") or ""
            pieces = [article.get("title") or "", *(text[:length] for length in BEGINNINGS)]
            found += [(language, piece) for piece in pieces if language and piece.strip()]
    return found


def _first_answer(setup: str, call: str) -> float:
    program = _FIRST.format(setup, call.format(repr("The ferry to the islands is late again this morning")))
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(run.stdout)


def _detector(setup: str, call: str) -> Callable[[str], str | None]:
    names: dict[str, Callable[[str], str | None]] = {}
    exec(f"{setup}\ndef tell(text):\n    return {call.format('text')}", names)  # noqa: S102 - the table above
    return names["tell"]


def _score(tell: Callable[[str], str | None], texts: Sequence[tuple[str, str]]) -> tuple[float, float]:
    started = time.process_time()
    right = sum(tell(text) == language for language, text in texts)
    return right / len(texts), (time.process_time() - started) / len(texts)


if __name__ == "__main__":
    main()
