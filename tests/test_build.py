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

from newsloom.extensions import compiled_sources

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
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
    assert extensions_in(wheel) == set()


def test_without_cython_the_wheel_is_for_every_machine(tmp_path):
    (tmp_path / "Cython").mkdir()
    (tmp_path / "Cython" / "__init__.py").write_text("raise ImportError('there is no Cython')")
    wheel = built("wheel", tmp_path / "wheel", PYTHONPATH=str(tmp_path))
    assert wheel.name.endswith("-py3-none-any.whl")


def test_a_compiler_that_hangs_is_not_waited_for(tmp_path):
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\nexec sleep 100000\n")
    compiler.chmod(0o755)
    wheel = built("wheel", tmp_path / "wheel", CC=str(compiler), NEWSLOOM_COMPILE_SECONDS="1")
    assert wheel.name.endswith("-py3-none-any.whl")


@pytest.mark.skipif(not CAN_COMPILE, reason="no compiler for C, or no headers of Python, are installed")
def test_with_a_compiler_the_wheel_holds_every_extension(tmp_path):
    wheel = built("wheel", tmp_path)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert extensions_in(wheel) == {
        str(file.relative_to(SOURCE).with_suffix(suffix)) for file in compiled_sources(SOURCE)
    }
    assert not wheel.name.endswith("-any.whl")


def test_what_is_published_can_be_compiled(tmp_path):
    with tarfile.open(built("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"hatch_build.py", *(str(file.relative_to(ROOT)) for file in compiled_sources(SOURCE))} <= names
    assert not any(name.endswith((".so", ".pyd")) for name in names)


def extensions_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if name.endswith((".so", ".pyd"))}
