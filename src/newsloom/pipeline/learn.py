"""Learns the templates of pages, and what the pages of each template have in common.

Pages are parsed one by one and not kept. No page makes this raise: a page unlike all others gets its own template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from newsloom.catalogue import build
from newsloom.dom import Document, parse
from newsloom.errors import ParameterError
from newsloom.learners.matrix import PathMatrix, path_matrix
from newsloom.learners.mdl import MdlLearner
from newsloom.learners.protocol import Learner, PlacingLearner
from newsloom.learners.segmenttable import LabelledBlock, SegmentTableLearner
from newsloom.pipeline import arguments
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR
from newsloom.pipeline.templates.consensus import PageConsensus
from newsloom.pipeline.templates.lookup import fitting_template
from newsloom.records import Template

__all__ = [
    "DEFAULT_LEARNER",
    "LabelledBlock",
    "PathMatrix",
    "label_pages",
    "learn",
    "matrix_of",
    "place",
    "template_for",
]

DEFAULT_LEARNER: Final = "textmax"


def learn(pages: Iterable[tuple[str | None, bytes | str]], *, learner: str = DEFAULT_LEARNER) -> tuple[Template, ...]:
    """The templates of pages, given as pairs of address and page. ``members`` are indexes of the pages.

    The addresses are not used. The first few hundred pages are also extracted, so that a template of three or more
    stories says where on its pages the story is. Raises ``UnknownName`` for a learner that does not exist, and
    ``TypeError`` for anything but pairs of address and page. No content of a page makes it raise.
    """
    method: Learner = build("learner", arguments.name_of_method(learner, "learner"))
    consensus = PageConsensus(build("extractor", DEFAULT_EXTRACTOR))
    templates = method.learn(_documents(pages, consensus, has_comments=method.reads_comments))
    return tuple(consensus.complete(template) for template in templates)


def place(page: bytes | str, templates: Sequence[Template], *, learner: str = DEFAULT_LEARNER) -> int | None:
    """The index of the learned template that a new page fits. None if it fits none.

    Raises ``ParameterError`` for a learner that only groups.
    """
    method: Learner = build("learner", arguments.name_of_method(learner, "learner"))
    if not isinstance(method, PlacingLearner):
        raise ParameterError(
            f"the learner {method.name}", "", "groups pages, but does not match a new page to a template"
        )
    return method.place(parse(arguments.page(page)), templates)


def template_for(
    page: bytes | str, templates: Sequence[Template], *, learner: str = DEFAULT_LEARNER
) -> Template | None:
    """The learned template that a new page fits: by the learner's own matching if it has one, else by line paths."""
    method: Learner = build("learner", arguments.name_of_method(learner, "learner"))
    document = parse(arguments.page(page))
    if not isinstance(method, PlacingLearner):
        return fitting_template(document, templates)
    number = method.place(document, templates)
    return None if number is None else templates[number]


def matrix_of(
    pages: Iterable[tuple[str | None, bytes | str]], *, learner: str = DEFAULT_LEARNER
) -> tuple[tuple[Template, ...], PathMatrix]:
    """The templates of pages, with the path/document matrix that their learner uses.

    Raises ``ParameterError`` for a learner that has no such matrix.
    """
    method: Learner = build("learner", arguments.name_of_method(learner, "learner"))
    if not isinstance(method, MdlLearner):
        raise ParameterError(f"the learner {method.name}", "", "does not describe pages by a matrix of paths")
    documents = [parse(page) for _, page in arguments.pairs(pages, "pages")]
    templates = method.learn(documents)
    matrix = path_matrix(documents, templates, single_supports=method.single_supports, membership=method.membership)
    return templates, matrix


def label_pages(
    pages: Iterable[tuple[str | None, bytes | str]], *, learner: str
) -> Iterator[tuple[LabelledBlock, ...]]:
    """The blocks of each page with their template ratios, as known when the page arrives.

    Raises ``ParameterError`` for a learner that does not label blocks.
    """
    method: Learner = build("learner", arguments.name_of_method(learner, "learner"))
    if not isinstance(method, SegmentTableLearner):
        raise ParameterError(f"the learner {method.name}", "", "does not label the blocks of pages")
    table = method.empty_table()
    for _, page in arguments.pairs(pages, "pages"):
        yield method.label_page(parse(page, keep_comments=True), table)


def _documents(
    pages: Iterable[tuple[str | None, bytes | str]], consensus: PageConsensus, *, has_comments: bool
) -> Iterator[Document]:
    for _, page in arguments.pairs(pages, "pages"):
        document = parse(page, keep_comments=has_comments)
        if not consensus.is_full:
            # Comments in the tree split lines that are not split when displayed.
            consensus.add(parse(page) if has_comments else document)
        yield document
