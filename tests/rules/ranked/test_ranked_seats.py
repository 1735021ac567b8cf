"""What one seat sees of another's stances (DESIGN 3): that something is there, its position, its moment and sums."""

import pytest

from tests.conftest import JSON, Table


@pytest.fixture
def seats(brawl: Table) -> Table:
    """Ivo plays Fen, Ada plays Ash; Rook is the GM's."""
    brawl.all(
        'join Fen --ranks "one-handed weapon adept, unarmed combat expert, polearm adept" --hp 30',
        'join Ash --ranks "one-handed weapon adept" --hp 30',
        'npc Rook --ranks "one-handed weapon adept" --hp 30',
        "seat ivo --plays Fen",
        "seat ada --plays Ash",
        "fight start Fen,Ash Rook --order Fen,Rook,Ash",
        "turn Fen",
    )
    return brawl


VIEWS = ("party", "sheet Fen", "sheet Rook", "encounter", "why Fen hp", "history Fen", "stock Fen", "gear Fen", "rulings")


def seen(table: Table, seat: str) -> dict[str, JSON]:
    """Every view of a seat, by its line, without what the entry itself adds to a list of entries."""
    return {line: table.ok(f"{line} --seat {seat}") for line in VIEWS}


def test_an_armed_riposte_changes_nothing_that_another_seat_sees(seats: Table) -> None:
    """RNK-1H-04: no number, no word, no action; the log says that an entry is there."""
    before = seen(seats, "ada")
    [taken] = seats.entries("use Fen riposte --hidden")
    assert seen(seats, "ada") == before
    shown = seats.ok("log --seat ada")["entries"][-1]
    assert (shown["position"], shown["moment"], shown["hidden"], shown["text"]) == (taken["position"], taken["moment"], True, "hidden")
    assert [shown[name] for name in ("tag", "who", "rule", "roll", "command")] == [None] * 5
    assert (shown["facts"], shown["postings"]) == ({}, [])
    assert seats.ok("sheet Fen --seat ivo")["stances"] == ["riposte"]
    assert seats.ok("sheet Fen")["stances"] == ["riposte"]


def test_a_hidden_stance_that_costs_an_action_shows_the_sum_alone(seats: Table) -> None:
    """COMMANDS 1.4: hidden entries hide words, never numbers: an action is gone, and nobody else knows on what."""
    seats.ok("use Fen bob-and-weave --hidden")
    sheet = seats.ok("sheet Fen --seat ada")
    assert (sheet["actions_left"], sheet["stances"], sheet["uses"], sheet["conditions"]) == (1, [], {}, [])
    postings = [p for e in seats.ok("log --seat ada")["entries"][-2:] for p in e["postings"]]
    assert [p["field"] for p in postings] == ["actions"]
    assert "bob" not in str(seats.ok("encounter --seat ada")) + str(seats.ok("log --seat ada"))
    assert list(seats.ok("sheet Fen --seat ivo")["uses"]) == ["bob and weave"]


def test_a_hidden_stance_that_lapses_is_never_told(seats: Table) -> None:
    seats.all("use Fen defensive-stance --hidden", "turn Rook", "turn Fen")
    assert "defensive" not in str(seats.ok("log --seat ada")) + str(seats.ok("sheet Fen --seat ada"))


def test_a_riposte_is_revealed_when_it_answers(seats: Table) -> None:
    """COMMANDS 1.4: until it takes effect: then its entry can be read by all."""
    [taken] = seats.entries("use Fen riposte --hidden")
    seats.all("turn Rook", "attack Rook Fen --rolled 6,6 --against 1,1,1")
    assert seats.ok(f"show {taken['position']} --seat ada")["entry"]["text"] == "hidden"
    seats.ok("attack Rook Fen --rolled 1,1 --against 2,2,2 --against-damage 3")
    shown = seats.ok(f"show {taken['position']} --seat ada")["entry"]
    assert (shown["text"], shown["who"], shown["tag"]) == ("Fen takes a stance: riposte", "Fen", "stance.taken")
    assert seats.ok("sheet Fen --seat ada")["uses"]["riposte"]["used"] == 1


def test_footwork_is_revealed_by_the_first_attack_that_it_meets(seats: Table) -> None:
    """RNK-UN-02: the roll names what was taken off it; told once."""
    [taken] = seats.entries("use Fen fundamental-footwork --hidden")
    assert seats.ok("sheet Fen --seat ada")["stances"] == []
    seats.ok("turn Rook")
    assert "stance.used" in seats.tags("attack Rook Fen --rolled 1,1 --against 2,2,2")
    assert "stance.used" not in seats.tags("attack Rook Fen --rolled 1,1 --against 2,2,2")
    assert seats.ok(f"show {taken['position']} --seat ada")["entry"]["who"] == "Fen"
    assert seats.ok("sheet Fen --seat ada")["stances"] == ["fundamental footwork"]


def test_whoever_summons_acts_for_whom_they_summoned(seats: Table) -> None:
    """RNK-ST-07: the character is the teller's."""
    seats.all('gm set Fen storyteller novice --reason "taught"', "use Fen summon-imaginary-character Olaf --with polearm --seat ivo")
    seats.ok("turn Olaf")
    seats.refused("attack Olaf Rook --rolled 4 --against 1,1 --seat ada")
    seats.ok("attack Olaf Rook --rolled 4 --against 1,1 --seat ivo")


def test_each_seat_writes_the_acts_of_its_own(seats: Table) -> None:
    assert seats.refused("use Fen riposte --seat ada")["state"] == "played by ivo"
    assert seats.tags("use Fen riposte --hidden --seat ivo") == ["stance.taken"]


def test_a_rehearsed_attack_does_not_find_the_stance_that_waits(seats: Table) -> None:
    """DESIGN 5: a dry run tells a player no more than the table knows; the blow itself is answered."""
    seats.all("use Fen riposte --hidden", "turn Rook", "turn Ash")
    line = "attack Ash Fen --rolled 1,1 --against 6,6,1 --against-damage 6"
    entries = seats.ok(f"{line} --seat ada --dry-run")["entries"]
    assert [e["tag"] for e in entries] == ["action.spent", "attack.rolled"]
    assert [e["position"] for e in entries] == list(range(entries[0]["position"], entries[0]["position"] + 2))
    assert "riposte" not in str(seats(f"{line} --seat ada --dry-run"))
    assert "stance.used" in [e["tag"] for e in seats.ok(f"{line} --dry-run")["entries"]]
    assert "stance.used" in seats.tags(f"{line} --seat ada")
