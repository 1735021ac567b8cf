"""Unarmed combat (lines 292 to 328), row by row."""

import pytest

from tests.brawls import Fighting, dealt, hp, left


@pytest.mark.parametrize(
    ("rank", "traits", "dice", "expected"),
    [
        ("novice", "", "", 4 - 2),
        ("novice", "--traits natural-weapon", "", 4),
        ("expert", "", " --damage 3", 16 + 3 + 3),
        ("expert", "--traits natural-weapon", " --damage 3", 16 + 3 + 4),
    ],
)
def test_paws_have_a_bonus_of_their_own(fighting: Fighting, rank: str, traits: str, dice: str, expected: int) -> None:
    """RNK-UN-00, RNK-UN-01, RNK-UN-07 (292, 322): bare -2, natural weapon 0; an expert's 1d4 + 3, or 1d4 + 4."""
    table = fighting(f"unarmed combat {rank}", traits)
    rolled = {"novice": "6", "expert": "6,6,6"}[rank]
    assert dealt(table.entries(f"attack Fen Rook --rolled {rolled} --against 1,1{dice}")) == [expected]


def test_iron_paw_is_always_in_force(fighting: Fighting) -> None:
    """RNK-UN-07: passive: nobody says it, and below expert there is no die."""
    table = fighting("unarmed combat adept")
    table.usage("use Fen iron-paw")
    table.usage("attack Fen Rook --rolled 6,6 --against 1,1 --damage 3")


def test_footwork_lasts_for_the_fight_and_is_had_once_a_day(fighting: Fighting) -> None:
    """RNK-UN-02 (302): -1 on attacks against oneself; no action."""
    table = fighting("unarmed combat novice")
    [taken] = table.entries("use Fen fundamental-footwork")
    assert (taken["tag"], taken["facts"]["until"], left(table, "Fen")) == ("stance.taken", "fight", 2)
    table.ok("turn Rook")
    rolled = table.entries("attack Rook Fen --rolled 4,5 --against 2")[1]["roll"]
    assert (rolled["plus"], rolled["margin"]) == ([{"name": "fundamental footwork", "value": -1}], 6)
    table.all("turn Fen", "turn Rook", "attack Rook Fen --rolled 1,1 --against 2", "fight end")
    assert table.ok("sheet Fen")["stances"] == []
    table.all("fight start Fen Rook", "turn Fen")
    table.refused("use Fen fundamental-footwork", "RNK-UN-02")
    table.all("fight end", "camp", "fight start Fen Rook", "turn Fen", "use Fen fundamental-footwork")


def test_bob_and_weave_lasts_until_the_own_next_turn(fighting: Fighting) -> None:
    """RNK-UN-04 (310): -4, an action, once a turn; both footworks add up."""
    table = fighting("unarmed combat adept")
    table.all("use Fen fundamental-footwork", "use Fen bob-and-weave")
    table.refused("use Fen bob-and-weave", "RNK-UN-04")
    assert left(table, "Fen") == 1
    table.ok("turn Rook")
    rolled = table.entries("attack Rook Fen --rolled 4,5 --against 2,1")[1]["roll"]
    assert (rolled["total"], rolled["margin"]) == (4, 1)
    table.all("turn Fen", "turn Rook")
    assert table.entries("attack Rook Fen --rolled 4,5 --against 2,1")[1]["roll"]["total"] == 8


def test_a_haymaker_doubles_the_whole_damage(fighting: Fighting) -> None:
    """RNK-UN-03 (306), ruling haymaker_doubles_hr_plus_bonus: 2 x (6 - 2) = 8, or 6 - 4 = 2; three in a fight."""
    table = fighting("unarmed combat adept", rook_more="--armor wood")
    line = "attack Fen Rook --as haymaker --rolled 4,4 --against 1,1"
    assert dealt(table.entries(line)) == [6]  # 8 less wood
    table.ok('ruling haymaker_doubles_hr_plus_bonus bonus-only --reason "vote"')
    assert table.tags(line) == ["action.spent", "attack.rolled"]  # 2 less wood is nothing
    table.all("turn Rook", "turn Fen", line)
    table.refused(line, "RNK-UN-03")


def test_an_experts_haymaker_doubles_the_die_too(fighting: Fighting) -> None:
    """RNK-UN-03, RNK-UN-07: 2 x (4 + 2 + 3) = 18."""
    table = fighting("unarmed combat expert")
    assert dealt(table.entries("attack Fen Rook --as haymaker --rolled 2,2,2 --against 1,1 --damage 2")) == [18]


def test_an_uppercut_follows_a_first_blow_that_hit(fighting: Fighting) -> None:
    """RNK-UN-05 (314): the second action, 2 more; not after a miss, not as the first action."""
    table = fighting("unarmed combat adept")
    table.refused("attack Fen Rook --as uppercut --rolled 6,6 --against 1,1", "RNK-UN-05")
    table.ok("attack Fen Rook --rolled 1,1 --against 6,6")
    table.refused("attack Fen Rook --as uppercut --rolled 6,6 --against 1,1", "RNK-UN-05")
    table.all("turn Rook", "turn Fen", "attack Fen Rook --rolled 6,6 --against 1,1")
    assert dealt(table.entries("attack Fen Rook --as uppercut --rolled 6,6 --against 1,1")) == [10]
    for _ in range(2):
        table.all("turn Rook", "turn Fen", "attack Fen Rook --rolled 2,2 --against 1,1")
        table.ok("attack Fen Rook --as uppercut --rolled 2,2 --against 1,1")
    table.all("turn Rook", "turn Fen", "attack Fen Rook --rolled 2,2 --against 1,1")
    table.refused("attack Fen Rook --as uppercut --rolled 2,2 --against 1,1", "RNK-UN-05")


def test_a_counterpunch_answers_a_miss_and_cannot_fail(fighting: Fighting) -> None:
    """RNK-UN-06 (318), ruling counterpunch_hr_floor_1: no action, on the other's turn; 3 - 12 is 1 all the same."""
    table = fighting("unarmed combat expert")
    table.ok("turn Rook")
    table.refused("attack Fen Rook --as counterpunch --held --rolled 1,1,1 --against 6,6 --damage 2", "RNK-UN-06")
    table.ok("attack Rook Fen --rolled 6,6 --against 1,1,1")
    table.refused("attack Fen Rook --as counterpunch --held --rolled 1,1,1 --against 6,6 --damage 2", "RNK-UN-06")
    table.ok("attack Rook Fen --rolled 1,1 --against 1,1,1")
    entries = table.entries("attack Fen Rook --as counterpunch --held --rolled 1,1,1 --against 6,6 --damage 2")
    assert [e["tag"] for e in entries] == ["attack.rolled", "damage.rolled", "wound.dealt"]
    assert (entries[0]["roll"]["margin"], entries[0]["facts"]["outcome"], dealt(entries)) == (-9, "hit", [6])
    table.refused("attack Fen Rook --as counterpunch --held --rolled 1,1,1 --against 6,6 --damage 2", "RNK-UN-06")
    assert table.ok("sheet Fen")["uses"]["counterpunch"]["left"] == 2


def test_a_counterpunch_may_be_a_haymaker_which_is_counted_too(fighting: Fighting) -> None:
    """RNK-UN-06, COMMANDS 4.4: `--as counterpunch,haymaker`: 2 x (1 + 2 + 3) = 12; or always 1 by ruling."""
    table = fighting("unarmed combat expert")
    table.all('ruling counterpunch_hr_floor_1 always-1 --reason "vote"', "turn Rook", "attack Rook Fen --rolled 1,1 --against 1,1,1")
    entries = table.entries("attack Fen Rook --as counterpunch,haymaker --held --rolled 6,6,6 --against 1,1 --damage 2")
    assert dealt(entries) == [12]
    assert {name: row["used"] for name, row in table.ok("sheet Fen")["uses"].items()} == {"haymaker": 1, "counterpunch": 1}
    table.usage("attack Fen Rook --as counterpunch,uppercut --held --rolled 6,6,6 --against 1,1 --damage 2")


def test_a_miss_is_answered_on_its_turn_or_never(fighting: Fighting) -> None:
    table = fighting("unarmed combat expert")
    table.all("turn Rook", "attack Rook Fen --rolled 1,1 --against 1,1,1", "turn Vex")
    table.refused("attack Fen Rook --as counterpunch --held --rolled 1,1,1 --against 6,6 --damage 2", "RNK-UN-06")


def test_whoever_refuses_the_noble_art_attacks_at_6_less_all_day(fighting: Fighting) -> None:
    """RNK-UN-08 (326): once a day; the penalty ends with the day."""
    table = fighting("unarmed combat expert")
    table.usage("use Fen the-noble-art Rook")
    table.usage("use Fen the-noble-art Rook --answer maybe")
    table.usage("use Fen the-noble-art --answer refused")
    tags = table.tags("use Fen the-noble-art Rook --answer refused")
    assert tags == ["action.spent", "power.used", "mark.set"]
    table.refused("use Fen the-noble-art Vex --answer refused", "RNK-UN-08")
    table.ok("turn Rook")
    rolled = table.entries("attack Rook Vex --rolled 4,5 --against 2")[1]["roll"]
    assert rolled["total"] == 3
    table.all("fight end", "camp")
    assert table.ok("sheet Rook")["conditions"] == []
    assert table.entries("attack Rook Vex --rolled 4,5 --against 2")[0]["roll"]["total"] == 9


def test_whoever_accepts_the_noble_art_fights_alone(fighting: Fighting) -> None:
    """RNK-UN-08: both are marked; who else interferes is for the GM to judge."""
    table = fighting("unarmed combat expert")
    table.ok("use Fen the-noble-art Rook --answer accepted")
    assert table.ok("sheet Rook")["conditions"] == ["in single combat with Fen"]
    assert table.ok("sheet Fen")["conditions"] == ["in single combat with Rook"]
    table.ok('gm mark Kit blind --reason "smoke"')
    assert hp(table, "Rook") == 40
