"""Finds the modules that Cython compiles, and checks whether the extension of each was made from its source.

``hatch_build.py`` loads this file alone, before Newsloom is installed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

__all__ = ["UNIX_FLAGS", "compiled_sources", "extension_of", "is_current", "mark_of", "outdated_sources"]

# With contraction (fused multiply-add) a product is not rounded, so results would depend on the compiler. Microsoft's
# compiler does not contract.
UNIX_FLAGS: Final = ("-O3", "-g0", "-ffp-contract=off")

_IMPORTS_CYTHON: Final = re.compile(r"^ *import cython$", re.MULTILINE)


def compiled_sources(folder: Path, /) -> Iterator[Path]:
    """Yields all ``.pyx`` files and all modules that import ``cython``."""
    yield from sorted(folder.rglob("*.pyx"))
    for file in sorted(folder.rglob("*.py")):
        if _IMPORTS_CYTHON.search(file.read_text(encoding="utf-8")):
            yield file


def outdated_sources(folder: Path, /) -> list[Path]:
    """Returns the sources that Python ignores in favour of an extension that was not made from them."""
    found = [(source, extension_of(source)) for source in compiled_sources(folder)]
    return [source for source, extension in found if extension is not None and not is_current(extension, source)]


def extension_of(source: Path, /) -> Path | None:
    """Returns the extension that Python imports in place of this source, if there is one."""
    places = (source.with_suffix(suffix) for suffix in EXTENSION_SUFFIXES)
    return next((place for place in places if place.exists()), None)


def is_current(extension: Path, source: Path, /) -> bool:
    """Returns whether the extension was made from the current source. File times do not help: copying changes them."""
    return mark_of(source).encode() in extension.read_bytes()


def mark_of(source: Path, /) -> str:
    """Returns the mark in an extension that was made from this source with these flags."""
    # Read as text: on Windows the same lines may have other line endings.
    made_from = "\n".join((*UNIX_FLAGS, source.read_text(encoding="utf-8")))
    return f"newsloom source {hashlib.sha256(made_from.encode()).hexdigest()}"
