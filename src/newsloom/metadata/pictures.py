"""Finds the pictures of a story, declared and printed, with caption and credit.

The lead picture comes first. Pictures that load lazily are found by the attributes that hold their addresses. Nothing
is fetched, and pictures of menus, teasers and authors are ignored.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.pictures import picture_address_at
from newsloom.dom.prefilter import tagged
from newsloom.dom.shorttext import one_line, short_text
from newsloom.dom.tree import Tree
from newsloom.metadata.container import story_container
from newsloom.records import Image
from newsloom.text.keywords import Substrings
from newsloom.text.patterns import pattern

__all__ = ["find_pictures", "split_credit"]

_MAX_PICTURES: Final = 20
_MAX_FIGURES: Final = 60
_MAX_ANCESTORS: Final = 12
_MAX_DESCENDANTS: Final = 60
# A caption is a few sentences; longer text comes from an unclosed tag that contains the page.
_MAX_CHARACTERS: Final = 1_000
# No real page has longer lists of classes. Each may be searched once for every picture below it.
_MAX_CLASS_CHARACTERS: Final = 500
_MAX_CREDIT_CHARACTERS: Final = 120
_SCOPES: Final = ("article", "main")
_FRAMES: Final = frozenset({"figure", "picture"})
_FRAME_CLASS: Final = Substrings(*"caption image img photo picture media figure bild foto imagen".split())
_CAPTION_CLASS: Final = Substrings(
    *"caption legend bildtext bildunterschrift fotoğraf-alt fotoğrafalt bildetekst".split()
)
_CAPTION_TAGS: Final = ("div", "p", "span", "small", "em", "cite", "dd")
# At most this many ancestors are checked for the box that also contains the caption.
_MAX_FRAME_ANCESTORS: Final = 3
_APART: Final = frozenset({"aside", "nav", "footer", "header", "form"})
_TELLING: Final = _APART | _FRAMES | {"a"}
_APART_CLASS: Final = Substrings(
    *"related recommend teaser promo sidebar newsletter avatar author logo".split(),
    *"most-read mostread more-from morefrom".split(),
)
_CREDIT_CLASS: Final = Substrings(*"credit copyright photographer source byline attribution agency".split())
_PICTURE_FILE: Final = pattern(r"\.(?:jpe?g|png|webp|avif)\b", re.IGNORECASE)
_CREDIT: Final = pattern(
    r"[\s(\[|–—-]{0,5}\b(?:(?:photos?|photographs?|images?|pictures?|illustration|foto(?:graf)?|fot|bild|фото|写真|사진)\.?"
    r"(?: credit)?(?: by| von| de| par| av)?|credits?|crédits?|quelle|kaynak|source|fuente)\s?[:/]\s{0,5}"
    r"(?P<named>[^:]{2,120})$|[\s(\[|–—-]{0,5}(?:©|\(c\)|\bcopyright\b)\s{0,5}(?P<owned>[^©]{2,120})$",
    re.IGNORECASE,
)
# Every credit contains one of these.
_CREDIT_SIGNS: Final = (":", "/", "©", "(c)", "opyr")
# "-1200x630", "_v16_9_1200", "=w700", the extension: the parts in which the crops of one picture differ.
# The first character is matched once for both alternatives; trying both at every position takes twice as long.
_SIZES: Final = pattern(
    r"[-_=.](?:(?<!\.)(?:\d{2,4}x\d{2,4}|v?\d{1,2}_\d{1,2}_\d{3,4}|[wh]_?\d{2,4}|scaled)(?![a-z\d])"
    r"|(?<=\.)(?:jpe?g|png|webp|avif)(?:\.(?:jpe?g|png|webp|avif))?$)",
    re.IGNORECASE,
)
_MIN_TELLING_CHARACTERS: Final = 16
# In pixels; narrower pictures are portraits and icons.
_MIN_WIDTH: Final = 150
# At least as many pixels; not a percentage.
_WIDTH: Final = pattern(r"\s*(?:1[5-9]\d|[2-9]\d\d|[1-9]\d{3})(?:px)?\s*$")
# Longer text beside a picture in its box is a story.
_BOXES: Final = frozenset({"td", "div"})
_MAX_BOX_CHARACTERS: Final = 250


def find_pictures(document: Document) -> tuple[tuple[Image, ...], str]:
    """The pictures of the story, each once, and the source of the first. At most twenty."""
    declared = document.declared
    found: dict[str, Image] = {}
    for image in declared.images[:_MAX_PICTURES]:
        found.setdefault(_picture_of(image.url), image)
    source = declared.sources["images"] if found else "figure"
    for image in _printed(document):
        key = _picture_of(image.url)
        found[key] = _joined(found[key], image) if key in found else image
        if len(found) == _MAX_PICTURES:
            break
    # On a page that does not mark its story, a picture without a frame may belong to anything. Used if there is no
    # other.
    for image in _unframed(document) if not found else ():
        found.setdefault(_picture_of(image.url), image)
    return tuple(found.values()), source if found else ""


def split_credit(caption: str) -> tuple[str | None, str | None]:
    """The caption without the credit at its end, and the credit.

    "Rain at last. Photo: Cy Dee" has both, "© Loom" only a credit.
    """
    match = _CREDIT.search(caption) if any(map(caption.lower().__contains__, _CREDIT_SIGNS)) else None
    if not match:
        return caption or None, None
    credit = (match["named"] or match["owned"]).strip(" .)]")
    return caption[: match.start()].strip() or None, credit or None


def _joined(declared: Image, printed: Image) -> Image:
    return dataclasses.replace(
        declared, caption=declared.caption or printed.caption, credit=declared.credit or printed.credit
    )


def _picture_of(address: str) -> str:
    """A key shared by the sizes and crops of one picture: its file name if that is long enough, else its path.

    Both are without the size.
    """
    path, query = _path_and_query(address)
    if query and not _PICTURE_FILE.search(path):
        return address
    path = _SIZES.sub("", path)
    name = path.rpartition("/")[2]
    return name if len(name) >= _MIN_TELLING_CHARACTERS else path


def _path_and_query(address: str) -> tuple[str, str]:
    """The path and the query of an absolute address."""
    if not address.isprintable():
        # Line breaks are not part of the address.
        parts = urlsplit(address)
        return parts.path, parts.query
    front, _, query = address.partition("#")[0].partition("?")
    _, slash, path = front.partition("//")[2].partition("/")
    return slash + path, query


def _printed(document: Document) -> Iterator[Image]:
    tree = document.tree
    if tree is None:
        return
    scope = _scope(tree)
    # On a page that does not mark its story, a picture without a frame may belong to anything.
    tags = ("figure", "picture", "img") if tree.tag(scope) in _SCOPES else ("figure", "picture")
    for node in tagged(tree, *tags, within=scope, most=_MAX_FIGURES):
        address = None if _is_apart(tree, node, scope) else _address_in(tree, node, document.base)
        if address:
            figure = tree.element(node)
            caption, credit = _caption_of(figure if figure.tag == "figure" else _frame_of(figure, tree.element(scope)))
            yield Image(url=address, caption=caption, credit=credit)


def _unframed(document: Document) -> Iterator[Image]:
    """The pictures beside the story on an old page, without any frame but a paragraph or a table cell."""
    tree, scope = document.tree, story_container(document)
    if tree is None or scope is None:
        return
    around = tree.element(scope)
    for node in tagged(tree, "img", within=scope, most=_MAX_PICTURES):
        if _is_apart(tree, node, scope):
            continue
        address = picture_address_at(tree, node, document.base, least_width=_MIN_WIDTH)
        if address:
            picture = tree.element(node)
            frame = _frame_of(picture, around)
            caption, credit = _caption_of(frame) if frame is not picture else (None, None)
            if not (caption or credit):
                caption, credit = _caption_in_box(picture, around)
            if caption or credit or _is_wide(picture):
                yield Image(url=address, caption=caption, credit=credit)


def _is_wide(picture: etree._Element) -> bool:
    """Whether the picture declares that it is wide. Without a width, a picture is as often an icon."""
    return _WIDTH.match(picture.get("width") or "") is not None


def _caption_in_box(picture: etree._Element, around: etree._Element) -> tuple[str | None, str | None]:
    """The text beside a picture that has a table cell or a box of its own."""
    for box in islice(picture.iterancestors(), _MAX_FRAME_ANCESTORS):
        if box is around:
            break
        if box.tag in _BOXES:
            text = short_text(box, _MAX_BOX_CHARACTERS)
            is_alone = len(list(islice(box.iter("img"), 2))) == 1
            return split_credit(text) if text and is_alone else (None, None)
    return None, None


def _scope(tree: Tree) -> int:
    """The article that contains the headline, else the only article, else the page."""
    for heading in tagged(tree, "h1", most=1):
        ancestor = tree.parents[heading]
        while ancestor >= 0:
            if tree.tag(ancestor) in _SCOPES:
                return ancestor
            ancestor = tree.parents[ancestor]
    articles = tagged(tree, "article", most=2)
    return articles[0] if len(articles) == 1 else 0


def _is_apart(tree: Tree, figure: int, scope: int) -> bool:
    """Whether the picture belongs to something other than the story, or is part of a figure or picture element."""
    classes, codes = tree.values("class")
    names, tags, parents = tree.names, tree.tags, tree.parents
    ancestor = figure
    for _ in range(_MAX_ANCESTORS + 1):
        if ancestor == scope or ancestor < 0:
            return False
        tag, code = names[tags[ancestor]], codes[ancestor]
        if tag in _TELLING and (tag in _APART or _is_apart_by_tag(tree, ancestor, tag, is_own=ancestor == figure)):
            return True
        if code >= 0 and _is_class_apart(classes[code]):
            return True
        ancestor = parents[ancestor]
    return False


def _is_apart_by_tag(tree: Tree, node: int, tag: str, *, is_own: bool) -> bool:
    """Whether the node is a link that does not lead to a picture, or a frame around the picture."""
    if tag == "a":
        return not _PICTURE_FILE.search((tree.get(node, "href") or "")[:_MAX_CHARACTERS])
    return not is_own


# Pages repeat the same classes hundreds of times. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=4_096)
def _is_class_apart(classes: str) -> bool:
    return _APART_CLASS.is_any_in(classes[:_MAX_CLASS_CHARACTERS])


def _frame_of(picture: etree._Element, scope: etree._Element) -> etree._Element:
    """The box around the picture and its caption, recognised by its class; the picture itself if there is none."""
    for ancestor in islice(picture.iterancestors(), _MAX_FRAME_ANCESTORS):
        if ancestor is scope:
            break
        if _FRAME_CLASS.is_any_in((ancestor.get("class") or "")[:_MAX_CLASS_CHARACTERS]):
            return ancestor
    return picture


def _address_in(tree: Tree, figure: int, base: str | None) -> str | None:
    # Most are a single img.
    is_picture = tree.tag(figure) == "img" and tree.ends[figure] == figure + 1
    nodes = [figure] if is_picture else tagged(tree, "img", "source", within=figure, most=_MAX_DESCENDANTS)
    for node in nodes:
        address = picture_address_at(tree, node, base, least_width=_MIN_WIDTH)
        if address:
            return address
    return None


def _caption_of(figure: etree._Element) -> tuple[str | None, str | None]:
    # An img by itself.
    if not len(figure):
        return None, None
    caption = next(figure.iter("figcaption"), None)
    if caption is None:
        parts = islice(figure.iterdescendants(*_CAPTION_TAGS), _MAX_DESCENDANTS)
        caption = next((part for part in parts if _CAPTION_CLASS.is_any_in(part.get("class") or "")), None)
    if caption is None:
        return None, None
    text = short_text(caption, _MAX_CHARACTERS)
    for part in islice(caption.iterdescendants(), _MAX_DESCENDANTS):
        if _CREDIT_CLASS.is_any_in(part.get("class") or part.get("itemprop") or ""):
            credit = short_text(part, _MAX_CREDIT_CHARACTERS)
            if credit:
                rest = one_line(text.replace(credit, " ")).strip(" |–—-/")
                return rest or None, split_credit(credit)[1] or credit
    return split_credit(text)
