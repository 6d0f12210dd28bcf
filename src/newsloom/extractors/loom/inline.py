"""Finds the links, pictures and signatures that belong to the kept lines of a document.

Only web addresses are returned, made absolute. The text of a line is put together from its pieces as the outline does;
if the two differ, the line has no links. No line is changed, added or dropped here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from newsloom.dom import Document
from newsloom.dom.links import absolute_url
from newsloom.dom.outline import Outline
from newsloom.dom.pictures import picture_address_at
from newsloom.dom.prefilter import tagged
from newsloom.dom.shorttext import one_line
from newsloom.dom.tree import Tree
from newsloom.extractors.loom.linkspans import Spans, lines_with_links, linked_lines
from newsloom.records import BlockImage, BlockLink
from newsloom.text.patterns import pattern

__all__ = ["images_of", "is_post", "links_of", "signatures_of"]

_MAX_LINKS: Final = 2_000
_MAX_IMAGES: Final = 50
_MAX_ADDRESS_CHARACTERS: Final = 2_000
_MAX_ALT_CHARACTERS: Final = 300
# Narrower pictures are faces and icons.
_MIN_WIDTH: Final = 150
# How many ancestors of a picture are searched for a sign that it is not part of the story.
_MAX_ANCESTORS: Final = 8
_APART: Final = frozenset({"a", "aside", "nav", "footer", "header", "form", "noscript", "button"})
# The classes that the networks' own scripts look for.
_EMBED: Final = pattern(
    r"\b(?:twitter-(?:tweet|video)|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-(?:post|xfbml)|"
    r"reddit-(?:embed|card)|text-post-media|threads-post)",
    re.IGNORECASE,
)
_SIGNATURE: Final = pattern(r"^[—–-]|@\w|^(?:a post shared by|post(?:ed)? by)\b", re.IGNORECASE)
_MAX_SIGNATURE_CHARACTERS: Final = 200
_MAX_LINES_OF_POST: Final = 6
_MAX_CLASS_CHARACTERS: Final = 500
_PICTURE_FILES: Final = (".jpg", ".jpeg", ".png", ".webp", ".avif")


def links_of(document: Document, kept: Sequence[int]) -> dict[int, tuple[BlockLink, ...]]:
    """The links of each kept line that has any, by line index."""
    outline = document.outline
    tree, (texts, _, box_of) = outline.tree, outline.columns
    linked = set(lines_with_links(outline, kept))
    if tree is None or not linked:
        return {}
    of_box = outline.lines_in({box_of[index] for index in linked})
    found: dict[int, tuple[BlockLink, ...]] = {}
    left = _MAX_LINKS
    for indexes, lines in zip(of_box.values(), linked_lines(outline, of_box), strict=True):
        for index, (text, spans) in zip(indexes, lines, strict=False):
            if index in linked and text == texts[index] and left > 0:
                links = tuple(_links(tree, spans, document.base))[:left]
                left -= len(links)
                if links:
                    found[index] = links
    return found


def _links(tree: Tree, spans: Spans, base: str | None) -> Iterator[BlockLink]:
    for node, (start, end) in spans.items():
        link = (tree.get(node, "href") or "").strip()
        address = absolute_url(link, base) if link and not link.startswith("#") else None
        if address and len(address) <= _MAX_ADDRESS_CHARACTERS:
            yield BlockLink(start=start, end=end, url=address)


def images_of(document: Document, kept: Sequence[int]) -> dict[int, tuple[BlockImage, ...]]:
    """The pictures before each kept line and after the last one, by line index."""
    outline = document.outline
    tree = outline.tree
    if tree is None or not kept:
        return {}
    box_of = outline.columns[2]
    nodes = [outline.nodes[box_of[index]] for index in kept]
    first, last = _surroundings(tree, nodes)
    found: dict[int, list[BlockImage]] = defaultdict(list)
    seen: set[str] = set()
    for node in islice((node for node in tagged(tree, "img") if first < node < last), _MAX_IMAGES):
        if _is_apart(tree, node):
            continue
        address = picture_address_at(tree, node, document.base, least_width=_MIN_WIDTH)
        if not address or len(address) > _MAX_ADDRESS_CHARACTERS or address in seen:
            continue
        seen.add(address)
        # The line whose box the picture is in, or else the next one.
        place = bisect_right(nodes, node)
        place -= 1 if place and tree.ends[nodes[place - 1]] > node else 0
        index = kept[min(place, len(kept) - 1)]
        at = len(outline.texts[index]) if place == len(kept) else 0
        alt = one_line((tree.get(node, "alt") or "")[:_MAX_ALT_CHARACTERS])
        found[index].append(BlockImage(at=at, url=address, alt=alt))
    return {index: tuple(images) for index, images in found.items()}


def is_post(outline: Outline, box: int) -> bool:
    """Whether the box is a post of a social network, by the classes that the network's own scripts look for."""
    return _EMBED.search((outline.element(box).get("class") or "")[:_MAX_CLASS_CHARACTERS]) is not None


def signatures_of(outline: Outline, quotes: Mapping[int, int]) -> dict[int, str]:
    """The authors of the social network posts among the kept lines, by the index of each post's last line.

    ``quotes`` maps the kept lines that are in a quote to the box of that quote.
    """
    last_of = {holder: index for index, holder in quotes.items()}
    found = {}
    for holder, index in last_of.items():
        if not is_post(outline, holder):
            continue
        for line in outline.segments[index + 1 : index + 1 + _MAX_LINES_OF_POST]:
            if not _is_within(outline, line.box, holder):
                break
            if len(line.text) <= _MAX_SIGNATURE_CHARACTERS and _SIGNATURE.search(line.text):
                found[index] = line.text.lstrip("—–- ")
                break
    return found


def _is_within(outline: Outline, box: int, holder: int) -> bool:
    # A parent comes before its children.
    while box > holder:
        box = outline.parents[box]
    return box == holder


def _surroundings(tree: Tree, nodes: Sequence[int]) -> tuple[int, int]:
    """The range of nodes to search: from the headline to the end of the parent of the last line's box."""
    before = [node for node in tagged(tree, "h1") if node < nodes[0]]
    around = tree.parents[nodes[-1]]
    return (before[-1] if before else nodes[0]), tree.ends[max(around, 0)]


def _is_apart(tree: Tree, node: int) -> bool:
    """Whether the picture links to something else or is in a part of the page that is not the story."""
    around = tree.parents[node]
    for _ in range(_MAX_ANCESTORS):
        if around < 0:
            return False
        name = tree.names[tree.tags[around]]
        if name in _APART and not (name == "a" and _leads_to_picture(tree, around)):
            return True
        around = tree.parents[around]
    return False


def _leads_to_picture(tree: Tree, node: int) -> bool:
    link = (tree.get(node, "href") or "")[:_MAX_ADDRESS_CHARACTERS].lower().partition("?")[0]
    return not link or link.endswith(_PICTURE_FILES)
