"""All features of a page at once: what the families find one by one, counted in C, with numpy for the rest.

The same numbers as ``features_by_family``, bit for bit, at a tenth of its cost: of a page of few lines, most of that is
the time of some hundred calls. Logarithms, windows and medians are left to numpy, which rounds them in its own way.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from newsloom.dom import kernel
from newsloom.extractors.loom.arrays import FAR, Array
from newsloom.extractors.loom.boxes import PLACES, TAGS
from newsloom.extractors.loom.containers import INHERITED
from newsloom.extractors.loom.families import FURNITURE, SEEN_FROM_NEXT_DOOR, usual_words
from newsloom.extractors.loom.likeness import likeness_of
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.position import BYLINE_WORDS, FAR_FROM_HEADING, LONG_PROSE, windows
from newsloom.extractors.loom.words import PHRASES, ROLES, SERVICE_BITS

__all__ = ["COLUMNS", "weigh_page"]

_AROUND: Final = ("above", "two_above", "three_above")
COLUMNS: Final = (
    *"words words_to_usual link_share is_closed word_length commas capitals digits starts_small".split(),
    *(f"phrase_{phrase}" for phrase in PHRASES),
    *"tag tag_above tag_two_above depth is_hidden in_dialog".split(),
    *(f"in_{place}" for place in PLACES),
    *(f"{where}_{role}" for role in ROLES for where in ("own", "near", "any")),
    *"furniture prose_on_page lines mass_above log_mass_above".split(),
    *(f"{what}_{box}" for box in _AROUND for what in "prose links lines prosaic closed service".split()),
    *"in_best just_in_best two_below_best place_in_best after_best before_best prose_of_best below_best".split(),
    *"levels_to_main prose_with_main mass_of_main just_in_main after_main_prose before_main_prose".split(),
    *"articles article prose_of_article prose_of_outer_article article_to_largest".split(),
    *"place prose_before since_prose until_prose".split(),
    *"prose_within_3 links_within_3 prose_within_8 links_within_8".split(),
    *"since_heading heading_words section_prose section_density section_links top_headings".split(),
    *"service_before service_near since_service days_before bylines_before".split(),
    *"title_share is_title description_share declared_share".split(),
    *"from_headline levels_to_headline prose_with_headline".split(),
    *"is_repeated mould_lines mould_prose mould_words siblings sibling_words sibling_links".split(),
    *(f"{name}_{distance:+d}" for name, distances in SEEN_FROM_NEXT_DOOR.items() for distance in distances),
)
"""The names of the features."""

_ROW: Final = {name: row for row, name in enumerate(COLUMNS)}
_LOGGED: Final = [
    _ROW[name]
    for name in (
        *"words prose_on_page lines log_mass_above lines_above lines_two_above lines_three_above".split(),
        *"after_best before_best after_main_prose before_main_prose articles from_headline".split(),
        *"mould_lines mould_words siblings sibling_words".split(),
    )
]
_WINDOWS: Final = [_ROW[name] for name in COLUMNS if "_within_" in name] + [_ROW["service_near"]]


def _bits(names: tuple[str, ...], *wanted: str) -> int:
    return sum(1 << names.index(name) for name in wanted)


_OWN, _NEAR = (
    _bits(ROLES, *(name.removeprefix(where) for name in FURNITURE if name.startswith(where)))
    for where in ("own_", "near_")
)
_CODES: Final = (
    *(TAGS["article"], TAGS["h1"], TAGS["h6"], SERVICE_BITS),
    *(_bits(PHRASES, phrase) for phrase in ("number", "byline", "signup", "rights")),
)
_SIGNS: Final = (_OWN, _NEAR, _bits(PLACES, "footer"), _bits(ROLES, "signup"))
_COUNTS: Final = (len(PLACES), len(ROLES), len(PHRASES))


def weigh_page(page: LinedPage) -> npt.NDArray[np.float32]:
    """A row of ``COLUMNS`` for each line of the page, stored by column. There must be a kernel in C."""
    native: Any = kernel.native
    total = max(float(page.prose.sum()), 1.0)
    weighed = native.weigh_lines(
        page.lines.packed,
        page.boxes.packed,
        page.sums.within,
        page.sums.mass,
        likeness_of(page),
        page.sums.values,
        len(COLUMNS),
        (total, LONG_PROSE, BYLINE_WORDS, FAR, FAR_FROM_HEADING, INHERITED),
        _CODES,
        _SIGNS,
        _COUNTS,
    )
    rows: Array = np.frombuffer(weighed).reshape(len(COLUMNS), len(page.box))
    _take_logarithms(rows)
    rows[_ROW["words_to_usual"]] = rows[_ROW["words"]] - np.log1p(usual_words(page))
    rows[_WINDOWS] = windows(page, total)
    _look_next_door(rows)
    return rows.astype(np.float32).T


def _take_logarithms(rows: Array) -> None:
    raw = rows[_LOGGED]
    rows[_LOGGED] = np.copysign(np.log1p(np.abs(raw)), raw)
    from_headline = rows[_ROW["from_headline"]]
    # No number: the page has no headline.
    if np.isnan(from_headline[0]):
        from_headline[:] = -1.0


def _look_next_door(rows: Array) -> None:
    first = len(COLUMNS) - sum(map(len, SEEN_FROM_NEXT_DOOR.values()))
    rows[first:] = -1.0
    for name, distances in SEEN_FROM_NEXT_DOOR.items():
        seen = rows[_ROW[name]]
        for distance in distances:
            if distance > 0:
                rows[first, :-distance] = seen[distance:]
            else:
                rows[first, -distance:] = seen[:distance]
            first += 1
