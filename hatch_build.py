"""Builds the hot walks in C where a compiler is found, and leaves them out where none is, or where it fails.

Hatchling calls this for every installation. The module goes beside its source in an editable one, else into the wheel,
which then is for this platform and Python only. Nothing here may fail an installation: without it, Newsloom does the
same in Python (src/newsloom/dom/kernel.py).
"""

from __future__ import annotations

import hashlib
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SOURCES = "src/newsloom/dom/native"
_PLACE = "newsloom/dom/_kernel" + (sysconfig.get_config_var("EXT_SUFFIX") or ".so")
# A compiler that hangs must not hang an installation.
_TIMEOUT_SECONDS = 300


class KernelHook(BuildHookInterface[Any]):
    """Adds the module to what is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            self._build(root / _SOURCES, root / "src" / _PLACE)
            return
        self._folder = tempfile.mkdtemp()
        module = Path(self._folder) / "kernel"
        if self._build(root / _SOURCES, module):
            build_data["force_include"][str(module)] = _PLACE
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable":
            shutil.rmtree(self._folder, ignore_errors=True)

    def _build(self, sources: Path, target: Path) -> bool:
        """Compile the sources, and say whether there is a module now; one of before is taken away."""
        try:
            target.unlink(missing_ok=True)
            with tempfile.TemporaryDirectory() as folder:
                built = Path(folder) / "module"
                command = _command(sources, built)
                subprocess.run(command, check=True, capture_output=True, timeout=_TIMEOUT_SECONDS)  # noqa: S603
                shutil.copyfile(built, target)
        except (ImportError, OSError, subprocess.SubprocessError) as problem:
            told = getattr(problem, "stderr", None) or str(problem).encode()
            self.app.display_warning(f"without the kernel in C, for it was not built: {told.decode(errors='replace')}")
            return False
        return True


def _command(sources: Path, built: Path) -> list[str]:
    # Imported here: without lxml's headers there is nothing to build, which is no reason to fail.
    import lxml  # noqa: PLC0415

    digest = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(sources.glob("*.[ch]")))).hexdigest()
    folders = {sysconfig.get_path("include"), sysconfig.get_path("platinclude"), *lxml.get_include()}
    return [
        *_compiler(),
        # Contracted products would be rounded once less than numpy's, and the twins must be equal to the last bit.
        *("-O2", "-ffp-contract=off", "-fPIC", "-fvisibility=hidden", "-DNDEBUG", f'-DKERNEL_SOURCE="{digest}"'),
        *(f"-I{folder}" for folder in sorted(folders)),
        *(("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)),
        *(str(sources / "kernel.c"), "-o", str(built)),
    ]


def _compiler() -> list[str]:
    """The one that Python was built with, if it is here; else the system's."""
    command = shlex.split(sysconfig.get_config_var("CC") or "cc")
    return command if shutil.which(command[0]) else ["cc"]
