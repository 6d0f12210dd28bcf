"""``python -m torture.bulk``: a bulk run on a Dask cluster of this machine, whose processes are killed at random moments.

Workers are killed again and again (``--kills``), the scheduler is restarted, the run itself is killed and started again.
At the end every page must be there exactly once, with the same bytes as in a run that nobody disturbed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
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

from torture.bulkstep import SlowStep

__all__ = ["main"]

_SHARD_BYTES = 3_000


def main() -> int:
    """Exit code 1 if anything was lost, doubled or changed."""
    options = argparse.ArgumentParser(prog="torture.bulk", description=__doc__)
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--pages", type=int, default=2_000)
    options.add_argument("--seed", type=int, default=None)
    given = options.parse_args()
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
    run = _started(crawl, folder / "out", cluster)
    while run.poll() is None or run.returncode:
        if run.poll() is not None:
            if run.returncode != -signal.SIGKILL:
                return [f"a run that was not killed left with {run.returncode}, after {kills}"]
            run = _started(crawl, folder / "out", cluster)
        time.sleep(chance.uniform(0.3, 1.5))
        if sum(kills.values()) < given.kills:
            victim = chance.choices(["worker", "run", "scheduler"], [14, 3, 1])[0]
            kills[victim] += _kill(victim, cluster, run, chance)
    print(f"kills: {kills}", flush=True)
    return _compared(folder, given.pages)


def _started(crawl: Path, out: Path, cluster: Cluster) -> subprocess.Popen[bytes]:
    script = "import sys; from pathlib import Path; from torture.bulkstep import SlowStep; "
    script += "sys.exit(SlowStep.run(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])))"
    return subprocess.Popen([sys.executable, "-c", script, str(crawl), str(out), cluster.address, str(_SHARD_BYTES)])


def _kill(victim: str, cluster: Cluster, run: subprocess.Popen[bytes], chance: random.Random) -> int:
    if victim == "run":
        run.kill()
        run.wait()
        return 1
    if victim == "scheduler":
        assert cluster.scheduler is not None
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        cluster.start_scheduler()
        # Nannies whose scheduler is gone may end.
        for worker in [one for one in cluster.workers if one.poll() is not None]:
            cluster.workers.remove(worker)
            cluster.start_worker()
        return 1
    nanny = chance.choice(cluster.workers)
    found = subprocess.run(["pgrep", "-P", str(nanny.pid)], capture_output=True, text=True, check=False).stdout.split()
    if not found:
        if nanny.poll() is not None:
            cluster.workers.remove(nanny)
            cluster.start_worker()
        return 0
    with contextlib.suppress(ProcessLookupError):
        os.kill(int(found[-1]), signal.SIGKILL)
        return 1
    return 0


def _compared(folder: Path, pages: int) -> list[str]:
    SlowStep.run(folder / "crawl.warc.gz", folder / "undisturbed", None, _SHARD_BYTES)
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
