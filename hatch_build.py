"""Compiles the modules that are written for Cython, where there is a C compiler.

These are all modules that import ``cython``, and all ``.pyx`` files. Hatchling calls this for every installation: for
an editable one the extensions go beside their sources, otherwise into the wheel, which is then only for this platform
and Python. Nothing here may make an installation fail or wait for ever: without its extension a module runs as plain
Python.

``python hatch_build.py`` compiles what has changed in place; ``python hatch_build.py SOURCE TARGET`` compiles all
modules below one folder to the same places below another.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import count
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SOURCE: Final = Path(__file__).parent / "src"
sys.path.insert(0, str(_SOURCE))  # newsloom may not be installed yet

from newsloom.extensions import UNIX_FLAGS, compiled_sources, extension_of, is_current, mark_of  # noqa: E402

# All modules take half a minute on two cores; a slower machine can set more time.
_SECONDS: Final = float(os.environ.get("NEWSLOOM_COMPILE_SECONDS", "1200"))
_SHARED: Final = "_cython_"


class CythonHook(BuildHookInterface[Any]):
    """Adds the extensions to the build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        source = Path(self.root) / "src"
        if version == "editable":
            self._compile(source, source)
            return
        self._folder = Path(tempfile.mkdtemp())
        self._compile(source, self._folder)
        for file in filter(Path.is_file, self._folder.rglob("*")):
            build_data["force_include"][str(file)] = file.relative_to(self._folder).as_posix()
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable":
            shutil.rmtree(self._folder, ignore_errors=True)

    def _compile(self, source: Path, target: Path) -> None:
        try:
            _compile_in_time(source, target)
        # Whatever a compiler, or its absence, may raise: modules also run as plain Python.
        except Exception as problem:  # noqa: BLE001
            self.app.display_warning(f"Newsloom is not compiled and will be slower: {problem}")


def _compile_in_time(source: Path, target: Path) -> None:
    """Compiles in a process of its own, which is killed with all its children if it takes too long.

    Its progress goes to standard output, which pip shows with ``-v``.
    """
    command = [sys.executable, __file__, str(source), str(target)]
    with tempfile.TemporaryFile() as told:
        # A file, not a pipe, which would have to be read while the process runs.
        process = subprocess.Popen(  # noqa: S603
            command, stderr=told, stdin=subprocess.DEVNULL, start_new_session=True
        )
        try:
            code = process.wait(_SECONDS)
        except BaseException:
            _end(process)
            raise
        told.seek(0)
        if code:
            raise RuntimeError(told.read().decode(errors="replace").strip()[-500:])


def _end(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def compile_modules(files: Iterable[Path], source: Path, target: Path) -> None:
    """Compiles files below ``source`` to extensions at the same places below ``target``."""
    # Imported here: they may be missing, which must not make the installation fail.
    from Cython.Build import cythonize  # noqa: PLC0415
    from lxml import get_include  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    names = {".".join(file.relative_to(source).with_suffix("").parts): file for file in files}
    extensions = [Extension(name, [str(file)], include_dirs=get_include()) for name, file in names.items()]
    shared = _shared_name()
    with tempfile.TemporaryDirectory() as folder:
        made = cythonize(
            extensions, build_dir=folder, quiet=True, language_level=3, shared_utility_qualified_name=shared
        )
        if _shared_extension(target) is None:
            # Moved into place before the others, which cannot be imported without it.
            made.insert(0, Extension(shared, [_shared_code(shared, folder)]))
        build = _saying_what_is_done(build_ext)(Distribution({"ext_modules": made}))
        done = Path(folder, "done")
        build.build_lib, build.build_temp, build.parallel = str(done), folder, os.cpu_count()
        build.ensure_finalized()
        for extension in made:
            if extension.name in names:
                _mark(Path(extension.sources[0]), extension.name, mark_of(names[extension.name]))
            if os.name == "posix":
                extension.extra_compile_args = list(UNIX_FLAGS)
        build.run()
        # All or none, and never part of a file: processes that have the old file open keep it.
        for extension in made:
            place = build.get_ext_filename(extension.name)
            beside = target / f"{place}.part"
            beside.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(done / place, beside)
            beside.replace(target / place)


def _shared_name() -> str:
    """Returns the module that all extensions share, with Cython's version, so that code of another is never used."""
    from Cython import __version__  # noqa: PLC0415

    return f"newsloom.{_SHARED}{re.sub(r'[^0-9a-z]', '_', __version__)}"


def _shared_code(name: str, folder: str) -> str:
    """Generates the code of that module, mostly typed array views; otherwise every extension would contain it."""
    path = str(Path(folder, f"{name.rpartition('.')[2]}.c"))
    command = [sys.executable, "-m", "cython", f"--generate-shared={path}", "--module-name", name]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)  # noqa: S603
    return path


def _saying_what_is_done(build_ext: type[Any]) -> type[Any]:
    """Returns a build command that prints a line for each extension, as the installation takes a minute or more."""

    class Saying(build_ext):  # type: ignore[misc]
        done = count()

        def build_extension(self, extension: Any) -> None:
            super().build_extension(extension)
            sys.stdout.write(f"Compiled {next(self.done) + 1} of {len(self.extensions)}: {extension.name}\n")
            sys.stdout.flush()

    return Saying


def _mark(code: Path, name: str, mark: str) -> None:
    """Records in the extension what it was made from: linkers keep a variable that is visible to others."""
    with code.open("a", encoding="utf-8") as file:
        file.write(f'\nconst char {name.replace(".", "_")}_source[] = "{mark}";\n')


def remove_outdated(source: Path) -> None:
    """Removes extensions whose sources are gone or have changed; all, if the shared module is not this Cython's."""
    shared = _shared_extension(source)
    made_from = {extension_of(file): file for file in compiled_sources(source)} if shared else {}
    extensions = (file for file in source.rglob("*") if file.name.endswith(tuple(EXTENSION_SUFFIXES)))
    # The shared module last: the others cannot be imported without it.
    for file in sorted(extensions, key=lambda file: file.name.startswith(_SHARED)):
        if file != shared and not (file in made_from and is_current(file, made_from[file])):
            file.unlink()


def _shared_extension(folder: Path) -> Path | None:
    """Returns the shared module, if this Cython made it; without Cython, of whatever version."""
    try:
        names = {_shared_name().rpartition(".")[2]}
    except ImportError:
        # Without Cython none can be made again, and the existing ones still work.
        names = {file.name.partition(".")[0] for file in folder.glob(f"newsloom/{_SHARED}*")}
    found = (extension_of(folder / "newsloom" / f"{name}.c") for name in sorted(names))
    return next(filter(None, found), None)


def main() -> None:
    """Compiles what the arguments say; in place, only what has changed."""
    source, target = map(Path, sys.argv[1:]) if len(sys.argv) == 3 else (_SOURCE, _SOURCE)
    wanted = list(compiled_sources(source))
    if source == target:
        remove_outdated(source)
        wanted = [file for file in wanted if extension_of(file) is None]
    if wanted:
        compile_modules(wanted, source, target)
    sys.stdout.write(f"{len(wanted)} compiled\n")


if __name__ == "__main__":
    main()
