"""Search, alike in every store: what an article is found by, what a question asks for, what is shown of an answer."""

from __future__ import annotations

from newsloom.stores.search.question import Phrase, Question, Way, question_of
from newsloom.stores.search.reading import Reading, reading_of
from newsloom.stores.search.snippet import snippet_of

__all__ = ["Phrase", "Question", "Reading", "Way", "question_of", "reading_of", "snippet_of"]
