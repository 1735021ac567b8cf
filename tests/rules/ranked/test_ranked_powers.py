"""Mystical powers (lines 352 to 501): a patron, a spirit of nature, stories; and what the source lacks."""

import pytest

from tests.brawls import Fighting, dealt, hp, left, margin
from tests.conftest import Table

# -- mythological patron ----------------------------------------------------------------------------------------


def test_a_healer_gives_1d4_once_a_turn_and_never_beyond_the_maximum(fighting: Fighting) -> None:
    """RNK-MP-01 (363), ruling healing_capped."""
    table = fighting("mythological patron novice")
    table.ok('gm harm Vex 2 --reason "a fall"')
    spent, healed = table.entries("use Fen healer Vex --rolled 4")
    assert [spent["tag"], healed["tag"], healed["rule"]] == ["action.spent", "healing.given", "RNK-MP-01"]
    assert (healed["roll"]["dice"][0]["faces"], healed["facts"]["amount"], hp(table, "Vex")) == (4, 4, 12)
    assert healed["text"] == "Fen heals Vex: 2 hit points (healer)"
    table.refused("use Fen healer Vex --rolled 4", "RNK-MP-01")
    table.all("turn Vex", "turn Fen")
    table.usage("use Fen healer Vex,Rook --rolled 4/3")
    table.usage("use Fen healer --rolled 4")
    table.usage("use Fen healer Nobody --rolled 4")
    table.ok('gm mark Vex unseen --reason "smoke"')
    table.refused("use Fen healer Vex --rolled 4", "RNK-MP-01")


def test_healing_brings_the_beaten_back(fighting: Fighting) -> None:
    """RNK-HP-01: above 0 someone is well again."""
    table = fighting("mythological patron novice")
    table.ok('gm harm Vex 13 --reason "a fall"')
    assert table.ok("sheet Vex")["state"] == "unconscious"
    assert table.tags("use Fen healer Vex --rolled 4") == ["action.spent", "healing.given", "state.changed"]
    assert (hp(table, "Vex"), table.ok("sheet Vex")["state"]) == (3, "well")


def test_a_group_healer_has_a_die_for_each_of_three(fighting: Fighting) -> None:
    """RNK-MP-03 (371): 1d6 each, once a fight."""
    table = fighting("mythological patron adept")
    table.all('gm harm Fen,Rook,Vex 10 --reason "a fall"')
    entries = table.entries("use Fen group-healer Fen,Rook,Vex --rolled 6/1/3")
    assert [e["facts"]["amount"] for e in entries if e["tag"] == "healing.given"] == [6, 1, 3]
    assert [hp(table, n) for n in ("Fen", "Rook", "Vex")] == [26, 31, 5]
    table.refused("use Fen group-healer Fen --rolled 6", "RNK-MP-03")
    table.usage("use Fen group-healer Fen,Rook,Vex,Kit --rolled 6/1/3/2")


def test_a_blessed_healing_gives_twice_the_most(fighting: Fighting) -> None:
    """RNK-MP-05 (379): 8 for 1d4, 12 each for 1d6, without a die; once a day."""
    table = fighting("mythological patron expert")
    table.all('gm harm Fen,Rook,Vex 11 --reason "a fall"')
    table.usage("use Fen healer Fen --as blessed-healing --rolled 3")
    _, healed = table.entries("use Fen healer Fen --as blessed-healing")
    assert (healed["roll"], healed["facts"]["amount"], healed["facts"]["blessed"], hp(table, "Fen")) == (None, 8, True, 27)
    table.refused("use Fen group-healer Rook --as blessed-healing", "RNK-MP-05")
    table.all("fight end", "camp", "fight start Fen Rook,Vex", "turn Fen")
    table.ok("use Fen group-healer Rook,Vex --as blessed-healing")
    assert [hp(table, n) for n in ("Rook", "Vex")] == [40, 12]


def test_mythical_armor_takes_a_point_off_for_the_fight(fighting: Fighting) -> None:
    """RNK-MP-02 (367): an action, once a day; beside what is worn."""
    table = fighting("mythological patron novice", "--armor wood")
    assert table.tags("use Fen mythical-armor") == ["action.spent", "power.used"]
    assert table.ok("sheet Fen")["stances"] == ["mythical armor"]
    table.ok("turn Rook")
    wound = table.entries("attack Rook Fen --rolled 5,5 --against 1")[-1]
    assert wound["facts"]["armor"] == [{"name": "wood armor", "value": 2}, {"name": "mythical armor", "value": 1}]
    assert wound["facts"]["dealt"] == 6
    table.all("turn Fen", "fight end", "fight start Fen Rook", "turn Fen")
    table.refused("use Fen mythical-armor", "RNK-MP-02")
    assert table.ok("sheet Fen")["stances"] == []


def test_a_mythical_weapon_adds_a_die_to_each_attack_of_the_fight(fighting: Fighting) -> None:
    """RNK-MP-04 (375): 1d4 more, rolled for each attack; the dice of a row come first."""
    table = fighting("mythological patron adept, one-handed weapon adept, bow adept")
    table.ok("use Fen mythical-weapon")
    entries = table.entries("attack Fen Rook --with one-handed-weapon --rolled 4,5 --against 2,3 --damage 4")
    assert (dealt(entries), entries[2]["roll"]["dice"][0]["faces"]) == ([8], 4)
    table.all("turn Rook", "turn Fen")
    entries = table.entries("attack Fen Rook --with bow --distance 5 --rolled 4,5 --against 2,3 --damage 6,4")
    assert [d["faces"] for d in entries[2]["roll"]["dice"]] == [6, 4]
    table.all("fight end", "camp", "fight start Fen Rook", "turn Fen")
    assert dealt(table.entries("attack Fen Rook --with one-handed-weapon --rolled 4,5 --against 2,3")) == [4]


def test_mythical_weaponcraft_cannot_miss(fighting: Fighting) -> None:
    """RNK-MP-06 (383), ruling weaponcraft_max: hit result at least 1, twice the most of the dice; COMMANDS 4.4."""
    table = fighting("mythological patron expert, one-handed weapon adept, bow novice")
    entries = table.entries("attack Fen Rook --with bow --as standard-attack,mythical-weaponcraft --distance 5 --rolled 1 --against 6,6")
    assert (margin(entries), entries[1]["roll"]["won"], dealt(entries)) == (-11, True, [13])
    table.refused("attack Fen Rook --as standard-attack,mythical-weaponcraft --rolled 2,2 --against 3,3", "RNK-MP-06")
    table.all("fight end", "fight start Fen Rook", "turn Fen", 'ruling weaponcraft_max whole-doubled --reason "vote"')
    entries = table.entries("attack Fen Rook --with bow --as standard-attack,mythical-weaponcraft --distance 5 --rolled 6 --against 1,1")
    assert dealt(entries) == [20]  # 2 x (4 + 6)
    table.usage("use Fen mythical-weaponcraft")


# -- nature's blessing ------------------------------------------------------------------------------------------


def test_natures_attack_rolls_its_own_rank(fighting: Fighting) -> None:
    """RNK-NB-02 (419), ruling power_rank_rolls: the rank of the power, or a combat skill; 1d6."""
    table = fighting("nature's blessing novice, sling expert")
    entries = table.entries("attack Fen Rook --as natures-attack --rolled 6 --against 1,1 --damage 5")
    assert (dealt(entries), entries[1]["facts"]["skill"]) == ([9], "nature's blessing")
    table.ok('ruling power_rank_rolls combat-skill --reason "vote"')
    entries = table.entries("attack Fen Rook --as natures-attack --rolled 6,1,1 --against 1,1 --damage 5")
    assert (dealt(entries), entries[1]["facts"]["skill"]) == ([11], "sling")


def test_a_barrage_strikes_up_to_four(fighting: Fighting) -> None:
    """RNK-NB-04 (427): 1d6 each, once a fight; fewer than four: those that are there."""
    table = fighting("nature's blessing adept")
    entries = table.entries("attack Fen Rook,Vex,Kit --as natures-barrage --rolled 6,1/5,1/1,1 --against 1,1/1/6 --damage 5/1")
    assert dealt(entries) == [10, 6]
    table.refused("attack Fen Rook --as natures-barrage --rolled 6,1 --against 1,1 --damage 5", "RNK-NB-04")


def test_natures_wrath_hurts_even_where_it_misses(fighting: Fighting) -> None:
    """RNK-NB-06 (435), ruling wrath_flat: 6d6 on a hit, 4d6 on a miss, without the hit result; armor lessens it."""
    table = fighting("nature's blessing expert", rook_more="--armor metal")
    entries = table.entries("attack Fen Rook --as natures-wrath --rolled 6,6,6 --against 1,1 --damage 1,1,1,1,1,3")
    assert (dealt(entries), len(entries[2]["roll"]["dice"])) == ([4], 6)
    table.all("fight end", "fight start Fen Rook", "turn Fen", 'ruling wrath_flat not-reduced --reason "vote"')
    entries = table.entries("attack Fen Rook --as natures-wrath --rolled 1,1,1 --against 6,6 --damage 1,1,1,3")
    assert (dealt(entries), entries[1]["facts"]["outcome"]) == ([6], "miss")
    table.refused("attack Fen Rook --as natures-wrath --rolled 1,1,1 --against 6,6 --damage 1,1,1,3", "RNK-NB-06")


def test_a_spirit_shape_has_bounds_and_is_given_back_for_an_action(fighting: Fighting) -> None:
    """RNK-NB-03 (423): half to one and a half times the size; RNK-NB-00: any form that fits the spirit."""
    table = fighting("nature's blessing adept")
    for size in ("0.4", "1.6", "2"):
        table.refused(f"use Fen spirit-shape --form bear --size {size}", "RNK-NB-03")
    table.usage("use Fen spirit-shape")
    table.usage("use Fen spirit-shape Rook --form bear")
    _, used = table.entries("use Fen spirit-shape --form bear --size 1.5")
    assert (used["tag"], used["facts"]["words"], used["facts"]["size"]) == ("power.used", "bear", 1.5)
    assert table.ok("sheet Fen")["conditions"] == ["shaped as bear"]
    assert table.tags("use Fen revert") == ["action.spent", "mark.lifted"]
    assert (table.ok("sheet Fen")["conditions"], left(table, "Fen")) == ([], 0)
    table.all("turn Rook", "turn Fen")
    assert table.refused("use Fen revert")["state"] == "as ever"


def test_an_allys_shape_lasts_an_hour(brawl: Table) -> None:
    """RNK-NB-05 (431): one ally, an hour or until it is reverted."""
    brawl.all("join Oro --ranks \"nature's blessing expert\" --hp 10", "join Fen --hp 20", "npc Rook --hp 9")
    brawl.usage("use Oro spirits-ally --form owl")
    brawl.refused("use Oro spirits-ally Fen --form owl --size 1.6", "RNK-NB-05")
    assert brawl.tags("use Oro spirits-ally Fen --form owl --size 0.5") == ["power.used"]
    brawl.ok("clock +59m")
    assert brawl.ok("sheet Fen")["conditions"] == ["shaped as owl"]
    brawl.ok("clock +1m")
    assert brawl.ok("sheet Fen")["conditions"] == []
    brawl.all("fight start Oro,Fen Rook", "turn Oro")
    brawl.refused("use Oro spirits-ally Rook --form owl", "RNK-NB-05")


def test_a_spirit_familiar_is_there(fighting: Fighting) -> None:
    """RNK-NB-01 (415): no action; its figures are missing in the source."""
    table = fighting("nature's blessing novice")
    assert table.tags("use Fen spirit-familiar --form owl") == ["power.used"]
    assert (table.ok("sheet Fen")["conditions"], left(table, "Fen")) == (["spirit familiar owl"], 2)


# -- storyteller ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "rank", "hit_points", "ident"),
    [("imaginary", "untrained", 20, "RNK-ST-01"), ("storied", "novice", 30, "RNK-ST-03"), ("fabled", "adept", 40, "RNK-ST-05")],
)
def test_who_is_summoned_has_a_sheet(fighting: Fighting, row: str, rank: str, hit_points: int, ident: str) -> None:
    """RNK-ST-07 (465 to 480): rank and hit points by kind, one combat skill, on the teller's side, two actions."""
    table = fighting("storyteller expert")
    table.refused(f'use Fen summon-{row}-character "Sir Olaf"', "RNK-ST-07")
    table.usage(f"use Fen summon-{row}-character --with polearm")
    table.usage(f'use Fen summon-{row}-character "Sir Olaf" --with thief')
    assert table.refused(f"use Fen summon-{row}-character Rook --with polearm")["state"] == "taken"
    spent, summoned = table.entries(f'use Fen summon-{row}-character "Sir Olaf" --with polearm')
    assert [spent["tag"], spent["facts"]["cost"], summoned["tag"], summoned["rule"]] == [
        "action.spent", 2, "character.summoned", ident,
    ]  # fmt: skip
    sheet = table.ok('sheet "Sir Olaf"')
    assert (sheet["hp"], sheet["max_hp"], sheet["ranks"]) == (hit_points, hit_points, {"polearm": rank})
    assert table.ok("sheet Fen")["summons"] == ["Sir Olaf"]
    assert [f["side"] for f in table.ok("encounter")["fighters"] if f["name"] == "Sir Olaf"] == [1]
    table.all("turn Rook", "turn Fen")
    table.refused(f'use Fen summon-{row}-character "Sir Ulf" --with polearm', ident)


def test_an_imaginary_character_attacks_without_a_rank(fighting: Fighting) -> None:
    """RNK-ST-07 (468): 1d4, the standard attack alone."""
    table = fighting("storyteller novice")
    table.all("use Fen summon-imaginary-character Olaf --with polearm", "turn Olaf")
    assert dealt(table.entries("attack Olaf Rook --rolled 4 --against 1,1")) == [2]
    table.refused("attack Olaf Rook,Vex --as sweeping-attack --rolled 4/4 --against 1,1/1 --damage 4/4", "RNK-PA-02")
    table.refused("attack Olaf Rook --with sling --distance 3 --rolled 4 --against 1,1 --damage 1", "RNK-SL-01")


def test_a_summoned_character_is_gone_at_nought(fighting: Fighting) -> None:
    """RNK-ST-01 (447)."""
    table = fighting("storyteller adept", rook="two-handed weapon expert")
    table.all('use Fen summon-storied-character "Sir Olaf" --with polearm', 'gm harm "Sir Olaf" 25 --reason "fire"', "turn Rook")
    entries = table.entries('attack Rook "Sir Olaf" --rolled 6,6,6 --against 1')
    assert [e["tag"] for e in entries][-2:] == ["wound.dealt", "character.left"]
    assert table.ok('sheet "Sir Olaf"')["state"] == "gone"
    assert table.ok("sheet Fen")["summons"] == []
    assert table.refused('attack Rook "Sir Olaf" --rolled 6,6,6 --against 1')["state"] == "gone"


def test_a_summoned_character_goes_with_the_fight_or_when_dismissed(fighting: Fighting) -> None:
    """RNK-ST-01: an action dismisses it; the end of the fight does too; it can be told of again."""
    table = fighting("storyteller expert")
    table.ok('use Fen summon-storied-character "Sir Olaf" --with polearm')
    assert table.refused("use Rook dismiss Olaf")["rule"] is None
    table.all("turn Rook", "turn Fen")
    assert table.tags('use Fen dismiss "Sir Olaf"') == ["action.spent", "character.left"]
    assert table.refused('use Fen dismiss "Sir Olaf"')["state"] == "nobody summoned"
    table.all("turn Rook", "turn Fen", 'use Fen summon-fabled-character "Sir Olaf" --with sling')
    assert table.ok('sheet "Sir Olaf"')["ranks"] == {"sling": "adept"}
    assert table.tags("fight end") == ["fight.closed", "character.left"]
    assert table.ok('sheet "Sir Olaf"')["state"] == "gone"
    table.all("fight start Fen Rook", "turn Fen")
    table.refused("use Fen summon-fabled-character Ulf --with sling", "RNK-ST-05")
    table.all("fight end", "camp", "fight start Fen Rook", "turn Fen")
    table.ok("use Fen summon-fabled-character Ulf --with sling")


def test_a_summoned_character_is_gone_at_minute_thirty(brawl: Table) -> None:
    """RNK-ST-01, ruling thirty_minutes_inclusive: there at 29, gone at 30, by the clock alone."""
    brawl.all('join Sil --ranks "storyteller novice" --hp 10', "npc Rook --hp 20")
    brawl.all("use Sil summon-imaginary-character Olaf --with sling", "clock +29m")
    assert brawl.ok("sheet Olaf")["state"] == "well"
    brawl.ok("clock +1m")
    assert (brawl.ok("sheet Olaf")["state"], brawl.ok("sheet Sil")["summons"]) == ("gone", [])
    assert brawl.refused("attack Olaf Rook --distance 3 --rolled 4 --against 1 --damage 2")["state"] == "gone"
    assert [row["name"] for row in brawl.ok("party")["people"]] == ["Sil", "Rook"]


# -- what the source lacks --------------------------------------------------------------------------------------

LACKING = ["RNK-ST-02", "RNK-ST-04", "RNK-ST-06", "RNK-FT-01", "RNK-FT-02", "RNK-FT-03", "RNK-FT-04", "RNK-FT-05", "RNK-FT-06"]


@pytest.mark.parametrize("ident", LACKING)
def test_a_row_that_the_source_lacks_waits_for_a_ruling(fighting: Fighting, ident: str) -> None:
    """COMMANDS 2, 8: refused by name until the table rules it; then cost and limit are counted."""
    table = fighting("storyteller expert, fortuneteller expert")
    refused = table.refused(f"use Fen {ident}", ident)
    assert refused["state"] == "missing in source"
    table.ok(f'ruling {ident} "the hearer attacks at -2" --cost 1 --limit fight --reason "vote"')
    spent, used = table.entries(f"use Fen {ident} Rook")
    assert [spent["tag"], spent["facts"]["cost"], used["tag"], used["rule"]] == ["action.spent", 1, "power.used", ident]
    assert (used["facts"]["words"], used["facts"]["whom"], left(table, "Fen")) == ("the hearer attacks at -2", "Rook", 1)
    table.refused(f"use Fen {ident} Rook", ident)
    table.all("fight end", "fight start Fen Rook", "turn Fen", f"use Fen {ident} Rook")


def test_spin_yarn_is_known_by_its_name(fighting: Fighting) -> None:
    """RNK-ST-02 (450): without a word on cost the printed one holds, without a limit none."""
    table = fighting("storyteller novice")
    table.refused("use Fen spin-yarn", "RNK-ST-02")
    table.ok('ruling RNK-ST-02 "they laugh" --reason "vote"')
    table.all("use Fen spin-yarn", "use Fen spin-yarn")
    assert left(table, "Fen") == 0


def test_a_ruling_may_limit_by_the_day(fighting: Fighting) -> None:
    """RNK-ACT-02: a day ends at its dawn."""
    table = fighting("fortuneteller novice")
    table.all('ruling RNK-FT-01 "a good omen" --cost 0 --limit day --reason "vote"', "use Fen RNK-FT-01")
    table.refused("use Fen RNK-FT-01", "RNK-FT-01")
    assert left(table, "Fen") == 2
    table.all("fight end", "camp", "use Fen RNK-FT-01")
    table.refused("use Fen RNK-FT-01", "RNK-FT-01")


def test_a_storytellers_enchantment_is_a_note(brawl: Table) -> None:
    """RNK-ST-08: outside of combat; the source gives no cost, dice or limits."""
    brawl.ok('join Sil --ranks "storyteller novice" --hp 10')
    assert brawl.tags('note "The lantern of Sil never goes out" --of Sil') == ["note.written"]


def test_what_is_attached_is_refused_by_its_own_id(brawl: Table) -> None:
    """RNK-MP-05, RNK-MP-06, RNK-UN-06: the row that was named decides, also where the row it rides on is beyond reach."""
    brawl.all("join Fen --hp 20", "npc Rook --hp 20", "fight start Fen Rook --order Fen,Rook", "turn Fen")
    brawl.refused("use Fen healer Rook --as blessed-healing", "RNK-MP-05")
    brawl.refused("attack Fen Rook --as standard-attack,mythical-weaponcraft --rolled 1 --against 1", "RNK-MP-06")
    brawl.refused("attack Fen Rook --as counterpunch --rolled 1 --against 1", "RNK-UN-06")
    brawl.refused("attack Fen Rook --as standard-attack,pommel-strike --rolled 1/1 --against 1/1", "RNK-1H-03")


def test_a_shape_of_the_wrong_size_names_the_ally_in_its_help(fighting: Fighting) -> None:
    """RNK-NB-05 (431): half to one and a half times the size; the help is a line that works."""
    table = fighting("nature's blessing expert")
    table.all("fight end", "join Oro --hp 10")
    told = table.refused("use Fen spirits-ally Oro --form owl --size 1.6", "RNK-NB-05")
    table.ok(told["help"][0])
