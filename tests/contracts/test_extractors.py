from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from newsloom.catalogue import available, build
from newsloom.dom import Document
from newsloom.records import Block, Extraction
from newsloom.testing import EXTRACTOR_CHECKS
from newsloom.testing import extractor_checks as checks


@pytest.mark.parametrize("check", EXTRACTOR_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", available("extractor"))
def test_every_extractor_keeps_its_promises(name, check):
    check(build("extractor", name))


def test_every_check_is_in_the_list():
    public = {name for name in checks.__all__ if name.islower()}
    assert public == {check.__name__ for check in EXTRACTOR_CHECKS}


@dataclass(frozen=True, kw_only=True)
class HonestExtractor:
    """Keeps every promise."""

    name: ClassVar[str] = "honest"
    version: ClassVar[int] = 1

    def extract(self, document: Document, /) -> Extraction:
        text = "" if document.root is None else " ".join("".join(document.root.itertext()).split())
        blocks = (Block(text=text),) if text else ()
        reason = None if blocks else "there is no text"
        return Extraction(method=self.name, version=self.version, blocks=blocks, reason=reason)


@pytest.mark.parametrize("check", EXTRACTOR_CHECKS, ids=lambda check: check.__name__)
def test_an_honest_extractor_passes_every_check(check):
    check(HonestExtractor())


@dataclass(frozen=True, kw_only=True)
class PruningExtractor(HonestExtractor):
    def extract(self, document, /):
        if document.root is not None:
            document.root.clear()
        return super().extract(document)


@dataclass(frozen=True, kw_only=True)
class ForgetfulExtractor(HonestExtractor):
    seen: list[int] = field(default_factory=list)

    def extract(self, document, /):
        self.seen.append(1)
        return dataclasses.replace(super().extract(document), reason=f"call {len(self.seen)}")


@dataclass(frozen=True, kw_only=True)
class UnsignedExtractor(HonestExtractor):
    def extract(self, document, /):
        return dataclasses.replace(super().extract(document), method="somebody")


@dataclass(frozen=True, kw_only=True)
class SilentExtractor(HonestExtractor):
    def extract(self, _document, /):
        return Extraction(method=self.name, version=self.version)


@dataclass(frozen=True, kw_only=True)
class InventiveExtractor(HonestExtractor):
    def extract(self, _document, /):
        return Extraction(method=self.name, version=self.version, blocks=(Block(text="Once upon a time"),))


@dataclass(frozen=True, kw_only=True)
class MeddlingExtractor(HonestExtractor):
    words: tuple[str, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "words", (*self.words, "more"))


@dataclass(kw_only=True)
class ThawedExtractor:
    name: ClassVar[str] = "thawed"
    version: ClassVar[int] = 1


@pytest.mark.parametrize(
    ("extractor", "check"),
    [
        (PruningExtractor(), checks.leaves_the_tree_alone),
        (ForgetfulExtractor(), checks.says_the_same_twice),
        (UnsignedExtractor(), checks.signs_its_work),
        (InventiveExtractor(), checks.survives_empty_page),
        (SilentExtractor(), checks.survives_empty_page),
        (SilentExtractor(), checks.survives_hostile_pages),
        (MeddlingExtractor(), checks.parameters_are_stored_untouched),
        (ThawedExtractor(), checks.parameters_are_stored_untouched),
        (SilentExtractor(), checks.text_is_on_the_page),
        (InventiveExtractor(), checks.text_is_on_the_page),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_a_broken_promise_is_caught(extractor, check):
    with pytest.raises(AssertionError, match=extractor.name):
        check(extractor)
