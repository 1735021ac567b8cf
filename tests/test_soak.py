"""`make soak`: hard use for as long as it is told to, bounded in time and count, every failure with its seed.

SOAK_SECONDS (each of these, 60 unless told), SOAK_ROUNDS (20), SOAK_SEED. What is counted is printed: kills, races, faults, inputs;
nothing lost, nothing doubled, nothing skipped, no traceback.
"""

import multiprocessing
import os
import random
import resource
import shutil
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger import cache
from ledger.address import address, book_at
from ledger.audit.verify import verify_book
from ledger.campaign import Campaign
from ledger.cli.desk import Desk
from ledger.journal import Busy, JournalError, JournalFailed, NoBook, Raced, create, open_book
from ledger.seals import ZERO, Chain
from tests import servers
from tests.telling import Teller
from tests.test_journal import operation

SECONDS = float(os.environ.get("SOAK_SECONDS", "60"))
ROUNDS = int(os.environ.get("SOAK_ROUNDS", "20"))
SEED = int(os.environ.get("SOAK_SEED", "0")) or random.randrange(1, 1 << 30)

OPENING = ('new "North Road" --spring 03-01', "declare zone Oakwood --miles 15")


def begin(book: Path) -> None:
    desk = Desk(book)
    for line in OPENING:
        assert desk.answer(line).ok


def in_child(work: Callable[[], object], limit: Callable[[], object] | None = None) -> int:
    """Does some work in a process of its own; its exit status."""
    child = os.fork()
    if child == 0:
        code = 70
        with suppress(BaseException):
            if limit is not None:
                limit()
            code = int(bool(work()))
        os._exit(code)
    return os.waitpid(child, 0)[1]


def told_lines(book: Path) -> list[str]:
    """Every line of a book, once; the book is whole."""
    with open_book(book) as journal:
        assert verify_book(journal).verdict == "intact"
        words = [msgspec.json.decode(stored).get("words") for _, stored in journal.read()]
    return [word for word in words if word]


# -- kill -9 ------------------------------------------------------------------------------------------------


def pen_until_killed(book: Path, told: Any, name: str) -> None:
    """Writes line after line and says of each, before and after, that it was tried and acknowledged."""
    desk = Desk(book)
    desk.stays_open = True
    nth = 0
    while True:
        line = f'note "{name} {nth}"'
        os.write(told, f"? {line}\n".encode())
        if desk.answer(line).kind == "recorded":
            os.write(told, f"! {line}\n".encode())
        nth += 1


def killed_pens(book: Path, rounds: int, chance: random.Random) -> Counter[str]:
    """Pens killed at random instants: what was acknowledged is there, once; what was not is there once or not at all."""
    begin(book)
    found: Counter[str] = Counter()
    ends = time.monotonic() + SECONDS
    for nth in range(rounds):
        if time.monotonic() > ends:
            break
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            with suppress(BaseException):
                pen_until_killed(book, write, f"pen {nth}")
            os._exit(0)
        os.close(write)
        time.sleep(chance.uniform(0.05, 0.6))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(read) as pipe:
            said = pipe.read().split("\n")
        acknowledged = {line[2:] for line in said if line.startswith("!")}
        tried = {line[2:] for line in said if line.startswith("?")}
        there = Counter(line for line in told_lines(book) if f'"pen {nth} ' in line)
        assert acknowledged <= set(there) <= tried, (SEED, acknowledged - set(there))
        assert set(there.values()) <= {1}
        found.update(kills=1, acknowledged=len(acknowledged), unheard=len(set(there) - acknowledged))
    return found


@pytest.mark.soak
def test_what_was_acknowledged_outlives_kill_9(tmp_path: Path) -> None:
    print(f"\nSOAK_SEED={SEED}", dict(killed_pens(tmp_path / "x.campaign", ROUNDS, random.Random(SEED))))


@pytest.mark.soak
def test_what_was_acknowledged_outlives_kill_9_on_a_server(server_book: Path) -> None:
    print(f"\nSOAK_SEED={SEED}", dict(killed_pens(server_book, ROUNDS, random.Random(SEED))))


# -- the disk -----------------------------------------------------------------------------------------------


def test_a_full_disk_refuses_the_line_and_loses_nothing(tmp_path: Path) -> None:
    """A file may grow no further: the line is refused in plain words, the book stands, and goes on when there is room."""
    full_disk(tmp_path, random.Random(3), 2)


@pytest.mark.soak
def test_disks_that_fill_up_at_any_byte_lose_nothing(tmp_path: Path) -> None:
    full_disk(tmp_path, random.Random(SEED), ROUNDS)


def full_disk(folder: Path, chance: random.Random, rounds: int) -> None:
    for nth in range(rounds):
        book = folder / f"{nth}.campaign"
        begin(book)
        before = told_lines(book)
        room = book.stat().st_size + chance.randint(0, 40_000)

        def fills(book: Path = book) -> bool:
            desk = Desk(book)
            for n in range(400):
                answer = desk.answer(f'note "{n} {"x" * 300}"')
                if answer.kind != "recorded":
                    assert answer.kind in ("refused", "damaged"), answer.kind
                    assert "Traceback" not in "".join(answer.eyes)
                    return False
            return True

        def small(room: int = room) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        assert os.waitstatus_to_exitcode(in_child(fills, small)) == 0
        after = told_lines(book)
        assert after[: len(before)] == before
        assert [line.split()[1].strip('"') for line in after[len(before) :]] == [str(n) for n in range(len(after) - len(before))]
        assert Desk(book).answer('note "there is room again"').ok


def test_a_log_that_was_cut_off_keeps_every_operation_before_the_cut(tmp_path: Path) -> None:
    chance = random.Random(5)
    book = tmp_path / "x.campaign"
    begin(book)

    def dies() -> None:
        desk = Desk(book)
        desk.stays_open = True
        for n in range(20):
            desk.answer(f'note "{n}"')
        os.kill(os.getpid(), signal.SIGKILL)

    in_child(dies)
    log = book.with_name("x.campaign-wal")
    assert log.stat().st_size
    whole = told_lines(book)
    for nth in range(6):
        folder = tmp_path / str(nth)
        folder.mkdir()
        for file in (book, log):
            shutil.copy(file, folder)
        with (folder / log.name).open("r+b") as file:
            file.truncate(chance.randint(0, log.stat().st_size))
        assert told_lines(folder / book.name) == whole[: len(told_lines(folder / book.name))]
        assert Desk(folder / book.name).answer('note "on"').ok


def test_a_lost_cache_and_a_clock_that_goes_back_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "FROM", 1)
    monkeypatch.setattr(cache, "AT_HEAD", 1)
    book = tmp_path / "x.campaign"
    begin(book)
    times = iter(["2030-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z"])
    for n in range(3):
        now = next(times)
        monkeypatch.setattr(Campaign, "now", lambda self, now=now: now)
        assert Desk(book).answer(f'gm give Oakwood {n + 1} food --reason "found"').ok
        cache.path_of(book).unlink(missing_ok=True)
    with open_book(book) as journal:
        stamps = [msgspec.json.decode(stored)["written_at"] for _, stored in journal.read()]
    assert stamps == sorted(stamps)
    assert "6 units" in Desk(book).answer("larder Oakwood").eyes[0]


# -- many pens ----------------------------------------------------------------------------------------------


def hasty_pen(book: str, name: str, count: int, start: Any, answers: Any) -> None:
    """Appends as fast as it may, behind whoever was first."""
    raced = busy = 0
    start.wait(60)
    with open_book(book_at(book), write=True) as journal:
        for n in range(count):
            while True:
                head = journal.head()
                stored = journal.state_of(head)
                assert stored is not None
                before = Chain(head - 1, bytes.fromhex(msgspec.json.decode(stored)["before"])).add(stored)
                try:
                    journal.append(head, before, operation(head, before, f"{name} {n}"))
                    break
                except Raced:
                    raced += 1
                except (Busy, JournalFailed):
                    busy += 1
                time.sleep(random.uniform(0, 0.002))
    answers.put((name, raced, busy))


def many_pens(book: Path, pens: int, count: int) -> dict[str, int]:
    """So many pens on one campaign, and one that reads along: every line once, no position skipped, the chain whole."""
    create(book, operation(0, ZERO, "one")).close()
    context = multiprocessing.get_context("spawn")
    start, answers = context.Barrier(pens + 1), context.Queue()
    at_work = [
        context.Process(target=hasty_pen, args=(address(book), f"pen {n}", count, start, answers), daemon=True) for n in range(pens)
    ]
    for process in at_work:
        process.start()
    start.wait(60)
    seen, ends, total = Chain(), time.monotonic() + max(120.0, SECONDS), 1 + pens * count
    with open_book(book) as reader:
        while seen.position < total and time.monotonic() < ends:
            for position, stored in reader.read(after=seen.position):
                assert position == seen.position + 1, "a reader by position skipped an entry"
                assert msgspec.json.decode(stored)["before"] == seen.before
                seen.add(stored)
    told = [answers.get(timeout=60) for _ in at_work]
    for process in at_work:
        process.join(20)
    with open_book(book) as journal:
        words = Counter(msgspec.json.decode(stored)["event"]["text"] for _, stored in journal.read())
    assert len(words) == total and set(words.values()) == {1}
    return {"pens": pens, "entries": total, "raced": sum(t[1] for t in told), "busy": sum(t[2] for t in told)}


@pytest.mark.soak
@pytest.mark.parametrize("pens", [2, 8, 20])
def test_many_pens_lose_nothing(tmp_path: Path, pens: int) -> None:
    print("\n", many_pens(tmp_path / "x.campaign", pens, 400 // pens))


@pytest.mark.soak
@pytest.mark.parametrize("pens", [2, 8, 20])
def test_many_pens_lose_nothing_on_a_server(server_book: Path, pens: int) -> None:
    print("\n", many_pens(server_book, pens, 400 // pens))


# -- the campaign simulator ---------------------------------------------------------------------------------


@pytest.mark.soak
def test_campaigns_told_at_random_stand_as_the_oracle_says(tmp_path: Path) -> None:
    """People, rolls, corrections, rollbacks; killed and reopened; what is in force is what the three rules say."""
    from tests.oracle import clock_at, in_force

    ends, nth, lines, kills = time.monotonic() + SECONDS, 0, 0, 0
    print(f"\nSOAK_SEED={SEED}")
    while time.monotonic() < ends and nth < ROUNDS:
        chance = random.Random(SEED + nth)
        teller = Teller(tmp_path / f"{nth}.campaign", SEED + nth)
        for _ in range(40):
            teller.tell(1)
            lines += 1
            if chance.random() < 0.1:
                teller.desk.close()  # what a pen that went away leaves
                kills += 1
        with open_book(teller.book) as journal:
            pages = [msgspec.json.decode(stored) for _, stored in journal.read()]
            assert verify_book(journal).verdict == "intact"
        history = teller.desk.campaign().history
        for known_at in {1, len(pages), *(chance.randint(1, len(pages)) for _ in range(10))}:
            order = history.at(known_at)
            assert list(order.positions) == in_force(pages, known_at), (SEED + nth, known_at)
            assert order.clock == clock_at(pages, known_at), (SEED + nth, known_at)
        teller.close()
        nth += 1
    print({"campaigns": nth, "lines": lines, "reopened": kills})


# -- failover -----------------------------------------------------------------------------------------------


def acknowledged_by(url: str, name: str, told: str) -> None:
    """Appends until its server is gone; writes down each entry once it was acknowledged."""
    with open(told, "ab", buffering=0) as file, suppress(JournalError):
        book = book_at(url)
        with create(book, operation(0, ZERO, f"{name} 0"), wait=1) as journal:
            at, digest, n = 1, journal.head_digest(), 0
            file.write(f"{name} 0\n".encode())
            while True:
                n += 1
                digest = journal.append(at, digest, operation(at, digest, f"{name} {n}"))
                at += 1
                file.write(f"{name} {n}\n".encode())


def failover(rounds: int, commit: str, chance: random.Random) -> Counter[str]:
    """Kills a primary with all its processes under four pens, promotes its standby, and looks for what was acknowledged."""
    found: Counter[str] = Counter()
    context = multiprocessing.get_context("spawn")
    ends = time.monotonic() + max(5 * SECONDS, 60)
    for _ in range(rounds):
        if time.monotonic() > ends:
            break
        with servers.cluster(synchronous_commit=commit, wal_level="replica", max_wal_senders="4") as primary:
            primary.run("psql", "-h", primary.folder, "-p", str(primary.port), "-U", "postgres", "-c", "SELECT 1", "books")
            begin_schema = book_at(primary.address("schema"))
            create(begin_schema, operation(0, ZERO, "one")).close()
            standby = primary.standby(primary.port + 1)
            try:
                primary.configure(synchronous_standby_names="'*'")
                primary.run("pg_ctl", "-D", primary.data, "reload")
                wait_for_standby(primary)
                told = [primary.folder / f"told-{n}" for n in range(4)]
                pens = [
                    context.Process(target=acknowledged_by, args=(primary.address(f"c{n}"), f"pen{n}", str(told[n])), daemon=True)
                    for n in range(4)
                ]
                for pen in pens:
                    pen.start()
                while not all(path.exists() and path.stat().st_size for path in told):
                    time.sleep(0.02)
                time.sleep(chance.uniform(0.1, 0.6))
                kill_all(primary)
                time.sleep(0.3)  # what was on its way is heard, or never
                for pen in pens:
                    pen.kill()
                    pen.join(10)
                standby.configure(synchronous_standby_names="''")
                standby.run("pg_ctl", "-D", standby.data, "-w", "promote")
                for n, path in enumerate(told):
                    heard = path.read_text().split("\n")[:-1]
                    try:
                        with open_book(book_at(standby.address(f"c{n}"))) as journal:
                            there = [msgspec.json.decode(stored)["event"]["text"] for _, stored in journal.read()]
                            assert [p for p, _ in journal.read()] == list(range(1, len(there) + 1))
                    except NoBook:
                        there = []
                    found.update(acknowledged=len(heard), lost=len(set(heard) - set(there)), unheard=len(set(there) - set(heard)))
                found.update(rounds=1)
            finally:
                standby.stop()
    return found


def wait_for_standby(primary: servers.Cluster) -> None:
    import psycopg

    with psycopg.connect(primary.connect(), autocommit=True) as hand:
        for _ in range(200):
            if hand.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')").fetchone():
                return
            time.sleep(0.05)
    raise AssertionError("the standby never caught up")


def kill_all(primary: servers.Cluster) -> None:
    """kill -9 of the server and every process of its own."""
    head = primary.pid
    children = [
        int(pid) for pid in os.listdir("/proc")
        if pid.isdigit() and _parent_of(int(pid)) == head
    ]  # fmt: skip
    for pid in (head, *children):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _parent_of(pid: int) -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


@pytest.mark.soak
def test_nothing_acknowledged_is_missing_after_the_primary_was_killed() -> None:
    if why := servers.missing():
        servers.warn(why)
        pytest.skip(why)
    found = failover(ROUNDS, "on", random.Random(SEED))
    print(f"\nsynchronous_commit = on: {dict(found)}")
    assert found["lost"] == 0 and found["acknowledged"]


@pytest.mark.soak
def test_the_failover_test_can_fail() -> None:
    """With synchronous_commit = local the standby may be behind; what is missing then is counted, not forbidden."""
    if why := servers.missing():
        servers.warn(why)
        pytest.skip(why)
    found = failover(max(1, ROUNDS // 2), "local", random.Random(SEED))
    print(f"\nsynchronous_commit = local: {dict(found)}")
    assert found["acknowledged"]


# -- what a hand may do to a file -----------------------------------------------------------------------------


@pytest.mark.soak
def test_bytes_changed_at_random_are_told_or_harmless(tmp_path: Path) -> None:
    book = tmp_path / "x.campaign"
    begin(book)
    desk = Desk(book)
    for n in range(40):
        assert desk.answer(f'note "{n}"').ok
    whole = book.read_bytes()
    lines = told_lines(book)
    chance, tried = random.Random(SEED), Counter[str]()
    ends = time.monotonic() + SECONDS
    while time.monotonic() < ends and tried.total() < 40 * ROUNDS:
        torn = bytearray(whole)
        at = chance.randrange(len(torn))
        torn[at : at + chance.choice((1, 8, 512))] = chance.randbytes(1)
        book.write_bytes(torn)
        answer = Desk(book).answer("verify")
        tried[answer.kind] += 1
        assert answer.kind in ("view", "finding", "damaged", "usage", "refused")
        if answer.ok:
            assert told_lines(book) == lines, (SEED, at)
    print(f"\nSOAK_SEED={SEED}", dict(tried))


def test_the_soak_uses_a_real_file(tmp_path: Path) -> None:
    begin(tmp_path / "x.campaign")
    with closing(sqlite3.connect(tmp_path / "x.campaign")) as hand:
        assert hand.execute("PRAGMA journal_mode").fetchone() == ("wal",)
