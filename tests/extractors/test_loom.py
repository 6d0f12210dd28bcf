"""What is peculiar to loom: its evidence, its forest, its verdict on the page."""

from __future__ import annotations

import hashlib
from importlib import resources

import numpy as np
import pytest

from newsloom.dom import parse
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.features import FAMILIES, segment_features
from newsloom.extractors.loom.model import Forest, load_forest
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.words import PHRASES, ROLES, phrase_bits, role_bits

PARAGRAPHS = [
    "The harbour master of Lindvik said on Monday that the old breakwater would be rebuilt before the winter storms.",
    "Work begins in August, when the fishing fleet is away, and will close the eastern quay for six weeks.",
    "Fishermen who met in the town hall asked for a second crane, which the council promised to look into.",
    "The breakwater was built in 1911 and has been mended eleven times since, most recently after the storm of 2016.",
]
STORY = f"""<html lang="en"><head><title>Lindvik rebuilds its breakwater | The Coast Courier</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li>
<li><a href="/weather">Weather</a></li></ul></nav>
<main><article><h1>Lindvik rebuilds its breakwater</h1><p class="byline">By Ada Strand</p>
{"".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)}
<figure><img src="b.jpg"><figcaption>The breakwater in March. Photo: Ola Vik</figcaption></figure>
</article></main>
<aside class="related"><h2>Read more</h2><ul><li><a href="/a">Ferry fares rise again in spring</a></li>
<li><a href="/b">Herring catch is the best in years</a></li></ul></aside>
<footer><p>© The Coast Courier. All rights reserved.</p><a href="/imprint">Imprint</a></footer></body></html>"""


def rows_of(page: str) -> tuple[tuple[str, ...], np.ndarray]:
    return segment_features(LinedPage.of(parse(page)))


def test_the_story_is_kept_and_the_furniture_is_not():
    found = LoomExtractor().extract(parse(STORY)).text
    assert all(paragraph in found for paragraph in PARAGRAPHS)
    for furniture in ("Weather", "Ferry fares", "All rights reserved", "Ola Vik"):
        assert furniture not in found


def test_a_story_is_told_from_a_list_of_links():
    links = "".join(f"<li><a href='/{n}'>Story number {n} of the day</a></li>" for n in range(60))
    listing = LoomExtractor().extract(parse(f"<html><body><h1>News</h1><ul>{links}</ul></body></html>"))
    assert listing.is_article is False
    assert listing.reason
    story = LoomExtractor().extract(parse(STORY.replace("<article>", "<article>" + "<p>" + PARAGRAPHS[1] + "</p>" * 9)))
    assert story.is_article


def test_a_paragraph_printed_twice_is_kept_once():
    page = STORY.replace("</article>", f"<p>{PARAGRAPHS[1]}</p></article>")
    assert LoomExtractor().extract(parse(page)).text.count(PARAGRAPHS[1]) == 1


def test_headings_and_lists_are_named_as_such():
    page = STORY.replace(
        f"<p>{PARAGRAPHS[2]}",
        f"<h2>What the fishermen want</h2><ul><li>{PARAGRAPHS[1]} Twice.</li></ul><p>{PARAGRAPHS[2]}",
    )
    kinds = {block.text: block.kind for block in LoomExtractor().extract(parse(page)).blocks}
    assert kinds.get(PARAGRAPHS[0]) == "paragraph"
    assert kinds.get(f"{PARAGRAPHS[1]} Twice.") in (None, "item")


def test_there_is_a_row_for_every_line_and_no_hole_in_it():
    names, rows = rows_of(STORY)
    assert rows.shape == (len(parse(STORY).outline.segments), len(names))
    assert np.isfinite(rows).all()


def test_the_shipped_forest_knows_these_features():
    assert load_forest().names == rows_of("<p>x")[0]


def test_no_family_of_evidence_is_empty():
    page = LinedPage.of(parse(STORY))
    assert all(family(page) for family in FAMILIES.values())


def test_hidden_boxes_are_seen_as_hidden():
    names, rows = rows_of(
        "<div><p style='display: none'>a</p><p hidden>b</p><div aria-hidden=true><p>c</p></div><p>d</p>"
    )
    assert rows[:, names.index("is_hidden")].tolist() == [1, 1, 1, 0]


def test_a_symmetric_tree_reads_its_answers_as_a_number():
    forest = Forest(
        names=("a", "b"),
        features=np.array([[0, 1]], dtype=np.int16),
        borders=np.array([[0.5, 0.5]], dtype=np.float32),
        leaves=np.array([[-9.0, -3.0, 3.0, 9.0]], dtype=np.float32),
        bias=0.0,
    )
    chances = forest.probabilities(np.array([[0, 0], [1, 0], [0, 1], [1, 1]], dtype=np.float32))
    assert chances == pytest.approx(1 / (1 + np.exp([9.0, 3.0, -3.0, -9.0])))


def test_the_model_is_the_one_its_digest_names():
    folder = resources.files("newsloom.extractors.loom").joinpath("data")
    digest = hashlib.sha256(folder.joinpath("model.npz").read_bytes()).hexdigest()
    assert folder.joinpath("model.sha256").read_text(encoding="ascii").split()[0] == digest


def test_names_speak_of_roles():
    assert role_bits("article-body") & 1 << ROLES.index("body")
    assert role_bits("ArticleComments") & 1 << ROLES.index("comment")
    assert role_bits("ad") & 1 << ROLES.index("promotion")
    assert not role_bits("lead") & 1 << ROLES.index("promotion")


def test_short_lines_speak_for_themselves():
    assert phrase_bits("© 2024 The Courier") & 1 << PHRASES.index("rights")
    assert phrase_bits("Updated 12:30") & 1 << PHRASES.index("number")
    assert phrase_bits("The fleet came home") == 0
