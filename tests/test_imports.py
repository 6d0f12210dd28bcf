from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import newsloom.forest

HEAVY = (
    "lxml",
    "numpy",
    "numpy.ma",
    "typer",
    "rich",
    "publicsuffixlist",
    "newsloom.text.ngrams",
    "resiliparse",
    "multiprocessing",
    "importlib.resources",
    "importlib.metadata",
    "logging",
    "difflib",
    "html",
    "newsloom.records",
    "newsloom.records.queries",
    "newsloom.records.stored",
    "newsloom.records.gathering",
    "newsloom.records.readers",
    "newsloom.records.stories",
    "newsloom.records.templates",
)


def _loaded_after(statement: str) -> list[str]:
    script = f"import json, sys; {statement}; print(json.dumps([m for m in {HEAVY!r} if m in sys.modules]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_importing_newsloom_loads_nothing_heavy():
    assert _loaded_after("import newsloom") == []


def test_a_record_loads_no_parser():
    assert _loaded_after("import newsloom; newsloom.Article") == ["newsloom.records"]


@pytest.mark.parametrize("module", ["newsloom.text", "newsloom.catalogue", "newsloom.press"])
def test_light_modules_load_no_parser_and_no_numbers(module):
    assert not {"lxml", "numpy", "typer", "newsloom.text.ngrams"} & set(_loaded_after(f"import {module}"))


def test_extraction_reads_no_list_of_suffixes():
    page = "'<html lang=en><title>A story</title><div>A story of a town.</div>'"
    assert "publicsuffixlist" not in _loaded_after(
        f"import newsloom; newsloom.extract({page}, url='https://a.co.uk/b')"
    )


def test_extraction_of_a_declared_language_loads_no_language_model():
    assert "newsloom.text.ngrams" not in _loaded_after(
        "import newsloom; newsloom.extract('<html lang=en><title>A story</title><div>A story of a town.</div>')"
    )


def test_a_first_extraction_loads_what_it_needs_and_no_more():
    page = (
        b"<meta charset=utf-8><html lang=en><title>A story</title><p>It was a day of rain.</p><p>More of it fell.</p>"
    )
    # Without a compiler forests are evaluated by numpy.
    is_compiled = not str(newsloom.forest.__file__).endswith(".py")
    needed = {"lxml", "newsloom.records"} | (set() if is_compiled else {"numpy"})
    assert set(_loaded_after(f"import newsloom; newsloom.extract({page!r})")) == needed


def test_a_first_extraction_compiles_only_the_expressions_it_uses():
    script = (
        "import newsloom; newsloom.extract('<title>A story</title><p>It rained.</p>');"
        "from newsloom.metadata import pictures; print('search' in vars(pictures._CREDIT))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_logger_is_silent_by_default():
    script = "import newsloom.portal.errors, logging; logging.getLogger('newsloom.portal.errors').warning('page')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_only_what_is_silenced_logs():
    texts = {file.name: file.read_text(encoding="utf-8") for file in Path(newsloom.__path__[0]).rglob("*.py")}
    assert [name for name, text in texts.items() if "getLogger(" in text] == ["logs.py"]
