"""What compiled modules use of the ``cython`` module, so that they run as plain Python without Cython.

Such a module imports ``cython``, or this module if Cython is not installed. Decorators return their argument, and types
are Python's own. mypy reads this module in place of ``cython`` (``typings/cython.pyi``), so no module can use a name
that is missing here.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

compiled: Final = False
"""Whether the importing module is compiled: in compiled modules Cython replaces this with True."""

bint: TypeAlias = builtins.bool
Py_ssize_t: TypeAlias = builtins.int
Py_UCS4: TypeAlias = builtins.str

# Elements of memoryviews, as in cython.double[:], a type that mypy does not know. For a single number that is a double
# in C, write float.
char: Any = builtins.int
uchar: Any = builtins.int
short: Any = builtins.int
ushort: Any = builtins.int
int: Any = builtins.int  # noqa: A001
long: Any = builtins.int
longlong: Any = builtins.int
ulonglong: Any = builtins.int
float: Any = builtins.float  # noqa: A001
double: Any = builtins.float
# Python's bytes are read in place.
p_const_uchar: TypeAlias = builtins.bytes
p_uchar: TypeAlias = builtins.bytearray
NULL: Final = None
void: TypeAlias = None

_Decorated = TypeVar("_Decorated", bound=Callable[..., Any])
_Value = TypeVar("_Value")


def declare(_: Any, value: _Value) -> _Value:
    """Declares a constant of a module as a C variable, visible in that module only."""
    return value


def cast(_: Any, value: _Value) -> _Value:
    """Treats a C value as one of another type."""
    return value


def cfunc(function: _Decorated) -> _Decorated:
    """Makes a function a C function, for its own module only."""
    return function


def ccall(function: _Decorated) -> _Decorated:
    """Makes a function a C function for its own module and a Python function for others."""
    return function


def inline(function: _Decorated) -> _Decorated:
    """Lets the C compiler replace calls of a function by its body."""
    return function


def cclass(kind: _Decorated) -> _Decorated:
    """Puts the attributes of a class into a C structure."""
    return kind


def final(kind: _Decorated) -> _Decorated:
    """Marks a class that has no subclasses."""
    return kind


def exceptval(*_: object, **__: object) -> Callable[[_Decorated], _Decorated]:
    """Says what a C function returns if it raised; ``check=False`` if it never does."""
    return _unchanged


def _unchanged(function: _Decorated) -> _Decorated:
    return function
