"""A method with settings by every way there is: Python, each command, newsloom.toml, the environment."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.newspaper import Newspaper

import newsloom

PAGE = """<html lang="en"><body><div><h1>Bridge opens</h1>
<p>The bridge over the Lorne opened on Monday, nine years after the first stone was laid.</p></div>
<div><p>Write to the editor of this paper.</p></div></body></html>"""
ARTICLES = "\n".join(
    json.dumps({"title": title, "text": text})
    for title, text in [("Bridge opens", "The bridge over the Lorne opened."), ("Rain", "More rain falls on Eskmouth.")]
)


@pytest.fixture
def run(tmp_path):
    def start(*arguments, **environment):
        return subprocess.run(
            [sys.executable, "-m", "newsloom", *arguments],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", **environment},
            check=False,
        )

    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "articles.jsonl").write_text(ARTICLES, encoding="utf-8")
    return start


def test_python_says_which_settings_read_the_text():
    article = newsloom.extract(PAGE, extractor="next:paper,beta=0.3")
    assert article.provenance["text"].startswith("next:paper,beta=0.3/")
    assert newsloom.extract(PAGE, extractor="next").provenance["text"].startswith("next/")


@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", "page.html", "--extractor", "next:{}"),
        ("items", "page.html", "--reader", "patterns:{}"),
        ("learn", "page.html", "--learner", "textmax:{}"),
        ("cluster", "articles.jsonl", "--clusterer", "linkage:{}"),
        ("bulk", ".", "out.jsonl", "--extractor", "next:{}"),
        ("evaluate", "none.tar.xz", "--extractor", "next:{}"),
        ("evaluate", "none.tar.xz", "--reader", "lbnest:{}"),
        ("evaluate", "none.tar.xz", "--learner", "textmdl:{}"),
        ("evaluate", "none.jsonl.gz", "--clusterer", "linkage:{}"),
        ("gather", "--extractor", "next:{}"),
        ("gather", "--reader", "lbnest:{}"),
        ("gather", "--learner", "rtdm:{}"),
        ("gather", "--clusterer", "concepts:{}"),
    ],
    ids=" ".join,
)
def test_every_command_takes_settings_and_refuses_those_there_are_not(run, arguments):
    refused = run(*(argument.format("colour=red") for argument in arguments))
    assert refused.returncode == 2, refused.stderr
    assert "'colour'. Available: " in refused.stderr
    taken = run(*(argument.format("paper") for argument in arguments))
    assert taken.returncode != 2, taken.stderr
    assert "Traceback" not in taken.stderr


def test_a_newsroom_reads_with_what_its_settings_say(run, tmp_path):
    def text_method():
        return next(json.loads(line)["provenance"]["text"] for line in run("export").stdout.splitlines())

    config = 'allow_hosts = ["127.0.0.1"]\ndelay_seconds = 0\nworkers = 1\nextractor = "next:beta=0.4"\n'
    (tmp_path / "newsloom.toml").write_text(config, encoding="utf-8")
    with Newspaper(1) as paper:
        run("add", paper.url)
        assert run("gather").returncode == 0
    assert text_method().startswith("next:beta=0.4/")
    assert run("reextract", "--extractor", "largest:all_tags=yes").returncode == 0
    assert run("reextract", "--extractor", "next:colour=red").returncode == 2
    wrong = run("gather", "--now", NEWSLOOM_EXTRACTOR="next:colour=red")
    assert (wrong.returncode, "'colour'" in wrong.stderr) == (2, True)
