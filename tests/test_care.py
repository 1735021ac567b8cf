"""`doctor` and `backup`: what cannot be is found and named; a copy is verified before it replaces anything."""

import hashlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from ledger.cli.desk import Desk
from tests.conftest import Table

NORTH_ROAD = Path(__file__).parent.parent / "examples" / "north-road.md"


def opened(table: Table) -> None:
    table.all(
        "declare zone Oakwood --miles 15",
        "join Mara --race human --body 5 --in Oakwood",
        'gm give Mara 2 food, 1 T1 ingot --reason "washed ashore"',
        'task Mara "stands guard"',
    )


def test_a_sound_book_has_nothing_wrong_with_it(table: Table) -> None:
    opened(table)
    answer = table("doctor")
    assert (answer["kind"], answer["exit"], answer["data"]["findings"]) == ("view", 0, [])


def test_a_hole_that_a_correction_left_is_named_with_its_entry(table: Table) -> None:
    opened(table)
    table.ok('gm take Mara 1 T1 ingot --reason "stolen"')
    gift = table.ok("log --tag gm.gave")["entries"][0]["position"]
    table.ok('gm give Mara 1 food --reason "more"')
    taking = table.ok("log --tag gm.took")["entries"][0]["position"]
    table.ok(f'void {gift} --reason "it never happened" --keep all')
    answer = table("doctor")
    assert (answer["kind"], answer["exit"]) == ("finding", 1)
    assert {(f["kind"], f["position"]) for f in answer["data"]["findings"]} == {("hole", taking)}


def test_a_third_task_that_was_kept_without_its_cook_is_named(bare_table: Table) -> None:
    """EOS-DAY-04: in the worked note Ivo's cooking frees Mara's third task of day 2; without it she works three of two."""
    bare_table.ok(f"play {NORTH_ROAD}")
    cooking = bare_table.ok("log --tag cook.pooled")["entries"][0]["deed"]
    third = bare_table.ok("log --of Mara --tag task.spent --from day-2 --until day-2")["entries"][2]["position"]
    bare_table.ok(f'void {cooking} --reason "he slept" --keep all')
    findings = bare_table("doctor")["data"]["findings"]
    assert {(f["kind"], f["position"], f["thing"]) for f in findings} == {("tasks", third, "Mara")}


def test_what_the_gm_overruled_is_no_ailment(table: Table) -> None:
    opened(table)
    table.all('task Mara "stands guard"', 'task Mara "watches" --overrule "the horn call woke her"')
    assert table("doctor")["data"]["findings"] == []


def test_a_backup_is_the_same_book_and_comes_back_with_what_it_replaced_beside_it(table: Table) -> None:
    opened(table)
    head = table.ok("verify")["head"]
    copy = table.folder / "copy.campaign"
    assert table.ok(f"backup {copy}")["entries"] == table.desk.campaign().head
    table.refused(f"backup {copy}")
    table.ok('note "later"')
    later = table.ok("verify")["head"]
    kept = table.ok(f"backup --from {copy}")["kept"]
    assert table.ok("verify")["head"] == head
    table.desk.close()
    assert Table(table.folder).ok(f"verify --book {kept}")["head"] == later


def test_a_damaged_copy_replaces_nothing(table: Table) -> None:
    opened(table)
    copy = table.folder / "copy.campaign"
    table.ok(f"backup {copy}")
    damage(copy, 3)
    table.desk.close()
    before = hashlib.sha256(table.book.read_bytes()).hexdigest()
    assert table(f"backup --from {copy}")["kind"] == "refused"
    table.desk.close()
    assert hashlib.sha256(table.book.read_bytes()).hexdigest() == before


def test_everything_before_a_damage_is_saved_as_a_book(table: Table) -> None:
    opened(table)
    table.desk.close()
    broken = table.folder / "broken.campaign"
    shutil.copy(table.book, broken)
    damage(broken, 4)
    saved = table.folder / "saved.campaign"
    assert table(f"doctor --save {saved} --book {broken}")["data"]["saved"] == 3
    assert table(f"verify --book {saved}")["data"]["entries"] == 3


def damage(book: Path, position: int) -> None:
    """Changes one byte of a stored event, past the triggers."""
    with sqlite3.connect(book) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        (state,) = db.execute("SELECT state FROM stored_events WHERE originator_version = ?", (position,)).fetchone()
        changed = bytes(state).replace(b'"rule":"EOS', b'"rule":"EOX')
        assert changed != bytes(state)
        db.execute("UPDATE stored_events SET state = ? WHERE originator_version = ?", (changed, position))
    db.close()


def test_a_book_that_was_set_aside_is_no_second_book_of_its_folder(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(table)
    monkeypatch.chdir(table.folder)
    table.ok("backup mine.copy")
    table.ok("backup --from mine.copy")
    assert list(table.folder.glob("*.before-1.campaign"))
    table.desk.close()
    assert Desk().path().resolve() == table.book.resolve()
    eyes = table.desk.answer("backup mine.campaign").eyes
    assert eyes[1:] == [f"Two books lie there now: say --book {table.book.name}, or give copies another ending."]
