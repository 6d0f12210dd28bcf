"""``newsloom extract``: the story of a page, as text or as a record."""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import typer

from newsloom.cli.exit_codes import BAD_INPUT, NOTHING_FOUND
from newsloom.cli.options import METHOD_HELP, AllowHost, Config, PageLanguage, PageUrl, settings_of
from newsloom.cli.output import write, write_error, write_json
from newsloom.cli.pages import RENDER_HELP, SHOW_HELP, OpenedPage, read_or_draw, save_picture
from newsloom.conversion import to_builtins
from newsloom.dom import parse
from newsloom.errors import AddressRefused, FetchError, InputError, RenderError
from newsloom.markdown import to_markdown
from newsloom.pipeline.comments import read_comments
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR, extract
from newsloom.pipeline.multipage import whole_story
from newsloom.pipeline.showing.marks import article_marks
from newsloom.records import Article, Block, Comment, Template
from newsloom.settings import Settings
from newsloom.syndication.tei import write_tei

__all__ = ["command"]

_COLUMNS: Final = (
    *("page", "url", "site", "title", "authors", "date", "published", "section", "language", "access"),
    *("is_article", "reason", "confidence", "word_count", "text"),
)


_STAGES: Final = {FetchError: "fetch", AddressRefused: "fetch", RenderError: "render"}


class _Format(StrEnum):
    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    MARKDOWN_WITH_LINKS = "markdown+links"
    SCHEMA_ORG = "schema.org"
    TEI = "tei"
    CSV = "csv"


def command(
    context: typer.Context,
    pages: list[str] = typer.Argument(metavar="URL|FILE|-", help="Addresses or HTML files; - is stdin."),
    *,
    extractor: str = typer.Option(DEFAULT_EXTRACTOR, help=METHOD_HELP, metavar="METHOD"),
    url: PageUrl = None,
    title: str | None = typer.Option(None, help="The page's title in the feed that announced it.", metavar="TEXT"),
    anchor_text: str | None = typer.Option(None, help="The text of the link that led to the page.", metavar="TEXT"),
    teaser: str | None = typer.Option(None, help="The teaser beside that link.", metavar="TEXT"),
    language: PageLanguage = None,
    output_format: _Format = typer.Option(_Format.TEXT, "--format", help="Output format."),
    encoding: str | None = typer.Option(
        None, help="The encoding of the pages, in place of what they declare.", metavar="NAME"
    ),
    has_all_pages: bool = typer.Option(
        False, "--all-pages", help="Fetch all pages of a story that has several, and join them."
    ),
    has_comments: bool = typer.Option(
        False, "--comments", help="Also print the readers' comments on the page, after the story."
    ),
    is_drawn: bool = typer.Option(False, "--render", help=RENDER_HELP),
    show: Path | None = typer.Option(None, help=SHOW_HELP, metavar="PICTURE.png"),
    learned_from: Path | None = typer.Option(
        None,
        help="First learn templates from the HTML files in this folder; each page is read with the one it fits.",
        metavar="FOLDER",
    ),
    learner: str | None = typer.Option(
        None, help="With --learned-from: the learner, such as rtdm:paper.", metavar="METHOD"
    ),
    config: Config = None,
    allow_host: AllowHost = None,
) -> None:
    """Print the story of a page.

    With --format json and --format schema.org, each page is one JSON object on its own line, in the order given; with
    --format json it contains the page's name as given. If a page has no story, the reason is printed on stderr; the
    exit code is 1 if no page has one. If a page cannot be read, the reason is on stderr and, with --format json, on its
    line, and the exit code is 3.
    """
    if len(pages) > 1 and (url or title or anchor_text or teaser or show):
        raise typer.BadParameter(
            "--url, --title, --anchor-text, --teaser and --show apply to one page; give one page at a time"
        )
    _check_encoding(encoding)
    reading = _Reading(
        extractor=extractor,
        said={"title": title, "anchor_text": anchor_text, "teaser": teaser, "language": language},
        encoding=encoding,
        settings=functools.cache(lambda: settings_of(context, config=config, allow_host=allow_host)),
        template_of=_templates(learned_from, learner),
        is_drawn=is_drawn,
        picture=show,
        comments=[] if has_comments else None,
    )
    raise typer.Exit(_print_stories(reading, pages, url, output_format, has_all_pages=has_all_pages))


@dataclass(frozen=True, kw_only=True)
class _Reading:
    """How pages are read. ``said`` is what announced them; ``comments`` are the last story's, None if not wanted."""

    extractor: str
    said: Mapping[str, str | None]
    encoding: str | None
    settings: Callable[[], Settings]
    template_of: Callable[[bytes | str], Template | None]
    is_drawn: bool
    picture: Path | None
    comments: list[Comment] | None

    def story(self, name: str, url: str | None, *, has_all_pages: bool) -> Article:
        """The story of a page, with its further pages if ``has_all_pages``."""
        if self.comments is not None:
            self.comments.clear()
        article = self.page(name, url)
        return whole_story(article, self.page) if has_all_pages else article

    def page(self, name: str, known_url: str | None = None) -> Article:
        """The article on one page."""
        found = read_or_draw(
            name,
            self.encoding,
            self.settings,
            url=known_url,
            is_drawn=self.is_drawn,
            has_picture=self.picture is not None,
        )
        url = known_url or found.url
        if self.comments is not None:
            self.comments.extend(read_comments(found.page, url=url))
        article = extract(
            found.page,
            url=url,
            extractor=self.extractor,
            layout=found.layout,
            template=self.template_of(found.page),
            **self.said,
        )
        _show(found, article, self.picture, self.settings)
        return article


def _print_stories(
    reading: _Reading, pages: Sequence[str], url: str | None, output_format: _Format, *, has_all_pages: bool
) -> int:
    """Print each page's story as soon as it is read; returns the exit code."""
    if output_format is _Format.CSV:
        write(_csv_line(_COLUMNS))
    found = unreadable = 0
    for name in pages:
        try:
            article = reading.story(name, url, has_all_pages=has_all_pages)
        except (InputError, FetchError, RenderError) as error:
            write_error(error)
            unreadable += 1
            if output_format is _Format.JSON:
                write_json(_failure(name, error))
            continue
        if article.text:
            found += 1
        else:
            write_error(f"{name}: {article.reason or 'no story was found'}")
        if article.provenance.get("layout") == "estimated" and output_format is not _Format.JSON:
            write_error(f"{name}: the layout was estimated; --render draws the page")
        _print(name, article, reading.comments, output_format, has_heading=len(pages) > 1)
    return BAD_INPUT if unreadable else 0 if found else NOTHING_FOUND


def _templates(folder: Path | None, learner: str | None) -> Callable[[bytes | str], Template | None]:
    if folder is None:
        if learner is not None:
            raise typer.BadParameter(
                "there is nothing to learn from: add --learned-from FOLDER", param_hint="--learner"
            )
        return lambda _page: None
    from newsloom.cli.learned import LearnedTemplates  # noqa: PLC0415 - learners take a while to load

    return LearnedTemplates(folder, learner).of


def _show(page: OpenedPage, article: Article, file: Path | None, settings: Callable[[], Settings]) -> None:
    if file is None:
        return
    document = parse(page.page, url=page.url)
    method = article.provenance.get("text", "no text")
    note = f"{method}, layout used: {article.provenance.get('layout', 'none')}"
    save_picture(page, lambda layout: article_marks(document, layout, article), note, file, settings())


def _failure(name: str, error: InputError | FetchError | RenderError) -> dict[str, str]:
    """The failure as ``newsloom bulk`` writes it."""
    stage, kind = _STAGES.get(type(error), "input"), getattr(error, "kind", "unreadable")
    return {"page": name, "stage": stage, "kind": kind, "reason": error.reason}


def _check_encoding(encoding: str | None) -> None:
    try:
        # Decoding, not codecs.lookup, which also accepts codecs that do not produce text, like hex.
        b"story".decode(encoding or "utf-8", errors="replace")
    except (LookupError, UnicodeError) as error:
        raise typer.BadParameter(f"there is no text encoding named {encoding!r}") from error


def _print(
    name: str, article: Article, comments: Sequence[Comment] | None, output_format: _Format, *, has_heading: bool
) -> None:
    match output_format:
        case _Format.JSON:
            shown = {} if comments is None else {"comments": to_builtins(comments)}
            write_json({"page": name, **article.as_dict(), **shown})
        case _Format.SCHEMA_ORG:
            write_json(article.to_schema_org())
        case _Format.CSV:
            values = {"page": name, **article.as_dict()}
            write(_csv_line([_cell(values[column]) for column in _COLUMNS]))
        case _Format.TEI if article.text:
            write(write_tei(article, comments or ()))
        case _ if article.text:
            is_text = output_format is _Format.TEXT
            has_links = output_format is _Format.MARKDOWN_WITH_LINKS
            body = article.text if is_text else article.to_markdown(links=has_links, images=has_links)
            parts = [body, *map(_comment_text if is_text else _comment_markdown, comments or ())]
            body = "\n\n".join(parts)
            write(f"==> {name} <==\n{body}" if has_heading else body)


def _comment_text(comment: Comment) -> str:
    return f"{_signature(comment)}:\n{comment.text}"


def _comment_markdown(comment: Comment) -> str:
    """The comment as a quote with its signature."""
    parts = comment.text.split("\n\n")
    quotes = [Block(text=part, kind="quote", signature=None) for part in parts[:-1]]
    return to_markdown([*quotes, Block(text=parts[-1], kind="quote", signature=_signature(comment))])


def _signature(comment: Comment) -> str:
    when = comment.time.isoformat(sep=" ", timespec="minutes") if comment.time else ""
    return ", ".join(filter(None, (comment.author or "a reader", when)))


def _cell(value: object) -> str:
    text = "; ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
    # A spreadsheet would take this for a formula, and it comes from the page.
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text


def _csv_line(cells: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue().removesuffix("\r\n")
