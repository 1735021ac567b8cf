"""Walls, buildings and locks under attack (seed 1778 to 1800, 2144)."""

import pytest

from ledger.locks import is_open, lock_hp, lock_number
from projections.structures import armor, section_hp, tier_now
from projections.world import Holder, World
from tests.conftest import Table
from tests.rules.test_crossbows import count, dealt

FORT = {1: 10, 2: 20, 3: 30, 4: 40, 5: 50, 6: 60, 7: 70, 8: 80, 9: 90, 10: 100, 11: 110, 12: 120}
"""Lines 1784 to 1790: hit points and armor alike; the 90 hit points of T6 are a slip (ruling fort_hp)."""


@pytest.fixture
def gate(table: Table) -> Table:
    """Brandt, Body 4, Reflex 5, main hand 3, a T4 axe: a 10 is 10 + 8 + 8 = 26. A T1 lock (21), a T2 wall of 40 ft."""
    table.all(
        "declare zone Oakwood --miles 15",
        'npc Brandt --race human --body 4 --reflex 5 --skills "main-hand melee 3, bow 2" --in Oakwood',
        "gm give Brandt T4 axe --reason loot", "wield Brandt axe", 'declare lock "cellar lock" --tier 1 --in Oakwood',
        'declare structure "north wall" --in Oakwood --tier 2 --of stone --length 40',
    )  # fmt: skip
    return table


def world(table: Table) -> World:
    found: World = table.desk.campaign().head_world()
    return found


def wall(table: Table) -> Holder:
    return world(table).get("north wall")


# -- fortifications ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tier", "figure"), FORT.items())
def test_hit_points_and_armor_of_every_tier(table: Table, tier: int, figure: int) -> None:
    """EOS-OBJ-01: a blow of one more than its armor does one; of its armor none."""
    table.all(
        "declare zone Oakwood --miles 15", f"declare structure Keep --in Oakwood --tier {tier} --tiles 20",
        "npc Hob --size 1x1 --hp 20 --reflex 0 --in Oakwood", f"gm set Hob body {figure - 9} --reason strong",
    )  # fmt: skip
    keep = world(table).get("Keep")
    assert (armor(keep, 1), section_hp(keep, 1, 1)) == (figure, figure)
    [wound] = [e for e in table.entries("attack Hob Keep --with 'main hand' --rolled 9") if e["tag"] == "wound.dealt"]
    assert (wound["facts"]["raw"], wound["facts"]["dealt"]) == (figure, 0)
    assert dealt(table.entries("attack Hob Keep --with 'main hand' --rolled 10")) == [1]


def test_a_blow_at_a_wall_is_the_whole_sum_less_its_armor(gate: Table) -> None:
    """EOS-OBJ-01, EOS-OBJ-03: 10 + 5 + 3 = 18; + Body 4 + T4 - 20 = 6, of tile 3 alone."""
    entries = gate.entries("attack Brandt north-wall --tile 3 --rolled 10")
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled", "wound.dealt"]
    rolled, wound = entries[1:]
    assert (rolled["facts"]["outcome"], rolled["facts"]["whom"], rolled["roll"]["against"]) == ("undefended", "north wall", None)
    assert wound["facts"]["parts"] == [{"name": "difference", "value": 18}, {"name": "body", "value": 4}, {"name": "tier", "value": 4}]
    assert (wound["facts"]["raw"], wound["facts"]["dealt"], wound["facts"]["tile"], wound["who"]) == (26, 6, 3, "north wall")
    assert [section_hp(wall(gate), tile, 1) for tile in (2, 3, 4)] == [20, 14, 20]


def test_the_first_tile_is_meant_if_none_is_said(gate: Table) -> None:
    assert gate.entries("attack Brandt north-wall --rolled 10")[-1]["facts"]["tile"] == 1


def test_a_section_that_is_through_is_destroyed_and_the_rest_stands(gate: Table) -> None:
    """EOS-OBJ-03, EOS-ARCH-14: 6 a blow and 20 to take: the fourth is through."""
    for _ in range(3):
        assert "state.changed" not in gate.tags("attack Brandt north-wall --tile 3 --rolled 10")
    entries = gate.entries("attack Brandt north-wall --tile 3 --rolled 10")
    assert (entries[-1]["tag"], entries[-1]["facts"]["after"]) == ("state.changed", "destroyed")
    assert gate.refused("attack Brandt north-wall --tile 3 --rolled 10")["state"] == "destroyed"
    gate.ok("attack Brandt north-wall --tile 4 --rolled 10")


def test_a_natural_twenty_takes_a_tier_first_and_earlier_harm_stays(gate: Table) -> None:
    """EOS-OBJ-02: 6, then T2 to T1: 20 + 8 + 8 - 10 = 26; 10 - 6 - 26 = -22; other tiles have 10 left."""
    gate.ok("attack Brandt north-wall --tile 3 --rolled 10")
    entries = gate.entries("attack Brandt north-wall --tile 3 --rolled 20")
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled", "gear.damaged", "wound.dealt", "state.changed"]
    damaged = entries[2]
    assert (damaged["rule"], damaged["facts"]["was"], damaged["facts"]["tier"]) == ("EOS-OBJ-02", 2, 1)
    assert dealt(entries) == [26]
    assert (tier_now(wall(gate), 1), section_hp(wall(gate), 3, 1), section_hp(wall(gate), 1, 1)) == (1, -22, 10)


def test_at_tier_nought_all_of_it_is_destroyed(gate: Table) -> None:
    """EOS-OBJ-02, EOS-ARCH-10."""
    gate.all("attack Brandt north-wall --tile 3 --rolled 20", "attack Brandt north-wall --tile 4 --rolled 20")
    assert tier_now(wall(gate), 1) == 0
    gate.refused("attack Brandt north-wall --tile 1 --rolled 10")


def test_a_natural_one_costs_the_weapon_a_tier_first(gate: Table) -> None:
    """EOS-LOCK-10: T4 to T3: 1 + 8 + 4 + 3 = 16, all soaked."""
    entries = gate.entries("attack Brandt north-wall --rolled 1")
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled", "gear.damaged", "wound.dealt"]
    assert (entries[2]["rule"], entries[2]["facts"]["piece"], entries[2]["facts"]["tier"]) == ("EOS-LOCK-10", _axe(gate), 3)
    assert (entries[-1]["facts"]["raw"], entries[-1]["facts"]["dealt"]) == (16, 0)


def _axe(table: Table) -> str:
    found: str = next(p["piece"] for p in table.ok("gear Brandt")["pieces"] if p["item"] == "axe")
    return found


def test_a_wall_of_no_tier_has_no_hit_points(gate: Table) -> None:
    gate.ok('declare structure "old hut" --in Oakwood --tiles 4')
    assert gate.refused("attack Brandt old-hut --rolled 10")["state"] == "no tier"


def test_tiles_that_are_none_and_walls_elsewhere(gate: Table) -> None:
    """40 ft are eight tiles."""
    gate.ok("attack Brandt north-wall --tile 8 --rolled 10")
    gate.refused("attack Brandt north-wall --tile 9 --rolled 10")
    gate.usage("attack Brandt north-wall --tile 0 --rolled 10")
    gate.all("declare zone Farland --miles 30", 'declare structure "far wall" --in Farland --tier 1 --length 40')
    gate.refused("attack Brandt far-wall --rolled 10")


# -- locks ------------------------------------------------------------------------------------------------------


def test_a_lock_soaks_its_number_of_every_blow(gate: Table) -> None:
    """EOS-LOCK-08, EOS-OBJ-04 (example, line 2144): 18 + 8 + 8 = 34 less 21 is 13; 8 of 21 are left."""
    entries = gate.entries("attack Brandt cellar-lock --with axe --rolled 18")
    assert [(e["tag"], e["rule"]) for e in entries[1:]] == [("attack.rolled", "EOS-OBJ-04"), ("wound.dealt", "EOS-LOCK-08")]
    assert dealt(entries) == [13]
    assert lock_hp(world(gate), "cellar lock") == 8
    assert dealt(gate.entries("attack Brandt cellar-lock --with axe --rolled 5")) == [0]
    assert not is_open(world(gate), "cellar lock")


def test_a_lock_without_hit_points_is_broken_and_open(gate: Table) -> None:
    """EOS-LOCK-08: 13 and 13 of 21."""
    gate.ok("attack Brandt cellar-lock --with axe --rolled 18")
    entries = gate.entries("attack Brandt cellar-lock --with axe --rolled 18")
    assert (entries[-1]["tag"], entries[-1]["rule"], entries[-1]["facts"]["lock"]) == ("lock.opened", "EOS-LOCK-08", "cellar lock")
    assert is_open(world(gate), "cellar lock")
    assert gate.refused("attack Brandt cellar-lock --with axe --rolled 18")["state"] == "broken"
    gate.ok("gm give Brandt basic lockpicking toolkit --reason loot")
    gate.refused("pick Brandt cellar-lock --rolled 20")


def test_a_twenty_lowers_the_lock_for_good(gate: Table) -> None:
    """EOS-LOCK-09: 34 - 21 = 13; then 20: tier 0, number 20: 36 - 20 = 16; 20 - 29 is broken."""
    gate.ok("attack Brandt cellar-lock --with axe --rolled 18")
    entries = gate.entries("attack Brandt cellar-lock --with axe --rolled 20")
    assert [(e["tag"], e["rule"]) for e in entries[2:4]] == [("gear.damaged", "EOS-LOCK-09"), ("wound.dealt", "EOS-LOCK-08")]
    assert (lock_number(world(gate), "cellar lock"), dealt(entries)) == (20, [16])
    assert lock_hp(world(gate), "cellar lock") == 20 - 13 - 16


def test_a_twenty_makes_it_easier_to_pick_too(gate: Table) -> None:
    """EOS-LOCK-09: T4 is 24; 20 + 8 + 8 - 23 = 13; from then on 23 is to be beaten, and 10 hit points are left."""
    gate.all("declare lock Vault --tier 4 --in Oakwood", "gm give Brandt basic lockpicking toolkit --reason loot")
    assert dealt(gate.entries("attack Brandt Vault --rolled 20")) == [13]
    assert (lock_number(world(gate), "Vault"), lock_hp(world(gate), "Vault")) == (23, 10)
    assert gate.entries("pick Brandt Vault --rolled 3")[0]["roll"]["target"] == 23


def test_a_one_costs_the_weapon_until_it_is_mended(gate: Table) -> None:
    """EOS-LOCK-10: T4 to T3, and the lock is whole (EOS-LOCK-11: it is never mended itself)."""
    entries = gate.entries("attack Brandt cellar-lock --rolled 1")
    assert [(e["rule"], e["facts"]["tier"]) for e in entries if e["tag"] == "gear.damaged"] == [("EOS-LOCK-10", 3)]
    assert lock_hp(world(gate), "cellar lock") == 21
    assert next(p["tier"] for p in gate.ok("gear Brandt")["pieces"] if p["item"] == "axe") == 3


def test_a_one_with_bare_hands_hurts(gate: Table) -> None:
    """EOS-LOCK-10, EOS-UNA-07."""
    gate.ok("drop Brandt axe")
    entries = gate.entries("attack Brandt cellar-lock --with 'main hand' --rolled 1")
    assert next((e["who"], e["facts"]["dealt"]) for e in entries if e["tag"] == "wound.dealt") == ("Brandt", 10)


def test_a_lock_in_the_pack_is_a_target_too(gate: Table) -> None:
    """EOS-OBJ-04: a piece: T1, 21."""
    gate.ok("gm give Brandt T1 lock --reason loot")
    lock = next(t["lots"][0] for t in gate.ok("stock Brandt")["things"] if t["item"] == "lock")
    assert dealt(gate.entries(f"attack Brandt {lock} --rolled 18")) == [13]
    assert lock_hp(world(gate), lock) == 8
    gate.ok(f"attack Brandt {lock} --rolled 20")
    assert is_open(world(gate), lock)


# -- with anything ----------------------------------------------------------------------------------------------


def test_bows_throws_and_bolts_hit_what_stands_still(gate: Table) -> None:
    """EOS-OBJ-04: bow 15 + 5 + 2 + T4 - 21 = 5; a bolt passes its tier of armor: T4 against 21: none."""
    gate.all("gm give Brandt T4 bow, 2 arrows, T4 crossbow, bolt --reason loot", "reload Brandt crossbow")
    assert dealt(gate.entries("attack Brandt cellar-lock --with bow --distance 9 --rolled 15")) == [5]
    assert count(gate, "arrow", "Brandt") == 1
    gate.refused("attack Brandt cellar-lock --with bow --distance 16 --rolled 15", "EOS-BOW-05")
    assert dealt(gate.entries("attack Brandt cellar-lock --with crossbow --distance 3 --rolled 15")) == [0]
    gate.refused("attack Brandt cellar-lock --with crossbow --distance 3 --rolled 15", "EOS-XB1-02")
    gate.all("gm take Brandt arrow --reason lost")
    gate.refused("attack Brandt cellar-lock --with bow --rolled 15", "EOS-BOW-03")
    entries = gate.entries("attack Brandt cellar-lock --with axe --as thrown --distance 5 --rolled 19")
    assert (entries[0]["facts"]["forms"], dealt(entries)) == (["thrown"], [19 + 5 + 4 + 4 - 21])
    assert count(gate, "axe", "Oakwood") == 1


def test_a_firearm_knows_no_armor_and_a_sure_shot_no_die(table: Table) -> None:
    """EOS-FA1-06, EOS-FA1-05: T3 and T2: 10 of a lock's 21."""
    table.all(
        "declare zone Oakwood --miles 15", 'npc Ivo --race human --hp 20 --skills "main-hand firearm 5" --in Oakwood',
        "gm give Ivo T3 pistol, 2 T2 bullets --reason loot", "declare lock Door --tier 1 --in Oakwood", "reload Ivo pistol",
    )  # fmt: skip
    table.usage("attack Ivo Door --with pistol --distance 5 --rolled 9")
    entries = table.entries("attack Ivo Door --with pistol --distance 5")
    assert ([e["tag"] for e in entries], dealt(entries)) == (["attack.declared", "wound.dealt"], [10])
    table.refused("attack Ivo Door --with pistol --distance 5", "EOS-FA1-04")


def test_reach_counts_for_things_too(gate: Table) -> None:
    """EOS-MH-04: an axe reaches the next tile."""
    gate.refused("attack Brandt cellar-lock --distance 2 --rolled 18", "EOS-MH-04")


def test_things_do_not_defend(gate: Table) -> None:
    gate.usage("attack Brandt cellar-lock --rolled 18 --against 9")
    gate.usage("attack Brandt cellar-lock --rolled 18 --against-with sword")
    gate.usage("attack Brandt cellar-lock --rolled 18 --crit lock")
    gate.usage("attack Brandt cellar-lock --rolled 18 --fumble axe")
    gate.usage("attack Brandt cellar-lock --as stealth --rolled 18")


def test_what_the_book_gives_no_hit_points(gate: Table) -> None:
    gate.ok("gm give Oakwood chest --reason loot")
    chest = next(t["lots"][0] for t in gate.ok("stock Oakwood")["things"] if t["item"] == "chest")
    gate.refused(f"attack Brandt {chest} --rolled 18")


def test_it_meets_no_dice_so_it_is_no_contested_action(gate: Table) -> None:
    """EOS-TURN-08, EOS-TURN-09: two blows at a lock in one turn."""
    gate.all("npc bandit --race human --body 4 --in Oakwood", "fight start Brandt bandit", "turn Brandt")
    gate.all("attack Brandt cellar-lock --rolled 5", "attack Brandt cellar-lock --rolled 6")
    gate.refused("attack Brandt cellar-lock --rolled 5", "EOS-TURN-06")


def test_a_dry_run_throws_nothing(gate: Table) -> None:
    answer = gate("attack Brandt cellar-lock --dry-run")
    assert (answer["kind"], [e["tag"] for e in answer["data"]["entries"]]) == ("planned", ["attack.declared", "attack.rolled"])
    assert answer["data"]["entries"][1]["roll"]["won"] is None
