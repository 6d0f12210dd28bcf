"""``python -m torture.bulk``: a bulk run on a Dask cluster on this machine, with processes killed at random moments.

Workers are killed again and again (``--kills``), the scheduler is restarted, the run itself is killed and started
again. At the end every page must be there exactly once, with the same bytes as in an undisturbed run.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
from tests.cluster import Cluster, running_cluster
from tests.pipeline.bulk.archives import answer, record, story, zipped
from tests.pipeline.bulk.titles import TitleStep

from newsloom.pipeline.bulk.jobs import JobOptions, read_pages

__all__ = ["main"]

_SHARD_BYTES = 3_000
# As slow as extracting articles, without loading their models after each kill.
_PAGE_SECONDS = 0.01


def main() -> int:
    """Returns exit code 1 if anything was lost, duplicated or changed."""
    options = argparse.ArgumentParser(prog="torture.bulk", description=__doc__)
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--pages", type=int, default=2_000)
    options.add_argument("--seed", type=int, default=None)
    options.add_argument("--run", action="store_true", help="used by the script itself")
    for name in ("--crawl", "--out"):
        options.add_argument(name, type=Path, help=argparse.SUPPRESS)
    options.add_argument("--scheduler", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.run:
        return _run(given.crawl, given.out, given.scheduler)
    seed = random.SystemRandom().randrange(10**9) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    with TemporaryDirectory(prefix="torture-bulk-") as folder, running_cluster() as cluster:
        problems = _tortured(Path(folder), cluster, random.Random(seed), given)
    print("\n".join(problems) or "nothing lost, nothing twice", flush=True)
    return int(bool(problems))


def _tortured(folder: Path, cluster: Cluster, chance: random.Random, given: argparse.Namespace) -> list[str]:
    crawl = folder / "crawl.warc.gz"
    crawl.write_bytes(zipped(record(answer(story(f"Bridge {number:05} opens"))) for number in range(given.pages)))
    kills = {"worker": 0, "run": 0, "scheduler": 0}
    # Of ten kills, one is of the scheduler and two are of the run, in random order.
    kinds = ["scheduler", "run", "run", *["worker"] * 7]
    victims = [kinds[number % len(kinds)] for number in range(given.kills)]
    chance.shuffle(victims)
    run = _started(crawl, folder / "out", cluster)
    while run.poll() is None or run.returncode:
        if run.poll() is not None:
            if run.returncode != -signal.SIGKILL:
                return [f"a run that was not killed left with {run.returncode}, after {kills}"]
            run = _started(crawl, folder / "out", cluster)
        time.sleep(chance.uniform(0.3, 1.5))
        if sum(kills.values()) < given.kills:
            kills[victims[0]] += (was_there := _kill(victims[0], cluster, run, chance))
            del victims[:was_there]
    print(f"kills: {kills}", flush=True)
    return _compared(folder, given.pages)


def _started(crawl: Path, out: Path, cluster: Cluster) -> subprocess.Popen[bytes]:
    place = ["--crawl", str(crawl), "--out", str(out), "--scheduler", cluster.address]
    return subprocess.Popen([sys.executable, "-m", "torture.bulk", "--run", *place])


def _run(crawl: Path, out: Path, scheduler: str | None) -> int:
    options = JobOptions(workers=1, scheduler=scheduler, shard_bytes=_SHARD_BYTES)
    return len(read_pages(TitleStep(seconds=_PAGE_SECONDS), [str(crawl)], str(out), options).broken)


def _kill(victim: str, cluster: Cluster, run: subprocess.Popen[bytes], chance: random.Random) -> int:
    if victim == "run":
        run.kill()
        run.wait()
        return 1
    if victim == "scheduler":
        cluster.restart()
        return 1
    if cluster.kill_worker(chance):
        return 1
    cluster.revive_workers()
    return 0


def _compared(folder: Path, pages: int) -> list[str]:
    _run(folder / "crawl.warc.gz", folder / "undisturbed", None)
    wanted = {file.name: file.read_bytes() for file in (folder / "undisturbed").glob("*.parquet")}
    found = {file.name: file.read_bytes() for file in (folder / "out").glob("*.parquet")}
    titles = [row["title"] for file in (folder / "out").glob("*.parquet") for row in pq.read_table(file).to_pylist()]
    problems = [f"{name} is missing" for name in wanted.keys() - found.keys()]
    problems += [f"{name} should not be there" for name in found.keys() - wanted.keys()]
    problems += [f"{name} is another" for name in wanted.keys() & found.keys() if wanted[name] != found[name]]
    if sorted(titles) != [f"Bridge {number:05} opens" for number in range(pages)]:
        problems.append(f"{len(titles)} pages, {len(set(titles))} different ones, of {pages}")
    return problems


if __name__ == "__main__":
    sys.exit(main())
