"""What is said where an optional part is missing: which, and a command that is true for this installation."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from newsloom.cli import doctor
from newsloom.errors import MissingExtra, install_command

# A Python in which one package cannot be imported, as where its extra was never installed.
WITHOUT = "import sys; sys.modules[{module!r}] = None; sys.argv = {arguments!r}; from newsloom.cli import main; main()"


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """An installation of Newsloom that came from somewhere."""

    def install(origin: dict[str, object] | None) -> None:
        folder = tmp_path / "newsloom-0.1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: newsloom\nVersion: 0.1.0\n", encoding="utf-8")
        if origin:
            (folder / "direct_url.json").write_text(json.dumps(origin), encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))

    return install


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, "pip install 'newsloom[portal]'"),
        ({"url": "file:///home/ann/my%20loom", "dir_info": {}}, "pip install '/home/ann/my loom[portal]'"),
        ({"url": "file:///home/ann/loom", "dir_info": {"editable": True}}, "pip install -e '/home/ann/loom[portal]'"),
        (
            {"url": "https://code.example/loom.git", "vcs_info": {"vcs": "git", "commit_id": "0a"}},
            "pip install 'newsloom[portal] @ git+https://code.example/loom.git'",
        ),
        (
            {"url": "file:///tmp/newsloom-0.1.0.whl", "archive_info": {}},
            "pip install 'newsloom[portal] @ file:///tmp/newsloom-0.1.0.whl'",
        ),
    ],
)
def test_the_command_installs_from_where_newsloom_came(installed, origin, command):
    installed(origin)
    assert install_command("portal") == command
    assert str(MissingExtra("the portal", "portal")).endswith(f"Install it with: {command}")


def test_a_note_of_the_installer_that_cannot_be_read_is_no_error(installed, tmp_path):
    installed({"url": "x"})
    (tmp_path / "newsloom-0.1.0.dist-info" / "direct_url.json").write_text("{", encoding="utf-8")
    assert install_command() == "pip install newsloom"


@pytest.mark.parametrize(
    ("module", "arguments", "extra"),
    [
        ("jinja2", ["demo"], "portal"),
        ("jinja2", ["demo", "--no-serve"], "portal"),
        ("uvicorn", ["serve", "--gather"], "portal"),
        ("pyarrow", ["export", "--format", "parquet", "--output", "out.parquet"], "bulk"),
        ("warcio", ["export", "--format", "warc", "--output", "out.warc.gz"], "bulk"),
        ("psycopg", ["sources", "--newsroom", "postgresql://db.example/news"], "postgres"),
    ],
)
def test_a_command_without_its_extra_names_it_before_it_does_anything(tmp_path, module, arguments, extra):
    done = _run(tmp_path, module, *arguments)
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"[{extra}]" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["demo", "serve"])
def test_a_command_explains_itself_without_its_extra(tmp_path, command):
    done = _run(tmp_path, "jinja2", command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Usage: newsloom {command}" in done.stdout


def _run(folder, module, *arguments):
    script = WITHOUT.format(module=module, arguments=["newsloom", *arguments])
    return subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


# Doors into other people's pipelines, each for those who have that.
OTHERS = {"datatrove", "langchain", "llamaindex", "scrapy"}


def test_all_is_every_extra_that_is_part_of_newsloom():
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    (own,) = extras["all"]
    named = set(own.removeprefix("newsloom[").removesuffix("]").split(","))
    assert named == set(extras) - {"all", *doctor._DEVELOPERS} - OTHERS
