"""Opens a labelled set by its path and reads its truths, then its pages one by one with the truth of each.

The truths and one page are in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.files import PAGE_SUFFIX, PAGES_FOLDER, TRUTH_NAME, CorpusFiles, files_at
from newsloom.evaluation.corpora.truth import Truth, read_truths

__all__ = ["Corpus", "LabelledPage", "open_corpus", "pages_by_template"]

_MISSING_NAMED = 3  # enough to see the pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPage:
    """A page as it was stored, and its labels."""

    id: str
    page: bytes
    truth: Truth


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """One set: ``pages/<id>.html`` and ``truth.jsonl``, packed or unpacked."""

    name: str
    path: Path

    def __iter__(self) -> Iterator[LabelledPage]:
        return self.pages(self.truths())

    def truths(self) -> dict[str, Truth]:
        """Returns every truth by its id. An archive is decompressed up to its truth, which comes last."""
        return read_truths(self.files.truth_lines(), f"{self.path}: {TRUTH_NAME}")

    def pages(self, wanted: Mapping[str, Truth]) -> Iterator[LabelledPage]:
        """Yields the pages of these truths, in the order in which they are stored.

        Pages without a truth are skipped; a truth without its page is a ``CorpusError``, raised after all other pages.
        """
        missing = dict(wanted)
        if missing:
            for page_id, page in self.files.pages(missing):
                yield LabelledPage(id=page_id, page=page, truth=missing.pop(page_id))
                if not missing:
                    return
            raise CorpusError(str(self.path), _missing_reason(list(missing), len(wanted)))

    def digest(self) -> str:
        """Returns a SHA-256 that changes with the set: of the archive, or of a folder's truth and page names."""
        return self.files.digest()

    @property
    def files(self) -> CorpusFiles:
        return files_at(self.path)


def open_corpus(path: str | Path) -> Corpus:
    """Returns the set at a path, named by the path's stem: ``sets/l3s.tar.xz`` is ``l3s``."""
    path = Path(path)
    if not path.exists():
        raise CorpusError(str(path), "there is no such file or folder. Give a .tar.xz or an unpacked set")
    name = path.resolve().name
    return Corpus(name=name if path.is_dir() else name.split(".tar")[0].removesuffix(".txz"), path=path)


def pages_by_template(path: str | Path) -> list[tuple[str, bytes]]:
    """Returns the pages with a known template, as (template, page), sorted by name.

    A set names the templates in its truth, or has no truth and one folder of pages for each template.
    """
    corpus = open_corpus(path)
    try:
        truths = corpus.truths()
    except CorpusError:
        if found := _by_folder(corpus):
            return found
        raise
    wanted = {name: truth for name, truth in truths.items() if truth.template}
    pages = sorted(corpus.pages(wanted), key=lambda labelled: labelled.id)
    return [(labelled.truth.template or "", labelled.page) for labelled in pages]


def _missing_reason(missing: list[str], wanted: int) -> str:
    some = ", ".join(f"{PAGES_FOLDER}/{page_id}{PAGE_SUFFIX}" for page_id in missing[:_MISSING_NAMED])
    more = ", …" if len(missing) > _MISSING_NAMED else ""
    return f"wanted {wanted} pages, {len(missing)} of them are missing: {some}{more}. Get the set again"


def _by_folder(corpus: Corpus) -> list[tuple[str, bytes]]:
    pages = sorted(page for page in corpus.files.folders() if page[0] != PAGES_FOLDER)
    return [(folder, page) for folder, _, page in pages]
