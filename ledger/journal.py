"""The journal: append and read. Only this file and `ledger.server` (the same on PostgreSQL) know eventsourcing.

A book is one SQLite file and one sequence in it: the table of the library's aggregate recorder, with the
position as originator version, the event's tag as topic, and the entry's stored bytes (JSON) as state.
Positions count from 1 without gaps. Nothing is ever changed or taken away; triggers in the file itself see to
both. Of an entry's bytes this module reads only its position, `before` and the tag.

What goes wrong is said by one of six errors, each with a `text` in plain words: `NoBook`, `BookThere`,
`Damaged`, `Raced`, `Busy`, `JournalFailed`. Nothing of the library or of sqlite3 comes through.
"""

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self
from weakref import WeakSet

import msgspec
from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore

from ledger.address import CAMPAIGN, ServerBook
from ledger.pace import listening, paced
from ledger.seals import ZERO, link

AT_ONCE = 500
"""How many entries one statement asks for by their positions."""
READ_AT_ONCE = 1_000
"""How many entries are read before it is told how far the reading has come."""

LOCK_SECONDS = 15
"""How long a pen waits for another one before the book is called busy."""

Fresh = tuple[str, bytes]
"""An entry to be written: the event's tag and the stored bytes."""


class JournalError(Exception):
    """What the journal cannot do; `text` says it in plain words."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class NoBook(JournalError):
    """There is no file of that name."""


class BookThere(JournalError):
    """A new book is asked for where a file stands already."""


class Damaged(JournalError):
    """The file is no book, or cannot be read."""


class Raced(JournalError):
    """The head is not where the pen's scene was read: another pen was first. Nothing was written."""


class Busy(JournalError):
    """Other pens held the book's lock for the whole time-out. Nothing was written."""


class JournalFailed(JournalError):
    """The disk or the system failed. Whether the entries stand is told by the operation's id."""


class Journal(Protocol):
    """What a campaign asks of its book, whatever engine keeps it."""

    def head(self) -> int: ...
    def head_digest(self) -> bytes: ...
    def read(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, bytes]]: ...
    def tagged(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, bytes]]: ...
    def state_of(self, position: int) -> bytes | None: ...
    def states_of(self, positions: Iterable[int]) -> dict[int, bytes]: ...
    def operations_after(self, position: int) -> list[tuple[int, bytes]]: ...
    def append(self, at: int, before: bytes, rows: Sequence[Fresh]) -> bytes: ...
    def copy_to(self, path: Path) -> None: ...
    def check_pages(self) -> None: ...
    def is_empty(self) -> bool: ...
    def close(self) -> None: ...
    @property
    def path(self) -> Path: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


# Opening ------------------------------------------------------------------------------------------------


def create(path: Path | str, first: Iterable[Fresh] = (), wait: int = LOCK_SECONDS) -> Journal:
    """Begin a book at `path`, a file or a campaign on a server, and open it for writing; see `create_file`."""
    if isinstance(path, ServerBook):
        begun: Journal = _server().create_server_book(path, first, wait)
        return begun
    return create_file(path, first, wait)


def open_book(path: Path | str, write: bool = False, wait: int = LOCK_SECONDS) -> Journal:
    """Open the book at `path`, a file or a campaign on a server; see `open_file`."""
    if isinstance(path, ServerBook):
        opened: Journal = _server().open_server_book(path, write, wait)
        return opened
    return open_file(path, write, wait)


def _server() -> Any:
    """The journal on PostgreSQL, which takes a tenth of a second to import; JournalFailed where psycopg is not there."""
    try:
        import ledger.server
    except ImportError as error:
        raise JournalFailed(
            f"Books on a server need psycopg: pip install 'campaign-ledger[postgresql]' ({error})."
        ) from error
    return ledger.server


def create_file(path: Path | str, first: Iterable[Fresh] = (), wait: int = LOCK_SECONDS) -> "SQLiteJournal":
    """Begin a book at `path`, with `first` as its first entries, and open it for writing.

    It is written whole under a hidden name beside `path` and then given its name, so a pen that is killed
    meanwhile leaves either no book or one with all of `first`. Where an empty book stands already (begun,
    never written to), it is taken over. Raises BookThere if the file stands there and is anything else,
    ValueError if `first` is no chain.
    """
    path = Path(path)
    if _is_there(path):
        return _take_over(path, first, wait)
    orphans = [name for name in _beside(path) if _is_there(name)]
    if orphans:
        # SQLite would play a stray log into the new book.
        raise BookThere(f"{orphans[0].name} is left of a book that is gone; move it away first.")
    with _unnamed(path) as draft:
        with SQLiteJournal(draft, write=True, wait=wait) as book:
            book.recorder.create_table()
            rows = iter(first)
            at, before = 0, ZERO
            while batch := list(islice(rows, 10_000)):
                before = book.append(at, before, batch)
                at += len(batch)
        _give_name(draft, path)
    return SQLiteJournal(path, write=True, wait=wait)


def open_file(path: Path | str, write: bool = False, wait: int = LOCK_SECONDS) -> "SQLiteJournal":
    """Open the book at `path` to read, or to write too.

    Reading leaves the file, its log and the folder as they were. `wait` is in seconds. Raises NoBook if
    nothing is there, Damaged if it is no book or cannot be read.
    """
    path = Path(path)
    _check_is_database(path)
    # Looked at as a reader first: a pen's connection would set up a log in whatever database this is.
    with _closed_on_error(SQLiteJournal(path, write=False, wait=wait)) as book:
        book.check_is_book()
    if not write:
        return book
    book.close()
    with _closed_on_error(SQLiteJournal(path, write=True, wait=wait)) as book:
        book.keep_triggers()
    return book


# The book -----------------------------------------------------------------------------------------------

_TRIGGERS = {
    "append_only_update": (
        "CREATE TRIGGER append_only_update BEFORE UPDATE ON stored_events "
        "BEGIN SELECT RAISE(ABORT, 'append-only: an entry is never changed'); END"
    ),
    "append_only_delete": (
        "CREATE TRIGGER append_only_delete BEFORE DELETE ON stored_events "
        "BEGIN SELECT RAISE(ABORT, 'append-only: an entry is never taken away'); END"
    ),
    # Without this a pen could leave a gap: the primary key refuses only what is there.
    "append_at_head": (
        "CREATE TRIGGER append_at_head BEFORE INSERT ON stored_events "
        "WHEN NEW.originator_version IS NOT 1 + COALESCE((SELECT MAX(originator_version) FROM stored_events "
        "WHERE originator_id = NEW.originator_id), 0) "
        "BEGIN SELECT RAISE(ABORT, 'append-only: the next entry stands at head + 1'); END"
    ),
}


class CampaignRecorder(SQLiteAggregateRecorder):
    """The library's recorder, whose table is made together with its triggers, in one transaction."""

    def construct_create_table_statements(self) -> list[str]:
        return [*super().construct_create_table_statements(), *_TRIGGERS.values()]


class _Linked(msgspec.Struct, frozen=True, gc=False):
    """As much of an entry as stands in the chain."""

    position: int
    before: str


_read_linked = msgspec.json.Decoder(_Linked).decode

# What somebody has written by hand may be text or nothing; to a reader it is bytes all the same.
_STATE = "COALESCE(CAST(state AS BLOB), x'')"
_TAG = "COALESCE(CAST(topic AS TEXT), '')"
_WITHIN = (
    "FROM stored_events WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? "
    "ORDER BY originator_version"
)
_LAST_POSITION = 2**63 - 1


class SQLiteJournal:
    """A book in one SQLite file. Made by `create` and `open_book`; a context manager, closed at its end.

    Of exceptions: the library retries nothing on SQLite. `insert_events` raises its IntegrityError for the
    primary key and for our triggers (here `Raced`), its OperationalError for a lock that could not be had, a
    full disk, a file that cannot be written; which of them is told by the SQLite error code of the cause
    (here `Busy` or `JournalFailed`). sqlite3's own errors come unwrapped from BEGIN and from the first PRAGMA
    of a connection. In every case the transaction is rolled back; only a failure of the COMMIT itself leaves
    it open whether the entries stand.
    """

    def __init__(self, path: Path, write: bool, wait: int = LOCK_SECONDS) -> None:
        self.path: Path = path.resolve()
        self.write = write
        mode = "mode=rw" if write else _reading_mode(self.path)
        store = SQLiteDatastore(
            f"{self.path.as_uri()}?{mode}",
            lock_timeout=wait,
            pool_timeout=float(wait),
            originator_id_type="text",
        )
        # Else the library's first connection would turn whatever file it is given into a write-ahead one.
        store.pool.is_journal_mode_wal = not write
        self.recorder = CampaignRecorder(store)
        self._under_way: WeakSet[Generator[Any, None, None]] = WeakSet()

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
        """The last position; 0 in an empty book."""
        statement = "SELECT MAX(originator_version) FROM stored_events WHERE originator_id = ?"
        return self._one(statement, CAMPAIGN) or 0

    def head_digest(self) -> bytes:
        """The digest of the last entry, 32 bytes, going by its own `before`; `verify` walks it all."""
        head = self.head()
        stored = self.state_of(head)
        return ZERO if stored is None else digest_of(self.path, head, stored)

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, bytes]]:
        """(position, stored bytes) of after < position <= upto, in order, streamed from one snapshot."""
        return self._stream(f"SELECT originator_version, {_STATE} {_WITHIN}", after, upto)

    def tagged(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, bytes]]:
        """As `read`, with the tag that the table has: (position, tag, stored bytes)."""
        return self._stream(f"SELECT originator_version, {_TAG}, {_STATE} {_WITHIN}", after, upto)

    def state_of(self, position: int) -> bytes | None:
        """The stored bytes of one entry, or None where there is none."""
        return self.states_of((position,)).get(position)

    def states_of(self, positions: Iterable[int]) -> dict[int, bytes]:
        """The stored bytes of these entries by position, in order; what is not there is left out."""
        wanted = iter(sorted(set(positions)))
        found: dict[int, bytes] = {}
        while batch := list(islice(wanted, AT_ONCE)):
            marks = ",".join("?" * len(batch))
            statement = (
                f"SELECT originator_version, {_STATE} FROM stored_events "
                f"WHERE originator_id = ? AND originator_version IN ({marks}) ORDER BY originator_version"
            )
            found.update(self._rows(statement, (CAMPAIGN, *batch)))
        return found

    def operations_after(self, position: int) -> list[tuple[int, bytes]]:
        """What is behind `position`: where a pen looks for its operation's id after a race or a failure."""
        return list(self.read(after=position))

    # Writing

    def append(self, at: int, before: bytes, rows: Sequence[Fresh]) -> bytes:
        """Write one operation: `rows` at at + 1, at + 2, ..., all or none; on disk when it returns.

        `at` and `before` are the head that the scene was read at, and its digest; the answer is the digest
        of the new head. Raises Raced if the head is another one by now, Busy if the lock cannot be had in
        time, JournalFailed for anything below; ValueError if a row does not carry its own position and the
        digest of the one before it.
        """
        if not self.write:
            raise JournalFailed(f"{self.path.name} was opened to read only.")
        digest = before
        events = []
        for position, (tag, stored) in enumerate(rows, start=at + 1):
            digest = linked_digest(position, digest, stored)
            events.append(StoredEvent(CAMPAIGN, position, tag, stored))
        standing = self.state_of(at) if at else None
        if at and standing is None:
            raise Raced(f"{self.path.name} has no entry {at} to go on from.")
        if before != (digest_of(self.path, at, standing) if standing is not None else ZERO):
            raise Raced(f"Entry {at} of {self.path.name} is not the one that this was decided on.")
        with _plainly(self.path):
            self.recorder.insert_events(events)
        return digest

    def copy_to(self, path: Path | str) -> None:
        """A copy of the live book, whole or not at all, pens at work or not. BookThere if `path` is taken."""
        path = Path(path)
        if _is_there(path):
            raise BookThere(f"{path.name} is there already; nothing is written over it.")
        with _unnamed(path) as draft:
            with (
                _plainly(self.path),
                self.recorder.datastore.transaction(commit=False) as cursor,
                contextlib.closing(sqlite3.connect(draft)) as copy,
            ):
                cursor.sqlite_cursor.connection.backup(copy)
            _give_name(draft, path)

    # What opening leans on

    def check_is_book(self) -> None:
        """Raises Damaged unless the file has the table of a book and can be read."""
        try:
            self._one("SELECT originator_id, originator_version, topic, state FROM stored_events LIMIT 1")
        except JournalFailed as error:
            raise Damaged(f"{self.path.name} is no campaign's book: {error.text}") from error

    def check_pages(self) -> None:
        """Raises Damaged if the pages of the file do not hold together: entries out of order, which a search does not find."""
        try:
            found = self._one("PRAGMA integrity_check(1)")
        except JournalFailed as error:
            raise Damaged(f"{self.path.name} is damaged: {error.text}") from error
        if found != "ok":
            raise Damaged(f"{self.path.name} is damaged: {found}.")

    def keep_triggers(self) -> None:
        """Put back what keeps the book append-only, where a tool or a hand has left it out."""
        names = ",".join("?" * len(_TRIGGERS))
        statement = f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN ({names})"
        with _plainly(self.path):
            with self.recorder.datastore.transaction(commit=False) as cursor:
                cursor.execute(statement, tuple(_TRIGGERS))
                found = {row["name"]: row["sql"] for row in cursor.fetchall()}
            if found == _TRIGGERS:
                return
            with self.recorder.datastore.transaction(commit=True) as cursor:
                for name, made in _TRIGGERS.items():
                    cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
                    cursor.execute(made)

    def is_empty(self) -> bool:
        """Whether nothing was ever written here, by us or by another program."""
        return self._one("SELECT 1 FROM stored_events LIMIT 1") is None

    def _stream(self, statement: str, after: int, upto: int | None) -> Iterator[Any]:
        reading = self._rows(statement, (CAMPAIGN, after, _LAST_POSITION if upto is None else upto))
        self._under_way.add(reading)
        return paced_reading(self, reading, after, upto)

    def _rows(self, statement: str, values: tuple[object, ...]) -> Generator[Any, None, None]:
        # One SELECT on the library's own connection: five times as fast as its select_events.
        with _plainly(self.path), self.recorder.datastore.transaction(commit=False) as cursor:
            rows = cursor.sqlite_cursor
            rows.row_factory = None
            rows.execute(statement, values)
            yield from rows

    def _one(self, statement: str, *values: object) -> Any:
        with _plainly(self.path), self.recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, values)
            row = cursor.fetchone()
        return None if row is None else row[0]


def paced_reading(book: Journal, reading: Iterator[Any], after: int, upto: int | None) -> Iterator[Any]:
    """The same rows; how far they have come is told where somebody listens."""
    if not listening():
        return reading
    total = (book.head() if upto is None else upto) - after
    return iter(paced("reading the book", total, reading, READ_AT_ONCE))


def digest_of(path: Path, position: int, stored: bytes) -> bytes:
    """The digest of a stored entry, going by its own `before`; Damaged where it cannot be read."""
    try:
        return link(bytes.fromhex(_read_linked(stored).before), stored)
    except (ValueError, RecursionError) as error:
        raise Damaged(f"Entry {position} of {path.name} cannot be read: {error}") from error


def linked_digest(position: int, before: bytes, stored: bytes) -> bytes:
    """The digest of a row that is to be written; ValueError where the pen has not chained it."""
    linked = _read_linked(stored)
    if linked.position != position or linked.before != before.hex():
        raise ValueError(f"the entry for position {position} says {linked.position}, behind {linked.before}")
    return link(before, stored)


# Files --------------------------------------------------------------------------------------------------


def _check_is_database(path: Path) -> None:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Damaged(f"{path.name} is no book: it is a folder or a device.")
        with path.open("rb") as file:
            head = file.read(16)
    except FileNotFoundError as error:
        raise NoBook(f"There is no book {path}.") from error
    except (OSError, ValueError) as error:
        raise Damaged(f"{path} cannot be read: {_reason(error)}.") from error
    if head != b"SQLite format 3\0":
        raise Damaged(f"{path.name} is no campaign's book, or its first page is damaged.")


def _reading_mode(path: Path) -> str:
    """How a reader opens a book so that file, log and folder are the same afterwards.

    A book that is at rest is one file. Opened as a pen opens it, SQLite lays a log beside it and takes it
    away again; opened with mode=ro it would leave one lying. While a log with entries in it stands there (a
    pen is at work, or was killed), mode=ro keeps the reader from moving them into the file; the next pen
    tidies up. Where we may not write at all, no log can be laid, and the file is read as it is.
    """
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size > 0:
        return "mode=ro"
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return "mode=rw"
    return "mode=ro&immutable=1"


def _take_over(path: Path, first: Iterable[Fresh], wait: int) -> "SQLiteJournal":
    taken = BookThere(f"{path.name} is there already; nothing is written over it.")
    try:
        with _closed_on_error(open_file(path, write=True, wait=wait)) as book:
            if not book.is_empty():
                raise taken
            book.append(0, ZERO, list(first))
    except (NoBook, Damaged, Raced):
        raise taken from None
    return book


@contextlib.contextmanager
def _closed_on_error(book: "SQLiteJournal") -> Iterator["SQLiteJournal"]:
    try:
        yield book
    except BaseException:
        book.close()
        raise


_DRAFT = ".new-book-"
_DRAFT_KEPT_SECONDS = 3600


@contextlib.contextmanager
def _unnamed(path: Path) -> Iterator[Path]:
    """A hidden file beside `path` to write a book in; gone afterwards, under that name."""
    _sweep(path.parent)
    draft = path.with_name(f"{_DRAFT}{os.getpid()}-{time.time_ns()}")
    try:
        draft.touch(exist_ok=False)
    except (OSError, ValueError) as error:
        raise JournalFailed(f"{path} cannot be written: {_reason(error)}.") from error
    try:
        yield draft
    finally:
        for name in (draft, *_beside(draft)):
            name.unlink(missing_ok=True)


def _give_name(draft: Path, path: Path) -> None:
    """The finished `draft` becomes `path`, in one step, unless something stands there."""
    try:
        try:
            os.link(draft, path)
        except FileExistsError:
            raise
        except OSError:
            # A file system without hard links: never over a book that was there, but not in one step.
            if _is_there(path):
                raise
            os.rename(draft, path)
        _sync_folder(path.parent)
    except FileExistsError:
        raise BookThere(f"{path.name} is there already; nothing is written over it.") from None
    except OSError as error:
        raise JournalFailed(f"{path} cannot be written: {_reason(error)}.") from error


def _sync_folder(folder: Path) -> None:
    """Makes a new name in `folder` last through a power cut, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sweep(folder: Path) -> None:
    """Take away what pens that were killed while they began a book have left, an hour ago or more."""
    for draft in folder.glob(f"{_DRAFT}*"):
        with contextlib.suppress(OSError):
            if time.time() - draft.stat().st_mtime > _DRAFT_KEPT_SECONDS:
                draft.unlink()


def _beside(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _is_there(path: Path) -> bool:
    return os.path.lexists(path)


# Errors -------------------------------------------------------------------------------------------------

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN}


@contextlib.contextmanager
def _plainly(path: Path) -> Iterator[None]:
    """Turns what the library or sqlite3 raises into one of our six errors."""
    try:
        yield
    except (PersistenceError, sqlite3.Error) as error:
        raise _in_our_words(path, error) from error
    except UnicodeDecodeError as error:
        # Also what SQLite says of a damaged table, in the bytes that it found there.
        raise Damaged(f"{path.name} is damaged: text in it cannot be read ({error.reason}).") from error


def _in_our_words(path: Path, error: Exception) -> JournalError:
    below = error if isinstance(error, sqlite3.Error) else error.__cause__
    code = getattr(below, "sqlite_errorcode", None)
    reason = code & 0xFF if isinstance(code, int) else None
    if isinstance(error, IntegrityError) or reason == sqlite3.SQLITE_CONSTRAINT:
        return Raced(f"Another pen was first in {path.name}: {error}.")
    if isinstance(error, TimeoutError) or reason in _BUSY:
        return Busy(f"{path.name} is busy: other pens are writing. Nothing was written; try again.")
    if reason in _DAMAGE:
        return Damaged(f"{path.name} cannot be read: {error}.")
    return JournalFailed(f"{path.name}: {error}.")


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
