from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from newsloom.catalogue import available, build
from newsloom.dom import Document
from newsloom.dom.links import absolute_url
from newsloom.records import Item
from newsloom.testing import READER_CHECKS
from newsloom.testing import reader_checks as checks


@pytest.mark.parametrize("check", READER_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", available("reader"))
def test_every_reader_keeps_its_promises(name, check):
    check(build("reader", name))


def test_every_check_is_in_the_list():
    public = {name for name in checks.__all__ if name.islower()}
    assert public == {check.__name__ for check in READER_CHECKS}


@dataclass(frozen=True, kw_only=True)
class HonestReader:
    """Keeps every promise: every headline that is a link is an item."""

    name: ClassVar[str] = "honest"
    version: ClassVar[int] = 1

    def read(self, document: Document, /) -> tuple[Item, ...]:
        items: dict[str, Item] = {}
        for link in () if document.root is None else document.root.iterfind(".//h2/a[@href]"):
            url = absolute_url(link.get("href"), document.url)
            if url and url not in items:
                text = " ".join("".join(link.itertext()).split())
                made = Item(id=url, page_url=document.url, headline=text, url=url, pattern="h2", position=len(items))
                items[url] = made
        return tuple(items.values())


@pytest.mark.parametrize("check", READER_CHECKS, ids=lambda check: check.__name__)
def test_an_honest_reader_passes_every_check(check):
    check(HonestReader())


@dataclass(frozen=True, kw_only=True)
class PruningReader(HonestReader):
    def read(self, document, /):
        items = super().read(document)
        if document.root is not None:
            document.root.clear()
        return items


@dataclass(frozen=True, kw_only=True)
class ForgetfulReader(HonestReader):
    seen: list[int] = field(default_factory=list)

    def read(self, document, /):
        self.seen.append(1)
        return super().read(document)[: -len(self.seen)]


@dataclass(frozen=True, kw_only=True)
class ChangingReader(HonestReader):
    """Makes something else of every item."""

    changes: dict[str, object] = field(default_factory=dict)

    def read(self, document, /):
        return tuple(dataclasses.replace(item, **self.changes) for item in super().read(document))


@dataclass(frozen=True, kw_only=True)
class BackwardReader(HonestReader):
    def read(self, document, /):
        items = reversed(super().read(document))
        return tuple(dataclasses.replace(item, position=position) for position, item in enumerate(items))


@dataclass(frozen=True, kw_only=True)
class ListingReader(HonestReader):
    def read(self, document, /):
        return list(super().read(document))


@dataclass(frozen=True, kw_only=True)
class BlindReader(HonestReader):
    def read(self, _document, /):
        return ()


@dataclass(frozen=True, kw_only=True)
class MeddlingReader(HonestReader):
    words: tuple[str, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "words", (*self.words, "more"))


@pytest.mark.parametrize(
    ("reader", "check"),
    [
        (PruningReader(), checks.leaves_the_tree_alone),
        (ForgetfulReader(), checks.says_the_same_twice),
        (ChangingReader(changes={"page_url": "https://elsewhere.example/"}), checks.signs_its_work),
        (ChangingReader(changes={"pattern": None}), checks.signs_its_work),
        (ListingReader(), checks.survives_hostile_pages),
        (BackwardReader(), checks.keeps_reading_order),
        (ChangingReader(changes={"position": 3}), checks.keeps_reading_order),
        (ChangingReader(changes={"url": "javascript:void(0)"}), checks.leads_only_to_the_web),
        (ChangingReader(changes={"image": "/pictures/1.jpg"}), checks.leads_only_to_the_web),
        (ChangingReader(changes={"id": "one"}), checks.keeps_ids_apart),
        (ChangingReader(changes={"duplicate_of": "nothing"}), checks.keeps_ids_apart),
        (BlindReader(), checks.finds_the_stories_of_a_plain_front_page),
        (MeddlingReader(), checks.parameters_are_stored_untouched),
        (ChangingReader(changes={"text": "Once upon a time"}), checks.text_is_on_the_page),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_a_broken_promise_is_caught(reader, check):
    with pytest.raises(AssertionError, match=reader.name):
        check(reader)
