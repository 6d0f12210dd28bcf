"""The modules that Cython compiles: their sources, and whether the extension beside a source was made from it.

``hatch_build.py`` loads this file alone, where nothing of Newsloom is installed yet.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

__all__ = ["UNIX_FLAGS", "compiled_sources", "extension_of", "is_current", "mark_of", "outdated_sources"]

# Contracted products are rounded once less: results would depend on the compiler. Microsoft's does not do that.
UNIX_FLAGS: Final = ("-O3", "-g0", "-ffp-contract=off")

_IMPORTS_CYTHON: Final = re.compile(r"^ *import cython$", re.MULTILINE)


def compiled_sources(folder: Path, /) -> Iterator[Path]:
    """All ``.pyx`` files, and all modules that import ``cython``."""
    yield from sorted(folder.rglob("*.pyx"))
    for file in sorted(folder.rglob("*.py")):
        if _IMPORTS_CYTHON.search(file.read_text(encoding="utf-8")):
            yield file


def outdated_sources(folder: Path, /) -> list[Path]:
    """The sources that Python passes by for an extension that was not made from them."""
    found = [(source, extension_of(source)) for source in compiled_sources(folder)]
    return [source for source, extension in found if extension is not None and not is_current(extension, source)]


def extension_of(source: Path, /) -> Path | None:
    """The extension that Python imports in place of this source, if there is one."""
    places = (source.with_suffix(suffix) for suffix in EXTENSION_SUFFIXES)
    return next((place for place in places if place.exists()), None)


def is_current(extension: Path, source: Path, /) -> bool:
    """Whether it was made from the source as it is now. Times of files do not tell: copying changes them."""
    return mark_of(source).encode() in extension.read_bytes()


def mark_of(source: Path, /) -> str:
    """What an extension that was made from this source, and with these flags, holds."""
    # Read as text: the same lines may have other ends on Windows.
    made_from = "\n".join((*UNIX_FLAGS, source.read_text(encoding="utf-8")))
    return f"newsloom source {hashlib.sha256(made_from.encode()).hexdigest()}"
