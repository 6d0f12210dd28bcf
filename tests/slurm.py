"""A Slurm cluster on this machine: munge, a controller and two nodes of one core, each a process that can be ended."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from tests.cluster import free_port

NODES = ("n1", "n2")
_PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "srun")
_PATH = f"{os.environ['PATH']}{os.pathsep}/usr/sbin"


@contextlib.contextmanager
def running_slurm() -> Iterator[Mapping[str, str]]:
    """The environment in which sbatch and srun know the cluster. Skips the test where there is no Slurm."""
    missing = [name for name in _PROGRAMS if not shutil.which(name, path=_PATH)]
    if missing or os.geteuid():
        pytest.skip(f"wanted root and {', '.join(missing or _PROGRAMS)}. Debian: apt-get install slurm-wlm munge")
    with tempfile.TemporaryDirectory(prefix="newsloom-slurm-") as place, contextlib.ExitStack() as stack:
        folder = Path(place)
        folder.chmod(0o755)
        environment = {**os.environ, "PATH": _PATH, "SLURM_CONF": str(_configured(folder))}
        key = folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o600)
        munge = ["--foreground", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket"]
        munge += [f"--{name}-file={folder}/munge.{name}" for name in ("pid", "log", "seed")]
        for command in (
            ["munged", *munge],
            ["slurmctld", "-D", "-c"],
            *(["slurmd", "-D", "-N", node] for node in NODES),
        ):
            stack.enter_context(_started(command, environment, folder / "log"))
        while _states(environment) != ["idle"] * len(NODES):
            time.sleep(0.2)
        yield environment


def _configured(folder: Path) -> Path:
    lines = {
        "ClusterName": "trial",
        "SlurmctldHost": f"{socket.gethostname()}(127.0.0.1)",
        "SlurmctldPort": free_port(),
        "AuthType": "auth/munge",
        "AuthInfo": f"socket={folder}/munge.socket",
        "CredType": "cred/munge",
        "SlurmUser": "root",
        "SlurmdUser": "root",
        "StateSaveLocation": f"{folder}/state",
        "SlurmdSpoolDir": f"{folder}/spool-%n",
        "SlurmctldPidFile": f"{folder}/slurmctld.pid",
        "SlurmdPidFile": f"{folder}/slurmd-%n.pid",
        "ProctrackType": "proctrack/linuxproc",
        "TaskPlugin": "task/none",
        "MpiDefault": "none",
        "SelectType": "select/cons_tres",
        "SelectTypeParameters": "CR_Core",
        "ReturnToService": "2",
    }
    here = f"NodeHostname={socket.gethostname()} NodeAddr=127.0.0.1 CPUs=1 RealMemory=1000"
    nodes = [f"NodeName={node} {here} Port={free_port()}" for node in NODES]
    (folder / "state").mkdir()
    file = folder / "slurm.conf"
    told = [f"{name}={value}" for name, value in lines.items()]
    file.write_text("\n".join([*told, *nodes, "PartitionName=all Nodes=ALL Default=YES State=UP", ""]))
    return file


def _states(environment: Mapping[str, str]) -> list[str]:
    asked = ["sinfo", "--noheader", "--Node", "--format=%T"]
    return subprocess.run(asked, env=environment, capture_output=True, text=True, check=False).stdout.split()


@contextlib.contextmanager
def _started(command: list[str], environment: Mapping[str, str], log: Path) -> Iterator[None]:
    with log.open("ab") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        yield
    finally:
        process.terminate()
        process.wait()
