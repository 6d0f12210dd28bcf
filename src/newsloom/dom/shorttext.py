"""Short texts of a page as one line: headlines, names, captions.

Text or an element goes in; one line without invisible characters comes out. Bounded, however much the element holds.
Not for the text of a story, which has paragraphs: see ``blocks``.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom.tree import HIDDEN_TAGS, Tree
from newsloom.text.patterns import pattern

__all__ = ["one_line", "plain_text", "short_text", "short_text_at", "unescaped"]

# Control characters, soft hyphen, zero-width space, marks of direction and byte order: none can be
# seen, and each keeps two equal headlines from comparing equal. Lone surrogates, which JSON can
# hold, are no characters, and no file can be written with them.
_INVISIBLE: Final = pattern(
    "[\x00-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
_TAG: Final = pattern(r"</?[a-zA-Z][^<>]{0,300}>")
_UNSEEN: Final = HIDDEN_TAGS | {"svg", "button"}
_BREAKING: Final = frozenset({"br", "div", "p", "li", "h1", "h2", "h3", "h4", "td"})
# Where none of these is, the text within is all texts in their order: to walk in and out takes four times as long.
_PARTING: Final = _UNSEEN | _BREAKING
_MAX_PLAIN: Final = 20
# Two for each tag: no headline is cut in more pieces, while an unclosed tag holds thousands.
_MAX_EVENTS: Final = 120


def one_line(text: str) -> str:
    """The text with white space folded and invisible characters taken out."""
    # Most declared texts are one line as they are: in print the only white space is the space.
    if text.isprintable() and "  " not in text:
        return text.strip()
    line = " ".join(text.split())
    return line if line.isprintable() else " ".join(_INVISIBLE.sub("", line).split())


def plain_text(text: str) -> str:
    """One line of a text that may be escaped once too often or hold inline tags, as JSON-LD's often is."""
    if "&" in text:
        text = unescaped(text)
    if "<" in text:
        text = _TAG.sub("", text)
    return one_line(text)


def short_text(element: etree._Element, max_characters: int, *, breaks: str = " ") -> str:
    """The element's visible text on one line; empty if it is longer than ``max_characters``.

    ``breaks`` is put where a reader sees another line begin.
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
    """The same of a node of a page laid flat: faster, for the text of most is one piece of the page's."""
    text = tree.text[tree.text_starts[node] : tree.tail_starts[node]] if _is_plain_within(tree, node) else None
    if text is None or len(text) > 2 * max_characters:
        return short_text(tree.element(node), max_characters)
    line = one_line(text)
    return line if len(line) <= max_characters else ""


def _is_plain_within(tree: Tree, node: int) -> bool:
    """Whether nothing in the node parts lines, is unseen or is a comment."""
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
    """All texts in their order, where what is within neither parts lines nor is unseen; None where they may not be."""
    tag, *inner = (node.tag for node in islice(element.iter(), _MAX_PLAIN))
    if len(inner) == _MAX_PLAIN - 1 or tag in _UNSEEN or not _PARTING.isdisjoint(inner):
        return None
    text = "".join(map(str, element.itertext()))
    # Comments, which are not called by a string, and long texts are rare.
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
    """The text with its character references as characters."""
    # Imported here: its table of two thousand names is long, and a page that is escaped but once needs none of them.
    import html  # noqa: PLC0415

    try:
        return html.unescape(text)
    except ValueError:
        # Python makes no number of more than 4,300 digits, and a character reference may have them.
        return text
