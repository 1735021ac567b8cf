"""kill -9 at every moment: afterwards the book opens, verifies, and holds none of the note or all of it."""

import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger.audit.verify import verify_book
from ledger.cli.desk import Desk
from ledger.journal import NoBook, open_book

LINES = 30
ROUNDS = 20
SOAK_ROUNDS = 200
OPENING = ('new "North Road" --game eos --spring 03-01', "declare zone Oakwood --miles 15")
COMMITTING = "before the COMMIT"
COMMITTED = "before the COMMIT returns"


def note(folder: Path, opens: bool) -> Path:
    """A note of LINES lines, an entry each; one that opens the book begins with `new`."""
    lines = [f'gm give Oakwood {nth} food --reason "found"' for nth in range(1, LINES + 1)]
    if opens:
        lines[: len(OPENING)] = OPENING
    path = folder / ("01.md" if opens else "02.md")
    path.write_text("```campaign\n" + "\n".join(lines) + "\n```\n", encoding="utf-8")
    return path


def killed(work: Callable[[], object], after: float | None = None) -> bool:
    """Does some work in a process of its own, which is killed from without `after` so many seconds or kills itself;
    whether it was killed before it came to its end.
    """
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def playing(book: Path, path: Path, at: int | str | None = None) -> Callable[[], object]:
    """Plays the note; the process kills itself before the nth INSERT (`at` a number) or at the COMMIT."""

    def play() -> object:
        if at is not None:
            plain = sqlite3.connect

            def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
                connection: sqlite3.Connection = plain(*arguments, **options, factory=Killed)
                connection.set_trace_callback(Killed.seen)
                return connection

            Killed.at, Killed.inserts = at, 0
            sqlite3.connect = connect  # type: ignore[assignment]
        return Desk(book).answer(f"play {path}")

    return play


class Killed(sqlite3.Connection):
    """A connection whose process ends, without a word, at one statement of the first operation that it writes."""

    at: int | str = 0
    inserts = 0

    @classmethod
    def seen(cls, statement: str) -> None:
        if statement.startswith("INSERT INTO stored_events"):
            cls.inserts += 1
            if cls.inserts == cls.at:
                os.kill(os.getpid(), signal.SIGKILL)
        elif statement == "COMMIT" and cls.inserts and cls.at == COMMITTING:
            os.kill(os.getpid(), signal.SIGKILL)

    def commit(self) -> None:
        super().commit()
        if Killed.inserts and Killed.at == COMMITTED:
            os.kill(os.getpid(), signal.SIGKILL)


def entries_in(book: Path) -> int:
    """How many entries a book holds, once it has opened and verified; 0 if none is there."""
    try:
        with open_book(book) as journal:
            verdict = verify_book(journal)
    except NoBook:
        return 0
    assert verdict.verdict == "intact", verdict
    assert Desk(book).answer("zone Oakwood").kind == "view"
    return verdict.entries


def crash(folder: Path, nth: int, chance: random.Random) -> None:
    """One round: a note is played and killed; what stands afterwards is none of it or all of it, and plays on.

    Every second round is killed between its first INSERT and the return of its COMMIT, half of all inside `new`.
    """
    book = folder / f"{nth}.campaign"
    opens = nth % 4 < 2
    before = 0
    if not opens:
        for line in OPENING:
            assert Desk(book).answer(line).ok
        before = len(OPENING)
    path = note(folder, opens)
    if nth % 2:
        started = time.perf_counter()
        Desk(folder / f"{nth}-whole.campaign").answer(f"play {note(folder, opens=True)}")
        where: int | str | None = None
        killed(playing(book, path), after=chance.uniform(0, 1.2 * (time.perf_counter() - started)))
    else:
        where = chance.choice([chance.randint(1, LINES), COMMITTING, COMMITTED])
        assert killed(playing(book, path, where)), "a process that came to its end was to be killed"
    found = entries_in(book)
    assert found in (before, before + LINES)
    if where is not None:
        assert (found == before + LINES) == (where == COMMITTED and not opens), where
    assert Desk(book).answer(f"play {path}").kind == "recorded"
    assert entries_in(book) == before + LINES
    assert Desk(book).answer(f"play {path}").data["operation"] is None


def test_a_killed_pen_leaves_none_of_its_note_or_all_of_it(tmp_path: Path) -> None:
    chance = random.Random(9)
    for nth in range(ROUNDS):
        crash(tmp_path, nth, chance)


@pytest.mark.soak
def test_two_hundred_killed_pens_leave_none_of_their_notes_or_all_of_them(tmp_path: Path) -> None:
    chance = random.Random()
    for nth in range(SOAK_ROUNDS):
        crash(tmp_path, nth, chance)
