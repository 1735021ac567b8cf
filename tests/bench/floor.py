"""How fast could this machine be? The floor that our own benchmark is quoted against.

    python -m tests.bench.floor [ENTRIES] [--json]        100000 unless told

It makes a book of its own in a temporary folder and does with it only what no design can leave out: commit,
scan, decode, check the chain, add up. Machines differ and are noisy, so a figure means nothing beside one from
another run: run the floor and the benchmark together, and quote the ratio.
"""

import argparse
import hashlib
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

TRIES = 3  # every figure is the median of so many (of 11, for the starts)
COMMITS = 1_000
NO_ENTRY = "0" * 64  # what the first entry names as the digest before it

STARTS = {  # what a process costs before it has done anything
    "python": "pass",
    "click_msgspec": "import click, msgspec",
    "eventsourcing": "import eventsourcing.sqlite",
    "rich": "import rich.console, rich.table",
}

# The table of the library's SQLiteAggregateRecorder.
TABLE = """CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB,
           PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID"""
INSERT = "INSERT INTO stored_events VALUES (?, ?, ?, ?)"
SELECT = "SELECT state FROM stored_events WHERE originator_id = ? ORDER BY originator_version"


# gc=False: none of these can point back at itself, so the collector need not walk them (3 times faster to keep).
class Gained(msgspec.Struct, tag="gained", frozen=True, gc=False):
    holder: str
    item: str
    quantity: int
    lot: str


class Changed(msgspec.Struct, tag="changed", frozen=True, gc=False):
    subject: str
    pool: str
    by: int


class Facts(msgspec.Struct, frozen=True, gc=False):
    postings: tuple[Gained | Changed, ...] = ()


class Line(msgspec.Struct, frozen=True, gc=False):
    """As much of an entry as a view reads; msgspec skips the rest."""

    moment: int
    before: str
    event: Facts


def book(entries: int) -> Iterator[bytes]:
    """Entries of about 340 bytes, each with the digest of the one before."""
    dice, before = random.Random(1), NO_ENTRY
    for n in range(entries):
        who, zone = f"character{dice.randrange(6)}", f"zone{dice.randrange(40)}"
        roll = {"faces": [dice.randrange(1, 21)], "bonus": 10, "total": 21, "source": "table"}
        lot = {"type": "gained", "holder": who, "lot": f"lot{n}"}
        food, cloth = lot | {"item": "food", "quantity": 3}, lot | {"item": "fragment", "quantity": 2}
        hunted = {"type": "changed", "subject": zone, "pool": "hunting", "by": 1}
        bitten = {"type": "changed", "subject": who, "pool": "hp", "by": -3}
        event = (
            {"type": "task.spent", "who": who, "task": "hunt", "n": 1},
            {"type": "hunt.rolled", "who": who, "zone": zone, "roll": roll, "target": 15, "postings": [hunted]},
            {"type": "harvest.gathered", "who": who, "zone": zone, "postings": [food, cloth]},
            {"type": "cold.bit", "who": who, "level": 5, "gear": 2, "postings": [bitten]},
        )[n % 4]
        header = {"moment": n * 600, "written_at": "2026-11-29T17:28:00Z", "operation": f"01J{n // 4:023d}"}
        header |= {"session": n // 500, "seat": "gm", "rule": "EOS-HUNT-01", "cause": n, "before": before}
        state = msgspec.json.encode(header | {"event": event})
        before = hashlib.sha256(state).hexdigest()
        yield state


def rebuild(db: sqlite3.Connection) -> dict[str, float]:
    """Seconds that each step took in one streamed reading of the whole book."""
    decode = msgspec.json.Decoder(Line).decode
    cells: dict[tuple[str, str, str], int] = {}
    took = dict.fromkeys(("scan", "decode", "chain", "fold"), 0.0)
    head, clock, rows = NO_ENTRY, time.perf_counter, db.execute(SELECT, ("winter",))
    while True:
        t0 = clock()
        states = [state for (state,) in rows.fetchmany(1_000)]
        t1 = clock()
        lines = [decode(state) for state in states]
        t2 = clock()
        for state, line in zip(states, lines, strict=True):
            assert line.before == head
            head = hashlib.sha256(state).hexdigest()
        t3 = clock()
        for line in lines:
            for posting in line.event.postings:
                if isinstance(posting, Changed):
                    cell, by = (posting.subject, posting.pool, ""), posting.by
                else:
                    cell, by = (posting.holder, posting.item, posting.lot), posting.quantity
                cells[cell] = cells.get(cell, 0) + by
        t4 = clock()
        for step, seconds in zip(took, (t1 - t0, t2 - t1, t3 - t2, t4 - t3), strict=True):
            took[step] += seconds
        if not states:
            return took


def commits(write: Callable[[str, int], object], book_id: str) -> float:
    """Entries a second, one to a commit, each on the disk before the next."""
    rates = []
    for t in range(TRIES):
        t0 = time.perf_counter()
        for position in range(COMMITS):
            write(f"{book_id}{t}", position)
        rates.append(COMMITS / (time.perf_counter() - t0))
    return statistics.median(rates)


def library_commits(path: Path, state: bytes) -> float | None:
    """The same through the library that keeps our book."""
    try:
        from eventsourcing.persistence import StoredEvent
        from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore
    except ImportError:
        return None
    pen = SQLiteAggregateRecorder(SQLiteDatastore(str(path), originator_id_type="text"))
    return commits(lambda book_id, n: pen.insert_events([StoredEvent(book_id, n, "entry", state)]), "library")


def start(code: str) -> float | None:
    """Milliseconds for a process that does no more than this."""
    took = []
    for _ in range(11):
        t0 = time.perf_counter()
        if subprocess.run([sys.executable, "-c", code], stderr=subprocess.DEVNULL).returncode:
            return None
        took.append((time.perf_counter() - t0) * 1_000)
    return statistics.median(took)


@contextmanager
def _written(entries: int) -> Iterator[sqlite3.Connection]:
    with tempfile.TemporaryDirectory(prefix="floor-") as folder:
        db = sqlite3.connect(Path(folder) / "book.db", isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(TABLE)
        db.execute("BEGIN")
        db.executemany(INSERT, (("winter", n, "entry", state) for n, state in enumerate(book(entries), 1)))
        db.execute("COMMIT")
        try:
            yield db
        finally:
            db.close()


@contextmanager
def laid(entries: int) -> Iterator[Callable[[], object]]:
    """One reading of a floor's book of so many entries, to be timed beside ours, in turn."""
    with _written(entries) as db:
        yield lambda: rebuild(db)


def figures(entries: int) -> dict[str, float | None]:
    with _written(entries) as db, tempfile.TemporaryDirectory(prefix="floor-") as folder:
        state = next(book(1))
        found: dict[str, float | None] = {"entries": entries}
        readings = [rebuild(db) for _ in range(TRIES)]
        for step in readings[0]:
            found[f"{step}_per_s"] = entries / statistics.median(reading[step] for reading in readings)
        found["rebuild_per_s"] = entries / statistics.median(sum(reading.values()) for reading in readings)
        found["append_per_s"] = commits(lambda book_id, n: db.execute(INSERT, (book_id, n, "entry", state)), "bare")
        found["append_library_per_s"] = library_commits(Path(folder) / "library.db", state)
    return found | {f"start_{name}_ms": start(code) for name, code in STARTS.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("entries", nargs="?", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = figures(args.entries)
    if args.json:
        print(json.dumps(found))
        return
    for name, figure in found.items():
        digits = 1 if name.endswith("_ms") else 0
        print(f"{name:<28}" + ("not installed" if figure is None else f"{figure:12,.{digits}f}"))


if __name__ == "__main__":
    main()
