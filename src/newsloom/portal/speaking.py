"""Templates in one language: phrases that never vary are put in once, when a template is compiled.

``t("nav.front")`` in a template becomes the phrase itself; a phrase with values, or with a name that is worked out, is
said when the page is made. A third of what a page prints are such phrases.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, nodes
from jinja2.visitor import NodeTransformer

from newsloom.portal.tongues import Tongue

__all__ = ["SpeakingEnvironment"]

_SAY = "t"


class SpeakingEnvironment(Environment):
    """An environment whose templates speak one tongue."""

    def __init__(self, tongue: Tongue, **options: Any) -> None:
        super().__init__(**options)
        self.globals |= {_SAY: tongue.say, "n": tongue.count, "tongue": tongue}
        self._phrases = _Phrases(tongue)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = self._phrases.visit(super()._parse(source, name, filename))
        return tree


class _Phrases(NodeTransformer):
    """Puts phrases in the place of calls that ask for nothing but one."""

    def __init__(self, tongue: Tongue) -> None:
        self._tongue = tongue

    def visit_Call(self, call: nodes.Call) -> nodes.Node:  # noqa: N802 - Jinja's name for it
        match call:
            case nodes.Call(node=nodes.Name(name="t"), args=[nodes.Const(value=str(key))], kwargs=[]):
                return nodes.Const(self._tongue.say(key), lineno=call.lineno)
        return self.generic_visit(call)
