"""What the documentation says is so: every command, room and snippet."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from newsloom.catalogue import KINDS, available
from newsloom.cli.commands import COMMANDS
from newsloom.cli.reference import reference, with_methods
from newsloom.pipeline.methods import describe_methods

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MARKDOWN = sorted({*PAGES, *ROOT.glob("*.md"), *(ROOT / "src").rglob("*.md"), *(ROOT / "tests").rglob("*.md")})
DECISIONS = {int(page.name[:4]): page for page in sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))}


def _snippets(language: str) -> list[tuple[str, str]]:
    fence = re.compile(rf"^```{language}\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return [
        (f"{page.relative_to(ROOT)}-{number}", code)
        for page in PAGES
        for number, code in enumerate(fence.findall(page.read_text(encoding="utf-8")), 1)
    ]


def _shell_lines(program: str) -> list[str]:
    lines = [line.partition("  #")[0].strip() for _, code in _snippets("sh") for line in code.splitlines()]
    return sorted({line for line in lines if re.search(rf"(^|\| ){program} ", line)})


@pytest.mark.parametrize("code", [pytest.param(code, id=name) for name, code in _snippets("python")])
def test_every_python_snippet_runs(code, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("line", _shell_lines("newsloom"))
def test_every_newsloom_line_names_a_command_and_options_that_exist(line):
    words = shlex.split(next(part for part in line.split("| ") if part.startswith("newsloom ")))
    assert words[1] in COMMANDS
    section = reference().partition(f"## newsloom {words[1]}\n")[2].partition("\n## ")[0]
    for option in (word for word in words[2:] if word.startswith("--")):
        assert option in section


@pytest.mark.parametrize("line", _shell_lines("make"))
def test_every_make_line_names_a_target(line):
    targets = re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert line.split()[1] in targets


def test_the_reference_is_what_the_commands_say():
    on_disk = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    assert on_disk == reference(), "run make reference"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name):
    assert f"newsloom {name}" in README


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in KINDS for name in available(kind)])
def test_every_room_is_documented(kind, name):
    notes = ROOT / "src" / "newsloom" / f"{kind}s" / name / "NOTES.md"
    for heading in ("Paper", "Idea in five lines", "Symbols", "Where we differ and why", "Known failures", "Scores"):
        assert f"## {heading}" in notes.read_text(encoding="utf-8")


def test_the_readme_describes_every_method_in_its_own_words():
    assert with_methods(README) == README, "run make reference"
    for method in describe_methods():
        assert f"| `{method.name}` | {method.summary} |" in README


def test_the_first_screen_of_the_readme_has_the_two_commands_and_an_example():
    first_screen = "\n".join(README.splitlines()[:20])
    assert "make demo" in first_screen
    assert "make test" in first_screen
    assert "newsloom.extract(" in first_screen


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page):
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", _prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        file = page.parent / target if target else page
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            assert anchor in _anchors(file), f"{target}#{anchor}"


def _prose(page: Path) -> str:
    fence = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    return fence.sub("", page.read_text(encoding="utf-8"))


def _anchors(page: Path) -> set[str]:
    """The names that GitHub gives to headings."""
    headings = re.findall(r"^#+ (.+)$", _prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_the_lock_names_no_registry_and_hashes_everything():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert not re.search(r"https?://|file:|--index-url|--find-links", lock)
    pinned = re.findall(r"^[\w.-]+==\S+(?: ;[^\\\n]*)? \\\n    --hash=sha256:", lock, re.MULTILINE)
    assert len(pinned) == len(re.findall(r"^\w", lock, re.MULTILINE)) > 20


@pytest.mark.parametrize("page", DECISIONS.values(), ids=lambda page: page.name[:4])
def test_every_decision_has_date_status_and_the_same_parts(page):
    text = page.read_text(encoding="utf-8")
    assert re.match(rf"# {int(page.name[:4])}\. .+\n\n- Date: 20\d\d-\d\d-\d\d\n- Status: \w", text), text[:200]
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Decision", "Why", "Consequences", "Alternatives"]


def test_the_index_of_decisions_lists_each_once_by_number_with_title_and_status():
    rows = re.findall(r"^\| (\d+) \| \[(.+)\]\((.+)\) \| (.+) \|$", _index_of_decisions()[0], re.MULTILINE)
    told = {
        number: re.match(r"# \d+\. (.+)\n\n- Date: .+\n- Status: (.+)\n", page.read_text(encoding="utf-8"))
        for number, page in DECISIONS.items()
    }
    assert rows == [(str(number), told[number][1], page.name, told[number][2]) for number, page in DECISIONS.items()]


def test_former_numbers_of_decisions_are_said_once_and_none_is_used_again():
    rows = re.findall(r"^\| (\d[\d, ]*) \| \[", _index_of_decisions()[1], re.MULTILINE)
    former = [[int(number) for number in row.split(", ")] for row in rows]
    numbers = [number for row in former for number in row]
    assert former == sorted(former) == [sorted(row) for row in former]
    assert len(numbers) == len(set(numbers))
    assert not set(numbers) & set(DECISIONS)


def test_every_decision_that_is_named_is_there():
    mentions = re.compile(r"\b[Dd]ecisions? (\d+)|\bdecisions/(\d{4})")
    folders = [ROOT / name for name in ("src", "tests", "benchmarks", "training", "torture")]
    sources = [file for folder in folders for end in ("*.py", "*.pyx", "*.md") for file in folder.rglob(end)]
    for file in {*MARKDOWN, *sources, ROOT / "Makefile", ROOT / "pyproject.toml"}:
        for number, path in mentions.findall(file.read_text(encoding="utf-8")):
            assert int(number or path) in DECISIONS, f"{file.relative_to(ROOT)}: decision {number or path}"


def _index_of_decisions() -> tuple[str, str]:
    """The records that stay, and where the former numbers went."""
    index = (ROOT / "docs/decisions/README.md").read_text(encoding="utf-8")
    stay, _, former = index.partition("## Former numbers")
    return stay, former


def test_the_layers_are_those_that_are_checked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(one for one in project["tool"]["importlinter"]["contracts"] if one["type"] == "layers")
    explained = (ROOT / "docs/explanation/stages-and-rooms.md").read_text(encoding="utf-8")
    # __main__ only calls the command line.
    assert "\n".join(contract["layers"][1:]) in explained


def test_every_module_of_the_desk_that_the_docs_name_is_there():
    explained = (ROOT / "docs/explanation/stories.md").read_text(encoding="utf-8")
    table = explained.partition("## The desk")[2].partition("\n## ")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert named
    assert all((ROOT / "src/newsloom/desk" / f"{name}.py").exists() for name in named)
