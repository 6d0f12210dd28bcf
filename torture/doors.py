"""Attacks on the doors: requests from outside to the portal, and the client's requests to the inside.

The portal is attacked directly and through an nginx in both versions of HTTP that it speaks; the API is asked
everything that its own document allows and forbids.
"""

from __future__ import annotations

import logging
import random
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import seed as seeded
from hypothesis import settings as examples
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import served

from newsloom.portal.api.resources import RESOURCES
from newsloom.portal.app import create_app
from newsloom.stores import open_store
from newsloom.testing.postgres import postgres_programs, temporary_postgres
from torture.addresses import run_addresses, try_addresses
from torture.findings import Finding, Report
from torture.nginx import nginx_program
from torture.portal import ATTACKS, SELDOM, Door, opened_door

__all__ = ["FRONTS", "replay_door", "run_doors", "try_api", "try_attack"]

# Directly, and through an nginx that speaks this version of HTTP.
FRONTS: Final = {"alone": None, "nginx 1.0": "1.0", "nginx 1.1": "1.1"}
_ROUND: Final = 30
_ADDRESSES: Final = 1_000
_QUESTIONS: Final = 10
_NO_FAULT: Final = CHECKS.get_one("not_a_server_error")
_AS_DESCRIBED: Final = [_NO_FAULT, status_code_conformance, content_type_conformance, response_schema_conformance]


def run_doors(report: Report, seed: int, *, most: int | None = None) -> None:
    """Runs round after round until the time is over, or until ``most`` rounds."""
    with ExitStack() as stack:
        fronts = [name for name, version in FRONTS.items() if version is None or nginx_program()]
        doors = {name: stack.enter_context(opened_door(FRONTS[name])) for name in fronts}
        apis = {
            name: stack.enter_context(_api(name))
            for name in ("sqlite", "postgres")
            if name == "sqlite" or postgres_programs()
        }
        # Each refused request would be logged.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        number = 0
        while report.has_time and (most is None or number < most):
            own = seed + number * _ADDRESSES
            run_addresses(report, own, most=_ADDRESSES)
            for front, door in doors.items():
                _attack(report, front, door, own)
            for store, url in apis.items():
                for place in range(len(RESOURCES)):
                    report.tried[f"questions to the API on {store}"] += 2 * _QUESTIONS
                    for problem in try_api(url, own + place, place):
                        report.found(Finding(part="doors", case=f"api {store}", seed=own + place, seen=problem))
            number += 1
        report.figures["doors"] = [*doors, *(f"API on {store}" for store in apis)]


def _attack(report: Report, front: str, door: Door, seed: int) -> None:
    for name in ATTACKS:
        for number in range(1 if name in SELDOM else _ROUND):
            report.tried[f"{name}, {front}"] += 1
            for problem in try_attack(door, name, seed + number):
                report.found(Finding(part="doors", case=f"{name}, {front}", seed=seed + number, seen=problem))
    door.paths.clear()


def try_attack(door: Door, name: str, seed: int) -> list[str]:
    """Runs one attack from its seed."""
    try:
        return ATTACKS[name](door, random.Random(seed))
    except OSError as error:
        return [f"nobody answers: {type(error).__name__}: {error}"]


def replay_door(finding: Finding) -> list[str]:
    """Runs the same attack with the same seed."""
    if finding.case == "addresses":
        return try_addresses(finding.seed)
    name, _, front = finding.case.partition(", ")
    if front:
        with opened_door(FRONTS[front]) as door:
            return try_attack(door, name, finding.seed)
    with _api(finding.case.removeprefix("api ")) as url:
        return [problem for place in range(len(RESOURCES)) for problem in try_api(url, finding.seed, place)]


@contextmanager
def _api(store: str) -> Iterator[str]:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="newsloom-doors-"))
        programs = postgres_programs()
        if store == "postgres" and programs is not None:
            server = stack.enter_context(temporary_postgres(programs, "fsync=off", "max_connections=50"))
            place = server.new_database()
        else:
            place = str(Path(folder) / "newsloom.db")
        room = stack.enter_context(full_newsroom(store=open_store(place)))
        yield stack.enter_context(served(create_app(room, room.settings, now=lambda: NOON)))


def try_api(url: str, seed: int, place: int, count: int = _QUESTIONS) -> list[str]:
    """Sends some requests to one resource that its document allows, and as many that it forbids."""
    bounded = examples(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    schema = schemathesis.openapi.from_url(f"{url}/v1/openapi.json")
    resource = schema[RESOURCES[place].path]["GET"]

    @seeded(seed)
    @bounded
    @given(case=resource.as_strategy())
    def allowed(case: schemathesis.Case) -> None:
        case.call_and_validate(checks=_AS_DESCRIBED)

    @seeded(seed)
    @bounded
    @given(case=resource.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def forbidden(case: schemathesis.Case) -> None:
        case.call_and_validate(checks=[_NO_FAULT])

    problems = []
    for ask in (allowed, forbidden):
        try:
            ask()
        except (AssertionError, BaseExceptionGroup, schemathesis.errors.SchemathesisError) as error:
            problems.append(f"{RESOURCES[place].path}: {str(error)[:600]}")
    return problems
