"""An old book is read as it stands: upcasters bring its entries up to date on every path, and change no byte."""

from pathlib import Path

import msgspec
import pytest
from conftest import Table

from schemas.events import classes, read, write
from schemas.upcasters import OLD_SHAPES

OLD_HUNTS = Path(__file__).parent / "books" / "shape-1-hunt.jsonl"


@pytest.fixture
def old(bare_table: Table) -> Table:
    """The old ledger's book: two hunts of day 1, 5 + 6 + 6 and 3 + 6 + 6 against 15, both in shape 1."""
    bare_table.ok(f"import {OLD_HUNTS}")
    return bare_table


def test_the_script_beside_the_old_book_still_says_how_it_was_made() -> None:
    from books.make_shape_1_hunt import lines

    assert OLD_HUNTS.read_text(encoding="utf-8").splitlines() == lines()


def test_a_new_entry_says_its_shape_where_its_tag_had_an_older_one() -> None:
    """Else it would be read as the oldest, and brought up to date from what it never was."""
    for tag, shape in OLD_SHAPES.items():
        event = classes()[tag](who="Mara")
        assert event.v == shape
        assert msgspec.json.decode(write(event))["v"] == shape
        assert read(write(event)) == event


def test_a_zone_is_worn_by_a_hunt_of_shape_1(old: Table) -> None:
    """EOS-HUNT-05: the success of day 1 makes 16 of 15 from day 2 on; the tie does nothing."""
    assert old.ok("zone Oakwood --on day-1")["hunt_target"] == 15
    assert old.ok("zone Oakwood --on day-2")["hunt_target"] == 16


def test_the_log_shows_old_entries_in_the_newest_shape(old: Table) -> None:
    entries = old.ok("log --tag hunt.rolled")["entries"]
    assert [e["position"] for e in entries] == [3, 4]
    assert entries[0]["who"] == "Mara"
    assert entries[0]["place"] == "Oakwood"
    assert entries[0]["roll"] == {
        "who": "Mara",
        "dice": [{"faces": 20, "face": 5, "kept": True}],
        "plus": [{"name": "hunting", "value": 6}, {"name": "presence", "value": 6}],
        "total": 17,
        "target": 15,
        "against": None,
        "margin": 2,
        "won": True,
        "source": "table",
    }
    assert [e["roll"]["won"] for e in entries] == [True, False]
    assert entries[1]["roll"]["total"] == 15
    assert entries[1]["postings"] == []


def test_one_old_entry_is_shown(old: Table) -> None:
    shown = old.ok("show 3")["entry"]
    assert shown["tag"] == "hunt.rolled"
    assert shown["rule"] == "EOS-HUNT-03"
    assert [(p["kind"], p["holder"], p["field"]) for p in shown["postings"]] == [("changed", "Oakwood", "hunt success")]


def test_why_names_the_old_hunt(old: Table) -> None:
    found = old.ok("why Oakwood hunt_target")
    assert found["value"] == 16
    assert [(t["amount"], t["position"]) for t in found["terms"]] == [(15, 2), (1, 3)]


def test_export_gives_the_old_bytes_back(old: Table, tmp_path: Path) -> None:
    old.ok(f"export {tmp_path / 'again.jsonl'}")
    assert (tmp_path / "again.jsonl").read_bytes() == OLD_HUNTS.read_bytes()


def test_the_old_chain_holds(old: Table) -> None:
    assert old.ok("verify")["verdict"] == "intact"
    assert old.ok(f"verify --file {OLD_HUNTS}")["verdict"] == "intact"
    assert old.ok("verify")["head"] == old.ok(f"verify --file {OLD_HUNTS}")["head"]


def test_an_old_book_can_be_written_on(old: Table) -> None:
    before = old.ok("verify")["entries"]
    old.ok("declare zone Barrens --miles 40 --zones 8")
    assert old.ok("verify")["entries"] == before + 1
