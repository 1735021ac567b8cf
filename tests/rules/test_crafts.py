"""The crafts one by one: what they build on, with which tools, up to which tier, out of what (seed 1802 to 2582)."""

from typing import Any

import pytest

from tests.conftest import Table
from tests.rules.test_crafting import bench, give, maker, stock

CRAFTS: dict[str, tuple[str, dict[str, int], str]] = {
    "armorsmith": ("armor", {"metalworks": 5, "tailor": 5}, "T3 ingot, T3 cloth"),
    "weaponsmith": ("sword", {"metalworks": 5}, "T3 ingot"),
    "bowyer": ("bow", {"woodworks": 5}, "lumber, 5 ft cordage"),
    "crossbow smith": ("crossbow", {"metalworks": 5, "woodworks": 5}, "T3 ingot, lumber, 5 ft cordage"),
    "metalworks": ("ingot", {}, "T1 ingot"),
    "woodworks": ("furniture", {}, "3 lumber"),
    "tailor": ("clothing", {}, "T3 cloth"),
    "art": ("art", {}, "lumber"),
}


@pytest.fixture
def shop(table: Table) -> Table:
    table.ok("declare zone Oakwood --miles 15")
    return table


@pytest.mark.parametrize("craft", [c for c in CRAFTS if CRAFTS[c][1]])
def test_an_advanced_craft_is_learned_on_what_it_builds_on(shop: Table, craft: str) -> None:
    """EOS-ARMR-01, EOS-WEAP-01, EOS-BOWY-01, EOS-XBOW-01: each of them at 5."""
    needs = CRAFTS[craft][1]
    figures = "--race human --body 5 --mind 5 --reflex 5 --presence 5 --aura 5 --in Oakwood"
    for short in needs:
        levels = ", ".join(f"{s} {n - (s == short)}" for s, n in needs.items())
        shop.refused(f'join Cal {figures} --time "{levels}, {craft} 1"', "EOS-ADV-01")
    levels = ", ".join(f"{s} {n}" for s, n in needs.items())
    shop.ok(f'join Cal {figures} --time "{levels}, {craft} 1"')


@pytest.mark.parametrize("craft", list(CRAFTS))
def test_a_craft_takes_its_own_tools_a_tier_up_to_the_level_and_its_materials(shop: Table, craft: str) -> None:
    """EOS-ARMR-02, EOS-WEAP-02, EOS-BOWY-02, EOS-XBOW-02, EOS-METAL-01, EOS-WOOD-01, EOS-ART-01: a crude kit serves.

    EOS-ARMR-04, EOS-WEAP-04, EOS-BOWY-04, EOS-XBOW-04: materials of the tier, wood of any; 9 days of work at T3.
    """
    thing, _, goods = CRAFTS[craft]
    using = f' --using "{goods}"' if thing in ("furniture", "art") else ""
    shop.ok(maker(f"{craft} 3"))
    give(shop, goods)
    shop.refused(f"craft Dora T3 {thing}{using}", "EOS-CRAFT-02")
    give(shop, f"{craft} toolkit")
    shop.refused(f"craft Dora T4 {thing}{using}", "EOS-CRAFT-03")
    shop.ok(f"craft Dora T3 {thing}{using}")
    assert bench(shop)[0]["needed"] == (8 if thing == "ingot" else 9)
    assert stock(shop) == {(f"{craft} toolkit", None): 1}


def test_other_works_of_wood_are_made_of_what_is_said(shop: Table) -> None:
    """EOS-WOOD-08: furniture, instruments: T x T days; of how much wood, `--using` says, all of it that is there."""
    shop.ok(maker("woodworks 2"))
    give(shop, "woodworks toolkit, 4 lumber")
    shop.refused('craft Dora T1 instrument --using "5 lumber"', "EOS-CRAFT-06")
    shop.ok('craft Dora T1 instrument --using "4 lumber"')
    assert stock(shop) == {("woodworks toolkit", None): 1, ("instrument", 1): 1}
    shop.usage('craft Dora chest --using "4 ingots"')


@pytest.mark.parametrize(("choice", "feathers"), [("1-each", 5), ("3-each", 15)])
def test_an_arrow_takes_a_feather_or_three(shop: Table, choice: str, feathers: int) -> None:
    """EOS-BOWY-10 (ruling feathers_per_arrow): none, no arrow."""
    shop.all(maker("bowyer 5"), f'ruling feathers_per_arrow {choice} --reason "vote"')
    give(shop, f"bowyer toolkit, 5 shafts, 5 arrowheads, {feathers - 1} feathers")
    shop.refused("craft Dora 5 arrows", "EOS-CRAFT-06")
    give(shop, "feather")
    shop.ok("craft Dora 5 arrows")
    assert stock(shop) == {("bowyer toolkit", None): 1, ("arrow", None): 5}


def test_suit_and_hide_and_shield_are_one_armor_and_too_much_of_it_stands_still(shop: Table) -> None:
    """EOS-CGEAR-02, EOS-CGEAR-05, EOS-CGEAR-10, EOS-GEAR-12: T2 and hide 5 behind, a T3 shield more in front."""
    shop.ok(maker("tailor 1", "Brandt", "rock troll"))
    give(shop, "T2 armor, T3 shield, 5 cloaks", "Brandt")
    shop.all("wear Brandt armor, 4 cloaks", "wield Brandt shield")
    sheet: dict[str, Any] = shop.ok("sheet Brandt")
    assert (sheet["armor_rear"], sheet["armor_front"]) == (7, 10)
    assert sheet["move"] > 0
    shop.ok("wear Brandt cloak")
    assert shop.ok("sheet Brandt")["move"] == 0
