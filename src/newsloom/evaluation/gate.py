"""The quality gate: checks an ``EvaluationReport`` against floors and returns the breaches.

A floor is the least mean a method must reach on a set, pinned to the set's digest. Lowering one needs its own commit
that says why.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from newsloom.errors import InputError
from newsloom.evaluation.scores import EvaluationReport, SetFacts

__all__ = ["Breach", "Floor", "check", "read_floors"]

_CARRIED = "data/floors.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """The least mean of one measure; ``digest`` None accepts any version of the set."""

    corpus: str
    digest: str | None
    method: str
    measure: str
    feed_title: bool
    least: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """A floor that was not reached, and why."""

    floor: Floor
    reason: str


def read_floors(path: Path | None = None) -> tuple[Floor, ...]:
    """Returns the floors in a file; None reads the project's own."""
    place = path or importlib.resources.files("newsloom.evaluation").joinpath(_CARRIED)
    try:
        entries = json.loads(place.read_text(encoding="utf-8"))["floors"]
        return tuple(_floor(entry) for entry in entries)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InputError(str(place), f'wanted {{"floors": [...]}} with the fields of Floor ({error!r})') from error


def check(report: EvaluationReport, floors: Iterable[Floor]) -> tuple[Breach, ...]:
    """Returns the floors that the report breaks. Floors of sets, methods and titles that it did not run are skipped."""
    sets = {one.name: one for one in report.sets}
    return tuple(
        Breach(floor=floor, reason=reason)
        for floor in floors
        if floor.corpus in sets and floor.method in report.methods and floor.feed_title == report.feed_title
        for reason in _reasons(report, floor, sets[floor.corpus])
    )


def _reasons(report: EvaluationReport, floor: Floor, facts: SetFacts) -> Iterator[str]:
    if floor.digest is not None and floor.digest != facts.digest:
        yield f"the set has changed: its digest is {facts.digest}. Measure again and set a new floor"
    elif facts.scored < facts.pages:
        yield f"only {facts.scored} of {facts.pages} pages were scored. Run the whole set"
    else:
        values = _values(report, floor)
        if not values:
            yield f"no page has a value for {floor.measure}"
        elif (mean := sum(values) / len(values)) < floor.least:
            yield f"{floor.method} reaches {mean:.4f} {floor.measure} on {floor.corpus}, below {floor.least}"


def _values(report: EvaluationReport, floor: Floor) -> list[float]:
    return [
        value
        for score in report.scores
        if (score.corpus, score.method) == (floor.corpus, floor.method)
        and (value := score.measures.get(floor.measure)) is not None
    ]


def _floor(entry: dict[str, Any]) -> Floor:
    return Floor(
        corpus=str(entry["corpus"]),
        digest=None if entry["digest"] is None else str(entry["digest"]),
        method=str(entry["method"]),
        measure=str(entry["measure"]),
        feed_title=bool(entry["feed_title"]),
        least=float(entry["least"]),
    )
