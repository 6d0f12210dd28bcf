"""Pages made of labelled pages: shorter, without names, with pieces of other pages."""

from __future__ import annotations

import json
import re

import pytest

from training.alignment import words_of
from training.labelled import folds_by_site, read_pages
from training.variants import Donor, add_variants, find_donors, vary

STORY = [
    "The ferry between Lindvik and the islands sails again from Monday, said the harbour master on Sunday evening.",
    "It had been in the yard for nine weeks, where the hull was painted and a new engine was built into the ship.",
    "Passengers had to take the bus around the bay, which takes two hours more and does not run on Sundays at all.",
]
TERMS = (
    "By using this site you agree to our terms of use and to the storage of all that you write on the site for ever."
)
PAGE = f"""<html><body><article class="story">{"".join(f"<p>{text}</p>" for text in STORY)}</article>
<aside class="terms"><p>{TERMS} Site %d is run by the harbour press and nobody else.</p></aside></body></html>"""


def variants(count: int = 60) -> list[str]:
    truth = words_of(" ".join(STORY))
    donor = Donor((f'<div class="zork"><p>{TERMS.upper()}</p></div>',), "<div><p>A second story stands here.</p></div>")
    made = (vary((PAGE % 1).encode(), truth, [donor], seed=str(seed)) for seed in range(count))
    return [page.decode() for page in made if page is not None]


def test_a_page_is_changed_in_each_of_the_ways():
    pages = variants()
    assert len(pages) == 60
    assert any('class="terms"' not in page for page in pages)
    assert any("<article" not in page for page in pages)
    assert any(STORY[2] not in page for page in pages)
    assert any(TERMS.upper() in page for page in pages)
    assert any("A second story" in page for page in pages)
    assert all(STORY[0] in page and TERMS in page for page in pages)


def test_the_same_chances_make_the_same_page():
    assert variants(10) == variants(10)


def test_a_page_without_its_story_is_left_alone():
    assert vary(b"<body><p>Something else.</p></body>", words_of(" ".join(STORY)), [], seed="1") is None


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "harbour"
    (folder / "pages").mkdir(parents=True)
    truths = []
    for number in range(60):
        (folder / "pages" / f"{number}.html").write_text(PAGE % number, encoding="utf-8")
        truths.append({"id": str(number), "site": f"site-{number}", "text": "\n".join(STORY)})
    (folder / "truth.jsonl").write_text("\n".join(json.dumps(truth) for truth in truths), encoding="utf-8")
    return folder


def test_a_page_gives_to_pages_of_its_own_fold_alone(folder):
    pages = list(read_pages([folder]))
    fold_of = dict(zip((page.id for page in pages), folds_by_site(pages).tolist(), strict=True))
    given = {
        (fold, number)
        for fold, donors in enumerate(find_donors(pages, [folder]))
        for donor in donors
        for number in re.findall(r"Site (\d+)", " ".join(donor.furniture))
    }
    assert len(given) > 10
    assert all(fold_of[number] == fold for fold, number in given)


def test_every_page_that_is_learned_from_has_a_variant_with_a_story(folder):
    pages = list(read_pages([folder]))
    pages[0].is_mislabelled = True
    add_variants(pages, [folder])
    assert pages[0].variant is None
    assert all(page.variant is not None and page.variant.labels.any() for page in pages[1:])
    assert {len(page.examples) for page in pages[1:]} == {3}
