"""Removes credits from bylines: who took the pictures, and who the report was written for.

"Ann Lee Photos by Bo Ek" has one author.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from newsloom.text.keywords import Keywords
from newsloom.text.patterns import pattern

__all__ = ["is_picture_credit", "may_have_credits", "without_credits"]

# "Ann Lee Special to the Loom", "Ann Lee contributed to this report": matches to the end of the line.
_DEED: Final = pattern(
    r"(?:^|\W)(?:(?:special|exclusive) (?:to|for)|contribut(?:ed|ing) (?:to|reporting)|report(?:s|ed|ing) from)\b"
    r"[^|;]*",
    re.IGNORECASE,
)
# Photographers are not authors: "Photos by Bo Ek", "Foto: Bo Ek"; but "Foto og tekst: Bo Ek" names an author.
_PICTURES: Final = (
    r"(?:(?:image|picture|photo|crédit)\s)?(?:photo(?:s|graph(?:s|y|er)?)?|fotos?|fotograf(?:ie|i|ias?)?|pictures?|images?"
    r"|illustrations?|bild(?:er)?|video|credits?|crédits?|courtesy|fotoğraf|valokuvat?|zdjęci[ae]|фото|写真|사진)"
)
_PICTURED: Final = pattern(rf"^{_PICTURES}\s?(?:[:=：＝]| (?:by|credit|von|av|af|par|por|di|of)\b)", re.IGNORECASE)
_BEFORE_PICTURED: Final = pattern(
    rf"(?<!image)(?<!picture)(?<!photo)(?<!crédit)\s(?={_PICTURES}\s?[:：])"
    r"|(?<! and)(?<! with)(?<! &)(?<!,)\s(?=(?:photos?|photographs?|pictures?) by\b)",
    re.IGNORECASE,
)
# "Bo Ek/Getty Images", "AP Photo/Bo Ek": the credit of a picture, which does not name an author.
_PICTURE_HOUSE: Final = (
    r"\b(?:getty|shutterstock|istock\w*|unsplash|pexels|pixabay|alamy|adobe stock|picture[ -]alliance|imago images"
    r"|depositphotos|wikimedia commons|(?:ap|afp|epa|reuters|dpa) (?:photo|foto|images?))\b"
)
# Every ASCII credit that the expressions match contains one of these.
_IN_CREDITS: Final = tuple(
    "photo foto picture image illustration bild video credit courtesy valokuva getty shutterstock istock unsplash "
    "pexels pixabay alamy adobe imago wikimedia special exclusive contribut report".split()
)
_HAS_CREDIT: Final = pattern(_PICTURE_HOUSE, re.IGNORECASE)
_CREDIT: Final = pattern(rf"[^|;,]{{0,60}}{_PICTURE_HOUSE}[^|;,]{{0,60}}", re.IGNORECASE)


def without_credits(line: str) -> str:
    """The line with each credit removed, or set apart by a bar if it names a photographer."""
    if line.isascii() and not may_have_credits(line):
        return line
    parted = _BEFORE_PICTURED.sub(" | ", line)
    # Checked first, because ``_CREDIT`` backtracks over the words before.
    return _DEED.sub(" | ", _CREDIT.sub(" ", parted) if _HAS_CREDIT.search(parted) else parted)


def is_picture_credit(part: str) -> bool:
    """Whether the part begins like a picture credit: "Photos by Bo Ek"."""
    return _PICTURED.match(part) is not None


def may_have_credits(line: str) -> bool:
    """Whether an ASCII line may contain a credit. Most do not."""
    return bool(_words_of_credits().bits_in(line))


@functools.cache
def _words_of_credits() -> Keywords:
    return Keywords(dict.fromkeys(_IN_CREDITS, 1))
