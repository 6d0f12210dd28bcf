"""The reader's modules say the same compiled and as plain Python."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

from tests.readers.test_features import PARTS

from newsloom.dom import parse
from newsloom.readers.loom import LoomReader
from newsloom.readers.loom.features import feature_rows
from newsloom.readers.loom.links import LinkedPage

HOME = "https://paper.example/"
# A finder that knows no extension modules in the package, so that its modules are read as plain Python.
PLAIN = """
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
def hook(path):
    if "newsloom" not in path.replace("\\\\", "/").split("/"):
        raise ImportError
    return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))
sys.path_hooks.insert(0, hook)
sys.path_importer_cache.clear()
import newsloom.readers.loom.features as features
assert features.__file__.endswith(".py")
from tests.readers.test_compiled import main
main()
"""


def test_plain_modules_read_the_same() -> None:
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=True)

    assert json.loads(done.stdout) == _readings()


def main() -> None:
    sys.stdout.write(json.dumps(_readings()))


def _readings() -> list[list[str]]:
    """Of invented pages the features and the items, as text."""
    chance = Random(15)  # noqa: S311
    parts = PARTS.split("|")
    found = []
    for size in (10, 40, 160, 640) * 10:
        document = parse("".join(chance.choices(parts, k=size)), url=HOME)
        page = LinkedPage.of(document)
        rows = feature_rows(page, document).tobytes().hex() if page.urls else ""
        found.append([rows, *map(repr, LoomReader().read(document))])
    return found
