"""What stands above every page: a newsroom in, its sections, languages and papers out, and which of them a reader sees.

A newsroom in three languages has the sections of all three; a reader is offered those of the language that they read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from newsloom.newsroom import Newsroom
from newsloom.portal.names import paper_names
from newsloom.records import ArticleQuery

__all__ = ["Masthead", "masthead_of", "offered_sections"]

# As many as a line of a wide screen has room for.
_MOST_SECTIONS: Final = 9
# Among so many of the most frequent there are as many of each of some languages.
_ASKED_SECTIONS: Final = 36
# Some articles agree on what a hundred would say.
_ASKED_ARTICLES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Masthead:
    """What every page needs to know of the newsroom.

    ``sections`` are the most frequent ones, each with the language of its articles; ``papers`` are sites with what
    they call themselves.
    """

    sections: Mapping[str, str | None] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    papers: Mapping[str, str] = field(default_factory=dict)


def masthead_of(room: Newsroom) -> Masthead:
    """The newsroom's sections, languages and papers as they are now."""
    sections = [name for name, _ in room.sections()[:_ASKED_SECTIONS]]
    return Masthead(
        sections={name: _language(room, name) for name in sections},
        languages=tuple(code for code, _ in room.languages()),
        papers=dict(sorted(paper_names(room).items(), key=lambda paper: paper[1].casefold())),
    )


def offered_sections(masthead: Masthead, language: str | None) -> tuple[str, ...]:
    """The sections of a language, the most frequent first; of all languages where it has none."""
    own = [name for name, spoken in masthead.sections.items() if spoken == language]
    return tuple((own or list(masthead.sections))[:_MOST_SECTIONS])


def _language(room: Newsroom, section: str) -> str | None:
    articles = room.latest(ArticleQuery(section=section, limit=_ASKED_ARTICLES))
    spoken = Counter(article.language for article in articles)
    return spoken.most_common(1)[0][0] if spoken else None
