"""An even split (seed 503 to 509): dozens of rounds in one."""

import pytest

from projections.natural import hurt
from projections.structures import tier_now
from tests.conftest import JSON, Table


@pytest.fixture
def turtles(table: Table) -> Table:
    """Brandt in T8 with a T7 sword; an Ogre in T5 with a T4 shield and a T6 club."""
    table.all(
        "declare zone Oakwood --miles 15", "npc Brandt --race human --body 9 --in Oakwood",
        "npc Ogre --size 1x1 --hp 100 --body 9 --in Oakwood", "gm give Brandt T8 armor, T7 sword --reason loot",
        "gm give Ogre T5 armor, T4 shield, T6 club --reason loot", "wear Brandt armor", "wield Brandt sword",
        "wear Ogre armor", "wield Ogre club, shield",
    )  # fmt: skip
    return table


def tiers(table: Table, who: str) -> dict[str, int]:
    return {p["item"]: p["tier"] for p in table.ok(f"gear {who}")["pieces"]}


def hp(table: Table, who: str) -> int:
    found: int = table.ok(f"sheet {who}")["hp"]
    return found


def test_even_split_fives_as_the_book_calls_them(turtles: Table) -> None:
    """EOS-SPLIT-01, EOS-SPLIT-02 (line 509): five 20s and five 1s for each; nobody is hurt."""
    before = hp(turtles, "Brandt"), hp(turtles, "Ogre")
    entries = turtles.entries(
        'even-split Brandt Ogre 5 --crit "3 armor, 2 shield" --fumble "5 sword" --against-crit "5 armor"'
        ' --against-fumble "5 club"'
    )
    split = entries[0]
    assert (split["tag"], split["rule"], split["facts"]) == ("fight.split", "EOS-SPLIT-01", {"whom": "Ogre", "number": 5})
    assert {e["tag"] for e in entries[1:]} == {"gear.damaged"}
    assert {e["cause"] for e in entries[1:]} == {split["position"]}
    assert tiers(turtles, "Ogre") == {"armor": 2, "shield": 2, "club": 1}
    assert tiers(turtles, "Brandt") == {"armor": 3, "sword": 2}
    assert (hp(turtles, "Brandt"), hp(turtles, "Ogre")) == before


def test_no_tier_goes_below_none(turtles: Table) -> None:
    """EOS-CRIT-10: 20 steps on a T5 suit are five."""
    entries = turtles.entries('even-split Brandt Ogre 20 --crit "20 armor" --fumble "20 sword" --against-fumble "20 club"')
    assert tiers(turtles, "Ogre") == {"armor": 0, "shield": 4, "club": 0}
    assert [(e["facts"]["piece"].partition("@")[0], e["facts"]["was"], e["facts"]["tier"]) for e in entries[1:]] == [
        ("armor", 5, 0), ("sword", 7, 0), ("club", 6, 0),
    ]  # fmt: skip


def test_what_is_left_out_of_the_twenties_is_declined_and_of_the_ones_is_not(turtles: Table) -> None:
    """EOS-CRIT-01, EOS-CRIT-04: Brandt's only weapon pays by itself; the Ogre has two and must say."""
    refusal = turtles.refused("even-split Brandt Ogre 2", "EOS-CRIT-04")
    assert '--against-fumble "2' in refusal["help"][0]
    turtles.refused('even-split Brandt Ogre 2 --against-fumble "1 club"', "EOS-CRIT-04")
    turtles.ok('even-split Brandt Ogre 2 --against-fumble "1 club, 1 shield"')
    assert tiers(turtles, "Ogre") == {"armor": 5, "shield": 3, "club": 5}
    assert tiers(turtles, "Brandt") == {"armor": 8, "sword": 5}


def test_what_hangs_in_a_weapon_slot_counts_and_what_is_in_a_pack_does_not(turtles: Table) -> None:
    """EOS-SPLIT-03, EOS-CRIT-18: weapons are switched at any step."""
    turtles.all("gm give Brandt T3 axe --reason loot")
    turtles.refused('even-split Brandt Ogre 2 --fumble "1 sword, 1 axe" --against-fumble "2 club"', "EOS-CRIT-04")
    turtles.refused('even-split Brandt Ogre 2 --fumble "2 sword" --against-crit "2 axe" --against-fumble "2 club"', "EOS-CRIT-18")
    turtles.all("wear Brandt axe", 'even-split Brandt Ogre 2 --fumble "1 sword, 1 axe" --against-fumble "2 club"')
    assert (tiers(turtles, "Brandt")["axe"], tiers(turtles, "Brandt")["sword"]) == (2, 6)


def test_armor_pays_for_no_fumble(turtles: Table) -> None:
    """EOS-CRIT-04: a shield or a weapon does."""
    turtles.refused('even-split Brandt Ogre 2 --fumble "2 armor" --against-fumble "2 club"', "EOS-CRIT-04")


def test_twenties_on_bare_hands_are_ten_hit_points_each(turtles: Table) -> None:
    """EOS-SPLIT-02, EOS-UNA-08: two of them 20; his own 1s cost an unarmed man nothing here."""
    turtles.refused('even-split Ogre Brandt 2 --crit "2 hands" --fumble "2 club"', "EOS-CRIT-18")
    turtles.all("drop Brandt sword")
    before = hp(turtles, "Brandt")
    entries = turtles.entries('even-split Ogre Brandt 2 --crit "2 hands" --fumble "2 club"')
    [wound] = [e for e in entries if e["tag"] == "wound.dealt"]
    assert (wound["who"], wound["rule"], wound["facts"]["dealt"], wound["facts"]["kind"]) == ("Brandt", "EOS-SPLIT-02", 20, "crit")
    assert before - hp(turtles, "Brandt") == 20
    assert tiers(turtles, "Brandt")["armor"] == 8


def test_claws_go_down_first_and_at_nought_bleed(turtles: Table) -> None:
    """EOS-SPLIT-02, EOS-CRIT-06, EOS-CRIT-08, EOS-CRIT-09: T3 claws of a beast: three tiers, then two hits of ten."""
    turtles.ok("npc beast --size 1x1 --hp 90 --body 4 --natural-weapon 3 --natural-armor 2 --in Oakwood")
    entries = turtles.entries('even-split Brandt beast 5 --crit "5 claws" --fumble "5 sword"')
    beast = turtles.desk.campaign().head_world().get("beast")
    assert hurt(beast, "natural weapon") == 3
    assert [e["facts"]["dealt"] for e in entries if e["tag"] == "wound.dealt"] == [20]
    turtles.ok('even-split Brandt beast 1 --crit "1 hide" --fumble "1 sword"')
    assert turtles.ok("sheet beast")["natural_armor"] == 1
    turtles.all("gm give beast T1 shield --reason loot", "wield beast shield")
    turtles.refused('even-split Brandt beast 1 --crit "1 claws" --fumble "1 sword" --against-fumble "1 shield"', "EOS-CRIT-08")


def test_hide_lies_under_armor(turtles: Table) -> None:
    """EOS-CRIT-07: first the suit, then the hide."""
    turtles.ok("npc beast --size 1x1 --hp 90 --body 4 --natural-armor 3 --in Oakwood")
    turtles.all("gm give beast T2 armor --reason loot", "wear beast armor")
    turtles.refused('even-split Brandt beast 3 --crit "3 hide" --fumble "3 sword"', "EOS-CRIT-07")
    turtles.ok('even-split Brandt beast 3 --crit "2 armor, 1 hide" --fumble "3 sword"')
    assert (tiers(turtles, "beast")["armor"], turtles.ok("sheet beast")["natural_armor"]) == (0, 2)


def test_fewer_than_one_and_more_than_were_split_are_usage(turtles: Table) -> None:
    """EOS-SPLIT-01: n < 1."""
    for line in (
        "even-split Brandt Ogre 0", "even-split Brandt Ogre -1", "even-split Brandt Ogre", "even-split Brandt Brandt 2",
        'even-split Brandt Ogre 2 --crit "3 armor"', 'even-split Brandt Ogre 2 --crit "0 armor"',
        'even-split Brandt Ogre 2 --crit "2 spoonbill" --fumble "2 sword" --against-fumble "2 club"',
        'even-split Brandt Ogre 2 --fumble "2 sword, 1 sword"', "even-split Brandt Ogre 2.5",
    ):  # fmt: skip
        turtles.usage(line)


def test_the_game_master_calls_it(turtles: Table) -> None:
    turtles.all("join Nia --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --in Oakwood", "seat ivo --plays Nia")
    answer = turtles("even-split Brandt Ogre 2 --seat ivo")
    assert answer["kind"] == "refused"


def test_a_wall_comes_down_by_it(turtles: Table) -> None:
    """EOS-OBJ-02 (line 1794): a T3 wall and three 20s: nothing is left of it."""
    turtles.ok("declare structure Keep --in Oakwood --tier 3 --length 40")
    turtles.usage('even-split Brandt Keep 2 --against-crit "2 armor"')
    entries = turtles.entries('even-split Brandt Keep 2 --fumble "2 sword"')
    world = turtles.desk.campaign().head_world()
    assert tier_now(world.get("Keep"), world.day) == 1
    assert [rule_of(e) for e in entries] == ["EOS-SPLIT-01", "EOS-OBJ-02", "EOS-SPLIT-01"]
    assert "state.changed" in turtles.tags('even-split Brandt Keep 1 --fumble "1 sword"')
    turtles.refused("even-split Brandt Keep 1")


def rule_of(entry: JSON) -> str:
    found: str = entry["rule"]
    return found
