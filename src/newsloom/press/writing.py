"""Writes the piece that a paper prints about a chapter of an event.

A piece has one or more revisions: the headline may be reworded after some hours, an error corrected, a paragraph
added. The seed alone decides everything, so that the week is the same everywhere. Nothing is rendered here.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from newsloom.press.events import Chapter, Event, Fact
from newsloom.press.grammar import chance, spoken_days, written
from newsloom.press.papers import BEATS, HALVORIAN_TIME, Paper, agency

__all__ = ["Piece", "PieceRevision", "addressed", "told_by", "write_piece"]

# Facts roughly keep their order: one may move past its neighbour, seldom past two.
_STRAY: Final = 1.8
# One piece in this many is reworded, and one in this many gets its last paragraph later.
_REWORDED: Final = 4
_AMENDED: Final = 5
_NOT_IN_ADDRESSES: Final = re.compile(r"[^a-z0-9]+")
_LETTERS: Final = str.maketrans("ıøæåşğçöüßð", "ioaasgcousd")
_SLUG_WORDS: Final = 7
# In one language, including the agency.
_MOST_WRITERS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceRevision:
    """How a piece reads from ``at`` on. ``paragraphs`` are the whole story, the standfirst first if there is one.

    ``teaser`` is its text on a front page: the lead.
    """

    at: datetime
    title: str
    teaser: str
    paragraphs: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n\n".join(self.paragraphs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One article in one paper, with all revisions it will have. ``is_copy`` means that it is the agency's report."""

    paper: Paper
    event: Event
    chapter: int
    number: int
    path: str
    section: str
    authors: tuple[str, ...]
    caption: str
    is_copy: bool
    revisions: tuple[PieceRevision, ...]

    @property
    def published(self) -> datetime:
        return self.revisions[0].at

    @property
    def section_name(self) -> str:
        return self.paper.sections[self.section]

    def revision(self, at: datetime) -> PieceRevision:
        """The revision that is current at a time; the first if the piece is not published yet."""
        return next((one for one in reversed(self.revisions) if one.at <= at), self.revisions[0])


def told_by(paper: Paper, event: Event, chapter: Chapter) -> bool:
    """Whether a paper reports a chapter at all."""
    return paper.language == event.language and (not chapter.papers or paper.name in chapter.papers)


def write_piece(paper: Paper, event: Event, number: int, start: datetime, seed: int) -> Piece:
    """The piece that a paper prints about the chapter ``number``. It has no number and no address of its own yet."""
    chapter = event.chapters[number]
    is_copy = chapter.is_wire and paper.takes_wire
    writer = agency(paper.language) if is_copy else paper
    chooser = chance(seed, writer.name, event.name, number)
    days = spoken_days(start.date(), paper.language)
    sentences = [written(one, chooser, days) for one in _wordings(writer, event, number, seed)]
    titles = [written(one, chooser, days) for one in _turned(chapter.headlines, paper.rank, seed, event.name, number)]
    own = chance(seed, paper.name, event.name, number)
    section, _ = BEATS[paper.language][event.beat]
    published = start + chapter.at + timedelta(minutes=own.randint(*paper.delay_minutes))
    return Piece(
        paper=paper,
        event=event,
        chapter=number,
        number=0,
        path="",
        section=section,
        authors=(writer.title,) if is_copy else _byline(paper, own),
        caption=written(own.choice(event.captions), own, days),
        is_copy=is_copy,
        revisions=_revisions(_draft(paper, published, titles[0], sentences), titles[1:], chapter, own),
    )


def addressed(piece: Piece, number: int) -> Piece:
    """The piece with its number in the paper, and the resulting path."""
    published = piece.published.astimezone(HALVORIAN_TIME)
    path = piece.paper.address.format(
        number=number,
        section=piece.section,
        slug=_slug(piece.revisions[0].title),
        code=f"{(number * 2654435761) % 2**32:08x}",
        year=f"{published:%Y}",
        month=f"{published:%m}",
        day=f"{published:%d}",
    )
    return replace(piece, number=number, path=path)


def _wordings(writer: Paper, event: Event, number: int, seed: int) -> list[str]:
    """A writer's sentences, in the writer's order, with their alternatives not yet chosen."""
    chapter = event.chapters[number]
    order = chance(seed, "order", writer.name, event.name, number)
    lead, *rest = _groups(chapter.facts)
    kept = rest[: max(3, round(len(rest) * writer.share))]
    kept = [kept[place] for place in _strayed(len(kept), order)]
    recalled = [(fact,) for earlier in reversed(event.chapters[:number]) for fact in earlier.recalled]
    recalled = recalled[: writer.recalls]
    context = [(fact,) for fact in order.sample(event.context, len(event.context))]
    # Background fills the space that recalled facts leave: a first report explains most.
    context = context[: max(1, writer.context - len(recalled))]
    middle = min(2, len(kept))
    told = [lead, *kept[:middle], *recalled, *kept[middle:], *context]
    facts = [fact for group in told for fact in group]
    return [_turned(fact.wordings, writer.rank, seed, event.name, number, fact.wordings[0])[0] for fact in facts]


def _groups(facts: Iterable[Fact]) -> list[tuple[Fact, ...]]:
    """Each fact with those that are glued to it."""
    groups: list[tuple[Fact, ...]] = []
    for fact in facts:
        if fact.is_glued and groups:
            groups[-1] = (*groups[-1], fact)
        else:
            groups.append((fact,))
    return groups


def _strayed(count: int, order: random.Random) -> list[int]:
    return sorted(range(count), key=lambda place: place + order.random() * _STRAY)


def _turned(wordings: Sequence[str], rank: int, *names: object) -> list[str]:
    """The wordings in the writer's own order.

    As many writers as there are wordings begin with different ones. Which writers share one is drawn for each fact,
    else two papers would be alike throughout.
    """
    draw = chance(*names)
    shuffled, seats = list(wordings), list(range(_MOST_WRITERS))
    draw.shuffle(shuffled)
    draw.shuffle(seats)
    turn = seats[rank] % len(shuffled)
    return shuffled[turn:] + shuffled[:turn]


def _draft(paper: Paper, published: datetime, title: str, sentences: list[str]) -> PieceRevision:
    """The piece as it will finally read, except for its headline."""
    lead, rest = (sentences[:1], sentences[1:]) if paper.has_standfirst else ([], sentences)
    size = paper.sentences
    paragraphs = lead + [" ".join(rest[place : place + size]) for place in range(0, len(rest), size)]
    return PieceRevision(at=published, title=title, teaser=sentences[0], paragraphs=tuple(paragraphs))


def _byline(paper: Paper, own: random.Random) -> tuple[str, ...]:
    # One story in six is written by two.
    return tuple(own.sample(paper.authors, 2 if own.randrange(6) == 0 and len(paper.authors) > 1 else 1))


def _revisions(
    draft: PieceRevision, titles: list[str], chapter: Chapter, own: random.Random
) -> tuple[PieceRevision, ...]:
    """The first version and its later revisions, in order of time."""
    is_amended, is_reworded = own.randrange(_AMENDED) == 0 and len(draft.paragraphs) > 4, own.randrange(_REWORDED) == 0
    short = replace(draft, paragraphs=draft.paragraphs[:-1]) if is_amended else draft
    revisions = [_misprinted(short, chapter.fixes)]
    if revisions[0] != draft:
        revisions.append(replace(draft, at=draft.at + timedelta(minutes=own.randrange(90, 200))))
    if is_reworded and titles:
        at = revisions[-1].at + timedelta(minutes=own.randrange(100, 260))
        revisions.append(replace(revisions[-1], at=at, title=titles[0]))
    return tuple(revisions)


def _misprinted(revision: PieceRevision, fixes: tuple[tuple[str, str], ...]) -> PieceRevision:
    for wrong, right in fixes:
        revision = replace(
            revision,
            teaser=revision.teaser.replace(right, wrong),
            paragraphs=tuple(paragraph.replace(right, wrong) for paragraph in revision.paragraphs),
        )
    return revision


def _slug(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title.lower().translate(_LETTERS))
    ascii_only = "".join(sign for sign in plain if not unicodedata.combining(sign)).translate(_LETTERS)
    return "-".join(_NOT_IN_ADDRESSES.sub(" ", ascii_only).split()[:_SLUG_WORDS])
