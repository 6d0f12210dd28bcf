"""``newsloom methods``: what can be chosen, with parameters and scores."""

from __future__ import annotations

import dataclasses

import typer
from rich.table import Table

from newsloom.cli.output import TableFormat, console, write_json
from newsloom.cli.scores import read_scores
from newsloom.pipeline.methods import Method, describe_methods

__all__ = ["command"]


def command(
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="How to print the list."),
) -> None:
    """List the methods that can be chosen: version, parameters with their defaults, scores.

    A score is the mean word F1 on a labelled set, as measured when this version was made.
    """
    methods = describe_methods()
    known = read_scores()
    # The report that comes with Newsloom is of extractors; other kinds have rooms of the same names.
    scores = [known.get(method.name, {}) if method.kind == "extractor" else {} for method in methods]
    if output_format is TableFormat.JSON:
        rows = zip(methods, scores, strict=True)
        write_json([dataclasses.asdict(method) | {"scores": found} for method, found in rows])
        return
    table = Table("kind", "name", "version", "what it does", "parameters", *(["score"] if known else []))
    for method, found in zip(methods, scores, strict=True):
        cells = [method.kind, method.name, str(method.version), method.summary, _parameter_lines(method)]
        table.add_row(*cells, *(["\n".join(_score_lines(found))] if known else []))
    console().print(table)


def _parameter_lines(method: Method) -> str:
    return "\n".join(f"{parameter.name} = {parameter.default}" for parameter in method.parameters)


def _score_lines(scores: dict[str, float]) -> list[str]:
    return [f"{name} {value:.3f}" for name, value in scores.items()]
