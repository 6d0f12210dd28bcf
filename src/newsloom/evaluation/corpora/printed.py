"""Pages and the templates they are printed from: a set's path in, (template, page) pairs out.

A set says so in its truth (``template``), or has no truth and one folder of pages for each template.
"""

from __future__ import annotations

from pathlib import Path

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.archive import Archive
from newsloom.evaluation.corpora.corpus import Corpus, open_corpus
from newsloom.evaluation.corpora.folder import Folder
from newsloom.evaluation.corpora.place import PAGES_FOLDER

__all__ = ["printed_pages"]


def printed_pages(path: str | Path) -> list[tuple[str, bytes]]:
    """The pages with a known template, in the order of their names."""
    corpus = open_corpus(path)
    try:
        truths = corpus.truths()
    except CorpusError:
        # No truth is no fault where the folders say it.
        if found := _by_folder(corpus):
            return found
        raise
    wanted = {name: truth for name, truth in truths.items() if truth.template}
    pages = sorted(corpus.pages(wanted), key=lambda labelled: labelled.id)
    return [(labelled.truth.template or "", labelled.page) for labelled in pages]


def _by_folder(corpus: Corpus) -> list[tuple[str, bytes]]:
    place = Folder(corpus.path) if corpus.path.is_dir() else Archive(corpus.path)
    pages = sorted(page for page in place.folders() if page[0] != PAGES_FOLDER)
    return [(folder, page) for folder, _, page in pages]
