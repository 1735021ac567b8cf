"""The journal: append and read, on real files, beside other pens, after crashes and after meddling."""

import hashlib
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from ledger.journal import (
    BookThere,
    Busy,
    Damaged,
    Fresh,
    JournalError,
    JournalFailed,
    NoBook,
    Raced,
    SQLiteJournal,
    create,
    open_book,
)
from ledger.seals import ZERO, Chain, event_digest

PROJECT = Path(__file__).parents[1]


def operation(at: int, before: bytes, *words: str) -> list[Fresh]:
    """Entries behind `at`, chained as the pen chains them."""
    chain, rows = Chain(at, before), []
    for word in words:
        event = msgspec.json.encode({"type": "note.made", "text": word})
        header = {"position": chain.position + 1, "before": chain.before, "event_sha": event_digest(event)}
        stored = msgspec.json.encode(header | {"event": msgspec.Raw(event)})
        chain.add(stored)
        rows.append(("note.made", stored))
    return rows


def begin(path: Path, *words: str) -> SQLiteJournal:
    return create(path, operation(0, ZERO, *words))


def words_of(book: SQLiteJournal) -> list[str]:
    return [msgspec.json.decode(stored)["event"]["text"] for _, stored in book.read()]


def as_it_lies(folder: Path) -> dict[str, str]:
    """Every file of a folder but SQLite's shared index, with the digest of its bytes."""
    return {
        file.name: "" if file.name.endswith("-shm") else hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
    }


def written(folder: Path) -> dict[str, str]:
    """The same without files that hold nothing: SQLite sweeps away a log that was opened and never written to."""
    nothing = ("", hashlib.sha256(b"").hexdigest())
    return {name: digest for name, digest in as_it_lies(folder).items() if digest not in nothing}


# Append and read ----------------------------------------------------------------------------------------


def test_what_is_appended_is_read_back_byte_for_byte_in_order(tmp_path: Path) -> None:
    first = operation(0, ZERO, "landfall", "camp")
    with create(tmp_path / "north road?#.campaign", first) as book:
        second = operation(2, book.head_digest(), "hunt")
        head = book.append(2, book.head_digest(), second)
        assert list(book.read()) == [(1, first[0][1]), (2, first[1][1]), (3, second[0][1])]
        assert list(book.read(after=1, upto=2)) == [(2, first[1][1])]
        assert [(n, tag) for n, tag, _ in book.tagged()] == [
            (1, "note.made"),
            (2, "note.made"),
            (3, "note.made"),
        ]
        assert book.state_of(3) == second[0][1]
        assert book.state_of(4) is None
        assert book.states_of([3, 9, 1]) == {1: first[0][1], 3: second[0][1]}
        assert book.operations_after(2) == [(3, second[0][1])]
        assert (book.head(), book.head_digest()) == (3, head)


def test_an_empty_book_has_head_nought_and_the_digest_before_all(tmp_path: Path) -> None:
    with create(tmp_path / "a.campaign") as book:
        assert (book.head(), book.head_digest(), list(book.read())) == (0, ZERO, [])


def test_the_digest_of_the_head_is_that_of_the_whole_chain(tmp_path: Path) -> None:
    with begin(tmp_path / "a.campaign", "one", "two", "three") as book:
        digest = bytes(32)
        for _, stored in book.read():
            digest = hashlib.sha256(digest + hashlib.sha256(stored).digest()).digest()
        assert book.head_digest() == digest


def test_the_library_keeps_the_book_with_a_log_and_full_sync(tmp_path: Path) -> None:
    with (
        begin(tmp_path / "a.campaign", "one") as book,
        book.recorder.datastore.transaction(commit=False) as cursor,
    ):
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone()[0] == "wal"
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == 2


def test_a_pen_whose_scene_is_old_is_told_that_another_was_first(tmp_path: Path) -> None:
    with begin(tmp_path / "a.campaign", "one") as book, open_book(book.path, write=True) as other:
        before = book.head_digest()
        other.append(1, before, operation(1, before, "first"))
        with pytest.raises(Raced):
            book.append(1, before, operation(1, before, "late", "later"))
        assert words_of(book) == ["one", "first"]


def test_an_append_ahead_of_the_head_is_refused(tmp_path: Path) -> None:
    with begin(tmp_path / "a.campaign", "one") as book, pytest.raises(Raced):
        book.append(4, book.head_digest(), operation(4, book.head_digest(), "gap"))


def test_an_append_to_a_history_that_is_not_the_books_is_refused(tmp_path: Path) -> None:
    with begin(tmp_path / "a.campaign", "one") as book, pytest.raises(Raced):
        book.append(1, bytes([7]) * 32, operation(1, bytes([7]) * 32, "elsewhere"))


def test_entries_that_are_not_chained_never_reach_the_book(tmp_path: Path) -> None:
    with begin(tmp_path / "a.campaign", "one") as book:
        with pytest.raises(ValueError, match="position 2"):
            book.append(1, book.head_digest(), operation(1, ZERO, "unchained"))
        rows = operation(1, book.head_digest(), "two", "three")
        with pytest.raises(ValueError, match="position 2"):
            book.append(1, book.head_digest(), rows[::-1])
        assert words_of(book) == ["one"]


def test_a_book_opened_to_read_is_not_written_to(tmp_path: Path) -> None:
    begin(tmp_path / "a.campaign", "one").close()
    with open_book(tmp_path / "a.campaign") as book, pytest.raises(JournalFailed, match="read only"):
        book.append(1, book.head_digest(), operation(1, book.head_digest(), "two"))


def test_a_reader_sees_one_moment_of_the_book_while_a_pen_writes(tmp_path: Path) -> None:
    with begin(tmp_path / "a.campaign", "one", "two") as pen, open_book(pen.path) as reader:
        reading = reader.read()
        assert next(reading)[0] == 1
        pen.append(2, pen.head_digest(), operation(2, pen.head_digest(), "three"))
        assert [n for n, _ in reading] == [2]
        assert reader.head() == 3


def test_a_reading_that_is_broken_off_does_not_outlive_its_book(tmp_path: Path) -> None:
    with begin(tmp_path / "a.campaign", "one", "two") as book:
        reading = book.read()
        next(reading)
    assert list(reading) == []
    assert as_it_lies(tmp_path).keys() == {"a.campaign"}


# The file protects itself -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE stored_events SET state = x'7b7d' WHERE originator_version = 1",
        "DELETE FROM stored_events WHERE originator_version = 2",
        "INSERT INTO stored_events VALUES ('campaign', 6, 'note.made', x'7b7d')",
        "INSERT INTO stored_events VALUES ('campaign', 2, 'note.made', x'7b7d')",
        "INSERT OR REPLACE INTO stored_events VALUES ('campaign', 2, 'note.made', x'7b7d')",
        "INSERT INTO stored_events VALUES ('campaign', NULL, 'note.made', x'7b7d')",
    ],
)
def test_the_file_refuses_changes_gaps_and_losses_from_any_program(tmp_path: Path, statement: str) -> None:
    begin(tmp_path / "a.campaign", "one", "two").close()
    with closing(sqlite3.connect(tmp_path / "a.campaign")) as hand:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            hand.execute(statement)
        assert hand.execute("SELECT COUNT(*) FROM stored_events").fetchone() == (2,)


def test_a_pen_puts_back_the_triggers_that_a_hand_took_away(tmp_path: Path) -> None:
    begin(tmp_path / "a.campaign", "one").close()
    with closing(sqlite3.connect(tmp_path / "a.campaign")) as hand:
        hand.execute("DROP TRIGGER append_only_delete")
    open_book(tmp_path / "a.campaign", write=True).close()
    with (
        closing(sqlite3.connect(tmp_path / "a.campaign")) as hand,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        hand.execute("DELETE FROM stored_events")


# Beginning a book ---------------------------------------------------------------------------------------


def test_a_new_book_never_takes_the_place_of_one_that_is_there(tmp_path: Path) -> None:
    begin(tmp_path / "a.campaign", "one").close()
    with pytest.raises(BookThere):
        begin(tmp_path / "a.campaign", "two")
    (tmp_path / "letter.campaign").write_text("Dear Mara")
    with pytest.raises(BookThere):
        create(tmp_path / "letter.campaign")
    assert (tmp_path / "letter.campaign").read_text() == "Dear Mara"


def test_a_book_that_was_begun_and_never_written_to_can_be_begun_again(tmp_path: Path) -> None:
    create(tmp_path / "a.campaign").close()
    with begin(tmp_path / "a.campaign", "one") as book:
        assert words_of(book) == ["one"]


def test_a_stray_log_is_not_played_into_a_new_book(tmp_path: Path) -> None:
    (tmp_path / "a.campaign-wal").write_bytes(b"of another book")
    with pytest.raises(BookThere, match="campaign-wal is left"):
        create(tmp_path / "a.campaign")


def test_entries_that_are_no_chain_begin_no_book(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="position 2"):
        create(tmp_path / "a.campaign", operation(0, ZERO, "one") + operation(1, ZERO, "two"))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_said_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(JournalFailed, match="No such file"):
        create(tmp_path / "nowhere" / "a.campaign")


# What is no book ----------------------------------------------------------------------------------------


def test_no_file_is_no_book_and_none_is_made(tmp_path: Path) -> None:
    for write in (False, True):
        with pytest.raises(NoBook):
            open_book(tmp_path / "a.campaign", write=write)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "bytes_there", [b"", b"# A note\n", b"SQLite format 3\x00", b"SQLite format 3\x00" + b"?" * 9000]
)
def test_a_file_that_is_no_book_is_left_as_it_is(tmp_path: Path, bytes_there: bytes) -> None:
    (tmp_path / "a.campaign").write_bytes(bytes_there)
    for write in (False, True):
        with pytest.raises(Damaged):
            open_book(tmp_path / "a.campaign", write=write)
    assert (tmp_path / "a.campaign").read_bytes() == bytes_there


def test_another_programs_database_is_no_book_and_is_left_as_it_is(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.campaign")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    lies = as_it_lies(tmp_path)
    for write in (False, True):
        with pytest.raises(Damaged, match="no campaign's book"):
            open_book(tmp_path / "a.campaign", write=write)
    assert as_it_lies(tmp_path) == lies


def test_a_folder_or_a_device_is_no_book(tmp_path: Path) -> None:
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(Damaged):
            open_book(path)


def test_a_page_that_cannot_be_read_is_damage_not_a_traceback(tmp_path: Path) -> None:
    begin(tmp_path / "a.campaign", *("x" * 500 for _ in range(200))).close()
    with (tmp_path / "a.campaign").open("r+b") as file:
        page = file.read().index(b'"position":150,') // 4096
        file.seek(page * 4096)
        file.write(b"\xff" * 4096)
    with open_book(tmp_path / "a.campaign") as book, pytest.raises(Damaged):
        list(book.read())


# Reading changes nothing --------------------------------------------------------------------------------


def test_reading_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    begin(tmp_path / "a.campaign", "one", "two").close()
    lies = as_it_lies(tmp_path)
    assert lies.keys() == {"a.campaign"}
    with open_book(tmp_path / "a.campaign") as book:
        assert words_of(book) == ["one", "two"]
    assert as_it_lies(tmp_path) == lies


def test_reading_while_a_pen_has_the_book_open_moves_nothing(tmp_path: Path) -> None:
    with begin(tmp_path / "a.campaign", "one") as pen:
        pen.append(1, pen.head_digest(), operation(1, pen.head_digest(), "two"))
        lies = as_it_lies(tmp_path)
        with open_book(tmp_path / "a.campaign") as book:
            assert words_of(book) == ["one", "two"]
        assert as_it_lies(tmp_path) == lies
    assert as_it_lies(tmp_path).keys() == {"a.campaign"}


def test_a_book_that_keeps_no_log_is_read_without_turning_it_into_one_that_does(tmp_path: Path) -> None:
    begin(tmp_path / "a.campaign", "one").close()
    with closing(sqlite3.connect(tmp_path / "a.campaign")) as hand:
        hand.execute("PRAGMA journal_mode = DELETE")
    lies = as_it_lies(tmp_path)
    with open_book(tmp_path / "a.campaign") as book:
        assert words_of(book) == ["one"]
    assert as_it_lies(tmp_path) == lies


def test_a_book_where_nothing_may_be_written_is_read_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(tmp_path / "a.campaign", "one").close()
    lies = as_it_lies(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with open_book(tmp_path / "a.campaign") as book:
        assert words_of(book) == ["one"]
        assert as_it_lies(tmp_path) == lies


def test_a_copy_of_a_book_in_use_is_whole_and_has_all_of_it(tmp_path: Path) -> None:
    with begin(tmp_path / "a.campaign", "one") as book:
        book.append(1, book.head_digest(), operation(1, book.head_digest(), "two"))
        book.copy_to(tmp_path / "copy.campaign")
        with pytest.raises(BookThere):
            book.copy_to(tmp_path / "copy.campaign")
        with open_book(tmp_path / "copy.campaign", write=True) as copy:
            assert list(copy.read()) == list(book.read())
            copy.append(2, copy.head_digest(), operation(2, copy.head_digest(), "three"))
        assert words_of(book) == ["one", "two"]


# Several pens, and pens that are killed -----------------------------------------------------------------


def _write_until_all_are_in(path: Path, name: str, count: int) -> None:
    with open_book(path, write=True) as book:
        for number in range(count):
            while True:
                head = book.head()
                stored = book.state_of(head)
                assert stored is not None
                before = Chain(head - 1, bytes.fromhex(msgspec.json.decode(stored)["before"])).add(stored)
                try:
                    book.append(head, before, operation(head, before, f"{name} {number}", f"{name} {number}+"))
                except (Raced, Busy):
                    time.sleep(0.0005)
                    continue
                break


def test_two_pens_at_once_leave_one_chain_without_gaps(tmp_path: Path) -> None:
    begin(tmp_path / "a.campaign", "one").close()
    fork = multiprocessing.get_context("fork")
    pens = [
        fork.Process(target=_write_until_all_are_in, args=(tmp_path / "a.campaign", name, 60))
        for name in ("Mara", "Ivo")
    ]
    for pen in pens:
        pen.start()
    for pen in pens:
        pen.join(60)
    assert [pen.exitcode for pen in pens] == [0, 0]
    with open_book(tmp_path / "a.campaign") as book:
        chain = Chain()
        for position, stored in book.read():
            assert msgspec.json.decode(stored)["before"] == chain.before
            chain.add(stored)
            assert position == chain.position
        assert sorted(words_of(book)) == sorted(
            [
                "one",
                *(f"{name} {n}{part}" for name in ("Mara", "Ivo") for n in range(60) for part in ("", "+")),
            ]
        )
    assert as_it_lies(tmp_path).keys() == {"a.campaign"}


def test_a_book_that_is_locked_for_too_long_is_busy(tmp_path: Path) -> None:
    begin(tmp_path / "a.campaign", "one").close()
    with (
        closing(sqlite3.connect(tmp_path / "a.campaign", isolation_level=None)) as hand,
        open_book(tmp_path / "a.campaign", write=True, wait=1) as book,
    ):
        hand.execute("BEGIN IMMEDIATE")
        before = book.head_digest()
        with pytest.raises(Busy, match="busy"):
            book.append(1, before, operation(1, before, "two"))
        hand.execute("ROLLBACK")
        book.append(1, before, operation(1, before, "two"))
        assert words_of(book) == ["one", "two"]


_PEN = """
import sys
sys.path[:0] = [{project!r}, {tests!r}]
from pathlib import Path
from test_journal import begin, operation
from ledger.journal import open_book
print("ready", flush=True)
"""


def _killed(tmp_path: Path, work: str, after: float) -> None:
    """A pen that does `work` and is killed so many seconds after it begins to."""
    source = _PEN.format(project=str(PROJECT), tests=str(PROJECT / "tests")) + work
    pen = subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, cwd=tmp_path)
    assert pen.stdout is not None
    with pen.stdout:
        assert pen.stdout.readline() == b"ready\n"
        time.sleep(after)
        pen.send_signal(signal.SIGKILL)
        assert pen.wait() == -signal.SIGKILL


@pytest.mark.parametrize("after", [0.004, 0.011, 0.03])
def test_a_pen_killed_while_it_appends_leaves_whole_operations(tmp_path: Path, after: float) -> None:
    begin(tmp_path / "a.campaign", "one").close()
    work = """
with open_book("a.campaign", write=True) as book:
    while True:
        at, before = book.head(), book.head_digest()
        book.append(at, before, operation(at, before, *("x" * 400 for _ in range(50))))
"""
    _killed(tmp_path, work, after)
    lies = written(tmp_path)
    with open_book(tmp_path / "a.campaign") as book:
        head = book.head()
        assert (head - 1) % 50 == 0
        assert [n for n, _ in book.read()] == list(range(1, head + 1))
    assert written(tmp_path) == lies
    with open_book(tmp_path / "a.campaign", write=True) as book:
        book.append(head, book.head_digest(), operation(head, book.head_digest(), "on we go"))
    assert as_it_lies(tmp_path).keys() == {"a.campaign"}


@pytest.mark.parametrize("after", [0.0, 0.002, 0.005])
def test_a_pen_killed_while_it_begins_a_book_leaves_none_or_all_of_it(tmp_path: Path, after: float) -> None:
    _killed(
        tmp_path,
        'for n in range(10_000): begin(Path(f"{n}.campaign"), "one", "two").close()',
        after,
    )
    begun = sorted(tmp_path.glob("*.campaign"), key=lambda path: int(path.stem))
    for path in begun:
        with open_book(path) as book:
            assert words_of(book) == ["one", "two"]
    with begin(tmp_path / f"{len(begun)}.campaign", "again") as book:
        assert words_of(book) == ["again"]


def test_what_a_killed_pen_left_is_swept_away_an_hour_later(tmp_path: Path) -> None:
    for name, age in ((".new-book-1-1", 3700), (".new-book-2-2", 10)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    begin(tmp_path / "a.campaign", "one").close()
    assert as_it_lies(tmp_path).keys() == {"a.campaign", ".new-book-2-2"}


def test_every_error_of_the_journal_speaks_plainly() -> None:
    for kind in (NoBook, BookThere, Damaged, Raced, Busy, JournalFailed):
        assert issubclass(kind, JournalError)
        assert kind("in plain words").text == "in plain words"
