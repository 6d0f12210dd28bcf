"""What is installed, with a compiler and without one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatch_build import compile_modules, remove_outdated

from newsloom.extensions import compiled_sources, mark_of

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]
CAN_COMPILE = (shutil.which(COMPILER) or shutil.which("cc")) and Path(
    sysconfig.get_path("include"), "Python.h"
).exists()


def built(target: str, folder: Path, **environment: str) -> Path:
    """What hatchling builds of the project."""
    build(target, folder, **environment)
    (found,) = folder.iterdir()
    return found


def build(target: str, folder: Path, **environment: str) -> str:
    """Have hatchling build the project; what it says meanwhile."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, check=True, encoding="utf-8"
    )
    return done.stdout


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
def test_with_a_compiler_the_wheel_holds_every_extension_and_a_line_tells_of_each(tmp_path):
    told = build("wheel", tmp_path)
    (wheel,) = tmp_path.iterdir()
    # One more is what all have in common.
    count = len(list(compiled_sources(SOURCE))) + 1
    assert re.findall(r"^Compiled (\d+) of (\d+): newsloom\.", told, re.MULTILINE) == [
        (str(place + 1), str(count)) for place in range(count)
    ]
    made = {str(file.relative_to(SOURCE).with_suffix(SUFFIX)) for file in compiled_sources(SOURCE)}
    (shared,) = extensions_in(wheel) - made
    assert made < extensions_in(wheel)
    assert shared.startswith("newsloom/_cython_")
    assert not wheel.name.endswith("-any.whl")


def small_tree(folder: Path) -> Path:
    """One module that is compiled, with a current extension beside it, and what all have in common by some Cython."""
    package = folder / "newsloom"
    package.mkdir(parents=True)
    (package / "one.py").write_text("import cython\n")
    (package / f"one{SUFFIX}").write_text(mark_of(package / "one.py"))
    (package / f"_cython_0_1{SUFFIX}").touch()
    return package


def test_without_cython_extensions_that_are_current_stay(tmp_path, monkeypatch):
    package = small_tree(tmp_path)
    (package / f"gone{SUFFIX}").touch()
    monkeypatch.setitem(sys.modules, "Cython", None)
    remove_outdated(tmp_path)
    assert {file.name for file in package.iterdir()} == {"one.py", f"one{SUFFIX}", f"_cython_0_1{SUFFIX}"}


def test_with_another_cython_no_extension_stays_and_none_without_what_all_have_in_common(tmp_path, monkeypatch):
    small_tree(tmp_path)
    gone = []
    monkeypatch.setattr(Path, "unlink", lambda file: gone.append(file.name))
    remove_outdated(tmp_path)
    assert gone == [f"one{SUFFIX}", f"_cython_0_1{SUFFIX}"]


@pytest.mark.skipif(not CAN_COMPILE, reason="no compiler for C, or no headers of Python, are installed")
def test_what_extensions_have_in_common_is_in_its_place_before_them(tmp_path, monkeypatch):
    package, placed, replace = small_tree(tmp_path / "source"), [], Path.replace
    monkeypatch.setattr(Path, "replace", lambda file, target: (placed.append(target.name), replace(file, target)))
    compile_modules([package / "one.py"], tmp_path / "source", tmp_path / "target")
    assert placed[0].startswith("_cython_")
    assert placed[1:] == [f"one{SUFFIX}"]


# Stands in for Python and for pip, which say what the real ones say.
PYTHON = """#!/bin/sh
case "$*" in
  "-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *requirements.lock*)
    echo "Collecting lxml==6.1 (from -r requirements.lock (line 1))"; echo "  Downloading lxml.whl (5.2 MB)"
    echo "Processing /wheels/numpy-2.4-cp311.whl (from -r requirements.lock (line 3))"
    echo "Installing collected packages: lxml, numpy"; exit $PIP_EXIT ;;
  *-e*) echo "  Preparing metadata"; echo "  Compiled 1 of 1: newsloom.forest" ;;
esac
"""


def install(folder: Path, *, pip_exit: int) -> subprocess.CompletedProcess[str]:
    """What ``make`` says and does where nothing is installed yet."""
    shutil.copy(ROOT / "Makefile", folder)
    (folder / "src").mkdir()
    for name in ("pyproject.toml", "hatch_build.py"):
        (folder / name).touch()
    (folder / "requirements.lock").write_text(
        "lxml==6.1 \\\n    --hash=sha256:00\nnumpy==2.4 \\\n    --hash=sha256:11\n"
    )
    (folder / "python").write_text(PYTHON)
    (folder / "python").chmod(0o755)
    command = ["make", "--no-print-directory", "PYTHON=./python", ".venv/.installed"]
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PIP_EXIT": str(pip_exit)},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_installing_says_how_far_it_is(tmp_path):
    done = install(tmp_path, pip_exit=0)
    assert done.stdout.splitlines() == [
        "Making a virtual environment in .venv",
        "Installing 2 packages, the only step that needs a network",
        "    1  lxml==6.1",
        "    2  numpy-2.4-cp311.whl",
        "  unpacking",
        "Compiling Newsloom, which takes a minute or two where there is a C compiler",
        "  Compiled 1 of 1: newsloom.forest",
    ]
    assert (tmp_path / ".venv" / ".installed").exists()


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_an_installation_that_fails_is_not_taken_for_one(tmp_path):
    assert install(tmp_path, pip_exit=1).returncode != 0
    assert not (tmp_path / ".venv" / ".installed").exists()


def test_what_is_published_can_be_compiled(tmp_path):
    with tarfile.open(built("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"hatch_build.py", *(str(file.relative_to(ROOT)) for file in compiled_sources(SOURCE))} <= names
    assert not any(name.endswith((".so", ".pyd")) for name in names)


def extensions_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if name.endswith((".so", ".pyd"))}
