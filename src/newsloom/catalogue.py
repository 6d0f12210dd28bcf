"""The catalogue of rooms: a kind ("extractor") and a name ("next") to an instance of the room's class.

A room is imported on first use. Other packages add rooms by the entry-point groups ``newsloom.extractors`` and so on.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any, Final

from newsloom.errors import UnknownName

__all__ = ["KINDS", "available", "build", "room"]

KINDS: Final = ("extractor", "reader", "learner", "clusterer")

_ROOMS: Final[dict[str, dict[str, str]]] = {
    "extractor": {
        "container": "newsloom.extractors.container:ContainerExtractor",
        "largest": "newsloom.extractors.largest:LargestBlockExtractor",
        "loom": "newsloom.extractors.loom:LoomExtractor",
        "next": "newsloom.extractors.next:NextExtractor",
        "template": "newsloom.extractors.template:TemplateExtractor",
    },
    "reader": {
        "lbnest": "newsloom.readers.lbnest:LinkReader",
        "loom": "newsloom.readers.loom:LoomReader",
        "patterns": "newsloom.readers.patterns:PatternReader",
    },
    "learner": {
        "rtdm": "newsloom.learners.rtdm:RtdmLearner",
        "segmenttable": "newsloom.learners.segmenttable:SegmentTableLearner",
        "texthash": "newsloom.learners.texthash:TextHashLearner",
        "textmax": "newsloom.learners.textmax:TextMaxLearner",
        "textmdl": "newsloom.learners.textmdl:TextMdlLearner",
    },
    "clusterer": {
        "concepts": "newsloom.clusterers.concepts:ConceptClusterer",
        "linkage": "newsloom.clusterers.linkage:LinkageClusterer",
        "loglikelihood": "newsloom.clusterers.loglikelihood:LogLikelihoodClusterer",
        "stream": "newsloom.clusterers.stream:StreamClusterer",
    },
}


def available(kind: str) -> tuple[str, ...]:
    """The names that can be chosen for one of ``KINDS``, sorted."""
    if not isinstance(kind, str):
        raise TypeError(f"a kind of method is one of {', '.join(KINDS)}, not a value of type {type(kind).__name__}")
    return tuple(sorted(_targets(kind)))


def room(kind: str, name: str) -> type[Any]:
    """The class behind a name. Raises ``UnknownName`` with the nearest names."""
    # Other packages come last: reading their entry points takes longer than reading a page.
    target = _own(kind).get(name) or _targets(kind).get(name)
    if target is None:
        known = available(kind)
        raise UnknownName(kind, name, known, _nearest(name, known))
    module, _, attribute = target.partition(":")
    found: type[Any] = getattr(importlib.import_module(module), attribute)
    return found


def build(kind: str, name: str, **parameters: Any) -> Any:
    """A room made with its parameters; those not given keep the room's defaults."""
    return room(kind, name)(**parameters)


@functools.cache
def _targets(kind: str) -> dict[str, str]:
    own = _own(kind)
    # Imported here, for it takes as long to load as lxml and few ask for it.
    foreign = importlib.import_module("importlib.metadata").entry_points(group=f"newsloom.{kind}s")
    # Our own names win: a foreign package may add a room, never replace one silently.
    return {entry.name: entry.value for entry in foreign} | own


def _own(kind: str) -> dict[str, str]:
    if kind not in _ROOMS:
        raise UnknownName("kind of method", kind, KINDS, _nearest(kind, KINDS))
    return _ROOMS[kind]


def _nearest(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    # Imported here, as above: names are seldom misspelt.
    return tuple(importlib.import_module("difflib").get_close_matches(name, known, n=2))
