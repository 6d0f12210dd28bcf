from __future__ import annotations

import pytest

from newsloom.fetch import ANYTHING, PICTURES, READABLE, Accept


@pytest.mark.parametrize("content_type", ["text/html; charset=utf-8", "APPLICATION/XML", "application/json", "", None])
def test_text_of_all_kinds_is_readable(content_type):
    assert READABLE.welcomes(content_type)


@pytest.mark.parametrize("content_type", ["video/mp4", "IMAGE/PNG", "application/pdf;x=y", " audio/mpeg"])
def test_films_and_files_are_not(content_type):
    assert not READABLE.welcomes(content_type)
    assert ANYTHING.welcomes(content_type)


def test_pictures_are_pictures():
    assert PICTURES.welcomes("image/webp")
    assert not PICTURES.welcomes("text/html")


def test_never_wins_over_only():
    assert not Accept(only=("image/",), never=("image/svg",)).welcomes("image/svg+xml")
