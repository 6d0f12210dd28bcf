"""Faults of the machine: a full disk, a read-only disk, no file descriptors, no memory, a clock that jumps."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import text

from torture.disturbed import FAILING, chosen_scenario, recovered, scenario_of, tried
from torture.places import Place
from torture.runs import DEADLINE_SECONDS, Lab, ended_badly

__all__ = ["descriptors", "disk_full", "memory", "read_only", "wrong_clock"]

_DISK: Final = "96m"
_LIBRARY: Final = "faketime/libfaketime.so.1"
_MEGABYTE: Final = 1_000_000


def disk_full(lab: Lab, store: str, chance: random.Random) -> list[str] | None:
    """Runs a command whose disk fills up somewhere in the middle."""
    scenario = chosen_scenario(chance, store)
    with _disk(lab) as disk:
        if disk is None:
            return None
        files = None
        if store == "postgres":
            files = disk / "server"
            files.mkdir()
            shutil.chown(files, "postgres", "postgres")
        place = lab.world.state(scenario.state, store).copy(disk / "place", files=files)
        try:
            ballast = disk / "ballast"
            free = shutil.disk_usage(disk).free - chance.choice([0, 20_000, 200_000, chance.randrange(3 * _MEGABYTE)])
            with ballast.open("wb") as file:
                os.posix_fallocate(file.fileno(), 0, max(free, 1))
            problems = tried(lab, scenario, place)
            ballast.unlink()
            return problems or recovered(lab, scenario, store, place)
        finally:
            place.remove()


def read_only(lab: Lab, store: str, chance: random.Random) -> list[str] | None:
    """Runs commands on a read-only disk; those that only read may work or say so."""
    scenario = chosen_scenario(chance, store)
    with _disk(lab) as disk:
        if disk is None:
            return None
        place = lab.world.state(scenario.state, store).copy(disk / "place")
        try:
            _mount("-o", "remount,ro", str(disk))
            problems = tried(lab, scenario, place)
            log = lab.world.folder / "log"
            for arguments in (("search", "committee"), ("stories",), ("sources",), ("doctor",)):
                command = lab.world.zygote.run(place.folder, *arguments, log=log)
                problems += [f"{arguments}: {problem}" for problem in ended_badly(command, FAILING)]
            _mount("-o", "remount,rw", str(disk))
            return problems or recovered(lab, scenario, store, place)
        finally:
            place.remove()


def descriptors(lab: Lab, store: str, chance: random.Random) -> list[str]:
    """Runs a command with very few file descriptors."""
    scenario = chosen_scenario(chance, store)
    with lab.copied(scenario.state, store) as place:
        problems = tried(lab, scenario, place, limits={resource.RLIMIT_NOFILE: chance.randrange(5, 14)})
        return problems or recovered(lab, scenario, store, place)


def memory(lab: Lab, store: str, chance: random.Random) -> list[str]:
    """Runs a command with little more memory than everything takes before it begins."""
    scenario = chosen_scenario(chance, store)
    most = lab.world.zygote.size_bytes + chance.randrange(40 * _MEGABYTE)
    with lab.copied(scenario.state, store) as place:
        problems = tried(lab, scenario, place, limits={resource.RLIMIT_AS: most})
        return problems or recovered(lab, scenario, store, place)


def wrong_clock(lab: Lab, store: str, chance: random.Random) -> list[str] | None:
    """Runs a gatherer whose clock jumps years back and ahead while it works; then the clock is right again."""
    library = next(Path("/usr/lib").glob(f"*/{_LIBRARY}"), None)
    if library is None:
        return None
    scenario = scenario_of("gather")
    with lab.copied(scenario.state, store) as place:
        offset = lab.world.folder / "clock"
        _set(offset, chance)
        seconds = lab.reference(scenario, store).seconds
        with _under_clock(place, library, offset) as process:
            for _ in range(chance.randrange(1, 4)):
                time.sleep(chance.uniform(0, 2 * seconds))
                _set(offset, chance)
        if process.returncode not in (0, -signal.SIGTERM):
            said = (place.folder / "said").read_text(encoding="utf-8", errors="replace")
            return [f"with a wrong clock: exit code {process.returncode}: {said[-1500:]}"]
        _let_days_pass(place)
        # What arrived long ago, by that clock, is in none of today's stories.
        return recovered(lab, scenario, store, place, free=frozenset({"reports", "story"}))


def _let_days_pass(place: Place) -> None:
    """Lets leases and delays expire: a clock up to a day ahead may have set them, and links wait up to three days."""
    days = 3 * 86_400 * 1_000_000
    with place.connection() as connection:
        for table in ("appointments", "links", "checkpoints"):
            connection.execute(text(f"UPDATE {table} SET leased_until = leased_until - {days}"))  # noqa: S608
        for table in ("appointments", "links"):
            connection.execute(text(f"UPDATE {table} SET due_at = due_at - {days}"))  # noqa: S608


def _set(offset: Path, chance: random.Random) -> None:
    days = chance.choice([0, chance.randrange(-800, 800), chance.choice([-1, 1]) * chance.random()])
    unfinished = offset.with_suffix(".new")
    unfinished.write_text(f"{days * 86_400:+.0f}\n", encoding="ascii")
    unfinished.replace(offset)


@contextmanager
def _under_clock(place: Place, library: Path, offset: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = os.environ | {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(offset),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with (place.folder / "printed").open("wb") as output, (place.folder / "said").open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "newsloom", "gather", "--watch"],
            cwd=place.folder,
            env=environment,
            stdout=output,
            stderr=errors,
        )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(DEADLINE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def _disk(lab: Lab) -> Iterator[Path | None]:
    """Mounts a small disk; yields None if that is impossible, because it needs root."""
    folder = lab.world.folder / "disk"
    folder.mkdir(exist_ok=True)
    # The server's user needs access, too.
    for parent in (lab.world.folder, folder):
        parent.chmod(0o755)
    if os.getuid() != 0 or _mount("-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", str(folder)):
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)


def _mount(*arguments: str) -> int:
    return subprocess.run(["mount", *arguments], check=False, stderr=subprocess.DEVNULL).returncode
