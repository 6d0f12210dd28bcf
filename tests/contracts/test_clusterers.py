from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from newsloom.catalogue import available, build
from newsloom.records import Story
from newsloom.testing import CLUSTERER_CHECKS
from newsloom.testing import clusterer_checks as checks


@pytest.mark.parametrize("check", CLUSTERER_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", available("clusterer"))
def test_every_clusterer_keeps_its_promises(name, check):
    check(build("clusterer", name))


def test_every_check_is_in_the_list():
    public = {name for name in checks.__all__ if name.islower()}
    assert public == {check.__name__ for check in CLUSTERER_CHECKS}


@dataclass(frozen=True, kw_only=True)
class HonestClusterer:
    """Keeps every promise: articles with the same text are one story, named by the text."""

    name: ClassVar[str] = "honest"
    version: ClassVar[int] = 1

    def assign(self, articles, _known, /):
        texts: dict[str, list[int]] = {}
        for number, article in enumerate(articles):
            texts.setdefault(article.text, []).append(number)
        return tuple(
            Story(
                id=f"story {text[:200]!r} {len(text)}", method=self.name, version=self.version, members=tuple(members)
            )
            for text, members in texts.items()
        )

    def session(self):
        return self


@pytest.mark.parametrize("check", CLUSTERER_CHECKS, ids=lambda check: check.__name__)
def test_an_honest_clusterer_passes_every_check(check):
    check(HonestClusterer())


@dataclass(frozen=True, kw_only=True)
class ChangingClusterer(HonestClusterer):
    """Makes something else of every story."""

    changes: dict[str, object] = field(default_factory=dict)

    def assign(self, articles, known, /):
        return tuple(dataclasses.replace(story, **self.changes) for story in super().assign(articles, known))


@dataclass(frozen=True, kw_only=True)
class SortingClusterer(HonestClusterer):
    def assign(self, articles, known, /):
        if isinstance(articles, list):
            articles.sort(key=lambda article: article.text)
        return super().assign(articles, known)


@dataclass(frozen=True, kw_only=True)
class ForgetfulClusterer(HonestClusterer):
    seen: list[int] = field(default_factory=list)

    def assign(self, articles, known, /):
        self.seen.append(1)
        return super().assign(articles, known)[: -len(self.seen)]


@dataclass(frozen=True, kw_only=True)
class BackwardClusterer(HonestClusterer):
    def assign(self, articles, known, /):
        return super().assign(articles, known)[::-1]


@dataclass(frozen=True, kw_only=True)
class ListingClusterer(HonestClusterer):
    def assign(self, articles, known, /):
        return list(super().assign(articles, known))


@dataclass(frozen=True, kw_only=True)
class LonelyClusterer(HonestClusterer):
    """Every article is a story."""

    def assign(self, articles, _known, /):
        return tuple(
            Story(id=str(number), method=self.name, version=self.version, members=(number,))
            for number in range(len(articles))
        )


@dataclass(frozen=True, kw_only=True)
class RenamingClusterer(HonestClusterer):
    """Forgets the names of known stories."""

    def assign(self, articles, known, /):
        made = super().assign(articles, known)
        return tuple(dataclasses.replace(story, id=f"{story.id} {len(known)}") for story in made)


@dataclass(frozen=True, kw_only=True)
class MeddlingClusterer(HonestClusterer):
    words: tuple[str, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "words", (*self.words, "more"))


@dataclass(frozen=True, kw_only=True)
class ArticlesOnlyClusterer(HonestClusterer):
    def assign(self, articles, known, /):
        made = super().assign(articles, known)
        return made if all(hasattr(article, "title") for article in articles) else made[1:]


class _Session:
    """Counts its calls."""

    def __init__(self, clusterer, *, wrong_at):
        self.clusterer, self.wrong_at, self.calls = clusterer, wrong_at, 0

    def assign(self, articles, known, /):
        self.calls += 1
        made = self.clusterer.assign(articles, known)
        return made[1:] if self.calls == self.wrong_at else made


@dataclass(frozen=True, kw_only=True)
class LosingClusterer(HonestClusterer):
    """Its sessions lose a story at one of their calls."""

    wrong_at: int = 1

    def session(self):
        return _Session(self, wrong_at=self.wrong_at)


@dataclass(frozen=True, kw_only=True)
class SharingClusterer(LosingClusterer):
    """Has one session for all."""

    shared: list[_Session] = field(default_factory=list)

    def session(self):
        self.shared.append(self.shared[0] if self.shared else _Session(self, wrong_at=self.wrong_at))
        return self.shared[-1]


@pytest.mark.parametrize(
    ("clusterer", "check"),
    [
        (SortingClusterer(), checks.leaves_what_it_is_given_alone),
        (ForgetfulClusterer(), checks.says_the_same_twice),
        (ChangingClusterer(changes={"method": "another"}), checks.signs_its_work),
        (ChangingClusterer(changes={"version": 2}), checks.signs_its_work),
        (ForgetfulClusterer(), checks.puts_every_index_in_one_story),
        (ChangingClusterer(changes={"members": (0, 1)}), checks.puts_every_index_in_one_story),
        (ChangingClusterer(changes={"members": ()}), checks.puts_every_index_in_one_story),
        (ListingClusterer(), checks.survives_texts_of_all_sizes),
        (BackwardClusterer(), checks.keeps_order_of_arrival),
        (ChangingClusterer(changes={"members": (1, 0)}), checks.keeps_order_of_arrival),
        (ChangingClusterer(changes={"id": "one"}), checks.keeps_ids_apart),
        (ChangingClusterer(changes={"id": ""}), checks.keeps_ids_apart),
        (LonelyClusterer(), checks.puts_copies_together),
        (ArticlesOnlyClusterer(), checks.groups_items_too),
        (RenamingClusterer(), checks.continues_known_stories),
        (LosingClusterer(), checks.starts_a_session_as_a_batch),
        (LosingClusterer(wrong_at=2), checks.goes_on_in_a_session),
        (RenamingClusterer(), checks.goes_on_in_a_session),
        (LosingClusterer(wrong_at=3), checks.goes_on_when_the_oldest_are_gone),
        (LosingClusterer(wrong_at=2), checks.goes_on_with_stories_of_others),
        (SharingClusterer(wrong_at=4), checks.keeps_sessions_apart),
        (MeddlingClusterer(), checks.parameters_are_stored_untouched),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_a_broken_promise_is_caught(clusterer, check):
    with pytest.raises(AssertionError, match=clusterer.name):
        check(clusterer)
