"""Learns templates from a folder of pages, and chooses one of them for each other page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from newsloom.cli.pages import read_page
from newsloom.errors import InputError
from newsloom.pipeline.learn import DEFAULT_LEARNER, learn, template_for
from newsloom.records import Template

__all__ = ["LearnedTemplates"]

_ENDINGS: Final = frozenset({".htm", ".html", ".xhtml"})


class LearnedTemplates:
    """The templates of the HTML files in a folder. Raises ``InputError`` if there are no such files."""

    def __init__(self, folder: Path, learner: str | None) -> None:
        files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in _ENDINGS and file.is_file())
        if not files:
            raise InputError(str(folder), "contains no HTML files")
        self._learner = learner or DEFAULT_LEARNER
        self._templates = learn(((None, read_page(str(file))) for file in files), learner=self._learner)

    def of(self, page: bytes | str) -> Template | None:
        """The template that the page was printed from; None if it fits none."""
        return template_for(page, self._templates, learner=self._learner)
