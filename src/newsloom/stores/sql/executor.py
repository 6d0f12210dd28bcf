"""One transaction: statements in, rows out, and every error of a database in our own words.

The numbers of addresses are looked up here as well, once for each address in a transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Executable, Insert, Row, TextClause, bindparam, insert, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from newsloom.errors import StoreError
from newsloom.stores.digests import address_digest
from newsloom.stores.sql.statements import UNFIT, Prepared, Statements
from newsloom.stores.sql.tables.addresses import ADDRESSES

__all__ = ["Executor", "portions"]

Item = TypeVar("Item")

# SQLite takes 999 variables in a statement by default, some builds more.
_PORTION: Final = 500

# Statements are made once, here and wherever the roles need them: making one takes longer than running it.
_NUMBER: Final = select(ADDRESSES.c.id).where(ADDRESSES.c.digest == bindparam("digest"))
_NUMBERS: Final = select(ADDRESSES.c.id, ADDRESSES.c.digest).where(
    ADDRESSES.c.digest.in_(bindparam("digests", expanding=True))
)
_NEW: Final = insert(ADDRESSES)


class Executor:
    """What the roles of one transaction work on.

    ``translate`` makes a ``StoreError`` of an error of SQLAlchemy's; ``queue`` is what a writer does first where
    writers are many (``None`` where the transaction itself lets in one at a time). ``statements`` are those that were
    made ready for the driver; without them all goes SQLAlchemy's way.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        place: str,
        translate: Callable[[SQLAlchemyError], StoreError],
        queue: Executable | None = None,
        statements: Statements | None = None,
    ) -> None:
        self.place = place
        self._connection = connection
        self._statements = statements
        self._cursor: Any = None
        self._translate = translate
        self._queue = queue
        self._numbers: dict[str, int] = {}

    def rows(self, statement: Executable, /, **values: Any) -> Sequence[Row[Any]]:
        """All rows of a statement with these values."""
        # What a statement written as text answers with, only SQLAlchemy knows.
        ready = None if isinstance(statement, TextClause) else self._ready(statement, values)
        if ready is not None:
            cursor, found = self._run(*ready)
            return ready[0].rows(found, cursor.description)
        try:
            return self._connection.execute(statement, values).all()
        except SQLAlchemyError as error:
            raise self._translate(error) from error

    def row(self, statement: Executable, /, **values: Any) -> Row[Any] | None:
        """The first row, or None."""
        return next(iter(self.rows(statement, **values)), None)

    def run(self, statement: Executable, /, **values: Any) -> int:
        """How many rows it changed."""
        ready = self._ready(statement, values)
        if ready is not None:
            return int(self._run(*ready)[0].rowcount)
        try:
            return self._connection.execute(statement, values).rowcount
        except SQLAlchemyError as error:
            raise self._translate(error) from error

    def add(self, statement: Insert, /, **values: Any) -> int:
        """The number that the new row was given."""
        ready = self._ready(statement, values)
        if ready is not None:
            cursor, found = self._run(*ready)
            return int(found[0][0] if found else cursor.lastrowid)
        try:
            key: Any = self._connection.execute(statement, values).inserted_primary_key
        except SQLAlchemyError as error:
            raise self._translate(error) from error
        return int(key[0])

    def run_all(self, statement: Executable, rows: list[dict[str, Any]], /) -> None:
        """For many rows at once, which have values of the same names."""
        bound = [ready for row in rows if (ready := self._ready(statement, row)) is not None]
        if bound and len(bound) == len(rows):
            self._run(bound[0][0], [values for _, values in bound], is_many=True)
            return
        try:
            self._connection.execute(statement, rows)
        except SQLAlchemyError as error:
            raise self._translate(error) from error

    def _ready(self, statement: Executable, values: dict[str, Any]) -> tuple[Prepared, Any] | None:
        """The statement and its values as the driver takes them; None if they go SQLAlchemy's way."""
        prepared = self._statements.prepared(statement, values) if self._statements is not None else None
        if prepared is None:
            return None
        try:
            return prepared, prepared.bound(values)
        except UNFIT:
            return None

    def _run(self, prepared: Prepared, bound: Any, *, is_many: bool = False) -> tuple[Any, list[Any]]:
        """The driver's cursor after the statement, and what it answered; nothing if it ran with each of many rows."""
        connection, dialect = self._connection, self._connection.dialect
        driver: Any = dialect.dbapi
        try:
            if self._cursor is None:
                self._cursor = connection.connection.cursor()
            (self._cursor.executemany if is_many else self._cursor.execute)(prepared.text, bound)
            found = self._cursor.fetchall() if prepared.has_answer and not is_many else []
        except driver.Error as error:
            known = DBAPIError.instance(prepared.text, None, error, driver.Error, hide_parameters=True, dialect=dialect)
            # As SQLAlchemy would: nobody shall be given a connection that is dead.
            if dialect.is_disconnect(error, connection.connection.dbapi_connection, self._cursor):
                connection.invalidate(error)
            raise self._translate(
                known if isinstance(known, SQLAlchemyError) else SQLAlchemyError(str(error))
            ) from error
        return self._cursor, found

    def file(self) -> None:
        """Wait until nobody else files anything, until this transaction ends.

        Everything that is filed is read, compared and written: two that do so at once would write the same twice, or
        wait for each other. Leases are taken without it.
        """
        if self._queue is not None:
            self.rows(self._queue)
            self._queue = None

    def address(self, url: str, /) -> int | None:
        """The number of an address, if it has one."""
        if url not in self._numbers:
            row = self.row(_NUMBER, digest=address_digest(url))
            if row is None:
                return None
            self._numbers[url] = row.id
        return self._numbers[url]

    def keep_address(self, url: str, /) -> int:
        """The number of an address, which it is given if it has none."""
        number = self.address(url)
        if number is None:
            number = self._numbers[url] = self.add(_NEW, digest=address_digest(url), url=url)
        return number

    def keep_addresses(self, urls: Iterable[str], /) -> dict[str, int]:
        """The numbers of many addresses at once."""
        wanted = dict.fromkeys(urls)
        self._look_up([url for url in wanted if url not in self._numbers])
        new = [url for url in wanted if url not in self._numbers]
        if new:
            self.run_all(_NEW, [{"digest": address_digest(url), "url": url} for url in new])
            self._look_up(new)
        return {url: self._numbers[url] for url in wanted}

    def _look_up(self, urls: list[str]) -> None:
        for portion in portions(urls):
            digests = {address_digest(url): url for url in portion}
            rows = self.rows(_NUMBERS, digests=list(digests))
            self._numbers.update({digests[row.digest]: row.id for row in rows})


def portions(items: Sequence[Item], /) -> Iterator[Sequence[Item]]:
    """As many at once as one statement may speak of."""
    return (items[start : start + _PORTION] for start in range(0, len(items), _PORTION))
