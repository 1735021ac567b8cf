"""The journal on PostgreSQL: several machines share one campaign, and many campaigns one database.

The same table of the library's aggregate recorder as in a file, one sequence to a campaign, the same promises kept by
triggers: an entry is never changed or taken away, and the next one stands at head + 1. Two pens that write at once meet at
the primary key: one is written, the other is told `Raced`.

What the library does wrong here, and what is done about it: `create_table` by many processes at once fails for some, so the
schema is made under a lock, once. After a lost connection it sends an append again by itself and then reports an
IntegrityError for its own row: whose operation stands there is looked up by whoever asked (`Campaign.operate`). Its
application recorder locks the table and hangs on large operations, and its database functions skip checks: neither is used.
"""

import contextlib
import logging
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from weakref import WeakSet

import psycopg
from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row, tuple_row

from ledger import address
from ledger.journal import (
    BookThere,
    Busy,
    Damaged,
    Fresh,
    JournalError,
    JournalFailed,
    NoBook,
    Raced,
    create,
    digest_of,
    linked_digest,
    paced_reading,
)
from ledger.seals import ZERO

logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # what it would say on stderr is said in an answer

BATCH = 5_000
"""Rows that are fetched, or begun a book with, in one go."""
_SCHEMA_LOCK = 0x63616D70
_LAST_POSITION = 2**63 - 1

_TRIGGERS = """
CREATE OR REPLACE FUNCTION campaign_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'append-only: an entry is never changed or taken away' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE OR REPLACE FUNCTION campaign_at_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.originator_version IS DISTINCT FROM 1 + COALESCE((SELECT MAX(originator_version) FROM public.stored_events
      WHERE originator_id = NEW.originator_id), 0) THEN
    RAISE EXCEPTION 'append-only: the next entry stands at head + 1' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER append_only_change BEFORE UPDATE OR DELETE ON public.stored_events
  FOR EACH ROW EXECUTE FUNCTION campaign_keeps();
CREATE OR REPLACE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.stored_events
  FOR EACH STATEMENT EXECUTE FUNCTION campaign_keeps();
CREATE OR REPLACE TRIGGER append_at_head BEFORE INSERT ON public.stored_events
  FOR EACH ROW EXECUTE FUNCTION campaign_at_head();
ALTER TABLE public.stored_events ENABLE ALWAYS TRIGGER append_only_change;
ALTER TABLE public.stored_events ENABLE ALWAYS TRIGGER append_only_truncate;
ALTER TABLE public.stored_events ENABLE ALWAYS TRIGGER append_at_head;
"""
_KEPT = (
    "SELECT COUNT(*) FROM pg_trigger WHERE tgrelid = to_regclass('public.stored_events') AND tgenabled = 'A' "
    "AND tgname IN ('append_only_change', 'append_only_truncate', 'append_at_head')"
)
_STATE = "COALESCE(state, ''::bytea)"
_WITHIN = (
    "FROM public.stored_events WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s "
    "ORDER BY originator_version"
)


class _Datastore(PostgresDatastore):
    """The library's, with the whole of an address (a socket's folder, sslmode), a time-out for locks, and binary rows."""

    def __init__(self, parameters: dict[str, Any], wait: int) -> None:
        self._wait = wait
        super().__init__(
            "", "", "", "", "", connect_timeout=min(5.0, float(wait)), max_overflow=7, originator_id_type="text"
        )
        self.pool.kwargs = {**parameters, "row_factory": dict_row}

    def after_connect_func(self) -> Any:
        wait = self._wait

        def after_connect(connection: psycopg.Connection[Any]) -> None:
            connection.autocommit = True
            # The library asks ten times for a lock that it could not have.
            connection.execute(f"SET lock_timeout = {int(wait) * 100}; SET search_path = public")

        return after_connect


class CampaignRecorder(PostgresAggregateRecorder):
    """The library's recorder, which can write many batches in one transaction, as a book is begun."""

    def insert_whole(self, batches: Iterable[Sequence[StoredEvent]]) -> None:
        """All of them or none."""
        with self.datastore.transaction(commit=True) as cursor:
            for events in batches:
                self._insert_stored_events(cursor, events)


class ServerJournal:
    """A campaign on a server; what `SQLiteJournal` is for a file. Made by `begin` and `open_book`.

    Reading is one SELECT over a cursor of the server, from one snapshot. `insert_events` commits in one statement, so an
    operation is there whole or not at all when it returns.
    """

    def __init__(self, path: address.ServerBook, write: bool, wait: int) -> None:
        self.path: Path = path
        self.write = write
        self.campaign = path.campaign
        self._parameters = _parameters(path)
        self._sure = (0, ZERO)
        self._under_way: WeakSet[Generator[Any, None, None]] = WeakSet()
        with _plainly(path):
            self.recorder = CampaignRecorder(_Datastore(self._parameters, wait), events_table_name="stored_events")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection; what is still being read ends here."""
        for reading in list(self._under_way):
            reading.close()
        self.recorder.datastore.close()

    # Reading

    def head(self) -> int:
        """The last position; 0 of a campaign that has no entry."""
        return int(self._one("SELECT COALESCE(MAX(originator_version), 0) FROM public.stored_events WHERE originator_id = %s"))

    def head_digest(self) -> bytes:
        """The digest of the last entry, 32 bytes, going by its own `before`."""
        head = self.head()
        stored = self.state_of(head)
        return ZERO if stored is None else digest_of(self.path, head, stored)

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, bytes]]:
        """(position, stored bytes) of after < position <= upto, in order, streamed from one snapshot."""
        return self._stream(f"SELECT originator_version, {_STATE} {_WITHIN}", after, upto)

    def tagged(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, bytes]]:
        """As `read`, with the tag that the table has."""
        return self._stream(f"SELECT originator_version, COALESCE(topic, ''), {_STATE} {_WITHIN}", after, upto)

    def state_of(self, position: int) -> bytes | None:
        """The stored bytes of one entry, or None where there is none."""
        return self.states_of((position,)).get(position)

    def states_of(self, positions: Iterable[int]) -> dict[int, bytes]:
        """The stored bytes of these entries by position, in order; what is not there is left out."""
        statement = (
            f"SELECT originator_version, {_STATE} FROM public.stored_events "
            "WHERE originator_id = %s AND originator_version = ANY(%s) ORDER BY originator_version"
        )
        wanted = iter(sorted(set(positions)))
        found: dict[int, bytes] = {}
        while batch := list(islice(wanted, 10_000)):
            with _plainly(self.path), self.recorder.datastore.get_connection() as connection:
                cursor = connection.cursor(row_factory=tuple_row, binary=True)
                found.update(cursor.execute(statement, (self.campaign, batch)).fetchall())
        return found

    def operations_after(self, position: int) -> list[tuple[int, bytes]]:
        """What is behind `position`: where a pen looks for its operation's id after a race or a failure."""
        return list(self.read(after=position))

    # Writing

    def append(self, at: int, before: bytes, rows: Sequence[Fresh]) -> bytes:
        """Write one operation, all or none; see `SQLiteJournal.append`. Synchronously committed when it returns."""
        if not self.write:
            raise JournalFailed(f"{self.path.name} was opened to read only.")
        digest = before
        events = []
        for position, (tag, stored) in enumerate(rows, start=at + 1):
            digest = linked_digest(position, digest, stored)
            events.append(StoredEvent(self.campaign, position, tag, stored))
        if at and (at, before) != self._sure:
            standing = self.state_of(at)
            if standing is None:
                raise Raced(f"{self.path.name} has no entry {at} to go on from.")
            if before != digest_of(self.path, at, standing):
                raise Raced(f"Entry {at} of {self.path.name} is not the one that this was decided on.")
        elif not at and before != ZERO:
            raise Raced(f"{self.path.name} does not begin behind another entry.")
        with _plainly(self.path):
            self.recorder.insert_events(events)
        self._sure = (at + len(rows), digest)
        return digest

    def copy_to(self, path: Path | str) -> None:
        """A copy in a file, whole or not at all. BookThere if `path` is taken."""
        create(path, ((tag, stored) for _, tag, stored in self.tagged())).close()

    # What opening leans on

    def check_pages(self) -> None:
        """A server's pages are its own to check (pg_amcheck)."""

    def is_empty(self) -> bool:
        """Whether nothing was ever written here."""
        return self.head() == 0

    def begin(self, first: Iterable[Fresh]) -> None:
        """Writes the first entries, all in one transaction; ValueError if they are no chain."""
        rows = iter(first)

        def batches() -> Iterator[list[StoredEvent]]:
            at, digest = 0, ZERO
            while batch := list(islice(rows, BATCH)):
                events = []
                for position, (tag, stored) in enumerate(batch, start=at + 1):
                    digest = linked_digest(position, digest, stored)
                    events.append(StoredEvent(self.campaign, position, tag, stored))
                at += len(batch)
                yield events

        with _plainly(self.path):
            self.recorder.insert_whole(batches())

    def _stream(self, statement: str, after: int, upto: int | None) -> Iterator[Any]:
        reading = self._rows(statement, (self.campaign, after, _LAST_POSITION if upto is None else upto))
        self._under_way.add(reading)
        return paced_reading(self, reading, after, upto)

    def _rows(self, statement: str, values: tuple[object, ...]) -> Generator[Any, None, None]:
        with (
            _plainly(self.path),
            self.recorder.datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor(f"reading_{id(values)}", row_factory=tuple_row) as cursor,
        ):
            cursor.itersize = BATCH
            cursor.execute(statement, values, binary=True)
            yield from cursor

    def _one(self, statement: str) -> Any:
        with _plainly(self.path), self.recorder.datastore.get_connection() as connection:
            row = connection.cursor(row_factory=tuple_row).execute(statement, (self.campaign,)).fetchone()
        return None if row is None else row[0]


# Opening ------------------------------------------------------------------------------------------------


def open_server_book(path: address.ServerBook, write: bool, wait: int) -> ServerJournal:
    """Raises NoBook where the campaign has no entry, JournalFailed where the server cannot be asked."""
    with _plainly(path), _connected(path) as hand:
        there = hand.execute("SELECT to_regclass('public.stored_events')").fetchone()
        found = None
        if there is not None and there[0] is not None:
            found = hand.execute(
                "SELECT 1 FROM public.stored_events WHERE originator_id = %s LIMIT 1", (path.campaign,)
            ).fetchone()
        if found is None:
            raise NoBook(f"There is no book {address.shown(path)}.")
        if write:
            _keep_schema(path, hand, wait)
    address.prepare(path)
    return ServerJournal(path, write, wait)


def create_server_book(path: address.ServerBook, first: Iterable[Fresh], wait: int) -> ServerJournal:
    """Begins a campaign, whole or not at all. BookThere if it has an entry already."""
    with _plainly(path), _connected(path) as hand:
        _keep_schema(path, hand, wait)
    address.prepare(path)
    journal = ServerJournal(path, True, wait)
    taken = BookThere(f"{address.shown(path)} is there already; nothing is written over it.")
    try:
        if not journal.is_empty():
            raise taken
        try:
            journal.begin(first)
        except Raced:
            raise taken from None
    except BaseException:
        journal.close()
        raise
    return journal


def _keep_schema(path: address.ServerBook, hand: "psycopg.Connection[Any]", wait: int) -> None:
    """The table and what keeps it append-only, made once, by one process at a time."""
    row = hand.execute(_KEPT).fetchone()
    if row is not None and row[0] == 3:
        return
    with hand.transaction():
        hand.execute("SELECT pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
        row = hand.execute(_KEPT).fetchone()
        if row is not None and row[0] == 3:
            return
        store = _Datastore(_parameters(path), wait)
        try:
            CampaignRecorder(store, events_table_name="stored_events").create_table()
        finally:
            store.close()
        hand.execute(_TRIGGERS)


def _parameters(path: address.ServerBook) -> dict[str, Any]:
    url = path.url
    try:
        return {"application_name": "campaign", **conninfo_to_dict(url)}
    except psycopg.Error as error:
        raise JournalFailed(f"{address.shown(path)} is no server's address: {error}.") from error


@contextlib.contextmanager
def _connected(path: address.ServerBook) -> Iterator["psycopg.Connection[Any]"]:
    parameters = {"connect_timeout": 5, **_parameters(path)}
    with psycopg.connect(**parameters, autocommit=True) as hand:
        yield hand


# Errors -------------------------------------------------------------------------------------------------

_NO_DATABASE = re.compile(r'database "[^"]*" does not exist')
"""What a connection that could not be made says: it has no state yet."""
_BUSY = ("55P03", "57014", "40001", "40P01")
"""lock_not_available, query_canceled, serialization_failure, deadlock_detected: nothing was written."""
_DAMAGE = ("XX001", "XX002")
"""data_corrupted, index_corrupted."""


@contextlib.contextmanager
def _plainly(path: address.ServerBook | Path) -> Iterator[None]:
    """Turns what the library or psycopg raises into one of the journal's errors."""
    try:
        yield
    except (PersistenceError, psycopg.Error) as error:
        raise _in_our_words(path, error) from error


def _in_our_words(path: address.ServerBook | Path, error: Exception) -> JournalError:
    below = error if isinstance(error, psycopg.Error) else error.__cause__
    state = getattr(below, "sqlstate", None) or ""
    said = str(error).strip().split("\n")[0].rstrip(".")
    if isinstance(error, IntegrityError) or state.startswith("23"):
        return Raced(f"Another pen was first in {path.name}: {said}.")
    if state in _BUSY:
        return Busy(f"{path.name} is busy: other pens are writing. Nothing was written; try again.")
    if state == "3D000" or _NO_DATABASE.search(said):
        return NoBook(f"There is no such database: {said}.")
    if state in _DAMAGE:
        return Damaged(f"{path.name} cannot be read: {said}.")
    return JournalFailed(f"The server of {path.name}: {said}.")
