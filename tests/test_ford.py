"""The ford: a trap, a shot from hiding, four blows, and every number that COMMANDS.md promises of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import JSON, Table
from tests.test_north_road import NOTE, lines_of

FORD = Path(__file__).parent.parent / "examples" / "the-ford.md"


class Ford:
    """The table after the ford, and what each of its lines wrote."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.written: list[tuple[str, list[JSON]]] = []
        self.hp: list[dict[str, Any]] = []

    def entries(self, start: str, nth: int = 0) -> list[JSON]:
        return [entries for line, entries in self.written if line.startswith(start)][nth]

    def wound(self, start: str, nth: int = 0) -> JSON:
        return next(e for e in self.entries(start, nth) if e["tag"] == "wound.dealt")

    def rolled(self, start: str, nth: int = 0) -> JSON:
        found: JSON = next(e for e in self.entries(start, nth) if e["tag"] == "attack.rolled")["roll"]
        return found


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ford]:
    table = Table(tmp_path_factory.mktemp("ford"))
    found = Ford(table)
    for line in (*lines_of(NOTE), *lines_of(FORD)):
        found.written.append((line, table.entries(line)))
    yield found
    table.desk.close()


def hp(entry: JSON) -> tuple[Any, Any]:
    posting = next(p for p in entry["postings"] if p["field"] == "hp")
    return posting["from"], posting["to"]


def sums(roll: JSON) -> tuple[Any, Any]:
    return roll["total"], roll["against"]["total"] if roll["against"] else None


def test_the_trap(ford: Ford) -> None:
    """EOS-TRAP-12, EOS-TRAP-14: 4 + 9 + 10 = 23 against 0 + 3 + 12 = 15: 8 past the armor, 24 to 16, held 4 rounds."""
    assert hp(ford.wound("meet-trap")) == (24, 16)
    assert any("held" in str(p.get("mark")) for e in ford.entries("meet-trap") for p in e["postings"])


def test_the_sneaking(ford: Ford) -> None:
    """EOS-STS-06, EOS-STS-11: 17 against 13 and 18: a flag on bandit-1 only."""
    marked = [p["holder"] for e in ford.entries("sneak Mara") for p in e["postings"] if p["kind"] == "marked"]
    assert marked == ["bandit-1"]


def test_the_shot_from_hiding(ford: Ford) -> None:
    """EOS-STS-15, EOS-BOW-11: 3 + 5 + 8 = 16, bow 1, armor 2: 16 to 1."""
    assert ford.rolled("attack Mara", 0)["total"] == 16
    assert hp(ford.wound("attack Mara", 0)) == (16, 1)


def test_the_breaking_free(ford: Ford) -> None:
    """EOS-TRAP-17: 14 + 4 + 0 = 18 against 23: still held."""
    roll = next(e["roll"] for e in ford.entries("escape") if e["roll"])
    assert (roll["total"], roll["won"]) == (18, False)


def test_the_axe_on_brandt(ford: Ford) -> None:
    """EOS-MH-05, EOS-MH-06, EOS-CGEAR-05, EOS-RACE-ROCKTROLL-01: 23 against 14; 9 + 4 + 2 - (5 + 3): 26 to 19."""
    assert sums(ford.rolled("attack bandit-2", 0)) == (23, 14)
    assert hp(ford.wound("attack bandit-2", 0)) == (26, 19)
    assert ford.wound("attack bandit-2", 0)["facts"]["armor"] == [{"name": "natural", "value": 5}, {"name": "shield", "value": 3}]


def test_the_second_arrow(ford: Ford) -> None:
    """EOS-BOW-06, EOS-BOW-07, EOS-DOWN-01: 24 against 13; 11 + 1 - 2: 1 to -9, unconscious."""
    assert sums(ford.rolled("attack Mara", 1)) == (24, 13)
    assert hp(ford.wound("attack Mara", 1)) == (1, -9)
    assert ford.entries("attack Mara", 1)[-1]["facts"]["after"] == "unconscious"


def test_the_natural_20(ford: Ford) -> None:
    """EOS-CRIT-01, EOS-CRIT-03: armor T2 to T1 first; 29 against 25; 4 + 6 + 2 - 1: 24 to 13."""
    tags = [e["tag"] for e in ford.entries("attack Brandt")]
    assert tags == ["attack.declared", "attack.rolled", "gear.damaged", "wound.dealt"]
    damaged = next(e for e in ford.entries("attack Brandt") if e["tag"] == "gear.damaged")
    assert (damaged["facts"]["was"], damaged["facts"]["tier"]) == (2, 1)
    assert sums(ford.rolled("attack Brandt")) == (29, 25)
    assert hp(ford.wound("attack Brandt")) == (24, 13)


def test_the_natural_1(ford: Ford) -> None:
    """EOS-CRIT-04, EOS-POS-09: axe T2 to T1; 8 against 18; 10 + 6 + 2 - 1: 13 to -4, unconscious."""
    damaged = next(e for e in ford.entries("attack bandit-2", 1) if e["tag"] == "gear.damaged")
    assert (damaged["facts"]["cause"], damaged["facts"]["was"], damaged["facts"]["tier"]) == ("fumble", 2, 1)
    assert sums(ford.rolled("attack bandit-2", 1)) == (8, 18)
    assert hp(ford.wound("attack bandit-2", 1)) == (13, -4)
    assert ford.entries("attack bandit-2", 1)[-1]["facts"]["after"] == "unconscious"


def test_what_is_left(ford: Ford) -> None:
    """Four arrows of six (EOS-BOW-03), Brandt 19 + Body 6 = 25, the larder 53, and the assertion holds."""
    table = ford.table
    assert [t["quantity"] for t in table.ok("stock Mara")["things"] if t["item"] == "arrow"] == [4]
    assert table.ok("sheet Brandt --on day-4")["hp"] == 25
    assert table.ok("larder Oakwood")["units"] == 53
    assert table.ok("check")["findings"] == []
    assert [a["holds"] for a in table.ok("check")["asserts"]] == [True]


def test_why_bandit_2_lies_there(ford: Ford) -> None:
    """24 at joining, less 11 by the sword and 17 by its counterblow, and what a night mended."""
    why = ford.table.ok('why bandit-2 hp --on "day 4 20:00"')
    assert why["value"] == 24 - 11 - 17
    assert sum(t["amount"] for t in why["terms"] if not t["struck"]) == why["value"]


def test_the_note_plays_as_one(ford: Ford, tmp_path: Path) -> None:
    """Both notes, one after the other, and nothing of them twice."""
    table = Table(tmp_path)
    for note in (NOTE, FORD):
        table.ok(f"play {note}")
    assert table.ok("sheet Brandt --on day-4")["hp"] == 25
    again = table.ok(f"play {FORD}")
    assert again["entries"] == []
    table.desk.close()
