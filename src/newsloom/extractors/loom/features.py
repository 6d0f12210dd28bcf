"""The features of a page's lines: one table with their names, their families and the functions that compute them.

The families: a line's text (news item patterns), the names and nesting of its boxes (function and format, perception),
how much prose its containers hold (N-EXT's size), its position (LBNEST's nearness), its similarity to title and
declared texts (N-EXT's likeness), repetition (template segments), and features of its neighbours. To add a feature, add
its name to a group and write its row in the group's function; then train again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from newsloom.extractors.loom import containers, position, similarity, structure
from newsloom.extractors.loom.boxes import PLACES
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.table import Table, Writer, write_neighbours, written_table
from newsloom.extractors.loom.vocabulary import PHRASES, ROLES

__all__ = ["FAMILY_OF", "GROUPS", "NAMES", "FeatureGroup", "feature_rows"]


class FeatureGroup(NamedTuple):
    """Features that one function computes: it gets the page and their rows, in the order of ``names``.

    The rows in ``logarithms`` are replaced by log1p of their absolute values, with the sign kept; NaN, for unknown,
    becomes -1.
    """

    family: str
    compute: Callable[[PageArrays, Any], None]
    names: tuple[str, ...]
    logarithms: frozenset[str] = frozenset()


def _group(family: str, compute: Callable[[PageArrays, Any], None], names: str, logarithms: str = "") -> FeatureGroup:
    return FeatureGroup(family, compute, tuple(names.split()), frozenset(logarithms.split()))


GROUPS: Final = (
    _group(
        "text",
        position.size_features,
        "words words_to_usual",
    ),
    _group(
        "text",
        position.line_features,
        "link_share is_closed word_length commas capitals digits starts_small",
    ),
    _group("text", structure.phrase_features, " ".join(f"phrase_{phrase}" for phrase in PHRASES)),
    _group("structure", structure.tag_features, "tag tag_above tag_two_above depth is_hidden in_dialog"),
    _group("structure", structure.place_features, " ".join(f"in_{place}" for place in PLACES)),
    _group(
        "structure",
        structure.role_features,
        " ".join(f"{where}_{role}" for role in ROLES for where in ("own", "near", "any")),
    ),
    _group("structure", structure.furniture_features, "furniture"),
    _group(
        "containers",
        containers.surrounding_features,
        "prose_on_page lines mass_above log_mass_above "
        "prose_above links_above lines_above prosaic_above closed_above service_above "
        "prose_two_above links_two_above lines_two_above prosaic_two_above closed_two_above service_two_above "
        "prose_three_above links_three_above lines_three_above prosaic_three_above closed_three_above "
        "service_three_above",
        logarithms="prose_on_page lines log_mass_above lines_above lines_two_above lines_three_above",
    ),
    _group(
        "containers",
        containers.best_features,
        "in_best just_in_best two_below_best place_in_best after_best before_best prose_of_best below_best",
        logarithms="after_best before_best",
    ),
    _group(
        "containers",
        containers.main_features,
        "levels_to_main prose_with_main mass_of_main just_in_main after_main_prose before_main_prose",
        logarithms="after_main_prose before_main_prose",
    ),
    _group(
        "containers",
        containers.article_features,
        "articles article prose_of_article prose_of_outer_article article_to_largest",
        logarithms="articles",
    ),
    _group("position", position.page_position_features, "place prose_before since_prose until_prose"),
    _group("position", position.window_features, "prose_within_3 links_within_3 prose_within_8 links_within_8"),
    _group(
        "position",
        position.section_features,
        "since_heading heading_words section_prose section_density section_links top_headings",
    ),
    _group("position", position.sign_features, "service_before service_near since_service days_before bylines_before"),
    _group(
        "similarity",
        similarity.similarity_features,
        "title_share is_title description_share declared_share from_headline levels_to_headline prose_with_headline",
        logarithms="from_headline",
    ),
    _group(
        "repetition",
        structure.layout_features,
        "is_repeated layout_lines layout_prose layout_words siblings sibling_words sibling_links",
        logarithms="layout_lines layout_words siblings sibling_words",
    ),
)
"""All features except those of neighbours, in the order of their rows."""

# The features that are taken from a line's neighbours, and at which distances.
_NEIGHBOURS: Final = {
    "words": (-2, -1, 1, 2),
    "tag": (-2, -1, 1, 2),
    "link_share": (-1, 1),
    "is_closed": (-1, 1),
}
_OF_NEIGHBOURS: Final = [(name, distance) for name, distances in _NEIGHBOURS.items() for distance in distances]

FAMILY_OF: Final = {name: group.family for group in GROUPS for name in group.names} | {
    f"{name}_{distance:+d}": "neighbours" for name, distance in _OF_NEIGHBOURS
}
"""The family of each feature, in the order of the rows."""
NAMES: Final = tuple(FAMILY_OF)
"""The names of the features."""

_ROW: Final = {name: row for row, name in enumerate(NAMES)}
_NEIGHBOUR_ROWS: Final = [(_ROW[f"{name}_{distance:+d}"], _ROW[name], distance) for name, distance in _OF_NEIGHBOURS]
_WRITERS: Final = [
    *(
        Writer(
            group.compute,
            len(group.names),
            [row for row, name in enumerate(group.names) if name in group.logarithms],
        )
        for group in GROUPS
    ),
    Writer(lambda *_: None, len(_OF_NEIGHBOURS)),
]


def feature_rows(page: PageArrays) -> Table:
    """The features of the page's lines as floats: a row for each feature, a column for each line."""
    rows = written_table(_WRITERS, len(page.words), page)
    write_neighbours(rows, _NEIGHBOUR_ROWS)
    return rows
