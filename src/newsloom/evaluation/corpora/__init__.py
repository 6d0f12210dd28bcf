"""Labelled sets: pages with the truth about them, read from a ``.tar.xz`` or an unpacked folder."""

from __future__ import annotations

from newsloom.evaluation.corpora.corpus import Corpus, LabelledPage, open_corpus, pages_by_template
from newsloom.evaluation.corpora.frontpages import FrontTruth, TrueItem
from newsloom.evaluation.corpora.truth import Truth

__all__ = ["Corpus", "FrontTruth", "LabelledPage", "TrueItem", "Truth", "open_corpus", "pages_by_template"]
