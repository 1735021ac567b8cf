"""Trust at the desk: verify, seals, export and import, agreements, and books that a hand has been at."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from conftest import Table

from ledger.seals import read_code


@pytest.fixture
def store(table: Table) -> Table:
    """A zone with ten food in its store; entries 1 to 3."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        'gm give Oakwood 10 food --reason "the wagon"',
    )
    return table


def by_hand(table: Table, position: int, old: bytes, new: bytes) -> None:
    """What somebody with another program does to one entry, the triggers out of the way."""
    table.desk.close()
    with closing(sqlite3.connect(table.book)) as hand:
        for (name,) in hand.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            hand.execute(f"DROP TRIGGER {name}")
        where = (position,)
        (stored,) = hand.execute("SELECT state FROM stored_events WHERE originator_version = ?", where).fetchone()
        assert stored.count(old) >= 1, stored
        edited = stored.replace(old, new, 1)
        assert len(edited) == len(stored)
        hand.execute("UPDATE stored_events SET state = ? WHERE originator_version = ?", (edited, position))
        hand.commit()


# -- verify and seals -------------------------------------------------------------------------------------------


def test_a_book_as_it_was_written_is_intact_and_claims_no_more(store: Table) -> None:
    answer = store("verify")
    assert (answer["kind"], answer["exit"]) == ("view", 0)
    data = answer["data"]
    assert list(data) == ["verdict", "position", "head", "entries", "text"]
    assert (data["verdict"], data["position"], data["entries"]) == ("intact", None, 3)
    assert data["head"] == answer["basis"]["head"]
    assert "cut off" in data["text"]


def test_a_seal_is_the_code_of_everything_before_it(store: Table) -> None:
    head = store.ok("verify")["head"]
    (sealed,) = store.entries("seal")
    assert sealed["tag"] == "book.sealed"
    code = sealed["facts"]["seal"]
    assert read_code(code) == (3, bytes.fromhex(head)[:10])
    assert code in sealed["text"]
    assert store.ok("log --tag book.sealed")["entries"][0]["facts"]["seal"] == code
    for spelling in (code, code.lower(), code.replace("0", "o").replace("1", "l"), code.replace("-", " ", 1)):
        assert store.ok(f'verify --seal "{spelling}"')["verdict"] == "unchanged"


def test_what_is_no_seal_is_usage(store: Table) -> None:
    assert "seal" in store.usage("verify --seal 43-QQ")["text"]


def test_a_book_that_went_another_way_does_not_keep_the_seal(store: Table) -> None:
    (sealed,) = store.entries("seal")
    code = sealed["facts"]["seal"]
    changed = ("R" if code[-1] != "R" else "S").join((code[:-1], ""))
    answer = store(f"verify --seal {changed}")
    assert (answer["kind"], answer["exit"]) == ("damaged", 3)
    assert answer["data"]["position"] == 3
    assert answer["basis"] is None


def test_a_cut_tail_is_told_by_a_seal_and_by_nothing_else(store: Table, tmp_path: Path) -> None:
    (sealed,) = store.entries("seal")
    store.ok(f"export {tmp_path / 'whole.jsonl'}")
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join(lines[:2]))
    assert store.ok(f"verify --file {tmp_path / 'cut.jsonl'}")["verdict"] == "intact"
    answer = store(f"verify --seal {sealed['facts']['seal']} --file {tmp_path / 'cut.jsonl'}")
    assert (answer["kind"], answer["data"]["verdict"], answer["data"]["position"]) == ("damaged", "cut", 3)


# -- export and import ------------------------------------------------------------------------------------------


def test_an_export_makes_the_same_book_again_digest_for_digest(store: Table, tmp_path: Path) -> None:
    file, copy = tmp_path / "road.jsonl", tmp_path / "copy.campaign"
    head = store.ok(f"export {file}")["head"]
    rows = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    assert [sorted(row) for row in rows] == [["position", "stored"]] * 3
    made = store.ok(f"import {file} --book {copy}")
    assert (made["head"], made["entries"]) == (head, 3)
    assert store.ok(f"verify --book {copy}")["head"] == head
    assert store.ok(f"why Oakwood food --book {copy}")["value"] == 10
    store.ok(f"export {tmp_path / 'again.jsonl'} --book {copy}")
    assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes()


def test_nothing_is_written_over_an_export_or_a_book(store: Table, tmp_path: Path) -> None:
    file = tmp_path / "road.jsonl"
    store.ok(f"export {file}")
    before = file.read_bytes()
    store.refused(f"export {file}")
    assert file.read_bytes() == before
    store.refused(f"import {file} --book {store.book}")


def test_a_players_export_leaves_hidden_bytes_out_and_is_no_book(store: Table, tmp_path: Path) -> None:
    store.all(
        "seat ivo --watches",
        'gm give Oakwood 2 T1 bow --hidden --reason "under the roots"',
        'gm give Oakwood 1 food --reason "berries"',
    )
    file = tmp_path / "ivo.jsonl"
    assert store.ok(f"export {file} --seat ivo")["hidden"] == 1
    rows = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    assert [row["position"] for row in rows if "stored" not in row] == [5]
    assert b"bow" not in file.read_bytes()
    assert store.ok(f"verify --file {file}")["head"] == store.ok("verify")["head"]
    answer = store(f"import {file} --book {tmp_path / 'copy.campaign'}")
    assert (answer["kind"], answer["data"]["rule"]) == ("refused", None)
    assert "left out" in answer["data"]["text"]
    assert not (tmp_path / "copy.campaign").exists()


def test_an_export_that_a_hand_has_been_at_is_not_imported(store: Table, tmp_path: Path) -> None:
    file = tmp_path / "road.jsonl"
    store.ok(f"export {file}")
    file.write_bytes(file.read_bytes().replace(b'\\"quantity\\":10', b'\\"quantity\\":90'))
    answer = store(f"import {file} --book {tmp_path / 'copy.campaign'}")
    assert (answer["kind"], answer["data"]["verdict"], answer["data"]["position"]) == ("damaged", "payload", 3)
    assert not (tmp_path / "copy.campaign").exists()


def test_a_file_that_is_not_there_is_usage(store: Table, tmp_path: Path) -> None:
    store.usage(f"import {tmp_path / 'none.jsonl'}")
    store.usage(f"verify --file {tmp_path / 'none.jsonl'}")
    store.usage(f"export {tmp_path / 'no-folder' / 'a.jsonl'}")


# -- damage -----------------------------------------------------------------------------------------------------

VIEWS = (
    "zone Oakwood", "log", "show 3", "why Oakwood food", "check", "stock Oakwood", "session list",
    "why Oakwood hunt_target",
)  # fmt: skip


def test_an_edit_that_still_reads_is_found_by_verify_which_names_it(store: Table) -> None:
    by_hand(store, 3, b'"quantity":10', b'"quantity":90')
    answer = store("verify")
    assert (answer["kind"], answer["exit"], answer["basis"]) == ("damaged", 3, None)
    assert (answer["data"]["verdict"], answer["data"]["position"], answer["data"]["entries"]) == ("payload", 3, 3)
    assert store.ok("why Oakwood food")["value"] == 90


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    ("position", "old", "new"),
    [
        (3, b'"type":"gained"', b'"type":"gaiNed"'),
        (3, b'"postings"', b'"postings\\'),
        (3, b'"holder":"Oakwood"', b'"holdeR":"Oakwood"'),
        (2, b'"position":2', b'"position":x'),
        (2, b'"written_at"', b'"written\xffat"'),
        (1, b'"moment"', b'"mOment"'),
        (3, b'{"position"', b'["position"'),
    ],
    ids=["a kind of posting", "a quote", "a field", "a number", "no text at all", "a header", "the first byte"],
)
def test_a_byte_that_cannot_be_read_ends_every_view_in_damaged_with_its_position(
    store: Table, view: str, position: int, old: bytes, new: bytes
) -> None:
    by_hand(store, position, old, new)
    answer = store(view)
    assert (answer["kind"], answer["exit"], answer["ok"]) == ("damaged", 3, False)
    assert list(answer["data"]) == ["verdict", "position", "head", "entries", "text"]
    assert answer["data"]["position"] == position
    assert answer["basis"] is None


def test_a_tag_that_nobody_knows_is_damage_to_those_who_read_it(store: Table) -> None:
    by_hand(store, 3, b'"type":"gm.gave"', b'"type":"gm.gavE"')
    answer = store("log")
    assert (answer["kind"], answer["data"]["position"]) == ("damaged", 3)


def test_every_flip_of_a_byte_is_answered_and_verify_finds_it(store: Table) -> None:
    """Each byte of the last entry in turn, one bit of it: never a traceback, and never intact."""
    store.desk.close()
    with closing(sqlite3.connect(store.book)) as hand:
        for (name,) in hand.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            hand.execute(f"DROP TRIGGER {name}")
        (stored,) = hand.execute("SELECT state FROM stored_events WHERE originator_version = 2").fetchone()
        for at in range(0, len(stored), 7):
            flipped = stored[:at] + bytes([stored[at] ^ (1 << at % 7)]) + stored[at + 1 :]
            hand.execute("UPDATE stored_events SET state = ? WHERE originator_version = 2", (flipped,))
            hand.commit()
            for line in ("zone Oakwood", "log", "why Oakwood hunt_target"):
                answer = store(line)
                assert answer["kind"] in ("view", "refused", "usage", "damaged"), (at, line, answer)
                if answer["kind"] == "damaged":
                    assert answer["data"]["position"] == 2, (at, line, answer)
            found = store("verify")
            assert (found["kind"], found["data"]["position"]) == ("damaged", 2), (at, found)
            store.desk.close()


def test_a_file_that_is_no_book_is_damaged(bare_table: Table) -> None:
    bare_table.book.write_text("once upon a time")
    for line in ("verify", "log", "zone Oakwood"):
        answer = bare_table(line)
        assert (answer["kind"], answer["exit"], answer["basis"]) == ("damaged", 3, None), line
        assert list(answer["data"]) == ["verdict", "position", "head", "entries", "text"]


def test_no_book_is_usage(bare_table: Table) -> None:
    assert bare_table("verify")["kind"] == "usage"


# -- what the table agreed --------------------------------------------------------------------------------------


def test_what_was_agreed_is_written_and_holds(store: Table) -> None:
    (entry,) = store.entries("assert Oakwood food = 10 --on day-1")
    assert entry["tag"] == "assertion.made"
    assert entry["postings"] == []
    assert (entry["facts"]["thing"], entry["facts"]["field"], entry["facts"]["expected"]) == ("Oakwood", "food", 10)
    answer = store("check")
    assert (answer["kind"], answer["exit"]) == ("view", 0)
    assert answer["data"] == {
        "asserts": [
            {
                "position": 4,
                "thing": "Oakwood",
                "field": "food",
                "expected": 10,
                "actual": 10,
                "on": entry["facts"]["on"],
                "holds": True,
                "broken_by": None,
            }
        ],
        "findings": [],
    }


@pytest.mark.parametrize(
    "line",
    [
        "assert Oakwood hunt_target = 15",
        "assert oakwood hunt-target=15",
        "assert Oakwood hunt target = 15",
        "assert Oakwood kind = Wild",
    ],
)
def test_an_agreement_in_any_spelling(store: Table, line: str) -> None:
    assert store.tags(line) == ["assertion.made"]


def test_what_the_ledger_does_not_say_is_not_agreed(store: Table) -> None:
    said = store.refused("assert Oakwood food = 11")
    assert (said["thing"], said["state"]) == ("Oakwood food", "10")
    assert said["help"][0].startswith("why Oakwood food")
    assert store(said["help"][0])["ok"]


@pytest.mark.parametrize(
    "line",
    [
        "assert Oakwood food",
        "assert Oakwood = 3",
        "assert Oakwood food =",
        "assert Elmwood food = 3",
        "assert Oakwood fud = 3",
    ],
)
def test_what_is_no_agreement_is_usage(store: Table, line: str) -> None:
    store.usage(line)


def test_check_names_the_correction_that_broke_an_agreement(store: Table) -> None:
    store.ok("assert Oakwood food = 10 --on day-1")
    store.ok('gm give Oakwood 3 T1 bow --reason "found"')
    store.ok('void 3 --reason "never happened" --keep all')
    broken = store.ok("log --tag correction.made")["entries"][0]["position"]
    answer = store("check Oakwood")
    assert (answer["kind"], answer["exit"]) == ("finding", 1)
    (one,) = answer["data"]["asserts"]
    assert (one["expected"], one["actual"], one["holds"], one["broken_by"]) == (10, 0, False, broken)
    assert store("check --known-at 5")["kind"] == "view"


def test_check_names_the_spend_that_dug_a_hole(store: Table) -> None:
    store.ok('gm take Oakwood 4 food --reason "mice"')
    store.ok('void 3 --reason "there was no wagon" --keep all')
    answer = store("check")
    assert answer["kind"] == "finding"
    (hole,) = answer["data"]["findings"]
    assert (hole["kind"], hole["position"], hole["thing"]) == ("hole", 4, "Oakwood")
    assert "4 food" in hole["text"]
