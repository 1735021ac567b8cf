"""A campaign on a PostgreSQL server: the journal's contract, and the same lines as on a file."""

import hashlib
import multiprocessing
import os
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import psycopg
import pytest

from ledger.address import ServerBook, address, book_at, shown
from ledger.audit.verify import verify_book
from ledger.cli.desk import Desk
from ledger.journal import BookThere, Busy, Damaged, Journal, JournalFailed, NoBook, Raced, create, open_book
from ledger.seals import ZERO, Chain
from tests.conftest import Table
from tests.servers import Cluster
from tests.test_journal import PROJECT, operation


def words_of(book: Journal) -> list[str]:
    return [msgspec.json.decode(stored)["event"]["text"] for _, stored in book.read()]


# The journal's contract -----------------------------------------------------------------------------------


def test_what_is_appended_is_read_back_byte_for_byte_in_order(server_book: ServerBook) -> None:
    first = operation(0, ZERO, "landfall", "camp")
    with create(server_book, first) as book:
        second = operation(2, book.head_digest(), "hunt")
        head = book.append(2, book.head_digest(), second)
        assert list(book.read()) == [(1, first[0][1]), (2, first[1][1]), (3, second[0][1])]
        assert list(book.read(after=1, upto=2)) == [(2, first[1][1])]
        assert [(n, tag) for n, tag, _ in book.tagged()] == [(n, "note.made") for n in (1, 2, 3)]
        assert (book.state_of(3), book.state_of(4)) == (second[0][1], None)
        assert book.states_of([3, 9, 1]) == {1: first[0][1], 3: second[0][1]}
        assert book.operations_after(2) == [(3, second[0][1])]
        assert (book.head(), book.head_digest()) == (3, head)
        digest = bytes(32)
        for _, stored in book.read():
            digest = hashlib.sha256(digest + hashlib.sha256(stored).digest()).digest()
        assert digest == head


def test_a_campaign_that_nobody_began_is_no_book(server_book: ServerBook) -> None:
    for write in (False, True):
        with pytest.raises(NoBook):
            open_book(server_book, write=write)
    assert not server_book.exists()


def test_a_new_campaign_never_takes_the_place_of_one_that_is_there(server_book: ServerBook) -> None:
    create(server_book, operation(0, ZERO, "one")).close()
    with pytest.raises(BookThere):
        create(server_book, operation(0, ZERO, "two"))
    with open_book(server_book) as book:
        assert words_of(book) == ["one"]


def test_entries_that_are_no_chain_begin_no_campaign(server_book: ServerBook) -> None:
    with pytest.raises(ValueError, match="position 2"):
        create(server_book, operation(0, ZERO, "one") + operation(1, ZERO, "two"))
    assert not server_book.exists()


def test_a_pen_whose_scene_is_old_is_told_that_another_was_first(server_book: ServerBook) -> None:
    with create(server_book, operation(0, ZERO, "one")) as book, open_book(server_book, write=True) as other:
        before = book.head_digest()
        other.append(1, before, operation(1, before, "first"))
        with pytest.raises(Raced):
            book.append(1, before, operation(1, before, "late", "later"))
        with pytest.raises(Raced):
            book.append(5, before, operation(5, before, "gap"))
        with pytest.raises(Raced):
            book.append(1, bytes([7]) * 32, operation(1, bytes([7]) * 32, "elsewhere"))
        with pytest.raises(ValueError, match="position 3"):
            book.append(2, book.head_digest(), operation(2, ZERO, "unchained"))
        assert words_of(book) == ["one", "first"]


def test_a_campaign_opened_to_read_is_not_written_to(server_book: ServerBook) -> None:
    create(server_book, operation(0, ZERO, "one")).close()
    with open_book(server_book) as book, pytest.raises(JournalFailed, match="read only"):
        book.append(1, book.head_digest(), operation(1, book.head_digest(), "two"))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE stored_events SET state = '{}' WHERE originator_id = 'A' AND originator_version = 1",
        "DELETE FROM stored_events WHERE originator_id = 'A' AND originator_version = 2",
        "TRUNCATE stored_events",
        "INSERT INTO stored_events VALUES ('A', 6, 'note.made', '{}')",
        "INSERT INTO stored_events VALUES ('A', 2, 'note.made', '{}')",
        "INSERT INTO stored_events VALUES ('A', 1, 'x', '{}') ON CONFLICT (originator_id, originator_version) "
        "DO UPDATE SET state = '{}'",
        "SET session_replication_role = replica; DELETE FROM stored_events WHERE originator_id = 'A'",
    ],
)
def test_the_table_refuses_changes_gaps_and_losses_from_any_program(
    server_book: ServerBook, server: Cluster, statement: str
) -> None:
    create(server_book, operation(0, ZERO, "one", "two")).close()
    statement = statement.replace("'A'", f"'{server_book.campaign}'")
    with psycopg.connect(server.connect(), autocommit=True) as hand:
        with pytest.raises(psycopg.IntegrityError, match=r"append-only|duplicate"):
            hand.execute(statement)  # type: ignore[call-overload]
        row = hand.execute("SELECT COUNT(*) FROM stored_events WHERE originator_id = %s", (server_book.campaign,)).fetchone()
    assert row == (2,)


def test_a_pen_puts_back_the_triggers_that_a_hand_took_away(server_book: ServerBook, server: Cluster) -> None:
    create(server_book, operation(0, ZERO, "one")).close()
    with psycopg.connect(server.connect(), autocommit=True) as hand:
        hand.execute("DROP TRIGGER append_only_change ON stored_events")
        open_book(server_book, write=True).close()
        with pytest.raises(psycopg.IntegrityError, match="append-only"):
            hand.execute("DELETE FROM stored_events")


def test_a_reader_sees_one_moment_of_the_campaign_while_a_pen_writes(server_book: ServerBook) -> None:
    with create(server_book, operation(0, ZERO, "one", "two")) as pen, open_book(server_book) as reader:
        reading = reader.read()
        assert next(reading)[0] == 1
        pen.append(2, pen.head_digest(), operation(2, pen.head_digest(), "three"))
        assert [n for n, _ in reading] == [2]
        assert reader.head() == 3


def test_two_campaigns_of_one_database_do_not_meet(server_book: ServerBook) -> None:
    other = book_at(address(server_book) .replace("?", "-beside?"))
    with create(server_book, operation(0, ZERO, "one")) as one, create(other, operation(0, ZERO, "eins")) as two:
        two.append(1, two.head_digest(), operation(1, two.head_digest(), "zwei"))
        assert (words_of(one), words_of(two)) == (["one"], ["eins", "zwei"])


def test_a_large_operation_is_one_append(server_book: ServerBook) -> None:
    with create(server_book, operation(0, ZERO, "one")) as book:
        rows = operation(1, book.head_digest(), *("x" * 400 for _ in range(8_000)))
        book.append(1, book.head_digest(), rows)
        assert book.head() == 8_001


def test_a_server_that_is_not_there_is_said_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(JournalFailed, match="server"):
        open_book(book_at(f"postgresql://nobody@/none/x?host={tmp_path}"))
    answer = Desk(book_at(f"postgresql://nobody@/none/x?host={tmp_path}")).answer("party")
    assert (answer.kind, answer.exit) == ("refused", 1)
    assert "Traceback" not in "".join(answer.eyes)


def test_a_database_that_is_not_there_is_no_book(server: Cluster) -> None:
    with pytest.raises(NoBook, match="no such database"):
        open_book(book_at(f"postgresql://postgres@/nowhere/x?host={server.folder}&port={server.port}"))


def test_another_session_that_holds_the_next_position_makes_the_pen_busy(server_book: ServerBook, server: Cluster) -> None:
    create(server_book, operation(0, ZERO, "one")).close()
    with open_book(server_book, write=True, wait=1) as book, psycopg.connect(server.connect()) as hand:
        before = book.head_digest()
        tag, stored = operation(1, before, "slow")[0]
        hand.execute("INSERT INTO stored_events VALUES (%s, 2, %s, %s)", (server_book.campaign, tag, stored))
        with pytest.raises((Busy, JournalFailed)):
            book.append(1, before, operation(1, before, "waits"))
        hand.rollback()
        assert words_of(book) == ["one"]


def test_a_state_that_a_hand_wrote_is_damage_not_a_traceback(server_book: ServerBook, server: Cluster) -> None:
    create(server_book, operation(0, ZERO, "one")).close()
    with psycopg.connect(server.connect(), autocommit=True) as hand:
        hand.execute("INSERT INTO stored_events VALUES (%s, 2, NULL, NULL)", (server_book.campaign,))
    with open_book(server_book) as book:
        assert list(book.read(after=1)) == [(2, b"")]
        with pytest.raises(Damaged):
            book.head_digest()
        assert verify_book(book).verdict == "payload"


def _begin(url: str, answers: "multiprocessing.Queue[str]") -> None:
    try:
        create(book_at(url), operation(0, ZERO, "one")).close()
        answers.put("begun")
    except BookThere:
        answers.put("there")


def test_many_processes_begin_on_an_empty_database_at_once(server: Cluster, server_book: ServerBook) -> None:
    with psycopg.connect(server.connect(), autocommit=True) as hand:
        hand.execute(f"CREATE DATABASE d{os.getpid()}")  # type: ignore[call-overload]
    url = address(server_book).replace("/books/", f"/d{os.getpid()}/")
    context = multiprocessing.get_context("spawn")
    answers: multiprocessing.Queue[str] = context.Queue()
    pens = [context.Process(target=_begin, args=(url, answers)) for _ in range(6)]
    for pen in pens:
        pen.start()
    found = sorted(answers.get(timeout=60) for _ in pens)
    for pen in pens:
        pen.join(20)
    assert found == ["begun", *["there"] * 5]


# A lost answer --------------------------------------------------------------------------------------------


def test_an_answer_that_was_lost_is_not_written_twice(server_book: ServerBook, server: Cluster) -> None:
    """The connection is cut after the commit: the library sends the rows again, and is told of its own."""
    desk = Desk(server_book)
    desk.stays_open = True
    assert desk.answer('new "North Road" --spring 03-01').ok
    campaign = desk.campaign(write=True)
    recorder = campaign.journal.recorder
    plain = recorder._insert_stored_events
    cut = []

    def lose(cursor: "psycopg.Cursor[object]", events: list[object], **more: object) -> None:
        plain(cursor, events, **more)
        if not cut:
            cut.append(1)
            cursor.connection.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    recorder._insert_stored_events = lose
    answer = desk.answer('note "the bridge is out"')
    assert answer.kind == "recorded", answer.data
    assert campaign.head == 2
    assert desk.answer('note "and the ford is deep"').ok
    words = [msgspec.json.decode(stored).get("words") for _, stored in campaign.journal.read(1)]
    assert words == ['note "the bridge is out"', 'note "and the ford is deep"']
    desk.close()


def test_an_answer_that_stays_lost_is_looked_up_by_its_operation(server_book: ServerBook) -> None:
    desk = Desk(server_book)
    desk.stays_open = True
    assert desk.answer('new "North Road" --spring 03-01').ok
    journal = desk.campaign(write=True).journal
    plain = journal.append

    def lose(*arguments: object) -> bytes:
        plain(*arguments)
        journal.append = plain
        raise JournalFailed("the answer was lost")

    journal.append = lose
    assert desk.answer('note "the bridge is out"').kind == "recorded"
    assert desk.campaign().head == 2
    desk.close()


# The same lines -------------------------------------------------------------------------------------------


def test_a_book_moves_between_engines_with_unchanged_digests(tmp_path: Path, server_book: ServerBook) -> None:
    there, back = tmp_path / "there.jsonl", tmp_path / "back.jsonl"
    desk = Table(tmp_path)
    desk.all('new "North Road" --spring 03-01', "declare zone Oakwood --miles 15", f"export {there}")
    moved = Desk(server_book).answer(f"import {there}")
    assert moved.ok, moved.data
    head = desk.desk.campaign().digest_at(2).hex()
    assert moved.data["head"] == head
    assert Desk(server_book).answer(f"export {back}").ok
    assert there.read_bytes() == back.read_bytes()
    assert Desk(tmp_path / "home.campaign").answer(f"import {back}").data["head"] == head
    assert Desk(server_book).answer(f"backup {tmp_path / 'copy.campaign'}").ok
    assert Desk(tmp_path / "copy.campaign").answer("verify").data["head"] == head
    again = Desk(server_book).answer(f"backup --from {tmp_path / 'copy.campaign'}")
    assert (again.kind, again.data["state"]) == ("refused", "there")
    desk.desk.close()


def test_the_command_line_takes_a_servers_address(server_book: ServerBook) -> None:
    def line(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "ledger", *words, "--book", address(server_book)], cwd=PROJECT, capture_output=True, text=True
        )

    assert line("party").returncode == 2
    assert line("new", "North Road", "--spring", "03-01").returncode == 0
    assert line("declare", "zone", "Oakwood").returncode == 0
    assert line("new", "North Road").returncode == 1
    found = line("verify")
    assert (found.returncode, found.stdout.split(":")[0]) == (0, "intact")


def test_what_lies_beside_a_campaign_lies_on_this_machine(server_book: ServerBook, tmp_path: Path) -> None:
    desk = Desk(server_book)
    for text in ('new "North Road" --spring 03-01', "roll d20"):
        answer = desk.answer(text)
    assert answer.kind in ("recorded", "usage", "refused")
    assert desk.answer("dice commit --count 5").ok
    assert desk.answer('whatif start "they ran"').ok
    beside = sorted(path.suffix for path in (tmp_path / "beside").rglob("*") if path.is_file())
    assert beside == [".cup", ".whatif"]


@pytest.mark.parametrize(
    ("typed", "campaign"),
    [
        ("postgresql://h/db", "campaign"), ("postgresql://h:5433/db/north-road", "north-road"),
        ("postgres://me:word@h/db/..%2F..%2Fetc", "../../etc"), ("postgresql:///db/a%20b?host=/tmp", "a b"),
    ],
)  # fmt: skip
def test_an_address_names_a_database_and_a_campaign(typed: str, campaign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMPAIGN_BESIDE", "/beside")
    book = book_at(typed)
    assert isinstance(book, ServerBook)
    assert book.campaign == campaign
    assert ".." not in book.parts and book.parts[:2] == ("/", "beside") and len(book.parts) == 4
    assert "word" not in shown(book)
    assert book_at(address(book)).campaign == campaign
    assert type(book.with_name("x.cup")) is type(Path())


@pytest.mark.parametrize("typed", ["postgresql://h/a/b/c", "postgresql://h:99999/db/x", "postgresql://h/db/%00"])
def test_what_is_no_address_is_usage(typed: str) -> None:
    answer = Desk().answer(f"party --book {typed}")
    assert answer.kind == "usage", answer.data


def test_a_tailing_reader_skips_nothing_while_pens_write(server_book: ServerBook) -> None:
    create(server_book, operation(0, ZERO, "one")).close()
    done = threading.Event()
    seen = Chain()
    wrong: list[int] = []

    def tail() -> None:
        with open_book(server_book) as reader:
            while not done.is_set() or reader.head() > seen.position:
                for position, stored in reader.read(after=seen.position):
                    if position != seen.position + 1 or msgspec.json.decode(stored)["before"] != seen.before:
                        wrong.append(position)
                    seen.add(stored)

    def pen(name: str) -> None:
        with open_book(server_book, write=True) as book:
            for n in range(40):
                while True:
                    head = book.head()
                    stored = book.state_of(head)
                    assert stored is not None
                    before = Chain(head - 1, bytes.fromhex(msgspec.json.decode(stored)["before"])).add(stored)
                    try:
                        book.append(head, before, operation(head, before, f"{name} {n}"))
                        break
                    except (Raced, Busy):
                        continue

    reader = threading.Thread(target=tail)
    reader.start()
    pens = [threading.Thread(target=pen, args=(name,)) for name in ("Mara", "Ivo", "Pip")]
    for thread in pens:
        thread.start()
    for thread in pens:
        thread.join(60)
    done.set()
    reader.join(30)
    assert (wrong, seen.position) == ([], 121)
