"""Compares Newsloom's rooms with every installed peer on labelled sets, and writes a page of documentation.

Quality and CPU time come from one run, page by page, so that all contestants run under the same conditions.
"""

from __future__ import annotations

import argparse
import datetime
import platform
import shlex
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

from benchmarks.contest import Plan, hold
from benchmarks.peers import PEERS, Peer, version_of
from benchmarks.predictions import read_predictions, with_predictions
from benchmarks.rooms import is_trained, rooms
from benchmarks.tables import Circumstances, as_json, as_markdown, as_scores
from newsloom.evaluation import EvaluationReport, tabulate
from newsloom.evaluation.corpora import open_corpus

__all__ = ["main"]

ROOT: Final = Path(__file__).parent.parent
SETS: Final = ROOT.parent / "shared" / "data" / "articles"
OUTPUT: Final = ROOT / "docs" / "reference" / "benchmark.md"
# The file that ``newsloom methods`` shows.
SCORES: Final = ROOT / "src" / "newsloom" / "evaluation" / "data" / "scores.json"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, and writes the Markdown and the JSON beside it."""
    given = _parser().parse_args(arguments)
    paths = sorted(given.sets.glob("*.tar.xz"))
    if not paths:
        print(f"skipped: no labelled sets (*.tar.xz) in {given.sets}; name their folder with --sets")
        return
    contestants = _present(given.method)
    plans = [Plan.of(open_corpus(path), given.limit) for path in paths]
    names = [peer.name for peer in contestants]
    report = hold(plans, names, processes=given.processes, progress=_progress())
    predicted = dict(given.predictions)
    for name, file in predicted.items():
        report = with_predictions(report, name, read_predictions(file), plans)
    _write(given.output, report, _circumstances(contestants, tuple(predicted), arguments))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.extraction", description=__doc__)
    parser.add_argument(
        "--sets", type=Path, default=SETS, help="the folder of the labelled sets (default: %(default)s)"
    )
    parser.add_argument("--limit", type=int, help="take that many pages of each set, spread evenly")
    parser.add_argument("--method", action="append", help="only this contestant; may be given several times")
    parser.add_argument("--processes", type=int, default=2, help="how many share the pages (default: %(default)s)")
    parser.add_argument(
        "--predictions",
        type=_named_file,
        action="append",
        default=[],
        metavar="NAME=FILE.jsonl",
        help="score these texts (set, id, text) under the name: a trained room on sites held apart",
    )
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the Markdown; .json goes beside it")
    return parser


def _named_file(value: str) -> tuple[str, Path]:
    name, equals, file = value.partition("=")
    if not (name and equals and Path(file).is_file()):
        raise argparse.ArgumentTypeError(f"wanted NAME=FILE with a file that exists, found {value!r}")
    return name, Path(file)


def _present(wanted: Sequence[str] | None) -> list[Peer]:
    everyone = [peer for peer in (*rooms(), *PEERS) if not wanted or peer.name in wanted]
    for peer in everyone:
        if version_of(peer.package) is None:
            print(f"skipped: {peer.name}, which is not installed", file=sys.stderr)
    return [peer for peer in everyone if version_of(peer.package)]


def _progress() -> Callable[[int, int], None]:
    if not sys.stderr.isatty():
        return lambda _done, _total: None
    return lambda done, total: print(f"\r{done} of {total}", end="", file=sys.stderr)


def _circumstances(
    contestants: Sequence[Peer], predicted: tuple[str, ...], arguments: Sequence[str] | None
) -> Circumstances:
    words = sys.argv[1:] if arguments is None else arguments
    return Circumstances(
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        command=shlex.join(["python", "-m", "benchmarks.extraction", *words]),
        machine=f"Python {platform.python_version()} on {platform.system()} {platform.machine()}",
        versions={peer.package: version_of(peer.package) or "" for peer in contestants},
        missing=tuple(peer.name for peer in PEERS if version_of(peer.package) is None),
        held_apart=predicted,
        trained=_unvalidated([peer.name for peer in contestants], predicted),
    )


def _unvalidated(names: Collection[str], predicted: Collection[str]) -> tuple[str, ...]:
    """Returns the trained rooms that were scored with their own models, which were trained on the sets' sites."""
    return tuple(
        room.name for room in rooms() if room.name in names and room.name not in predicted and is_trained(room.name)
    )


def _write(output: Path, report: EvaluationReport, circumstances: Circumstances) -> None:
    table = tabulate(report)
    markdown = as_markdown(table, circumstances)
    output.write_text(markdown, encoding="utf-8")
    output.with_suffix(".json").write_text(as_json(table, circumstances), encoding="utf-8")
    if output == OUTPUT:
        scores = as_scores(table, circumstances, [room.name for room in rooms()])
        SCORES.write_text(scores, encoding="utf-8")
    print(markdown)


if __name__ == "__main__":
    main()
