"""Computes the style of each node without a browser.

Uses the browsers' defaults for each tag, the attributes of old pages (``bgcolor``, ``<font size>``) and inline styles,
but no style sheets. Most nodes share their style with others, so each style is computed once.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from typing import Final, NamedTuple

from newsloom.dom.layout import Style
from newsloom.dom.tree import Tree
from newsloom.zeros import zeros

__all__ = ["Computed", "Length", "computed_styles"]

_HIDDEN_TAGS: Final = frozenset(
    "area audio base basefont datalist head link meta noembed noframes noscript option param rp script source style "
    "template title track".split()
)
_BLOCK_TAGS: Final = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer "
    "form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend main menu nav ol optgroup p pre search section "
    "summary ul xmp".split()
)
_DISPLAYS: Final[Mapping[str, str]] = {
    **dict.fromkeys(_BLOCK_TAGS, "block"),
    **dict.fromkeys(_HIDDEN_TAGS, "none"),
    **dict.fromkeys(("button", "input", "meter", "progress", "select", "textarea"), "inline-block"),
    "caption": "table-caption",
    "li": "list-item",
    "table": "table",
    "tbody": "table-row-group",
    "td": "table-cell",
    "tfoot": "table-footer-group",
    "th": "table-cell",
    "thead": "table-header-group",
    "tr": "table-row",
}
# Relative to the parent's size, as in the HTML standard's rendering section.
_SIZES: Final[Mapping[str, float]] = {
    "h1": 2.0,
    "h2": 1.5,
    "h3": 1.17,
    "h5": 0.83,
    "h6": 0.67,
    "small": 0.83,
    "sub": 0.83,
    "sup": 0.83,
    "big": 1.2,
    **dict.fromkeys(("code", "kbd", "pre", "samp", "tt"), 0.8125),
}
_BOLD_TAGS: Final = frozenset("b h1 h2 h3 h4 h5 h6 strong th".split())
_ITALIC_TAGS: Final = frozenset("address cite dfn em i var".split())
_FONT_SIZES: Final = (10.0, 13.0, 16.0, 18.0, 24.0, 32.0, 48.0)
_NAMED_SIZES: Final[Mapping[str, float]] = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
}
_PIXELS: Final[Mapping[str, float]] = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "": 1.0}
_COLOURS: Final[Mapping[str, str]] = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "gray": "#808080",
    "grey": "#808080",
    "silver": "#c0c0c0",
    "navy": "#000080",
    "maroon": "#800000",
    "purple": "#800080",
    "teal": "#008080",
    "olive": "#808000",
    "orange": "#ffa500",
}
_LINK_COLOUR: Final = "#0000ee"
# The value of "normal" in browsers.
_LINE_HEIGHT: Final = 1.2

_LENGTH: Final = re.compile(r"\s*+(-?\d{0,6}\.?\d{1,6})\s*+(px|pt|pc|in|cm|mm|em|rem|%)?", re.IGNORECASE)
_DECLARATION: Final = re.compile(r"([a-z-]{1,30})\s*+:\s*+([^;]{1,200})", re.IGNORECASE)
_HEX: Final = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})\b", re.IGNORECASE)
_RGB: Final = re.compile(r"rgba?\(\s*+(\d{1,3})[\s,]++(\d{1,3})[\s,]++(\d{1,3})", re.IGNORECASE)
# The attributes that affect the style.
_ATTRIBUTES: Final = ("style", "width", "height", "align", "bgcolor", "color", "face", "size", "hidden", "href", "type")


class Length(NamedTuple):
    """A length in pixels, or a percentage of the available width."""

    value: float
    is_share: bool

    def of(self, room: float) -> float:
        return self.value / 100 * room if self.is_share else self.value


class Computed(NamedTuple):
    """The style of a node and of its box: declared sizes, the side it floats on, and whether it is out of the flow."""

    style: Style
    is_hidden: bool = False
    width: Length | None = None
    height: Length | None = None
    side: str = ""
    is_lifted: bool = False


_ROOT: Final = Computed(
    Style("serif", 16.0, 400, is_italic=False, colour="#000000", background=None, line_height=19.2, display="block")
)


def computed_styles(tree: Tree) -> tuple[list[Computed], array[int]]:
    """The distinct styles, and for each node the index of its style."""
    columns = [tree.values(name) for name in _ATTRIBUTES]
    known: dict[tuple[int, ...], int] = {}
    styles = [_ROOT]
    codes = zeros("i", len(tree))
    for node in range(len(tree)):
        parent = tree.parents[node]
        above = codes[parent] if parent >= 0 else 0
        key = (above, tree.tags[node], *(column.codes[node] for column in columns))
        code = known.get(key)
        if code is None:
            code = known[key] = len(styles)
            values = {
                name: column.strings[column.codes[node]]
                for name, column in zip(_ATTRIBUTES, columns, strict=True)
                if column.codes[node] >= 0
            }
            styles.append(_computed(tree.tag(node), values, styles[above]))
        codes[node] = code
    return styles, codes


def _computed(tag: str, attributes: Mapping[str, str], above: Computed) -> Computed:
    rules = _declared(attributes.get("style", ""))
    size = _size(tag, attributes, rules, above.style.size)
    display = _first(rules.get("display", "")) or _DISPLAYS.get(tag, "inline")
    is_absent = "hidden" in attributes or (tag == "input" and attributes.get("type", "").lower() == "hidden")
    if not tag or is_absent or tag in _HIDDEN_TAGS:
        display = "none"
    visibility = _first(rules.get("visibility", ""))
    is_hidden = display == "none" or visibility in {"hidden", "collapse"} or (above.is_hidden and not visibility)
    return Computed(
        Style(
            font=_font(attributes, rules) or above.style.font,
            size=size,
            weight=_weight(tag, rules, above.style.weight),
            is_italic=tag in _ITALIC_TAGS or "italic" in rules.get("font-style", "") or above.style.is_italic,
            colour=_text_colour(tag, attributes, rules) or above.style.colour,
            background=_background(attributes, rules),
            line_height=_line_height(rules, size),
            display=display,
        ),
        is_hidden,
        _length(rules.get("width"), size) or _length(attributes.get("width"), size),
        _length(rules.get("height"), size) or _length(attributes.get("height"), size),
        _side(tag, attributes, rules),
        is_lifted=_first(rules.get("position", "")) in {"absolute", "fixed"},
    )


def _declared(text: str) -> dict[str, str]:
    """The declarations of an inline style. The last one of each property counts."""
    return {name.lower(): value.strip() for name, value in _DECLARATION.findall(text[:2000])} if text else {}


def _first(value: str) -> str:
    return value.split(" ", 1)[0].strip().lower()


def _size(tag: str, attributes: Mapping[str, str], rules: Mapping[str, str], above: float) -> float:
    base = above * _SIZES.get(tag, 1.0)
    if tag == "font" and "size" in attributes:
        base = _font_size(attributes["size"], base)
    value = rules.get("font-size", "").lower()
    found = _LENGTH.match(value)
    if value in _NAMED_SIZES:
        base = _NAMED_SIZES[value]
    elif found:
        number, unit = float(found[1]), found[2] or ""
        base = number / 100 * above if unit == "%" else number * above if unit == "em" else _pixels(number, unit)
    # Sizes beyond these are unreadable; damaged pages have both.
    return min(max(base, 1.0), 300.0)


def _font_size(value: str, otherwise: float) -> float:
    try:
        step = int(value)
    except ValueError:
        return otherwise
    if value.lstrip()[:1] in "+-":
        step += 3
    return _FONT_SIZES[min(max(step, 1), 7) - 1]


def _pixels(number: float, unit: str) -> float:
    return number * 16.0 if unit in {"em", "rem"} else number * _PIXELS.get(unit, 1.0)


def _length(value: str | None, size: float) -> Length | None:
    found = _LENGTH.match(value) if value else None
    if not found:
        return None
    number, unit = float(found[1]), (found[2] or "").lower()
    if number < 0:
        return None
    return (
        Length(number, is_share=True)
        if unit == "%"
        else Length(number * size if unit == "em" else _pixels(number, unit), False)
    )


def _weight(tag: str, rules: Mapping[str, str], above: int) -> int:
    value = _first(rules.get("font-weight", ""))
    if value in {"bold", "bolder"}:
        return 700
    if value in {"normal", "lighter"}:
        return 400
    if value.isascii() and value.isdigit() and 1 <= int(value[:4]) <= 1000:
        return int(value)
    return 700 if tag in _BOLD_TAGS else above


def _font(attributes: Mapping[str, str], rules: Mapping[str, str]) -> str:
    named = rules.get("font-family") or attributes.get("face") or ""
    return named.split(",", 1)[0].strip().strip("\"'").lower()


def _text_colour(tag: str, attributes: Mapping[str, str], rules: Mapping[str, str]) -> str | None:
    found = _colour(rules.get("color", "")) or _colour(attributes.get("color", ""))
    return found or (_LINK_COLOUR if tag == "a" and "href" in attributes else None)


def _background(attributes: Mapping[str, str], rules: Mapping[str, str]) -> str | None:
    named = rules.get("background-color") or rules.get("background") or attributes.get("bgcolor") or ""
    return _colour(named)


def _colour(value: str) -> str | None:
    value = value.strip().lower()
    if value in _COLOURS:
        return _COLOURS[value]
    if found := _HEX.match(value):
        digits = found[1]
        return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))
    if found := _RGB.match(value):
        return "#" + "".join(f"{min(int(part), 255):02x}" for part in found.groups())
    return None


def _line_height(rules: Mapping[str, str], size: float) -> float:
    found = _LENGTH.match(rules.get("line-height", ""))
    if not found:
        return round(size * _LINE_HEIGHT, 2)
    number, unit = float(found[1]), found[2] or ""
    height = number / 100 * size if unit == "%" else number * size if unit in {"", "em"} else _pixels(number, unit)
    return round(min(max(height, 1.0), 600.0), 2)


def _side(tag: str, attributes: Mapping[str, str], rules: Mapping[str, str]) -> str:
    value = _first(rules.get("float", ""))
    if not value and tag in {"img", "table", "iframe"}:
        value = attributes.get("align", "").strip().lower()
    return value if value in {"left", "right"} else ""
