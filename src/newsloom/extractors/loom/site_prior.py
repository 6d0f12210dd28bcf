"""Corrects the chances of a page's lines by what is known from other pages of its site, the document's template.

A template says which lines are printed on several pages of its site, and on which paths the extractor keeps next to
nothing, page after page. Lines there are less likely part of the story. Without a template nothing changes.
"""

from __future__ import annotations

import math
from array import array
from typing import Final

from newsloom.dom import Document
from newsloom.dom.linepaths import line_key, line_paths
from newsloom.extractors.loom.page import Array

__all__ = ["apply_site_prior"]

# A path counts if at most this share of its words is kept. This and the step were chosen on the four eras of five sites
# (training/site_prior.py, NOTES.md): with a fifth, or with a step up if four fifths are kept, sites both gain and lose
# more.
_SELDOM: Final = 0.02
# Such a path takes this from a line's log odds: a factor of e.
_STEP: Final = 1.0
# A line printed word for word on several pages of a site is hardly ever part of a story.
_FURNITURE_STEP: Final = 6.0
# Chances are kept this far from 0 and 1.
_LEAST: Final = 1e-4
_UNKNOWN: Final = 0.5


def apply_site_prior(document: Document, chances: Array) -> Array:
    """The chances of the lines, corrected by the document's template."""
    template = document.template
    if template is None or not (template.kept or template.segments):
        return chances
    paths = line_paths(document.outline)
    corrected = array("d", chances)
    for line, (path, segment) in enumerate(zip(paths, document.outline.segments, strict=True)):
        step = _STEP if template.kept.get(path, _UNKNOWN) <= _SELDOM else 0.0
        step += _FURNITURE_STEP if line_key(path, segment.text) in template.segments else 0.0
        if step:
            sure = min(max(chances[line], _LEAST), 1 - _LEAST)
            corrected[line] = 1 / (1 + (1 - sure) / sure * math.exp(step))
    return corrected
