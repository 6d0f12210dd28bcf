"""Reads short texts of a page as one line: headlines, names, captions.

Takes text or an element and returns one line without invisible characters. The cost is bounded whatever the element
contains. Not for the text of a story, which has paragraphs: see ``blocks``.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom.tree import HIDDEN_TAGS, Tree
from newsloom.text.patterns import pattern

__all__ = ["one_line", "plain_text", "short_text", "short_text_at", "unescaped"]

# Control characters, soft hyphen, zero-width space, marks of direction and byte order: all are invisible, and any of
# them would make equal headlines compare as different. Lone surrogates, which JSON may contain, are not characters and
# cannot be written to a file.
_INVISIBLE: Final = pattern(
    "[\x00-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
_TAG: Final = pattern(r"</?[a-zA-Z][^<>]{0,300}>")
_UNSEEN: Final = HIDDEN_TAGS | {"svg", "button"}
_BREAKING: Final = frozenset({"br", "div", "p", "li", "h1", "h2", "h3", "h4", "td"})
# Without these, the text of an element is simply all its texts in order; walking in and out takes four times as long.
_PARTING: Final = _UNSEEN | _BREAKING
_MAX_PLAIN: Final = 20
# Two for each tag. No headline has more pieces, while an unclosed tag may contain thousands.
_MAX_EVENTS: Final = 120


def one_line(text: str) -> str:
    """The text with white space folded and invisible characters removed."""
    # Most declared texts are one line already: the only printable white space is the space.
    if text.isprintable() and "  " not in text:
        return text.strip()
    line = " ".join(text.split())
    return line if line.isprintable() else " ".join(_INVISIBLE.sub("", line).split())


def plain_text(text: str) -> str:
    """One line of a text that may be escaped once too often or contain inline tags, as is common in JSON-LD."""
    if "&" in text:
        text = unescaped(text)
    if "<" in text:
        text = _TAG.sub("", text)
    return one_line(text)


def short_text(element: etree._Element, max_characters: int, *, breaks: str = " ") -> str:
    """The visible text of the element on one line; empty if it is longer than ``max_characters``.

    ``breaks`` is inserted where a new line begins on the page.
    """
    tag = element.tag
    # Most elements have no children: walking in and out of them takes four times as long.
    is_alone = not len(element) and isinstance(tag, str)
    if is_alone:
        text = _own_text(element, tag, max_characters, breaks)
    else:
        text = _plain_text_within(element, max_characters, breaks) or _text_within(element, max_characters, breaks)
    line = one_line(text)
    return line if len(line) <= max_characters else ""


def short_text_at(tree: Tree, node: int, max_characters: int) -> str:
    """The same for a node of a tree. Faster, because the text of most nodes is one slice of the page's text."""
    text = tree.text[tree.text_starts[node] : tree.tail_starts[node]] if _is_plain_within(tree, node) else None
    if text is None or len(text) > 2 * max_characters:
        return short_text(tree.element(node), max_characters)
    line = one_line(text)
    return line if len(line) <= max_characters else ""


def _is_plain_within(tree: Tree, node: int) -> bool:
    """Whether nothing in the node breaks lines, is invisible or is a comment."""
    if tree.ends[node] - node >= _MAX_PLAIN:
        return False
    tag, *inner = [tree.names[tag] for tag in tree.tags[node : tree.ends[node]]]
    return tag != "" and tag not in _UNSEEN and "" not in inner and _PARTING.isdisjoint(inner)


def _own_text(element: etree._Element, tag: str, max_characters: int, breaks: str) -> str:
    text = "" if tag in _UNSEEN else element.text or ""
    if len(text.strip()) > 2 * max_characters:
        return ""
    return f"{breaks}{text}{breaks}" if tag in _BREAKING else text


def _plain_text_within(element: etree._Element, max_characters: int, breaks: str) -> str | None:
    """All texts in order, if nothing in the element breaks lines or is invisible; otherwise None."""
    tag, *inner = (node.tag for node in islice(element.iter(), _MAX_PLAIN))
    if len(inner) == _MAX_PLAIN - 1 or tag in _UNSEEN or not _PARTING.isdisjoint(inner):
        return None
    text = "".join(map(str, element.itertext()))
    # Comments, whose tag is not a string, and long texts are rare.
    if len(text) > 2 * max_characters or not all(isinstance(one, str) for one in (tag, *inner)):
        return None
    return f"{breaks}{text}{breaks}" if tag in _BREAKING else text


def _text_within(element: etree._Element, max_characters: int, breaks: str) -> str:
    pieces: list[str] = []
    size = 0
    walk = etree.iterwalk(element, events=("start", "end"))
    for count, (event, node) in enumerate(walk):
        if count > _MAX_EVENTS or size > 2 * max_characters:
            return ""
        tag = node.tag
        if event == "start":
            if tag in _UNSEEN:
                walk.skip_subtree()
                piece = ""
            else:
                piece = node.text or ""
        else:
            piece = (node.tail or "") if node is not element else ""
        pieces.append(breaks + piece if tag in _BREAKING else piece)
        size += len(piece.strip())
    return "".join(pieces)


def unescaped(text: str) -> str:
    """The text with character references replaced by characters."""
    # Imported here because of its table of two thousand names, which correctly escaped pages do not need.
    import html  # noqa: PLC0415

    try:
        return html.unescape(text)
    except ValueError:
        # A character reference may have more than 4,300 digits, which Python refuses to convert.
        return text
