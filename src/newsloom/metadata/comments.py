"""Finds the readers' comments on a page, in reading order.

A comment is an element that the page marks as one, by class, id or microdata. Comments that a script would load are
not fetched, and no comment is judged. One walk over the page.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.shorttext import one_line
from newsloom.records import Comment
from newsloom.text.dates import parse_date
from newsloom.text.patterns import pattern

__all__ = ["find_comments"]

_MAX_COMMENTS: Final = 1_000
_MAX_EVENTS: Final = 400_000
_MAX_CHARACTERS: Final = 10_000
_MAX_NAME_CHARACTERS: Final = 80
_FEWEST_LETTERS: Final = 2
_MAX_CLASS_CHARACTERS: Final = 300

# Every name of a comment contains one of these: English and French, German and Norwegian, Spanish, Italian, Turkish,
# Polish, Dutch.
_IN_NAMES: Final = ("comment", "komment", "comentario", "commento", "yorum", "komentarz", "reactie")
_COMMENT: Final = pattern(
    r"(?:user|reader|single|article|blog|media|wp)?[-_]{0,2}"
    r"(?:comment(?:aire|o)?|komm?ent(?:ar|aar|arz)|comentario|yorum|reactie)"
    r"(?:[-_]{0,2}(?:item|entry|box|wrap(?:per)?|container|single|node|card|block|row|post|\d{1,12}))?"
)
_BODY: Final = pattern(
    r"(?:comment|komm?entar|comentario|yorum|user|message|post)[-_]{0,2}(?:content|body|text|message|copy|txt|inhalt)"
    r"|message|content|text|body"
)
_AUTHOR: Final = pattern(
    r"(?:comment(?:er|ator)?|komm?entar|user|yorum)[-_]{0,2}(?:author|name|user)(?:[-_]name)?"
    r"|author|fn|user|username|nick(?:name)?|commenter|name|autor|auteur|yazar"
)
_TOOLS: Final = pattern(
    r"(?:comment|user)?[-_]{0,2}(?:reply|replies-link|actions?|meta(?:data)?|votes?|voting|likes?|share|report|tools"
    r"|controls|permalink|avatar|rating|badge|flag|edit|buttons?|footer)(?:[-_]link)?"
)
_TOOL_TAGS: Final = frozenset("button form script style svg noscript template input textarea select label".split())
_NAME_TAGS: Final = frozenset({"b", "strong", "cite", "h3", "h4", "h5", "h6"})
_BREAKING: Final = frozenset("p div li ul ol blockquote br td tr dd dt pre section article".split())
# "NAME says:", as the most common of all templates prints it.
_SAYS: Final = pattern(r"\s*(?:\bsays?|\bschreibt|\bsagt|\ba dit|\bdice|\bdiyor ki)?\s*:?\s*$")


@dataclass(slots=True)
class _Draft:
    """A comment that is being read: the text marked as its body, and its other text."""

    depth: int
    body: list[str] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    author: list[str] = field(default_factory=list)
    time: datetime | None = None
    size: int = 0

    def add(self, zone: str, text: str) -> None:
        if zone == "author" and len(self.author) < _MAX_NAME_CHARACTERS:
            self.author.append(text[:_MAX_NAME_CHARACTERS])
        elif zone in ("body", "plain") and self.size < _MAX_CHARACTERS:
            (self.body if zone == "body" else self.plain).append(text[: _MAX_CHARACTERS - self.size])
            self.size += len(text)

    @property
    def has_text(self) -> bool:
        return any(text.strip() for text in (*self.body, *self.plain))


def find_comments(document: Document) -> tuple[Comment, ...]:
    """The comments on the page, each before its replies; empty if there are none."""
    if document.root is None:
        return ()
    drafts: list[_Draft] = []
    # The zone of each open element, and its comment.
    stack: list[tuple[str, _Draft | None]] = [("plain", None)]
    for event, element in islice(etree.iterwalk(document.root, ("start", "end")), _MAX_EVENTS):
        if event == "start":
            zone, draft = _opened(element, *stack[-1], drafts)
            stack.append((zone, draft))
            text = element.text
        else:
            stack.pop()
            zone, draft = stack[-1]
            text = element.tail
        if draft is not None:
            _read(draft, zone, element, text or "")
    found = [comment for draft in drafts if (comment := _comment(draft)) is not None]
    return tuple(found[:_MAX_COMMENTS])


def _opened(
    element: etree._Element, zone: str, draft: _Draft | None, drafts: list[_Draft]
) -> tuple[str, _Draft | None]:
    if not isinstance(element.tag, str):
        return "tools", draft
    if _is_comment(element) and len(drafts) < _MAX_COMMENTS and element.tag not in _TOOL_TAGS:
        # Without any text so far, this is an inner element of the same comment.
        if draft is None or draft.has_text:
            draft = _Draft(depth=0 if draft is None else draft.depth + 1)
            drafts.append(draft)
        return "plain", draft
    return (zone if draft is None else _zone(element, zone, draft)), draft


def _zone(element: etree._Element, zone: str, draft: _Draft) -> str:
    """The zone of an element within a comment: "author", "body", "plain" or "tools"."""
    tag = element.tag
    if tag in _TOOL_TAGS or (tag == "a" and (element.get("href") or "#").startswith(("#", "javascript:"))):
        return "tools"
    if tag in ("time", "abbr") and draft.time is None:
        draft.time = _moment(element.get("datetime") or element.get("title") or element.text or "")
        return "tools"
    if zone == "author":
        return zone
    mark = element.get("itemprop") or ""
    named = _zone_of((element.get("class") or "")[:_MAX_CLASS_CHARACTERS].lower())
    if mark in ("author", "creator", "name") or named == "author":
        return "author" if not draft.author else "tools"
    if mark in ("text", "commentText", "description"):
        named = "body"
    if named:
        return named
    is_name = zone == "plain" and tag in _NAME_TAGS and not draft.author and not draft.has_text
    return "author" if is_name else zone


@functools.lru_cache(maxsize=1_024)
def _zone_of(classes: str) -> str:
    for name in classes.split():
        for zone, names in (("author", _AUTHOR), ("body", _BODY), ("tools", _TOOLS)):
            if names.fullmatch(name):
                return zone
    return ""


def _is_comment(element: etree._Element) -> bool:
    if (element.get("itemprop") or "") == "comment" or (element.get("itemtype") or "").endswith(
        ("/Comment", "Comments")
    ):
        return True
    names = f"{element.get('class') or ''} {element.get('id') or ''}"
    return _has_name(names[:_MAX_CLASS_CHARACTERS].lower())


@functools.lru_cache(maxsize=1_024)
def _has_name(names: str) -> bool:
    return any(map(names.__contains__, _IN_NAMES)) and any(map(_COMMENT.fullmatch, names.split()))


def _read(draft: _Draft, zone: str, element: etree._Element, text: str) -> None:
    if element.tag in _BREAKING:
        draft.add(zone, "\n")
    # Line breaks in the source of the page have no meaning.
    draft.add(zone, text.replace("\n", " "))


def _moment(text: str) -> datetime | None:
    found = parse_date(text[:_MAX_NAME_CHARACTERS])
    return found if isinstance(found, datetime) and found.tzinfo is not None else None


def _comment(draft: _Draft) -> Comment | None:
    said = "".join(draft.body if any(text.strip() for text in draft.body) else draft.plain)
    text = "\n\n".join(line for one in said.split("\n") if (line := one_line(one)))
    if sum(map(str.isalpha, text)) < _FEWEST_LETTERS:
        return None
    author = _SAYS.sub("", one_line("".join(draft.author)))[:_MAX_NAME_CHARACTERS]
    return Comment(text=text, author=author or None, time=draft.time, depth=draft.depth)
