"""``newsloom methods``: lists the methods that can be chosen, with parameters and scores."""

from __future__ import annotations

import dataclasses
import json
from importlib.resources import files

import typer

from newsloom.cli.output import TableFormat, is_terminal, stacked, write, write_json_lines
from newsloom.pipeline.methods import Method, describe_methods

__all__ = ["command", "read_scores"]


def command(
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """List the available methods: version, parameters with their defaults, scores.

    A method is chosen by its name, with optional settings after a colon: next, next:paper (exactly as in the published
    paper), next:beta=0.3,similarity=dice. The elements of a list are separated by +, or read from a file with one per
    line: next:stop_words=@FILE.

    Extractors are listed with their mean word F1 on labelled sets, measured on sites that they had not seen.
    """
    methods = describe_methods()
    known = read_scores()
    # Only extractors have scores there; other kinds have rooms of the same names.
    scores = [known.get(method.name, {}) if method.kind == "extractor" else {} for method in methods]
    if output_format is TableFormat.JSON:
        rows = zip(methods, scores, strict=True)
        write_json_lines(dataclasses.asdict(method) | {"scores": found} for method, found in rows)
        return
    described = (_described(method, found) for method, found in zip(methods, scores, strict=True))
    write(("\n\n" if is_terminal() else "\n").join(described))


def _described(method: Method, scores: dict[str, float]) -> str:
    lines = [
        f"{method.kind} {method.name}, version {method.version}",
        method.summary,
        *(f"{parameter.name}={parameter.default}  ({parameter.takes})" for parameter in method.parameters),
        "" if method.paper is None else f"{method.name}:paper is {_paper(method)}",
        "word F1: " + ", ".join(f"{name} {value:.3f}" for name, value in scores.items()) if scores else "",
    ]
    return stacked(lines).replace("\n", "\n  ")


def _paper(method: Method) -> str:
    return f"{method.name}:{method.paper}" if method.paper else "the default"


def read_scores() -> dict[str, dict[str, float]]:
    """Extractor → set → mean word F1, "all" for the mean of the sets; empty if the package has none."""
    file = files("newsloom.evaluation") / "data" / "scores.json"
    if not file.is_file():
        return {}
    scores: dict[str, dict[str, float]] = json.loads(file.read_text(encoding="utf-8"))["word_f1"]
    return scores
