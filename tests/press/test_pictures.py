from __future__ import annotations

import struct
import zlib

import pytest

from newsloom.press.papers import BEATS
from newsloom.press.pictures import HEIGHT, WIDTH, picture


@pytest.mark.parametrize("beat", sorted(BEATS["en"]))
def test_a_picture_is_a_whole_png(beat):
    chunks = dict(_chunks(picture(4017, beat)))
    assert struct.unpack(">II", chunks[b"IHDR"][:8]) == (WIDTH, HEIGHT)
    pixels = zlib.decompress(chunks[b"IDAT"])
    assert len(pixels) == HEIGHT * (WIDTH + 1)
    assert max(pixels) < len(chunks[b"PLTE"]) // 3


def test_the_same_story_has_the_same_picture_and_another_another():
    assert picture(1, "sport") == picture(1, "sport")
    assert len({picture(number, beat) for number in range(5) for beat in ("sport", "court")}) == 10


def _chunks(png: bytes):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    place = 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        name, content = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        assert struct.unpack(">I", png[place + 8 + length : place + 12 + length])[0] == zlib.crc32(name + content)
        yield name, content
        place += 12 + length
