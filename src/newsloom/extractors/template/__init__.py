"""What varies from page to page of a site is content; what repeats is furniture."""

from __future__ import annotations

from newsloom.extractors.template.extractor import TemplateExtractor

__all__ = ["TemplateExtractor"]
