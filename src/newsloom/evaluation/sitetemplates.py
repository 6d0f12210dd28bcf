"""Templates for an evaluation: sets and a learner in, the templates of their sites out, learned from a few pages each.

Pages that were learned from are not scored, nor are sites with too few pages to learn from and to score.
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
    """What was learned of each site, and from which pages, by set and site and by set and page."""

    learner: Learner
    templates: Mapping[tuple[str, str], tuple[Template, ...]]
    learned_from: frozenset[tuple[str, str]]

    def is_scored(self, corpus: str, truth: Truth) -> bool:
        """Whether the page is of a site that was learned, and not one of those learned from."""
        return (corpus, truth.site or "") in self.templates and (corpus, truth.id) not in self.learned_from

    def of(self, corpus: str, truth: Truth, document: Document) -> Template | None:
        """The template that the page was printed from, as the learner places it, else the one of most pages."""
        known = self.templates.get((corpus, truth.site or ""), ())
        place = getattr(self.learner, "place", None)
        found = place(document, known) if place is not None and known else None
        return known[found or 0] if known else None


def learn_site_templates(
    corpora: Sequence[Corpus], learner: str, *, pages: int, is_eligible: Mapping[str, Mapping[str, Truth]]
) -> SiteTemplates:
    """Templates of the sites with more than ``pages`` eligible pages, learned from the first of them by their ids."""
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
