"""Growth: runs every regular expression of the product on strings made from its own pattern to make it slow.

For each repetition in a pattern a string is made that reaches it, passes through it many times and then fails. It is
timed at a length and at four times the length: more than proportional growth is a finding. Patterns that only see short
strings are listed here with their bounds.
"""

from __future__ import annotations

import importlib
import math
import pkgutil
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType
from typing import Any, Final

import newsloom
from torture.findings import Finding, Report

__all__ = ["BOUNDED", "adversaries", "growth_of", "patterns", "replay_growth", "run_growth"]

# Not used on foreign text, or on so few characters that even quadratic time does not matter: the pattern and its bound.
BOUNDED: Final[dict[str, str]] = {
    "newsloom.cli.doctor._REQUIREMENT": "our own requirements",
    "newsloom.clusterers.furniture._BREAK": "120 characters at either edge of a text",
    "newsloom.discovery.feeds.categories._AROUND": "the first 200 characters of a title",
    "newsloom.discovery.feeds.categories._SEPARATOR": "the first 200 characters of a title",
    "newsloom.dom.authornames.CREDIT_PARTS": "a line of a page, whose white space is collapsed",
    "newsloom.dom.authornames._ADDRESS": "the first 300 characters of a byline",
    "newsloom.dom.authornames._SEGMENT": "the first 300 characters of a byline",
    "newsloom.dom.authornames._SEPARATOR": "the first 300 characters of a byline",
    "newsloom.dom.authornames._TRAILING": "the first 300 characters of a byline",
    "newsloom.dom.headline._SEPARATOR": "a title, whose white space is collapsed",
    "newsloom.extractors.loom.verdict._FIRST_PART": "a headline, whose white space is collapsed",
    "newsloom.metadata.byline.LEAD_IN": "a line of a page, whose white space is collapsed",
    "newsloom.metadata.comments._SAYS": "a name in one line, whose white space is collapsed",
    "newsloom.metadata.printedbyline._ASSISTANTS": "at most 40 characters within brackets",
    "newsloom.metadata.printedbyline._PARTS": "a line of a page, whose white space is collapsed",
    "newsloom.text.categories._PARTS": "a name of at most 60 characters",
    "newsloom.text.dates._ZULU": "a date, whose white space is collapsed",
    "newsloom.cli.pages._ADDRESS": "matched at the beginning of an argument",
    "newsloom.text.invitations._CUT": "the last 40 characters of a teaser",
    "newsloom.dom.headline._AFTER_KICKER": "matched at one place of a title, whose white space is collapsed",
    "newsloom.dom.headline._BEHIND_FIRST": "a title, whose white space is collapsed",
    "newsloom.discovery.pages._FEED_PATH": "an address, at most 2,048 characters",
}

_ANCHORED: Final = frozenset({"match", "fullmatch"})
_EVERYWHERE: Final = frozenset({"finditer"})
_LENGTH: Final = 4_000
# Below this a measurement is noise, and even four times the length is fast.
_LEAST_SECONDS: Final = 0.02
# Linear is 1; other processes on the processor add some.
_MOST_GROWTH: Final = 1.6
_LIMIT_SECONDS: Final = 2.0
_MOST_ADVERSARIES: Final = 40
_SKIPPED: Final = (
    "newsloom.press",
    "newsloom.evaluation",
    "newsloom.testing",
    "newsloom.__main__",
    "newsloom.stores.sql.migrations",
)


def run_growth(report: Report, _seed: int = 0, *, names: tuple[str, ...] = ()) -> None:
    """Times every pattern, or as many as there is time for; ``names`` selects places by their beginning."""
    worst: tuple[float, str] = (0.0, "")
    for place, pattern in patterns():
        if names and not place.startswith(names):
            continue
        if not report.has_time:
            report.tried["regular expressions left out"] += 1
            continue
        if place in BOUNDED:
            report.tried["regular expressions that see bounded text"] += 1
            continue
        report.tried["regular expressions"] += 1
        ways = ways_of(place)
        for text in adversaries(pattern):
            growth, seconds = growth_of(pattern, text, ways)
            report.tried["adversarial strings"] += 1
            worst = max(worst, (seconds, place))
            if growth > _MOST_GROWTH:
                seen = f"{pattern.pattern!r:.120}: grows by a power of {growth:.1f}, {seconds:.2f} s at {4 * _LENGTH}"
                made = text(60)
                data = made if isinstance(made, bytes) else made.encode("utf-8", "replace")
                report.found(Finding(part="growth", case=place, seed=0, seen=seen, material=data))
                break
    report.figures["slowest regular expression"] = f"{worst[1]}: {worst[0]:.3f} s at {4 * _LENGTH:,} characters"


def replay_growth(finding: Finding) -> list[str]:
    """Times the pattern at that place again."""
    report = Report(folder=None, seconds=3600)
    run_growth(report, names=(finding.case,))
    return [one.seen for one in report.findings]


def patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Yields every pattern in a module of the product, with its place."""
    seen: set[tuple[Any, int]] = set()
    for module in pkgutil.walk_packages(newsloom.__path__, "newsloom."):
        if module.name.startswith(_SKIPPED):
            continue
        try:
            loaded = importlib.import_module(module.name)
        except ImportError:
            continue
        for name, value in sorted(vars(loaded).items()):
            for number, found in enumerate(_patterns_in(value)):
                key = (found.pattern, found.flags)
                if key not in seen:
                    seen.add(key)
                    yield f"{module.name}.{name}" + (f".{number}" if number else ""), found


def _patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif type(value).__name__ == "_Uncompiled":
        yield re.compile(value._expression, value._flags)  # type: ignore[attr-defined]  # noqa: SLF001
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _patterns_in(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _patterns_in(one)


def ways_of(place: str) -> frozenset[str]:
    """Returns how the product uses a pattern: anchored ("match", "fullmatch"), or all over the text ("finditer").

    Read from the sources: a name with an underscore is used where it is defined, any other name anywhere.
    """
    module, _, name = re.sub(r"\.\d+$", "", place).rpartition(".")
    package = Path(newsloom.__file__).parent
    own = package.joinpath(*module.split(".")[1:]).with_suffix(".py")
    files = [own] if name.startswith("_") and own.exists() else sorted(package.rglob("*.py"))
    used = rf"\b{re.escape(name)}(?:\[[^\]]*\])?\.(match|fullmatch|search|finditer|findall|sub|subn|split)\b"
    found = {way for file in files for way in re.findall(used, file.read_text(encoding="utf-8"))}
    return frozenset(found & _ANCHORED) if found and found <= _ANCHORED else frozenset({"finditer"})


def growth_of(pattern: re.Pattern[Any], text: Any, ways: frozenset[str] = _EVERYWHERE) -> tuple[float, float]:
    """Returns the exponent of growth, and the seconds at four times the length: the worst of the ways."""
    return max(_growth(pattern, text, way) for way in ways)


def _growth(pattern: re.Pattern[Any], text: Any, way: str) -> tuple[float, float]:
    # The longest first: for most patterns this is enough.
    longest = _timed(pattern, text(4 * _LENGTH), way)
    if longest < _LEAST_SECONDS:
        return 0.0, longest
    shortest = _timed(pattern, text(_LENGTH), way)
    if shortest >= _LIMIT_SECONDS:  # exponential, or nearly
        return math.inf, longest
    if longest >= _LIMIT_SECONDS:  # it was stopped, so the ratio to the shorter time is unknown
        return math.log2(shortest / max(_timed(pattern, text(_LENGTH // 4), way), 1e-6)) / 2, longest
    # If it seems to grow, measure again: other processes may have slowed it down.
    if math.log2(longest / shortest) / 2 > _MOST_GROWTH:
        longest = min(longest, _timed(pattern, text(4 * _LENGTH), way))
        shortest = min(shortest, _timed(pattern, text(_LENGTH), way))
    return (math.log2(longest / shortest) / 2 if longest >= _LEAST_SECONDS else 0.0), longest


def _timed(pattern: re.Pattern[Any], text: Any, way: str) -> float:
    def expire(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, expire)
    signal.setitimer(signal.ITIMER_PROF, _LIMIT_SECONDS)
    began = time.process_time()
    try:
        if way == "finditer":
            for _ in pattern.finditer(text):
                pass
        else:
            getattr(pattern, way)(text)
    except TimeoutError:
        return _LIMIT_SECONDS
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return time.process_time() - began


def adversaries(pattern: re.Pattern[Any]) -> list[Any]:
    """Returns functions from a length to a string: for each repetition its lead, many turns of it, and a stop."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    pumps = dict.fromkeys(_pumps(tree, ""))
    whole = _sample(tree)
    makers = []
    for lead, pump in list(pumps)[:_MOST_ADVERSARIES]:
        for stop in ("\0", "!", "x", "<"):
            makers.append(_maker(pattern, lead, pump, stop))
        # The beginning itself, repeated: each one is a place where a match can start.
        makers.append(_maker(pattern, "", lead + pump, "\0"))
    makers.append(_maker(pattern, "", whole[: max(1, len(whole) // 2)], "\0"))
    makers.append(_maker(pattern, "", whole or "a", "\0"))
    return makers


def _maker(pattern: re.Pattern[Any], lead: str, pump: str, stop: str) -> Any:
    def made(length: int) -> str | bytes:
        text = lead + (pump or "a") * max(1, (length - len(lead)) // len(pump or "a")) + stop
        return text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text

    return made


def _pumps(tree: Any, lead: str) -> Iterator[tuple[str, str]]:
    """Yields each repetition of the tree, as what leads to it and one turn of it."""
    for kind, value in tree:
        if kind in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
            least, most, inner = value
            turn = _sample(inner)
            if most == code.MAXREPEAT or most > 9:
                yield lead, turn
            yield from _pumps(inner, lead)
            lead += turn * min(least, 50)
        elif kind is code.BRANCH:
            for branch in value[1]:
                yield from _pumps(branch, lead)
            lead += _sample([(kind, value)])
        elif kind is code.SUBPATTERN:
            yield from _pumps(value[3], lead)
            lead += _sample(value[3])
        elif kind is code.ATOMIC_GROUP:
            yield from _pumps(value, lead)
            lead += _sample(value)
        elif kind in (code.ASSERT, code.ASSERT_NOT):
            yield from _pumps(value[1], lead)
        else:
            lead += _sample([(kind, value)])


def _sample(tree: Any) -> str:
    """Returns a short string that the tree matches, or nearly matches."""
    return "".join(_one(kind, value) for kind, value in tree)


def _one(kind: Any, value: Any) -> str:  # noqa: PLR0911 - a case for each part of a pattern
    if kind is code.LITERAL:
        return chr(value)
    if kind is code.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    if kind is code.ANY:
        return "a"
    if kind is code.IN:
        return _member(value)
    if kind in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
        return _sample(value[2]) * max(1, min(value[0], 50))
    if kind is code.SUBPATTERN:
        return _sample(value[3])
    if kind is code.ATOMIC_GROUP:
        return _sample(value)
    if kind is code.BRANCH:
        return _sample(value[1][0])
    return ""


_CATEGORIES: Final = {
    code.CATEGORY_DIGIT: "1",
    code.CATEGORY_SPACE: " ",
    code.CATEGORY_WORD: "a",
    code.CATEGORY_NOT_DIGIT: "a",
    code.CATEGORY_NOT_SPACE: "a",
    code.CATEGORY_NOT_WORD: "-",
}


def _member(parts: Any) -> str:
    if parts[0][0] is code.NEGATE:
        return next((sign for sign in "a1 -.\"'=<>/\n" if not any(_has(part, sign) for part in parts[1:])), "é")
    kind, value = parts[0]
    if kind is code.LITERAL:
        return chr(value)
    if kind is code.RANGE:
        return chr(value[0])
    return _CATEGORIES.get(value, "a")


def _has(part: Any, sign: str) -> bool:
    kind, value = part
    if kind is code.LITERAL:
        return bool(value == ord(sign))
    if kind is code.RANGE:
        return bool(value[0] <= ord(sign) <= value[1])
    return {
        code.CATEGORY_DIGIT: sign.isdigit(),
        code.CATEGORY_SPACE: sign.isspace(),
        code.CATEGORY_WORD: sign.isalnum() or sign == "_",
    }.get(value, False)
