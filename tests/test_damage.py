"""Damage by hand, at the desk: a script edits the SQLite file, `verify` names what was done, and the second verifier agrees.

The table of the README (Trust), row by row; each with the seal that players keep, and what is said without it.
"""

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import JSON, Table

VERIFIER = Path(__file__).parent.parent / "ledger" / "audit" / "standalone_verifier.py"
Row = tuple[int, str, bytes]


@pytest.fixture
def sealed(table: Table) -> tuple[Table, str]:
    """A book of nine entries and more, and the code of its last seal."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        "join Mara --race human --body 5 --mind 6 --presence 6 --in Oakwood",
        'gm give Mara spear, 3 food --reason "wreck"', "hunt Mara --rolled 14", "hunt Mara --rolled 3",
        'note "a quiet evening" --of Mara',
    )  # fmt: skip
    seal = table.entries("seal")[0]["facts"]["seal"]
    table.ok('note "and a morning" --of Mara')
    table.desk.close()
    return table, seal


def rows_of(book: Path) -> list[Row]:
    with closing(sqlite3.connect(book)) as hand:
        found = hand.execute("SELECT originator_version, topic, state FROM stored_events ORDER BY originator_version")
        return [(int(n), str(tag), bytes(state)) for n, tag, state in found]


def write(book: Path, rows: list[Row]) -> None:
    """The rows as somebody with another program leaves them, its triggers out of the way."""
    with closing(sqlite3.connect(book)) as hand:
        for (name,) in hand.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            hand.execute(f"DROP TRIGGER {name}")
        sample = hand.execute("SELECT originator_id FROM stored_events LIMIT 1").fetchone()[0]
        hand.execute("DELETE FROM stored_events")
        hand.executemany(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)",
            [(sample, *row) for row in rows],
        )
        hand.commit()
        hand.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def edited(state: bytes, change: Callable[[JSON], None]) -> bytes:
    entry = json.loads(state)
    change(entry)
    return json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()


def payload(rows: list[Row]) -> list[Row]:
    """The third entry's race, told otherwise."""
    return [(n, tag, s.replace(b'"human"', b'"dwarf"') if n == 3 else s) for n, tag, s in rows]


def metadata(rows: list[Row]) -> list[Row]:
    """The fourth entry's reason."""
    return [(n, tag, edited(s, lambda e: e.update(reason="stolen")) if n == 4 else s) for n, tag, s in rows]


def swapped(rows: list[Row]) -> list[Row]:
    third, fifth = rows[2], rows[4]
    return [(n, *((fifth if n == 3 else third)[1:] if n in (3, 5) else (tag, s))) for n, tag, s in rows]


def deleted(rows: list[Row]) -> list[Row]:
    """The fifth entry taken out, and the gap closed."""
    return [(n if n < 5 else n - 1, tag, s) for n, tag, s in rows if n != 5]


def cut(rows: list[Row]) -> list[Row]:
    return rows[:-4]


def chained(rows: list[Row], start: int, change: Callable[[JSON], None]) -> list[Row]:
    """From an entry on written anew, with a chain that holds."""
    import hashlib

    running = bytes(32)
    found: list[Row] = []
    for n, tag, state in rows:
        if n >= start:

            def anew(entry: JSON, n: int = n, before: str = running.hex()) -> None:
                if n == start:
                    change(entry)
                    body = json.dumps(entry["event"], separators=(",", ":"), ensure_ascii=False).encode()
                    entry["event_sha"] = hashlib.sha256(body).hexdigest()[:16]
                entry["before"] = before

            state = edited(state, anew)
        running = hashlib.sha256(running + hashlib.sha256(state).digest()).digest()
        found.append((n, tag, state))
    return found


def rewritten(rows: list[Row]) -> list[Row]:
    """The note of the evening with other words, and everything behind it made to fit: the seal in it too stays as it was."""
    start = next(n for n, tag, _ in rows if tag == "note.written")
    return chained(rows, start, lambda e: e["event"].update(text="a loud evening"))


class Kind(NamedTuple):
    damage: Callable[[list[Row]], list[Row]]
    verdict: str
    alone: str
    """What is said without a seal."""


KINDS = {
    "payload edited": Kind(payload, "payload", "payload"),
    "metadata edited": Kind(metadata, "metadata", "metadata"),
    "swapped": Kind(swapped, "swapped", "swapped"),
    "deleted in the middle": Kind(deleted, "deleted", "deleted"),
    "tail cut": Kind(cut, "cut", "intact"),
    "tail rewritten": Kind(rewritten, "rewritten", "intact"),
}


def exported(book: Path, target: Path) -> Path:
    """The rows as an export has them, written by hand: a damaged book is not exported."""
    lines = [json.dumps({"position": n, "stored": s.decode()}, ensure_ascii=False) for n, _, s in rows_of(book)]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target


def second(file: Path, *more: str) -> tuple[int, str]:
    """What the second verifier, one file with the standard library alone, says of an export."""
    ran = subprocess.run([sys.executable, "-I", str(VERIFIER), str(file), *more], capture_output=True, text=True)
    return ran.returncode, ran.stdout.partition(":")[0].split()[0] if ran.stdout.split() else ran.stderr


def said(table: Table, line: str) -> tuple[str, int, JSON]:
    table.desk.close()
    answer = table(line)
    return answer["kind"], answer["exit"], answer["data"]


def test_a_book_nobody_touched_is_intact_and_with_its_seal_unchanged(sealed: tuple[Table, str]) -> None:
    table, seal = sealed
    assert said(table, "verify")[2]["verdict"] == "intact"
    assert said(table, f"verify --seal {seal}")[2]["verdict"] == "unchanged"
    file = exported(table.book, table.folder / "whole.jsonl")
    assert second(file) == (0, "intact")
    assert second(file, "--seal", seal) == (0, "unchanged")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_damage_is_named_with_its_place_and_the_second_verifier_agrees(
    sealed: tuple[Table, str], kind: str
) -> None:
    table, seal = sealed
    damage, verdict, alone = KINDS[kind]
    write(table.book, damage(rows_of(table.book)))
    file = exported(table.book, table.folder / "damaged.jsonl")
    for option, wanted in (("", alone), (f" --seal {seal}", verdict)):
        how, code, data = said(table, f"verify{option}")
        assert data["verdict"] == wanted, data
        assert (how, code) == (("view", 0) if wanted == "intact" else ("damaged", 3))
        assert data["text"]
        code, word = second(file, *option.split())
        assert (word, code != 0) == (wanted, wanted != "intact")
        assert said(table, f"verify --file {file}{option}")[2]["verdict"] == wanted
    if verdict not in ("cut", "rewritten"):
        where = {"payload": 3, "metadata": 4, "swapped": 3, "deleted": 5}[verdict]
        assert said(table, "verify")[2]["position"] == where


def test_an_entry_that_a_changed_byte_hides_from_every_search_is_told(tmp_path: Path) -> None:
    """One byte of the name that the third entry is kept under: whoever reads on from the first stops there."""
    table = Table(tmp_path)
    table.all('new "Test Road" --game eos', *(f'note "{n}"' for n in range(5)))
    table.desk.close()
    pages = table.book.read_bytes()
    assert pages.count(b"campaign\x03note.written") == 1
    table.book.write_bytes(pages.replace(b"campaign\x03note.written", b"campaigz\x03note.written"))
    answer = table("verify")
    assert (answer["kind"], answer["exit"]) == ("damaged", 3)
    assert "order" in answer["data"]["text"]


def test_two_books_that_parted_are_forked_by_the_others_seal(sealed: tuple[Table, str]) -> None:
    """A copy is played on otherwise: each knows its own seal, and of the other's that they parted."""
    table, _ = sealed
    shutil.copy(table.book, table.folder / "other.campaign")
    table.ok('note "one way" --of Mara')
    mine = table.entries("seal")[0]["facts"]["seal"]
    table.desk.close()
    other = f"--book {table.folder / 'other.campaign'}"
    table.ok(f'note "another way" --of Mara {other}')
    theirs = table.entries(f"seal {other}")[0]["facts"]["seal"]
    assert said(table, f"verify --seal {theirs} {other}")[2]["verdict"] == "unchanged"
    found = said(table, f"verify --seal {mine} {other}")
    assert (found[1], found[2]["verdict"]) == (3, "forked")
    file = exported(table.folder / "other.campaign", table.folder / "other.jsonl")
    assert second(file, "--seal", mine)[1] == "forked"


def test_nothing_is_added_to_a_damaged_book(sealed: tuple[Table, str]) -> None:
    table, _ = sealed
    write(table.book, payload(rows_of(table.book)))
    how, code, data = said(table, 'note "on top" --of Mara')
    assert (how, code, data["verdict"]) == ("damaged", 3, "payload")
    assert len(rows_of(table.book)) == data["entries"] or data["entries"] is None


# -- small ones


def test_what_is_not_hidden_is_not_revealed_and_nothing_twice(sealed: tuple[Table, str]) -> None:
    table, _ = sealed
    assert table.refused("reveal 3")["state"] == "not hidden"
    hidden = table.entries('note "a whisper" --of Mara --hidden')[0]["position"]
    table.ok(f"reveal {hidden}")
    assert table.refused(f"reveal {hidden}")["state"] == "not hidden"
    table.ok("undo")
    table.ok(f"reveal {hidden}")


def test_a_session_ends_once(table: Table) -> None:
    table.all("session start 1", "session end")
    assert table.refused("session end")["help"] == ["session start"]


def test_a_dry_run_of_a_seal_gives_no_code(table: Table) -> None:
    """A code of an entry that is not written would fit nothing."""
    planned = table("seal --dry-run")
    assert planned["kind"] == "planned"
    assert not planned["data"]["entries"][0]["facts"]["seal"]
    assert table.ok("log")["entries"][-1]["tag"] == "book.opened"


@pytest.mark.parametrize("view", ["sheet Mara", "log", "party", "why Mara hp"])
def test_a_seat_that_nobody_has_reads_nothing(sealed: tuple[Table, str], view: str) -> None:
    table, _ = sealed
    table.ok("seat ivo --plays Mara")
    assert table.usage(f"{view} --seat ivoo")["nearest"] == ["ivo"]
    assert table.ok(f"{view} --seat ivo")
    table.usage(f"export {table.folder / 'x.jsonl'} --seat ivoo")
    assert table.ok(f"{view} --seat gm")


def test_a_tag_that_no_entry_has_is_usage_with_the_nearest(sealed: tuple[Table, str]) -> None:
    table, _ = sealed
    assert "hunt.rolled" in table.usage("log --tag hunt.rold")["nearest"]
    table.usage("log --tag nope")
    assert table.ok("log --tag fish.rolled")["entries"] == []  # one that there is, of which there are none
    assert len(table.ok("log --tag hunt")["entries"]) == 3


def test_an_older_copy_put_back_says_that_the_cup_throws_again_what_it_threw(table: Table) -> None:
    """Beside the same .cup the same dice fall: nothing is fished; `dice commit` promises fresh ones."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4", "join Mara --race human --body 5 --mind 6 --presence 6 --in Oakwood",
        'gm give Mara spear --reason "wreck"', "hunt Mara",
    )  # fmt: skip
    table.ok(f"backup {table.folder / 'older.campaign'}")

    def hunts() -> int:
        return int(table.entries("hunt Mara")[1]["roll"]["dice"][0]["face"])

    before = hunts()
    answer = table(f"backup --from {table.folder / 'older.campaign'}")
    assert [n["kind"] for n in answer["notices"]] == ["cup"]
    assert hunts() == before
    table.ok(f"backup {table.folder / 'now.campaign'}")
    assert table(f"backup --from {table.folder / 'now.campaign'}")["notices"] == []
