from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.machinery import EXTENSION_SUFFIXES

from tests.browsers import IS_BROWSER_THERE
from tests.newspaper import Newspaper

import newsloom
from newsloom.cli import doctor
from newsloom.errors import install_command


def test_the_core_works_here(run):
    outcome = run("doctor", "--format", "json")
    assert outcome.code == 0
    findings = {finding["name"]: finding for finding in outcome.records}
    assert {"Python", "Newsloom", "extraction", "lxml", "stemmer", "extensions", "extra [dev]", "chromium"} <= set(
        findings
    )
    assert all(finding["is_ok"] for finding in findings.values() if finding["is_needed"])
    # Tried, not guessed.
    assert findings["drawing"]["is_ok"] is IS_BROWSER_THERE


def test_what_is_missing_comes_with_advice(run):
    findings = run("doctor", "--format", "json").records
    assert all(finding["advice"] for finding in findings if not finding["is_ok"])


def test_the_table_names_every_dependency_of_the_core(run):
    outcome = run("doctor")
    assert outcome.code == 0
    for name in ("lxml", "typer", "rich", "resiliparse"):
        assert name in outcome.stdout


def test_a_missing_dependency_is_told_with_the_command_that_installs_it():
    finding = doctor._dependency("no-such-package")
    assert not finding.is_ok
    assert finding.advice == "pip install no-such-package"


def test_an_extra_with_missing_packages_names_them():
    finding = doctor._extra("portal", ["no-such-package", "lxml"])
    assert finding.found == "missing no-such-package"
    assert finding.advice == install_command("portal")


def test_an_extension_made_from_another_source_is_told(tmp_path, monkeypatch):
    (tmp_path / "counting.py").write_text("import cython\n", encoding="utf-8")
    (tmp_path / f"counting{EXTENSION_SUFFIXES[0]}").write_bytes(b"made last week")
    monkeypatch.setattr(newsloom, "__file__", str(tmp_path / "__init__.py"))
    finding = doctor._extensions()
    assert not finding.is_ok
    assert "counting" in finding.found
    assert "compiler" in finding.advice


def test_what_runs_uncompiled_is_told_with_what_it_costs(tmp_path, monkeypatch):
    (tmp_path / "counting.py").write_text("import cython\n", encoding="utf-8")
    monkeypatch.setattr(newsloom, "__file__", str(tmp_path / "__init__.py"))
    finding = doctor._extensions()
    assert not finding.is_ok
    assert finding.found.startswith("1 of 1 run as plain Python")


def test_what_is_damaged_is_listed_and_repaired(run, tmp_path):
    place = str(tmp_path / "newsloom.db")
    with Newspaper(2) as paper:
        run("add", paper.url + "/feed.xml", "--newsroom", place, "--allow-host", "127.0.0.1")
        run("gather", "--newsroom", place, "--allow-host", "127.0.0.1", "--workers", "1")
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("UPDATE revisions SET document = substr(document, 1, 40) WHERE id = 1")
        connection.commit()
    assert run("repair", "--newsroom", place, "--format", "json", "--workers", "1").code == 0
    assert run("repair", "--newsroom", place, "--workers", "1").stdout == "0 repaired, 0 still damaged\n"
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("UPDATE revisions SET document = substr(document, 1, 40), body = NULL WHERE id = 1")
        connection.commit()
    left = run("repair", "--newsroom", place, "--workers", "1")
    assert left.code == 1
    assert "its page is not stored" in left.stdout
    findings = [one for one in run("doctor", "--newsroom", place, "--format", "json").records if not one["is_ok"]]
    (damaged,) = [one for one in findings if one["name"] == "newsroom"]
    assert "article" in damaged["found"]
    assert damaged["advice"] == "newsloom repair"


def test_a_browser_that_is_missing_is_told_with_the_command_that_installs_it(run, tmp_path):
    (tmp_path / "newsloom.toml").write_text('browser = "no-such-browser"')
    findings = {finding["name"]: finding for finding in run("doctor", "--format", "json").records}
    assert not findings["drawing"]["is_ok"]
    assert findings["drawing"]["advice"]
