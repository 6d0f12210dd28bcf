"""``newsloom learn``: the templates that pages are printed from."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

import typer

from newsloom.cli.exits import NOTHING_FOUND
from newsloom.cli.output import write, write_error, write_json
from newsloom.cli.pages import read_page
from newsloom.errors import InputError
from newsloom.pipeline.learn import DEFAULT_LEARNER, learn
from newsloom.records import Template

__all__ = ["command"]


class _Format(StrEnum):
    TEXT = "text"
    JSON = "json"


def command(
    files: list[str] = typer.Argument(metavar="FILE", help="HTML files, of one site or of many mixed together."),
    *,
    learner: str = typer.Option(DEFAULT_LEARNER, help="The method; newsloom methods lists them.", metavar="NAME"),
    paths: int = typer.Option(0, min=0, help="Show so many of each template's paths.", metavar="COUNT"),
    output_format: _Format = typer.Option(_Format.TEXT, "--format", help="How to print the templates."),
) -> None:
    """Find the templates that pages are printed from, without labels and without their addresses.

    JSON lines with --format json, one for each template; members count from 0 in the order of the files. A file that
    cannot be read is named on stderr and left out. The exit code is 1 if every page is alone.
    """
    read: list[tuple[str, bytes]] = []
    for name in files:
        try:
            read.append((name, read_page(name)))
        except InputError as error:
            write_error(error)
    if not read:
        raise InputError("learn", "none of the files could be read")
    templates = learn(((None, page) for _, page in read), learner=learner)
    for number, template in enumerate(templates, start=1):
        names = [read[member][0] for member in template.members]
        if output_format is _Format.JSON:
            write_json(_as_dict(template, names), indent=None)
        else:
            write(_as_text(number, template, names, paths))
    if all(len(template.members) < 2 for template in templates):
        write_error("no two pages are printed from one template")
        raise typer.Exit(NOTHING_FOUND)


def _as_dict(template: Template, names: list[str]) -> dict[str, object]:
    return {
        "method": template.method,
        "version": template.version,
        "members": list(template.members),
        "files": names,
        "paths": dict(template.paths),
        "content_paths": sorted(template.content_paths),
        "description_length": template.description_length,
        "description_parts": template.description_parts and list(template.description_parts),
        "segments": dict(template.segments),
        "blocks": sorted(template.blocks),
        "pattern": list(template.pattern),
    }


def _as_text(number: int, template: Template, names: list[str], paths: int) -> str:
    lines = [f"template {number}: {len(names)} {'page' if len(names) == 1 else 'pages'}{_facts(template)}"]
    lines += [f"  {name}" for name in names]
    common = sorted(template.paths.items(), key=lambda item: (-item[1], item[0]))[:paths]
    lines += [f"  {support:>6}  {path}" for path, support in common]
    return "\n".join(lines)


def _facts(template: Template) -> str:
    facts = []
    if template.paths:
        tags = Counter(path.rpartition("/")[2] for path in template.paths if "/#" not in path)
        most = ", ".join(f"{tag} {count}" for tag, count in tags.most_common(3))
        facts.append(f"{len(template.paths)} paths ({most})")
    if template.description_length and template.description_parts:
        shares = " + ".join(f"{part:,.0f}" for part in template.description_parts)
        facts.append(f"{template.description_length:,.0f} bits ({shares})")
    if template.segments:
        facts.append(f"{len(template.segments)} segments in {len(template.blocks)} kinds of blocks")
    return "".join(f"; {fact}" for fact in facts)
