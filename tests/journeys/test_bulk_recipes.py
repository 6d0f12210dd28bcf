"""The recipes for Slurm and Kubernetes in docs/howto, run as they stand, on this machine in place of many."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from tests.cluster import free_port
from tests.pipeline.bulk.archives import answer, record, story, zipped
from tests.pipeline.bulk.titles import titles_in

HOWTO = Path(__file__).parents[2] / "docs" / "howto"
# As Slurm does it: the command once on each node.
SRUN = """#!/bin/sh
shift
for node in 0 1; do SLURM_NODEID=$node "$@" & done
wait
"""


@pytest.fixture
def crawl(tmp_path) -> Path:
    (tmp_path / "crawl").mkdir()
    pages = [record(answer(story(f"Bridge {number} opens"))) for number in range(6)]
    (tmp_path / "crawl" / "a.warc.gz").write_bytes(zipped(pages[:3]))
    (tmp_path / "crawl" / "b.warc.gz").write_bytes(zipped(pages[3:]))
    return tmp_path / "crawl"


def test_the_slurm_script_reads_all_and_ends(crawl, tmp_path):
    """On a real Slurm it runs in test_slurm.py."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name, script in (("srun", SRUN), ("hostname", "#!/bin/sh\necho 127.0.0.1\n")):
        (tools / name).write_text(script)
        (tools / name).chmod(0o755)
    script = (HOWTO / "bulk-slurm.sh").read_text()
    told = {"SLURM_JOB_ID": "17", "SLURM_CPUS_PER_TASK": "1", "TMPDIR": str(tmp_path)}
    environment = {**_environment(), **told, "PATH": f"{tools}{os.pathsep}{_environment()['PATH']}"}
    with _started(["sh", "-c", script, "script", str(crawl), str(tmp_path / "out")], environment) as batch:
        # Slurm ends what a batch script leaves behind.
        assert batch.wait(300) == 0
    assert titles_in(tmp_path / "out") == [f"Bridge {number} opens" for number in range(6)]


def test_the_kubernetes_manifest_reads_all_and_ends(crawl, tmp_path):
    found = {(told["kind"], told["metadata"]["name"]): told["spec"] for told in _manifest()}
    for name in ("news-scheduler", "news-workers"):
        deployment = found["Deployment", name]
        assert deployment["selector"]["matchLabels"] == deployment["template"]["metadata"]["labels"]
    scheduler = found["Deployment", "news-scheduler"]
    assert found["Service", "news-scheduler"]["selector"] == scheduler["selector"]["matchLabels"]
    here = {
        "news-scheduler": "127.0.0.1",
        "8786": str(free_port()),
        ":8787": f"127.0.0.1:{free_port()}",
        "s3://bucket/cc-news": str(crawl),
        "s3://bucket/articles": str(tmp_path / "out"),
    }
    environment = {**_environment(), "TMPDIR": str(tmp_path)}
    with contextlib.ExitStack() as stack:
        for spec in (scheduler, found["Deployment", "news-workers"]):
            stack.enter_context(_started(_command(spec, here), environment))
        job = stack.enter_context(_started(_command(found["Job", "news-bulk"], here), environment))
        # A job is started again until it ends well; a scheduler may take longer to start than the command waits.
        while job.wait(300):
            job = stack.enter_context(_started(_command(found["Job", "news-bulk"], here), environment))
    assert titles_in(tmp_path / "out") == [f"Bridge {number} opens" for number in range(6)]


def _manifest() -> list[dict]:
    return list(yaml.safe_load_all((HOWTO / "bulk-kubernetes.yaml").read_text()))


def _command(spec: dict, here: dict[str, str]) -> list[str]:
    (container,) = spec["template"]["spec"]["containers"]
    command = container["command"]
    for there, place in here.items():
        command = [word.replace(there, place) for word in command]
    return command


def _environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@contextlib.contextmanager
def _started(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, env=environment, start_new_session=True)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
