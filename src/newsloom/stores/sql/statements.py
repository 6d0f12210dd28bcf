"""Statements as a driver takes them: a statement of SQLAlchemy's and its values in, the driver's text and values out,
and rows from what the driver answers.

SQLAlchemy looks a statement up, checks and unpacks it at every call, which takes ten times as long as SQLite needs to
answer. Here that is done once for a statement that is used again. One that was made for the occasion goes SQLAlchemy's
way, and so does one whose text depends on its values, such as a list of any length. Runs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Executable, Insert, Row, SelectBase, TextClause, Update
from sqlalchemy.engine import result_tuple
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

__all__ = ["UNFIT", "Prepared", "Statements"]

# What a value that does not fit its column makes the way to the driver raise; SQLAlchemy says it in its own words.
UNFIT: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

_Process = Callable[[Any], Any]
_Columns = Sequence[tuple[str, TypeEngine[Any]]]


class Statements:
    """The statements that are used again and again on one kind of database, each made ready once."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._ready: WeakKeyDictionary[Executable, dict[tuple[str, ...], Prepared | None]] = WeakKeyDictionary()

    def prepared(self, statement: Executable, values: Mapping[str, Any], /) -> Prepared | None:
        """The statement made ready for values of these names; None if SQLAlchemy shall run it."""
        known = self._ready.get(statement)
        if known is None:
            # Seen for the first time, and perhaps the last.
            self._ready[statement] = {}
            return None
        names = tuple(values)
        if names not in known:
            known[names] = _prepared(statement, names, self.dialect)
        return known[names]


class Prepared:
    """One statement, ready for values of certain names."""

    def __init__(self, compiled: SQLCompiler, names: Iterable[str], columns: _Columns) -> None:
        dialect = compiled.dialect
        self.text = compiled.string
        self.has_answer = bool(columns or compiled.effective_returning)
        self._dialect = dialect
        self._columns = columns
        self._reads: list[tuple[int, _Process]] | None = None
        self._make: Callable[[Iterable[Any]], Row[Any]] = result_tuple([name for name, _ in columns])
        processes = {name: _binding(bind.type, dialect) for name, bind in compiled.binds.items()}
        wanted = [name for name in names if name in processes]
        self._given = [(name, processes[name]) for name in wanted]
        fixed = {name: value for name, value in compiled.params.items() if name not in wanted}
        self._fixed = {name: process(value) if (process := processes[name]) else value for name, value in fixed.items()}
        self._order = compiled.positiontup if compiled.positional else None

    def bound(self, values: Mapping[str, Any], /) -> tuple[Any, ...] | dict[str, Any]:
        """The values as the driver takes them. Raises one of ``UNFIT`` for one that does not fit its column."""
        named = dict(self._fixed)
        for name, process in self._given:
            value = values[name]
            named[name] = value if process is None else process(value)
        return named if self._order is None else tuple([named[name] for name in self._order])

    def rows(self, found: Sequence[Sequence[Any]], description: Sequence[Sequence[Any]], /) -> list[Row[Any]]:
        """Rows with the values that were stored."""
        if self._reads is None:
            # What a driver's column is like it says only with an answer.
            kinds = [column[1] for column in description]
            processes = [_reading(of, self._dialect, kind) for (_, of), kind in zip(self._columns, kinds, strict=True)]
            self._reads = [(place, process) for place, process in enumerate(processes) if process is not None]
        return [self._row(one) for one in found]

    def _row(self, found: Sequence[Any]) -> Row[Any]:
        values = list(found)
        for place, process in self._reads or ():
            values[place] = process(values[place])
        return self._make(values)


def _prepared(statement: Executable, names: tuple[str, ...], dialect: Dialect) -> Prepared | None:
    columns: _Columns = ()
    if isinstance(statement, SelectBase):
        columns = [(column.key or "", column.type) for column in statement.selected_columns]
    elif not isinstance(statement, Insert | Update | TextClause):
        return None
    # An insertion speaks of the columns that it has values for.
    compiled = statement.compile(dialect=dialect, column_keys=list(names))
    if not isinstance(compiled, SQLCompiler) or compiled.post_compile_params:
        return None
    if compiled.insert_prefetch or compiled.update_prefetch:
        # Values that SQLAlchemy makes itself, at every call.
        return None
    return Prepared(compiled, names, columns)


def _binding(of: TypeEngine[Any], dialect: Dialect) -> _Process | None:
    return of.dialect_impl(dialect).bind_processor(dialect)


def _reading(of: TypeEngine[Any], dialect: Dialect, kind: object) -> _Process | None:
    return of.dialect_impl(dialect).result_processor(dialect, kind)
