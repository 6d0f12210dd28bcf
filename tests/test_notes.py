"""The tables of the rooms' NOTES.md: what a paper says, where it is in the code, which command shows it, which test.

Commands that read files are run on invented pages; those about a newsroom, or that draw pages, are parsed.
"""

from __future__ import annotations

import functools
import gzip
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import pytest
import typer
from tests.learners.papers import paper
from typer.testing import CliRunner

from newsloom.cli.commands import app
from newsloom.settings import read_settings

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "newsloom"
NOTES = sorted(PACKAGE.glob("*/*/NOTES.md"))
KINDS = {"extractors": "extractor", "readers": "reader", "learners": "learner", "clusterers": "clusterer"}
ALONE = {
    "extractor": "newsloom extract PAGE --extractor {}",
    "reader": "newsloom items FRONT --reader {}",
    "learner": "newsloom learn *.html --learner {}",
    "clusterer": "newsloom cluster FILE --clusterer {}",
}
HEADINGS = ["in the code", "shown by", "test"]

_CODE = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_MOST_WORDS = 1_010


def is_published(notes: Path) -> bool:
    """Whether there is a paper that the room can be held against."""
    return not notes.read_text(encoding="utf-8").partition("## Paper")[2].lstrip().startswith("None of its own")


@dataclass(frozen=True)
class Row:
    notes: Path
    said: str
    code: str
    shown: str
    tests: str
    test_file: str

    @property
    def kind(self) -> str:
        return KINDS[self.notes.parent.parent.name]

    def __str__(self) -> str:
        return f"{self.notes.parent.parent.name}/{self.notes.parent.name}: {self.said[:40]}"

    @property
    def commands(self) -> Iterator[str]:
        for span in _CODE.findall(self.shown):
            if span.startswith("newsloom "):
                yield span
            elif re.fullmatch(rf"{self._rooms}(:\S+)?", span):
                yield ALONE[self.kind].format(span)

    @property
    def settings(self) -> list[str]:
        return [span for span in _CODE.findall(self.shown) if re.match(r"\w+ = ", span) and "@" not in self.shown]

    @property
    def _rooms(self) -> str:
        return "(?:" + "|".join(folder.name for folder in self.notes.parent.parent.iterdir() if folder.is_dir()) + ")"


def rows_of(notes: Path) -> list[Row]:
    part = notes.read_text(encoding="utf-8").partition("line by line")[2].partition("\n## ")[0]
    table = [re.split(r"(?<!\\)\|", line)[1:-1] for line in part.splitlines() if line.startswith("|")]
    named = re.search(r"Tests are in\s+`([^`]+)`", part)
    return [Row(notes, *(cell.strip() for cell in cells), named[1] if named else "") for cells in table[2:]]


ROWS = [row for notes in NOTES for row in rows_of(notes)]
COMMANDS = sorted({command for row in ROWS for command in row.commands})


@pytest.mark.parametrize("notes", [one for one in NOTES if is_published(one)], ids=lambda one: one.parent.name)
def test_every_published_room_has_its_table(notes):
    part = notes.read_text(encoding="utf-8").partition("line by line")[2]
    header = next(line for line in part.splitlines() if line.startswith("|"))
    assert [cell.strip() for cell in header.split("|")[2:-1]] == HEADINGS
    assert rows_of(notes)


@pytest.mark.parametrize("notes", NOTES, ids=lambda one: f"{one.parent.parent.name}/{one.parent.name}")
def test_notes_are_a_page(notes):
    assert len(notes.read_text(encoding="utf-8").replace("|", " ").split()) < _MOST_WORDS


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_a_row_names_is_in_the_code(row):
    for span in _CODE.findall(row.code):
        name = span.partition("=")[0]
        if "/" in name or name.endswith((".py", ".toml", ".json")):
            places = (row.notes.parent, PACKAGE, ROOT)
            assert any((place / name).exists() for place in places), f"{name} is not there"
            continue
        for word in _NAME.findall(name)[:1]:
            if (PACKAGE / f"{word.replace('.', '/')}.py").exists():
                continue
            assert re.search(rf"\b{re.escape(word.rpartition('.')[2])}\b", _sources()), f"{word} is nowhere"


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_every_row_has_a_command_and_a_test_that_exists(row):
    assert list(row.commands), f"no command shows it: {row.shown}"
    spans = _CODE.findall(row.tests)
    assert spans, f"no test: {row.tests}"
    file = row.test_file
    for span in spans:
        if not span.startswith("tests/"):
            # Of several files where the notes write a pattern.
            text = "\n".join(one.read_text(encoding="utf-8") for one in sorted(ROOT.glob(file)))
            assert f"\ndef {span.removesuffix('…')}" in text, f"{file} has no {span}"
            file = row.test_file
        else:
            assert (ROOT / span).exists(), span
            file = span


@pytest.mark.parametrize("row", [row for row in ROWS if row.settings], ids=str)
def test_settings_that_a_row_names_are_read(row, tmp_path):
    config = tmp_path / "newsloom.toml"
    config.write_text("\n".join(one for one in row.settings if "in the file" not in row.shown), encoding="utf-8")
    read_settings(config, environment={}, arguments={})


@functools.cache
def _sources() -> str:
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyx"), *(ROOT / "training").rglob("*.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


STORY = """<html lang="en"><head><title>Old ferry sold to an island</title></head><body>
<div><a href="/">Home</a> <a href="/sport">Sport</a></div>
<div><h1>Old ferry sold to an island</h1>
<p>The old ferry of Skarvik was sold to an island on Monday, after thirty years on the sound.</p>
<p>The ferry goes to the island in June, said the mayor, and the crew of the ferry goes with it.</p>
<p>A bridge will be built over the sound where the old ferry of Skarvik went to and fro.</p></div>
<div>All rights reserved.</div></body></html>"""
FRONT = """<html lang="en"><head><title>The Sentinel</title></head><body><div>
<h2><a href="https://paper.example/news/ferry-sold">Old ferry of Skarvik sold to an island</a></h2><p>In June.</p>
<h2><a href="https://paper.example/news/choir-sings">Choir of Lorne sings in its church again</a></h2><p>In May.</p>
<h2><a href="https://paper.example/news/bank-raises">Central bank raises its rate a third time</a></h2><p>Today.</p>
</div></body></html>"""
WORDS = ("ferry harbour fog pilot", "choir church organ song", "bank rate credit loan")
# What stands in capitals, and what it is here.
NAMES = {
    "PAGE": "page.html",
    "FRONT": "front.html",
    "OLD": "front.html",
    "FILE": "articles.jsonl",
    "ITEMS.jsonl": "items.jsonl",
    "SET": "set",
    "STORIES": "stories.jsonl.gz",
    "TEMPLATES": "templates",
    "FOLDER": "folder",
    "OUT.jsonl": "out.jsonl",
    "LINE": "0",
    "TITLE": "Old ferry sold to an island",
    "TEXT": "Old ferry sold to an island",
    "SITE": "paper.example",
    "URL": "paper.example",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Everything that the commands name."""
    place = tmp_path_factory.mktemp("notes")
    (place / "page.html").write_text(STORY, encoding="utf-8")
    (place / "front.html").write_text(FRONT, encoding="utf-8")
    for name in ("folder", "set/pages", "templates/Daily", "templates/Evening", "templates/Herald", "templates/Post"):
        (place / name).mkdir(parents=True)
    for number, page in enumerate(paper("Daily", 6)):
        (place / f"daily{number}.html").write_text(page, encoding="utf-8")
        (place / "folder" / f"{number}.html").write_text(page, encoding="utf-8")
    for name in ("Daily", "Evening", "Herald", "Post"):
        for number, page in enumerate(paper(name, 2)):
            (place / "templates" / name / f"{number}.html").write_text(page, encoding="utf-8")
    truths = []
    for number in range(10):
        (place / "set" / "pages" / f"{number}.html").write_text(STORY.replace("Monday", f"day {number}"), "utf-8")
        text = "\n\n".join(re.findall("<p>(.*)</p>", STORY))
        truths.append({"id": str(number), "title": NAMES["TITLE"], "text": text, "site": f"s{number}.example"})
    (place / "set" / "truth.jsonl").write_text("\n".join(map(json.dumps, truths)), encoding="utf-8")
    told = [{"title": f"{words} {n}", "text": f"{words} again. " * 4} for n in range(5) for words in WORDS]
    _write_lines(place / "articles.jsonl", [{"url": f"https://a.example/{n}", **one} for n, one in enumerate(told)])
    _write_lines(place / "items.jsonl", [{"id": str(n), "headline": one["title"]} for n, one in enumerate(told)])
    stories = [{"id": str(n), "story": f"s{n % 6}", "lang": "en", **one} for n, one in enumerate(told)]
    (place / "stories.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, stories)).encode()))
    for name in ("words.txt", "verbs.txt"):
        (place / name).write_text("said\ntold\n", encoding="utf-8")
    shutil.copy(PACKAGE / "readers/lbnest/data/links.toml", place)
    shutil.copy(PACKAGE / "extractors/vwrapper/data/wrapper.json", place)
    return place


def _write_lines(file: Path, records: list[dict]) -> None:
    file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_tables_work(command, folder):
    with chdir(folder):
        words = [NAMES.get(word, word) for word in shlex.split(command)[1:]]
        words = [name for word in words for name in (_matching(word) if "*" in word else [word])]
        if not _is_run(words):
            _parse(words)
            return
        more = ["--processes", "1"] if words[0] == "evaluate" else []
        done = CliRunner().invoke(app, [*words, *more])
    assert done.exit_code == 0, (done.output, done.exception)
    assert done.stdout.strip()


def _matching(pattern: str) -> list[str]:
    return sorted(map(str, Path().glob(pattern)))


def _is_run(words: list[str]) -> bool:
    return words[0] in {"extract", "items", "learn", "cluster", "evaluate"} and not {"--render", "--site"} & set(words)


def _parse(words: list[str]) -> None:
    group = typer.main.get_command(app)
    context = typer.Context(group, info_name="newsloom")
    command = group.get_command(context, words[0])
    assert command is not None, f"there is no command {words[0]}"
    command.make_context(words[0], list(words[1:]), parent=context)


def test_the_folder_of_the_tables_is_left_as_it_was(folder):
    assert not any((folder / name).exists() for name in ("newsloom.db", "newsloom.toml"))
