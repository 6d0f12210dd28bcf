"""What knowing a site is worth, measured on a made-up one."""

from __future__ import annotations

import numpy as np
from tests.redesign import APPEAL, old_page, story_text

from newsloom.dom import parse
from training.alignment import words_of
from training.site_prior import HeldApartPage, gains, read_chances, write_chances


def page(number: int) -> HeldApartPage:
    """A page on which the forest takes the appeal for the story, hardly less than the story itself."""
    document = parse(old_page(number))
    sure = [0.9 if segment.text in story_text(number) else 0.05 for segment in document.outline.segments]
    unsure = [
        0.6 if segment.text == APPEAL else one for segment, one in zip(document.outline.segments, sure, strict=True)
    ]
    return HeldApartPage(
        template="old", document=document, truth=words_of(story_text(number)), chances=np.array(unsure)
    )


def test_pages_of_a_site_correct_each_other():
    (gain,) = gains([page(number) for number in range(5)], others=4)
    assert (gain.template, gain.pages) == ("old", 5)
    assert gain.without < gain.with_site == 1.0


def test_a_template_of_too_few_pages_is_left_out():
    assert gains([page(number) for number in range(4)], others=4) == []


def test_chances_that_were_kept_are_read_again(tmp_path):
    chances = {"one": np.array([0.25, 0.5]), "two": np.array([])}
    write_chances(tmp_path / "chances.npz", chances)
    found = read_chances(tmp_path / "chances.npz")
    assert {name: own.tolist() for name, own in found.items()} == {"one": [0.25, 0.5], "two": []}
