"""Extracts the story with the site's template: what varies between pages is content, what repeats is furniture."""

from __future__ import annotations

from newsloom.extractors.template.extractor import TemplateExtractor

__all__ = ["TemplateExtractor"]
