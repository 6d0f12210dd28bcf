"""``newsloom doctor``: what is installed, what is missing, and how to get it."""

from __future__ import annotations

import dataclasses
import os
import platform
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path
from typing import Final

import typer
from rich.table import Table

import newsloom
from newsloom.cli.exit_codes import BAD_INPUT
from newsloom.cli.options import Config, NewsroomPlace, is_there, settings_of
from newsloom.cli.output import TableFormat, new_table, print_table, printable, write_json_lines
from newsloom.errors import MissingExtra, NewsloomError, RenderError, install_command
from newsloom.extensions import compiled_sources, extension_of, outdated_sources
from newsloom.newsroom import open_newsroom
from newsloom.pipeline.extract import extract
from newsloom.press import demo_pages
from newsloom.settings import Settings
from newsloom.wiring import browser_program, drawn_file

__all__ = ["command"]

_REQUIREMENT: Final = re.compile(r"([\w.-]+)[^;]*(?:;.*extra\s*==\s*['\"](\w+)['\"])?")

# CPU time per page, uncompiled and compiled: 34 and 7.6 ms on 60 stories, 29 and 10.6 ms on 12 front pages.
_SLOWER: Final = "a story takes about four times as long, a front page three times"

_MARKS: Final = {"newsroom": "damaged"}
_DEVELOPERS: Final = frozenset({"bench", "dev", "elsewhere", "train"})
# Debian keeps the server's programs out of the PATH.
_POSTGRES_PLACES: Final = "/usr/lib/postgresql/*/bin/postgres"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    name: str
    is_ok: bool
    found: str
    advice: str = ""
    is_needed: bool = False


def command(
    context: typer.Context,
    *,
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Show what is installed, what is missing and how to get it, and what is damaged in the newsroom.

    The exit code is 0 if extraction works, even if optional parts are missing.
    """
    settings = settings_of(context, newsroom=newsroom, config=config, allow_host=None)
    findings = [*_examine(settings), _drawing(settings), *_newsroom(settings)]
    if output_format is TableFormat.JSON:
        write_json_lines(dataclasses.asdict(finding) for finding in findings)
    else:
        print_table(_table(findings))
    is_working = all(finding.is_ok for finding in findings if finding.is_needed)
    raise typer.Exit(0 if is_working else BAD_INPUT)


def _examine(settings: Settings) -> Iterator[_Finding]:
    yield _Finding(name="Python", is_ok=sys.version_info >= (3, 11), found=platform.python_version(), is_needed=True)
    yield _Finding(name="Newsloom", is_ok=True, found=version("newsloom"), is_needed=True)
    yield _extraction()
    needed = _requirements()
    for name in needed.get("", ()):
        yield _dependency(name)
    yield _native_stemmer()
    yield _extensions()
    for extra in metadata("newsloom").get_all("Provides-Extra") or ():
        # Skips "all", which only names the others.
        if needed.get(extra) != ["newsloom"]:
            yield _extra(extra, needed.get(extra, ()))
    yield _program("chromium", browser_program(settings), "it draws pages")
    server = next(map(str, Path("/").glob(_POSTGRES_PLACES[1:])), None)
    yield _program("PostgreSQL", server, "only needed for a newsroom on a server of this machine")
    yield _folder(Path.cwd())


def _extraction() -> _Finding:
    page = demo_pages()[0]
    try:
        words = extract(page.page, url=page.url).word_count
    except (NewsloomError, ImportError) as error:
        return _Finding(name="extraction", is_ok=False, found=str(error), advice="install again", is_needed=True)
    return _Finding(name="extraction", is_ok=words > 0, found=f"{words} words of a made-up page", is_needed=True)


def _requirements() -> dict[str, list[str]]:
    """Extra → its packages; the empty name is the core."""
    needed: dict[str, list[str]] = {}
    for line in requires("newsloom") or ():
        match = _REQUIREMENT.match(line)
        if match:
            needed.setdefault(match[2] or "", []).append(match[1])
    return needed


def _dependency(name: str) -> _Finding:
    installed = _installed_version(name)
    advice = "" if installed else f"pip install {name}"
    return _Finding(name=name, is_ok=bool(installed), found=installed or "missing", advice=advice, is_needed=True)


def _installed_version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _native_stemmer() -> _Finding:
    is_native = _installed_version("PyStemmer") is not None
    found = "PyStemmer (compiled)" if is_native else "snowballstemmer (Python, slower)"
    return _Finding(name="stemmer", is_ok=is_native, found=found, advice="" if is_native else "pip install PyStemmer")


def _extensions() -> _Finding:
    package = Path(newsloom.__file__).parent
    sources = list(compiled_sources(package))
    plain = [source for source in sources if extension_of(source) is None]
    outdated = [source.stem for source in outdated_sources(package)]
    if outdated:
        return _not_compiled(
            f"not compiled from the current sources, which are therefore not used: {', '.join(outdated)}"
        )
    if plain:
        return _not_compiled(f"{len(plain)} of {len(sources)} run as plain Python: {_SLOWER}")
    return _Finding(name="extensions", is_ok=True, found=f"all {len(sources)} are compiled")


def _not_compiled(found: str) -> _Finding:
    how = install_command(options="--force-reinstall --no-deps")
    advice = f"install a C compiler and Python's headers, then: {how}"
    return _Finding(name="extensions", is_ok=False, found=found, advice=advice)


def _extra(extra: str, packages: list[str] | tuple[str, ...]) -> _Finding:
    name = f"extra [{extra}]"
    if not packages:
        return _Finding(name=name, is_ok=True, found="adds nothing in this version")
    missing = [package for package in packages if not _installed_version(package)]
    if not missing:
        return _Finding(name=name, is_ok=True, found="installed")
    for_whom = " (only for work on Newsloom itself)" if extra in _DEVELOPERS else ""
    advice = f"{install_command(extra)}{for_whom}"
    return _Finding(name=name, is_ok=False, found=f"missing {', '.join(missing)}", advice=advice)


def _program(name: str, place: str | None, use: str) -> _Finding:
    # Debian's packages have these names in lower case.
    advice = "" if place else f"apt-get install {name.lower()} ({use})"
    return _Finding(name=name, is_ok=bool(place), found=place or "missing", advice=advice)


def _drawing(settings: Settings) -> _Finding:
    """Whether a page can be drawn, by drawing one."""
    began = time.perf_counter()
    try:
        drawn = drawn_file("<h1>Storm</h1>", None, settings)
    except MissingExtra as error:
        return _Finding(name="drawing", is_ok=False, found="playwright is missing", advice=install_command(error.extra))
    except RenderError as error:
        return _Finding(name="drawing", is_ok=False, found=printable(str(error)), advice="apt-get install chromium")
    nodes, seconds = len(drawn.layout), time.perf_counter() - began
    return _Finding(
        name="drawing", is_ok=nodes > 0, found=f"a made-up page in {seconds:.1f} s, including the browser's start"
    )


def _folder(folder: Path) -> _Finding:
    is_writable = os.access(folder, os.W_OK)
    found = f"{folder} can be written" if is_writable else f"{folder} cannot be written"
    return _Finding(
        name="this folder", is_ok=is_writable, found=found, advice="" if is_writable else "change to another folder"
    )


def _newsroom(settings: Settings) -> Iterator[_Finding]:
    """The newsroom's damages; nothing if there is no newsroom yet."""
    if not is_there(settings):
        return
    try:
        with open_newsroom(settings=settings) as room:
            damages = room.damages()
    except NewsloomError as error:
        yield _Finding(name="newsroom", is_ok=False, found=str(error), advice="see the message")
        return
    if not damages:
        yield _Finding(name="newsroom", is_ok=True, found="no damage found so far; newsloom repair checks everything")
    for damage in damages:
        found = f"{damage.kind} {damage.url or damage.digest}: {damage.reason}"
        yield _Finding(name="newsroom", is_ok=False, found=printable(found), advice="newsloom repair")


def _table(findings: list[_Finding]) -> Table:
    table = new_table("", "what", "found", "how to get it")
    for finding in findings:
        mark = "ok" if finding.is_ok else "BROKEN" if finding.is_needed else _MARKS.get(finding.name, "missing")
        table.add_row(mark, finding.name, finding.found, finding.advice)
    return table
