"""The text that a page holds but does not show: a document goes in; documents with what is elsewhere in it come out.

Some pages are written by their scripts, and what a reader would see stands in the page all the same: as a copy for
readers without scripts, as the text that the page declares to machines, or in the data that its scripts write it from.
Not to be asked of a page that shows its text. Nothing here decides what is news; all is bounded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from lxml import etree

from newsloom.dom.document import Document
from newsloom.dom.parse import parse, whole_root
from newsloom.text.patterns import pattern

__all__ = ["unshown_documents"]

_MAX_CHARACTERS: Final = 2_000_000
_MAX_SCRIPTS: Final = 100
_MAX_VALUES: Final = 20_000
_MAX_DEPTH: Final = 40
_END: Final = -1
# What is shorter is a setting.
_LEAST_CHARACTERS: Final = 1_000
# For readers without scripts: what is shorter asks them to allow some.
_LEAST_COPY: Final = 500
_LEAST_WORDS: Final = 4
# Keys of texts that may be a word long: the parts of a sentence that is set in several styles.
_TEXT_KEYS: Final = frozenset("text value content html body paragraph headline title".split())
_ASSIGNMENT: Final = pattern(r"\s*(?:(?:window|self|globalThis)\s*[.\[]|(?:var|let|const)\s)[^={}]{0,100}=\s*(?=[{\[])")
_MARKUP: Final = pattern(r"</?(?:p|br|div|h[1-6]|li|ul|ol|blockquote)\b", re.IGNORECASE)
_NAME: Final = pattern(r"\W+")
_DECODER: Final = json.JSONDecoder(strict=False)


def unshown_documents(document: Document) -> Iterator[Document]:
    """What the page has for readers without scripts, what it declares to be its text, what its scripts' data hold.

    In this order, and only what is there. What a publisher says is not for all stays in its place.
    """
    root, declared = document.root, document.declared
    if root is None:
        return
    copies = "".join(_inner(element) for element in islice(root.iter("noscript"), _MAX_SCRIPTS))
    if len(copies) >= _LEAST_COPY:
        yield _document(document, copies)
    if declared.is_free is False or declared.has_closed_part:
        return
    if declared.body:
        yield _document(document, f"<article>{_paragraphs(declared.body)}</article>")
    data = "".join(_boxes(value) for value in _script_data(document))
    if len(data) >= _LEAST_CHARACTERS:
        yield _document(document, data)


def _document(document: Document, body: str) -> Document:
    """A page with this body that declares what the given one does."""
    found = parse(f"<html><body>{body}</body></html>", url=document.url)
    found.__dict__["declared"] = document.declared
    return found


def _inner(element: etree._Element) -> str:
    parts = (etree.tostring(child, encoding="unicode", method="html") for child in element)
    return _escaped(element.text or "") + "".join(parts)


def _paragraphs(text: str) -> str:
    if _MARKUP.search(text):
        return text
    return "".join(f"<p>{_escaped(line)}</p>" for line in text.splitlines() if line.strip())


def _escaped(text: str) -> str:
    # Imported here: its table of two thousand names is long, and hardly a page is asked for what it does not show.
    import html  # noqa: PLC0415

    return html.escape(text, quote=False)


def _script_data(document: Document) -> Iterator[Any]:
    """The values of scripts that are data, or begin by keeping some."""
    root = whole_root(document)
    left = _MAX_CHARACTERS
    for script in islice(() if root is None else root.iter("script"), _MAX_SCRIPTS):
        text, kind = script.text or "", script.get("type", "").lower()
        if not _LEAST_CHARACTERS <= len(text) <= left or kind == "application/ld+json":
            continue
        left -= len(text)
        assigned = None if "json" in kind else _ASSIGNMENT.match(text)
        if "json" in kind or assigned:
            value = _decoded(text, assigned.end() if assigned else 0)
            if value is not None:
                yield value


def _decoded(text: str, start: int) -> Any:
    try:
        return _DECODER.raw_decode(text.strip() if not start else text, start)[0]
    # The parser recurses: ten thousand brackets are more than it can open.
    except (ValueError, RecursionError):
        return None


def _boxes(value: Any) -> str:
    """Data as a page: each list and each object is a box with the name it has there, each text a paragraph."""
    parts: list[str] = []
    # What is still to be written, the next last. Depths of data count from 0: an end tag has none.
    waiting: list[tuple[str, Any, int]] = [("", value, 0)]
    for _ in range(_MAX_VALUES):
        if not waiting:
            break
        name, one, depth = waiting.pop()
        if depth == _END:
            parts.append(one)
        elif isinstance(one, str):
            parts.append(_text(name, one))
        elif isinstance(one, Mapping | list) and depth < _MAX_DEPTH:
            inner = one.items() if isinstance(one, Mapping) else ((name, each) for each in one)
            parts.append(f'<div class="{_NAME.sub("-", name)}">')
            waiting.append(("", "</div>", _END))
            waiting += reversed([(str(key), each, depth + 1) for key, each in islice(inner, _MAX_VALUES)])
    parts += [one for _, one, depth in reversed(waiting) if depth == _END]
    return "".join(parts)


def _text(name: str, text: str) -> str:
    if text.count(" ") + 1 < _LEAST_WORDS and not (name.lower() in _TEXT_KEYS and text.strip()):
        return ""
    # Half a character, which JSON can escape, no text can be written with.
    return _paragraphs(text.encode("utf-8", "ignore").decode())
