"""The catalogue of rooms: makes an instance of a room from a kind ("extractor") and a method ("next:beta=0.3").

A method is the name of a room, optionally with settings after a colon (see ``newsloom.parameters``). A room is imported
on first use. Other packages add rooms through entry points in the groups ``newsloom.extractors`` and so on.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any, Final

from newsloom.errors import UnknownName
from newsloom.parameters import read_parameters, split_method

__all__ = ["KINDS", "available", "build", "reads_code", "room"]

KINDS: Final = ("extractor", "reader", "learner", "clusterer")

_ROOMS: Final[dict[str, dict[str, str]]] = {
    "extractor": {
        "container": "newsloom.extractors.container:ContainerExtractor",
        "correlation": "newsloom.extractors.correlation:CorrelationExtractor",
        "largest": "newsloom.extractors.largest:LargestBlockExtractor",
        "lbnest": "newsloom.extractors.lbnest:AnnouncedTextExtractor",
        "loom": "newsloom.extractors.loom:LoomExtractor",
        "next": "newsloom.extractors.next:NextExtractor",
        "perception": "newsloom.extractors.perception:PerceptionExtractor",
        "template": "newsloom.extractors.template:TemplateExtractor",
        "vwrapper": "newsloom.extractors.vwrapper:VisualWrapperExtractor",
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
    """Returns the names that can be chosen for one of ``KINDS``, sorted."""
    if not isinstance(kind, str):
        raise TypeError(
            f"a kind of method must be one of {', '.join(KINDS)}, not a value of type {type(kind).__name__}"
        )
    return tuple(sorted(_targets(kind)))


@functools.lru_cache(maxsize=64)
def room(kind: str, method: str) -> type[Any]:
    """Returns the class of a method, whatever its settings. Raises ``UnknownName`` with the nearest names."""
    name, _ = split_method(method)
    # Other packages come last: reading their entry points takes longer than reading a page.
    target = _own(kind).get(name) or _targets(kind).get(name)
    if target is None:
        known = available(kind)
        raise UnknownName(kind, name, known, _nearest(name, known))
    module, _, attribute = target.partition(":")
    found: type[Any] = getattr(importlib.import_module(module), attribute)
    return found


def build(kind: str, method: str, **parameters: Any) -> Any:
    """Makes a room with the given parameters; the others keep the room's defaults.

    Raises ``UnknownName`` for a room or parameter that does not exist, ``ParameterError`` for an impossible value.
    """
    found = room(kind, method)
    return found(**({**_given(kind, method), **parameters} if ":" in method else parameters))


def reads_code(method: object) -> bool:
    """Whether an extractor or a reader may look at scripts, style sheets and attributes meant for browsers alone.

    Every method may, unless its class says ``reads_code = False``: it is then given documents parsed without them. A
    subclass does not inherit this, for it may read more.
    """
    return bool(vars(type(method)).get("reads_code", True))


@functools.lru_cache(maxsize=64)
def _given(kind: str, method: str) -> dict[str, Any]:
    # Cached: a gatherer builds its extractor for every page, and settings may name files.
    return read_parameters(room(kind, method), kind, split_method(method)[1])


@functools.cache
def _targets(kind: str) -> dict[str, str]:
    own = _own(kind)
    # Imported here: it takes as long to load as lxml and is rarely needed.
    foreign = importlib.import_module("importlib.metadata").entry_points(group=f"newsloom.{kind}s")
    # Our own names win: another package may add a room but not replace one silently.
    return {entry.name: entry.value for entry in foreign} | own


def _own(kind: str) -> dict[str, str]:
    if kind not in _ROOMS:
        raise UnknownName("kind of method", kind, KINDS, _nearest(kind, KINDS))
    return _ROOMS[kind]


def _nearest(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    # Imported here, as above: names are rarely misspelt.
    return tuple(importlib.import_module("difflib").get_close_matches(name, known, n=2))
