"""Extracts the lines that vary from page to page, around the path of the site's stories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from newsloom.dom import Document
from newsloom.dom.linepaths import line_paths
from newsloom.dom.outline import Outline
from newsloom.extractors.template.printed import Printed, printed_by
from newsloom.parameters import Share
from newsloom.records import Block, Extraction, Template
from newsloom.text.tokens import words

__all__ = ["TemplateExtractor"]

_NOTHING: Final = Printed(lines=frozenset(), blocks=frozenset(), varying=None)
_ASIDE: Final = ("headline", "byline", "date")


@dataclass(frozen=True, kw_only=True)
class TemplateExtractor:
    """Drop what the site prints on every page, and keep what varies in the place of its stories.

    Without a template the page is read by itself: nothing is known to repeat, and the fullest path is the story's.
    """

    name: ClassVar[str] = "template"
    version: ClassVar[int] = 1

    least_sure: Share = 0.8  # a path of which this much is kept on other pages holds only story; as in loom

    def extract(self, document: Document, /) -> Extraction:
        lines = _Lines(document)
        body = lines.body()
        if body is None:
            reason = document.reason or "no line of the page differs from what its site prints on every page"
            return Extraction(method=self.name, version=self.version, reason=reason)
        kept = lines.around(body, is_sure=lines.template_kept(body) >= self.least_sure)
        outline = document.outline
        return Extraction(
            method=self.name,
            version=self.version,
            blocks=tuple(Block(text=outline.segments[line].text) for line in kept),
            main=Block(text="\n".join(outline.segments[line].text for line in kept), path=body),
        )


class _Lines:
    """The lines of a page, with those that its site prints on every page marked."""

    def __init__(self, document: Document) -> None:
        self._outline: Outline = document.outline
        self._template: Template | None = document.template
        self._paths = line_paths(self._outline)
        printed = _NOTHING if self._template is None else printed_by(self._template)
        fields = {} if self._template is None else self._template.fields
        aside = {fields[name] for name in _ASIDE if name in fields} - {fields.get("body")}
        self._varying = printed.varying
        self._own = [
            path not in aside and (not printed.is_furniture(path, segment.text) or path == fields.get("body"))
            for path, segment in zip(self._paths, self._outline.segments, strict=True)
        ]

    def template_kept(self, path: str) -> float:
        return 0.0 if self._template is None else self._template.kept.get(path, 0.0)

    def body(self) -> str | None:
        """The path of the story: the one the site's pages agree on, else the one with most of the page's own words."""
        agreed = None if self._template is None else self._template.fields.get("body")
        sizes = self._sizes(range(len(self._own)))
        if agreed is not None and sizes.get(agreed):
            return agreed
        varying = {path: size for path, size in sizes.items() if self._varying is None or path in self._varying}
        ranked = sorted((varying or sizes).items(), key=lambda one: (-one[1], one[0]))
        return ranked[0][0] if ranked else None

    def around(self, body: str, *, is_sure: bool) -> list[int]:
        """The page's own lines in the boxes that hold lines of the path; only in the fullest unless ``is_sure``."""
        boxes = Counter[int]()
        for line in self._at(body):
            boxes[self._holder(line)] += len(words(self._outline.segments[line].text))
        chosen = set(boxes) if is_sure else {max(boxes, key=lambda box: (boxes[box], -box))}
        inside = self._inside(chosen)
        return [line for line, is_own in enumerate(self._own) if is_own and inside[self._outline.segments[line].box]]

    def _sizes(self, lines: Sequence[int]) -> dict[str, int]:
        sizes: Counter[str] = Counter()
        for line in lines:
            if self._own[line]:
                sizes[self._paths[line]] += len(words(self._outline.segments[line].text))
        return {path: size for path, size in sizes.items() if size}

    def _at(self, path: str) -> list[int]:
        return [line for line, is_own in enumerate(self._own) if is_own and self._paths[line] == path]

    def _holder(self, line: int) -> int:
        """The parent of a line's box, which a story's paragraphs share."""
        box = self._outline.segments[line].box
        return max(self._outline.parents[box], 0)

    def _inside(self, chosen: set[int]) -> list[bool]:
        inside: list[bool] = []
        for box, parent in enumerate(self._outline.parents):
            inside.append(box in chosen or (parent >= 0 and inside[parent]))
        return inside
