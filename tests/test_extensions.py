from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import newsloom
from newsloom.extensions import compiled_sources, extension_of, mark_of, outdated_sources

PACKAGE = Path(newsloom.__file__).parent


def module(folder: Path, text: str) -> Path:
    """A source to be compiled, and an extension that says it was made from it."""
    source = folder / "counting.py"
    source.write_text(f"import cython\n{text}\n", encoding="utf-8")
    source.with_suffix(EXTENSION_SUFFIXES[0]).write_bytes(b"\x7fELF " + mark_of(source).encode() + b"\0")
    return source


def test_an_extension_is_outdated_once_its_source_has_changed(tmp_path):
    source = module(tmp_path, "total = 1")
    assert outdated_sources(tmp_path) == []
    source.write_text("import cython\ntotal = 2\n", encoding="utf-8")
    assert outdated_sources(tmp_path) == [source]


def test_times_of_files_do_not_make_an_extension_outdated(tmp_path):
    extension = extension_of(module(tmp_path, "total = 1"))
    assert extension
    os.utime(extension, (0, 0))
    assert outdated_sources(tmp_path) == []


def test_a_module_without_its_extension_is_not_outdated(tmp_path):
    (tmp_path / "counting.py").write_text("import cython\n", encoding="utf-8")
    (tmp_path / "plain.py").write_text("import json\n", encoding="utf-8")
    assert [source.name for source in compiled_sources(tmp_path)] == ["counting.py"]
    assert outdated_sources(tmp_path) == []


def test_what_is_compiled_here_was_made_from_these_sources():
    assert outdated_sources(PACKAGE) == []


def test_nothing_is_tested_with_outdated_extensions(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "newsloom", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    (tmp_path / "newsloom" / "dom" / f"outline{EXTENSION_SUFFIXES[0]}").write_bytes(b"\x7fELF of last week")
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "tests/test_extensions.py"],
        cwd=Path(__file__).parents[1],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert tests.returncode
    assert "outline.py" in tests.stderr
    assert "make compile" in tests.stderr
