"""The regions of labelled pages, found without what the page's own site teaches."""

from __future__ import annotations

import json

import pytest

from training.labelled import folds_by_site, read_pages
from training.names import Example, Names
from training.regions import find_regions

STORY = [
    "The ferry between Lindvik and the islands sails again from Monday, said the harbour master on Sunday evening.",
    "It had been in the yard for nine weeks, where the hull was painted and a new engine was built into the ship.",
]
APPEAL = "Readers like you keep this paper going, so please think about giving to the harbour courier every month."


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "harbour"
    (folder / "pages").mkdir(parents=True)
    truths = []
    for number in range(20):
        body = "".join(f"<p>{text}</p>" for text in STORY)
        page = f"<body><div class='quux'>{body}<div class='zork'><p>{APPEAL}</p></div></div></body>"
        (folder / "pages" / f"{number}.html").write_text(page, encoding="utf-8")
        truths.append({"id": str(number), "site": f"site-{number}", "text": "\n".join(STORY)})
    (folder / "truth.jsonl").write_text("\n".join(json.dumps(truth) for truth in truths), encoding="utf-8")
    return folder


def test_every_page_has_a_region_and_names_are_learned_from_other_sites(folder):
    pages = list(read_pages([folder]))
    with pytest.raises(ValueError, match="not known"):
        _ = pages[0].seen
    find_regions(pages, [folder], [])
    # Fifteen other sites and more say that a zork is furniture.
    assert all(max(page.seen.region.odds) > 0 for page in pages)


def test_a_page_does_not_teach_the_names_of_its_own_fold(folder):
    pages = list(read_pages([folder]))
    for page, fold in zip(pages, folds_by_site(pages).tolist(), strict=True):
        page.names_seen = (Example(("zork",), True, 1.0),) if fold == 0 else ()
    find_regions(
        pages, [folder], [Names(site=f"rule-{n}", examples=(Example(("quux",), False, 1.0),)) for n in range(9)]
    )
    found = {fold: max(page.seen.region.odds) for page, fold in zip(pages, folds_by_site(pages).tolist(), strict=True)}
    assert found[0] == 0
