"""``newsloom search``: finds kept articles by their words."""

from __future__ import annotations

from collections.abc import Mapping

import typer

from newsloom.cli.exit_codes import NOTHING_FOUND
from newsloom.cli.filters import Filters, with_filters
from newsloom.cli.newsrooms import kept_newsroom_of, why_nothing_is_kept
from newsloom.cli.options import Config, NewsroomPlace
from newsloom.cli.output import TextFormat, is_terminal, stacked, write, write_error, write_json
from newsloom.conversion import to_builtins
from newsloom.newsroom import Newsroom
from newsloom.newsroom.papernames import paper_names
from newsloom.records import Article, ArticleQuery, Hit, article_filters
from newsloom.text.urls import site_of

__all__ = ["command"]


# All but changed_after: results are in the order of relevance.
@with_filters(article_filters(), but="changed_after")
def command(
    context: typer.Context,
    words: list[str] = typer.Argument(
        metavar="QUERY", help='Words that must all occur; "a phrase" in quotes, -word for one that must not occur.'
    ),
    *,
    filters: Filters,
    limit: int = typer.Option(20, min=1, help="Print at most this many.", metavar="N"),
    skip: int = typer.Option(0, min=0, help="Skip this many of the best matches.", metavar="N"),
    newsroom: NewsroomPlace = None,
    config: Config = None,
    output_format: TextFormat = typer.Option(TextFormat.TEXT, "--format", help="Output format."),
) -> None:
    """Search the stored articles, each in its own language; best matches first.

    With --format json, each match is one JSON object on its own line: address, score, snippet, and details of the
    article. A word that must not occur must be given after --, as in: newsloom search -- ferry -strike
    """
    if not " ".join(words).strip():
        raise typer.BadParameter("give a word to search for", param_hint="QUERY")
    query = ArticleQuery(**filters, skip=skip, limit=limit)
    with kept_newsroom_of(context, newsroom, config) as room:
        answers = [(hit, room.articles.get(hit.url)) for hit in room.articles.search(" ".join(words), query)]
        if not answers:
            _write_nothing(room, " ".join(words))
        names = paper_names(room, {site_of(hit.url) or hit.url for hit, _ in answers})
    if output_format is TextFormat.JSON:
        for hit, article in answers:
            write_json(_as_json(hit, article))
    else:
        texts = (_as_text(number, hit, article, names) for number, (hit, article) in enumerate(answers, skip + 1))
        write(("\n\n" if is_terminal() else "\n").join(texts))


def _write_nothing(room: Newsroom, words: str) -> None:
    if next(room.articles(), None) is None:
        write_error(why_nothing_is_kept(room))
    else:
        write_error(f"{words}: no article matches")
    raise typer.Exit(NOTHING_FOUND)


def _as_json(hit: Hit, article: Article | None) -> dict[str, object]:
    facts = ("title", "site", "date", "section", "language")
    return {**to_builtins(hit), **{name: getattr(article, name, None) for name in facts}}


def _as_text(number: int, hit: Hit, article: Article | None, names: Mapping[str, str]) -> str:
    title = (article.title if article else None) or hit.url
    site = site_of(hit.url) or hit.url
    facts = [names.get(site, site), article.date, article.section] if article else []
    about = " · ".join(fact for fact in facts if fact)
    said = stacked([f"{number}. {title}", about, " ".join(hit.snippet.split()), hit.url])
    return said.replace("\n", "\n   ")
