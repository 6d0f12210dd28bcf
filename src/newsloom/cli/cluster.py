"""``newsloom cluster``: the stories that articles tell."""

from __future__ import annotations

import json
from typing import Any

import typer

from newsloom.cli.exit_codes import BAD_INPUT, NOTHING_FOUND
from newsloom.cli.options import METHOD_HELP
from newsloom.cli.output import TableFormat, new_table, print_table, printable, write_error, write_json_lines
from newsloom.cli.pages import read_page
from newsloom.errors import InputError
from newsloom.pipeline.desk.wordforms import with_written_words
from newsloom.pipeline.group import DEFAULT_CLUSTERER, ArticleOrItem, cluster, perplexities, related
from newsloom.records import Article, Item, Story

__all__ = ["command"]


def command(
    file: str = typer.Argument(
        metavar="FILE.jsonl", help="Articles or news items in order of arrival, as JSON lines; - is stdin."
    ),
    *,
    clusterer: str = typer.Option(DEFAULT_CLUSTERER, help=METHOD_HELP, metavar="METHOD"),
    least: int = typer.Option(1, help="Leave out stories with fewer articles than this.", metavar="N", min=1),
    is_showing_perplexity: bool = typer.Option(
        False,
        "--perplexity",
        help="Print the perplexity of each number of clusters, for clusterers that choose the number by it.",
    ),
    related_to: int | None = typer.Option(
        None,
        "--related",
        help="Print the lines of the same cluster that are nearest to this one.",
        metavar="LINE",
        min=0,
    ),
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """Group articles that report the same story.

    Each line of the file is an article as printed by newsloom extract --format json (title and text are enough), or an
    item as printed by newsloom items --format json. The members of a story are line numbers, from 0.
    """
    try:
        articles = _read_lines(file)
    except InputError as error:
        write_error(error)
        raise typer.Exit(BAD_INPUT) from error
    if is_showing_perplexity:
        _print_perplexities(perplexities(articles, clusterer=clusterer), output_format)
        return
    if related_to is not None:
        _print_related(articles, related(articles, related_to, clusterer=clusterer), output_format)
        return
    found = cluster(articles, clusterer=clusterer)
    stories = [with_written_words(story, articles) for story in found if len(story.members) >= least]
    if output_format is TableFormat.JSON:
        write_json_lines(map(_plain, stories))
    elif stories:
        _print_table(stories)
    if not stories:
        write_error(f"{file}: no story has {least} articles or more" if found else f"{file}: contains no articles")
        raise typer.Exit(NOTHING_FOUND)


def _read_lines(name: str) -> list[ArticleOrItem]:
    # Not splitlines: a text may contain other characters that it takes for line breaks.
    lines = read_page(name).decode("utf-8", "replace").split("\n")
    return [_record(name, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _record(name: str, number: int, line: str) -> ArticleOrItem:
    try:
        values = json.loads(line)
        if not isinstance(values, dict):
            raise TypeError("it is not a JSON object")
        record = Item.from_dict(values) if "headline" in values else Article.from_dict(values)
        headline = record.headline if isinstance(record, Item) else record.title
        if not isinstance(record.text, str) or not isinstance(headline, str | None):
            raise TypeError("headline and text must be strings")
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise InputError(name, f"line {number} is not an article: {error}") from error
    return record


def _print_perplexities(found: tuple[tuple[int, float], ...], output_format: TableFormat) -> None:
    if output_format is TableFormat.JSON:
        write_json_lines({"clusters": clusters, "perplexity": round(perplexity, 3)} for clusters, perplexity in found)
        return
    table = new_table("clusters", "perplexity")
    for clusters, perplexity in found:
        table.add_row(str(clusters), f"{perplexity:,.1f}")
    print_table(table)


def _print_related(
    articles: list[ArticleOrItem], found: tuple[tuple[int, float], ...], output_format: TableFormat
) -> None:
    told = [(line, near, _headline(articles[line])) for line, near in found]
    if output_format is TableFormat.JSON:
        write_json_lines(
            {"line": line, "cosine": round(near, 4), "headline": headline} for line, near, headline in told
        )
    else:
        table = new_table("line", "cosine", "headline")
        for line, near, headline in told:
            table.add_row(str(line), f"{near:.3f}", printable(headline))
        print_table(table)
    if not found:
        write_error("its cluster has no other line")
        raise typer.Exit(NOTHING_FOUND)


def _headline(record: ArticleOrItem) -> str:
    return (record.headline if isinstance(record, Item) else record.title) or ""


def _plain(story: Story) -> dict[str, Any]:
    return {
        "id": story.id,
        "method": story.method,
        "version": story.version,
        "title": story.title,
        "members": list(story.members),
        "words": [list(word) for word in story.words],
        "closeness": list(story.closeness),
    }


def _print_table(stories: list[Story]) -> None:
    table = new_table("articles", "story", "words", "members")
    for story in sorted(stories, key=lambda story: -len(story.members)):
        table.add_row(
            str(len(story.members)),
            printable(story.title or ""),
            printable(", ".join(word for word, _ in story.words[:6])),
            " ".join(map(str, story.members)),
        )
    print_table(table)
