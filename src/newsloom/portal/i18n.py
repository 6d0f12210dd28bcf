"""Loads the portal's messages in each locale and makes them available to templates and functions.

Messages live in ``translations/CODE/LC_MESSAGES/messages.po``, for gettext's tools; they are read when the portal
starts, so nothing has to be compiled. A msgid is the name of a message (``nav.front``), and English is a translation
like the others. Messages go into pages unescaped, as Jinja's i18n extension has it; the values in them are escaped.
"""

from __future__ import annotations

import functools
import gettext
import io
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import Environment
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

__all__ = ["install_translations", "translations_of"]

_FOLDER: Final = Path(__file__).parent / "translations"
# {{ _("…") }} as the lexer sees it.
_CALL: Final = ("variable_begin", "name", "lparen", "string", "rparen", "variable_end")


@functools.cache
def translations_of(code: str) -> gettext.GNUTranslations:
    """The messages of one locale. Looking up a missing message raises ``KeyError``."""
    with (_FOLDER / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    translations.add_fallback(_Missing())
    return translations


def install_translations(environment: Environment, code: str) -> None:
    """Lets templates use ``_("nav.front")``, or ``_("story.began", when=…)`` with values."""
    translations = translations_of(code)
    environment.add_extension("jinja2.ext.i18n")
    environment.add_extension(_StaticMessages)
    environment.extend(translations=translations)
    # The extension adds this method to the environment, whose type does not have it.
    extended: Any = environment
    extended.install_gettext_translations(translations, newstyle=True)


class _StaticMessages(Extension):
    """Replaces ``{{ _("nav.front") }}`` by its message when a template is compiled, to save a call for each page.

    A call costs 5 µs, and a page has some twenty messages without values.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        extended: Any = self.environment
        window: deque[Token] = deque()
        for token in stream:
            if len(window) == len(_CALL):
                yield window.popleft()
            window.append(token)
            if tuple(one.type for one in window) == _CALL and window[1].value == "_":
                yield Token(window[0].lineno, "data", extended.translations.gettext(window[3].value) % {})
                window.clear()
        yield from window


class _Missing(gettext.NullTranslations):
    """The fallback for messages that a catalogue does not have."""

    def gettext(self, message: str) -> str:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002 - gettext's signature
        raise KeyError(msgid1)
