"""An attack, from the dice to the hit points (lines 29 to 89), and what it costs (RNK-ACT)."""

import pytest

from tests.brawls import Fighting, dealt, hp, left, margin
from tests.conftest import Table


def test_an_attack_is_an_action_the_dice_and_the_wound(fighting: Fighting) -> None:
    """RNK-SEQ-01, RNK-ATK-01, RNK-DEF-01, RNK-HIT-01, RNK-DMG-01: 4 + 5 = 9 against 2 + 3 = 5: 4, and nothing takes it off."""
    table = fighting("one-handed weapon adept")
    spent, rolled, wound = table.entries("attack Fen Rook --rolled 4,5 --against 2,3")
    assert [e["tag"] for e in (spent, rolled, wound)] == ["action.spent", "attack.rolled", "wound.dealt"]
    assert [e["rule"] for e in (spent, rolled, wound)] == ["RNK-ACT-01", "RNK-1H-01", "RNK-DMG-01"]
    assert [e["cause"] for e in (spent, rolled, wound)] == [None, spent["position"], rolled["position"]]
    roll = rolled["roll"]
    assert (roll["who"], roll["total"], roll["against"]["who"], roll["against"]["total"]) == ("Fen", 9, "Rook", 5)
    assert (roll["margin"], roll["won"], rolled["facts"]["outcome"]) == (4, True, "hit")
    assert [d["faces"] for d in roll["dice"] + roll["against"]["dice"]] == [6, 6, 6, 6]
    assert (wound["who"], wound["facts"]["dealt"], hp(table, "Rook")) == ("Rook", 4, 36)
    assert [t["amount"] for t in table.ok("why Rook hp")["terms"]] == [40, -4]


def test_the_defender_wins_a_tie_and_nothing_more_is_rolled(fighting: Fighting) -> None:
    """RNK-HIT-01 (38), RNK-SEQ-01: a hit result of 0 misses; a damage die would be one too many."""
    table = fighting("bow novice")
    table.usage("attack Fen Rook --distance 5 --rolled 5 --against 2,3 --damage 4")
    assert table.tags("attack Fen Rook --distance 5 --rolled 5 --against 2,3") == ["action.spent", "attack.rolled"]
    assert hp(table, "Rook") == 40


def test_damage_that_armor_takes_off_is_no_wound(fighting: Fighting) -> None:
    """RNK-DMG-02, RNK-DMG-04: 7 - 5 = 2, wood takes 2: nothing is subtracted; 8 - 5 = 3: one is."""
    table = fighting("one-handed weapon adept", rook_more="--armor wood")
    assert table.tags("attack Fen Rook --rolled 3,4 --against 2,3") == ["action.spent", "attack.rolled"]
    wound = table.entries("attack Fen Rook --rolled 4,4 --against 2,3")[-1]
    assert (wound["facts"]["raw"], wound["facts"]["armor"], wound["facts"]["dealt"]) == (
        3, [{"name": "wood armor", "value": 2}], 1,
    )  # fmt: skip


def test_a_shield_is_a_modifier_of_the_defence_alone(fighting: Fighting) -> None:
    """RNK-SHD-01, RNK-ATK-02: 10 against 9 + 2 misses; the same shield adds nothing to an attack."""
    table = fighting("one-handed weapon adept", "--shield medium", rook_more="--shield medium")
    _, rolled = table.entries("attack Fen Rook --rolled 4,6 --against 3,6")
    assert rolled["roll"]["plus"] == []
    assert rolled["roll"]["against"]["plus"] == [{"name": "medium shield", "value": 2}]
    assert (rolled["roll"]["against"]["total"], rolled["roll"]["margin"]) == (11, -1)


def test_the_defender_chooses_a_skill_and_may_be_untrained(fighting: Fighting) -> None:
    """RNK-DEF-02: the best one, else as said; someone untrained defends with 1d4."""
    table = fighting("one-handed weapon adept")
    assert margin(table.entries("attack Fen Vex --rolled 4,5 --against 4")) == 5
    assert margin(table.entries("attack Fen Rook --against-with sling --rolled 4,5 --against 3")) == 6
    table.ok("turn Rook")
    table.ok("turn Fen")
    table.usage("attack Fen Rook --against-with thief --rolled 4,5 --against 3")
    table.usage("attack Fen Rook --against-with sling --rolled 4,5 --against 2,3")
    table.usage("attack Fen Vex --rolled 4,5 --against 5")


def test_the_gm_tags_each_modifier_by_its_side(fighting: Fighting) -> None:
    """RNK-ATK-02: --bonus is the attack's, --against-bonus the defence's; each with a reason."""
    table = fighting("one-handed weapon adept")
    table.usage("attack Fen Rook --bonus 2 --rolled 4,5 --against 2,3")
    table.usage("attack Fen Rook --against-bonus 2 --rolled 4,5 --against 2,3")
    said = 'attack Fen Rook --bonus 2 --against-bonus 5 --rolled 4,5 --against 2,3 --reason "rain"'
    assert margin(table.entries(said)) == 11 - 10


def test_the_untrained_may_defend_and_not_attack(fighting: Fighting) -> None:
    """RNK-1H-01, ruling untrained_cannot_attack: every table lists the standard attack at novice."""
    table = fighting("thief expert")
    table.refused("attack Fen Rook --with one-handed-weapon --rolled 4 --against 2,3", "RNK-1H-01")
    table.refused("attack Fen Rook --with sling --rolled 4 --against 2,3", "RNK-SL-01")
    table.usage("attack Fen Rook --with thief --rolled 4 --against 2,3")
    line = 'attack Fen Rook --with sling --distance 3 --rolled 4 --against 1,1 --damage 2 --overrule "a lucky throw"'
    assert table.entries(line)[0]["overruled"] == ["RNK-SL-01"]


def test_a_turn_has_two_actions_and_they_are_ones_own(fighting: Fighting) -> None:
    """RNK-ACT-01: a third action is refused, and one on another's turn."""
    table = fighting("one-handed weapon adept")
    assert left(table, "Fen") == 2
    table.all("attack Fen Rook --rolled 1,1 --against 2,3", "attack Fen Rook --rolled 1,1 --against 2,3")
    assert left(table, "Fen") == 0
    table.ok("assert Fen actions_left = 0")
    assert table.ok("why Fen actions_left")["value"] == 0
    refused = table.refused("attack Fen Rook --rolled 1,1 --against 2,3", "RNK-ACT-01")
    assert (refused["thing"], refused["state"], refused["help"]) == ("Fen", "0 actions left", ["turn"])
    assert table.refused("attack Rook Fen --rolled 1,1 --against 2,3", "RNK-ACT-01")["state"] == "turn of Fen"
    table.all("turn Rook", "turn Fen")
    assert left(table, "Fen") == 2


def test_outside_a_fight_nobody_counts_actions(brawl: Table) -> None:
    """COMMANDS 4.2: it works the same, without turns."""
    brawl.all('join Fen --ranks "one-handed weapon adept" --hp 20', "npc Rook --hp 30")
    for _ in range(3):
        assert brawl.tags("attack Fen Rook --rolled 4,5 --against 3") == ["attack.rolled", "wound.dealt"]
    assert (hp(brawl, "Rook"), left(brawl, "Fen")) == (12, None)


def test_whom_nobody_can_attack(fighting: Fighting) -> None:
    table = fighting("one-handed weapon adept")
    table.usage("attack Fen Fen --rolled 4,5 --against 2,3")
    table.usage("attack Fen Nobody --rolled 4,5 --against 2,3")
    table.usage("attack Fen Rook,Vex --rolled 4,5/4,5 --against 2,3/1")
    table.ok("npc Moss --hp 3")
    assert table.refused("attack Fen Moss --rolled 4,5 --against 2")["state"] == "not in this fight"
    table.ok('gm harm Fen 30 --reason "poison"')
    table.refused("attack Fen Rook --rolled 4,5 --against 2,3", "RNK-HP-01")


def test_rows_are_called_by_name_and_by_skill(fighting: Fighting) -> None:
    table = fighting("one-handed weapon adept")
    assert table.usage("attack Fen Rook --as heavy-blwo --rolled 4,5 --against 2,3")["nearest"][0] == "heavy-blow"
    table.usage("attack Fen Rook --as riposte --rolled 4,5 --against 2,3")
    table.usage("attack Fen Rook --as iron-paw --rolled 4,5 --against 2,3")
    table.usage("attack Fen Rook --with one-handed-weapon --as heavy-blow --rolled 4,5 --against 2,3")
    table.usage("attack Fen Rook --as standard-attack,disarming-strike --rolled 4,5 --against 2,3")
    table.usage("attack Fen Rook --as multiattack,standard-attack --rolled 4,5 --against 2,3")
    table.usage("use Fen disarming-strike")


def test_a_row_that_is_missing_to_a_rank_is_refused_by_its_id(fighting: Fighting) -> None:
    """RNK-SKILL-03: a rank has its own rows and all lower ones."""
    table = fighting("one-handed weapon novice")
    refused = table.refused("attack Fen Rook --as multiattack --rolled 4 --against 2,3", "RNK-1H-05")
    assert (refused["thing"], refused["state"]) == ("Fen", "novice in one-handed weapon")
    table.ok('gm set Fen "one-handed weapon" expert --reason "training"')
    table.ok("attack Fen Rook --as disarming-strike --rolled 1,1,1 --against 2,3")


def test_a_limited_row_is_used_up_by_a_miss_and_comes_back_with_the_fight(fighting: Fighting) -> None:
    """RNK-ACT-02, ruling use_spent_on_miss: counted when it is declared; counters end with the fight."""
    table = fighting("one-handed weapon novice")
    table.ok("attack Fen Rook --as disarming-strike --rolled 1 --against 2,3")
    assert table.ok("sheet Fen")["uses"] == {"disarming strike": {"used": 1, "limit": 1, "left": 0, "per": "fight"}}
    table.refused("attack Fen Rook --as disarming-strike --rolled 6 --against 2,3", "RNK-1H-02")
    table.all("fight end", "fight start Fen Rook", "turn Fen")
    assert table.ok("sheet Fen")["uses"] == {}
    table.ok("attack Fen Rook --as disarming-strike --rolled 1 --against 2,3")


def test_a_dry_run_stops_at_the_dice(fighting: Fighting) -> None:
    table = fighting("one-handed weapon adept")
    answer = table("attack Fen Rook --dry-run")
    assert [e["tag"] for e in answer["data"]["entries"]] == ["action.spent", "attack.rolled"]
    assert answer["data"]["entries"][1]["roll"]["won"] is None
    answer = table("attack Fen Rook --rolled 6,6 --against 1,1 --dry-run")
    assert (answer["kind"], dealt(answer["data"]["entries"]), hp(table, "Rook")) == ("planned", [10], 40)


def test_dice_that_are_not_told_come_from_the_cup(fighting: Fighting) -> None:
    table = fighting("one-handed weapon adept")
    rolled = table.entries("attack Fen Rook --rolled 6,6")[1]["roll"]
    assert (rolled["source"], rolled["against"]["source"]) == ("table", "cup")


def test_an_attack_is_struck_with_all_that_it_caused(fighting: Fighting) -> None:
    """Undone, the actions, the uses and the hit points are as they were."""
    table = fighting("one-handed weapon adept")
    before = table.ok("sheet Fen"), table.ok("sheet Rook")
    table.ok("attack Fen Rook --as disarming-strike --rolled 6,6 --against 1,1")
    table.ok("undo")
    assert (table.ok("sheet Fen"), table.ok("sheet Rook")) == before
    table.ok("redo")
    assert hp(table, "Rook") == 30


def test_dice_may_stand_in_place_of_the_hit_result_by_ruling(fighting: Fighting) -> None:
    """RNK-DMG-01, ruling dice_are_bonus: 6 - 2 = 4 and a 5: 9, or the 5 alone."""
    table = fighting("sling novice")
    line = "attack Fen Rook --distance 3 --rolled 6 --against 1,1 --damage 5"
    assert dealt(table.entries(line)) == [9]
    table.ok('ruling dice_are_bonus instead --reason "vote"')
    assert dealt(table.entries(line)) == [5]


def test_a_dropped_weapon_strikes_nobody_until_it_is_picked_up(fighting: Fighting) -> None:
    """RNK-ACT-05 (103): an action picks it up; paws are always there."""
    table = fighting("one-handed weapon adept", rook_more='--gear "long sword"', rook="one-handed weapon adept, unarmed combat novice")
    assert "weapon.dropped" in table.tags("attack Fen Rook --as disarming-strike --rolled 6,6 --against 1,1")
    table.ok("turn Rook")
    refused = table.refused("attack Rook Fen --with one-handed-weapon --rolled 1,1 --against 2,3", "RNK-ACT-05")
    assert refused["help"] == ["take Rook long-sword"]
    table.ok("attack Rook Fen --with unarmed-combat --rolled 1 --against 2,3")
    spent, taken = table.entries("take Rook long-sword")
    assert [spent["tag"], taken["tag"], taken["rule"]] == ["action.spent", "goods.moved", "RNK-ACT-05"]
    assert taken["text"] == "Rook takes 1 long sword"
    assert left(table, "Rook") == 0
    assert table.refused("take Rook long-sword")["state"] == "in hand"


def test_a_weapon_in_hand_may_be_named(fighting: Fighting) -> None:
    """COMMANDS 1.2: `--with` names a skill, or what is in hand: then the best skill rolls."""
    table = fighting("one-handed weapon adept", '--gear "long sword"')
    assert margin(table.entries("attack Fen Rook --with long-sword --rolled 4,5 --against 2,3")) == 4
    table.usage("attack Fen Rook --with halberd --rolled 4,5 --against 2,3")


def test_overruled_a_third_action_is_written_all_the_same(fighting: Fighting) -> None:
    """RNK-ACT-01: marked, and no fewer than no actions are left."""
    table = fighting("one-handed weapon adept")
    for _ in range(2):
        table.ok("attack Fen Rook --rolled 1,1 --against 2,3")
    entries = table.entries('attack Fen Rook --rolled 4,5 --against 2,3 --overrule "haste"')
    assert (entries[0]["overruled"], left(table, "Fen"), hp(table, "Rook")) == (["RNK-ACT-01"], 0, 36)


def test_a_stance_softens_only_what_comes_from_the_same_area(fighting: Fighting) -> None:
    """RNK-PA-03: Same Area."""
    table = fighting("polearm adept", rook="bow adept, running novice")
    table.all("use Fen defensive-stance", "turn Rook", "move Rook --to pier")
    assert dealt(table.entries("attack Rook Fen --distance 6 --rolled 6,6 --against 1,1 --damage 3")) == [13]


def test_somebody_else_may_pick_it_up(fighting: Fighting) -> None:
    table = fighting("one-handed weapon adept", rook_more='--gear "long sword"')
    table.all("attack Fen Rook --as disarming-strike --rolled 6,6 --against 1,1", "take Fen long-sword --from Rook")
    assert [t["item"] for t in table.ok("stock Fen")["things"]] == ["long sword"]
    assert table.ok("stock Rook")["things"] == []
    assert left(table, "Fen") == 0


def test_whose_weapon_was_never_named_drops_one_all_the_same(fighting: Fighting) -> None:
    """RNK-ACT-05: it has the name of the skill; who has none in hand drops nothing."""
    table = fighting("one-handed weapon novice")
    fell = table.entries("attack Fen Rook --as disarming-strike --rolled 6 --against 1,1")[-1]
    assert (fell["tag"], fell["facts"]["pieces"]) == ("weapon.dropped", ["one-handed weapon"])
    table.ok("turn Rook")
    table.refused("attack Rook Fen --rolled 1,1 --against 2", "RNK-ACT-05")
    table.ok("take Rook one-handed-weapon")
    table.ok("attack Rook Fen --rolled 1,1 --against 2")


@pytest.mark.parametrize("line", ["attack Fen Rook --held --rolled 4,5 --against 2,3", "reload Fen pebble", "use Fen nothing"])
def test_words_that_no_row_takes(fighting: Fighting, line: str) -> None:
    fighting("one-handed weapon adept").usage(line)
