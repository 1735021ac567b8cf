"""What a natural 20 and a natural 1 do to gear and bodies (EOS-CRIT, EOS-UNA-06 to EOS-UNA-09, EOS-NATW)."""

import pytest

from tests.blows import blow, fighter, hp, meadow
from tests.conftest import Table


@pytest.fixture
def field(table: Table) -> Table:
    """Ann, sword T2 and shield T2, against Bob, axe T3 and armor T2; Body 4 and Reflex 4, 24 hit points, skills 5 and 3."""
    meadow(table)
    fighter(table, "Ann", "main-hand melee 5", "T2 sword, T2 shield")
    fighter(table, "Bob", "main-hand melee 3", "T3 axe, T2 armor")
    table.ok("wield Ann sword, shield")
    return table


def tier(table: Table, who: str, item: str) -> int:
    found: int = next(p["tier"] for p in table.ok(f"gear {who}")["pieces"] if p["item"] == item)
    return found


# -- a natural 20 -----------------------------------------------------------------------------------------------


def test_a_20_takes_a_tier_of_armor_before_the_wound_is_counted(field: Table) -> None:
    """EOS-CRIT-01, EOS-CRIT-03: 29 - 16 = 13 + 4 + 2 - (2 - 1)."""
    done = blow(field, "attack Ann Bob --rolled 20 --crit armor --against 9")
    assert done["tags"] == ["attack.declared", "attack.rolled", "gear.damaged", "wound.dealt"]
    assert done["gear"] == [("Bob", "armor", 1)]
    assert done["wounds"] == [("Bob", 18)]
    assert done["entries"][2]["facts"]["cause"] == "crit"
    assert done["entries"][2]["facts"]["was"] == 2
    assert done["entries"][3]["cause"] == done["entries"][1]["position"]
    assert tier(field, "Bob", "armor") == 1


def test_a_20_may_be_declined_and_that_is_a_fact(field: Table) -> None:
    """EOS-CRIT-01: left out: declined; 13 + 4 + 2 - 2."""
    done = blow(field, "attack Ann Bob --rolled 20 --against 9")
    assert (done["gear"], done["facts"][0]["crit"], done["wounds"]) == ([], "declined", [("Bob", 17)])


def test_a_20_of_the_defender_bites_as_well(field: Table) -> None:
    """EOS-CRIT-01: not tied to who began: 12 against 27: 15 + 4 + 3, Ann's shield T2 down to T1."""
    done = blow(field, "attack Ann Bob --rolled 3 --against 20 --against-crit shield")
    assert done["gear"] == [("Ann", "shield", 1)]
    assert done["wounds"] == [("Ann", 15 + 4 + 3 - 1)]
    assert done["facts"][0]["against_crit"].startswith("shield@")


def test_a_20_that_loses_still_bites(field: Table) -> None:
    """EOS-CRIT-02: Bob's 20 makes 27, Ann's 19 makes 28: he loses and his 20 hurts the sword before she strikes: 1 + 4 + 1 - 2."""
    done = blow(field, "attack Ann Bob --rolled 19 --against 20 --against-crit weapon")
    assert done["gear"] == [("Ann", "sword", 1)]
    assert done["wounds"] == [("Bob", 1 + 4 + 1 - 2)]


def test_a_weapon_may_be_named_by_its_word_or_its_piece(field: Table) -> None:
    axe = next(p["piece"] for p in field.ok("gear Bob")["pieces"] if p["item"] == "axe")
    assert blow(field, f"attack Ann Bob --rolled 20 --crit {axe} --against 2 --spare")["gear"] == [("Bob", "axe", 2)]
    assert blow(field, "attack Bob Ann --rolled 20 --crit sword --against 2")["gear"] == [("Ann", "sword", 1)]


def test_what_is_not_there_is_no_target(field: Table) -> None:
    """EOS-CRIT-18: Bob has no shield, and a dagger only in his pack; EOS-CRIT-01, EOS-CRIT-10: armor at T0 has nothing to lose."""
    field.refused("attack Ann Bob --rolled 20 --crit shield --against 9", "EOS-CRIT-18")
    field.refused("attack Ann Bob --rolled 20 --crit dagger --against 9", "EOS-CRIT-18")
    field.ok('gm give Bob T1 dagger --reason "x"')
    assert "--crit axe" in field.refused("attack Ann Bob --rolled 20 --crit dagger --against 9", "EOS-CRIT-18")["help"][0]
    field.usage("attack Ann Bob --rolled 20 --crit helmet --against 9")
    field.refused("attack Bob Ann --rolled 20 --crit armor --against 9", "EOS-CRIT-18")
    armor = next(p["piece"] for p in field.ok("gear Bob")["pieces"] if p["item"] == "armor")
    field.ok(f'gm set {armor} tier 0 --reason "x"')
    field.refused("attack Ann Bob --rolled 20 --crit armor --against 9", "EOS-CRIT-01")


def test_of_several_weapons_one_is_named(field: Table) -> None:
    """EOS-CRIT-01: the help lists them."""
    field.all('gm give Bob T1 dagger --reason "x"', "wield Bob axe, dagger")
    data = field.refused("attack Ann Bob --rolled 20 --crit weapon --against 9", "EOS-CRIT-01")
    assert len(data["help"]) == 2
    assert blow(field, "attack Ann Bob --rolled 20 --crit dagger --against 9")["gear"] == [("Bob", "dagger", 0)]


def test_a_crit_without_a_20_is_a_slip_of_the_tongue(field: Table) -> None:
    field.usage("attack Ann Bob --rolled 19 --crit armor --against 9")
    field.usage("attack Ann Bob --rolled 19 --against 9 --against-crit armor")
    field.usage("attack Ann Bob --rolled 19 --fumble sword --against 9")
    field.usage("attack Ann Bob --rolled 19 --against 9 --against-fumble axe")


def test_armor_at_t0_stays_and_repair_brings_it_back(field: Table) -> None:
    """EOS-CRIT-10: two crits on T2 leave T0, which is not destroyed; nothing goes below."""
    for left in (1, 0):
        assert blow(field, "attack Ann Bob --rolled 20 --crit armor --against 19 --spare")["gear"] == [("Bob", "armor", left)]
    assert field.ok("sheet Bob")["armor_front"] == 0
    assert next(p["full_tier"] for p in field.ok("gear Bob")["pieces"] if p["item"] == "armor") == 2


def test_by_ruling_a_20_on_any_die_counts(field: Table) -> None:
    """EOS-CRIT-05: two weapons, 20 and 3; the 3 is chosen."""
    field.all("stow Ann shield", 'gm give Ann T1 dagger --reason "x"', "wield Ann sword, dagger")
    line = "attack Ann Bob --with sword,dagger --rolled 20,3 --choose 3 --crit armor --against 12"
    field.usage(line)
    field.ok('ruling chosen_die_only any-20 --reason "vote"')
    assert blow(field, line)["gear"] == [("Bob", "armor", 1)]


# -- a natural 1 ------------------------------------------------------------------------------------------------


def test_a_1_costs_a_tier_of_the_only_weapon_without_a_word(field: Table) -> None:
    """EOS-CRIT-04, EOS-CRIT-03: 1 + 7 = 8 against 14 + 9 = 23; the axe is all Bob holds; 15 + 4 + 2 - 2."""
    done = blow(field, "attack Bob Ann --rolled 1 --against 14")
    assert done["gear"] == [("Bob", "axe", 2)]
    assert done["entries"][2]["facts"]["cause"] == "fumble"
    assert done["wounds"] == [("Bob", 19)]
    assert done["facts"][0]["fumble"].startswith("axe@")


def test_a_1_asks_which_of_two(field: Table) -> None:
    """EOS-CRIT-04: weapon or shield; without a word the exchange does not close."""
    data = field.refused("attack Ann Bob --rolled 1 --against 9", "EOS-CRIT-04")
    line = "attack Ann Bob --rolled 1 --against 9"
    assert data["help"] == [f"{line} --fumble sword", f"{line} --fumble shield"]
    assert blow(field, "attack Ann Bob --rolled 1 --fumble shield --against 9")["gear"] == [("Ann", "shield", 1)]
    field.refused("attack Ann Bob --rolled 1 --fumble axe --against 9", "EOS-CRIT-04")


def test_a_1_of_the_defender_too(field: Table) -> None:
    """EOS-CRIT-04: and the shield is a tier less against that very blow: 3 + 7 = 10 against 1 + 9 = 10 is a tie; so 4."""
    done = blow(field, "attack Bob Ann --rolled 4 --against 1 --against-fumble shield")
    assert done["gear"] == [("Ann", "shield", 1)]
    assert done["wounds"] == [("Bob", 0)] or done["wounds"] == [("Ann", 1 + 4 + 3 - 1)]


def test_both_dice_may_bite(field: Table) -> None:
    """EOS-CRIT-15: Ann's 20 on the axe, which Bob's own 1 hurts as well: T3 to T1."""
    done = blow(field, "attack Ann Bob --rolled 20 --crit axe --against 1")
    assert done["gear"] == [("Bob", "axe", 2), ("Bob", "axe", 1)]


def test_metal_at_t0_serves_neither_blow_nor_counterblow(field: Table) -> None:
    """EOS-CRIT-11 (ruling t0_metal_unusable): a sword at T0 does not strike; in defence there are hands, of no tier."""
    sword = next(p["piece"] for p in field.ok("gear Ann")["pieces"] if p["item"] == "sword")
    field.ok(f'gm set {sword} tier 0 --reason "x"')
    field.refused("attack Ann Bob --with sword --rolled 9 --against 9", "EOS-CRIT-11")
    field.refused("attack Ann Bob --rolled 9 --against 9", "EOS-CRIT-11")
    assert blow(field, "attack Bob Ann --rolled 3 --against 15")["wounds"] == [("Bob", 24 - 10 + 4 - 2)]


def test_a_bow_at_t0_is_destroyed(field: Table) -> None:
    """EOS-CRIT-12: also a spear of Bushcraft."""
    fighter(field, "Mia", "bow 6", "T1 bow")
    field.ok('gm give Mia 5 arrows --reason "x"')
    assert blow(field, "attack Mia Bob --distance 5 --rolled 1 --against 9")["gear"] == [("Mia", "bow", 0)]
    field.refused("attack Mia Bob --with bow --distance 5 --rolled 9 --against 9", "EOS-CRIT-12")
    fighter(field, "Dora", "bowyer 5, woodworks 5")
    bow = next(p["piece"] for p in field.ok("gear Mia")["pieces"] if p["item"] == "bow")
    field.all('gm give Dora bowyer toolkit, woodworks toolkit --reason "x"', f"give Mia {bow} --to Dora")
    field.refused("repair Dora bow", "EOS-BOWY-11")
    field.ok(f"give Dora {bow} --to Mia")
    fighter(field, "Tom", "main-hand melee 1", "T1 spear")
    assert blow(field, "attack Tom Bob --rolled 1 --against 2")["gear"] == [("Tom", "spear", 0)]
    field.refused("attack Tom Bob --with spear --rolled 9 --against 9", "EOS-CRIT-12")


def test_with_nothing_left_to_lose_a_1_does_nothing(field: Table) -> None:
    """EOS-CRIT-17: Cid defends with a skill whose weapon he does not hold; by ruling ten hit points."""
    fighter(field, "Cid", "bow 5")
    done = blow(field, "attack Ann Cid --rolled 3 --against 1")
    assert (done["gear"], done["facts"][0]["against_fumble"]) == ([], "nothing")
    assert hp(field, "Cid") == 24 - (12 - 10) - 4 - 2
    field.ok('ruling fumble_nothing_left 10-damage --reason "vote"')
    assert blow(field, "attack Ann Cid --rolled 3 --against 1")["wounds"] == [("Cid", 10), ("Cid", 8)]


# -- bodies -----------------------------------------------------------------------------------------------------


def test_a_20_of_bare_hands_touches_no_weapon(field: Table) -> None:
    """EOS-UNA-06: armor and shields it does."""
    fighter(field, "Nia", "unarmed melee 2")
    field.refused("attack Nia Bob --with hands --rolled 5,20 --crit axe --against 2", "EOS-UNA-06")
    field.refused("attack Nia Bob --with hands --rolled 5,20 --crit weapon --against 2", "EOS-UNA-06")
    assert blow(field, "attack Nia Bob --with hands --rolled 5,20 --crit armor --against 2")["gear"] == [("Bob", "armor", 1)]
    assert blow(field, "attack Nia Ann --with hands --rolled 5,20 --crit shield --against 2")["gear"] == [("Ann", "shield", 1)]


def test_a_1_of_bare_hands_costs_ten_hit_points_armor_or_no(field: Table) -> None:
    """EOS-UNA-07, EOS-UNA-09: both dice show 1; ten first, then Bob's 12 - 7 = 5 + 4 + 3."""
    fighter(field, "Nia", "unarmed melee 2", "T2 armor")
    done = blow(field, "attack Nia Bob --with hands --rolled 1,1 --against 5")
    assert done["wounds"] == [("Nia", 10), ("Nia", 5 + 4 + 3 - 2)]
    assert done["tags"] == ["attack.declared", "attack.rolled", "wound.dealt", "wound.dealt"]
    assert done["facts"][0]["fumble"] == "hands"


def test_a_1_beside_a_better_die_is_no_fumble_unless_it_is_chosen(field: Table) -> None:
    """EOS-CRIT-05, EOS-UNA-09."""
    fighter(field, "Nia", "unarmed melee 2")
    assert blow(field, "attack Nia Bob --with hands --rolled 1,9 --against 8")["facts"][0]["fumble"] is None
    done = blow(field, "attack Nia Bob --with hands --rolled 1,9 --choose 1 --against 8")
    assert done["facts"][0]["fumble"] == "hands"


def test_a_shield_may_be_given_in_place_of_the_hand(field: Table) -> None:
    """EOS-UNA-07: Nia holds a shield and strikes with the other hand."""
    fighter(field, "Nia", "unarmed melee 2", "T1 shield")
    field.refused("attack Nia Bob --with hands --rolled 1 --against 8", "EOS-CRIT-04")
    done = blow(field, "attack Nia Bob --with hands --rolled 1 --fumble shield --against 8")
    assert done["gear"] == [("Nia", "shield", 0)]
    assert done["wounds"][0] == ("Nia", 8 + 7 - 7 + 4 + 3)


def test_the_opponents_20_on_the_hands_costs_ten(field: Table) -> None:
    """EOS-UNA-08: 17 + 6 = 23 against 27: ten, then 4 + 4 + 3."""
    fighter(field, "Nia", "unarmed melee 2")
    done = blow(field, "attack Nia Bob --with hands --rolled 5,17 --against 20 --against-crit hands")
    assert done["wounds"] == [("Nia", 10), ("Nia", 4 + 4 + 3)]
    assert done["facts"][0]["against_crit"] == "hands"


def test_the_weapon_of_who_holds_none_is_the_body(field: Table) -> None:
    """EOS-CRIT-18, EOS-UNA-08: 29 - 15 = 14 + 4 + 2 after the ten; nothing else of Nia could be hurt (EOS-CRIT-01)."""
    fighter(field, "Nia", "unarmed melee 2")
    done = blow(field, "attack Ann Nia --rolled 20 --crit weapon --against 9,3")
    assert (done["wounds"], done["rules"][2]) == ([("Nia", 10), ("Nia", 14 + 4 + 2)], "EOS-UNA-08")
    field.ok('gm heal Nia 30 --reason "x"')
    field.refused("attack Ann Nia --rolled 20 --crit shield --against 9,3", "EOS-CRIT-01")


def test_hands_behind_gear_are_no_target(field: Table) -> None:
    """EOS-CRIT-08."""
    field.refused("attack Bob Ann --rolled 20 --crit hands --against 3", "EOS-CRIT-08")


# -- hide and claws ---------------------------------------------------------------------------------------------


def test_hide_is_hurt_where_no_suit_covers_it(field: Table) -> None:
    """EOS-CRIT-06, EOS-CRIT-07, EOS-GEAR-13: a Rock Troll's hide of T5: 29 - 12 = 17 + 4 + 2 - 4."""
    fighter(field, "Rok", "", "T1 club", race="rock-troll", body=8)
    done = blow(field, "attack Ann Rok --rolled 20 --crit natural --against 8")
    assert done["gear"] == [("Rok", "natural armor", 4)]
    assert done["wounds"] == [("Rok", 17 + 4 + 2 - 4)]
    assert field.ok("sheet Rok")["natural_armor"] == 4


def test_what_keeps_the_cold_out_is_no_armor_to_hurt(field: Table) -> None:
    """EOS-RACE-ROCKTROLL-03."""
    fighter(field, "Rok", "", "T1 club", race="rock-troll", body=8)
    field.refused("attack Ann Rok --rolled 20 --crit cold-armor --against 8", "EOS-RACE-ROCKTROLL-03")
    field.usage("attack Ann Bob --rolled 20 --crit cold-armor --against 8")


def test_a_suit_above_t0_covers_the_hide(field: Table) -> None:
    """EOS-CRIT-07: until the suit is at T0."""
    fighter(field, "Rok", "", "T1 club, T1 armor", race="rock-troll", body=8)
    field.refused("attack Ann Rok --rolled 20 --crit natural --against 8", "EOS-CRIT-07")
    assert blow(field, "attack Ann Rok --rolled 20 --crit armor --against 8 --spare")["gear"] == [("Rok", "armor", 0)]
    assert blow(field, "attack Ann Rok --rolled 20 --crit armor --against 8 --spare")["gear"] == [("Rok", "natural armor", 4)]


def test_hide_at_t0_goes_no_lower(field: Table) -> None:
    """EOS-CRIT-06: one of T1."""
    field.ok("npc Boar --size 1x1 --body 8 --reflex 4 --move 5 --natural-armor 1 --in Meadow")
    assert blow(field, "attack Ann Boar --rolled 20 --crit natural-armor --against 8 --spare")["gear"] == [("Boar", "natural armor", 0)]
    field.refused("attack Ann Boar --rolled 20 --crit natural-armor --against 8 --spare", "EOS-CRIT-06")


def test_claws_are_hurt_one_hand_at_a_time(field: Table) -> None:
    """EOS-CRIT-06, EOS-CRIT-08: claws of T5 (Body 4 and level 1); behind a held dagger they are no target."""
    fighter(field, "Tig", "unarmed melee 3", race="neo-tiger")
    done = blow(field, "attack Ann Tig --rolled 20 --crit claws --against 18 --spare")
    assert done["gear"] == [("Tig", "main hand", 4)]
    assert blow(field, "attack Ann Tig --rolled 20 --crit off-hand --against 18 --spare")["gear"] == [("Tig", "off hand", 4)]
    fighter(field, "Tug", "unarmed melee 3", "T1 dagger", race="neo-tiger")
    field.refused("attack Ann Tug --rolled 20 --crit claws --against 18", "EOS-CRIT-08")
