"""A Dask cluster on loopback: a scheduler and workers, each a process that can be killed."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

# Nothing that is written by Dask itself is of interest here.
_ENVIRONMENT = {
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "10s",
    "DASK_DISTRIBUTED__COMM__RETRY__COUNT": "3",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
    "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "60s",
}


class Cluster:
    """A scheduler and workers. A worker that is killed is started again by its nanny."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._page_port = free_port()
        self.dashboard = f"http://127.0.0.1:{self._page_port}"
        self._folder = folder
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self) -> None:
        page = f"127.0.0.1:{self._page_port}"
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard", "--dashboard-address", page]
        self.scheduler = self._started("scheduler", *options)
        self._wait_for(self.scheduler)

    def start_worker(self, *options: str) -> None:
        common = ["--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--local-directory", str(self._folder)]
        self.workers.append(self._started("worker", self.address, *common, *options))

    def kill_worker(self, chance: random.Random) -> bool:
        """Kill a worker, not its nanny, which starts another; False where there is none at the moment."""
        nanny = chance.choice(self.workers)
        found = subprocess.run(["pgrep", "-P", str(nanny.pid)], capture_output=True, text=True, check=False).stdout
        with contextlib.suppress(ProcessLookupError, IndexError):
            os.kill(int(found.split()[-1]), signal.SIGKILL)
            return True
        return False

    def restart(self) -> None:
        """Kill the scheduler and start another at its address, with as many workers: they end with their scheduler."""
        assert self.scheduler is not None
        self.scheduler.kill()
        self.scheduler.wait()
        self.start_scheduler()
        for worker in list(self.workers):
            worker.kill()
            worker.wait()
        self.revive_workers()

    def revive_workers(self) -> None:
        """Start a worker for each whose nanny has ended."""
        for worker in [one for one in self.workers if one.poll() is not None]:
            self.workers.remove(worker)
            self.start_worker()

    def stop(self) -> None:
        for process in [*self.workers, *filter(None, [self.scheduler])]:
            process.kill()
            process.wait()

    def _wait_for(self, scheduler: subprocess.Popen[bytes]) -> None:
        """Return once it listens: on a busy machine a scheduler takes longer to start than a client waits for it."""
        while scheduler.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.1)

    def _started(self, *arguments: str) -> subprocess.Popen[bytes]:
        paths = [str(Path(__file__).parents[1]), str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, **_ENVIRONMENT, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        with (self._folder / f"{arguments[0]}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments], env=environment, stdout=log, stderr=log, cwd=self._folder
            )


@contextlib.contextmanager
def running_cluster(workers: int = 2, *options: str) -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="newsloom-dask-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder))
        try:
            cluster.start_scheduler()
            for _ in range(workers):
                cluster.start_worker(*options)
            yield cluster
        finally:
            cluster.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
