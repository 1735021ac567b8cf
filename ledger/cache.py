"""Checkpoints of the world and the book's headers in `BOOK.cache`: a cache and nothing else. Deleting it loses nothing.

A checkpoint is the world of everything in force before a moment, as known at a position. It answers for a later known-at if
nothing written in between reaches back before that moment (DESIGN 8); it is never repaired. It is keyed by the folds' own
fingerprint and carries the digest of the entry at its position. Worlds are kept in parts named by their own digest, so that
two that differ by one person share the rest. The headers are columns, in stretches as they were read.

The file is never larger than a tenth of the book: what stands closest to another checkpoint goes first. A file that cannot
be read is thrown away. Books below `FROM` entries have none.
"""

import contextlib
import hashlib
import os
import sqlite3
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import projections
import schemas
from projections.history import Correction, History
from projections.world import Holder, Lot, Mark, World
from projections.zones import Worn
from schemas.calendar import Calendar
from schemas.entry import Strike
from schemas.units import Moment

FROM = 5_000
"""Below so many entries nobody needs a checkpoint."""
EVERY = 2_500
"""A checkpoint is kept behind so many entries that had to be folded; of a long book, behind a hundredth of it."""
AT_HEAD = 1_250
"""The head's own is kept anew when twice so many entries had to be folded behind the last."""
STRETCHES = 16
"""Headers are kept in so many stretches at most; then they are run together."""
SHARE = 10
"""The cache is at most this part of the book."""
SHAPE = 5
"""Of the tables below; a cache of another shape is thrown away."""
ALWAYS = 1 << 62
"""After every moment."""
_SAMPLES = 256
"""Known-ats that are tried to find which checkpoints are missed least."""
_PAGE = 512
"""Lots of so many positions in a row are one part."""
_SMALL = 100_000
"""Stretches of headers up to so many entries are squeezed."""

_TABLES = f"""
PRAGMA user_version = {SHAPE};
CREATE TABLE heads (last INTEGER PRIMARY KEY, digest BLOB, sum INTEGER, moments BLOB, causes BLOB, deeds BLOB,
  operations BLOB, ranks BLOB, tags BLOB, firsts BLOB, times BLOB, rest BLOB);
CREATE TABLE part (name BLOB PRIMARY KEY, data BLOB) WITHOUT ROWID;
CREATE TABLE checkpoint (id INTEGER PRIMARY KEY, fingerprint TEXT, position INTEGER, moment INTEGER, first INTEGER,
  digest BLOB, clock INTEGER, cup_at INTEGER, written_at TEXT, sum INTEGER, world BLOB, UNIQUE (fingerprint, position, moment));
"""


class Row(NamedTuple):
    """A checkpoint: all in force before `moment`, as known at `position`; nothing before position `first` is of that moment
    or later. `digest`, `clock`, `cup_at` (-1 if it was not known) and `written_at` are those of `position`.
    """

    id: int
    position: int
    moment: Moment
    first: int
    digest: bytes
    clock: Moment
    cup_at: int
    written_at: str


@cache
def fingerprint() -> str:
    """Of the folds and the vocabulary as they are now: a checkpoint of other folds is not this one's."""
    digest = hashlib.sha256()
    for package in (projections, schemas):
        folder = next(iter(package.__path__))
        for name, size, changed in sorted(_sources(folder)):
            digest.update(f"{name} {size} {changed}\n".encode())
    return digest.hexdigest()[:32]


def _sources(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as found:
        for file in found:
            if file.is_dir():
                yield from _sources(file.path)
            elif file.name.endswith(".py"):
                stat = file.stat()
                yield file.path[-60:], stat.st_size, stat.st_mtime_ns


def path_of(book: Path) -> Path:
    """Where a book's checkpoints lie."""
    return book.with_name(book.stem + ".cache")


class Cache:
    """What lies beside one book. Nothing here raises for a file that is missing, damaged, locked or not writable."""

    def __init__(self, book: Path) -> None:
        self.path = path_of(book)
        self._db: sqlite3.Connection | None = None
        self._places: list[tuple[int, Moment, int]] | None = None

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None
        self._places = None

    # Checkpoints

    def rows(self) -> list[Row]:
        """Every checkpoint of today's folds."""
        return self._select("ORDER BY position, moment")

    def latest(self, count: int) -> list[Row]:
        """The checkpoints that reach furthest into the book."""
        return self._select("ORDER BY first DESC LIMIT ?", count)

    def _select(self, which: str, *values: object) -> list[Row]:
        with self._reading() as db:
            if db is not None:
                columns = ", ".join(("sum", *Row._fields))
                found = db.execute(f"SELECT {columns} FROM checkpoint WHERE fingerprint = ? {which}", (fingerprint(), *values))
                return [Row(*row) for total, *row in found if total == _sum_of(row[1:])]
        return []

    def _all_places(self) -> list[tuple[int, Moment, int]]:
        """(position, moment, id) of every checkpoint of today's folds, in this order."""
        if self._places is None:
            self._places = []
            with self._reading() as db:
                if db is not None:
                    self._places = db.execute(
                        "SELECT position, moment, id FROM checkpoint WHERE fingerprint = ? AND typeof(position) = 'integer' "
                        "AND typeof(moment) = 'integer' ORDER BY position, moment",
                        (fingerprint(),),
                    ).fetchall()
        return self._places or []  # None where the file could not be read

    def serving(self, history: History, known_at: int, limit: Moment | None) -> Iterator[Row]:
        """Checkpoints that answer for a known-at, before a moment, the latest moment first."""
        found = []
        reaching, nth = history.reaching, len(history.reaching)
        lowest = ALWAYS if limit is None else limit
        for position, moment, own in reversed(self._all_places()):
            if position > known_at:
                continue
            while nth and reaching[nth - 1][0] > position:
                nth -= 1
                at, reach = reaching[nth]
                if at <= known_at and reach < lowest:
                    lowest = reach
            if moment <= lowest:
                found.append((moment, position, own))
        found.sort(reverse=True)
        for moment, position, own in found:  # an index may have been torn where its table was not
            yield from self._select("AND id = ? AND +position = ? AND +moment = ?", own, position, moment)

    def load(self, row: Row) -> World | None:
        """The world of a checkpoint; None where it cannot be read."""
        with self._reading() as db:
            if db is None:
                return None
            stored = db.execute("SELECT world FROM checkpoint WHERE id = ?", (row.id,)).fetchone()
            if stored is None:
                return None
            with contextlib.suppress(ValueError, TypeError, KeyError, msgspec.DecodeError, zlib.error):
                return _unpacked(stored[0], lambda names: _parts(db, names))
        return None

    def keep(self, world: World, row: Row, book: int, reaching: Sequence[tuple[int, Moment]] = ()) -> None:
        """Lays a checkpoint beside a book of so many bytes, if there is room for it; `reaching` is the history's."""
        if any(position == row.position and moment == row.moment for position, moment, _ in self._all_places()):
            return
        packed, parts = _packed(world)
        with self._writing() as db:
            if db is None:
                return
            there = _there(db, parts)
            fresh = [(name, zlib.compress(data, 1)) for name, data in parts.items() if name not in there]
            db.executemany("INSERT OR IGNORE INTO part VALUES (?, ?)", fresh)
            db.execute(
                "INSERT OR IGNORE INTO checkpoint (fingerprint, position, moment, first, digest, clock, cup_at, written_at, "
                "sum, world) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (fingerprint(), *row[1:], _sum_of(row[1:]), packed),
            )
            db.execute("DELETE FROM checkpoint WHERE fingerprint != ?", (fingerprint(),))
            _thin(db, book // SHARE, reaching, max(row.position, reaching[-1][0] if reaching else 0))
        self._places = None

    # Headers

    def heads(self, history: History, digest_at: Any, head: int) -> None:
        """Fills an empty history with the headers kept of the book's first entries, if they are this book's."""
        with self._reading() as db:
            if db is None:
                return
            rows = db.execute("SELECT * FROM heads ORDER BY last").fetchall()
            if any(_sum(last, digest, columns) != total for last, digest, total, *columns in rows):
                raise ValueError("torn")
            if not rows or rows[-1][0] > head or digest_at(rows[-1][0]) != rows[-1][1]:
                return
            try:
                _fill(history, rows)
            except (ValueError, TypeError, KeyError, IndexError, msgspec.DecodeError, zlib.error):
                History.__init__(history)

    def keep_heads(self, history: History, first: int, digest: bytes, book: int) -> None:
        """Keeps the headers from a position on, up to the history's head, whose digest is given."""
        with self._writing() as db:
            if db is None:
                return
            before, stretches = db.execute("SELECT COALESCE(MAX(last), 0), COUNT(*) FROM heads").fetchone()
            if before != first - 1:
                return
            if stretches >= STRETCHES:
                db.execute("DELETE FROM heads")
                first = 1
            values = _columns(history, first, digest)
            if _size(db) + sum(len(value) for value in values if isinstance(value, bytes)) > book // SHARE:
                db.execute("DELETE FROM checkpoint")
                db.execute("DELETE FROM part")
                self._places = None
            marks = ", ".join("?" * (len(values) + 2))
            db.execute(f"INSERT OR IGNORE INTO heads VALUES ({marks})", (history.head, digest, *values))
            if _size(db) > book // SHARE:
                db.execute("DELETE FROM heads")

    # The file

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        db = self._open() if self._db is not None or self.path.exists() else None
        try:
            yield db
        except (OSError, *_UNREADABLE) as error:
            self._failed(error)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection | None]:
        db = self._open()
        try:
            if db is not None:
                db.execute("BEGIN IMMEDIATE")
        except (OSError, *_UNREADABLE) as error:
            self._failed(error)
            db = None
        if db is None:
            yield None
            return
        try:
            yield db
            db.execute("COMMIT")
        except (OSError, *_UNREADABLE) as error:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            self._failed(error)

    def _open(self) -> sqlite3.Connection | None:
        try:
            if self._db is None:
                self._db = self._opened()
        except (OSError, *_UNREADABLE) as error:
            self._failed(error)
        return self._db

    def _opened(self) -> sqlite3.Connection | None:
        db = sqlite3.connect(self.path, timeout=0.2, isolation_level=None)
        try:
            shape = db.execute("PRAGMA user_version").fetchone()[0]
            db.execute("PRAGMA synchronous = OFF")
            db.execute("PRAGMA mmap_size = 1073741824")
            if shape != SHAPE:
                if db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                    db.close()
                    self.path.unlink()
                    db = sqlite3.connect(self.path, timeout=0.2, isolation_level=None)
                    db.execute("PRAGMA synchronous = OFF")
                db.execute("PRAGMA auto_vacuum = FULL")
                db.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")
        except BaseException:
            db.close()
            raise
        return db

    def _failed(self, error: Exception) -> None:
        """A file that is no cache goes; one that is locked or may not be written is left alone."""
        self.close()
        code = getattr(error, "sqlite_errorcode", None)
        if isinstance(error, _UNREADABLE) and (code is None or code & 0xFF not in _IN_THE_WAY):
            with contextlib.suppress(OSError):
                self.path.unlink()


_UNREADABLE = (sqlite3.Error, ValueError, TypeError, KeyError, IndexError, zlib.error)
"""What reading raises of a file whose pages are not what was written: other types in a column, text that is none."""
_IN_THE_WAY = frozenset((
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR,
))  # fmt: skip


def _size(db: sqlite3.Connection) -> int:
    pages: int = db.execute("PRAGMA page_count").fetchone()[0]
    size: int = db.execute("PRAGMA page_size").fetchone()[0]
    free: int = db.execute("PRAGMA freelist_count").fetchone()[0]
    return (pages - free) * size


def _thin(db: sqlite3.Connection, most: int, reaching: Sequence[tuple[int, Moment]], head: int) -> None:
    """Takes away the checkpoints that are missed least, until the file is no larger than it may be."""
    while _size(db) > most:
        rows: list[tuple[int, Moment, int, int]] = db.execute(
            "SELECT position, moment, first, id FROM checkpoint ORDER BY first, position"
        ).fetchall()
        if len(rows) < 2:
            db.execute("DELETE FROM checkpoint")
            db.execute("DELETE FROM part")
            return
        gone = _missed_least(rows, reaching, head, max(1, len(rows) // 8))
        db.executemany("DELETE FROM checkpoint WHERE id = ?", [(row,) for row in gone])
        used: set[bytes] = set()
        for (world,) in db.execute("SELECT world FROM checkpoint"):
            used |= _named(db, world)
        names = [name for (name,) in db.execute("SELECT name FROM part")]
        db.executemany("DELETE FROM part WHERE name = ?", [(name,) for name in names if name not in used])


def _missed_least(
    rows: Sequence[tuple[int, Moment, int, int]], reaching: Sequence[tuple[int, Moment]], head: int, count: int
) -> list[int]:
    """The ids of so many checkpoints, (position, moment, first, id) in the order of `first`, without which the fewest
    entries more have to be folded; never two that stand next to one another, and never the newest.

    For known-ats all over the book it is looked which checkpoints would serve: what lies between one and the next below it
    is folded by whoever asks between it and the next above it, and half of those who ask do so at the end of their time.
    """
    ends = []
    for position, moment, _, _ in rows:
        nth = bisect_left(reaching, (position + 1, 0))
        ends.append(next((at for at, reach in islice(reaching, nth, None) if reach < moment), head + 1))
    loss = [0] * len(rows)
    beside: list[set[int]] = [set() for _ in rows]
    for sample in range(1, _SAMPLES + 1):
        known_at = head * sample // _SAMPLES
        valid = [n for n, row in enumerate(rows) if row[0] <= known_at < ends[n]]
        for nth, n in enumerate(valid):
            first = rows[n][2]
            below = rows[valid[nth - 1]][2] if nth else 0
            above = rows[valid[nth + 1]][2] if nth + 1 < len(valid) else known_at + known_at
            loss[n] += (first - below) * max(1, above - first)
            if nth:
                beside[n].add(valid[nth - 1])
                beside[valid[nth - 1]].add(n)
    newest = max(range(len(rows)), key=lambda n: rows[n][:2])
    gone: set[int] = set()
    for n in sorted(range(len(rows)), key=loss.__getitem__):
        if len(gone) < count and n != newest and not (loss[n] and gone & beside[n]):
            gone.add(n)
    return [rows[n][3] for n in gone]


# -- worlds -----------------------------------------------------------------------------------------------------

RATIO, WORN = 1, 2
_NAME = 16


def _enc(value: Any) -> Any:
    if isinstance(value, Fraction):
        return msgspec.msgpack.Ext(RATIO, f"{value.numerator}/{value.denominator}".encode())
    if isinstance(value, Worn):
        row = [value.day, value.last, value.today, value.value]
        return msgspec.msgpack.Ext(WORN, msgspec.msgpack.encode(row, enc_hook=_enc))
    raise TypeError(f"{type(value).__name__} is not kept in a checkpoint")


def _ext(code: int, data: memoryview) -> Any:
    if code == RATIO:
        return Fraction(bytes(data).decode())
    worn = Worn()
    worn.day, worn.last, worn.today, worn.value = msgspec.msgpack.decode(data, ext_hook=_ext)
    return worn


_encode = msgspec.msgpack.Encoder(enc_hook=_enc).encode
_decode = msgspec.msgpack.Decoder(ext_hook=_ext).decode
_decode_lots = msgspec.msgpack.Decoder(list[Lot], ext_hook=_ext).decode


def _part(parts: dict[bytes, bytes], data: bytes) -> bytes:
    name = hashlib.blake2b(data, digest_size=_NAME).digest()
    parts[name] = data
    return name


def _page_of(lot: Lot) -> int:
    return lot.position // _PAGE


def _packed(world: World) -> tuple[bytes, dict[bytes, bytes]]:
    """A world as bytes, and the parts that they name: everything that can be asked of it."""
    parts: dict[bytes, bytes] = {}
    names = []
    for h in world.holders.values():
        pages = b"".join(
            _part(parts, _encode(list(lots)))
            for own in h.lots.values()
            for _, lots in groupby(own, key=_page_of)
        )
        empty = [item for item, own in h.lots.items() if not own]
        own = [h.name, h.fields, h.counts, h.marks, h.holes, h.wounds, list(h.lots), empty, pages]
        names.append(_part(parts, _encode(own)))
    whole = [b"".join(names), world.people, world.names, world.calendar, world.moment, world.position, world.root]
    data = zlib.compress(_encode(whole), 1)
    return zlib.adler32(data).to_bytes(4, "big") + data, parts


def _there(db: sqlite3.Connection, names: Iterable[bytes]) -> set[bytes]:
    """Which of these parts the file has already: two checkpoints in a row share most of theirs."""
    wanted, found = list(names), set[bytes]()
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        marks = ",".join("?" * len(some))
        found.update(name for (name,) in db.execute(f"SELECT name FROM part WHERE name IN ({marks})", some))
    return found


def _whole(stored: bytes) -> list[Any]:
    if zlib.adler32(stored[4:]).to_bytes(4, "big") != stored[:4]:
        raise ValueError("torn")
    whole: list[Any] = _decode(zlib.decompress(stored[4:]))
    return whole


def _split(names: bytes) -> list[bytes]:
    return [names[at : at + _NAME] for at in range(0, len(names), _NAME)]


def _parts(db: sqlite3.Connection, names: Iterable[bytes]) -> dict[bytes, bytes]:
    wanted = list(dict.fromkeys(names))
    found: dict[bytes, bytes] = {}
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        marks = ",".join("?" * len(some))
        for name, data in db.execute(f"SELECT name, data FROM part WHERE name IN ({marks})", some):
            whole = zlib.decompress(data)
            if hashlib.blake2b(whole, digest_size=_NAME).digest() != name:
                raise ValueError("torn")
            found[name] = whole
    return found


def _named(db: sqlite3.Connection, stored: bytes) -> set[bytes]:
    """The names of all parts of a world."""
    holders = _split(_whole(stored)[0])
    used = set(holders)
    for data in _parts(db, holders).values():
        used.update(_split(_decode(data)[8]))
    return used


def _unpacked(stored: bytes, parts_of: Any) -> World:
    """The world of these bytes."""
    names, people, spelt, calendar, moment, position, root = _whole(stored)
    world = World(msgspec.convert(calendar, Calendar))
    found = parts_of(_split(names))
    rows = [_decode(found[name]) for name in _split(names)]
    pages = parts_of([name for row in rows for name in _split(row[8])])
    for name, fields, counts, marks, holes, wounds, items, _, own in rows:
        holder = Holder(name)
        holder.fields = fields
        lots = holder.lots
        for item in items:
            lots[item] = []
        for page in _split(own):
            some = _decode_lots(pages[page])
            lots[some[0].item] += some
        holder.counts = counts
        holder.marks = {mark: Mark(*values) for mark, values in marks.items()}
        holder.holes = holes
        holder.wounds = [(source, amount) for source, amount in wounds]
        world.holders[name] = holder
    world.people, world.names = people, spelt
    world.moment, world.position, world.root = moment, position, root
    return world


def packed(world: World) -> bytes:
    """A world as bytes, whole: two that are alike in everything that can be asked of them have the same."""
    whole, parts = _packed(world)
    return whole + b"".join(parts[name] for name in sorted(parts))


# -- headers ----------------------------------------------------------------------------------------------------


class _Rest(msgspec.Struct, array_like=True, gc=False):
    """What is kept of a stretch beside its columns. The lists hold what belongs to its own positions."""

    names: list[str]
    roots: list[tuple[int, int]]
    behinds: list[tuple[int, int]]
    corrections: list[tuple[int, str, list[Strike], list[int], str | None, int | None, list[int], int]]
    clocks: list[tuple[int, int]]
    rare: dict[str, list[int]]
    far: list[int]
    late: list[int]
    reaching: list[tuple[int, int]]
    odd_times: dict[int, str]
    newest: str
    top: tuple[int, int, int, int]
    top_moment: int
    cup: int
    block: tuple[int, bool]


def _columns(history: History, first: int, digest: bytes) -> list[Any]:
    """What the table of headers holds of the positions from `first` on."""
    columns = [
        history.moments[first:].tobytes(), history.causes[first:].tobytes(), history.deeds[first:].tobytes(),
        history.operations[first:].tobytes(), bytes(history.ranks[first:]), history.tags.numbers[first:].tobytes(),
    ]  # fmt: skip
    firsts, times, odd_times = history.written.squeezed(first)
    rest = _Rest(
        names=history.tags.names,
        roots=[(p, root) for p, root in history.roots.items() if p >= first],
        behinds=[(p, behind) for p, behind in history.behinds.items() if p >= first],
        corrections=[
            (c.position, c.verb, list(c.strikes), list(c.deeds), c.branch, c.clock, list(c.pins), c.reach)
            for c in history.corrections
            if c.position >= first
        ],
        clocks=[clock for clock in history.clocks if clock[0] >= first],
        rare={tag: own for tag, found in history.rare.items() if (own := [p for p in found if p >= first])},
        far=[p for p in history.far if p >= first],
        late=[p for p in history.late if p >= first],
        reaching=[reach for reach in history.reaching if reach[0] >= first],
        odd_times=odd_times,
        newest=history.written.newest,
        top=history.top,
        top_moment=history.top_moment,
        cup=history.cup,
        block=history._block,
    )
    if history.head - first < _SMALL:
        columns = [zlib.compress(column, 1) for column in columns]
    columns += [firsts, times, zlib.compress(msgspec.msgpack.encode(rest), 1)]
    return [_sum(history.head, digest, columns), *columns]


def _sum_of(numbers: Sequence[object]) -> int:
    return zlib.adler32(repr(list(numbers)).encode())


def _sum(last: int, digest: bytes, columns: Sequence[bytes]) -> int:
    total = _sum_of((last, digest))
    for column in columns:
        total = zlib.adler32(column, total)
    return total


def _fill(history: History, rows: Sequence[Sequence[Any]]) -> None:
    """Fills an empty history from the table of headers; ValueError where a stretch is missing."""
    for last, _, _, *columns in rows:
        first = history.head + 1
        *columns, firsts, times, stored = columns
        if last - first < _SMALL:
            columns = [zlib.decompress(column) for column in columns]
        moments, causes, deeds, operations, ranks, tags = columns
        history.moments.frombytes(moments)
        history.causes.frombytes(causes)
        history.deeds.frombytes(deeds)
        history.operations.frombytes(operations)
        history.ranks += ranks
        history.tags.numbers.frombytes(tags)
        rest = msgspec.msgpack.decode(zlib.decompress(stored), type=_Rest)
        history.tags.names = rest.names
        history.roots.update(rest.roots)
        history.behinds.update(rest.behinds)
        for position, verb, strikes, struck, branch, clock, pins, reach in rest.corrections:
            history.corrections.append(
                Correction(position, verb, tuple(strikes), tuple(struck), branch, clock, tuple(pins), reach)
            )
        history.clocks += rest.clocks
        for tag, found in rest.rare.items():
            history.rare.setdefault(tag, []).extend(found)
        history.far += rest.far
        history.late.extend(rest.late)
        history.reaching += rest.reaching
        history.written.take(firsts, times, rest.odd_times, rest.newest, last)
        history.top, history.top_moment, history.cup, history._block = rest.top, rest.top_moment, rest.cup, rest.block
        if history.head != last or len(history.ranks) != last + 1 or len(history.tags.numbers) != last + 1:
            raise ValueError("a stretch is missing")
    names = history.tags.names
    history.tags.known = {name: number for number, name in enumerate(names)}
