from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from newsloom.cli.commands import app

LINES = [
    {"title": "Quake in Norvik", "text": "An earthquake shook the harbour of Norvik. Mayor Lind asked for help today."},
    {"title": "Rates rise", "text": "The central bank of Zubrowka raised interest rates against inflation again."},
    {"title": "Norvik quake", "text": "Mayor Lind asked for help after the earthquake in Norvik shook the harbour."},
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "articles.jsonl"
    path.write_text("\n".join(map(json.dumps, LINES)), encoding="utf-8")
    return str(path)


def test_stories_are_printed_with_their_members(file):
    found = CliRunner().invoke(app, ["cluster", file, "--format", "json"])
    assert found.exit_code == 0
    assert [json.loads(line)["members"] for line in found.stdout.splitlines()] == [[0, 2], [1]]


def test_a_story_is_told_in_words_and_not_in_stems(file):
    found = CliRunner().invoke(app, ["cluster", file, "--format", "json"])
    words = {word for line in found.stdout.splitlines() for word, _ in json.loads(line)["words"]}
    assert {"earthquake", "harbour", "inflation"} <= words
    assert words <= set(" ".join(f"{line['title']} {line['text']}" for line in LINES).lower().replace(".", "").split())


def test_small_stories_can_be_left_out(file):
    found = CliRunner().invoke(app, ["cluster", file, "--least", "2"])
    assert "Quake in Norvik" in found.stdout
    assert "Rates rise" not in found.stdout


def test_an_empty_file_has_no_stories(tmp_path):
    (tmp_path / "empty.jsonl").write_text("\n")
    assert CliRunner().invoke(app, ["cluster", str(tmp_path / "empty.jsonl")]).exit_code == 1


@pytest.mark.parametrize("line", ["{", "[]", '{"text": 3}', '{"text": "a", "published": "yesterday"}'])
def test_a_line_that_is_no_article_is_named(tmp_path, line):
    (tmp_path / "bad.jsonl").write_text(f"{json.dumps(LINES[0])}\n{line}\n")
    found = CliRunner().invoke(app, ["cluster", str(tmp_path / "bad.jsonl")])
    assert found.exit_code == 3
    assert "line 2" in found.output
