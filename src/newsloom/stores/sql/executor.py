"""The only access to the database: runs statements, returns rows, and translates every database error.

SQLAlchemy compiles a statement for its dialect once; from then on the driver runs it. SQLAlchemy's own execution looks
the statement up, checks and unpacks it at every call, which takes ten times as long as SQLite needs to answer.

Transactions are also begun and ended directly on the driver. The numbers of addresses are looked up here, once for each
address in a transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

import zstandard
from sqlalchemy import (
    ClauseElement,
    Connection,
    Dialect,
    Executable,
    Insert,
    Row,
    SelectBase,
    bindparam,
    insert,
    select,
)
from sqlalchemy.engine import result_tuple
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from newsloom.errors import StoreError, UnstorableValue
from newsloom.stores.digests import address_digest
from newsloom.stores.sql.addresses import ADDRESSES

__all__ = ["Begin", "Compiled", "Executor", "batches", "compiled"]

Item = TypeVar("Item")
_Process = Callable[[Any], Any]

# SQLite allows 999 variables in a statement by default, some builds more.
_BATCH: Final = 500

# For how many lengths of lists a statement is cached; a batch has no more.
_MOST_LENGTHS: Final = _BATCH

# Raised on the way to the driver by a value that does not fit its column.
_UNFIT: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

# Raised by reading compressed JSON if some of its bytes were altered; an altered length may exhaust memory.
_DAMAGE: Final = (zstandard.ZstdError, ValueError, MemoryError)

# The key under which a connection stores its last setting.
_SETTING: Final = "newsloom_setting"

# Statements are built once, here and in the roles: building one takes longer than running it.
_NUMBER: Final = select(ADDRESSES.c.id).where(ADDRESSES.c.digest == bindparam("digest"))
_NUMBERS: Final = select(ADDRESSES.c.id, ADDRESSES.c.digest).where(
    ADDRESSES.c.digest.in_(bindparam("digests", expanding=True))
)
_NEW: Final = insert(ADDRESSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin:
    """How a transaction is begun.

    ``setting`` is run first, but only if the connection's last one differs: SQLite recompiles its statements after
    each.
    """

    statement: str
    setting: str | None = None


class Executor:
    """Runs the statements of one transaction.

    ``translate`` turns an error of SQLAlchemy's into a ``StoreError``. ``write_lock`` takes the lock of all writers;
    None if beginning a transaction does so.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        place: str,
        translate: Callable[[SQLAlchemyError], StoreError],
        write_lock: Executable | None = None,
    ) -> None:
        self.place = place
        self._connection = connection
        self._cursor: Any = None
        self._translate = translate
        self._write_lock = write_lock
        self._numbers: dict[str, int] = {}
        self.damages: dict[tuple[str, Any], str] = {}

    def begin(self, kind: Begin, question: str | None = None, /) -> Any:
        """Begin a transaction. Returns the first value of the answer to ``question``, or None.

        PostgreSQL gets both in one message, so the question costs no further round trip to the server.
        """
        connection = self._connection
        cursor = self._cursor = connection.connection.cursor()
        try:
            if kind.setting is not None and connection.info.get(_SETTING) != kind.setting:
                cursor.execute(kind.setting)
                connection.info[_SETTING] = kind.setting
            if question is None:
                cursor.execute(kind.statement)
                return None
            if connection.dialect.name == "postgresql":
                cursor.execute(f"{kind.statement}; {question}")
                cursor.nextset()
            else:
                cursor.execute(kind.statement)
                cursor.execute(question)
            row = cursor.fetchone()
        except connection.dialect.loaded_dbapi.Error as error:
            raise self._translated(error, kind.statement) from error
        return None if row is None else row[0]

    def commit(self) -> None:
        """Commit the transaction."""
        try:
            self._connection.connection.commit()
        except self._connection.dialect.loaded_dbapi.Error as error:
            raise self._translated(error, "COMMIT") from error

    def rollback(self) -> None:
        """Roll the transaction back, if the connection still works."""
        if self._connection.invalidated:
            return
        try:
            self._connection.connection.rollback()
        except self._connection.dialect.loaded_dbapi.Error as error:
            # The server itself rolls back a transaction whose connection is lost.
            self._connection.invalidate(error)

    def rows(self, statement: Executable, /, **values: Any) -> Sequence[Row[Any]]:
        """All rows of a statement with these values."""
        ready = compiled(statement, tuple(values), self._connection.dialect)
        found = self._run(ready, values)
        try:
            return ready.rows(found, self._cursor.description)
        except (ArithmeticError, TypeError, ValueError) as error:
            # A time out of range, or text instead of a number: SQLite returns what it finds in a damaged file.
            raise StoreError(
                self.place, f"contains a value that cannot be read ({error}); restore it from a backup"
            ) from error

    def row(self, statement: Executable, /, **values: Any) -> Row[Any] | None:
        """The first row, or None."""
        return next(iter(self.rows(statement, **values)), None)

    def run(self, statement: Executable, /, **values: Any) -> int:
        """Run a statement. Returns how many rows it changed."""
        self._run(compiled(statement, tuple(values), self._connection.dialect), values)
        return int(self._cursor.rowcount)

    def add(self, statement: Insert, /, **values: Any) -> int:
        """Insert a row. Returns its number."""
        found = self._run(compiled(statement, tuple(values), self._connection.dialect), values)
        return int(found[0][0] if found else self._cursor.lastrowid)

    def run_all(self, statement: Executable, rows: Sequence[Mapping[str, Any]], /) -> None:
        """Run a statement once for each row; all rows have values of the same names."""
        if not rows:
            return
        ready = compiled(statement, tuple(rows[0]), self._connection.dialect)
        bound = [self._bound(ready, row) for row in rows]
        self._execute(ready, bound[0][0], [values for _, values in bound], is_many=True)

    def lock_for_writing(self) -> None:
        """Take the lock of all writers, until this transaction ends.

        A writer reads, compares and writes: two at once would write the same row twice, or wait for each other. Leases
        are taken without it.
        """
        if self._write_lock is not None:
            self.rows(self._write_lock)
            self._write_lock = None

    def intact(self, kind: str, key: Any, read: Callable[[], Item], /) -> Item | None:
        """What ``read`` returns. None if it reads damaged data, which is recorded."""
        try:
            return read()
        except _DAMAGE as error:
            self.damaged(kind, key, str(error) or type(error).__name__)
            return None

    def damaged(self, kind: str, key: Any, reason: str, /) -> None:
        """Record damage by the kind and key of the record; the store notes it when the transaction ends."""
        self.damages.setdefault((kind, key), reason)

    def address(self, url: str, /) -> int | None:
        """The number of an address, if it has one."""
        if url not in self._numbers:
            row = self.row(_NUMBER, digest=address_digest(url))
            if row is None:
                return None
            self._numbers[url] = row.id
        return self._numbers[url]

    def addresses(self, urls: Iterable[str], /) -> dict[str, int]:
        """The numbers of many addresses; addresses without a number are left out."""
        wanted = dict.fromkeys(urls)
        self._look_up([url for url in wanted if url not in self._numbers])
        return {url: self._numbers[url] for url in wanted if url in self._numbers}

    def keep_address(self, url: str, /) -> int:
        """The number of an address; a new address is added."""
        number = self.address(url)
        if number is None:
            number = self._numbers[url] = self.add(_NEW, digest=address_digest(url), url=url)
        return number

    def keep_addresses(self, urls: Iterable[str], /) -> dict[str, int]:
        """The numbers of many addresses; new addresses are added."""
        wanted = dict.fromkeys(urls)
        known = self.addresses(wanted)
        new = [url for url in wanted if url not in known]
        self.run_all(_NEW, [{"digest": address_digest(url), "url": url} for url in new])
        self._look_up(new)
        return {url: self._numbers[url] for url in wanted}

    def _look_up(self, urls: list[str]) -> None:
        for batch in batches(urls):
            digests = {address_digest(url): url for url in batch}
            rows = self.rows(_NUMBERS, digests=list(digests))
            self._numbers.update({digests[row.digest]: row.id for row in rows})

    def _run(self, ready: Compiled, values: Mapping[str, Any]) -> list[Any]:
        return self._execute(ready, *self._bound(ready, values))

    def _bound(self, ready: Compiled, values: Mapping[str, Any]) -> tuple[str, Any]:
        try:
            return ready.bound(values)
        except _UNFIT as error:
            raise UnstorableValue(self.place, f"cannot store a value: {error}") from error

    def _execute(self, ready: Compiled, text: str, bound: Any, *, is_many: bool = False) -> list[Any]:
        """The rows that the driver returns; none if the statement ran for many rows."""
        connection, driver = self._connection, self._connection.dialect.loaded_dbapi
        try:
            if self._cursor is None:
                self._cursor = connection.connection.cursor()
            (self._cursor.executemany if is_many else self._cursor.execute)(text, bound)
            return list(self._cursor.fetchall()) if ready.has_rows and not is_many else []
        except driver.DataError as error:
            raise UnstorableValue(self.place, f"cannot store a value: {error}") from error
        except driver.Error as error:
            raise self._translated(error, text) from error
        except (OverflowError, ValueError) as error:
            # From SQLite's driver: text that is not Unicode, or a number of more than 64 bits.
            raise UnstorableValue(self.place, f"cannot store a value: {error}") from error

    def _translated(self, error: Any, text: str) -> StoreError:
        connection, dialect = self._connection, self._connection.dialect
        # As SQLAlchemy does it: a dead connection must not be handed out again.
        if dialect.is_disconnect(error, connection.connection.dbapi_connection, self._cursor):
            connection.invalidate(error)
        known = DBAPIError.instance(
            text, None, error, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect
        )
        return self._translate(known if isinstance(known, SQLAlchemyError) else SQLAlchemyError(str(error)))


def batches(items: Sequence[Item], /) -> Iterator[Sequence[Item]]:
    """Slices of a length that fits one statement."""
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))


class Compiled:
    """One statement in the form that a driver takes, for values with certain names."""

    def __init__(self, statement: Executable, names: Sequence[str], dialect: Dialect) -> None:
        # An INSERT names the columns that it has values for.
        made = (
            statement.compile(dialect=dialect, column_keys=list(names))
            if isinstance(statement, ClauseElement)
            else None
        )
        if not isinstance(made, SQLCompiler):
            raise TypeError(f"{statement!r} is not a statement that can be run")
        self._dialect = dialect
        self._columns = tuple(statement.selected_columns) if isinstance(statement, SelectBase) else ()
        self._make: Callable[[Iterable[Any]], Row[Any]] = result_tuple([column.key or "" for column in self._columns])
        self._reads: list[tuple[int, _Process]] | None = None
        self.has_rows = bool(self._columns or made.effective_returning)
        processes = {name: _binding(bind.type, dialect) for name, bind in made.binds.items()}
        self._lists = tuple(sorted(bind.key for bind in made.post_compile_params))
        self._given = [(name, processes[name]) for name in names if name in processes]
        given = {name for name, _ in self._given}
        self._fixed = {
            name: process(value) if (process := processes[name]) else value
            for name, value in made.params.items()
            if name not in given
        }
        # It keeps the statement alive, so it is kept only if lists are still to be expanded.
        self._compiler = made if self._lists else None
        self._forms: dict[tuple[int, ...], _Form] = {}
        # In the order of the driver's variables, if that never changes, as for most statements.
        self._slots: list[tuple[str, _Process | None]] | None = None
        if not self._lists:
            self._forms[()] = _Form(made.string, made.positiontup if made.positional else None, {})
            if made.positional:
                own = dict(self._given)
                self._slots = [(name, own.get(name)) for name in made.positiontup or ()]

    def bound(self, values: Mapping[str, Any], /) -> tuple[str, Any]:
        """The text, and the values in the driver's form. Lists are expanded to one variable per value."""
        form = self._form(values)
        if self._slots is not None:
            known = {**self._fixed, **values} if self._fixed else values
            ordered = [known[name] if process is None else process(known[name]) for name, process in self._slots]
            return form.text, tuple(ordered)
        bound = dict(self._fixed)
        for name, process in self._given:
            value = values[name]
            if name in self._lists:
                elements = value if process is None else map(process, value)
                bound.update(zip(form.variables[name], elements, strict=True))
            else:
                bound[name] = value if process is None else process(value)
        return form.text, bound if form.order is None else tuple([bound[name] for name in form.order])

    def rows(self, found: Sequence[Sequence[Any]], description: Sequence[Sequence[Any]], /) -> list[Row[Any]]:
        """Rows with the values converted back from the driver's form."""
        if self._reads is None:
            # The driver gives the type of a column only with a result.
            kinds = zip(self._columns, description, strict=True)
            reads = enumerate(_reading(column.type, self._dialect, told[1]) for column, told in kinds)
            self._reads = [(place, process) for place, process in reads if process is not None]
        return [self._row(one) for one in found]

    def _row(self, found: Sequence[Any]) -> Row[Any]:
        values = list(found)
        for place, process in self._reads or ():
            values[place] = process(values[place])
        return self._make(values)

    def _form(self, values: Mapping[str, Any]) -> _Form:
        if not self._lists:
            return self._forms[()]
        lengths = tuple([len(values[name]) for name in self._lists])
        if self._compiler is not None and lengths not in self._forms:
            if len(self._forms) > _MOST_LENGTHS:
                self._forms.clear()
            state = self._compiler.construct_expanded_state(dict(values), escape_names=False)
            self._forms[lengths] = _Form(state.statement, state.positiontup, state.parameter_expansion)
        return self._forms[lengths]


@dataclass(frozen=True, slots=True)
class _Form:
    """A statement's text for lists of certain lengths; ``order`` is None if the driver takes values by name."""

    text: str
    order: Sequence[str] | None
    variables: Mapping[str, Sequence[str]]


def compiled(statement: Executable, names: tuple[str, ...], dialect: Dialect, /) -> Compiled:
    """The statement for values with these names; compiled once per process for each kind of database."""
    known = _COMPILED.get(statement)
    if known is None:
        known = _COMPILED[statement] = {}
    key = (names, dialect.name, dialect.server_version_info)
    if key not in known:
        known[key] = Compiled(statement, names, dialect)
    return known[key]


_COMPILED: Final[WeakKeyDictionary[Executable, dict[tuple[Any, ...], Compiled]]] = WeakKeyDictionary()


def _binding(of: TypeEngine[Any], dialect: Dialect) -> _Process | None:
    return of.dialect_impl(dialect).bind_processor(dialect)


def _reading(of: TypeEngine[Any], dialect: Dialect, kind: object) -> _Process | None:
    return of.dialect_impl(dialect).result_processor(dialect, kind)
