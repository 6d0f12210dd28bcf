from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from newsloom.cli.commands import COMMANDS


def test_version_is_printed_quickly(run):
    outcome = run("--version")
    assert outcome.code == 0
    assert outcome.stdout == f"newsloom {version('newsloom')}\n"
    assert outcome.cpu_seconds < 0.6  # 0.2 s on an idle machine


def test_help_lists_every_command(run):
    outcome = run("--help")
    assert outcome.code == 0
    for name, summary in COMMANDS.items():
        assert re.search(rf"^  {name} +{summary}$", outcome.stdout, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run, name):
    outcome = run(name, "--help")
    assert outcome.code == 0
    assert f"Usage: newsloom {name}" in outcome.stdout.replace("python -m newsloom", "newsloom")


def test_an_unknown_command_is_a_usage_error(run):
    outcome = run("extrct")
    assert outcome.code == 2
    assert "there is no command named 'extrct'. Did you mean extract" in outcome.stderr
    assert not outcome.stdout


def test_newsloom_alone_shows_what_there_is(run):
    outcome = run()
    assert outcome.code == 2
    assert "  extract " in outcome.stdout + outcome.stderr


def test_version_loads_no_parser():
    script = (
        "import sys, runpy\n"
        "sys.argv = ['newsloom', '--version']\n"
        "try:\n    runpy.run_module('newsloom', run_name='__main__')\n"
        "except SystemExit:\n    pass\n"
        "heavy = ('lxml', 'numpy', 'newsloom.text.ngrams', 'newsloom.evaluation')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_reader_that_has_seen_enough_is_no_error(story, tmp_path):
    command = (
        f"{{ {sys.executable} -m newsloom extract {' '.join([story] * 400)} --format json; echo $? >&2; }} | head -n 1"
    )
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stdout.startswith("{")
    assert done.stderr == "0\n"


@pytest.mark.parametrize(
    ("redirection", "code", "said"),
    [
        ("> /dev/full", 3, "newsloom: cannot write the output: No space left on device\n"),
        (">&-", 0, ""),
        ("2>&-", 0, ""),
        ("- <&-", 3, "newsloom: -: stdin is closed\n"),
    ],
)
def test_a_stream_that_is_full_or_closed_is_no_traceback(story, tmp_path, redirection, code, said):
    command = f"{sys.executable} -m newsloom extract {story} {redirection}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["extract"], "newsloom: extract: Missing argument 'URL|FILE|-'. See newsloom extract --help\n"),
        (["extract", "--colour"], None),
        (["gather", "--workers", "none"], None),
        (["export", "--since", "yesterday"], None),
        (["extrct"], None),
        (["pages"], "newsloom: there is no command named 'pages'. See newsloom --help\n"),
        (["history", "https://paper.example/", "--diff", "now"], None),
    ],
)
def test_an_error_is_one_line(run, arguments, said):
    outcome = run(*arguments)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert outcome.stderr.startswith("newsloom: ")
    assert outcome.stderr.count("\n") == 1
    assert said is None or outcome.stderr == said


@pytest.mark.parametrize("arguments", [["-h"], ["gather", "-h"], ["export", "-h"]])
def test_help_has_a_short_name(run, arguments):
    outcome = run(*arguments)
    assert outcome.code == 0
    assert "Usage: newsloom" in outcome.stdout


LITTLE = """
import resource, sys
import newsloom.newsroom, newsloom.scheduler, newsloom.pipeline.extract
from newsloom.cli import main
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
kind, most = {limit}
resource.setrlimit(kind, (most, most))
sys.argv[1:] = {arguments}
main()
"""


@pytest.mark.parametrize(
    ("limit", "arguments", "said"),
    [
        (
            "resource.RLIMIT_NOFILE, 9",
            ["gather"],
            "too many open files and connections; raise the limit (ulimit -n)",
        ),
        ("resource.RLIMIT_AS, size + 60_000_000", ["extract", "page.html"], "out of memory"),
    ],
)
def test_what_the_machine_does_not_give_is_named_in_one_line(tmp_path, limit, arguments, said):
    (tmp_path / "page.html").write_bytes(b"<p>" + b"ferry " * 6_000_000)
    script = LITTLE.format(limit=limit, arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1:] == [f"newsloom: {said}"]
