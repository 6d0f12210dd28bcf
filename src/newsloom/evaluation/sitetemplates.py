"""Templates for an evaluation: a learner learns the templates of each site from a few of its pages.

These pages are not scored, nor are sites that have too few pages both to learn from and to score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from newsloom.catalogue import build
from newsloom.dom import Document, parse
from newsloom.evaluation.corpora import Corpus, Truth
from newsloom.learners.protocol import Learner
from newsloom.records import Template

__all__ = ["SiteTemplates", "learn_site_templates"]


@dataclass(frozen=True, kw_only=True)
class SiteTemplates:
    """The templates learned, by set and site, and the pages they were learned from, by set and page."""

    learner: Learner
    templates: Mapping[tuple[str, str], tuple[Template, ...]]
    learned_from: frozenset[tuple[str, str]]

    def is_scored(self, corpus: str, truth: Truth) -> bool:
        """Returns whether the page is of a site that was learned, and not one of those learned from."""
        return (corpus, truth.site or "") in self.templates and (corpus, truth.id) not in self.learned_from

    def of(self, corpus: str, truth: Truth, document: Document) -> Template | None:
        """Returns the page's template: the one in which the learner places it, or else the one with most pages."""
        known = self.templates.get((corpus, truth.site or ""), ())
        place = getattr(self.learner, "place", None)
        found = place(document, known) if place is not None and known else None
        return known[found or 0] if known else None


def learn_site_templates(
    corpora: Sequence[Corpus], learner: str, *, pages: int, is_eligible: Mapping[str, Mapping[str, Truth]]
) -> SiteTemplates:
    """Learns templates of the sites with more than ``pages`` eligible pages, from the first of them by id."""
    method: Learner = build("learner", learner)
    templates: dict[tuple[str, str], tuple[Template, ...]] = {}
    learned_from: set[tuple[str, str]] = set()
    for corpus in corpora:
        chosen = _training(is_eligible[corpus.name], pages)
        found: dict[str, list[tuple[str, Document]]] = {}
        for labelled in corpus.pages({truth.id: truth for truth in chosen}):
            document = parse(labelled.page, url=labelled.truth.url)
            found.setdefault(labelled.truth.site or "", []).append((labelled.id, document))
        for site, documents in found.items():
            learned = method.learn([document for _, document in sorted(documents, key=lambda one: one[0])])
            templates[corpus.name, site] = tuple(sorted(learned, key=lambda one: -len(one.members)))
        learned_from |= {(corpus.name, truth.id) for truth in chosen}
    return SiteTemplates(learner=method, templates=templates, learned_from=frozenset(learned_from))


def _training(truths: Mapping[str, Truth], pages: int) -> list[Truth]:
    by_site: dict[str, list[Truth]] = {}
    for page_id in sorted(truths):
        truth = truths[page_id]
        if truth.site:
            by_site.setdefault(truth.site, []).append(truth)
    return [truth for found in by_site.values() if len(found) > pages for truth in found[:pages]]
