"""The hot walks over a page, twice: in Python, and in C where that was built for the lxml at hand.

A function in Python goes in, its twin comes out: the function of the same name in ``native/``, which gives the same
answers several times faster; else the function itself. Without a compiler at installation there is no module in C
(``hatch_build.py``), and beside another lxml than it was built with it refuses to be imported: all is slower then, and
the same. So it is with a module that was built before its functions changed, until the next installation.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Final, TypeVar

__all__ = ["NAME", "native", "twin_of"]

# What the functions in C take and give, as kernel.c says it of itself: raise both when that changes.
_AGREEMENT: Final = 2

_Function = TypeVar("_Function", bound=Callable[..., Any])


def twin_of(pure: _Function) -> _Function:
    """The function of the same name in C, else ``pure`` itself."""
    twin: _Function = getattr(native, pure.__name__, pure)
    return twin


def _imported() -> object:
    try:
        module = importlib.import_module("newsloom.dom._kernel")
    except ImportError:
        return None
    return module if getattr(module, "AGREEMENT", None) == _AGREEMENT else None


native: Final = _imported()
"""The module in C, None where there is none."""

NAME: Final = "Python" if native is None else "C"
"""The language of the twins at work."""
