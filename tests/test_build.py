"""What is installed, with a compiler and without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KERNEL = "newsloom/dom/_kernel"
COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]
CAN_COMPILE = (shutil.which(COMPILER) or shutil.which("cc")) and Path(
    sysconfig.get_path("include"), "Python.h"
).exists()


def built(target: str, folder: Path, **environment: str) -> Path:
    """What hatchling builds of the project, and says of it nothing that matters here."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, check=True)
    (found,) = folder.iterdir()
    return found


def test_without_a_compiler_the_wheel_is_for_every_machine(tmp_path):
    wheel = built("wheel", tmp_path, PATH=str(tmp_path / "empty"))
    assert wheel.name.endswith("-py3-none-any.whl")
    assert kernels_in(wheel) == []


@pytest.mark.skipif(not CAN_COMPILE, reason="no compiler for C, or no headers of Python, are installed")
def test_with_a_compiler_the_wheel_holds_the_kernel(tmp_path):
    wheel = built("wheel", tmp_path)
    assert kernels_in(wheel) == [KERNEL + sysconfig.get_config_var("EXT_SUFFIX")]
    assert not wheel.name.endswith("-any.whl")


def test_the_source_of_the_kernel_is_in_what_is_published(tmp_path):
    with tarfile.open(built("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"hatch_build.py", "src/newsloom/dom/native/kernel.c", "src/newsloom/dom/native/nodes.h"} <= names
    assert not any(name.endswith(".so") for name in names)


def kernels_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return [name for name in archive.namelist() if name.startswith(KERNEL)]
