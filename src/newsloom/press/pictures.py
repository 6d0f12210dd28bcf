"""Draws the picture of a story as PNG, from its number and beat, without a library or files.

A sky, a sun, hills or waves, and something that stands for the beat: a crane, a goal, a tower. Each is 480 by 270
pixels of sixteen colours, drawn in runs along the rows, in a few milliseconds.
"""

from __future__ import annotations

import colorsys
import math
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from newsloom.press.grammar import chance

__all__ = ["HEIGHT", "WIDTH", "picture"]

WIDTH: Final = 480
HEIGHT: Final = 270

# The palette: ten shades of sky, then these.
_SKY_SHADES: Final = 10
_SUN, _FAR, _NEAR, _DARK, _BRIGHT, _WHITE = range(_SKY_SHADES, _SKY_SHADES + 6)
_HORIZON: Final = 190


@dataclass(slots=True)
class _Canvas:
    rows: list[bytearray]

    def box(self, left: int, top: int, width: int, height: int, colour: int) -> None:
        left, right = max(0, left), min(WIDTH, left + width)
        for row in self.rows[max(0, top) : max(0, min(HEIGHT, top + height))]:
            row[left:right] = bytes((colour,)) * max(0, right - left)

    def disc(self, x: int, y: int, radius: int, colour: int) -> None:
        for dy in range(-radius, radius + 1):
            half = math.isqrt(radius * radius - dy * dy)
            self.box(x - half, y + dy, 2 * half, 1, colour)

    def wedge(self, x: int, top: int, height: int, slope: float, colour: int) -> None:
        """A triangle that stands on its base."""
        for row in range(height):
            half = int(row * slope)
            self.box(x - half, top + row, 2 * half + 1, 1, colour)

    def ridge(self, base: int, swing: float, length: float, shift: float, colour: int) -> None:
        """Hills or waves: everything below a wavy line."""
        for x in range(0, WIDTH, 4):
            top = base - int(swing * (math.sin(x / length + shift) + 0.4 * math.sin(2.7 * x / length)))
            self.box(x, top, 4, HEIGHT - top, colour)


def picture(number: int, beat: str) -> bytes:
    """The picture of a story; the same for the same number and beat."""
    chooser = chance("picture", number, beat)
    canvas = _Canvas([bytearray((min(_SKY_SHADES - 1, y * _SKY_SHADES // _HORIZON),)) * WIDTH for y in range(HEIGHT)])
    canvas.disc(chooser.randrange(60, 420), chooser.randrange(40, 110), chooser.randrange(16, 30), _SUN)
    canvas.ridge(_HORIZON - 20, chooser.randrange(8, 26), chooser.uniform(40, 90), chooser.uniform(0, 6), _FAR)
    canvas.ridge(_HORIZON + 15, chooser.randrange(3, 9), chooser.uniform(18, 60), chooser.uniform(0, 6), _NEAR)
    _SUBJECTS.get(beat, _tower)(canvas, chooser.randrange(90, 380))
    return _png(canvas, _palette(chooser.random()))


def _tower(canvas: _Canvas, x: int) -> None:
    canvas.box(x - 60, 140, 120, 75, _DARK)
    canvas.wedge(x, 100, 42, 1.6, _BRIGHT)
    for window in range(5):
        canvas.box(x - 50 + window * 22, 158, 11, 18, _WHITE)
    canvas.box(x - 8, 186, 16, 29, _BRIGHT)


def _crane(canvas: _Canvas, x: int) -> None:
    canvas.box(x, 70, 9, 145, _DARK)
    canvas.box(x - 30, 78, 140, 6, _DARK)
    canvas.box(x + 84, 84, 2, 50, _DARK)
    canvas.box(x + 70, 134, 30, 18, _BRIGHT)
    canvas.box(x - 110, 190, 95, 26, _BRIGHT)
    canvas.box(x - 60, 168, 34, 24, _WHITE)


def _rain(canvas: _Canvas, x: int) -> None:
    for cloud in (-70, -30, 20, 60):
        canvas.disc(x + cloud, 75 + abs(cloud) // 6, 34, _WHITE)
    for drop in range(40):
        canvas.box(x - 110 + (drop * 37) % 220, 112 + (drop * 53) % 90, 2, 12, _BRIGHT)


def _goal(canvas: _Canvas, x: int) -> None:
    canvas.box(0, 205, WIDTH, 65, _NEAR)
    for post in (x - 70, x + 70):
        canvas.box(post, 130, 5, 80, _WHITE)
    canvas.box(x - 70, 130, 145, 5, _WHITE)
    canvas.disc(x + 15, 215, 10, _BRIGHT)


def _columns(canvas: _Canvas, x: int) -> None:
    canvas.wedge(x, 95, 36, 2.6, _WHITE)
    for column in range(5):
        canvas.box(x - 80 + column * 37, 133, 14, 70, _WHITE)
    canvas.box(x - 95, 203, 190, 12, _DARK)


def _flask(canvas: _Canvas, x: int) -> None:
    canvas.box(x - 9, 90, 18, 50, _WHITE)
    canvas.wedge(x, 130, 80, 0.8, _WHITE)
    canvas.wedge(x, 165, 45, 0.95, _BRIGHT)
    canvas.disc(x - 14, 192, 5, _WHITE)


def _stage(canvas: _Canvas, x: int) -> None:
    canvas.box(x - 90, 200, 180, 16, _DARK)
    for side in (x - 90, x + 66):
        canvas.box(side, 100, 24, 100, _BRIGHT)
    canvas.box(x - 90, 96, 180, 12, _BRIGHT)
    canvas.disc(x, 150, 9, _WHITE)
    canvas.box(x - 8, 159, 16, 41, _WHITE)


def _bars(canvas: _Canvas, x: int) -> None:
    for place, height in enumerate((40, 64, 52, 88, 110)):
        canvas.box(x - 80 + place * 34, 214 - height, 24, height, _BRIGHT if place % 2 else _DARK)


_SUBJECTS: Final[Mapping[str, Callable[[_Canvas, int], None]]] = MappingProxyType(
    {
        "harbour": _crane,
        "weather": _rain,
        "sport": _goal,
        "court": _columns,
        "research": _flask,
        "culture": _stage,
        "business": _bars,
    }
)


def _palette(hue: float) -> bytes:
    """Sixteen matching colours."""
    sky = [colorsys.hsv_to_rgb(hue, 0.55 - 0.04 * shade, 0.6 + 0.035 * shade) for shade in range(_SKY_SHADES)]
    rest = [
        colorsys.hsv_to_rgb(0.13, 0.35, 1.0),
        colorsys.hsv_to_rgb((hue + 0.08) % 1, 0.45, 0.55),
        colorsys.hsv_to_rgb((hue + 0.15) % 1, 0.5, 0.4),
        colorsys.hsv_to_rgb(hue, 0.4, 0.2),
        colorsys.hsv_to_rgb((hue + 0.45) % 1, 0.65, 0.85),
        (0.96, 0.96, 0.94),
    ]
    return bytes(round(255 * part) for colour in sky + rest for part in colour)


def _png(canvas: _Canvas, palette: bytes) -> bytes:
    # Each row begins with the number of its filter: 0, none.
    pixels = zlib.compress(b"".join(b"\0" + row for row in canvas.rows), 6)
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
