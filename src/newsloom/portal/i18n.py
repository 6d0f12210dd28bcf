"""The portal's words in a locale: catalogues of messages in, templates and functions out that speak them.

Messages live in ``translations/CODE/LC_MESSAGES/messages.po``, for gettext's tools; they are read when the portal
starts, so nothing has to be compiled. A msgid is the name of a message (``nav.front``), and English is a translation
like the others. Messages go into pages unescaped, as Jinja's i18n extension has it; the values in them are escaped.
"""

from __future__ import annotations

import functools
import gettext
import io
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import Environment

__all__ = ["install_translations", "translations_of"]

_FOLDER: Final = Path(__file__).parent / "translations"


@functools.cache
def translations_of(code: str) -> gettext.GNUTranslations:
    """The messages of one locale; one that is missing raises ``KeyError`` when it is asked for."""
    with (_FOLDER / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    translations.add_fallback(_Missing())
    return translations


def install_translations(environment: Environment, code: str) -> None:
    """Templates of the environment say ``_("nav.front")``, or ``_("story.began", when=…)`` with values."""
    environment.add_extension("jinja2.ext.i18n")
    # The extension gives the environment this method, which no type knows.
    extended: Any = environment
    extended.install_gettext_translations(translations_of(code), newstyle=True)


class _Missing(gettext.NullTranslations):
    """What is asked for a message that a catalogue does not have."""

    def gettext(self, message: str) -> str:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002 - gettext's signature
        raise KeyError(msgid1)
