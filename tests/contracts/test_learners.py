from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from newsloom.catalogue import available, build
from newsloom.dom import Document
from newsloom.records import Template
from newsloom.testing import LEARNER_CHECKS
from newsloom.testing import learner_checks as checks


@pytest.mark.parametrize("check", LEARNER_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", available("learner"))
def test_every_learner_keeps_its_promises(name, check):
    check(build("learner", name))


def test_every_check_is_in_the_list():
    public = {name for name in checks.__all__ if name.islower()}
    assert public == {check.__name__ for check in LEARNER_CHECKS}


@dataclass(frozen=True, kw_only=True)
class HonestLearner:
    """Keeps every promise: pages with the same tag for their last element are one template's."""

    name: ClassVar[str] = "honest"
    version: ClassVar[int] = 1
    reads_comments: ClassVar[bool] = False

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]:
        groups: dict[str, list[int]] = {}
        for place, document in enumerate(documents):
            groups.setdefault(self.key(document), []).append(place)
        return tuple(self.template(members) for members in groups.values())

    def key(self, document: Document) -> str:
        return "" if document.root is None else str([*document.root.iter()][-1].tag)

    def template(self, members: list[int]) -> Template:
        return Template(method=self.name, version=self.version, members=tuple(members))


@pytest.mark.parametrize("check", LEARNER_CHECKS, ids=lambda check: check.__name__)
def test_an_honest_learner_passes_every_check(check):
    check(HonestLearner())


@dataclass(frozen=True, kw_only=True)
class AddressReadingLearner(HonestLearner):
    def key(self, document):
        return document.url or ""


@dataclass(frozen=True, kw_only=True)
class PruningLearner(HonestLearner):
    def key(self, document):
        found = super().key(document)
        if document.root is not None:
            document.root.clear()
        return found


@dataclass(frozen=True, kw_only=True)
class ForgetfulLearner(HonestLearner):
    seen: list[int] = field(default_factory=list)

    def learn(self, documents, /):
        self.seen.append(1)
        return super().learn(documents)[len(self.seen) :]


@dataclass(frozen=True, kw_only=True)
class FirstComesFirstLearner(HonestLearner):
    """Puts the first page in a template of its own."""

    def learn(self, documents, /):
        first, *rest = super().learn(documents) or (self.template([]),)
        return (
            self.template([0]),
            dataclasses.replace(first, members=first.members[1:]),
            *rest,
        )


@dataclass(frozen=True, kw_only=True)
class GreedyLearner(HonestLearner):
    """Reads its pages twice."""

    def learn(self, documents, /):
        _ = [document.url for document in documents]
        return super().learn(documents)


@dataclass(frozen=True, kw_only=True)
class AnonymousLearner(HonestLearner):
    def template(self, members):
        return Template(method="somebody", version=self.version, members=tuple(members))


@dataclass(frozen=True, kw_only=True)
class UpsetLearner(HonestLearner):
    """Puts all pages together as soon as one of them is empty."""

    def learn(self, documents, /):
        pages = list(documents)
        if any(document.root is None for document in pages):
            return (self.template([*range(len(pages))]),)
        return super().learn(pages)


@dataclass(frozen=True, kw_only=True)
class MeddlingLearner(HonestLearner):
    words: tuple[str, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "words", (*self.words, "more"))


@pytest.mark.parametrize(
    ("learner", "check"),
    [
        (PruningLearner(), checks.leaves_the_tree_alone),
        (ForgetfulLearner(), checks.says_the_same_twice),
        (ForgetfulLearner(), checks.accounts_for_every_page_once),
        (AnonymousLearner(), checks.signs_its_work),
        (GreedyLearner(), checks.reads_its_pages_once),
        (AddressReadingLearner(), checks.is_blind_to_addresses),
        (FirstComesFirstLearner(), checks.is_blind_to_order),
        (UpsetLearner(), checks.survives_hostile_pages),
        (MeddlingLearner(), checks.parameters_are_stored_untouched),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_a_broken_promise_is_caught(learner, check):
    with pytest.raises(AssertionError, match=learner.name):
        check(learner)
