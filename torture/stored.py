"""Faults of stored data: bytes that changed on disk, and a store that another version has upgraded."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text

from newsloom.stores.sql.schema import HEAD, VERSION_TABLE
from torture.disturbed import FAILING, recovered, scenario_of, started
from torture.places import Place, facts_of
from torture.runs import Lab, ended_badly

__all__ = ["damaged_file", "damaged_records", "two_versions"]

_EVERYTHING: Final = (("gather", "--now"), ("search", "committee"), ("stories", "--group"), ("sources",), ("failures",),
                      ("topics", "--rebuild"), ("export", "-o", "out.jsonl"), ("export", "-o", "out.warc.gz", "--format", "warc"),
                      ("reextract", "--dry-run"), ("learn",), ("repair",), ("doctor",))  # fmt: skip
_COLUMNS: Final = (("bodies", "digest", "data"), ("revisions", "id", "document"), ("revisions", "id", "blocks"),
                   ("mentions", "id", "document"), ("stories", "id", "document"), ("site_templates", "site", "template"),
                   ("fronts", "id", "mentions"), ("checkpoints", "name", "note"), ("runs", "id", "document"))  # fmt: skip


def damaged_file(lab: Lab, store: str, chance: random.Random) -> list[str]:
    """Changes bytes anywhere in the file: it is refused with our error, or read as far as possible; nothing crashes."""
    with lab.copied("gathered", store) as place:
        with closing(sqlite3.connect(place.address)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file = Path(place.address)
        data = bytearray(file.read_bytes())
        for _ in range(chance.choice([1, 1, 1, 4, 30])):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        file.write_bytes(data)
        return _all_commands(lab, place, chance)


def damaged_records(lab: Lab, store: str, chance: random.Random) -> list[str]:
    """Flips a bit in a row: that record is lost, and all others are still there."""
    with lab.copied("gathered", store) as place:
        with place.connection() as connection:
            for _ in range(chance.choice([1, 2, 5])):
                table, key, column = chance.choice(_COLUMNS)
                rows = connection.execute(
                    text(f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL ORDER BY {key}")  # noqa: S608
                ).fetchall()
                if rows:
                    number, value = chance.choice(rows)
                    connection.execute(
                        text(f"UPDATE {table} SET {column} = :value WHERE {key} = :number"),  # noqa: S608
                        {"value": _flipped(value, chance), "number": number},
                    )
        problems = _all_commands(lab, place, chance)
        kept = {fact for fact in facts_of(place) if fact[0] == "articles"}
        lost = {fact for fact in lab.reference(scenario_of("gather"), store).after if fact[0] == "articles"} - kept
        return problems + [f"lost: {fact}" for fact in lost]


def _flipped(value: Any, chance: random.Random) -> Any:
    if isinstance(value, str):
        # PostgreSQL accepts only valid text.
        place = chance.randrange(len(value)) if value else 0
        return value[:place] + chance.choice('{}",:0x ') + value[place + 1 :]
    data = bytearray(bytes(value))
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def _all_commands(lab: Lab, place: Place, chance: random.Random) -> list[str]:
    problems = []
    for arguments in chance.sample(_EVERYTHING, 5):
        command = lab.world.zygote.run(place.folder, *arguments, seconds=120)
        problems += [f"{' '.join(arguments)}: {problem}" for problem in ended_badly(command, FAILING)]
    return problems


def two_versions(lab: Lab, store: str, chance: random.Random) -> list[str]:
    """Another version upgrades the store during a gathering: the gatherer says so, ends, and writes nothing more."""
    scenario = scenario_of("gather --watch")
    reference = lab.reference(scenario, store)
    with lab.copied(scenario.state, store) as place:
        command = started(lab, scenario, place)
        command.wait(chance.uniform(0, reference.seconds))
        _write_version(place, "9999")
        before = facts_of(place)
        if not command.wait(120):
            command.kill()
        problems = ended_badly(command, (3,))
        said = command.said()
        if not problems and "another version" not in said and "later Newsloom" not in said:
            problems.append(f"it does not say why it ended: {said[-500:]}")
        if facts_of(place) != before:
            problems.append("something was written after the upgrade")
        _write_version(place, HEAD)
        return problems or recovered(lab, scenario, store, place)


def _write_version(place: Place, version: str) -> None:
    end = time.monotonic() + 60
    while not place.has_tables() and time.monotonic() < end:
        time.sleep(0.02)
    with place.connection() as connection:
        if place.server:
            connection.execute(text(f"LOCK TABLE {VERSION_TABLE} IN ACCESS EXCLUSIVE MODE"))
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = :version"), {"version": version})  # noqa: S608
