"""Search, alike in every store: what an article is found by, what a question asks for, what is shown of an answer."""

from __future__ import annotations

from newsloom.stores.searching.question import Phrase, Question, Way, question_of
from newsloom.stores.searching.reading import Reading, matched, reading_of
from newsloom.stores.searching.snippet import snippet_of

__all__ = ["Phrase", "Question", "Reading", "Way", "matched", "question_of", "reading_of", "snippet_of"]
