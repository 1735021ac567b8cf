"""Blows in a fight with turns: what an attack costs, on whose turn, and what is held back (EOS-MH-02, EOS-BOW-04, EOS-CGEAR-14)."""

import pytest

from tests.blows import blow, fighter, meadow
from tests.conftest import Table


@pytest.fixture
def fight(table: Table) -> Table:
    """Ann (sword) and Mia (bow, six arrows in a pouch) against Bob (axe)."""
    meadow(table)
    fighter(table, "Ann", "main-hand melee 5", "T2 sword")
    fighter(table, "Mia", "bow 6", "T2 bow")
    fighter(table, "Bob", "main-hand melee 3", "T3 axe")
    table.all('gm give Mia T2 arrow pouch, 6 arrows --reason "x"', "wear Mia arrow pouch", "stow Mia 6 arrows --to arrow-pouch",
              'fight start Ann,Mia Bob --named "The meadow" --order Ann,Mia,Bob', "turn Ann")  # fmt: skip
    return table


def left(table: Table, who: str) -> tuple[int, int]:
    row = next(f for f in table.ok("encounter")["fighters"] if f["name"] == who)
    return row["actions_left"], row["contested_left"]


def test_an_attack_is_the_one_contested_action_of_a_turn(fight: Table) -> None:
    """EOS-MH-02, EOS-TURN-06: one of two actions; a second attack is refused."""
    done = blow(fight, "attack Ann Bob --rolled 9 --against 9")
    assert done["declared"]["actions"] == 1
    assert left(fight, "Ann") == (1, 0)
    fight.refused("attack Ann Bob --rolled 9 --against 9", "EOS-TURN-06")


def test_a_refused_blow_costs_nothing(fight: Table) -> None:
    fight.refused("attack Ann Bob --distance 2 --rolled 9 --against 9", "EOS-MH-04")
    assert left(fight, "Ann") == (2, 1)


def test_nobody_attacks_on_anothers_turn(fight: Table) -> None:
    """EOS-TURN-07."""
    fight.refused("attack Bob Ann --rolled 9 --against 9", "EOS-TURN-07")


def test_defending_costs_nothing_and_has_no_end(fight: Table) -> None:
    """EOS-POS-01: two attacks on Bob, and his turn is whole."""
    blow(fight, "attack Ann Bob --rolled 9 --against 9")
    fight.ok("turn Mia")
    blow(fight, "attack Mia Bob --distance 5 --rolled 3 --against 9")
    fight.ok("turn Bob")
    assert left(fight, "Bob") == (2, 1)


def test_to_load_and_shoot_is_one_action(fight: Table) -> None:
    """EOS-BOW-04, EOS-CGEAR-15: arrows out of a pouch that is worn cost nothing beside it."""
    fight.ok("turn Mia")
    blow(fight, "attack Mia Bob --distance 5 --rolled 3 --against 9")
    assert left(fight, "Mia") == (1, 0)
    fight.refused("attack Mia Bob --distance 5 --rolled 3 --against 9", "EOS-BOW-04")


def test_a_loose_arrow_costs_an_action_more(fight: Table) -> None:
    """EOS-CGEAR-15: from anywhere but a pouch for arrows."""
    fight.ok('gm give Mia T1 backpack --reason "x"')
    fight.ok("turn Mia")
    fight.ok('gm take Mia 6 arrows --reason "x"')
    fight.ok('gm give Mia 2 arrows --reason "x"')
    done = blow(fight, "attack Mia Bob --distance 5 --rolled 3 --against 9")
    assert done["declared"]["actions"] == 2
    assert left(fight, "Mia") == (0, 0)


def test_to_draw_from_a_slot_is_free_and_from_a_pack_an_action(fight: Table) -> None:
    """EOS-CGEAR-14."""
    fight.ok('gm give Ann T1 dagger --reason "x"')
    done = blow(fight, "attack Ann Bob --with dagger --rolled 9 --against 3")
    assert done["declared"]["actions"] == 2
    assert left(fight, "Ann") == (0, 0)
    fight.all("turn Bob", "turn Ann")
    assert blow(fight, "attack Ann Bob --with sword --rolled 9 --against 3")["declared"]["actions"] == 1
    fight.all('gm heal Bob 20 --reason "x"', 'gm give Ann T1 club --reason "x"', "turn Bob", "turn Ann", "move Ann --tiles 1")
    refusal = fight.refused("attack Ann Bob --with club --rolled 9 --against 3", "EOS-CGEAR-14")
    assert refusal["state"] == "1 action left"
    fight.ok("attack Ann Bob --with sword --rolled 9 --against 3")


def test_a_second_throw_or_shot_is_refused_by_its_own_rule(fight: Table) -> None:
    """EOS-OHT-01 (line 1498): the off hand's throw is no second contested action; EOS-TURN-06 of the main hand's."""
    fight.all('gm give Ann 2 T1 daggers --reason "x"', "wield Ann dagger, dagger", "turn Bob", "turn Ann")
    off, main = (fight.ok("gear Ann")["hands"][hand] for hand in ("off", "main"))
    fight.ok(f"attack Ann Bob --with {main} --as thrown --distance 3 --rolled 9 --against 3")
    fight.refused(f"attack Ann Bob --with {off} --as thrown --distance 3 --rolled 9 --against 3", "EOS-OHT-01")
    fight.all("turn Bob", "turn Ann", f"attack Ann Bob --with {off} --as thrown --distance 3 --rolled 9 --against 3")
    fight.refused("attack Ann Bob --with hands --rolled 9,2 --against 3", "EOS-TURN-06")


def test_a_contested_action_cannot_be_held(fight: Table) -> None:
    """EOS-TACT-02."""
    fight.ok("hold Ann")
    fight.ok("turn Bob")
    fight.refused("attack Ann Bob --held --rolled 9 --against 9", "EOS-TACT-02")


def test_on_a_board_distance_and_rear_follow_by_themselves(fight: Table) -> None:
    """EOS-POS-02, EOS-POS-03, EOS-COV-05: Bob faces north with a shield; Mia shoots from the south."""
    fight.all('gm give Bob T2 shield --reason "x"', 'gm set Bob body 12 --reason "x"')
    shield = next(p["piece"] for p in fight.ok("gear Bob")["pieces"] if p["item"] == "shield")
    fight.all(f'gm set {shield} slot off --reason "x"', 'gm place Bob --to 5,5 --facing north --reason "x"',
              'gm place Mia --to 5,1 --facing north --reason "x"', 'gm place Ann --to 1,5 --facing north --reason "x"')  # fmt: skip
    fight.refused("attack Ann Bob --rolled 9 --against 9", "EOS-MH-04")
    fight.ok("turn Mia")
    done = blow(fight, "attack Mia Bob --rolled 15 --against 3")
    assert (done["declared"]["distance"], done["declared"]["behind"]) == (4, True)
    assert done["wounds"] == [("Bob", 25 - 10 + 2)]


def test_nobody_shoots_through_a_friend_on_the_board(fight: Table) -> None:
    """EOS-COV-05, EOS-BOW-12."""
    fight.all('gm place Bob --to 5,5 --facing north --reason "x"', 'gm place Mia --to 5,1 --facing north --reason "x"',
              'gm place Ann --to 5,3 --facing north --reason "x"', "turn Mia")  # fmt: skip
    fight.refused("attack Mia Bob --rolled 15 --against 3", "EOS-BOW-12")


def test_who_shares_a_tile_on_the_board_defends_too(table: Table) -> None:
    """EOS-TILE-03, EOS-TILE-02: Pip, a small one, and Ann on one tile: both are struck, Ann's shield covers both."""
    meadow(table)
    fighter(table, "Pip", "main-hand melee 1", "T1 dagger", race="gratchen", body=2)
    fighter(table, "Ann", "main-hand melee 5", "T2 sword, T2 shield")
    fighter(table, "Bob", "main-hand melee 3", "T3 axe")
    table.all("wield Ann sword, shield", "fight start Pip,Ann Bob --order Bob,Pip,Ann",
              'gm place Pip --to 5,5 --facing north --reason "x"', 'gm place Ann --to 5,5 --facing north --reason "x"',
              'gm place Bob --to 5,6 --facing south --reason "x"', "turn Bob")  # fmt: skip
    done = blow(table, "attack Bob Pip --rolled 15 --against 2/3")
    assert done["declared"]["sharing"] == ["Ann"]
    assert done["wounds"] == [("Pip", 22 - 7 + 7 - 2), ("Ann", 22 - 12 + 7 - 2)]


def test_a_neo_hyena_throws_what_was_held_and_only_once_a_round(fight: Table) -> None:
    """EOS-RACE-HYENA-01 (ruling hyena_throw_still_contested): on Bob's turn, dice and all; it stays the contested action."""
    fighter(fight, "Hya", "main-hand thrown 3", "T1 spear", race="neo-hyena")
    fight.all("fight end", 'fight start Hya,Ann Bob --named "Again" --order Hya,Ann,Bob', "turn Hya", "hold Hya", "turn Bob")
    done = blow(fight, "attack Hya Bob --as thrown --held --distance 8 --rolled 12 --against 3")
    assert done["tags"][:3] == ["action.used", "attack.declared", "attack.rolled"]
    fight.ok('gm give Hya T1 dagger --reason "x"')
    fight.refused("attack Hya Bob --with dagger --as thrown --held --distance 8 --rolled 12 --against 3", "EOS-RACE-HYENA-01")


def test_gear_is_not_mended_before_the_fight_is_over(fight: Table) -> None:
    """EOS-CRIT-16."""
    blow(fight, "attack Ann Bob --rolled 1 --against 2")
    fight.refused("repair Ann sword", "EOS-CRIT-16")


def test_an_attack_before_the_fight_is_an_ambush(table: Table) -> None:
    """EOS-TURN-03: said before the fight begins, without turns."""
    meadow(table)
    fighter(table, "Ann", "main-hand melee 5", "T2 sword")
    fighter(table, "Bob", "main-hand melee 3", "T3 axe")
    assert blow(table, "attack Ann Bob --rolled 9 --against 9")["declared"]["actions"] == 0
    table.all("fight start Ann Bob", "turn Ann")
    assert left(table, "Ann") == (2, 1)


# -- afterwards -------------------------------------------------------------------------------------------------


def test_a_blow_that_is_struck_gives_back_what_it_took(fight: Table) -> None:
    """`void` of the declaration: hit points, tiers, arrows and the action."""
    fight.ok("turn Mia")
    done = blow(fight, "attack Mia Bob --distance 5 --rolled 15 --against 3")
    fight.ok(f'void {done["entries"][0]["position"]} --reason "read wrongly"')
    assert fight.ok("sheet Bob")["hp"] == 24
    assert left(fight, "Mia") == (2, 1)
    assert sum(t["quantity"] for t in fight.ok("stock Mia")["things"] if t["item"] == "arrow") == 6


def test_a_misread_die_is_corrected(fight: Table) -> None:
    """`correct`: 19 for 9, and the axe's crit of that line is asked again."""
    done = blow(fight, "attack Ann Bob --rolled 9 --against 9")
    at = done["entries"][0]["position"]
    fight.ok(f'correct {at} attack Ann Bob --rolled 20 --crit axe --against 9 --reason "a 20"')
    assert fight.ok("sheet Bob")["hp"] == 24 - (29 - 16 + 4 + 2)
    assert next(p["tier"] for p in fight.ok("gear Bob")["pieces"] if p["item"] == "axe") == 2


def test_a_ripple_asks_a_blow_again_with_its_dice(fight: Table) -> None:
    """Bob's armor is entered late: the blow that stands differs and waits for a decision."""
    blow(fight, "attack Ann Bob --rolled 9 --against 3")
    answer = fight('gm set Bob reflex 9 --at "day 1 06:00" --reason "misheard" --dry-run')
    assert answer["kind"] in ("planned", "finding")
