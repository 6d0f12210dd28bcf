"""Reads the invented events, with their chapters and facts, from the files of ``material/<language>/``.

A file has events in one language, line by line. The first word of a line says what it is: ``-`` begins a fact, ``+``
one that must come right after it, ``/`` is another wording of the same, and ``b`` a fact that later chapters recall.
Sentences are alternatives of a grammar (``grammar``); nothing is chosen here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from importlib.resources import files
from typing import Final

__all__ = ["LANGUAGES", "Chapter", "Event", "Fact", "read_event", "read_events"]

LANGUAGES: Final = ("en", "tr", "no")

_HEAD: Final = frozenset({"event", "beat", "weight", "caption"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing there is to say, in several wordings. A glued one makes sense only after the one before it."""

    wordings: tuple[str, ...]
    is_glued: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """What became known at one time. ``at`` counts from the beginning of the week.

    ``fixes`` are errors in the first version and their corrections. ``is_wire`` means that papers which use the
    agency print its report unchanged; ``papers`` are the only ones that report it, or empty for all.
    """

    at: timedelta
    headlines: tuple[str, ...]
    facts: tuple[Fact, ...]
    recalled: tuple[Fact, ...]
    fixes: tuple[tuple[str, str], ...]
    is_wire: bool
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happens over some days. ``weight`` is its importance, from 1 to 3.

    ``context`` is background that was known before, and may be in any chapter.
    """

    name: str
    language: str
    beat: str
    weight: int
    captions: tuple[str, ...]
    context: tuple[Fact, ...]
    chapters: tuple[Chapter, ...]


@dataclass(slots=True)
class _Draft:
    """A chapter or the head of an event, while its lines are read."""

    words: tuple[str, ...] = ()
    headlines: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    recalled: list[Fact] = field(default_factory=list)
    fixes: list[tuple[str, str]] = field(default_factory=list)
    papers: tuple[str, ...] = ()


def read_events() -> tuple[Event, ...]:
    """Every event of every language, by language and name."""
    found = []
    for language in LANGUAGES:
        folder = files(__package__) / "material" / language
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if file.name.endswith(".txt"):
                told = file.read_text(encoding="utf-8")
                found += [read_event(one, language) for one in told.split("\n\n\n") if one.strip()]
    return tuple(found)


def read_event(text: str, language: str) -> Event:
    """One event of its file. Raises ``ValueError`` for a line that has no known meaning."""
    head: dict[str, str] = {}
    context = _Draft()
    drafts: list[_Draft] = []
    for word, rest in _lines(text):
        if word == "chapter":
            drafts.append(_Draft(words=tuple(rest.split())))
        elif drafts:
            _add_line(drafts[-1], word, rest)
        elif word in _HEAD:
            head[word] = rest
        else:
            _add_line(context, word, rest)
    return Event(
        name=head["event"],
        language=language,
        beat=head["beat"],
        weight=int(head["weight"]),
        captions=tuple(head["caption"].split(" / ")),
        context=tuple(context.facts),
        chapters=tuple(map(_chapter, drafts)),
    )


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word:
            yield word, rest.strip()


def _add_line(draft: _Draft, word: str, rest: str) -> None:
    if word == "h":
        draft.headlines.append(rest)
    elif word in ("-", "+"):
        draft.facts.append(Fact(wordings=(rest,), is_glued=word == "+"))
    elif word == "b":
        draft.recalled.append(Fact(wordings=(rest,)))
    elif word == "/":
        # Another wording of the previous fact: recalled facts come last in a chapter.
        last = draft.recalled or draft.facts
        last[-1] = Fact(wordings=(*last[-1].wordings, rest), is_glued=last[-1].is_glued)
    elif word == "fix":
        wrong, _, right = rest.partition(" => ")
        draft.fixes.append((wrong, right))
    elif word == "only":
        draft.papers = tuple(rest.split())
    else:
        raise ValueError(f"a line of the material begins with {word!r}, which means nothing")


def _chapter(draft: _Draft) -> Chapter:
    day, clock, *flags = draft.words
    hours, _, minutes = clock.partition(":")
    return Chapter(
        at=timedelta(days=int(day), hours=int(hours), minutes=int(minutes)),
        headlines=tuple(draft.headlines),
        facts=tuple(draft.facts),
        recalled=tuple(draft.recalled),
        fixes=tuple(draft.fixes),
        is_wire="wire" in flags,
        papers=draft.papers,
    )
