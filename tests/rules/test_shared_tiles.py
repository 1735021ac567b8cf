"""Two on one tile: who is struck, whose shield covers whom (EOS-TILE)."""

import pytest

from tests.blows import blow, fighter, hp, meadow
from tests.conftest import Table


@pytest.fixture
def field(table: Table) -> Table:
    """Pip, a small one with a dagger T1 (skill 3, Body 3: 18 hit points), beside Brandt, club T2 (skill 4); Ogre attacks at 2."""
    meadow(table)
    table.ok('join Pip --race gratchen --body 3 --mind 4 --reflex 6 --presence 6 --aura 5 --combat "main-hand melee 3" --in Meadow')
    table.ok('join Brandt --race human --body 6 --mind 6 --reflex 4 --presence 5 --aura 4 --combat "main-hand melee 4" --in Meadow')
    table.all('gm give Pip T1 dagger --reason "x"', 'gm give Brandt T2 club --reason "x"', "wield Pip dagger", "wield Brandt club")
    fighter(table, "Ogre", "main-hand melee 2", "T1 club", body=5)
    return table


def test_one_throw_meets_both_on_the_tile(field: Table) -> None:
    """EOS-TILE-03, EOS-TILE-05: 19 against Pip's 2 + 9 = 11 and Brandt's 5 + 8 = 13: 8 + 5 + 1 and 6 + 5 + 1."""
    done = blow(field, "attack Ogre Pip --with club --sharing Brandt --rolled 13 --against 2/5")
    assert [r["total"] for r in done["rolls"]] == [19, 19]
    assert [r["against"]["total"] for r in done["rolls"]] == [11, 13]
    assert done["wounds"] == [("Pip", 14), ("Brandt", 12)]
    assert [f["whom"] for f in done["facts"]] == ["Pip", "Brandt"]
    rolled = [e for e in done["entries"] if e["tag"] == "attack.rolled"]
    assert {e["cause"] for e in rolled} == {done["entries"][0]["position"]}


def test_both_may_strike_back(field: Table) -> None:
    """EOS-TILE-06: 9 against 24 and 16: Pip 15 + 3 + 1 - 5, Brandt 7 + 6 + 2."""
    done = blow(field, "attack Ogre Pip --with club --sharing Brandt --rolled 3 --against 15/8")
    assert done["wounds"] == [("Ogre", 14), ("Ogre", 15)]


def test_one_wins_and_one_loses_each_on_its_own(field: Table) -> None:
    """EOS-TILE-03 (ruling shared_tile_pairwise): 19 against 24 and 13."""
    done = blow(field, "attack Ogre Pip --with club --sharing Brandt --rolled 13 --against 15/5")
    assert done["outcomes"] == ["countered", "hit"]
    assert done["wounds"] == [("Ogre", 5 + 3 + 1 - 5), ("Brandt", 12)]


def test_the_bigger_one_alone_may_be_meant(field: Table) -> None:
    """EOS-TILE-03 speaks of attacks on the small one: an attack on Brandt meets Brandt."""
    done = blow(field, "attack Ogre Brandt --with club --sharing Pip --rolled 13 --against 5")
    assert [w[0] for w in done["wounds"]] == ["Brandt"]


def test_allies_share_the_better_shield_from_behind_too(field: Table) -> None:
    """EOS-TILE-02, EOS-TILE-05: Brandt's shield of T3 covers both, front or rear: 8 + 6 - 3 and 6 + 6 - 3."""
    field.all('gm give Brandt T3 shield --reason "x"', "wield Brandt club, shield")
    line = "attack Ogre Pip --with club --sharing Brandt --rolled 13 --against 2/5"
    assert blow(field, line)["wounds"] == [("Pip", 11), ("Brandt", 9)]
    assert blow(field, line.replace("--sharing", "--behind --sharing"))["wounds"] == [("Pip", 11), ("Brandt", 9)]


def test_the_small_ones_shield_covers_the_bigger_one(field: Table) -> None:
    """EOS-TILE-02: Pip's of T2: 12 - 2."""
    field.all('gm give Pip T2 shield --reason "x"', "wield Pip dagger, shield")
    assert blow(field, "attack Ogre Brandt --with club --sharing Pip --rolled 13 --against 5")["wounds"] == [("Brandt", 10)]


def test_foes_on_a_tile_share_no_shield_and_are_both_struck(field: Table) -> None:
    """EOS-TILE-13: Imp, a small foe of Ogre's friends, stands on Gob's tile: Brandt's one throw meets both."""
    fighter(field, "Gob", "main-hand melee 1", "T1 club, T3 shield")
    done = blow(field, "attack Brandt Pip --with club --sharing Gob --rolled 13 --against 2/3")
    assert [w[0] for w in done["wounds"]] == ["Pip", "Gob"]
    assert done["wounds"][0] == ("Pip", 21 - 11 + 6 + 2)


def test_a_bigger_one_may_hit_itself(field: Table) -> None:
    """EOS-TILE-14, EOS-TILE-15: Ogre's own die is the last: 19 against 4 + 2 + 4 = 10: 9 + 5 + 1; its shield is no help."""
    field.all('gm give Ogre T4 shield --reason "x"', "wield Ogre club, shield")
    done = blow(field, "attack Ogre Pip --with club --sharing Ogre --rolled 13 --against 15/4")
    assert done["outcomes"] == ["countered", "hit"]
    assert done["wounds"][1] == ("Ogre", 9 + 5 + 1 + 0)
    assert [e["rule"] for e in done["entries"] if e["tag"] == "attack.rolled"][1] == "EOS-TILE-14"


def test_who_beats_their_own_blow_is_unhurt(field: Table) -> None:
    """EOS-TILE-14: 9 against 12 + 6 = 18."""
    done = blow(field, "attack Ogre Pip --with club --sharing Ogre --rolled 3 --against 2/12")
    assert done["outcomes"] == ["countered", "dodged"] or done["outcomes"] == ["nobody", "dodged"]
    assert [w for w in done["wounds"] if w[0] == "Ogre" and w[1] > 10] == []


def test_an_ally_on_the_tile_may_waive_retaliation(field: Table) -> None:
    """EOS-TILE-16: Brandt strikes at a small foe on Ada's tile; Ada wins and spares him, the foe does not."""
    table = field
    table.ok('join Ada --race human --body 5 --mind 6 --reflex 5 --presence 5 --aura 4 --combat "main-hand melee 2" --in Meadow')
    fighter(table, "Imp", "main-hand melee 1", "T1 dagger", race="gratchen", body=2)
    done = blow(table, "attack Brandt Imp --with club --sharing Ada --rolled 2 --against 10/10 --against-spare")
    assert done["outcomes"] == ["countered", "spared"]
    assert [w[0] for w in done["wounds"]] == ["Brandt"]


def test_small_attackers_strike_the_one_they_mean(field: Table) -> None:
    """EOS-TILE-17, EOS-TILE-12: Imp against Pip, who shares Brandt's tile: Brandt is not asked."""
    fighter(field, "Imp", "main-hand melee 1", "T1 dagger", race="gratchen", body=2)
    done = blow(field, "attack Imp Pip --with dagger --sharing Brandt --rolled 13 --against 2")
    assert [f["whom"] for f in done["facts"]] == ["Pip"]


def test_a_small_one_on_a_bigger_foes_tile_is_behind_it(field: Table) -> None:
    """EOS-TILE-11: Ogre's shield of T4 does not count: 22 - 10 = 12 + 3 + 1 - 5."""
    field.all('gm give Ogre T4 shield --reason "x"', "wield Ogre club, shield")
    done = blow(field, "attack Pip Ogre --with dagger --sharing Pip --rolled 13 --against 4")
    assert done["facts"][0]["behind"] is True
    assert done["wounds"] == [("Ogre", 12 + 3 + 1 - 5)]


def test_small_against_small_on_one_tile_is_from_the_front(field: Table) -> None:
    """EOS-TILE-12."""
    fighter(field, "Imp", "main-hand melee 1", "T1 dagger", race="gratchen", body=2)
    assert blow(field, "attack Imp Pip --with dagger --sharing Imp --rolled 13 --against 2")["facts"][0]["behind"] is False


def test_dice_and_words_go_by_the_order_of_the_line(field: Table) -> None:
    """A slash parts what is said for each; a die too few names the one that is missing."""
    assert "Brandt" in field.usage("attack Ogre Pip --with club --sharing Brandt --rolled 13 --against 15")["text"]
    field.usage("attack Ogre Pip --with club --sharing Brandt --rolled 13 --against 15/8/3")
    done = blow(field, "attack Ogre Pip --with club --sharing Brandt --rolled 3 --against 1/1 --against-fumble dagger/club --spare")
    assert done["gear"] == [("Pip", "dagger", 0), ("Brandt", "club", 1)]


def test_one_die_may_serve_all(field: Table) -> None:
    """EOS-STS-07 for blows: `all:9` is one die of the whole tile, each with their own sums."""
    done = blow(field, "attack Ogre Pip --with club --sharing Brandt --rolled 13 --against all:2")
    assert [r["against"]["total"] for r in done["rolls"]] == [11, 10]


def test_hit_points_add_up(field: Table) -> None:
    blow(field, "attack Ogre Pip --with club --sharing Brandt --rolled 13 --against 2/5")
    assert (hp(field, "Pip"), hp(field, "Brandt")) == (18 - 14, 26 - 12)
