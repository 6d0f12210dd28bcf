"""What compiled modules use of the ``cython`` module, for running them as plain Python without Cython.

Such a module imports ``cython`` and, where that is not installed, this. Decorators return what they are given and types
are Python's own. mypy reads this in place of ``cython`` (``typings/cython.pyi``), so that no module can use a name that
is missing here.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

compiled: Final = False
"""Whether the module that asks is compiled: there Cython puts True in its place."""

bint: TypeAlias = builtins.bool
Py_ssize_t: TypeAlias = builtins.int
Py_UCS4: TypeAlias = builtins.str

# Elements of memoryviews, as in cython.double[:], a type that mypy does not know. A number of one's own that is a
# double in C is better written as float.
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
# Bytes of Python are read where they lie.
p_const_uchar: TypeAlias = builtins.bytes
NULL: Final = None
void: TypeAlias = None

_Decorated = TypeVar("_Decorated", bound=Callable[..., Any])
_Value = TypeVar("_Value")


def declare(_: Any, value: _Value) -> _Value:
    """A constant of a module that is a C variable, for the module alone."""
    return value


def cast(_: Any, value: _Value) -> _Value:
    """A C value taken for one of another type."""
    return value


def cfunc(function: _Decorated) -> _Decorated:
    """A C function, for its own module only."""
    return function


def ccall(function: _Decorated) -> _Decorated:
    """A C function to its own module, a Python function to others."""
    return function


def inline(function: _Decorated) -> _Decorated:
    """A function whose calls the C compiler may replace by its body."""
    return function


def cclass(kind: _Decorated) -> _Decorated:
    """A class whose attributes lie in a C structure."""
    return kind


def final(kind: _Decorated) -> _Decorated:
    """A class without subclasses."""
    return kind


def exceptval(*_: object, **__: object) -> Callable[[_Decorated], _Decorated]:
    """What a C function returns where it raised; ``check=False`` where it never does."""
    return _unchanged


def _unchanged(function: _Decorated) -> _Decorated:
    return function
