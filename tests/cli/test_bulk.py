from __future__ import annotations

import gzip
import json
import signal
import subprocess
import sys

import pytest

STORY = """<html lang="en"><head><title>{title} | The Daily Example</title></head><body>
<div id="menu"><a href="/">Home</a> <a href="/news">News</a></div><div id="story"><h1>{title}</h1>
<p>The bridge over the Lorne opened on Monday, nine years after the first stone was laid.</p>
<p>The mayor walked across the bridge first, followed by the band of the fire brigade.</p></div></body></html>"""


@pytest.fixture
def pages(tmp_path) -> str:
    """The name of a folder of three pages, the second of which is no story."""
    (tmp_path / "pages").mkdir()
    for number in range(3):
        content = STORY.format(title=f"Bridge {number} opens to walkers") if number != 1 else ""
        (tmp_path / "pages" / f"{number}.html").write_text(content, encoding="utf-8")
    return "pages"


def test_a_folder_becomes_lines_and_what_was_done_is_said(run, pages, tmp_path):
    outcome = run("bulk", pages, "out.jsonl", "--fields", "title,is_article", "--workers", "1")
    assert outcome.code == 0, outcome.stderr
    assert outcome.stdout.startswith("3 pages: 2 articles, 1 without one (")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert lines[0] == {"page": "0.html", "title": "Bridge 0 opens to walkers", "is_article": True}
    assert [line["is_article"] for line in lines] == [True, False, True]


def test_lines_flow_from_stdin_to_stdout(run):
    line = json.dumps({"url": "https://paper.example/a", "html": STORY.format(title="Bridge opens to walkers")})
    outcome = run("bulk", "-", "-", "--workers", "1", "--fields", "url,title", stdin=f"{line}\n{{\n".encode())
    assert outcome.code == 0
    first, second = outcome.records
    assert first == {"page": "line 1", "url": "https://paper.example/a", "title": "Bridge opens to walkers"}
    assert (second["page"], second["kind"]) == ("line 2", "InputError")
    assert outcome.stderr.startswith("newsloom: 2 pages: 1 article, 0 without one; failures: 1 InputError")


def test_what_was_done_can_be_json(run, pages):
    outcome = run("bulk", pages, "out.jsonl", "--workers", "1", "--format", "json")
    (tally,) = outcome.records
    assert (tally["pages"], tally["articles"], tally["failures"]) == (3, 2, {})


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["pages", "out.csv"], 3, ".jsonl or .parquet"),
        (["absent", "out.jsonl"], 3, "No such file"),
        (["pages", "out.jsonl", "--extractor", "lom"], 2, "loom"),
        (["pages", "out.jsonl", "--fields", "titel"], 2, "title"),
        (["pages", "there.jsonl"], 3, "--overwrite"),
        (["addresses.txt", "out.jsonl"], 3, "fetches nothing"),
        (["empty", "out.jsonl"], 1, "contains no pages"),
    ],
)
@pytest.mark.usefixtures("pages")
def test_what_cannot_be_is_said_on_one_line_and_leaves_nothing(run, tmp_path, arguments, code, said):
    (tmp_path / "there.jsonl").write_bytes(b"{}\n")
    (tmp_path / "addresses.txt").write_bytes(b"https://paper.example/a\n")
    (tmp_path / "empty").mkdir()
    before = sorted(tmp_path.iterdir())
    outcome = run("bulk", *arguments)
    assert outcome.code == code
    assert said in outcome.stderr
    assert outcome.stderr.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_an_archive_becomes_a_table(run, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    page = STORY.format(title="Bridge opens to walkers").encode()
    head = f"WARC/1.1\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\n\r\n"
    (tmp_path / "in.warc.gz").write_bytes(gzip.compress(head.encode() + page + b"\r\n\r\n"))
    outcome = run("bulk", "in.warc.gz", "out.parquet", "--workers", "1")
    assert outcome.code == 0, outcome.stderr
    (row,) = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert (row["page"], row["title"], row["kind"]) == ("record 1", "Bridge opens to walkers", None)


def test_an_interrupted_run_ends_at_once_and_quietly(tmp_path):
    line = json.dumps({"html": STORY.format(title="Bridge opens to walkers")}).encode() + b"\n"
    with subprocess.Popen(
        [sys.executable, "-m", "newsloom", "bulk", "-", "-", "--workers", "1", "--fields", "title"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as process:
        # More than are read ahead: the first are done when it waits for the rest.
        process.stdin.write(line * 100)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["page"] == "line 1"
        process.send_signal(signal.SIGINT)
        said = process.communicate()[1]
    assert (process.returncode, said) == (130, b"")


def test_many_inputs_become_a_folder_and_the_same_command_goes_on(run, pages, tmp_path):
    (tmp_path / "more.jsonl").write_text(json.dumps({"html": STORY.format(title="Ferry sinks in harbour")}) + "\n{\n")
    arguments = ["bulk", pages, "more.jsonl", "--output", "out", "--workers", "1"]
    outcome = run(*arguments)
    assert outcome.code == 0, outcome.stderr
    assert outcome.stdout.startswith("extract: 2 of 2 shards, 5 rows; 5 pages, 3 articles; failures: 1 InputError (")
    (again,) = run(*arguments, "--format", "json").records
    assert (again["done"], again["taken_up"], again["counts"]["articles"]) == (2, 2, 3)
    assert len(list((tmp_path / "out").glob("*.parquet"))) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["pages", "pages", "out.jsonl"], 2, "--output FOLDER"),
        (["pages", "out.jsonl", "--step", "items"], 2, "--output FOLDER"),
        (["pages", "--output", "out", "--step", "itms"], 2, "items"),
        (["absent", "--output", "out"], 3, "no such file"),
        (["pages", "--output", "out", "--step", "items", "--workers", "1"], 1, "nothing was found"),
    ],
)
@pytest.mark.usefixtures("pages")
def test_what_is_wrong_with_work_in_shards_is_said(run, arguments, code, said):
    outcome = run("bulk", *arguments)
    assert (outcome.code, said in outcome.stderr) == (code, True), outcome.stderr
