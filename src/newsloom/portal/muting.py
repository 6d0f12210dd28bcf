"""What a reader does not want to see: their muted papers and words in, what is left out."""

from __future__ import annotations

from dataclasses import dataclass

from newsloom.portal.paths import paper_of
from newsloom.portal.visits import Visit
from newsloom.records import Article, Coverage
from newsloom.text.casing import fold

__all__ = ["Muted", "muted_by"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Muted:
    """Papers and words that are not shown."""

    papers: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()

    def allows_story(self, story: Coverage) -> bool:
        """Whether a paper that is not muted tells it, and no muted word is in its headline."""
        if self.papers and not set(story.papers) - self.papers:
            return False
        return self._allows(story.title, story.language)

    def allows_article(self, article: Article) -> bool:
        return paper_of(article.url or "") not in self.papers and self._allows(article.title, article.language)

    def _allows(self, title: str | None, language: str | None) -> bool:
        if not self.words:
            return True
        folded = fold(title or "", language)
        return not any(fold(word, language) in folded for word in self.words)


def muted_by(visit: Visit) -> Muted:
    """What the reader of a visit has muted; nothing where they have no account."""
    if visit.account is None:
        return Muted()
    sources, words = visit.room.readers.muted(visit.account.id)
    return Muted(papers=frozenset(map(_paper, sources)), words=words)


def _paper(subject: str) -> str:
    """The paper that a reader means by an address or a host."""
    return paper_of(subject if "://" in subject else f"https://{subject}/")
