"""The truth that a scorer reads, made from the published pieces and the front pages that show them.

Nothing that gathers, groups or shows news may read it; it only serves to be compared with what they found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from newsloom.evaluation.corpora import FrontTruth, TrueItem
from newsloom.press.writing import Piece

__all__ = ["PressTruth", "TrueArticle", "TrueFront", "truth_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueArticle:
    """An article as it reads now. ``story`` names its story, in its language; ``event`` is the same in all languages.

    ``copy_of`` is the address of the piece that printed the same agency report first. ``is_first`` means that no other
    paper of its language reported the event earlier.
    """

    url: str
    paper: str
    title: str
    text: str
    authors: tuple[str, ...]
    published: datetime
    section: str
    language: str
    event: str
    story: str
    copy_of: str | None = None
    is_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueFront:
    """A front page as it is now: its address, and its labels, with items in order."""

    url: str
    paper: str
    language: str
    labels: FrontTruth


@dataclass(frozen=True, slots=True, kw_only=True)
class PressTruth:
    """The whole truth at the time ``at``; articles in order of publication."""

    at: datetime
    articles: tuple[TrueArticle, ...]
    fronts: tuple[TrueFront, ...]


def truth_of(
    pieces: Iterable[Piece], fronts: Mapping[str, Sequence[Piece]], addresses: Mapping[str, str], at: datetime
) -> PressTruth:
    """The truth about pieces that are published and fronts that show them."""
    first: dict[str, str] = {}
    wires: dict[tuple[str, int], str] = {}
    articles = []
    for piece in sorted(pieces, key=lambda one: (one.published, one.paper.name)):
        url = addresses[piece.paper.name] + piece.path
        story = f"{piece.event.language}:{piece.event.name}"
        original = wires.setdefault((story, piece.chapter), url) if piece.is_copy else url
        articles.append(_true_article(piece, url, at, None if original == url else original, story not in first))
        first.setdefault(story, url)
    return PressTruth(
        at=at,
        articles=tuple(articles),
        fronts=tuple(_true_front(shown, addresses[name], name, at) for name, shown in fronts.items() if shown),
    )


def _true_article(piece: Piece, url: str, at: datetime, copy_of: str | None, is_first: bool) -> TrueArticle:  # noqa: FBT001
    revision = piece.revision(at)
    return TrueArticle(
        url=url,
        paper=piece.paper.name,
        title=revision.title,
        text=revision.text,
        # An agency's report is signed by the agency, which is not a person.
        authors=() if piece.is_copy else piece.authors,
        published=piece.published,
        section=piece.section_name,
        language=piece.paper.language,
        event=piece.event.name,
        story=f"{piece.event.language}:{piece.event.name}",
        copy_of=copy_of,
        is_first=is_first,
    )


def _true_front(shown: Sequence[Piece], address: str, name: str, at: datetime) -> TrueFront:
    paper = shown[0].paper
    items = tuple(
        TrueItem(
            url=address + piece.path,
            title=piece.revision(at).title,
            teaser=piece.revision(at).teaser,
            image_url=address + paper.picture_address.format(number=piece.number),
        )
        for piece in shown
    )
    sections = tuple(address + paper.section_address.format(path=path) for path in paper.sections)
    labels = FrontTruth(story_links=tuple(item.url for item in items), site_links=sections, items=items)
    return TrueFront(url=address + "/", paper=name, language=paper.language, labels=labels)
