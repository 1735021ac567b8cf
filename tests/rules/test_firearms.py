"""Firearms (seed 1401 to 1436, 1481 to 1489, 1582 to 1613): twice each tier, armor or not."""

import pytest

from tests.conftest import Table
from tests.rules.test_crossbows import armored, count, dealt

PRINTED = """
4 6 8 10 12 14 16 18 20 22 24 26
6 8 10 12 14 16 18 20 22 24 26 28
8 10 12 14 16 18 20 22 24 26 28 30
10 12 14 16 18 20 22 24 26 28 30 32
12 14 16 18 20 22 24 26 28 30 32 34
14 16 18 20 22 24 26 28 30 32 34 36
16 18 20 22 24 26 28 30 32 34 36 38
18 20 22 24 26 28 30 32 34 36 38 40
20 22 24 26 28 30 32 34 36 38 40 42
22 24 26 28 30 32 34 36 38 40 42 44
24 26 28 30 32 34 36 38 40 42 44 46
26 28 30 32 34 36 38 40 42 44 46 48
"""
"""Lines 1422 to 1433, and again 1600 to 1611: arms down, bullets across."""
CELLS = [
    (arm, bullet, int(cell))
    for arm, line in enumerate(PRINTED.split("\n")[1:-1], start=1)
    for bullet, cell in enumerate(line.split(), start=1)
]


@pytest.fixture
def range_(table: Table) -> Table:
    """Ivo with firearm skills 5, 4 and two-handed 9; a bandit of Reflex 3 and melee 3."""
    table.all(
        "declare zone Oakwood --miles 15",
        "npc Ivo --race human --body 1 --reflex 5 --hp 40"
        ' --skills "main-hand firearm 5, off-hand firearm 4, two-handed firearm 9" --in Oakwood',
        'npc bandit --size 1x1 --hp 400 --body 4 --reflex 3 --skills "main-hand melee 3" --in Oakwood',
        "gm give Ivo T3 pistol, 5 T1 bullets, 2 T3 bullets, T4 bullet, T3 two-handed firearm, 3 T2 large bullets --reason loot",
    )
    return table


# -- damage -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", ["firearm", "two-handed firearm"])
@pytest.mark.parametrize("arm", range(1, 13))
def test_every_cell_that_may_be_loaded(table: Table, weapon: str, arm: int) -> None:
    """EOS-FA1-06, EOS-FA2-04, EOS-FA1-07, EOS-PROJ-10: the printed row, bullet by bullet; those above the arm are refused.

    A suit of T6 and a shield of T6 hold nothing off.
    """
    two = weapon != "firearm"
    bullet = "large bullet" if two else "bullet"
    table.all(
        "declare zone Oakwood --miles 15", f'npc Ivo --race human --hp 20 --skills "{"two-handed" if two else "main-hand"}'
        ' firearm 5" --in Oakwood', "npc bandit --size 1x1 --hp 9000 --body 6 --in Oakwood",
        f"gm give Ivo T{arm} {weapon} --reason loot", "gm give bandit T6 armor, T6 shield --reason loot", "wear bandit armor",
        "wield bandit shield",
    )  # fmt: skip
    for _, tier, cell in [row for row in CELLS if row[0] == arm]:
        table.ok(f"gm give Ivo 2 T{tier} {bullet} --reason loot")
        if tier > arm:
            table.refused(f'reload Ivo "{weapon}" --using "T{tier} {bullet}"', "EOS-FA1-07")
            table.refused(f'attack Ivo bandit --with "{weapon}" --distance 5 --using "T{tier} {bullet}"', "EOS-FA1-07")
            continue
        for _ in range(2 if two else 1):
            table.ok(f'reload Ivo "{weapon}"')
        entries = table.entries(f'attack Ivo bandit --with "{weapon}" --distance 5 --using "T{tier} {bullet}"')
        assert dealt(entries) == [cell]
        assert entries[-1]["rule"] == ("EOS-FA2-04" if two else "EOS-FA1-06")


def test_the_table_is_the_formula_in_every_cell() -> None:
    """EOS-FA1-06: the refused half is printed too."""
    from ledger.shots import firearm_damage

    assert len(CELLS) == 144
    assert all(firearm_damage(arm, bullet) == cell for arm, bullet, cell in CELLS)


def test_a_damaged_firearm_counts_with_what_is_left_but_takes_its_bullets(range_: Table) -> None:
    """EOS-FA1-08, EOS-FA1-07: T3 down to T1 still shoots a T3 bullet: 2 + 6 = 8."""
    pistol = next(p["piece"] for p in range_.ok("gear Ivo")["pieces"] if p["item"] == "pistol")
    range_.all(f"gm set {pistol} tier 1 --reason 'a natural 20'", "reload Ivo pistol")
    assert dealt(range_.entries('attack Ivo bandit --with pistol --distance 5 --using "T3 bullet"')) == [8]
    range_.ok("reload Ivo pistol")
    range_.refused('attack Ivo bandit --with pistol --distance 5 --using "T4 bullet"', "EOS-FA1-07")


# -- loading and bullets ----------------------------------------------------------------------------------------


def test_an_unloaded_firearm_does_not_shoot(range_: Table) -> None:
    """EOS-FA1-04, EOS-FA2-02."""
    range_.refused("attack Ivo bandit --with pistol --distance 5", "EOS-FA1-04")
    range_.refused('attack Ivo bandit --with "two-handed firearm" --distance 5', "EOS-FA2-02")
    assert range_.entries('reload Ivo "two-handed firearm"')[0]["facts"]["loaded"] is False
    range_.refused('attack Ivo bandit --with "two-handed firearm" --distance 5', "EOS-FA2-02")
    entry = range_.entries('reload Ivo "two-handed firearm"')[0]
    assert (entry["rule"], entry["facts"]["done"], entry["facts"]["loaded"]) == ("EOS-FA2-02", 2, True)
    range_.ok('attack Ivo bandit --with "two-handed firearm" --distance 5')
    range_.refused('attack Ivo bandit --with "two-handed firearm" --distance 5', "EOS-FA2-02")


def test_the_lowest_bullet_goes_unless_another_is_named(range_: Table) -> None:
    """EOS-FA1-03: T3 and a T1 bullet are 8, with a T3 bullet 12; each is gone."""
    range_.ok("reload Ivo pistol")
    assert dealt(range_.entries("attack Ivo bandit --with pistol --distance 5")) == [8]
    range_.ok("reload Ivo pistol")
    assert dealt(range_.entries('attack Ivo bandit --with pistol --distance 5 --using "1 T3 bullet"')) == [12]
    assert count(range_, "bullet") == 4 + 1 + 1
    range_.usage('attack Ivo bandit --with pistol --distance 5 --using "2 T3 bullet"')


def test_a_bullet_chosen_at_loading_is_the_one_that_flies(range_: Table) -> None:
    """EOS-FA1-04: loaded with T3, it shoots T3, and nothing else."""
    range_.ok('reload Ivo pistol --using "T3 bullet"')
    range_.refused('attack Ivo bandit --with pistol --distance 5 --using "T1 bullet"', "EOS-FA1-04")
    assert dealt(range_.entries("attack Ivo bandit --with pistol --distance 5")) == [12]
    range_.ok("reload Ivo pistol")
    assert dealt(range_.entries("attack Ivo bandit --with pistol --distance 5")) == [8]


def test_without_a_bullet_that_fits_there_is_nothing_to_load(range_: Table) -> None:
    """EOS-FA1-03, EOS-FA2-01: large ones go into the two-hander alone."""
    range_.all("gm take Ivo 5 T1 bullets --reason lost", "gm take Ivo 2 T3 bullets --reason lost")
    range_.refused("reload Ivo pistol", "EOS-FA1-07")
    range_.ok("gm take Ivo T4 bullet --reason lost")
    range_.refused("reload Ivo pistol", "EOS-FA1-03")
    range_.refused("attack Ivo bandit --with pistol --distance 5", "EOS-FA1-03")
    range_.all("gm take Ivo 3 large bullets --reason lost", "gm give Ivo 2 T1 bullets --reason loot")
    range_.refused('reload Ivo "two-handed firearm"', "EOS-FA2-01")
    range_.refused('reload Ivo "two-handed firearm" --using bullet', "EOS-FA2-01")


def test_nobody_makes_a_firearm_or_a_bullet(range_: Table) -> None:
    """EOS-FA1-01: they come by the GM's hand."""
    for thing in ("T1 firearm", "T1 pistol", "T1 two-handed firearm", "T1 bullet", "T1 large bullet"):
        range_.refused(f"craft Ivo {thing}", "EOS-FA1-01")


# -- the zones --------------------------------------------------------------------------------------------------


def test_no_body_and_no_skill_is_needed(table: Table) -> None:
    """EOS-FA1-02, EOS-FA2-01: any tier; without skill dice decide at one tile already."""
    table.all(
        "declare zone Oakwood --miles 15", "npc Ivo --race human --body 0 --hp 20 --in Oakwood",
        "npc bandit --size 1x1 --hp 90 --in Oakwood", "gm give Ivo T12 pistol, T1 bullet --reason loot", "reload Ivo pistol",
    )  # fmt: skip
    entries = table.entries("attack Ivo bandit --with pistol --distance 1 --rolled 15 --against 2")
    assert dealt(entries) == [26]


def test_the_sure_zone_of_a_pistol_is_its_skill(range_: Table) -> None:
    """EOS-FA1-05, EOS-FA1-09, EOS-PROJ-11: 5 tiles; beyond 10 + 5 + 5 = 20 against 4 + 3 + 3, and the damage stays flat."""
    range_.ok("reload Ivo pistol")
    entries = range_.entries("attack Ivo bandit --with pistol --distance 5")
    assert ([e["tag"] for e in entries], entries[0]["rule"]) == (["attack.declared", "wound.dealt"], "EOS-FA1-05")
    range_.ok("reload Ivo pistol")
    entries = range_.entries('attack Ivo bandit --with pistol --distance 12 --using "1 T3 bullet" --rolled 10 --against 4')
    assert entries[0]["rule"] == "EOS-FA1-09"
    assert (entries[1]["roll"]["total"], entries[1]["roll"]["against"]["total"]) == (20, 10)
    assert dealt(entries) == [12]
    range_.ok("reload Ivo pistol")
    assert dealt(range_.entries("attack Ivo bandit --with pistol --distance 6 --rolled 2 --against 19")) == []
    range_.ok("reload Ivo pistol")
    range_.refused("attack Ivo bandit --with pistol --distance 16 --rolled 10 --against 4", "EOS-FA1-09")


def load_both(table: Table) -> None:
    for _ in range(2):
        table.ok('reload Ivo "two-handed firearm"')


def test_the_sure_zone_of_two_hands_is_twice_the_skill_and_wider_than_a_bows_reach(range_: Table) -> None:
    """EOS-FA2-03, EOS-FA2-05 (ruling firearm_2h_double): 18 tiles with skill 9; 19 is beyond all reach."""
    load_both(range_)
    entries = range_.entries('attack Ivo bandit --with "two-handed firearm" --distance 18')
    assert (entries[0]["rule"], dealt(entries)) == ("EOS-FA2-03", [2 * 3 + 2 * 2])
    load_both(range_)
    range_.refused('attack Ivo bandit --with "two-handed firearm" --distance 19 --rolled 9 --against 2', "EOS-FA2-05")


def test_by_another_ruling_it_is_the_skill_alone(range_: Table) -> None:
    """EOS-FA2-03 (firearm_2h_double: single): 9 tiles, then a bow's 15."""
    range_.ok("ruling firearm_2h_double single --reason vote")
    load_both(range_)
    entries = range_.entries('attack Ivo bandit --with "two-handed firearm" --distance 10 --rolled 15 --against 2')
    assert (entries[0]["rule"], dealt(entries)) == ("EOS-FA2-05", [10])
    load_both(range_)
    range_.refused('attack Ivo bandit --with "two-handed firearm" --distance 16 --rolled 15 --against 2', "EOS-FA2-05")


def test_a_shield_in_the_way_of_two_hands(range_: Table) -> None:
    """EOS-FA2-01."""
    range_.all("gm give Ivo T1 shield --reason loot", "wield Ivo shield")
    range_.refused('reload Ivo "two-handed firearm"', "EOS-FA2-01")


def test_the_off_hand_has_its_own_skill_and_zone(range_: Table) -> None:
    """EOS-FAO-01: 4 tiles in the off hand; a second contested shot of a turn is refused, by either of the two."""
    range_.all("gm give Ivo T1 firearm --reason loot", "wield Ivo pistol", "wield Ivo firearm --hand off",
               "reload Ivo pistol", "reload Ivo firearm")  # fmt: skip
    entries = range_.entries("attack Ivo bandit --with firearm --distance 4 --using 'T1 bullet'")
    assert (entries[0]["facts"]["skill"], entries[0]["rule"], dealt(entries)) == ("off-hand firearm", "EOS-FAO-01", [4])
    range_.refused("attack Ivo bandit --with firearm --distance 4", "EOS-FAO-01")
    assert range_.entries("reload Ivo firearm")[0]["rule"] == "EOS-FAO-01"
    range_.all("fight start Ivo bandit", "turn Ivo")
    range_.ok("attack Ivo bandit --with firearm --distance 5 --rolled 9 --against 2")
    range_.refused("attack Ivo bandit --with pistol --distance 6 --rolled 9 --against 2", "EOS-FAO-01")
    assert dealt(range_.entries("attack Ivo bandit --with pistol --distance 5")) == [8]


def test_armor_never_counts_beyond_the_zone_either(range_: Table) -> None:
    """EOS-PROJ-10, EOS-PROJ-11."""
    armored(range_, 9)
    range_.ok("reload Ivo pistol")
    assert dealt(range_.entries("attack Ivo bandit --with pistol --distance 9 --rolled 15 --against 2")) == [8]
