"""Formats templates and alarms for printing, as text and as JSON-ready values."""

from __future__ import annotations

from collections.abc import Sequence

from newsloom.cli.times import stamp
from newsloom.pipeline.templates.fithistory import DayOfFits
from newsloom.pipeline.templates.pathtree import tag_counts
from newsloom.records import Drift, Template

__all__ = ["days_text", "drift_text", "template_dict", "template_text"]

_MOST_CHANGES = 3
# Tags in the line of facts; with paths all are shown.
_MOST_TAGS = 3
# The three parts of a description length (Kim and Shim's M_T, M_D and M_Delta).
_PARTS = ("template", "members", "differences")


def template_dict(template: Template) -> dict[str, object]:
    """All values of a template."""
    return {
        "method": template.method,
        "version": template.version,
        "members": list(template.members),
        "paths": dict(template.paths),
        "content_paths": sorted(template.content_paths),
        "description_length": template.description_length,
        "description_parts": template.description_parts and list(template.description_parts),
        "segments": dict(template.segments),
        "blocks": sorted(template.blocks),
        "pattern": list(template.pattern),
        "kept": dict(template.kept),
        "fields": dict(template.fields),
    }


def template_text(title: str, template: Template, names: list[str], paths: int) -> str:
    """A line of facts, the pages, the places of fields, and at most ``paths`` paths, the most common first.

    With paths, the counts of all tags are listed too; paths to content are marked.
    """
    count = len(template.members)
    lines = [f"{title}: {count} {'page' if count == 1 else 'pages'}{_facts(template)}"]
    lines += [f"  {name}" for name in names]
    lines += [f"  {name:>9}  {place}" for name, place in template.fields.items()]
    if paths and template.paths:
        lines.append(f"  {'tags':>9}  {_tags(template, len(template.paths))}")
    common = sorted(template.paths.items(), key=lambda item: (-item[1], item[0]))[:paths]
    lines += [f"  {support:>9}  {path}{_mark(path, template)}" for path, support in common]
    return "\n".join(lines)


def days_text(site: str, days: Sequence[DayOfFits]) -> str:
    """How well pages fitted the site's templates, a line for each day."""
    lines = [f"{site}: how well pages fit, by day"]
    for day in days:
        shares = ", ".join(f"template {number} {share:.2f}" for number, share in day.shares.items())
        lines.append(f"  {day.day}  {day.pages:>3} {'page ' if day.pages == 1 else 'pages'}  {shares}")
    return "\n".join(lines)


def drift_text(drift: Drift) -> str:
    """An alarm: its site, since when, what changed, and whether a new template has taken over."""
    state = f"a new template took over at {stamp(drift.settled_at)}" if drift.settled_at else "waiting for more pages"
    when = f"{drift.site}: pages stopped fitting on {stamp(drift.since)}, noticed {stamp(drift.noticed_at)}"
    fit = f"{drift.pages} pages, fit {drift.fit_after:.2f} instead of {drift.fit_before:.2f} or more"
    lines = [f"{when}; {fit}; {state}"]
    lines += [f"  gone  {path}" for path in drift.gone[:_MOST_CHANGES]]
    lines += [f"  new   {path}" for path in drift.new[:_MOST_CHANGES]]
    return "\n".join(lines)


def _facts(template: Template) -> str:
    facts = []
    if template.paths:
        facts.append(f"{len(template.paths)} paths ({_tags(template, _MOST_TAGS)})")
    if template.description_length is not None and template.description_parts:
        named = zip(_PARTS, template.description_parts, strict=True)
        shares = " + ".join(f"{name} {part:,.0f}" for name, part in named)
        facts.append(f"{template.description_length:,.0f} bits ({shares})")
    if template.blocks:
        facts.append(f"{len(template.segments)} segments in {len(template.blocks)} kinds of blocks")
    elif template.segments:
        facts.append(f"{len(template.segments)} repeated lines")
    return "".join(f"; {fact}" for fact in facts)


def _tags(template: Template, most: int) -> str:
    return ", ".join(f"{tag} {count}" for tag, count in tag_counts(template)[:most])


def _mark(path: str, template: Template) -> str:
    return "  (content)" if path in template.content_paths else ""
