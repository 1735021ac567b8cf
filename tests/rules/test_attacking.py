"""The blow, the shot and the throw (EOS-MELEE, EOS-PROJ, EOS-MH, EOS-OHM, EOS-THM, EOS-THR, EOS-BOW, EOS-UNA, EOS-POS)."""

import pytest

from tests.blows import blow, fighter, hp, meadow
from tests.conftest import Table


@pytest.fixture
def field(table: Table) -> Table:
    """Ann with a sword against Bob with an axe, both of Body 4 and Reflex 4 (24 hit points); Ann fights at 5, Bob at 3."""
    meadow(table)
    fighter(table, "Ann", "main-hand melee 5", "T2 sword")
    fighter(table, "Bob", "main-hand melee 3", "T3 axe, T2 armor")
    return table


# -- melee ------------------------------------------------------------------------------------------------------


def test_both_add_die_reflex_and_skill_and_the_higher_total_wounds(field: Table) -> None:
    """EOS-MELEE-01, EOS-MELEE-03, EOS-MH-05, EOS-MH-06, EOS-CGEAR-06: 15 + 5 + 4 = 24 against 9 + 3 + 4 = 16; 8 + 4 + 2 - 2."""
    done = blow(field, "attack Ann Bob --with sword --rolled 15 --against 9")
    roll = done["rolls"][0]
    assert (roll["total"], roll["against"]["total"], roll["margin"], roll["won"]) == (24, 16, 8, True)
    assert {p["name"]: p["value"] for p in roll["plus"]} == {"main-hand melee": 5, "reflex": 4}
    assert {p["name"]: p["value"] for p in roll["against"]["plus"]} == {"main-hand melee": 3, "reflex": 4}
    assert roll["source"] == "table"
    assert done["tags"] == ["attack.declared", "attack.rolled", "wound.dealt"]
    assert done["wounds"] == [("Bob", 12)]
    assert hp(field, "Bob") == 12


def test_the_wound_says_what_it_is_made_of(field: Table) -> None:
    """EOS-CGEAR-02, EOS-MELEE-05: difference 8, Body 4, tier 2, less the suit's 2; the posting takes 12."""
    wound = blow(field, "attack Ann Bob --rolled 15 --against 9")["entries"][-1]
    assert wound["facts"]["parts"] == [
        {"name": "difference", "value": 8}, {"name": "body", "value": 4}, {"name": "tier", "value": 2},
    ]  # fmt: skip
    assert wound["facts"]["armor"] == [{"name": "worn", "value": 2}]
    assert (wound["facts"]["raw"], wound["facts"]["by"], wound["facts"]["kind"]) == (14, "Ann", "melee")
    posting = wound["postings"][0]
    assert (posting["kind"], posting["holder"], posting["field"], posting["from"], posting["to"]) == ("changed", "Bob", "hp", 24, 12)


def test_a_defender_who_wins_strikes_back(field: Table) -> None:
    """EOS-POS-09, EOS-MELEE-02: 3 + 5 + 4 = 12 against 15 + 3 + 4 = 22; Bob deals 10 + 4 + 3 and Ann wears nothing."""
    done = blow(field, "attack Ann Bob --rolled 3 --against 15")
    assert done["outcomes"] == ["countered"]
    assert done["wounds"] == [("Ann", 17)]
    assert done["rules"][-1] == "EOS-POS-09"
    assert hp(field, "Bob") == 24


def test_equal_totals_hurt_nobody(field: Table) -> None:
    """EOS-MELEE-02: 8 + 9 and 10 + 7 are both 17 (ruling tie_nobody)."""
    done = blow(field, "attack Ann Bob --rolled 8 --against 10")
    assert done["outcomes"] == ["nobody"]
    assert done["wounds"] == []
    assert (done["rolls"][0]["margin"], done["rolls"][0]["won"]) == (0, False)


def test_by_ruling_the_defender_wins_a_tie(field: Table) -> None:
    """EOS-MELEE-02: with no difference the counterblow is Body 4 + tier 3."""
    field.ok('ruling tie_nobody defender-wins --reason "vote"')
    assert blow(field, "attack Ann Bob --rolled 8 --against 10")["wounds"] == [("Ann", 7)]


def test_by_ruling_a_tie_is_thrown_again(field: Table) -> None:
    """EOS-MELEE-02: the second throw of both follows a slash: 12 + 9 = 21 against 4 + 7 = 11."""
    field.ok('ruling tie_nobody reroll --reason "vote"')
    done = blow(field, "attack Ann Bob --rolled 8/12 --against 10/4")
    assert done["wounds"] == [("Bob", 14)]


def test_armor_takes_off_all_of_a_weak_blow_and_never_heals(field: Table) -> None:
    """EOS-CGEAR-02: 1 + 4 + 2 - 9 would be below 0 and is 0."""
    field.all('gm give Bob T9 armor for Bob --reason "x"', 'gm set Bob body 12 --reason "x"')
    fighter(field, "Cid", "main-hand melee 3", "T9 armor", body=9)
    done = blow(field, "attack Ann Cid --rolled 8 --against 9")
    assert done["rolls"][0]["margin"] == 1
    assert done["wounds"] == [("Cid", 0)]
    assert hp(field, "Cid") == 29


def test_outside_a_fight_nothing_is_counted(field: Table) -> None:
    """EOS-TURN-06 holds in a fight alone: one blow follows another."""
    for _ in range(3):
        blow(field, "attack Ann Bob --rolled 3 --against 3")


def test_a_hit_point_sum_can_be_asked_for(field: Table) -> None:
    """Why Bob has 12: 24 at joining, less 12 by the sword."""
    blow(field, "attack Ann Bob --rolled 15 --against 9")
    why = field.ok("why Bob hp")
    assert why["value"] == 12
    assert sum(t["amount"] for t in why["terms"] if not t["struck"]) == 12
    assert next(t for t in why["terms"] if t["amount"] == -12)["tag"] == "wound.dealt"


def test_the_missing_skill_counts_as_nothing(field: Table) -> None:
    """EOS-CGEAR-08: Dan never learned to fight: 10 + 0 + 4."""
    fighter(field, "Dan", "", "T1 dagger")
    assert blow(field, "attack Dan Bob --rolled 10 --against 20")["rolls"][0]["total"] == 14


def test_the_best_weapon_skill_defends_even_if_it_is_not_in_hand(field: Table) -> None:
    """EOS-PROJ-01, EOS-MH-05: Eve holds a dagger and is best with the bow: 10 + 7 + 4; with it nobody strikes back."""
    fighter(field, "Eve", "bow 7, main-hand melee 1", "T1 dagger")
    done = blow(field, "attack Ann Eve --rolled 1 --fumble sword --against 10")
    assert done["rolls"][0]["against"]["total"] == 21
    assert done["facts"][0]["against_skill"] == "bow"
    assert done["outcomes"] == ["dodged"]
    assert done["wounds"] == []


def test_a_defender_may_switch_before_the_dice(field: Table) -> None:
    """EOS-POS-06, EOS-CRIT-14: to a weapon in a weapon slot, free, with the declaration and so before any die has fallen.

    The counterblow is the dagger's: 21 - 11 + 4 + 1.
    """
    fighter(field, "Eve", "bow 7, main-hand melee 6", "T1 bow")
    field.all('gm give Eve T1 dagger --reason "x"', "wear Eve dagger")
    done = blow(field, "attack Ann Eve --rolled 2 --against 11 --against-with dagger")
    assert done["facts"][0]["against_skill"] == "main-hand melee"
    assert done["declared"]["against_weapons"][0].startswith("dagger@")
    assert [p["to"] for p in done["entries"][0]["postings"] if p["holder"].startswith("dagger@")] == ["main"]
    assert done["wounds"] == [("Ann", 10 + 4 + 1)]
    held = field.ok("gear Eve")["hands"]
    assert any("dagger" in str(piece) for piece in (held.values() if isinstance(held, dict) else held))


def test_a_defender_may_name_a_skill(field: Table) -> None:
    """EOS-POS-06: the die is thrown with that skill."""
    fighter(field, "Eve", "bow 7, main-hand melee 2", "T1 dagger")
    done = blow(field, "attack Ann Eve --rolled 5 --against 6 --against-with main-hand-melee")
    assert done["rolls"][0]["against"]["total"] == 6 + 2 + 4


def test_a_loose_weapon_is_not_drawn_in_answer(field: Table) -> None:
    """EOS-POS-06: only what hangs in a weapon slot."""
    field.ok('gm give Bob T1 dagger --reason "x"')
    field.refused("attack Ann Bob --rolled 5 --against 6 --against-with dagger", "EOS-POS-06")


def test_a_skill_of_an_empty_hand_is_refused_where_the_table_is_strict(field: Table) -> None:
    """EOS-DUAL-05: by ruling hand_skill_strict_when_multi."""
    field.ok('ruling hand_skill_strict_when_multi always-strict --reason "vote"')
    field.refused("attack Ann Bob --rolled 5 --against 6 --against-with bow", "EOS-DUAL-05")
    done = blow(field, "attack Ann Bob --rolled 5 --against 6 --against-with main-hand-melee")
    assert done["facts"][0]["against_skill"] == "main-hand melee"


def test_one_handed_weapons_reach_the_next_tile(field: Table) -> None:
    """EOS-MH-04, EOS-POS-03: two tiles are too far."""
    blow(field, "attack Ann Bob --distance 1 --rolled 3 --against 3")
    assert "2 tiles" in field.refused("attack Ann Bob --distance 2 --rolled 15 --against 9", "EOS-MH-04")["text"]


def test_a_weapon_above_body_cannot_be_swung(field: Table) -> None:
    """EOS-MH-01, EOS-CGEAR-07: a T5 sword takes Body 5, Ann has 4."""
    field.ok('gm give Ann T5 axe --reason "x"')
    field.refused("attack Ann Bob --with axe --rolled 15 --against 9", "EOS-MH-01")


def test_a_weapon_of_another_size_serves_nobody(field: Table) -> None:
    """EOS-CGEAR-11."""
    field.ok('gm give Ann T1 axe for Bob --reason "x"')
    fighter(field, "Tiny", "", "T1 dagger", race="gratchen", body=2)
    field.ok('gm give Ann T1 dagger for Tiny --reason "x"')
    field.refused("attack Ann Bob --with dagger --rolled 15 --against 9", "EOS-CGEAR-11")


def test_what_somebody_does_not_have_they_do_not_swing(field: Table) -> None:
    field.refused("attack Ann Bob --with glaive --rolled 15 --against 9", None)
    field.usage("attack Ann Bob --with lightsaber --rolled 15 --against 9")
    field.usage("attack Bob Ann --with armor --rolled 15 --against 9")


def test_nobody_attacks_themselves_or_a_crowd(field: Table) -> None:
    field.usage("attack Ann Ann --rolled 15 --against 9")
    field.usage("attack Ann Bob --as sideways --rolled 15 --against 9")
    field.usage("attack Ann Bob --rolled 15,3 --against 9")
    field.usage("attack Ann Bob --rolled 21 --against 9")
    field.usage("attack Ann Bob --rolled 15 --against 9/4")
    field.usage("attack Ann Bob --distance -1 --rolled 15 --against 9")


def test_the_unconscious_cannot_attack(field: Table) -> None:
    """EOS-DOWN-02, EOS-DOWN-04 (lines 738, 742): 24 hit points lost, then 24 more."""
    field.ok('gm harm Ann 24 --reason "x"')
    field.refused("attack Ann Bob --rolled 15 --against 9", "EOS-DOWN-02")
    field.ok('gm harm Ann 24 --reason "x"')
    field.refused("attack Ann Bob --rolled 15 --against 9", "EOS-DOWN-04")


def test_the_unconscious_do_not_defend(field: Table) -> None:
    """EOS-DOWN-02: no dice; the whole total is the difference: 15 + 5 + 4 + 4 + 2, armor 2 counts and the shield does not."""
    field.ok('gm give Bob T3 shield --reason "x"')
    field.all("wield Bob axe, shield", 'gm harm Bob 24 --reason "x"')
    field.usage("attack Ann Bob --rolled 15 --against 3")
    field.usage("attack Ann Bob --rolled 15 --against-with axe")
    done = blow(field, "attack Ann Bob --rolled 15")
    assert done["outcomes"] == ["undefended"]
    assert done["wounds"] == [("Bob", 28)]


def test_by_ruling_a_shield_covers_who_lies_there(field: Table) -> None:
    """EOS-DOWN-02: ruling unconscious_as_undefended."""
    field.ok('ruling unconscious_as_undefended armor-and-shield --reason "vote"')
    field.ok('gm give Bob T3 shield --reason "x"')
    field.all("wield Bob axe, shield", 'gm harm Bob 24 --reason "x"')
    assert blow(field, "attack Ann Bob --rolled 15")["wounds"] == [("Bob", 25)]


def test_a_natural_20_against_the_unconscious_hurts_no_gear(field: Table) -> None:
    """EOS-CRIT-13: nobody rolls against it."""
    field.ok('gm harm Bob 24 --reason "x"')
    field.usage("attack Ann Bob --rolled 20 --crit armor")
    assert blow(field, "attack Ann Bob --rolled 20")["gear"] == []


def test_death_follows_from_the_number(field: Table) -> None:
    """EOS-DOWN-01, EOS-DOWN-04: from 24 to -24 is dead; then nothing more is done to the body."""
    field.ok('gm harm Bob 24 --reason "x"')
    done = blow(field, "attack Ann Bob --rolled 15")
    assert hp(field, "Bob") == -28
    assert done["tags"][-1] == "state.changed"
    assert done["entries"][-1]["facts"]["after"] == "dead"
    field.refused("attack Ann Bob --rolled 15", "EOS-DOWN-04")


def test_a_die_told_for_who_lies_there_is_told_why_it_is_too_many(field: Table) -> None:
    """EOS-DOWN-02: the unconscious throw nothing."""
    field.ok('gm set Bob hp -1 --reason "x"')
    said = field.usage("attack Ann Bob --rolled 3 --against 3")["text"]
    assert said == "--against has 1 throw too many: 3. Bob is unconscious and throws nothing."


def test_sleepers_wake_under_a_blow(field: Table) -> None:
    """EOS-DOWN-03: a sleeper is not unconscious: they defend, and are awake."""
    field.ok('gm mark Bob asleep --reason "x"')
    assert blow(field, "attack Ann Bob --rolled 3 --against 3")["rolls"][0]["against"]["total"] == 10
    assert "asleep" not in field.ok("sheet Bob")["conditions"]


def test_who_is_bound_or_stunned_strikes_with_nothing(field: Table) -> None:
    """EOS-UNA-01."""
    for mark in ("bound", "stunned", "asleep"):
        field.ok(f'gm mark Ann {mark} --reason "x"')
        field.refused("attack Ann Bob --with hands --rolled 3,4 --against 3", "EOS-UNA-01")
        field.ok(f'gm unmark Ann {mark} --reason "x"')


def test_who_is_bound_or_stunned_defends_with_nothing(field: Table) -> None:
    """EOS-UNA-01: not even hands serve them: the whole total is the difference: 15 + 9 + 4 + 2 - 2; a trap leaves the hands free
    (EOS-TRAP-17).
    """
    for mark in ("bound", "stunned"):
        field.ok(f'gm mark Bob {mark} --reason "x"')
        field.usage("attack Ann Bob --rolled 15 --against 9")
        field.refused("attack Ann Bob --rolled 15 --against-with hands", "EOS-UNA-01")
        done = blow(field, "attack Ann Bob --rolled 15")
        assert (done["outcomes"], done["wounds"]) == (["undefended"], [("Bob", 28)])
        field.all(f'gm unmark Bob {mark} --reason "x"', 'gm heal Bob 40 --reason "x"')
    field.ok('gm mark Bob held --reason "x"')
    assert blow(field, "attack Ann Bob --rolled 15 --against 9")["wounds"] == [("Bob", 12)]


def test_the_winner_may_spare_the_other(field: Table) -> None:
    """EOS-TILE-16: a waived blow is a fact of the entry."""
    done = blow(field, "attack Ann Bob --rolled 15 --against 9 --spare")
    assert (done["outcomes"], done["wounds"], done["facts"][0]["spared"]) == (["spared"], [], True)
    done = blow(field, "attack Ann Bob --rolled 3 --against 15 --against-spare")
    assert (done["outcomes"], done["wounds"]) == (["spared"], [])


def test_the_gm_adds_to_a_roll_with_a_reason(field: Table) -> None:
    field.usage("attack Ann Bob --rolled 15 --against 9 --bonus 2")
    done = blow(field, 'attack Ann Bob --rolled 15 --against 9 --bonus 2 --against-bonus 1 --reason "high ground"')
    assert (done["rolls"][0]["total"], done["rolls"][0]["against"]["total"]) == (26, 17)


def test_the_gm_sets_a_number_in_place_of_the_other_side(field: Table) -> None:
    """--target: nobody rolls in defence: 15 + 9 - 20 + 4 + 2 - 2."""
    done = blow(field, 'attack Ann Bob --rolled 15 --target 20 --reason "a straw man"')
    assert (done["rolls"][0]["target"], done["rolls"][0]["margin"]) == (20, 4)
    assert done["wounds"] == [("Bob", 8)]


def test_a_dry_run_throws_no_die_and_stops_at_it(field: Table) -> None:
    """A die that was not told has no face; nothing comes after it."""
    answer = field("attack Ann Bob --dry-run")
    assert answer["kind"] == "planned"
    entries = answer["data"]["entries"]
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled"]
    assert entries[-1]["roll"]["won"] is None
    assert entries[-1]["roll"]["dice"][0]["face"] is None
    half = field("attack Ann Bob --rolled 15 --dry-run")["data"]["entries"]
    assert [e["tag"] for e in half] == ["attack.declared", "attack.rolled"]
    assert (half[-1]["roll"]["total"], half[-1]["roll"]["won"]) == (24, None)


def test_the_cup_throws_what_was_not_told(field: Table) -> None:
    entries = field.entries("attack Ann Bob --rolled 10")
    assert entries[1]["roll"]["against"]["source"] == "cup"


def test_no_tier_is_below_nothing(field: Table) -> None:
    """EOS-CGEAR-01: the tier is the rating, and there is none below 0."""
    field.usage('gm give Ann T-1 sword --reason "x"')
    sword = next(p["piece"] for p in field.ok("gear Ann")["pieces"] if p["item"] == "sword")
    field.usage(f'gm set {sword} tier -1 --reason "x"')


def test_full_hit_points_follow_from_body_level_and_size(field: Table) -> None:
    """EOS-DOWN-07, EOS-SIZE-04: 4 x 1 + 20; of level 2 4 x 2 + 20; EOS-DOWN-05: with nothing left of them one is dead."""
    assert field.ok("sheet Bob")["max_hp"] == 24
    field.ok('gm award Bob 2000 --reason "x"')
    assert field.ok("sheet Bob")["max_hp"] == 28
    field.ok('gm set Bob hunger 100 --reason "x"')
    assert (field.ok("sheet Bob")["adjusted_max_hp"], field.ok("sheet Bob")["state"]) == (0, "dead")


# -- the rear and the shield ------------------------------------------------------------------------------------


def test_a_shield_counts_from_the_front_and_not_from_behind(field: Table) -> None:
    """EOS-SHLD-06, EOS-POS-10, EOS-CGEAR-05: 8 + 4 + 2 - (2 + 3) from before, - 2 from behind."""
    field.ok('gm give Bob T3 shield --reason "x"')
    field.ok("wield Bob axe, shield")
    assert blow(field, "attack Ann Bob --rolled 15 --against 9")["wounds"] == [("Bob", 9)]
    assert blow(field, "attack Ann Bob --behind --rolled 15 --against 9")["wounds"] == [("Bob", 12)]


def test_a_shield_on_the_back_is_no_armor(field: Table) -> None:
    """EOS-SHLD-04: 8 + 4 + 2 - 2."""
    field.ok('gm give Bob T3 shield --reason "x"')
    field.ok("wear Bob shield")
    assert blow(field, "attack Ann Bob --rolled 15 --against 9")["wounds"] == [("Bob", 12)]


def test_a_weapon_may_be_named_by_its_tier(field: Table) -> None:
    """Of two swords the one that is meant; what hangs in a slot is drawn, what was in hand put away."""
    field.all('gm give Ann T4 sword --reason "x"', "wear Ann T4 sword")
    done = blow(field, 'attack Ann Bob --with "T4 sword" --rolled 15 --against 9')
    assert done["wounds"] == [("Bob", 14)]
    assert [p["tier"] for p in field.ok("gear Ann")["pieces"] if p["slot"] == "main"] == [4]


def test_a_natural_1_of_the_cup_asks_too_and_the_die_comes_up_again(field: Table) -> None:
    """EOS-CRIT-04: nothing is written until it is said what suffers; a dry run asks nothing."""
    field.all('gm give Ann T1 shield --reason "x"', "wield Ann sword, shield")
    for _ in range(60):
        answer = field("attack Ann Bob --spare --against-spare")
        if answer["kind"] == "refused":
            assert answer["data"]["rule"] == "EOS-CRIT-04"
            again = field("attack Ann Bob --spare --against-spare")
            assert (again["kind"], again["data"]["rule"]) == ("refused", "EOS-CRIT-04")
            done = blow(field, "attack Ann Bob --spare --against-spare --fumble shield --against-fumble axe")
            assert ("Ann", "shield", 0) in done["gear"]
            return
    pytest.skip("sixty throws without a 1")


def test_who_wins_from_behind_turns_and_strikes_back(field: Table) -> None:
    """EOS-POS-09: 10 + 4 + 3, whatever the bearing."""
    assert blow(field, "attack Ann Bob --behind --rolled 3 --against 15")["wounds"] == [("Ann", 17)]


def test_the_attackers_shield_meets_the_counterblow(field: Table) -> None:
    """EOS-CGEAR-05: Ann's shield of T2: 17 - 2."""
    field.ok('gm give Ann T2 shield --reason "x"')
    field.ok("wield Ann sword, shield")
    assert blow(field, "attack Ann Bob --rolled 3 --against 15")["wounds"] == [("Ann", 15)]


# -- two hands --------------------------------------------------------------------------------------------------


@pytest.fixture
def glaive(field: Table) -> Table:
    """Gil with a glaive of T3 and skill 4."""
    fighter(field, "Gil", "two-handed melee 4", "T3 glaive")
    return field


def test_a_glaive_strikes_at_two_tiles_and_no_sword_answers(glaive: Table) -> None:
    """EOS-THM-02, EOS-THM-03, EOS-MELEE-04: 3 + 8 = 11 against 15 + 9 = 24; Ann's sword does not reach.

    EOS-THM-06, EOS-THM-07: 15 + 4 + 4 = 23 against 12: 11 + Body 4 + tier 3.
    """
    done = blow(glaive, "attack Gil Ann --distance 2 --rolled 3 --against 15")
    assert (done["outcomes"], done["wounds"]) == (["dodged"], [])
    assert blow(glaive, "attack Gil Ann --distance 2 --rolled 15 --against 3")["wounds"] == [("Ann", 23 - 12 + 4 + 3)]
    glaive.refused("attack Gil Ann --distance 3 --rolled 3 --against 15", "EOS-THM-02")


def test_a_glaive_answers_at_two_tiles_and_at_one(glaive: Table) -> None:
    """EOS-THM-04: a second glaive attacks from two tiles and loses."""
    fighter(glaive, "Hal", "two-handed melee 1", "T1 glaive")
    assert blow(glaive, "attack Hal Gil --distance 2 --rolled 3 --against 10")["wounds"] == [("Hal", 18 - 8 + 4 + 3)]
    assert blow(glaive, "attack Ann Gil --rolled 3 --against 10")["wounds"] == [("Ann", 18 - 12 + 4 + 3)]


def test_a_glaive_strikes_out_of_hiding(glaive: Table) -> None:
    """EOS-THM-09, EOS-MH-07: the whole total and Body and tier, less armor: 10 + 4 + 4 + 4 + 3 - 2."""
    glaive.ok("sneak Gil Bob --by cover --rolled 20 --against 1")
    assert blow(glaive, "attack Gil Bob --as stealth --distance 2 --rolled 10")["wounds"] == [("Bob", 23)]


def test_inside_the_others_reach_the_loser_is_struck(glaive: Table) -> None:
    """EOS-THM-08: beside Bob the glaive is answered: 22 - 11 + 4 + 3."""
    assert blow(glaive, "attack Gil Bob --rolled 3 --against 15")["wounds"] == [("Gil", 22 - 11 + 7)]


def test_a_shield_leaves_no_second_hand(glaive: Table) -> None:
    """EOS-THM-01, EOS-BOW-01: a shield is not let go for free."""
    glaive.all('gm give Ann T1 glaive, T1 bow, 3 arrows, T1 shield --reason "x"', "wield Ann sword, shield", "wear Ann bow")
    glaive.refused("attack Ann Bob --with bow --distance 5 --rolled 3 --against 3", "EOS-BOW-01")
    glaive.refused("attack Ann Bob --with glaive --rolled 3 --against 3", "EOS-THM-01")


# -- bow --------------------------------------------------------------------------------------------------------


@pytest.fixture
def archer(field: Table) -> Table:
    """Mia shoots a bow of T2 at 6, with five arrows."""
    fighter(field, "Mia", "bow 6", "T2 bow")
    field.ok('gm give Mia 5 arrows --reason "x"')
    return field


def arrows(table: Table) -> int:
    return sum(t["quantity"] for t in table.ok("stock Mia")["things"] if t["item"] == "arrow")


def test_an_arrow_adds_difference_and_tier_and_no_body(archer: Table) -> None:
    """EOS-BOW-06, EOS-BOW-07, EOS-PROJ-02, EOS-PROJ-04: 12 + 6 + 4 = 22 against 6 + 3 + 4 = 13; 9 + 2 - 2; one arrow less."""
    done = blow(archer, "attack Mia Bob --with bow --distance 9 --rolled 12 --against 6")
    assert done["wounds"] == [("Bob", 9)]
    assert [p["item"] for p in done["entries"][0]["postings"] if p["kind"] == "spent"] == ["arrow"]
    assert arrows(archer) == 4


def test_an_arrow_that_misses_is_gone_too_and_nobody_strikes_back(archer: Table) -> None:
    """EOS-BOW-03, EOS-POS-07, EOS-PROJ-03."""
    done = blow(archer, "attack Mia Bob --distance 9 --rolled 2 --against 19")
    assert (done["outcomes"], done["wounds"]) == (["dodged"], [])
    assert arrows(archer) == 4


def test_a_bow_shoots_fifteen_tiles(archer: Table) -> None:
    """EOS-BOW-05: refused beyond, and no arrow is spent."""
    blow(archer, "attack Mia Bob --distance 15 --rolled 2 --against 3")
    archer.refused("attack Mia Bob --distance 16 --rolled 2 --against 3", "EOS-BOW-05")
    assert arrows(archer) == 4


def test_shooting_inside_the_others_reach_is_answered(archer: Table) -> None:
    """EOS-BOW-09: 19 + 7 = 26 against 2 + 10 = 12; 14 + 4 + 3."""
    assert blow(archer, "attack Mia Bob --distance 1 --rolled 2 --against 19")["wounds"] == [("Mia", 21)]


def test_a_bow_in_defence_only_dodges(archer: Table) -> None:
    """EOS-BOW-10, EOS-POS-08: also beside the attacker."""
    done = blow(archer, "attack Bob Mia --rolled 2 --against 19")
    assert (done["outcomes"], done["wounds"], done["facts"][0]["against_skill"]) == (["dodged"], [], "bow")


def test_without_an_arrow_no_shot(archer: Table) -> None:
    """EOS-BOW-03."""
    archer.ok('gm take Mia 5 arrows --reason "x"')
    archer.refused("attack Mia Bob --distance 9 --rolled 2 --against 3", "EOS-BOW-03")


def test_a_bow_above_body(archer: Table) -> None:
    """EOS-BOW-02."""
    archer.ok('gm give Mia T6 bow --reason "x"')
    lot = next(t for t in archer.ok("stock Mia")["things"] if t["item"] == "bow" and t["tier"] == 6)["lots"][0]
    name = lot if isinstance(lot, str) else lot["lot"]
    archer.refused(f"attack Mia Bob --with {name} --distance 9 --rolled 2 --against 3", "EOS-BOW-02")


def test_other_ammunition_does_not_fit(archer: Table) -> None:
    """EOS-BOW-03, EOS-PROJ: a bolt is no arrow; nor does a sword use anything up."""
    archer.ok('gm give Mia 2 bolts --reason "x"')
    archer.refused("attack Mia Bob --distance 9 --using bolt --rolled 2 --against 3", "EOS-BOW-03")
    archer.usage("attack Ann Bob --using arrow --rolled 2 --against 3")


def test_low_light_helps_the_target_beyond_twice_its_number(archer: Table) -> None:
    """EOS-LOWL-04, EOS-LOWL-05: the book's own sum: level 2, fifteen tiles: 11."""
    roll = blow(archer, "attack Mia Bob --distance 15 --light 2 --rolled 12 --against 6")["rolls"][0]
    assert roll["against"]["total"] == 6 + 3 + 4 + 11
    roll = blow(archer, "attack Mia Bob --distance 4 --light 2 --rolled 12 --against 6")["rolls"][0]
    assert roll["against"]["total"] == 13
    archer.usage("attack Mia Bob --distance 4 --light 101 --rolled 12 --against 6")


# -- thrown -----------------------------------------------------------------------------------------------------


@pytest.fixture
def thrower(field: Table) -> Table:
    """Tom throws at 5 with his main hand and 2 with the other; he holds a spear and a dagger."""
    fighter(field, "Tom", "main-hand thrown 5, off-hand thrown 2, main-hand melee 1", "T1 spear, T2 dagger")
    return field


def test_a_thrown_weapon_adds_body_and_lies_where_it_fell(thrower: Table) -> None:
    """EOS-THR-02, EOS-THR-05, EOS-THR-06, EOS-PROJ-05: 12 + 5 + 4 = 21 against 6 + 3 + 4; 8 + 4 + 1 - 2."""
    done = blow(thrower, "attack Tom Bob --with spear --as thrown --distance 5 --rolled 12 --against 6")
    assert done["wounds"] == [("Bob", 11)]
    assert done["declared"]["forms"] == ["thrown"]
    assert "spear" not in [t["item"] for t in thrower.ok("stock Tom")["things"]]
    assert "spear" in [t["item"] for t in thrower.ok("stock Meadow")["things"]]
    thrower.ok("take Tom spear --from Meadow")


def test_on_a_board_it_lies_on_the_tile_of_whom_it_was_thrown_at(thrower: Table) -> None:
    """EOS-THR-02: and no longer, once somebody took it up; what is not in hand is not thrown."""
    thrower.all('gm place Tom --to 1,1 --reason "x"', 'gm place Bob --to 5,1 --reason "x"')
    first = thrower.entries("attack Tom Bob --with spear --as thrown --rolled 12 --against 6")[0]
    assert [(p["field"], p["to"]) for p in first["postings"] if p["field"] == "tile"] == [("tile", "5,1")]
    thrower.refused("attack Tom Bob --with spear --as thrown --rolled 12 --against 6", "EOS-THR-02")
    thrower.refused("attack Tom Bob --with hands --as thrown --rolled 12 --against 6", "EOS-THR-02")
    thrower.ok("take Tom spear --from Meadow")
    spear = next(lot for lot in thrower.desk.campaign().head_world().holders["Tom"].all_lots() if lot.item == "spear")
    assert "tile" not in (spear.fields or {})


def test_thrown_weapons_fly_five_tiles(thrower: Table) -> None:
    """EOS-THR-04; EOS-RACE-HYENA-02: ten for a Neo-Hyena."""
    thrower.refused("attack Tom Bob --with spear --as thrown --distance 6 --rolled 12 --against 6", "EOS-THR-04")
    fighter(thrower, "Hya", "", "T1 spear", race="neo-hyena")
    blow(thrower, "attack Hya Bob --as thrown --distance 10 --rolled 2 --against 6")
    thrower.ok("take Hya spear --from Meadow")
    thrower.ok("wield Hya spear")
    thrower.refused("attack Hya Bob --as thrown --distance 11 --rolled 2 --against 6", "EOS-THR-04")


def test_the_off_hand_throws_with_its_own_skill(thrower: Table) -> None:
    """EOS-OHT-01: 12 + 2 + 4."""
    thrower.ok("wield Tom dagger --hand off")
    done = blow(thrower, "attack Tom Bob --with dagger --as thrown --distance 3 --rolled 12 --against 6")
    assert done["rolls"][0]["total"] == 18


def test_the_skill_of_throwing_may_be_named(thrower: Table) -> None:
    """EOS-THR-03, EOS-DUAL-05: 12 + 5 + 4, with the spear in the main hand; gone, the hand has nothing to throw."""
    done = blow(thrower, "attack Tom Bob --with main-hand-thrown --distance 5 --rolled 12 --against 6")
    assert (done["rolls"][0]["total"], done["declared"]["forms"]) == (21, ["thrown"])
    thrower.refused("attack Tom Bob --with main-hand-thrown --distance 5 --rolled 12 --against 6", "EOS-DUAL-05")


def test_two_throws_are_two_actions(thrower: Table) -> None:
    """EOS-OHT-01."""
    thrower.refused("attack Tom Bob --with spear,dagger --as thrown --distance 3 --rolled 12 --against 6", "EOS-OHT-01")


def test_shields_two_handers_and_bows_are_not_thrown(thrower: Table) -> None:
    """EOS-THR-03."""
    thrower.ok('gm give Tom T1 glaive, T1 bow --reason "x"')
    thrower.refused("attack Tom Bob --with glaive --as thrown --distance 3 --rolled 12 --against 6", "EOS-THR-03")
    thrower.refused("attack Tom Bob --with bow --as thrown --distance 3 --rolled 12 --against 6", "EOS-THR-03")


def test_a_throw_takes_body_as_a_blow_does(thrower: Table) -> None:
    """EOS-THR-01: a T5 dagger, Body 4."""
    thrower.ok('gm give Tom T5 dagger --reason "x"')
    lots = next(t for t in thrower.ok("stock Tom")["things"] if t["item"] == "dagger" and t["tier"] == 5)["lots"]
    name = lots[0] if isinstance(lots[0], str) else lots[0]["lot"]
    thrower.refused(f"attack Tom Bob --with {name} --as thrown --distance 3 --rolled 12 --against 6", "EOS-THR-01")


def test_what_is_not_held_is_not_thrown(thrower: Table) -> None:
    """EOS-THR-02."""
    fighter(thrower, "Una")
    thrower.refused("attack Una Bob --as thrown --distance 3 --rolled 12 --against 6", "EOS-THR-02")


def test_a_throw_beside_the_enemy_is_answered(thrower: Table) -> None:
    """EOS-THR-08: 19 + 7 = 26 against 2 + 9 = 11; 15 + 4 + 3."""
    done = blow(thrower, "attack Tom Bob --with spear --as thrown --rolled 2 --against 19")
    assert done["wounds"] == [("Tom", 22)]


def test_thrown_in_defence_only_dodges(thrower: Table) -> None:
    """EOS-THR-09, EOS-POS-08."""
    done = blow(thrower, "attack Bob Tom --rolled 2 --against 19 --against-with main-hand-thrown")
    assert (done["outcomes"], done["wounds"]) == (["dodged"], [])


# -- bare hands -------------------------------------------------------------------------------------------------


def test_bare_hands_throw_two_dice_and_add_body_alone(field: Table) -> None:
    """EOS-UNA-03, EOS-UNA-04, EOS-UNA-05: the better of 5 and 17: 17 + 2 + 4 = 23 against 9 + 7 = 16; 7 + 4 - 2."""
    fighter(field, "Nia", "unarmed melee 2")
    done = blow(field, "attack Nia Bob --with hands --rolled 5,17 --against 9")
    assert [(d["face"], d["kept"]) for d in done["rolls"][0]["dice"]] == [(5, False), (17, True)]
    assert done["wounds"] == [("Bob", 9)]


def test_bare_hands_reach_the_next_tile(field: Table) -> None:
    """EOS-UNA-02."""
    fighter(field, "Nia", "unarmed melee 2")
    field.refused("attack Nia Bob --with hands --distance 2 --rolled 5,17 --against 9", "EOS-UNA-02")


def test_a_shield_takes_one_of_the_hands(field: Table) -> None:
    """EOS-UNA-05, EOS-MH-03: one die beside a shield."""
    fighter(field, "Nia", "unarmed melee 2", "T1 shield")
    assert len(blow(field, "attack Nia Bob --with hands --rolled 9 --against 9")["rolls"][0]["dice"]) == 1


def test_the_unarmed_strike_back(field: Table) -> None:
    """EOS-POS-09: bare-handed: 15 + 4 = 19 against 3 + 9 = 12; 7 + Body 4."""
    fighter(field, "Nia")
    assert blow(field, "attack Ann Nia --rolled 3 --against 15")["wounds"] == [("Ann", 11)]


# -- size -------------------------------------------------------------------------------------------------------


def test_small_ones_deal_five_less_before_armor(field: Table) -> None:
    """EOS-SIZE-07: 24 - 11 = 13 + 2 + 1 - 5 = 11, less armor 2."""
    fighter(field, "Tiny", "main-hand melee 5", "T1 dagger", race="gratchen", body=2)
    done = blow(field, "attack Tiny Bob --rolled 15 --against 4")
    assert done["wounds"] == [("Bob", 9)]


def test_a_small_ones_weak_blow_is_nothing_and_never_heals(field: Table) -> None:
    """EOS-SIZE-07: 1 + 2 + 1 - 5 is below 0."""
    fighter(field, "Tiny", "main-hand melee 5", "T1 dagger", race="gratchen", body=2)
    assert blow(field, "attack Tiny Bob --rolled 9 --against 10")["wounds"] == [("Bob", 0)]


@pytest.mark.parametrize(
    ("size", "bonus", "reach"), [("1x1", 0, 1), ("2x2", 12, 2), ("2x3", 18, 2), ("3x3", 27, 3), ("3x4", 36, 3), ("5x5", 75, 3)]
)  # fmt: skip
def test_big_ones_deal_three_more_a_tile_and_reach_further(field: Table, size: str, bonus: int, reach: int) -> None:
    """EOS-SIZE-08, EOS-SIZE-09, EOS-SIZE-10, EOS-SIZE-11, EOS-SIZE-12: hands count as melee weapons."""
    field.ok(f"npc Ogre --size {size} --body 4 --reflex 4 --move 6 --in Meadow")
    field.refused(f"attack Ogre Bob --with hands --distance {reach + 1} --rolled 5,2 --against 9", "EOS-UNA-02")
    done = blow(field, "attack Ogre Bob --with hands --rolled 15,2 --against 8")
    assert done["wounds"] == [("Bob", 19 - 15 + 4 + bonus - 2)]


def test_size_does_not_touch_the_bow_but_its_range(field: Table) -> None:
    """EOS-SIZE-14, EOS-SIZE-11: a bow of T1 in the hands of a 2x2: 15 + 4 - 15 + 1 - 2; sixteen tiles."""
    field.ok("npc Ogre --size 2x2 --body 4 --reflex 4 --move 6 --in Meadow")
    field.ok('gm give Ogre T1 bow, 3 arrows --reason "x"')
    field.ok("wield Ogre bow")
    assert blow(field, "attack Ogre Bob --distance 16 --rolled 15 --against 8")["wounds"] == [("Bob", 3)]
    field.refused("attack Ogre Bob --distance 17 --rolled 15 --against 8", "EOS-BOW-05")


# -- cover ------------------------------------------------------------------------------------------------------


def test_one_handers_and_hands_do_not_strike_from_cover(glaive: Table) -> None:
    """EOS-COV-01: two-handers do."""
    glaive.refused("attack Ann Bob --cover --rolled 3 --against 3", "EOS-COV-01")
    glaive.refused("attack Ann Bob --with hands --cover --rolled 3,3 --against 3", "EOS-COV-01")
    blow(glaive, "attack Gil Bob --cover --rolled 3 --against 3")


def test_nothing_flies_at_who_is_behind_cover(archer: Table) -> None:
    """EOS-COV-04, EOS-COV-08, EOS-COV-02: and no arrow is spent."""
    archer.refused("attack Mia Bob --distance 5 --against-cover --rolled 3 --against 3", "EOS-COV-04")
    archer.refused("attack Mia Bob --distance 5 --cover --against-cover --rolled 3 --against 3", "EOS-COV-08")
    assert arrows(archer) == 5
    blow(archer, "attack Mia Bob --distance 5 --cover --rolled 3 --against 3")


def test_a_two_hander_strikes_round_an_edge_at_who_is_behind_it(glaive: Table) -> None:
    """EOS-COV-08, EOS-COV-06."""
    blow(glaive, "attack Gil Bob --against-cover --rolled 3 --against 3")
    glaive.refused("attack Ann Bob --against-cover --rolled 3 --against 3", "EOS-COV-06")


def test_nothing_is_shot_through_people(archer: Table) -> None:
    """EOS-COV-05, EOS-BOW-12."""
    archer.refused("attack Mia Bob --distance 5 --over Ann --rolled 3 --against 3", "EOS-BOW-12")
    archer.ok('gm give Ann T1 spear --reason "x"')
    archer.refused("attack Ann Bob --with spear --as thrown --distance 5 --over Mia --rolled 3 --against 3", "EOS-COV-05")
    archer.ok('declare terrain "heap of bodies" --in Meadow')
    archer.refused("attack Ann Bob --with spear --as thrown --distance 5 --over heap-of-bodies --rolled 3 --against 3", "EOS-COV-02")


def test_a_two_hander_strikes_past_one_body_and_not_past_two(glaive: Table) -> None:
    """EOS-THM-05, EOS-COV-06."""
    blow(glaive, "attack Gil Bob --distance 2 --over Ann --rolled 12 --against 9")
    fighter(glaive, "Cid")
    glaive.refused("attack Gil Bob --distance 2 --over Ann,Cid --rolled 12 --against 9", "EOS-COV-06")
    glaive.refused("attack Ann Bob --over Cid --rolled 12 --against 9", "EOS-COV-06")


def test_cover_on_a_board_lies_beside_the_one_who_uses_it(archer: Table) -> None:
    """EOS-COV-03, EOS-COV-02: round a heap that lies beside Mia she shoots, and through one that does not she does not."""
    archer.all('declare terrain "heap of bodies" --in Meadow', 'gm place heap-of-bodies --to 5,3 --reason "x"',
               'gm place Mia --to 5,2 --facing north --reason "x"', 'gm place Bob --to 5,8 --facing south --reason "x"')  # fmt: skip
    archer.refused("attack Mia Bob --rolled 3 --against 3", "EOS-BOW-12")
    blow(archer, "attack Mia Bob --cover --rolled 3 --against 3")
    archer.ok('gm place Mia --to 5,1 --facing north --reason "x"')
    archer.refused("attack Mia Bob --cover --rolled 3 --against 3", "EOS-COV-03")


def test_nothing_goes_through_a_wall(glaive: Table) -> None:
    """EOS-COV-07."""
    glaive.ok("declare structure Rampart --tier 3 --of stone --length 40 --in Meadow")
    glaive.refused("attack Gil Bob --distance 2 --over Rampart --rolled 12 --against 9", "EOS-COV-07")


def test_people_elsewhere_are_not_attacked(field: Table) -> None:
    field.ok("declare zone Hill --miles 1 --zones 1")
    field.ok('gm place Bob --to Hill --reason "x"')
    field.refused("attack Ann Bob --rolled 12 --against 9", None)


def test_the_house_has_the_last_word_on_a_weapon(archer: Table) -> None:
    """A house row of the skill: bows of this table shoot twenty tiles and add Body; a flail is a weapon like another."""
    (archer.folder / "house.toml").write_text(
        """
name = "long bows"
[[skill]]
name = "bow"
id_prefix = "EOS-BOW"
group = "combat"
untrained = true
weapon = true
stat = "reflex"
strike = { kind = "bow", hand = "both", tiles = 20, adds = ["difference", "body", "tier"], projectile = true }
"""
    )
    archer.ok(f"house {archer.folder / 'house.toml'} --reason vote")
    assert blow(archer, "attack Mia Bob --distance 20 --rolled 12 --against 6")["wounds"] == [("Bob", 13)]
    archer.refused("attack Mia Bob --distance 21 --rolled 12 --against 6", "EOS-POS-03")
