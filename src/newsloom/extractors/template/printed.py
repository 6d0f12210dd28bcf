"""Turns a template of any learner into the lines and paths of furniture, which is printed on every page.

Each learner records what it found in its own way: paths to texts, repeated segments and blocks, or a pattern with
wildcards. Here all of them become lines with paths, as in ``dom.linepaths``. No page is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from newsloom.dom.linepaths import line_key, without_inline_tags
from newsloom.dom.tags import LAYOUT_TAGS
from newsloom.records import Template

__all__ = ["Printed", "printed_by"]

_WILDCARD: Final = "*"
# Separates several texts of one slot in a pattern.
_BESIDE: Final = " … "
_MARKS: Final = "+?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """``lines`` are furniture by text and path; all texts in ``blocks``, which are paths, are furniture.

    ``varying`` are the paths where texts vary, or None if the template does not say.
    """

    lines: frozenset[str]
    blocks: frozenset[str]
    varying: frozenset[str] | None

    def is_furniture(self, path: str, text: str) -> bool:
        return line_key(path, text) in self.lines or (bool(self.blocks) and _block_of(path) in self.blocks)


def printed_by(template: Template) -> Printed:
    """The furniture of a template, whichever learner made it."""
    texts, wildcards = _pattern_texts(template.pattern)
    named = (path for path in (*template.paths, *template.segments) if "/#" in path)
    varying = frozenset(map(without_inline_tags, template.content_paths)) | frozenset(wildcards)
    return Printed(
        lines=frozenset(_line(*path.split("/#", 1)) for path in named) | frozenset(texts),
        blocks=frozenset(map(without_inline_tags, template.blocks)),
        varying=varying or None,
    )


def _line(path: str, text: str) -> str:
    return line_key(without_inline_tags(path), text)


def _block_of(path: str) -> str:
    """The path of the nearest layout element around a line."""
    tags = path.split("/")
    while tags and tags[-1] not in LAYOUT_TAGS:
        tags.pop()
    return "/".join(tags)


def _pattern_texts(pattern: Iterable[str]) -> tuple[set[str], set[str]]:
    """The texts that a pattern prints, and the paths of its wildcards."""
    texts: set[str] = set()
    wildcards: set[str] = set()
    for path, text in _leaves(pattern):
        if text.rstrip(_MARKS) == _WILDCARD:
            wildcards.add(without_inline_tags(path))
        else:
            # A mark at the end may belong to the text.
            maybe = {text, text.removesuffix("?"), text.removesuffix("+"), text.removesuffix("?").removesuffix("+")}
            texts.update(_line(path, one) for whole in maybe for one in whole.split(_BESIDE))
    return texts, wildcards


def _leaves(pattern: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yields the texts of a pattern with the paths of their elements; two spaces of indentation are a level."""
    above: list[str] = []
    for line in pattern:
        label = line.lstrip(" ")
        depth = (len(line) - len(label)) // 2
        del above[depth:]
        if label.startswith("#"):
            yield "/".join(above), label[1:]
            continue
        above.append(label.rstrip(_MARKS))
