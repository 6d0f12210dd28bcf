"""``newsloom topics``: lists what months of news are about, or shows one topic."""

from __future__ import annotations

from enum import StrEnum

import typer
from rich.table import Table

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.newsrooms import kept_newsroom_of, name_of, why_nothing_is_kept
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import (
    TableFormat,
    new_table,
    print_table,
    printable,
    write,
    write_error,
    write_json,
    write_json_lines,
)
from newsloom.conversion import to_builtins
from newsloom.newsroom import Newsroom
from newsloom.records import Topic
from newsloom.records.description import counted
from newsloom.text.urls import site_of

__all__ = ["command"]

_WORDS = 8


class _Subject(StrEnum):
    ARTICLES = "articles"
    ITEMS = "items"


def command(
    context: typer.Context,
    topic: str | None = typer.Argument(
        None, metavar="ID", help="Show this topic, with its words and its closest articles or items."
    ),
    *,
    is_rebuilding: bool = typer.Option(False, "--rebuild", help="Build the topics of the last months again."),
    count: int | None = typer.Option(
        None, min=1, help="With --rebuild: how many topics to build; default: as many as fit.", metavar="N"
    ),
    clusterer: str | None = typer.Option(
        None,
        help="With --rebuild: the method, such as concepts:extra_stop_words=@FILE,dimensions=100.",
        metavar="METHOD",
    ),
    subject: _Subject | None = typer.Option(
        None, "--of", help="With --rebuild: build them from articles, or from the news items of front pages."
    ),
    limit: int = typer.Option(30, min=1, help="List at most this many topics, or members of one.", metavar="N"),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TableFormat = typer.Option(TableFormat.TABLE, "--format", help="Output format."),
) -> None:
    """List the topics of the last months of news, the largest first; or show one topic.

    Topics are coarser than stories. They are always rebuilt as a whole: by --rebuild, and by gathering when there is a
    fifth more news. With --format json, each topic is one JSON object on its own line.
    """
    if count is not None and not is_rebuilding:
        raise typer.BadParameter(
            "the number of topics is chosen when they are built: add --rebuild", param_hint="--count"
        )
    if clusterer is not None and not is_rebuilding:
        raise typer.BadParameter("the method is chosen when topics are built: add --rebuild", param_hint="--clusterer")
    if subject is not None and not is_rebuilding:
        raise typer.BadParameter("articles or items are chosen when topics are built: add --rebuild", param_hint="--of")
    chosen = {"topics": clusterer, "topics_of": subject.value if subject else None}
    with kept_newsroom_of(context, newsroom, config, **chosen) as room:
        if is_rebuilding:
            room.topics.make(count)
        if topic is not None:
            _print_topic(room, topic, limit, output_format)
            return
        found = room.topics()[:limit]
        if not found:
            _write_nothing(room, is_rebuilt=is_rebuilding)
    if output_format is TableFormat.JSON:
        write_json_lines(map(to_builtins, found))
    else:
        print_table(_table(found))


def _write_nothing(room: Newsroom, *, is_rebuilt: bool) -> None:
    if next(room.articles(), None) is None:
        write_error(why_nothing_is_kept(room))
    elif is_rebuilt:
        write_error(f"{name_of(room)}: no language has enough articles for a topic")
    else:
        write_error(f"{name_of(room)}: there are no topics yet. Begin with: newsloom topics --rebuild")
    raise typer.Exit(NOTHING_FOUND)


def _table(topics: tuple[Topic, ...]) -> Table:
    table = new_table("id", topics[0].subject, "words")
    for one in topics:
        table.add_row(one.id, str(one.size), printable(", ".join(word for word, _ in one.words[:_WORDS])))
    return table


def _print_topic(room: Newsroom, topic_id: str, limit: int, output_format: TableFormat) -> None:
    topic = room.topics.get(topic_id)
    if topic is None:
        write_error(f"{topic_id}: there is no such topic. newsloom topics lists them")
        raise typer.Exit(NOTHING_FOUND)
    if output_format is TableFormat.JSON:
        write_json(to_builtins(topic))
        return
    write(
        f"{counted(topic.size, topic.subject.removesuffix('s'))} about "
        + ", ".join(f"{word} {weight:.2f}" for word, weight in topic.words)
        + "\n"
    )
    table = new_table("closeness", "title", "paper", "address")
    shown = topic.members[:limit]
    urls = [url for url, _ in shown]
    kept, items = room.articles.summaries(urls), room.pages.leading_to(urls)
    for url, closeness in shown:
        title = kept[url].article.title if url in kept else items[url].headline if url in items else None
        table.add_row(f"{closeness:.2f}", *map(printable, (title or "", site_of(url) or "", url)))
    print_table(table)
