"""Siege engines (seed 1500 to 1566, 179): one throws, a crew helps, and ten a tier fly."""

import pytest

from ledger.shots import siege_body, siege_crew, siege_tiles, siege_turns
from projections.structures import section_hp, tier_now
from tests.conftest import JSON, Table
from tests.rules.test_crossbows import armored, dealt

RANGE = """
60 70 80 90 100 110 120 130
70 80 90 100 110 120 130 140
80 90 100 110 120 130 140 150
90 100 110 120 130 140 150 160
100 110 120 130 140 150 160 170
110 120 130 140 150 160 170 180
120 130 140 150 160 170 180 190
130 140 150 160 170 180 190 200
140 150 160 170 180 190 200 210
150 160 170 180 190 200 210 220
160 170 180 190 200 210 220 230
170 180 190 200 210 220 230 240
"""
"""Lines 1523 to 1534: tiers down, Scholar 5 to 12 across."""
RELOAD = {1: 2, 2: 4, 3: 6, 4: 8, 5: 10, 6: 12, 7: 14, 8: 16, 9: 18, 10: 20, 11: 22, 12: 24}
CREW = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 6, 12: 6}
BODY = {1: 4, 2: 8, 3: 12, 4: 16, 5: 20, 6: 24, 7: 28, 8: 32, 9: 36, 10: 40, 11: 44, 12: 48}
"""Lines 1539 to 1564."""


def gunner(table: Table, name: str = "Ada", scholar: int = 6, level: int = 12, more: str = "--race human --body 4") -> None:
    table.ok(f'npc {name} {more} --reflex 5 --hp 40 --skills "scholar {scholar}, siege weapon {level}" --in Oakwood')


@pytest.fixture
def hill(table: Table) -> Table:
    """Ada, Scholar 6 and Siege Weapon 3, Ivo, a T3 ballista on the ground, a T2 wall of 40 ft, a bandit."""
    table.ok("declare zone Oakwood --miles 15")
    gunner(table, level=3)
    table.all(
        "npc Ivo --race human --body 4 --reflex 2 --in Oakwood",
        "npc Mara --race human --body 4 --reflex 2 --in Oakwood",
        'npc bandit --size 1x1 --hp 400 --body 4 --reflex 3 --skills "main-hand melee 3" --in Oakwood',
        "gm give Oakwood T3 ballista --reason found",
        'declare structure "north wall" --in Oakwood --tier 2 --of stone --length 40',
    )  # fmt: skip
    return table


def shot(table: Table, more: str = "--rolled 9", whom: str = "north-wall") -> list[JSON]:
    return table.entries(f"attack Ada {whom} --with ballista --crew Ivo {more}")


def section(table: Table, tile: int) -> object:
    world = table.desk.campaign().head_world()
    return section_hp(world.get("north wall"), tile, world.day)


# -- tables -----------------------------------------------------------------------------------------------------


def test_the_printed_tables_are_their_formulas() -> None:
    """EOS-SIEGE-07, EOS-SIEGE-08, EOS-SIEGE-09, EOS-SIEGE-10."""
    for tier, line in enumerate(RANGE.split("\n")[1:-1], start=1):
        assert [siege_tiles(tier, scholar) for scholar in range(5, 13)] == [int(cell) for cell in line.split()]
    assert {tier: siege_turns(tier) for tier in RELOAD} == RELOAD
    assert {tier: siege_crew(tier) for tier in CREW} == CREW
    assert {tier: siege_body(tier) for tier in BODY} == BODY


@pytest.mark.parametrize("tier", range(1, 13))
def test_how_far_each_tier_reaches_and_how_many_serve_it(table: Table, tier: int) -> None:
    """EOS-SIEGE-07, EOS-SIEGE-09: on the last tile with the last of the crew, and not one further, not one fewer."""
    table.ok("declare zone Oakwood --miles 15")
    gunner(table, scholar=5)
    helpers = [f"Hob-{nth}" for nth in range(2, CREW[tier] + 1)]
    for name in helpers:
        table.ok(f"npc {name} --race human --body 4 --in Oakwood")
    table.all(f"gm give Oakwood T{tier} trebuchet --reason found", "declare structure Keep --tier 9 --in Oakwood --tiles 20")
    far = int(RANGE.split("\n")[tier].split()[0])
    crew = f"--crew {','.join(helpers)}" if helpers else ""
    short = f"--crew {','.join(helpers[1:])}" if len(helpers) > 1 else ""
    if helpers:
        table.refused(f"attack Ada Keep --with trebuchet --distance {far} {short} --rolled 9", "EOS-SIEGE-09")
    table.refused(f"attack Ada Keep --with trebuchet --distance {far + 1} {crew} --rolled 9", "EOS-SIEGE-07")
    entries = table.entries(f"attack Ada Keep --with trebuchet --distance {far} {crew} --rolled 9")
    assert entries[-1]["facts"]["raw"] == 10 * tier + 9


# -- who may shoot it -------------------------------------------------------------------------------------------


def test_it_takes_scholar_and_some_skill(hill: Table) -> None:
    """EOS-SIEGE-01."""
    hill.refused("attack Ivo north-wall --with ballista --crew Ada --rolled 9", "EOS-SIEGE-01")
    gunner(hill, "Wim", scholar=4, level=3)
    hill.refused("attack Wim north-wall --with ballista --crew Ada --rolled 9", "EOS-SIEGE-01")


def test_it_takes_as_much_skill_as_tiers(hill: Table) -> None:
    """EOS-SIEGE-02: 3 serves a T3, and no T4."""
    hill.ok("gm give Oakwood T4 trebuchet --reason found")
    hill.refused("attack Ada north-wall --with trebuchet --crew Ivo --rolled 9", "EOS-SIEGE-02")
    shot(hill)


def test_one_throws_whoever_else_is_at_it(hill: Table) -> None:
    """EOS-SIEGE-03: two operators are usage; the skills of the crew do nothing."""
    hill.usage("attack Ada,Ivo north-wall --with ballista --rolled 9/8")
    assert [d["face"] for e in shot(hill) if e["roll"] for d in e["roll"]["dice"]] == [9]


def test_the_crew_is_there_and_on_its_feet(hill: Table) -> None:
    """EOS-SIEGE-09: T3 takes two; the operator is one of them."""
    hill.refused("attack Ada north-wall --with ballista --rolled 9", "EOS-SIEGE-09")
    hill.refused("attack Ada north-wall --with ballista --crew Ada --rolled 9", "EOS-SIEGE-09")
    hill.all("declare zone Farland --miles 30", "gm place Ivo --to Farland --reason away")
    hill.refused("attack Ada north-wall --with ballista --crew Ivo --rolled 9")
    hill.ok("gm harm Mara 24 --kind wound --reason hurt")
    hill.refused("attack Ada north-wall --with ballista --crew Mara --rolled 9", "EOS-STAT-07")


def test_an_engine_must_be_within_reach(hill: Table) -> None:
    hill.refused("attack Ada north-wall --with trebuchet --crew Ivo --rolled 9")
    hill.usage("attack Ada north-wall --with ballista --crew Ivo --as thrown --rolled 9")


# -- hitting ----------------------------------------------------------------------------------------------------


def test_against_a_body_a_bare_die_meets_reflex_and_skill(hill: Table) -> None:
    """EOS-SIEGE-04, EOS-SIEGE-06, EOS-SIEGE-12: 15 against 4 + 3 + 3 = 10; 30 + 5 less a suit of T2."""
    armored(hill, 2)
    entries = shot(hill, "--distance 60 --rolled 15 --against 4", "bandit")
    roll = entries[1]["roll"]
    assert (roll["plus"], roll["total"], roll["against"]["total"], roll["margin"]) == ([], 15, 10, 5)
    assert (entries[1]["rule"], entries[-1]["rule"], dealt(entries)) == ("EOS-SIEGE-04", "EOS-SIEGE-06", [33])


def test_a_tie_and_a_loss_hit_nobody(hill: Table) -> None:
    assert dealt(shot(hill, "--distance 60 --rolled 10 --against 4", "bandit")) == []
    hill.ok("reload Ada ballista")
    assert dealt(shot(hill, "--distance 60 --rolled 9 --against 4", "bandit")) == []


def test_the_operators_skill_may_count_by_ruling(hill: Table) -> None:
    """EOS-SIEGE-04 (siege_bare_d20: siege-skill-added): 15 + 3 against 10: 38."""
    hill.ok("ruling siege_bare_d20 siege-skill-added --reason vote")
    assert dealt(shot(hill, "--distance 60 --rolled 15 --against 4", "bandit")) == [38]


def test_a_wall_has_no_die_and_all_of_ours_is_the_difference(hill: Table) -> None:
    """EOS-SIEGE-05, EOS-SIEGE-06: 30 + 14 less armor 20 are 24, more than the 20 hit points of T2."""
    entries = shot(hill, "--distance 60 --tile 3 --rolled 14")
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled", "wound.dealt", "state.changed"]
    roll = entries[1]["roll"]
    assert (roll["plus"], roll["total"], roll["against"], roll["margin"]) == ([], 14, None, 14)
    assert (entries[1]["rule"], entries[2]["rule"], dealt(entries)) == ("EOS-SIEGE-05", "EOS-SIEGE-06", [24])
    assert entries[2]["facts"]["tile"] == 3
    assert (section(hill, 3), section(hill, 4)) == (-4, 20)
    hill.ok("reload Ada ballista")
    hill.refused("attack Ada north-wall --with ballista --crew Ivo --tile 3 --rolled 14")


def test_against_objects_the_die_may_count_nothing(hill: Table) -> None:
    """EOS-SIEGE-05 (siege_object_zero: no-difference): 30 less 20."""
    hill.ok("ruling siege_object_zero no-difference --reason vote")
    assert dealt(shot(hill, "--tile 3 --rolled 14")) == [10]


def test_a_tile_of_the_ground_may_be_the_mark(hill: Table) -> None:
    """EOS-SIEGE-12: what has no hit points loses none; no other weapon is aimed there."""
    entries = shot(hill, "--tile 4,7 --rolled 11", "Oakwood")
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled"]
    hill.all("gm give Ivo T1 sword --reason loot", "wield Ivo sword")
    hill.refused("attack Ivo Oakwood --with sword --rolled 11", "EOS-SIEGE-12")


def test_what_is_no_target_at_all(hill: Table) -> None:
    hill.ok("gm give Oakwood chest --reason found")
    chest = hill.ok("stock Oakwood")["things"][1]["lots"][0]
    hill.refused(f"attack Ada {chest} --with ballista --crew Ivo --rolled 11")
    hill.refused("attack Ada north-wall --with ballista --crew Ivo --tile 9 --rolled 11")
    hill.usage("attack Ada north-wall --with ballista --crew Ivo --tile 0 --rolled 11")
    hill.usage("attack Ada north-wall --with ballista --crew Ivo --tile x --rolled 11")
    hill.usage("attack Ada north-wall --with ballista --crew Ivo --rolled 11 --against 4")


def test_a_twenty_takes_a_tier_of_the_wall_and_a_one_of_the_engine(hill: Table) -> None:
    """EOS-OBJ-02, EOS-LOCK-10: T2 to T1 first: 30 + 20 - 10 = 40; a 1: T3 to T2 first: 20 + 1 - 10 = 11."""
    entries = shot(hill, "--tile 3 --rolled 20")
    assert [(e["facts"]["piece"], e["facts"]["tier"]) for e in entries if e["tag"] == "gear.damaged"] == [("north wall", 1)]
    assert dealt(entries) == [40]
    world = hill.desk.campaign().head_world()
    assert (tier_now(world.get("north wall"), world.day), section(hill, 1)) == (1, 10)
    hill.ok("reload Ada ballista")
    entries = shot(hill, "--tile 1 --rolled 1")
    assert [e["facts"]["cause"] for e in entries if e["tag"] == "gear.damaged"] == ["fumble"]
    assert dealt(entries) == [11]


def test_a_big_body_adds_nothing_to_an_engine(table: Table) -> None:
    """EOS-SIZE-14: an Orc's shot is 10 a tier and the difference, no more."""
    table.ok("declare zone Oakwood --miles 15")
    gunner(table, "Brukk", level=3, more="--race orc --body 4")
    table.all("gm give Oakwood T1 ballista --reason found", "npc bandit --size 1x1 --hp 400 --in Oakwood")
    assert dealt(table.entries("attack Brukk bandit --with ballista --rolled 15 --against 5")) == [20]


def test_who_shares_a_small_ones_tile_is_struck_too(hill: Table) -> None:
    """EOS-TILE-03: one throw of 15 meets 2 + 6 of Pip and 4 + 6 of the bandit."""
    hill.ok("npc Pip --race neo-tabby --body 3 --reflex 6 --hp 15 --in Oakwood")
    entries = shot(hill, "--sharing bandit --rolled 15 --against 2/4", "Pip")
    assert [e["who"] for e in entries if e["tag"] == "wound.dealt"] == ["Pip", "bandit"]


def test_nothing_flies_at_who_is_behind_cover_nor_from_behind_it(hill: Table) -> None:
    """EOS-COV-01, EOS-COV-04, EOS-COV-05."""
    line = "attack Ada bandit --with ballista --crew Ivo --rolled 15 --against 4"
    hill.refused(f"{line} --cover", "EOS-COV-01")
    hill.refused(f"{line} --against-cover", "EOS-COV-04")
    hill.refused(f"{line} --over Mara", "EOS-COV-05")


# -- reloading --------------------------------------------------------------------------------------------------


def test_it_shoots_again_after_two_turns_a_tier(hill: Table) -> None:
    """EOS-SIEGE-08: T1: shot in round 1, again in round 3 and not in round 2; no ammunition is counted (EOS-SIEGE-11)."""
    hill.all("gm give Oakwood T1 siege weapon --reason found", "fight start Ada bandit", "turn Ada")
    line = 'attack Ada bandit --with "siege weapon" --rolled 15 --against 4'
    hill.all(line, "turn bandit", "turn Ada")
    refusal = hill.refused(line, "EOS-SIEGE-08")
    assert refusal["state"] == "1 turn left"
    hill.refused('reload Ada "siege weapon"', "EOS-SIEGE-08")
    hill.all("turn bandit", "turn Ada", line)


def test_outside_a_fight_the_clock_or_the_crew_brings_it_back(hill: Table) -> None:
    """EOS-SIEGE-08, EOS-TURN-02: six turns of ten seconds for T3."""
    shot(hill, "--tile 1 --rolled 3")
    refusal = hill.refused("attack Ada north-wall --with ballista --crew Ivo --tile 2 --rolled 3", "EOS-SIEGE-08")
    assert refusal["state"] == "6 turns left"
    [entry] = hill.entries("reload Ada ballista")
    assert (entry["tag"], entry["rule"], entry["facts"]["loaded"]) == ("weapon.loaded", "EOS-SIEGE-08", True)
    shot(hill, "--tile 2 --rolled 3")
    hill.ok("clock +1m")
    shot(hill, "--tile 4 --rolled 3")


def test_against_a_body_it_is_the_contested_action_of_the_operator(hill: Table) -> None:
    """EOS-TURN-06, EOS-TURN-08: at a wall nobody throws against it."""
    hill.all("fight start Ada,Ivo bandit", "turn Ivo")
    hill.refused("attack Ada bandit --with ballista --crew Ivo --rolled 15 --against 4", "EOS-TURN-07")
    hill.ok("turn Ada")
    shot(hill, "--rolled 15 --against 4", "bandit")
    ada = hill.ok("encounter")["fighters"][0]
    assert (ada["actions_left"], ada["contested_left"]) == (1, 0)


# -- moving it --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", BODY)
def test_the_body_of_the_movers_together(table: Table, tier: int) -> None:
    """EOS-SIEGE-10: four for each tier; one less is refused."""
    table.all(
        "declare zone Oakwood --miles 15", "declare zone Ford --miles 16",
        f"npc Hob --size 1x1 --hp 20 --move 6 --body {BODY[tier] - 1} --in Oakwood",
        f"gm give Hob T{tier} ballista --reason found",
    )  # fmt: skip
    refusal = table.refused("travel Hob --to Ford --miles 1 --by road", "EOS-SIEGE-10")
    assert refusal["state"] == f"Body {BODY[tier] - 1} of {BODY[tier]}"
    table.all("npc Bo --size 1x1 --hp 20 --move 6 --body 1 --in Oakwood", "travel Hob,Bo --to Ford --miles 1 --by road")
    assert table.ok("stock Hob")["things"][0]["item"] == "ballista"


@pytest.mark.parametrize("bodies", [[10, 6], [1] * 16])
def test_the_books_own_movers_of_a_tier_four(table: Table, bodies: list[int]) -> None:
    """EOS-SIEGE-10 (line 1566)."""
    table.all("declare zone Oakwood --miles 15", "declare zone Ford --miles 16")
    for nth, body in enumerate(bodies):
        table.ok(f"npc Hob-{nth} --size 1x1 --hp 20 --move 6 --body {body} --in Oakwood")
    table.ok("gm give Hob-0 T4 ballista --reason found")
    names = [f"Hob-{nth}" for nth in range(len(bodies))]
    table.refused(f"travel {','.join(names[:-1])} --to Ford --miles 1 --by road", "EOS-SIEGE-10")
    table.ok(f"travel {','.join(names)} --to Ford --miles 1 --by road")


# -- on a huge back ---------------------------------------------------------------------------------------------


@pytest.fixture
def orc(table: Table) -> Table:
    """Brukk, an Orc of Body 4 and Siege Weapon 3, with a T3 ballista."""
    table.all("declare zone Oakwood --miles 15", "declare zone Ford --miles 16")
    gunner(table, "Brukk", level=3, more="--race orc --body 4")
    table.all("gm give Brukk T3 ballista --reason found", "npc bandit --size 1x1 --hp 400 --in Oakwood")
    return table


def test_a_huge_creature_bears_moves_and_shoots_it_alone(orc: Table) -> None:
    """EOS-SIZE-13: T3 wants Body 12 and two people on the ground; on the back Body 3 and nobody else."""
    orc.refused("attack Brukk bandit --with ballista --rolled 15 --against 4", "EOS-SIEGE-09")
    orc.refused("travel Brukk --to Ford --miles 1 --by road", "EOS-SIEGE-10")
    [entry] = orc.entries("wear Brukk ballista")
    assert (entry["rule"], entry["facts"]["slot"]) == ("EOS-SIZE-13", "back weapon")
    assert dealt(orc.entries("attack Brukk bandit --with ballista --rolled 15 --against 5")) == [40]
    orc.ok("travel Brukk --to Ford --miles 1 --by road")


@pytest.mark.parametrize("tier", [1, 10])
def test_body_is_the_limit_of_its_tier(table: Table, tier: int) -> None:
    """EOS-SIZE-13 (line 179): T1 takes Body 1, T10 Body 10."""
    table.ok("declare zone Oakwood --miles 15")
    gunner(table, "Brukk", more=f"--race orc --body {tier - 1}")
    table.ok(f"gm give Brukk T{tier} ballista --reason found")
    table.refused("wear Brukk ballista", "EOS-SIZE-13")
    table.all(f"gm set Brukk body {tier} --reason grown", "wear Brukk ballista")


def test_a_full_slot_too_little_skill_and_smaller_bodies_are_refused(orc: Table) -> None:
    """EOS-SIZE-13."""
    gunner(orc, "Grim", level=2, more="--race orc --body 9")
    gunner(orc, "Ada")
    orc.all("gm give Grim T3 ballista --reason found", "gm give Ada T3 ballista --reason found")
    orc.refused("wear Grim ballista", "EOS-SIZE-13")
    orc.refused("wear Ada ballista", "EOS-SIZE-13")
    orc.all("gm give Brukk T1 shield --reason loot", "wear Brukk shield")
    assert orc.refused("wear Brukk ballista", "EOS-SIZE-13")["state"].startswith("shield@")


def test_with_an_engine_there_no_shield_hangs_there(orc: Table) -> None:
    """EOS-SIZE-13, EOS-GEAR-04."""
    orc.all("wear Brukk ballista", "gm give Brukk T1 shield --reason loot")
    orc.refused("wear Brukk shield", "EOS-GEAR-04")
