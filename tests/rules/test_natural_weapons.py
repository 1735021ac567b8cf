"""Claws, teeth and hide in a fight (EOS-NATW, EOS-RACE-TIGER, EOS-RACE-ROCKTROLL-01, EOS-RACE-DRAGON-01, EOS-CRIT-09)."""

import pytest

from tests.blows import blow, fighter, meadow
from tests.conftest import Table


@pytest.fixture
def field(table: Table) -> Table:
    """Ann with a sword of T2; a wolf of the GM's with teeth of T2, Body 3, Reflex 5."""
    meadow(table)
    fighter(table, "Ann", "main-hand melee 5", "T2 sword")
    table.ok("npc wolf --size 1x1 --body 3 --reflex 5 --move 6 --hp 20 --natural-weapon 2 --in Meadow")
    return table


def test_teeth_use_unarmed_and_add_their_tier(field: Table) -> None:
    """EOS-NATW-03: one die: 15 + 0 + 5 = 20 against 3 + 9 = 12: 8 + 3 + 2."""
    done = blow(field, "attack wolf Ann --rolled 15 --against 3")
    assert done["declared"]["weapons"] == ["natural weapon"]
    assert done["facts"][0]["skill"] == "unarmed melee"
    assert done["wounds"] == [("Ann", 13)]


def test_teeth_strike_back(field: Table) -> None:
    """EOS-POS-09: 20 against 3 + 9: 8 + 3 + 2."""
    assert blow(field, "attack Ann wolf --rolled 3 --against 15")["wounds"] == [("Ann", 13)]


def test_a_1_dulls_the_teeth_and_at_t0_costs_ten(field: Table) -> None:
    """EOS-NATW-01, EOS-NATW-02, EOS-CRIT-06: T2, T1, T0, then ten hit points before the counterblow."""
    for left in (1, 0):
        assert blow(field, "attack wolf Ann --rolled 1 --against 2 --against-spare")["gear"] == [("wolf", "natural weapon", left)]
    done = blow(field, "attack wolf Ann --rolled 1 --against 2 --against-spare")
    assert (done["gear"], done["wounds"]) == ([], [("wolf", 10)])
    assert done["rules"][-1] == "EOS-NATW-02"


def test_dull_teeth_still_bite(field: Table) -> None:
    """EOS-NATW-05: at T0 they add nothing, and are used as ever."""
    for _ in range(2):
        blow(field, "attack wolf Ann --rolled 1 --against 2 --against-spare")
    assert blow(field, "attack wolf Ann --rolled 15 --against 3")["wounds"] == [("Ann", 8 + 3)]


def test_a_20_on_teeth_at_t0_costs_ten_before_the_wound(field: Table) -> None:
    """EOS-CRIT-09: 29 against 23: ten, then 6 + 4 + 2."""
    for _ in range(2):
        blow(field, "attack wolf Ann --rolled 1 --against 2 --against-spare")
    done = blow(field, "attack Ann wolf --rolled 20 --crit natural --against 18")
    assert done["wounds"] == [("wolf", 10), ("wolf", 12)]
    assert done["rules"][2] == "EOS-CRIT-09"


def test_a_20_of_sharp_teeth_may_hurt_a_weapon_and_of_dull_ones_not(field: Table) -> None:
    """EOS-UNA-06, EOS-NATW-04: the drawbacks of bare hands hold for natural weapons at T0."""
    assert blow(field, "attack wolf Ann --rolled 20 --crit weapon --against 19 --spare")["gear"] == [("Ann", "sword", 1)]
    for _ in range(2):
        blow(field, "attack wolf Ann --rolled 1 --against 2 --against-spare")
    field.refused("attack wolf Ann --rolled 20 --crit weapon --against 19 --spare", "EOS-UNA-06")


def test_a_long_natural_weapon_reaches_as_a_two_hander(field: Table) -> None:
    """EOS-NATW-04, EOS-THM-03: a neck of two tiles, past one body; Ann's sword does not answer; the skill stays Unarmed."""
    field.ok('gm set wolf natural_reach 2 --reason "a long neck"')
    fighter(field, "Cid")
    done = blow(field, "attack wolf Ann --distance 2 --over Cid --rolled 2 --against 15")
    assert (done["facts"][0]["skill"], done["wounds"]) == ("unarmed melee", [])
    field.refused("attack wolf Ann --distance 3 --rolled 2 --against 15", "EOS-UNA-02")


def test_claws_throw_a_die_for_each_hand_and_count_the_lower(field: Table) -> None:
    """EOS-RACE-TIGER-01, EOS-RACE-TIGER-02, EOS-DUAL-07: T5 each; one at T4: 14 + 3 + 4 = 21 against 12: 9 + 4 + 4."""
    fighter(field, "Tig", "unarmed melee 3", race="neo-tiger")
    done = blow(field, "attack Tig Ann --with claws --rolled 14,2 --against 3")
    assert done["wounds"] == [("Ann", 21 - 12 + 4 + 5)]
    field.ok('gm heal Ann 30 --reason "x"')
    blow(field, "attack Ann Tig --rolled 20 --crit off-hand --against 18 --spare")
    assert blow(field, "attack Tig Ann --rolled 14,2 --against 3")["wounds"] == [("Ann", 21 - 12 + 4 + 4)]


def test_claws_fumble_one_hand(field: Table) -> None:
    """EOS-NATW-01: which, is said."""
    fighter(field, "Tig", "unarmed melee 3", race="neo-tiger")
    field.refused("attack Tig Ann --rolled 1,1 --against 3 --against-spare", "EOS-CRIT-04")
    done = blow(field, "attack Tig Ann --rolled 1,1 --fumble main-hand --against 3 --against-spare")
    assert done["gear"] == [("Tig", "main hand", 4)]


def test_who_has_no_claws_cannot_use_them(field: Table) -> None:
    field.refused("attack Ann wolf --with claws --rolled 3,4 --against 3", None)


def test_hide_and_suit_add_up_or_the_better_counts(field: Table) -> None:
    """EOS-CGEAR-02, EOS-RACE-ROCKTROLL-01: hide 5 and suit 2: 24 - 12 = 12 + 4 + 2 - 7; by ruling natural_stacks_worn - 5."""
    fighter(field, "Rok", "", "T1 club, T2 armor", race="rock-troll", body=8)
    assert blow(field, "attack Ann Rok --rolled 15 --against 8")["wounds"] == [("Rok", 11)]
    field.ok('ruling natural_stacks_worn higher-only --reason "vote"')
    assert blow(field, "attack Ann Rok --rolled 15 --against 8")["wounds"] == [("Rok", 13)]


def test_a_dragons_hide_is_body_and_level(field: Table) -> None:
    """EOS-RACE-DRAGON-01: Body 4 and level 1: 5; 24 - 12 = 12 + 4 + 2 - 5."""
    fighter(field, "Drak", race="neo-dragon")
    assert blow(field, "attack Ann Drak --rolled 15 --against 8")["wounds"] == [("Drak", 13)]


def test_hide_grows_back_a_tier_a_week(field: Table) -> None:
    """EOS-GEAR-13, EOS-RACE-ROCKTROLL-02: hurt on day 1, whole again on day 8."""
    fighter(field, "Rok", "", "T1 club", race="rock-troll", body=8)
    blow(field, "attack Ann Rok --rolled 20 --crit natural --against 19 --spare")
    field.ok("clock day-7")
    assert field.ok("sheet Rok")["natural_armor"] == 4
    field.ok("clock day-8")
    assert field.ok("sheet Rok")["natural_armor"] == 5
