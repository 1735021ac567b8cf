"""A ranked brawl: the note of COMMANDS 7.3, played, and every number that its table promises."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.audit.rest import unrest
from tests.conftest import JSON, Table

NOTE = Path(__file__).parent.parent / "examples" / "harbour-night.md"


def lines_of(note: Path) -> list[str]:
    """What stands in the fences marked `campaign`."""
    fences = re.findall(r"^```campaign\n(.*?)^```", note.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [line for fence in fences for line in fence.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    table = Table(tmp_path_factory.mktemp("night"))
    for line in lines_of(NOTE):
        table.ok(line)
    yield table
    table.desk.close()


def deed(table: Table, nth: int) -> list[JSON]:
    """The entries of the nth line of the fight, from 1."""
    fought = [line for line in lines_of(NOTE) if line.startswith(("attack", "use", "take"))]
    words = fought[nth - 1].partition("#")[0].strip()
    entries = table.ok("log")["entries"]
    [head] = [e for e in entries if e["command"] == words]
    return [e for e in entries if e["deed"] == head["position"]]


def rolled(entries: list[JSON]) -> tuple[int, int, int]:
    """The attack roll, the defence, the hit result."""
    roll = next(e["roll"] for e in entries if e["tag"] == "attack.rolled")
    return roll["total"], roll["against"]["total"], roll["margin"]


def at(table: Table, entries: list[JSON], who: str) -> int:
    """Somebody's hit points as the book stood behind these entries."""
    value: int = table.ok(f"sheet {who} --known-at {entries[-1]['position']}")["hp"]
    return value


def test_the_standard_attack(night: Table) -> None:
    """9 - 6 = 3; wood 2: 1: Rook 29."""
    entries = deed(night, 1)
    assert rolled(entries) == (9, 6, 3)
    assert [e["tag"] for e in entries] == ["action.spent", "attack.rolled", "wound.dealt"]
    assert (entries[2]["facts"]["dealt"], at(night, entries, "Rook")) == (1, 29)


def test_the_pommel_strike_takes_no_action(night: Table) -> None:
    """11 - 4 = 7; bonus -4, wood 2: 1: Rook 28."""
    entries = deed(night, 2)
    assert rolled(entries) == (11, 4, 7)
    assert [e["tag"] for e in entries] == ["attack.rolled", "wound.dealt"]
    assert (entries[1]["facts"]["dealt"], at(night, entries, "Rook")) == (1, 28)
    assert night.ok(f"sheet Fen --known-at {entries[-1]['position']}")["actions_left"] == 1


def test_the_second_attack_misses_and_leaves_no_action(night: Table) -> None:
    """4 - 6 = -2: a miss; then the riposte, which takes none: Rook 28, Fen has no actions left."""
    entries = deed(night, 3)
    assert rolled(entries) == (4, 6, -2)
    assert [e["tag"] for e in entries] == ["action.spent", "attack.rolled"]
    stance = deed(night, 4)
    assert ([e["tag"] for e in stance], stance[0]["hidden"]) == (["stance.taken"], True)
    sheet = night.ok(f"sheet Fen --known-at {stance[0]['position']}")
    assert (sheet["actions_left"], sheet["stances"], at(night, stance, "Rook")) == (0, ["riposte"], 28)


def test_the_heavy_blow_ignores_armor(night: Table) -> None:
    """17 - (3 + shield 2) = 12: Fen 8; the riposte stays armed."""
    entries = deed(night, 5)
    assert rolled(entries) == (17, 5, 12)
    assert (entries[-1]["facts"]["dealt"], at(night, entries, "Fen")) == (12, 8)
    assert night.ok(f"sheet Fen --known-at {entries[-1]['position']}")["stances"] == ["riposte"]


def test_the_riposte_answers_and_is_spent(night: Table) -> None:
    """5 - (9 + 2) = -6: a miss; 6 - wood 2 = 4: Rook 24."""
    entries = deed(night, 6)
    assert rolled(entries) == (5, 11, -6)
    assert [e["tag"] for e in entries] == ["action.spent", "attack.rolled", "stance.used", "damage.rolled", "wound.dealt"]
    assert (entries[-1]["facts"]["dealt"], at(night, entries, "Rook")) == (4, 24)
    sheet = night.ok(f"sheet Fen --known-at {entries[-1]['position']}")
    assert (sheet["stances"], sheet["uses"]["riposte"]["left"]) == ([], 0)


def test_the_healer(night: Table) -> None:
    """1d4 = 3: Fen 11; a second one this turn would be refused."""
    entries = deed(night, 7)
    assert [e["tag"] for e in entries] == ["action.spent", "healing.given"]
    assert (entries[1]["roll"]["total"], at(night, entries, "Fen")) == (3, 11)


def test_a_second_healer_of_the_turn_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for line in lines_of(NOTE):
        table.ok(line)
        if line.startswith("use Ash healer"):
            break
    table.refused("use Ash healer Fen --rolled 3", "RNK-MP-01")
    table.desk.close()


def test_the_disarming_strike(night: Table) -> None:
    """10 - 6 = 4; wood 2: 2: Rook 22, and the axe falls."""
    entries = deed(night, 8)
    assert rolled(entries) == (10, 6, 4)
    assert [e["tag"] for e in entries] == ["action.spent", "attack.rolled", "wound.dealt", "weapon.dropped"]
    assert (entries[2]["facts"]["dealt"], at(night, entries, "Rook")) == (2, 22)
    [axe] = night.ok(f"gear Rook --known-at {entries[-1]['position']}")["pieces"]
    assert (axe["item"], axe["slot"]) == ("great axe", "dropped")


def test_picking_the_axe_up_is_an_action(night: Table) -> None:
    entries = deed(night, 9)
    assert [e["tag"] for e in entries] == ["action.spent", "goods.moved"]
    assert night.ok(f"sheet Rook --known-at {entries[-1]['position']}")["actions_left"] == 1


def test_the_last_attack(night: Table) -> None:
    """9 - (3 + 2) = 4; wood 2: 2: Fen 9."""
    entries = deed(night, 10)
    assert rolled(entries) == (9, 5, 4)
    assert (entries[-1]["facts"]["dealt"], at(night, entries, "Fen")) == (2, 9)
    assert [night.ok(f"sheet {who}")["hp"] for who in ("Fen", "Ash", "Rook")] == [9, 16, 22]


def test_the_night_is_at_rest(night: Table) -> None:
    """DESIGN 7: every line asked again with its dice gives word for word what stands there."""
    assert unrest(night.desk.campaign()) == []


def test_the_sums_of_hit_points(night: Table) -> None:
    assert [t["amount"] for t in night.ok("why Fen hp")["terms"]] == [20, -12, 3, -2]
    assert [t["amount"] for t in night.ok("why Rook hp")["terms"]] == [30, -1, -1, -4, -2]


def test_played_as_a_note_it_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = Table(tmp_path, tmp_path / "harbour-night.campaign")
    answer = table(f'play "{NOTE}"')
    assert answer["ok"], answer["data"]
    assert [table.ok(f"sheet {who}")["hp"] for who in ("Fen", "Ash", "Rook")] == [9, 16, 22]
    assert table.ok(f'play "{NOTE}"')["entries"] == []
    table.desk.close()
