"""``newsloom items``: lists the news items of a front page, as text or as records."""

from __future__ import annotations

import functools
from pathlib import Path

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of
from newsloom.cli.options import METHOD_HELP, AllowHost, Config, NewsroomPlace, PageLanguage, PageUrl, settings_of
from newsloom.cli.output import TextFormat, is_terminal, stacked, write, write_error, write_json_lines
from newsloom.cli.pages import RENDER_HELP, SHOW_HELP, open_page, read_or_draw, save_file, save_picture
from newsloom.cli.times import moment
from newsloom.conversion import to_builtins
from newsloom.dom import parse
from newsloom.pipeline.read import DEFAULT_READER, read_items
from newsloom.pipeline.segmentplot import plot_segments
from newsloom.pipeline.showing.marks import item_marks
from newsloom.records import Item
from newsloom.records.description import counted

__all__ = ["command"]


def command(
    context: typer.Context,
    page: str = typer.Argument(metavar="URL|FILE|-", help="A front or section page; - is stdin."),
    *,
    reader: str = typer.Option(DEFAULT_READER, help=METHOD_HELP, metavar="METHOD"),
    url: PageUrl = None,
    earlier: list[str] = typer.Option(
        [], help="An earlier version of the page; may be given several times.", metavar="FILE"
    ),
    language: PageLanguage = None,
    encoding: str | None = typer.Option(
        None, help="The page's encoding, in place of what it declares.", metavar="NAME"
    ),
    at: str | None = typer.Option(
        None,
        help="Read the version of the page that the newsroom has from this time; now for the latest.",
        metavar="TIME",
    ),
    is_drawn: bool = typer.Option(False, "--render", help=RENDER_HELP),
    show: Path | None = typer.Option(None, help=SHOW_HELP, metavar="PICTURE.png"),
    segments: Path | None = typer.Option(
        None,
        help="Save a plot of which headlines, teasers, pictures and paragraphs belong together, by the drawn layout "
        "with --render, else by an estimated one.",
        metavar="PLOT.svg",
    ),
    output_format: TextFormat = typer.Option(TextFormat.TEXT, "--format", help="Output format."),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    allow_host: AllowHost = None,
) -> None:
    """List the news items of a newspaper's front or section page, in reading order.

    With --format json, each item is one JSON object on its own line. With --at, the page is read as the newsroom stored
    it, together with the versions before it. A page that is not a front page has few items or none; if it has none, the
    exit code is 1.
    """
    if at and (is_drawn or show or segments):
        hint = "--show" if show else "--segments" if segments else "--render"
        raise typer.BadParameter(
            "a stored page is read as it was stored; leave this out, or leave out --at", param_hint=hint
        )
    if at:
        time = moment(at)
        with kept_newsroom_of(context, newsroom, config, reader=reader) as room:
            kept = room.pages.items(page, time)
        if kept is None:
            write_error(f"{page}: the newsroom has no version of it")
            raise typer.Exit(NOTHING_FOUND)
        _print(page, kept, output_format)
        return
    settings = functools.cache(lambda: settings_of(context, config=config, allow_host=allow_host))
    read = read_or_draw(page, encoding, settings, url=url, is_drawn=is_drawn, has_picture=bool(show))
    address = url or read.url
    older = [open_page(name, encoding, settings)[0] for name in earlier]
    items = read_items(read.page, url=address, reader=reader, earlier=older, layout=read.layout, language=language)
    if segments:
        save_file(segments, plot_segments(read.page, url=address, layout=read.layout).encode())
    if show:
        document = parse(read.page, url=address)
        note = f"{reader}, {counted(len(items), 'item')}"
        save_picture(read, lambda layout: item_marks(document, layout, items), note, show, settings())
    _print(page, items, output_format, hint="" if address else ". Relative links need --url")


def _print(page: str, items: tuple[Item, ...], output_format: TextFormat, hint: str = "") -> None:
    if output_format is TextFormat.JSON:
        write_json_lines(map(to_builtins, items))
    elif items:
        write(("\n\n" if is_terminal() else "\n").join(map(_as_text, items)))
    if not items:
        write_error(f"{page}: no news items; it does not look like a front page{hint}")
        raise typer.Exit(NOTHING_FOUND)


def _as_text(item: Item) -> str:
    marks = [
        *(["lead"] if item.is_lead else []),
        *([item.section] if item.section else []),
        *(["again"] if item.duplicate_of else []),
    ]
    lines = [
        f"{item.position + 1}. {f'{item.kicker}: ' if item.kicker else ''}{item.headline}",
        item.text,
        item.url or "",
        f"[{', '.join(marks)}]" if marks else "",
    ]
    return stacked(" ".join(line.split()) for line in lines).replace("\n", "\n   ")
