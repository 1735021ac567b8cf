"""Bows, crossbows and slings (lines 203 to 291), row by row."""

import pytest

from tests.brawls import Fighting, dealt, hp, left, margin

# -- bow --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("skill", ["bow", "sling"])
def test_a_shot_within_melee_range_has_a_penalty(fighting: Fighting, skill: str) -> None:
    """RNK-BOW-00, RNK-SL-00 (203, 262): 4 less on the attack roll, a tile off or less; where nobody says, within reach."""
    table = fighting(f"{skill} adept")
    assert margin(table.entries(f"attack Fen Rook --with {skill} --distance 2 --rolled 4,5 --against 2,3 --damage 1")) == 4
    rolled = table.entries(f"attack Fen Rook --with {skill} --distance 1 --rolled 4,5 --against 2,3")[1]["roll"]
    assert rolled["plus"] == [{"name": "within melee range", "value": -4}]
    assert rolled["margin"] == 0
    table.all("turn Rook", "turn Fen")
    assert margin(table.entries(f"attack Fen Rook --with {skill} --rolled 4,5 --against 2,3")) == 0


def test_a_crossbow_has_no_such_penalty(fighting: Fighting) -> None:
    """RNK-XB-00: none is printed for it."""
    table = fighting("crossbow adept")
    table.ok("reload Fen bolt")
    assert margin(table.entries("attack Fen Rook --distance 1 --rolled 4,5 --against 2,3 --damage 1")) == 4


def test_an_arrow_adds_its_die(fighting: Fighting) -> None:
    """RNK-BOW-01 (209): 6 - 2 = 4 and a 5: 9; the die is an entry of its own."""
    table = fighting("bow novice")
    entries = table.entries("attack Fen Rook --distance 6 --rolled 6 --against 1,1 --damage 5")
    assert [e["tag"] for e in entries] == ["action.spent", "attack.rolled", "damage.rolled", "wound.dealt"]
    assert (entries[2]["roll"]["total"], entries[2]["roll"]["dice"][0]["faces"], dealt(entries)) == (5, 6, [9])
    assert entries[3]["facts"]["parts"] == [{"name": "hit result", "value": 4}, {"name": "damage dice", "value": 5}]


def test_who_is_not_seen_is_not_shot(fighting: Fighting) -> None:
    """RNK-BOW-01, RNK-BOW-02: no line of sight: refused; nor do the blind shoot."""
    table = fighting("bow adept")
    table.ok('gm mark Vex unseen --reason "behind the crates"')
    table.refused("attack Fen Vex --distance 6 --rolled 6,6 --against 1 --damage 5", "RNK-BOW-01")
    table.refused("attack Fen Vex --as pinning-shot --distance 6 --rolled 6,6 --against 1 --damage 4", "RNK-BOW-02")
    table.all('gm mark Fen blind --reason "sand"')
    table.refused("attack Fen Rook --distance 6 --rolled 6,6 --against 1,1 --damage 5", "RNK-BOW-01")


def test_a_pinned_target_does_not_move_until_the_arrow_is_out(fighting: Fighting) -> None:
    """RNK-BOW-02 (213): 1d4; on a hit pinned; an action removes the arrow, and without it no move."""
    table = fighting("bow adept", rook="one-handed weapon adept, running novice")
    entries = table.entries("attack Fen Rook --as pinning-shot --distance 6 --rolled 6,6 --against 1,1 --damage 4")
    assert (dealt(entries), entries[-1]["facts"]["mark"]) == ([14], "pinned")
    table.ok("turn Rook")
    refused = table.refused('move Rook --to "the pier"', "RNK-BOW-02")
    assert (refused["state"], refused["help"]) == ("pinned", ["escape Rook"])
    assert table.tags("escape Rook") == ["action.spent", "mark.lifted"]
    assert left(table, "Rook") == 1
    table.ok('move Rook --to "the pier"')
    assert table.refused("escape Rook")["state"] == "free"


def test_a_double_shot_is_at_two(fighting: Fighting) -> None:
    """RNK-BOW-03 (217): once a turn, 1d6 each; COMMANDS 4.4."""
    table = fighting("bow adept", rook_more="--armor wood")
    line = "attack Fen Rook,Vex --with bow --as double-shot --distance 5 --rolled 5,5/2,6 --against 1,1/3 --damage 4/2"
    assert dealt(table.entries(line)) == [10, 7]  # 10 - 2 + 4 - 2, 8 - 3 + 2
    table.refused(line, "RNK-BOW-03")
    table.all("turn Rook", "turn Fen")
    table.usage("attack Fen Rook,Rook --with bow --as double-shot --rolled 5,5/2,6 --against 1,1/1,1")
    table.usage("attack Fen Rook,Vex,Kit --with bow --as double-shot --rolled 5,5/2,6/1,1 --against 1,1/3/4")


@pytest.mark.parametrize(("armor", "taken"), [("none", 0), ("wood", 0), ("metal", 2)])
def test_a_piercing_shot_ignores_two_points_of_armor(fighting: Fighting, armor: str, taken: int) -> None:
    """RNK-BOW-04 (221)."""
    table = fighting("bow adept", rook_more=f"--armor {armor}")
    line = "attack Fen Rook --as piercing-shot --distance 6 --rolled 6,6 --against 1,1 --damage 1"
    assert dealt(table.entries(line)) == [11 - taken]


def test_a_multishot_is_two_attacks_for_an_action(fighting: Fighting) -> None:
    """RNK-BOW-05 (225): once a turn."""
    table = fighting("bow expert")
    line = "attack Fen Rook --as multishot --distance 6 --rolled 6,6,6/5,5,5 --against 1,1/1,1 --damage 1/2"
    assert (dealt(table.entries(line)), left(table, "Fen")) == ([17, 15], 1)
    table.refused(line, "RNK-BOW-05")


def test_a_calculated_shot_adds_2d4_to_the_roll(fighting: Fighting) -> None:
    """RNK-BOW-06 (229), COMMANDS 1.3: the extra dice follow the skill's in one throw; two actions."""
    table = fighting("bow expert")
    table.usage("attack Fen Rook --as calculated-shot --distance 6 --rolled 1,1,1/4,3 --against 1,1 --damage 5")
    _, rolled, _, wound = table.entries(
        "attack Fen Rook --as calculated-shot --distance 6 --rolled 1,1,1,4,3 --against 1,1 --damage 5"
    )
    assert [d["faces"] for d in rolled["roll"]["dice"]] == [6, 6, 6, 4, 4]
    assert (rolled["roll"]["total"], wound["facts"]["dealt"], left(table, "Fen")) == (10, 13, 0)
    table.all("turn Rook", "turn Fen", "attack Fen Rook --distance 6 --rolled 1,1,1 --against 6,6")
    table.refused("attack Fen Rook --as calculated-shot --distance 6 --rolled 1,1,1,4,3 --against 1,1 --damage 5", "RNK-ACT-01")


# -- crossbow ---------------------------------------------------------------------------------------------------


def test_an_empty_crossbow_shoots_nobody_and_a_loaded_one_takes_no_other_bolt(fighting: Fighting) -> None:
    """RNK-XB-00, RNK-XB-01, RNK-XB-02 (237 to 242): loading is an action, the shot empties it."""
    table = fighting("crossbow adept")
    refused = table.refused("attack Fen Rook --rolled 6,6 --against 1,1 --damage 8", "RNK-XB-00")
    assert refused["help"] == ["reload Fen bolt"]
    spent, loaded = table.entries("reload Fen bolt")
    assert [spent["tag"], loaded["tag"], loaded["rule"], left(table, "Fen")] == [
        "action.spent", "weapon.loaded", "RNK-XB-01", 1,
    ]  # fmt: skip
    assert table.ok("encounter")["fighters"][0]["loaded"] == ["standard bolt"]
    table.refused("reload Fen heavy-bolt", "RNK-XB-00")
    entries = table.entries("attack Fen Rook --rolled 6,6 --against 1,1 --damage 8")
    assert (dealt(entries), entries[2]["roll"]["dice"][0]["faces"]) == ([18], 8)
    table.all("turn Rook", "turn Fen")
    table.refused("attack Fen Rook --rolled 6,6 --against 1,1 --damage 8", "RNK-XB-00")


def test_bolts_may_be_changed_by_ruling(fighting: Fighting) -> None:
    """Ruling no_reload_over_bolt."""
    table = fighting("crossbow adept")
    table.all('ruling no_reload_over_bolt swap --reason "vote"', "reload Fen bolt", "reload Fen heavy-bolt")
    assert table.ok("encounter")["fighters"][0]["loaded"] == ["heavy bolt"]


def test_a_shot_that_misses_empties_the_bow_too(fighting: Fighting) -> None:
    table = fighting("crossbow adept")
    table.all("reload Fen bolt", "attack Fen Rook --rolled 1,1 --against 6,6")
    assert table.ok("encounter")["fighters"][0]["loaded"] == []


@pytest.mark.parametrize(
    ("bolt", "rank", "faces", "ident"),
    [
        ("bolt", "novice", 8, "RNK-XB-01"),
        ("heavy-bolt", "adept", 10, "RNK-XB-03"),
        ("blunt-bolt", "adept", 8, "RNK-XB-04"),
        ("serrated-bolt", "expert", 8, "RNK-XB-05"),
    ],
)
def test_each_bolt_has_its_rank_and_its_die(fighting: Fighting, bolt: str, rank: str, faces: int, ident: str) -> None:
    """RNK-XB-01, RNK-XB-03, RNK-XB-04, RNK-XB-05."""
    lower = {"novice": "untrained", "adept": "novice", "expert": "adept"}
    table = fighting(f"crossbow {lower[rank]}")
    table.refused(f"reload Fen {bolt}", ident)
    table.all(f'gm set Fen crossbow {rank} --reason "taught"', f"reload Fen {bolt}")
    dice = {"novice": "6", "adept": "6,6", "expert": "6,6,6"}[rank]
    entries = table.entries(f"attack Fen Rook --rolled {dice} --against 1,1 --damage {faces}")
    assert next(e for e in entries if e["tag"] == "damage.rolled")["roll"]["dice"][0]["faces"] == faces


def test_a_blunt_bolt_stuns_for_an_action(fighting: Fighting) -> None:
    """RNK-XB-04, RNK-ACT-04: the next turn has one action."""
    table = fighting("crossbow adept")
    table.all("reload Fen blunt-bolt", "attack Fen Rook --rolled 6,6 --against 1,1 --damage 1", "turn Rook")
    assert left(table, "Rook") == 1


def test_a_serrated_bolt_wounds_again_at_the_end_of_the_next_turn(fighting: Fighting) -> None:
    """RNK-XB-05 (254), rulings bleed_ignores_armor and bleed_once: 8 as Rook's next turn ends, past the armor, once."""
    table = fighting("crossbow expert", rook_more="--armor metal")
    table.ok("reload Fen serrated-bolt")
    entries = table.entries("attack Fen Rook --rolled 2,2,2 --against 1,1 --damage 4")
    assert dealt(entries) == [4]  # 6 - 2 + 4 - 4
    assert table.ok("sheet Rook")["conditions"] == ["bleeding"]
    assert table.tags("turn Rook") == ["turn.started"]
    assert hp(table, "Rook") == 36
    _, bled = table.entries("turn Vex")
    assert (bled["tag"], bled["who"], bled["rule"], bled["facts"]["dealt"]) == ("wound.dealt", "Rook", "RNK-XB-05", 8)
    assert (hp(table, "Rook"), table.ok("sheet Rook")["conditions"]) == (28, [])
    table.all("turn Fen", "turn Rook", "turn Vex")
    assert hp(table, "Rook") == 28


def test_armor_may_lessen_the_later_wound_by_ruling(fighting: Fighting) -> None:
    table = fighting("crossbow expert", rook_more="--armor metal")
    table.all(
        'ruling bleed_ignores_armor armor-reduces --reason "vote"', "reload Fen serrated-bolt",
        "attack Fen Rook --rolled 2,2,2 --against 1,1 --damage 4", "turn Rook", "turn Vex",
    )  # fmt: skip
    assert hp(table, "Rook") == 32


def test_a_bolt_that_hits_in_the_own_turn_waits_for_the_next(fighting: Fighting) -> None:
    """RNK-XB-05: the end of the target's next turn; a fight that ends ends that turn too."""
    table = fighting("crossbow expert")
    table.all("turn Rook", "turn Fen", "reload Fen serrated-bolt", "attack Fen Rook --rolled 2,2,2 --against 1,1 --damage 4")
    before = hp(table, "Rook")
    table.ok("turn Vex")
    assert hp(table, "Rook") == before
    table.all("turn Rook", "fight end")
    assert hp(table, "Rook") == before - 8


def test_a_crossbow_may_be_aimed_for_two_actions(fighting: Fighting) -> None:
    """RNK-XB-06 (258): 2d4 more, the damage by the bolt."""
    table = fighting("crossbow expert")
    table.refused("attack Fen Rook --with crossbow --as calculated-shot --rolled 1,1,1,4,4 --against 1,1 --damage 8", "RNK-XB-00")
    table.all("reload Fen bolt", "turn Rook", "turn Fen")
    line = "attack Fen Rook --with crossbow --as calculated-shot --rolled 1,1,1,4,4 --against 1,1 --damage 8"
    assert (dealt(table.entries(line)), left(table, "Fen")) == ([17], 0)


# -- sling ------------------------------------------------------------------------------------------------------


def test_sling_stones_by_row(fighting: Fighting) -> None:
    """RNK-SL-01, RNK-SL-02: 1d6 at sight, 1d6 near without the penalty."""
    table = fighting("sling novice")
    assert dealt(table.entries("attack Fen Rook --distance 9 --rolled 6 --against 1,1 --damage 3")) == [7]
    assert dealt(table.entries("attack Fen Rook --as melee-attack --rolled 6 --against 1,1 --damage 3")) == [7]
    table.all("turn Rook", "turn Fen")
    table.refused("attack Fen Rook --as melee-attack --distance 3 --rolled 6 --against 1,1 --damage 3", "RNK-SL-02")


def test_a_concussive_shot_stuns_and_its_penalties_add_up(fighting: Fighting) -> None:
    """RNK-SL-03 (276): -2, near another -4; 1d8; a hit stuns for an action."""
    table = fighting("sling adept")
    entries = table.entries("attack Fen Rook --as concussive-shot --distance 5 --rolled 6,6 --against 1,1 --damage 8")
    assert (margin(entries), dealt(entries)) == (8, [16])
    near = table.entries("attack Fen Rook --as concussive-shot --rolled 6,6 --against 1,1 --damage 8")
    assert margin(near) == 4
    table.ok("turn Rook")
    assert left(table, "Rook") == 0


@pytest.mark.parametrize(("armor", "taken"), [("none", 0), ("wood", 1), ("metal", 3)])
def test_a_blunt_strike_ignores_one_point(fighting: Fighting, armor: str, taken: int) -> None:
    """RNK-SL-04 (280)."""
    table = fighting("sling adept", rook_more=f"--armor {armor}")
    assert dealt(table.entries("attack Fen Rook --as blunt-strike --rolled 6,6 --against 1,1 --damage 1")) == [11 - taken]


def test_a_stunning_strike_takes_the_whole_next_turn(fighting: Fighting) -> None:
    """RNK-SL-05 (284), RNK-ACT-04: -2, 1d10, two actions of stun; what is beyond two is lost (ruling stun_no_carry)."""
    table = fighting("sling expert")
    entries = table.entries("attack Fen Rook --as stunning-strike --rolled 6,6,6 --against 1,1 --damage 10")
    assert (margin(entries), dealt(entries)) == (14, [24])
    table.ok("attack Fen Rook --as stunning-strike --rolled 3,3,3 --against 1,1 --damage 1")
    table.ok("turn Rook")
    assert left(table, "Rook") == 0
    table.refused("attack Rook Fen --rolled 1,1 --against 1,1,1", "RNK-ACT-01")
    table.all("turn Fen", "turn Rook")
    assert left(table, "Rook") == 2


def test_stun_may_go_on_by_ruling(fighting: Fighting) -> None:
    """Ruling stun_no_carry carries-over: three actions of stun: none now, one in the turn after."""
    table = fighting("sling expert")
    table.all(
        'ruling stun_no_carry carries-over --reason "vote"',
        "attack Fen Rook --as stunning-strike --rolled 3,3,3 --against 1,1 --damage 1",
        "attack Fen Rook --as concussive-shot --distance 4 --rolled 3,3,3 --against 1,1 --damage 1",
        "turn Rook",
    )
    assert left(table, "Rook") == 0
    table.all("turn Fen", "turn Rook")
    assert left(table, "Rook") == 1


def test_a_disarming_shot_drops_a_weapon_from_afar(fighting: Fighting) -> None:
    """RNK-SL-06 (288): -2, 1d6; on a hit one weapon falls."""
    table = fighting("sling expert", rook_more='--gear "long sword, dagger"')
    entries = table.entries("attack Fen Rook --as disarming-shot --distance 7 --rolled 6,6,6 --against 1,1 --damage 2")
    assert (margin(entries), dealt(entries)) == (14, [16])
    assert [p.split("@")[0] for p in entries[-1]["facts"]["pieces"]] == ["long sword"]


def test_it_is_the_blunt_bolt_that_stuns(fighting: Fighting) -> None:
    """RNK-XB-04 (250): the mark cites the bolt, whichever row shot it."""
    table = fighting("crossbow expert")
    table.all("reload Fen blunt-bolt", "turn Rook", "turn Fen")
    entries = table.entries("attack Fen Rook --as calculated-shot --rolled 6,1,1,1,1 --against 1,1 --damage 8")
    assert [(e["rule"], e["facts"]["mark"]) for e in entries if e["tag"] == "mark.set"] == [("RNK-XB-04", "stunned")]
