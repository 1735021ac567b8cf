"""One-handed weapons, two-handed weapons and polearms (lines 94 to 202), row by row."""

import pytest

from tests.brawls import Fighting, dealt, hp, left, margin

# -- one-handed -------------------------------------------------------------------------------------------------


def test_a_disarming_strike_drops_the_weapon_that_the_attacker_picks(fighting: Fighting) -> None:
    """RNK-1H-02 (103): on a hit the weapon falls; of two one that the attacker picks, else that of the main hand."""
    table = fighting("one-handed weapon novice", rook_more='--gear "long sword, dagger"')
    fell = table.entries("attack Fen Rook --as disarming-strike --drops dagger --rolled 6 --against 1,1")[-1]
    assert (fell["tag"], fell["rule"]) == ("weapon.dropped", "RNK-1H-02")
    assert [p.split("@")[0] for p in fell["facts"]["pieces"]] == ["dagger"]
    assert {p["item"]: p["slot"] for p in table.ok("gear Rook")["pieces"]} == {"long sword": "main", "dagger": "dropped"}
    table.ok("turn Rook")
    table.ok("attack Rook Fen --rolled 1,1 --against 6")


def test_a_disarming_strike_that_misses_drops_nothing(fighting: Fighting) -> None:
    table = fighting("one-handed weapon novice")
    assert table.tags("attack Fen Rook --as disarming-strike --rolled 2 --against 1,1") == ["action.spent", "attack.rolled"]


def test_a_pommel_strike_rides_on_a_standard_attack_of_the_turn(fighting: Fighting) -> None:
    """RNK-1H-03 (107): no action, -4 in place of the weapon's bonus: 11 - 5 - 4 = 2; once a turn; on the same one."""
    table = fighting("one-handed weapon adept")
    table.refused("attack Fen Rook --as pommel-strike --rolled 6,5 --against 2,3", "RNK-1H-03")
    table.ok("attack Fen Rook --rolled 1,1 --against 2,3")
    table.refused("attack Fen Vex --as pommel-strike --rolled 6,5 --against 2", "RNK-1H-03")
    rolled, wound = table.entries("attack Fen Rook --as pommel-strike --rolled 6,5 --against 2,3")
    assert (rolled["cause"], wound["facts"]["dealt"], left(table, "Fen")) == (None, 2, 1)
    table.ok("attack Fen Rook --rolled 1,1 --against 2,3")
    table.refused("attack Fen Rook --as pommel-strike --rolled 6,5 --against 2,3", "RNK-1H-03")
    table.all("turn Rook", "turn Fen", "attack Fen Rook --rolled 1,1 --against 2,3")
    table.ok("attack Fen Rook --as pommel-strike --rolled 6,5 --against 2,3")


def test_a_pommel_strike_may_stand_on_the_line_that_it_rides_on(fighting: Fighting) -> None:
    """RNK-ACT-03: 9 - 5 = 4, then 11 - 2 - 4 = 5."""
    table = fighting("one-handed weapon adept")
    entries = table.entries("attack Fen Rook --as standard-attack,pommel-strike --rolled 4,5/6,5 --against 2,3/1,1")
    assert [e["tag"] for e in entries].count("action.spent") == 1
    assert dealt(entries) == [4, 5]
    table.usage("attack Fen Rook --as disarming-strike,pommel-strike --rolled 4,5/6,5 --against 2,3/1,1")


def test_a_riposte_answers_a_miss_and_is_spent(fighting: Fighting) -> None:
    """RNK-1H-04 (111): 1d6 to the attacker, less what they wear; no action; once a fight, and only if attacked."""
    table = fighting("one-handed weapon adept", rook_more="--armor wood")
    table.all("attack Fen Vex --rolled 1,1 --against 4", "attack Fen Vex --rolled 1,1 --against 4")
    [taken] = table.entries("use Fen riposte")
    assert (taken["tag"], taken["rule"], taken["facts"]["until"]) == ("stance.taken", "RNK-1H-04", "answered")
    assert table.ok("sheet Fen")["stances"] == ["riposte"]
    assert table.ok("sheet Fen")["uses"] == {}
    table.all("turn Rook", "turn Fen")
    assert table.ok("sheet Fen")["stances"] == ["riposte"]  # nobody attacked: it waits
    table.refused("use Fen riposte", "RNK-1H-04")
    table.ok("turn Rook")
    entries = table.entries("attack Rook Fen --rolled 1,2 --against 2,1 --against-damage 5")
    assert [e["tag"] for e in entries] == ["action.spent", "attack.rolled", "stance.used", "damage.rolled", "wound.dealt"]
    assert (entries[2]["facts"]["stance"], entries[2]["facts"]["reveals"]) == ("riposte", [taken["position"]])
    assert (entries[4]["who"], entries[4]["facts"]["by"], entries[4]["facts"]["dealt"]) == ("Rook", "Fen", 3)
    assert hp(table, "Rook") == 37
    table.ok("attack Rook Fen --rolled 1,2 --against 2,1")
    table.ok("turn Fen")
    table.refused("use Fen riposte", "RNK-1H-04")


def test_a_riposte_answers_a_hit_that_armor_stops(fighting: Fighting) -> None:
    """RNK-1H-04, ruling riposte_nonpositive: a hit result of 2 against wood is damage of 0; a hit of 3 is not answered."""
    table = fighting("one-handed weapon adept", "--armor wood")
    table.all("use Fen riposte", "turn Rook", "attack Rook Fen --rolled 4,2 --against 2,1")
    entries = table.entries("attack Rook Fen --rolled 3,2 --against 2,1 --against-damage 6")
    assert [e["tag"] for e in entries][2:] == ["stance.used", "damage.rolled", "wound.dealt"]
    assert (hp(table, "Fen"), hp(table, "Rook")) == (29, 34)


def test_a_riposte_may_answer_only_nought_by_ruling(fighting: Fighting) -> None:
    """Ruling riposte_nonpositive exactly-0: a miss by one is not answered, a tie is."""
    table = fighting("one-handed weapon adept")
    table.all('ruling riposte_nonpositive exactly-0 --reason "vote"', "use Fen riposte", "turn Rook")
    table.ok("attack Rook Fen --rolled 1,1 --against 2,1")
    assert dealt(table.entries("attack Rook Fen --rolled 2,1 --against 2,1 --against-damage 4")) == [4]


def test_a_riposte_belongs_to_a_fight_and_ends_with_it(fighting: Fighting) -> None:
    table = fighting("one-handed weapon adept")
    table.all("use Fen riposte", "fight end")
    assert table.ok("sheet Fen")["stances"] == []
    assert table.refused("use Fen riposte")["state"] == "no fight"
    table.all("fight start Fen Rook", "turn Rook")
    table.refused("use Fen riposte", "RNK-ACT-01")


def test_a_multiattack_takes_the_whole_turn(fighting: Fighting) -> None:
    """RNK-1H-05 (115): four standard attacks, on one or on four; refused once an action is spent."""
    table = fighting("one-handed weapon expert")
    table.usage("attack Fen Rook,Vex --as multiattack --rolled 4,5,1/2,2,3 --against 1,2/4")
    entries = table.entries(
        "attack Fen Rook --as multiattack --rolled 4,5,1/2,2,3/6,1,1/3,3,2 --against 1,2/4,4/2,2/6,5"
    )
    assert [e["roll"]["margin"] for e in entries if e["tag"] == "attack.rolled"] == [7, -1, 4, -3]
    assert [e["tag"] for e in entries].count("action.spent") == 1
    assert (dealt(entries), hp(table, "Rook"), left(table, "Fen")) == ([7, 4], 29, 0)
    table.all("turn Rook", "fight end", "fight start Fen Rook,Vex,Kit", "turn Fen", "attack Fen Rook --rolled 1,1,1 --against 2,3")
    table.refused("attack Fen Rook --as multiattack --rolled 4,5,1/2,2,3/6,1,1/3,3,2 --against 1,2/4,4/2,2/6,5", "RNK-1H-05")


def test_a_multiattack_may_go_round(fighting: Fighting) -> None:
    table = fighting("one-handed weapon expert")
    entries = table.entries(
        "attack Fen Rook,Vex,Kit,Rook --as multiattack --rolled 4,5,1/2,2,3/6,1,1/3,3,2 --against 1,2/4/2/6,5"
    )
    assert [e["facts"]["whom"] for e in entries if e["tag"] == "attack.rolled"] == ["Rook", "Vex", "Kit", "Rook"]


def test_a_flourishing_strike_makes_the_next_two_attacks_miss(fighting: Fighting) -> None:
    """RNK-1H-06 (119): two attacks; even if both miss, the other's next two attacks do."""
    table = fighting("one-handed weapon expert")
    entries = table.entries("attack Fen Rook --as flourishing-strike --rolled 1,1,1/1,1,1 --against 6,6/6,6")
    assert [e["facts"]["outcome"] for e in entries if e["tag"] == "attack.rolled"] == ["miss", "miss"]
    table.usage("attack Fen Rook,Vex --as flourishing-strike --rolled 1,1,1/1,1,1 --against 6,6/4")
    table.ok("turn Rook")
    for _ in range(2):
        [_, missed] = table.entries("attack Rook Fen --rolled 6,6 --against 1,1,1")
        assert (missed["facts"]["outcome"], missed["roll"]["won"], missed["roll"]["margin"]) == ("miss", False, 9)
    table.all("turn Fen", "turn Rook")
    assert dealt(table.entries("attack Rook Fen --rolled 6,6 --against 1,1,1")) == [9]


# -- two-handed -------------------------------------------------------------------------------------------------


def test_a_spinning_attack_strikes_three_once_each(fighting: Fighting) -> None:
    """RNK-2H-02 (132): two actions; fewer than three: those that are there."""
    table = fighting("two-handed weapon novice")
    table.usage("attack Fen Rook,Rook,Vex --as spinning-attack --rolled 6/5/4 --against 1,1/1,1/1")
    entries = table.entries("attack Fen Rook,Vex,Kit --as spinning-attack --rolled 6/5/4 --against 1,1/1/1")
    assert (dealt(entries), left(table, "Fen")) == ([4, 4, 3], 0)
    table.all("fight end", "fight start Fen Rook,Vex", "turn Fen")
    assert dealt(table.entries("attack Fen Rook,Vex --as spinning-attack --rolled 6/5 --against 1,1/1")) == [4, 4]
    table.all("turn Rook", "fight end", "fight start Fen Rook,Vex", "turn Fen", "attack Fen Rook --rolled 1 --against 6,6")
    table.refused("attack Fen Rook,Vex --as spinning-attack --rolled 6/5 --against 1,1/1", "RNK-ACT-01")


def test_an_intimidating_display_cows_three_by_their_hit_points(fighting: Fighting) -> None:
    """RNK-2H-03, RNK-2H-06, RNK-2H-07 (136 to 156): 12 hit points 2d6, 40 3d6; against the attack roll just made."""
    table = fighting("two-handed weapon adept")
    entries = table.entries("attack Fen Rook,Rook,Vex,Kit --as intimidating-display --rolled 6,5 --against 1,2/6,4,1/6,4/6,5")
    rolls = [e for e in entries if e["tag"] == "attack.rolled"]
    assert [len(r["roll"]["against"]["dice"]) for r in rolls] == [2, 3, 2, 2]
    assert [r["facts"]["outcome"] for r in rolls] == ["hit", "stands", "flees", "stands"]
    assert [r["roll"]["margin"] for r in rolls] == [8, 0, 1, 0]
    assert [(e["who"], e["facts"]["mark"]) for e in entries if e["tag"] == "mark.set"] == [("Vex", "fleeing")]
    assert (hp(table, "Rook"), table.ok("sheet Vex")["conditions"]) == (32, ["fleeing"])
    table.ok("fight end")
    assert table.ok("sheet Vex")["conditions"] == []


@pytest.mark.parametrize(("left_over", "dice"), [(-3, "1"), (4, "1"), (5, "1"), (10, "6"), (11, "6,6"), (20, "6,6"), (21, "6,6,6")])
def test_the_dice_of_the_cowed_follow_from_hit_points(fighting: Fighting, left_over: int, dice: str) -> None:
    """RNK-2H-07: below 5 1d4, 5 to 10 1d6, 11 to 20 2d6, above 20 3d6; a shield counts nothing."""
    table = fighting("two-handed weapon adept")
    table.ok(f"npc Kit --hp {left_over}/30 --shield medium")
    entries = table.entries(f"attack Fen Rook,Kit --as intimidating-display --rolled 1,1 --against 6,6/{dice}")
    looked = [e for e in entries if e["tag"] == "attack.rolled"][1]["roll"]["against"]
    faces = [4] if left_over < 5 else [6] * len(dice.split(","))
    assert ([d["faces"] for d in looked["dice"]], looked["plus"]) == (faces, [])


def test_twenty_hit_points_may_have_three_dice_by_ruling(fighting: Fighting) -> None:
    """Ruling hp_20_uses_2d6: 20 stands in two rows."""
    table = fighting("two-handed weapon adept")
    table.all('ruling hp_20_uses_2d6 3d6 --reason "vote"', "npc Kit --hp 20/30", "npc Vex --hp 10/30")
    table.ok("attack Fen Rook,Kit,Vex --as intimidating-display --rolled 1,1 --against 6,6/1,1,1/1")


def test_a_heavy_blow_ignores_armor(fighting: Fighting) -> None:
    """RNK-2H-04 (140): 12 - 3 = 9 past metal; once a turn."""
    table = fighting("two-handed weapon adept", rook_more="--armor metal")
    assert dealt(table.entries("attack Fen Rook --as heavy-blow --rolled 6,6 --against 1,2")) == [9]
    table.refused("attack Fen Rook --as heavy-blow --rolled 6,6 --against 1,2", "RNK-2H-04")
    assert dealt(table.entries("attack Fen Rook --rolled 6,6 --against 1,2")) == [5]
    table.all("turn Rook", "turn Fen", "attack Fen Rook --as heavy-blow --rolled 6,6 --against 1,2")


def test_a_two_hander_disarms_both_hands_at_once(fighting: Fighting) -> None:
    """RNK-2H-05 (144): all that is in hand falls, and each piece is an action to pick up."""
    table = fighting("two-handed weapon expert", rook_more='--gear "long sword, dagger"')
    fell = table.entries("attack Fen Rook --as disarming-strike --rolled 6,6,6 --against 1,1")[-1]
    assert [p.split("@")[0] for p in fell["facts"]["pieces"]] == ["long sword", "dagger"]
    table.ok("turn Rook")
    table.refused("attack Rook Fen --rolled 1,1 --against 6,6,6", "RNK-ACT-05")
    table.all("take Rook dagger", "take Rook long-sword")
    assert left(table, "Rook") == 0
    assert {p["item"]: p["slot"] for p in table.ok("gear Rook")["pieces"]} == {"dagger": "main", "long sword": "off"}


# -- polearm ----------------------------------------------------------------------------------------------------


def test_a_sweeping_attack_strikes_two_of_the_same_area(fighting: Fighting) -> None:
    """RNK-PA-02 (168): 1d4 each; refused on somebody in another area; once a turn."""
    table = fighting("polearm novice", rook="one-handed weapon adept, running novice")
    table.all("turn Rook", 'move Rook --to "the pier"', "turn Fen")
    assert table.refused("attack Fen Rook,Vex --as sweeping-attack --rolled 6/5 --against 1,1/1 --damage 4/2", "RNK-PA-02")[
        "state"
    ] == "in the pier"
    entries = table.entries("attack Fen Vex,Kit --as sweeping-attack --rolled 6/5 --against 1/1 --damage 4/2")
    assert dealt(entries) == [9, 6]
    table.refused("attack Fen Vex,Kit --as sweeping-attack --rolled 6/5 --against 1/1 --damage 4/2", "RNK-PA-02")


def test_a_defensive_stance_softens_three_attacks(fighting: Fighting) -> None:
    """RNK-PA-03 (173), ruling stance_first_hits: 6 less each, until the own next turn; a miss uses nothing up."""
    table = fighting("polearm adept", rook="one-handed weapon expert")
    spent, taken = table.entries("use Fen defensive-stance")
    assert (spent["tag"], taken["facts"]["times"], left(table, "Fen")) == ("action.spent", 3, 1)
    table.ok("turn Rook")
    table.ok("attack Rook Fen --rolled 1,1,1 --against 6,6")
    line = "attack Rook Fen --as multiattack --rolled 6,6,6/6,1,1/6,6,6/6,6,6 --against 1,1/1,1/1,1/1,1"
    table.refused(line, "RNK-1H-05")
    table.all("turn Fen", "use Fen defensive-stance", "turn Rook")
    entries = table.entries(line)
    assert [e["facts"]["left"] for e in entries if e["tag"] == "stance.used"] == [2, 1, 0]
    assert dealt(entries) == [10, 10, 16]  # 8 - 2 = 6 is softened to nothing
    assert table.ok("sheet Fen")["stances"] == []


def test_a_stance_ends_with_the_own_next_turn(fighting: Fighting) -> None:
    table = fighting("polearm adept")
    table.all("use Fen defensive-stance", "turn Rook")
    assert table.ok("sheet Fen")["stances"] == ["defensive stance"]
    table.ok("turn Fen")
    assert table.ok("sheet Fen")["stances"] == []
    table.ok("turn Rook")
    assert dealt(table.entries("attack Rook Fen --rolled 6,6 --against 1,1")) == [10]


def test_a_vigilant_stance_strikes_the_first_two_who_step_near(fighting: Fighting) -> None:
    """RNK-PA-04 (178): an attack on each of two enemies, on their turns, without an action."""
    table = fighting("polearm adept")
    table.refused("attack Fen Vex --as vigilant-stance --held --rolled 3,4 --against 2", "RNK-PA-04")
    table.all("use Fen vigilant-stance", "turn Vex")
    used, rolled, wound = table.entries("attack Fen Vex --with polearm --as vigilant-stance --held --rolled 3,4 --against 2")
    assert [used["tag"], used["facts"]["left"], wound["facts"]["dealt"]] == ["stance.used", 1, 5]
    assert rolled["cause"] == used["position"]
    table.refused("attack Fen Vex --as vigilant-stance --held --rolled 3,4 --against 2", "RNK-PA-04")
    table.ok("turn Kit")
    table.ok("attack Fen Kit --as vigilant-stance --held --rolled 3,4 --against 2")
    table.ok("turn Rook")
    table.refused("attack Fen Rook --as vigilant-stance --held --rolled 3,4 --against 1,2", "RNK-PA-04")


def test_a_pole_vault_is_free_and_leads_up(fighting: Fighting) -> None:
    """RNK-PA-05 (183): no action; from adept on."""
    table = fighting("polearm adept")
    [moved] = table.entries("move Fen --to high-ground --as pole-vault")
    assert (moved["tag"], moved["rule"], left(table, "Fen")) == ("move.made", "RNK-PA-05", 2)
    assert table.ok("sheet Fen")["conditions"] == ["high ground"]
    table.usage("move Fen --to pier --as pole-vault")
    table.ok("gm set Fen polearm novice --reason x")
    table.refused("move Fen --to high-ground --as pole-vault", "RNK-PA-05")


def test_a_stunning_blow_leaves_one_action(fighting: Fighting) -> None:
    """RNK-PA-06 (188): on a hit the next turn has one action; the one after it two."""
    table = fighting("polearm adept")
    assert "mark.set" in table.tags("attack Fen Rook --as stunning-blow --rolled 6,6 --against 1,1")
    assert table.ok("sheet Rook")["conditions"] == ["stunned"]
    table.ok("turn Rook")
    assert left(table, "Rook") == 1
    table.all("turn Fen", "turn Rook")
    assert left(table, "Rook") == 2


def test_a_polearm_has_a_multiattack_of_its_own(fighting: Fighting) -> None:
    """RNK-PA-07 (193)."""
    table = fighting("polearm expert")
    entries = table.entries("attack Fen Vex --as multiattack --rolled 4,5,1/2,2,3/1,1,1/1,1,1 --against 1/4/4/4")
    assert (dealt(entries), entries[1]["rule"]) == ([9, 3], "RNK-PA-07")
    table.refused("attack Fen Vex --as multiattack --rolled 4,5,1/2,2,3/1,1,1/1,1,1 --against 1/4/4/4", "RNK-PA-07")


def test_long_reach_doubles_the_reach(fighting: Fighting) -> None:
    """RNK-PA-08 (198): two tiles off, where a standard attack reaches one; once a turn."""
    table = fighting("polearm expert")
    table.refused("attack Fen Vex --distance 2 --rolled 4,5,1 --against 1", "RNK-PA-01")
    assert margin(table.entries("attack Fen Vex --as long-reach --distance 2 --rolled 4,5,1 --against 1")) == 9
    table.refused("attack Fen Vex --as long-reach --distance 2 --rolled 4,5,1 --against 1", "RNK-PA-08")
    table.all("turn Vex", "turn Fen")
    table.refused("attack Fen Vex --as long-reach --distance 3 --rolled 4,5,1 --against 1", "RNK-PA-08")


@pytest.mark.parametrize(
    ("skill", "row", "rank", "ident"),
    [
        ("one-handed weapon", "standard-attack", "untrained", "RNK-1H-01"),
        ("one-handed weapon", "disarming-strike", "untrained", "RNK-1H-02"),
        ("one-handed weapon", "pommel-strike", "novice", "RNK-1H-03"),
        ("one-handed weapon", "multiattack", "adept", "RNK-1H-05"),
        ("one-handed weapon", "flourishing-strike", "adept", "RNK-1H-06"),
        ("two-handed weapon", "standard-attack", "untrained", "RNK-2H-01"),
        ("two-handed weapon", "spinning-attack", "untrained", "RNK-2H-02"),
        ("two-handed weapon", "intimidating-display", "novice", "RNK-2H-03"),
        ("two-handed weapon", "heavy-blow", "novice", "RNK-2H-04"),
        ("two-handed weapon", "disarming-strike", "adept", "RNK-2H-05"),
        ("polearm", "standard-attack", "untrained", "RNK-PA-01"),
        ("polearm", "sweeping-attack", "untrained", "RNK-PA-02"),
        ("polearm", "stunning-blow", "novice", "RNK-PA-06"),
        ("polearm", "multiattack", "adept", "RNK-PA-07"),
        ("polearm", "long-reach", "adept", "RNK-PA-08"),
        ("bow", "standard-attack", "untrained", "RNK-BOW-01"),
        ("bow", "pinning-shot", "novice", "RNK-BOW-02"),
        ("bow", "double-shot", "novice", "RNK-BOW-03"),
        ("bow", "piercing-shot", "novice", "RNK-BOW-04"),
        ("bow", "multishot", "adept", "RNK-BOW-05"),
        ("bow", "calculated-shot", "adept", "RNK-BOW-06"),
        ("crossbow", "standard-attack", "untrained", "RNK-XB-02"),
        ("crossbow", "calculated-shot", "adept", "RNK-XB-06"),
        ("sling", "standard-attack", "untrained", "RNK-SL-01"),
        ("sling", "melee-attack", "untrained", "RNK-SL-02"),
        ("sling", "concussive-shot", "novice", "RNK-SL-03"),
        ("sling", "blunt-strike", "novice", "RNK-SL-04"),
        ("sling", "stunning-strike", "adept", "RNK-SL-05"),
        ("sling", "disarming-shot", "adept", "RNK-SL-06"),
        ("unarmed combat", "standard-attack", "untrained", "RNK-UN-01"),
        ("unarmed combat", "haymaker", "novice", "RNK-UN-03"),
        ("unarmed combat", "uppercut", "novice", "RNK-UN-05"),
        ("unarmed combat", "counterpunch", "adept", "RNK-UN-06"),
        ("nature's blessing", "natures-attack", "untrained", "RNK-NB-02"),
        ("nature's blessing", "natures-barrage", "novice", "RNK-NB-04"),
        ("nature's blessing", "natures-wrath", "adept", "RNK-NB-06"),
    ],
)
def test_a_rank_below_that_of_the_row_is_refused(fighting: Fighting, skill: str, row: str, rank: str, ident: str) -> None:
    """RNK-SKILL-03: one rank less than listed, by the row's own id; and the listed rank is not refused for it."""
    table = fighting(f"{skill} {rank}, storyteller novice")
    with_ = "" if skill == "nature's blessing" else f"--with {skill.replace(' ', '-')}"
    refused = table.refused(f"attack Fen Rook {with_} --as {row}", ident)
    assert refused["thing"] == "Fen"
    assert refused["state"] == f"{rank} in {skill}"


@pytest.mark.parametrize(
    ("skill", "row", "rank", "ident"),
    [
        ("one-handed weapon", "riposte", "novice", "RNK-1H-04"),
        ("polearm", "defensive-stance", "novice", "RNK-PA-03"),
        ("polearm", "vigilant-stance", "novice", "RNK-PA-04"),
        ("unarmed combat", "fundamental-footwork", "untrained", "RNK-UN-02"),
        ("unarmed combat", "bob-and-weave", "novice", "RNK-UN-04"),
        ("unarmed combat", "the-noble-art Rook --answer refused", "adept", "RNK-UN-08"),
        ("mythological patron", "healer Fen", "untrained", "RNK-MP-01"),
        ("mythological patron", "mythical-armor", "untrained", "RNK-MP-02"),
        ("mythological patron", "group-healer Fen", "novice", "RNK-MP-03"),
        ("mythological patron", "mythical-weapon", "novice", "RNK-MP-04"),
        ("nature's blessing", "spirit-familiar", "untrained", "RNK-NB-01"),
        ("nature's blessing", "spirit-shape --form bear", "novice", "RNK-NB-03"),
        ("nature's blessing", "spirits-ally Vex --form bear", "adept", "RNK-NB-05"),
        ("storyteller", "summon-imaginary-character Olaf --with sling", "untrained", "RNK-ST-01"),
        ("storyteller", "spin-yarn", "untrained", "RNK-ST-02"),
        ("storyteller", "summon-storied-character Olaf --with sling", "novice", "RNK-ST-03"),
        ("storyteller", "RNK-ST-04", "novice", "RNK-ST-04"),
        ("storyteller", "summon-fabled-character Olaf --with sling", "adept", "RNK-ST-05"),
        ("storyteller", "RNK-ST-06", "adept", "RNK-ST-06"),
    ],
)
def test_a_rank_below_that_of_a_power_is_refused(fighting: Fighting, skill: str, row: str, rank: str, ident: str) -> None:
    """The same of what is used."""
    table = fighting(f"{skill} {rank}")
    assert table.refused(f"use Fen {row}", ident)["state"] == f"{rank} in {skill}"


def test_every_action_of_the_book_has_its_row() -> None:
    """Each mechanic of the kind `action` has a row of actions under its id, with the rank and the cost of its formula."""
    import schemas.rulebook as rulebook
    from schemas.rulebook.actions import actions

    rows = {row.id: row for row in actions()}
    for mechanic in rulebook.mechanics("ranked").values():
        if mechanic.formula.startswith("rank>="):
            row = rows[mechanic.id]
            rank = mechanic.formula.removeprefix("rank>=").split(";")[0].lower()
            cost = mechanic.formula.split(";")[1].strip()
            assert row.rank == rank, mechanic.id
            said = "no action" if row.cost is None else f"{row.cost} action"
            assert said in cost, mechanic.id
            limit = mechanic.formula.split(";")[2].split(".")[0].strip()
            often = {None: "no limit beyond actions", 1: f"once per {row.per}", 3: f"3 times per {row.per}"}
            assert limit == often[row.limit], mechanic.id


def test_of_two_rows_of_a_name_the_one_that_the_ranks_allow_is_meant(fighting: Fighting) -> None:
    """RNK-1H-02, RNK-2H-05: an adept with two-handed weapons who is a novice with one-handed ones disarms with these."""
    table = fighting("one-handed weapon novice, two-handed weapon adept")
    rolled = table.entries("attack Fen Rook --as disarming-strike --rolled 6 --against 1,1")[1]
    assert (rolled["rule"], rolled["facts"]["skill"]) == ("RNK-1H-02", "one-handed weapon")
    table.refused("attack Fen Rook --with two-handed-weapon --as disarming-strike --rolled 6,6 --against 1,1", "RNK-2H-05")
    table.refused("attack Fen Rook --with one-handed-weapon --as disarming-strike --rolled 6 --against 1,1", "RNK-1H-02")


def test_a_pommel_strike_rides_on_a_multiattack_which_is_four_standard_attacks(fighting: Fighting) -> None:
    """RNK-1H-05 (115), RNK-1H-03 (107): 18 - 2 - 4 = 12 more on somebody whom the flurry struck at; once a turn."""
    four = "--rolled 1,1,1/1,1,1/1,1,1/1,1,1 --against 3,3/3,3/3,3/3,3"
    table = fighting("one-handed weapon expert")
    table.ok(f"attack Fen Rook --as multiattack {four}")
    table.refused("attack Fen Vex --as pommel-strike --rolled 6,6,6 --against 1", "RNK-1H-03")
    assert dealt(table.entries("attack Fen Rook --as pommel-strike --rolled 6,6,6 --against 1,1")) == [12]
    table.refused("attack Fen Rook --as pommel-strike --rolled 6,6,6 --against 1,1", "RNK-1H-03")
    table.all("turn Rook", "fight end", "fight start Fen Rook --order Fen,Rook", "turn Fen")
    entries = table.entries(
        "attack Fen Rook --as multiattack,pommel-strike --rolled 1,1,1/6,6,6/1,1,1/1,1,1/1,1,1 --against 3,3/1,1/3,3/3,3/3,3"
    )
    assert [e["tag"] for e in entries].count("attack.rolled") == 5
    assert dealt(entries) == [12]


def test_a_blow_with_a_weapon_that_lies_on_the_ground_is_refused_by_its_name(fighting: Fighting) -> None:
    """RNK-ACT-05 (103): the sword lies at Rook's feet and the dagger is in hand: the dagger strikes, the sword does not."""
    table = fighting("one-handed weapon novice", rook_more='--gear "long sword, dagger"')
    table.all("attack Fen Rook --as disarming-strike --drops long-sword --rolled 6 --against 1,1", "turn Rook")
    table.refused("attack Rook Fen --with long-sword --rolled 1,1 --against 6", "RNK-ACT-05")
    table.all("attack Rook Fen --with dagger --rolled 1,1 --against 6", "take Rook long-sword", "turn Rook")
    table.ok("attack Rook Fen --with long-sword --rolled 1,1 --against 6")


def test_who_is_too_far_is_told_a_distance_that_works(fighting: Fighting) -> None:
    """RNK-PA-08: twice the reach of one tile: two tiles; the help is a line that strikes."""
    table = fighting("polearm expert")
    told = table.refused("attack Fen Rook --as long-reach --distance 3 --rolled 6,6,6 --against 1,1", "RNK-PA-08")
    assert told["help"] == ["attack Fen Rook --with polearm --as long-reach --distance 2"]
    table.ok(told["help"][0] + " --rolled 6,6,6 --against 1,1")
