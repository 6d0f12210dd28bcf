"""Renders the papers' pages at a time, as HTML in the paper's own design and encoding.

Every paper has a folder of templates, ``front.html`` for the front and section pages and ``article.html``; its
``redesign/`` has those of its later design. Advertisements, comments and lists beside the story are chosen by the
story, so that a page does not change until the story is edited.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from importlib.resources import files
from typing import Any, Final

from newsloom.press.grammar import chance
from newsloom.press.papers import HALVORIAN_TIME, Paper
from newsloom.press.templating import page_templates
from newsloom.press.week import Press
from newsloom.press.writing import Piece

__all__ = ["Printer"]

_MOST_READ: Final = 6
_RELATED: Final = 4
_COMMENTS: Final = 7
_ADVERTISEMENTS: Final = 3

# The months in each language: the press writes dates out, as papers do.
_MONTHS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": tuple("January February March April May June July August September October November December".split()),
    "tr": tuple("Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık".split()),
    "no": tuple("januar februar mars april mai juni juli august september oktober november desember".split()),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Card:
    """A piece as a front page shows it."""

    path: str
    title: str
    teaser: str
    section: str
    image: str
    caption: str
    published: datetime


@dataclass(frozen=True, kw_only=True)
class Printer:
    """Makes the pages of one paper."""

    press: Press
    paper: Paper

    def front(self, at: datetime) -> bytes:
        """The front page at a time."""
        return self._front(self.press.front(self.paper, at), at, heading=None)

    def section(self, path: str, at: datetime) -> bytes:
        """A section's page at a time; ``path`` is a key of the paper's ``sections``."""
        return self._front(self.press.section(self.paper, path, at), at, heading=self.paper.sections[path])

    def article(self, piece: Piece, at: datetime) -> bytes:
        """The page of a piece at a time."""
        revision = piece.revision(at)
        chooser = chance("beside", self.paper.name, piece.number)
        beside = [one for one in self.press.published(self.paper, piece.published) if one is not piece]
        kin = sorted(beside, key=lambda one: (one.event is not piece.event, one.section != piece.section))
        return self._rendered(
            "article.html",
            at,
            piece=piece,
            revision=revision,
            standfirst=revision.paragraphs[0] if self.paper.has_standfirst else None,
            body=revision.paragraphs[1:] if self.paper.has_standfirst else revision.paragraphs,
            card=self._card(piece, at),
            related=[self._card(one, piece.published) for one in kin[:_RELATED]],
            most_read=[
                self._card(one, piece.published) for one in chooser.sample(beside, min(_MOST_READ, len(beside)))
            ],
            comments=self._comments(piece),
            advertisements=chooser.sample(self._furniture["advertisements"], _ADVERTISEMENTS),
            authors_ld=[
                {"@type": "Organization" if piece.is_copy else "Person", "name": name} for name in piece.authors
            ],
            canonical=self.press.address(self.paper) + piece.path,
            image=self.press.address(self.paper) + self.paper.picture_address.format(number=piece.number),
        )

    def _front(self, pieces: Sequence[Piece], at: datetime, *, heading: str | None) -> bytes:
        published = self.press.published(self.paper, at)
        # The list of the most read changes four times a day.
        chooser = chance("read", self.paper.name, int(at.timestamp()) // 21_600)
        return self._rendered(
            "front.html",
            at,
            heading=heading,
            cards=[self._card(piece, at) for piece in pieces],
            most_read=[self._card(one, at) for one in chooser.sample(published[:30], min(_MOST_READ, len(published)))],
            advertisements=chooser.sample(self._furniture["advertisements"], _ADVERTISEMENTS),
        )

    def _rendered(self, template: str, at: datetime, **facts: Any) -> bytes:
        make = f"{self.paper.name}/redesign" if self.press.is_redesigned(self.paper, at) else self.paper.name
        sections = {self.paper.section_address.format(path=path): name for path, name in self.paper.sections.items()}
        template_file = page_templates().get_template(f"{make}/{template}")
        page: str = template_file.render(
            paper=self.paper,
            address=self.press.address(self.paper),
            sections=sections,
            today=self._day(at),
            day=self._day,
            iso=lambda time: time.astimezone(HALVORIAN_TIME).isoformat(timespec="seconds"),
            clock=lambda time: f"{time.astimezone(HALVORIAN_TIME):%H:%M}",
            dotted=lambda time: f"{time.astimezone(HALVORIAN_TIME):%d.%m.%Y %H:%M}",
            **facts,
        )
        return page.encode(self.paper.charset, "xmlcharrefreplace")

    def _card(self, piece: Piece, at: datetime) -> _Card:
        revision = piece.revision(at)
        return _Card(
            path=piece.path,
            title=revision.title,
            teaser=revision.teaser,
            section=piece.section_name,
            image=self.paper.picture_address.format(number=piece.number),
            caption=piece.caption,
            published=piece.published,
        )

    def _comments(self, piece: Piece) -> list[dict[str, str]]:
        chooser = chance("comments", self.paper.name, piece.number)
        said = chooser.sample(self._furniture["comments"], chooser.randrange(2, _COMMENTS))
        return [{"name": name, "text": text} for name, text in zip(self._names(chooser), said, strict=False)]

    def _names(self, chooser: Any) -> list[str]:
        return list(chooser.sample(self._furniture["readers"], _COMMENTS))

    def _day(self, time: datetime) -> str:
        local, months = time.astimezone(HALVORIAN_TIME), _MONTHS[self.paper.language]
        dot = "." if self.paper.language == "no" else ""
        return f"{local.day}{dot} {months[local.month - 1]} {local.year}"

    @cached_property
    def _furniture(self) -> dict[str, Any]:
        file = files(__package__) / "material" / self.paper.language / "furniture.toml"
        return tomllib.loads(file.read_text(encoding="utf-8"))
