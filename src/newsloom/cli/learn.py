"""``newsloom learn``: finds the templates that pages are printed from, in files or in a newsroom's sites."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.matrices import (
    blocks_dict,
    blocks_text,
    matrix_dict,
    matrix_text,
    segments_dict,
    segments_text,
)
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import METHOD_HELP, Config, NewsroomPlace, is_there, settings_of
from newsloom.cli.output import TextFormat, write, write_error, write_json
from newsloom.cli.pages import read_page
from newsloom.cli.templates import days_text, drift_text, template_dict, template_text
from newsloom.conversion import to_builtins
from newsloom.errors import InputError
from newsloom.newsroom import Newsroom
from newsloom.pipeline.learn import DEFAULT_LEARNER, label_pages, learn, matrix_of, place
from newsloom.pipeline.templates import TemplateUpdates
from newsloom.pipeline.templates.fithistory import DayOfFits, days_of_fits
from newsloom.records import SiteTemplate

__all__ = ["command"]


# As many as fit on a screen.
_SHOWN_PATHS: Final = 20
# Pages are compared with at most this many of the latest templates.
_MOST_COMPARED: Final = 4
# The learner that labels blocks page by page.
_LABELLER: Final = "segmenttable"


class _Shown(StrEnum):
    TEMPLATE = "template"
    SEGMENTS = "segments"
    MATRIX = "matrix"
    BLOCKS = "blocks"


_OF_FILES: Final = frozenset({_Shown.MATRIX, _Shown.BLOCKS})


def command(
    context: typer.Context,
    files: list[str] = typer.Argument(None, metavar="FILE", help="HTML files, from one site or from many."),
    *,
    site: str | None = typer.Option(None, help="Learn from the newsroom's stories of this site.", metavar="SITE"),
    show: _Shown | None = typer.Option(
        None,
        help="With --site, without learning: show its template or its current segments. With files: show the matrix of "
        "a learner by description length, or the blocks of each page in turn.",
    ),
    learner: str | None = typer.Option(None, help=METHOD_HELP, metavar="METHOD"),
    placed: list[str] = typer.Option(
        [],
        "--place",
        help="Show which template this page was printed from; may be given several times.",
        metavar="FILE",
    ),
    paths: int | None = typer.Option(
        None,
        min=0,
        help="Show at most this many paths or segments; default: 20 with --show, else none.",
        metavar="COUNT",
    ),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TextFormat = typer.Option(TextFormat.TEXT, "--format", help="Output format."),
) -> None:
    """Find the templates that pages are printed from, without labels and without their addresses.

    With files: --format json prints each template as one JSON object on its own line; members are numbered from 0 in
    the order of the files. A file that cannot be read is reported on stderr and left out. The exit code is 1 if no two
    pages share a template.

    With --site, the templates of one site are learned again from its stored stories. With --newsroom alone, all sites
    that have new stories are updated: templates are learned where there are none, and where pages no longer fit, this
    is reported and the new templates are learned.

    With --site and --show template, each template is shown with its tags, its paths and how many pages have them, and
    the three parts of its description length; then how well pages fitted, day by day, and when they stopped. --show
    segments shows the site's text segment table, which a newsroom maintains if its learner is segmenttable.

    With files and --show matrix: the essential paths with their supports, M_E = M_T M_D + M_Delta, and the three parts
    of L(C). With --show blocks and the learner segmenttable: whether each block of each page is template, judged when
    its page is read.
    """
    shown = paths if paths is not None else (_SHOWN_PATHS if show else 0)
    if show is not None and bool(files) != (show in _OF_FILES):
        about = "files to learn from" if show in _OF_FILES else "a newsroom: add --site, and leave out the files"
        raise typer.BadParameter(f"{show} needs {about}", param_hint="--show")
    if files:
        if site:
            raise typer.BadParameter("--site learns from a newsroom; leave out the files")
        _show_files(show, files, learner, shown, output_format) if show else _learn_files(
            files, learner or DEFAULT_LEARNER, shown, output_format, placed
        )
        return
    if placed:
        raise typer.BadParameter("--place needs files to learn templates from")
    if show and not site:
        raise typer.BadParameter("--show needs --site")
    if not site and not is_there(settings_of(context, newsroom=newsroom, config=config)):
        raise typer.BadParameter("give files, or a site of the newsroom with --site, or a newsroom with --newsroom")
    with kept_newsroom_of(context, newsroom, config, learner=learner) as room:
        if show is _Shown.SEGMENTS and site:
            _print_segments(room, site, shown, output_format)
        else:
            _print_templates(room, site, shown, output_format, is_shown=show is not None)


def _print_templates(
    room: Newsroom, site: str | None, paths: int, output_format: TextFormat, *, is_shown: bool
) -> None:
    """Print the known templates if ``is_shown``, else learn them again and print what was found."""
    found = _known(room, site) if is_shown and site else room.templates.learn(site)
    days = _days(room, found.learned) if is_shown else ()
    _print_found(found, paths, output_format)
    _print_days(site, days, output_format)
    if not found.learned and not found.drifts:
        _say_nothing_found(site, is_shown=is_shown)


def _read(files: list[str]) -> list[tuple[str, bytes]]:
    read: list[tuple[str, bytes]] = []
    for name in files:
        try:
            read.append((name, read_page(name)))
        except InputError as error:
            write_error(error)
    if not read:
        raise InputError("learn", "none of the files could be read")
    return read


def _show_files(show: _Shown, files: list[str], learner: str | None, rows: int, output_format: TextFormat) -> None:
    read = _read(files)
    names, pages = [name for name, _ in read], [(None, page) for _, page in read]
    if show is _Shown.MATRIX:
        _, matrix = matrix_of(pages, learner=learner or DEFAULT_LEARNER)
        if output_format is TextFormat.JSON:
            write_json(matrix_dict(matrix, names), indent=None)
        else:
            write(matrix_text(matrix, names, rows))
        return
    for name, blocks in zip(names, label_pages(pages, learner=learner or _LABELLER), strict=True):
        if output_format is TextFormat.JSON:
            write_json(blocks_dict(name, blocks), indent=None)
        else:
            write(blocks_text(name, blocks))


def _print_segments(room: Newsroom, site: str, rows: int, output_format: TextFormat) -> None:
    table = room.templates.segments(site)
    if table is None:
        write_error(f'{site}: no segment table is stored. Gather with the setting learner = "segmenttable"')
        raise typer.Exit(NOTHING_FOUND)
    if output_format is TextFormat.JSON:
        write_json(segments_dict(table), indent=None)
    else:
        write(segments_text(table, rows))


def _learn_files(files: list[str], learner: str, paths: int, output_format: TextFormat, placed: list[str]) -> None:
    read = _read(files)
    templates = learn(((None, page) for _, page in read), learner=learner)
    for number, template in enumerate(templates, start=1):
        names = [read[member][0] for member in template.members]
        if output_format is TextFormat.JSON:
            write_json({**template_dict(template), "files": names}, indent=None)
        else:
            write(template_text(f"template {number}", template, names, paths))
    for name in placed:
        _print_place(name, place(read_page(name), templates, learner=learner), output_format)
    if all(len(template.members) < 2 for template in templates):
        write_error("no two pages share a template")
        raise typer.Exit(NOTHING_FOUND)


def _print_place(name: str, number: int | None, output_format: TextFormat) -> None:
    if output_format is TextFormat.JSON:
        write_json({"page": name, "template": number}, indent=None)
    else:
        write(f"{name}: " + ("fits no template" if number is None else f"template {number + 1}"))


def _known(room: Newsroom, site: str) -> TemplateUpdates:
    return TemplateUpdates(learned=room.templates(site), drifts=room.templates.drifts(site))


def _days(room: Newsroom, templates: Sequence[SiteTemplate]) -> tuple[DayOfFits, ...]:
    if not templates:
        return ()
    return days_of_fits(room.templates.fits(templates[0].site, templates[-_MOST_COMPARED:]))


def _print_days(site: str | None, days: Sequence[DayOfFits], output_format: TextFormat) -> None:
    if output_format is TextFormat.JSON:
        for day in days:
            write_json({"day": day.day.isoformat(), "pages": day.pages, "fits": to_builtins(day.shares)}, indent=None)
    elif days:
        write(days_text(site or "", days))


def _print_found(found: TemplateUpdates, paths: int, output_format: TextFormat) -> None:
    for one in found.learned:
        _print_kept(one, paths, output_format)
    for drift in found.drifts:
        if output_format is TextFormat.JSON:
            write_json({"drift": to_builtins(drift)}, indent=None)
        else:
            write(drift_text(drift))


def _print_kept(one: SiteTemplate, paths: int, output_format: TextFormat) -> None:
    if output_format is TextFormat.JSON:
        facts = {"site": one.site, "number": one.number, "pages": one.pages, "fit": one.fit}
        times = {"valid_from": to_builtins(one.valid_from), "valid_until": to_builtins(one.valid_until)}
        write_json({**facts, **times, **template_dict(one.template)}, indent=None)
        return
    until = f" until {one.valid_until:%Y-%m-%d %H:%M}" if one.valid_until else ""
    title = f"{one.site} template {one.number}, from {one.valid_from:%Y-%m-%d %H:%M}{until}"
    write(template_text(title, one.template, [], paths))


def _say_nothing_found(site: str | None, *, is_shown: bool) -> None:
    if site is None:
        write("nothing to learn: no site has enough new stories")
        return
    what = "no template is known" if is_shown else "fewer than three of its stored stories share a template"
    write_error(f"{site}: {what}")
    raise typer.Exit(NOTHING_FOUND)
