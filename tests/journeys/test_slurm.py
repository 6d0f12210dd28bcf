"""The recipe for Slurm in docs/howto on a real Slurm of two nodes, as it stands. ``make slurm`` runs it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.pipeline.bulk.archives import answer, record, story, zipped
from tests.pipeline.bulk.titles import titles_in
from tests.slurm import running_slurm

pytestmark = pytest.mark.slurm

RECIPE = Path(__file__).parents[2] / "docs" / "howto" / "bulk-slurm.sh"
FILES, PAGES = 12, 40
TITLES = sorted(f"Bridge {file}-{page} opens" for file in range(FILES) for page in range(PAGES))


@pytest.fixture(scope="module")
def slurm():
    with running_slurm() as environment:
        path = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
        yield {**environment, "PATH": path}


@pytest.fixture(scope="module")
def crawl(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crawl")
    for file in range(FILES):
        pages = [record(answer(story(f"Bridge {file}-{page} opens"))) for page in range(PAGES)]
        (folder / f"{file}.warc.gz").write_bytes(zipped(pages))
    return folder


def test_a_job_reads_all_and_one_that_is_queued_again_goes_on(slurm, crawl, tmp_path):
    out = tmp_path / "out"
    options = ["--nodes=2", "--cpus-per-task=1", f"--output={tmp_path}/job.out", "--open-mode=append"]
    asked = ["sbatch", "--parsable", *options, str(RECIPE), str(crawl), str(out)]
    job = _run(asked, slurm).strip()
    # As a node that fails, or a job that must make room, in the middle of the run.
    done = _wait_for(lambda: list(out.glob("_*.done")), slurm, job)
    _run(["scontrol", "requeue", job], slurm)
    # It would wait for two minutes.
    _wait_for(lambda: "JobState=PENDING" in _run(["scontrol", "show", "job", job], slurm), slurm, job)
    _run(["scontrol", "update", f"JobId={job}", "StartTime=now"], slurm)
    _wait_for(lambda: "COMPLETED" in _run(["scontrol", "show", "job", job], slurm), slurm, job)
    told = (tmp_path / "job.out").read_text()
    assert titles_in(out) == TITLES
    assert f"extract: {FILES} of {FILES} shards" in told
    assert "were done before" in told
    assert set(done) <= set(out.glob("_*.done"))
    assert not list(tmp_path.glob("out.*.json"))


def test_workers_that_cannot_start_end_the_job(slurm, crawl, tmp_path):
    options = ["--wait", "--nodes=1", "--cpus-per-task=1", f"--output={tmp_path}/job.out"]
    broken = tmp_path / "broken.sh"
    broken.write_text(RECIPE.read_text().replace("dask worker", "no-such-program"))
    asked = ["sbatch", *options, str(broken), str(crawl), str(tmp_path / "out")]
    assert subprocess.run(asked, env=slurm, check=False).returncode


def test_a_cluster_of_dask_jobqueue_serves_as_well(slurm, crawl, tmp_path):
    pytest.importorskip("dask_jobqueue", reason="make slurm installs dask-jobqueue")
    program = tmp_path / "program.py"
    program.write_text(
        "import subprocess, sys\n"
        "from dask_jobqueue import SLURMCluster\n"
        "if __name__ == '__main__':\n"
        "    with SLURMCluster(cores=1, memory='900MB', scheduler_options={'dashboard_address': ':0'}) as cluster:\n"
        "        cluster.scale(jobs=2)\n"
        "        command = ['newsloom', 'bulk', sys.argv[1], '--output', sys.argv[2]]\n"
        "        subprocess.run([*command, '--scheduler', cluster.scheduler_address], check=True)\n"
    )
    subprocess.run([sys.executable, program, crawl, tmp_path / "out"], env=slurm, cwd=tmp_path, check=True)
    assert titles_in(tmp_path / "out") == TITLES


def _run(command, environment) -> str:
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def _wait_for(found, slurm, job):
    while not (it := found()):
        state = _run(["scontrol", "show", "job", job], slurm)
        assert "FAILED" not in state, state
        time.sleep(0.1)
    return it
