"""Two weapons, two dice (EOS-DUAL, EOS-OHM, EOS-RACE-APE-01, EOS-RACE-ORC-01)."""

import pytest

from tests.blows import blow, fighter, meadow
from tests.conftest import Table


@pytest.fixture
def field(table: Table) -> Table:
    """Nia with sword T3 (skill 5) and dagger T1 (off-hand 2) against Bob, axe T3 at 3; Body 4, Reflex 4."""
    meadow(table)
    fighter(table, "Nia", "main-hand melee 5, off-hand melee 2, unarmed melee 1", "T3 sword")
    fighter(table, "Bob", "main-hand melee 3, bow 3", "T3 axe")
    table.all('gm give Nia T1 dagger --reason "x"', "wield Nia dagger --hand off")
    return table


def test_two_dice_the_lowest_skill_and_the_lowest_tier(field: Table) -> None:
    """EOS-DUAL-01, EOS-DUAL-06, EOS-DUAL-07, EOS-DUAL-08, EOS-OHM-02: 14 + 2 + 4 = 20 against 16: 4 + 4 + 1."""
    done = blow(field, "attack Nia Bob --with sword,dagger --rolled 14,3 --choose 14 --against 9")
    assert done["rolls"][0]["total"] == 20
    assert [(d["face"], d["kept"]) for d in done["rolls"][0]["dice"]] == [(14, True), (3, False)]
    assert done["wounds"] == [("Bob", 9)]


def test_either_die_may_be_chosen_and_without_a_word_the_higher(field: Table) -> None:
    """EOS-DUAL-01."""
    assert blow(field, "attack Nia Bob --with sword,dagger --rolled 14,3 --choose 3 --against 9")["rolls"][0]["total"] == 9
    assert blow(field, "attack Nia Bob --with sword,dagger --rolled 4,13 --against 9")["rolls"][0]["total"] == 19
    field.usage("attack Nia Bob --with sword,dagger --rolled 14,3 --choose 7 --against 9")
    field.usage("attack Nia Bob --with sword,dagger --rolled 14 --against 9")
    field.usage("attack Nia Bob --with sword --rolled 14,3 --against 9")


def test_what_is_in_hand_strikes_together_and_one_die_is_the_main_hand_alone(field: Table) -> None:
    """EOS-OHM-02: without --with: both; EOS-MH-05: one die that was told is the sword's."""
    assert blow(field, "attack Nia Bob --rolled 14,3 --against 9")["rolls"][0]["total"] == 20
    assert blow(field, "attack Nia Bob --rolled 14 --against 9")["rolls"][0]["total"] == 23


def test_the_off_hand_alone_uses_its_own_skill(field: Table) -> None:
    """EOS-OHM-01."""
    assert blow(field, "attack Nia Bob --with dagger --rolled 14 --against 9")["rolls"][0]["total"] == 20


def test_a_hand_stands_in_for_either(field: Table) -> None:
    """EOS-DUAL-04, EOS-DUAL-07: sword and fist: the lower skill 1, tier 0: 14 + 1 + 4 = 19 against 16: 3 + 4."""
    done = blow(field, "attack Nia Bob --with sword,hands --rolled 14,3 --against 9")
    assert (done["rolls"][0]["total"], done["wounds"]) == (19, [("Bob", 7)])


def test_a_hand_skill_wants_a_weapon_in_that_hand(field: Table) -> None:
    """EOS-DUAL-05: a second sword that is not there is refused."""
    field.refused("attack Nia Bob --with sword,axe --rolled 14,3 --against 9", None)
    field.refused("attack Bob Nia --with off-hand-melee --rolled 14 --against 9,3", "EOS-DUAL-05")
    field.refused("attack Bob Nia --with axe,off-hand-melee --rolled 14,3 --against 9,3", "EOS-DUAL-05")
    field.refused("attack Nia Bob --rolled 14,3 --against 9,4 --against-with main-hand-melee,off-hand-melee", "EOS-DUAL-05")


def test_a_weapon_may_be_named_by_the_skill_of_its_hand(field: Table) -> None:
    """EOS-OHM-01, EOS-DUAL-06: the dagger alone, and both: 14 + 2 + 4."""
    assert blow(field, "attack Nia Bob --with off-hand-melee --rolled 14 --against 9")["wounds"] == [("Bob", 4 + 4 + 1)]
    done = blow(field, "attack Nia Bob --with main-hand-melee,off-hand-melee --rolled 14,3 --against 9")
    assert (done["rolls"][0]["total"], len(done["rolls"][0]["dice"])) == (20, 2)


def test_bows_and_two_handers_share_no_roll(field: Table) -> None:
    """EOS-DUAL-03."""
    field.all('gm give Nia T1 bow, T1 glaive, 3 arrows --reason "x"')
    field.refused("attack Nia Bob --with bow,hands --distance 1 --rolled 14,3 --against 9", "EOS-DUAL-03")
    field.refused("attack Nia Bob --with sword,glaive --rolled 14,3 --against 9", "EOS-DUAL-03")
    field.refused("attack Nia Bob --with sword,bow --rolled 14,3 --against 9", "EOS-DUAL-03")
    field.ok('gm give Nia T1 crossbow --reason "x"')
    field.refused("attack Nia Bob --with sword,crossbow --rolled 14,3 --against 9", "EOS-DUAL-03")


def test_a_defender_with_two_weapons_throws_two_dice_at_close_quarters(field: Table) -> None:
    """EOS-DUAL-10: 17 + 2 + 4 = 23 against 2 + 7 = 9... the counterblow: 14 + 4 + 1."""
    done = blow(field, "attack Bob Nia --rolled 2 --against 3,17")
    assert done["rolls"][0]["against"]["total"] == 23
    assert done["wounds"] == [("Bob", 14 + 4 + 1)]


def test_a_defender_chooses_among_the_dice(field: Table) -> None:
    """EOS-DUAL-01."""
    assert blow(field, "attack Bob Nia --rolled 2 --against 3,17 --against-choose 3")["rolls"][0]["against"]["total"] == 9
    field.usage("attack Bob Nia --rolled 2 --against 3,17 --against-choose 4")


def test_against_an_arrow_there_is_one_die(field: Table) -> None:
    """EOS-DUAL-09, EOS-BOW-08, EOS-THR-07: two are one too many; beside the archer both count (EOS-DUAL-10)."""
    field.all('gm give Bob T1 bow, 9 arrows --reason "x"', "wield Bob bow")
    field.usage("attack Bob Nia --distance 5 --rolled 2 --against 3,17")
    assert len(blow(field, "attack Bob Nia --distance 5 --rolled 2 --against 3")["rolls"][0]["against"]["dice"]) == 1
    done = blow(field, "attack Bob Nia --distance 1 --rolled 2 --against 3,17")
    assert len(done["rolls"][0]["against"]["dice"]) == 2
    assert done["wounds"][0][0] == "Bob"


def test_the_cup_throws_all_the_dice_that_there_are(field: Table) -> None:
    """EOS-DUAL-10: nobody told: two for the defender."""
    entries = field.entries("attack Bob Nia --rolled 10")
    assert len(entries[1]["roll"]["against"]["dice"]) == 2


def test_a_tail_is_a_third_hand(field: Table) -> None:
    """EOS-RACE-APE-01, EOS-DUAL-02: three dice; main, off and tail: the lower of both skills; off and tail: off alone."""
    fighter(field, "Koko", "main-hand melee 5, off-hand melee 3, unarmed melee 4", "T2 sword", race="neo-ape")
    field.all('gm give Koko T2 dagger, T1 club --reason "x"', "wield Koko dagger --hand off", "wield Koko club --hand tail")
    done = blow(field, "attack Koko Bob --rolled 4,15,9 --against 9")
    assert (len(done["rolls"][0]["dice"]), done["rolls"][0]["total"]) == (3, 15 + 3 + 4)
    assert done["wounds"] == [("Bob", 22 - 16 + 4 + 1)]
    assert blow(field, "attack Koko Bob --with dagger,club --rolled 4,15 --against 9 --spare")["rolls"][0]["total"] == 22


def test_an_ape_fights_with_three_bare_limbs(field: Table) -> None:
    """EOS-RACE-APE-01, EOS-DUAL-02: hands and tail."""
    fighter(field, "Kiki", "unarmed melee 4", race="neo-ape")
    assert len(blow(field, "attack Kiki Bob --with hands,tail --rolled 4,15,9 --against 9 --spare")["rolls"][0]["dice"]) == 3
    assert len(blow(field, "attack Kiki Bob --with hands --rolled 4,15,9 --against 9 --spare")["rolls"][0]["dice"]) == 3
    assert len(blow(field, "attack Kiki Bob --with hands --rolled 4,15 --against 9 --spare")["rolls"][0]["dice"]) == 2
    field.refused("attack Nia Bob --with hands,tail --rolled 4,15,9 --against 9", None)


def test_an_orc_pairs_a_two_hander_with_the_off_hand(field: Table) -> None:
    """EOS-RACE-ORC-01, EOS-DUAL-03: the lower of both skills, the lower tier; size 48 (4x4): 15 + 1 + 4 = 20 - 16 + 4 + 1 + 48."""
    fighter(field, "Brukk", "two-handed melee 4, off-hand melee 1", race="orc")
    field.all('gm give Brukk T2 glaive, T1 dagger --reason "x"', "wield Brukk glaive --hand main", "wield Brukk dagger --hand off")
    done = blow(field, "attack Brukk Bob --with glaive,dagger --rolled 4,15 --against 9")
    assert done["rolls"][0]["total"] == 20
    assert done["wounds"] == [("Bob", 20 - 16 + 4 + 1 + 48)]


def test_a_weapon_out_of_reach_gives_no_die(field: Table) -> None:
    """EOS-DUAL-02: an Orc's glaive reaches four tiles, the dagger three."""
    fighter(field, "Brukk", "two-handed melee 4, off-hand melee 1", race="orc")
    field.all('gm give Brukk T2 glaive, T1 dagger --reason "x"', "wield Brukk glaive --hand main", "wield Brukk dagger --hand off")
    field.refused("attack Brukk Bob --with glaive,dagger --distance 4 --rolled 4,15 --against 9", "EOS-DUAL-02")
    assert len(blow(field, "attack Brukk Bob --distance 4 --rolled 4 --against 9")["rolls"][0]["dice"]) == 1
