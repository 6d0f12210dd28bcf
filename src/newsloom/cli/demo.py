"""``newsloom demo``: the product at work on the made-up pages the project carries."""

from __future__ import annotations

import dataclasses
import re
import textwrap
from dataclasses import dataclass
from typing import Any, Final

import typer
from rich.table import Table

from newsloom.cli.output import TableFormat, console, printable, write_json
from newsloom.dom import parse
from newsloom.evaluation.measures import word_scores, words_of
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR, extract
from newsloom.press import DemoPage, demo_pages
from newsloom.records import Article

__all__ = ["command"]

_WORD: Final = re.compile(r"\w+")
_SHOWN_CHARACTERS: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class _Showing:
    name: str
    note: str
    words_on_page: int
    article: Article
    truth: DemoPage
    precision: float
    recall: float
    f: float


def command(
    extractor: str = typer.Option(DEFAULT_EXTRACTOR, help="The method; newsloom methods lists them.", metavar="NAME"),
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="How to print what was found."),
) -> None:
    """Extract from made-up newspapers, and show what was found beside the truth. Needs no network."""
    showings = [_show(page, extractor) for page in demo_pages()]
    if output_format is TableFormat.JSON:
        write_json([_as_json(showing) for showing in showings])
        return
    screen = console()
    for showing in showings:
        screen.print(_table(showing))
        screen.print(_opening(showing.article.text), end="\n\n")
    mean = sum(showing.f for showing in showings) / len(showings)
    screen.print(f"{len(showings)} made-up pages, method {extractor}: mean word F1 {mean:.3f}")


def _show(page: DemoPage, extractor: str) -> _Showing:
    article = extract(page.page, url=page.url, extractor=extractor)
    scores = word_scores(words_of(article.text, page.language), words_of(page.text, page.language))
    return _Showing(
        name=page.name,
        note=page.note,
        words_on_page=_words_on(page.page),
        article=article,
        truth=page,
        precision=scores.precision,
        recall=scores.recall,
        f=scores.f,
    )


def _words_on(page: bytes) -> int:
    root = parse(page).root
    visible: Any = () if root is None else root.xpath("//body//text()[not(ancestor::script or ancestor::style)]")
    return sum(len(_WORD.findall(text)) for text in visible)


def _as_json(showing: _Showing) -> dict[str, object]:
    fields = dataclasses.fields(showing)
    plain = {field.name: getattr(showing, field.name) for field in fields if field.name not in ("article", "truth")}
    truth = dataclasses.asdict(showing.truth)
    del truth["page"]
    return plain | {"article": showing.article.as_dict(), "truth": truth}


def _table(showing: _Showing) -> Table:
    article, truth = showing.article, showing.truth
    table = Table("", "found", "on the page", title=f"{showing.name}: {showing.note}", title_justify="left")
    table.add_row("title", printable(article.title or "–"), truth.title)
    table.add_row("date", article.date or "–", truth.date)
    table.add_row("authors", printable(", ".join(article.authors)) or "–", ", ".join(truth.authors) or "–")
    table.add_row("language", article.language or "–", truth.language)
    kept = f"{article.word_count} of the page's {showing.words_on_page}"
    table.add_row("words", kept, f"{len(_WORD.findall(truth.text))} in the story")
    closeness = f"precision {showing.precision:.3f}, recall {showing.recall:.3f}, F1 {showing.f:.3f}"
    table.add_row("words right", closeness, "1.000")
    return table


def _opening(text: str) -> str:
    return textwrap.indent(textwrap.fill(printable(text)[:_SHOWN_CHARACTERS] + " …", width=96), "  ")
