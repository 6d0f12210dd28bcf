"""Compiles the modules that are written for Cython, where there is a C compiler.

These are all modules that import ``cython``, and all ``.pyx`` files. Hatchling calls this for every installation: in an
editable one the extensions go beside their sources, else into the wheel, which then is for this platform and Python
only. Nothing here may fail an installation: without its extension a module runs as plain Python.

``python hatch_build.py`` compiles in place what has changed.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_IS_COMPILED: Final = re.compile(r"^ *import cython$", re.MULTILINE)
# Contracted products are rounded once less: results would depend on the compiler.
_UNIX_FLAGS: Final = ("-O3", "-g0", "-ffp-contract=off")


class CythonHook(BuildHookInterface[Any]):
    """Adds the extensions to what is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        source = Path(self.root) / "src"
        if version == "editable":
            self._compile(source, source)
            return
        self._folder = Path(tempfile.mkdtemp())
        for path in self._compile(source, self._folder):
            build_data["force_include"][str(self._folder / path)] = path.as_posix()
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable":
            shutil.rmtree(self._folder, ignore_errors=True)

    def _compile(self, source: Path, target: Path) -> list[Path]:
        remove_outdated(target)
        try:
            return compile_modules(modules(source), source, target)
        # Whatever a compiler, or the lack of one, may raise: there is plain Python.
        except (Exception, SystemExit) as problem:  # noqa: BLE001
            self.app.display_warning(f"Newsloom is not compiled and will be slower: {problem!r}")
            return []


def modules(source: Path) -> Iterator[Path]:
    """The files that are compiled."""
    yield from sorted(source.rglob("*.pyx"))
    for file in sorted(source.rglob("*.py")):
        if _IS_COMPILED.search(file.read_text(encoding="utf-8")):
            yield file


def compile_modules(files: Iterable[Path], source: Path, target: Path) -> list[Path]:
    """Compile files below ``source`` to extensions at the same places below ``target``; these places."""
    # Imported here: they may be missing, which is no reason to fail.
    from Cython.Build import cythonize  # noqa: PLC0415
    from lxml import get_include  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    names = {".".join(file.relative_to(source).with_suffix("").parts): str(file) for file in files}
    extensions = [Extension(name, [file], include_dirs=get_include()) for name, file in names.items()]
    with tempfile.TemporaryDirectory() as folder:
        made = cythonize(extensions, build_dir=folder, quiet=True, language_level=3)
        build = build_ext(Distribution({"ext_modules": made}))
        build.build_lib, build.build_temp, build.parallel = str(target), folder, os.cpu_count()
        build.ensure_finalized()
        if os.name == "posix":
            for extension in made:
                extension.extra_compile_args = list(_UNIX_FLAGS)
        build.run()
    return [Path(build.get_ext_filename(extension.name)) for extension in made]


def remove_outdated(source: Path) -> None:
    """Remove the extensions beside sources that are gone or newer."""
    for file in source.rglob("*"):
        suffix = next(filter(file.name.endswith, EXTENSION_SUFFIXES), None)
        if suffix and not _is_current(file, file.name.removesuffix(suffix)):
            file.unlink()


def _is_current(extension: Path, name: str) -> bool:
    made_from = [*extension.parent.glob(f"{name}.py*"), Path(__file__)]
    return len(made_from) > 1 and all(file.stat().st_mtime <= extension.stat().st_mtime for file in made_from)


def main() -> None:
    """Compile in place what has changed."""
    source = Path(__file__).parent / "src"
    remove_outdated(source)
    suffix = EXTENSION_SUFFIXES[0]
    missing = [file for file in modules(source) if not file.with_suffix(suffix).exists()]
    if missing:
        compile_modules(missing, source, source)
    sys.stdout.write(f"{len(missing)} compiled\n")


if __name__ == "__main__":
    main()
