"""Repair: a hundredth of the time, and as good as new (seed 1826 to 1830, 1896, 1977, 2236, 2537, 2563, 2581)."""

from typing import Any

import pytest

from tests.conftest import Table
from tests.rules.test_crafting import bench, give, maker

YEAR = 360


@pytest.fixture
def forge(table: Table) -> Table:
    """Dora, level 1 in everything that mends, with crude kits."""
    table.all(
        "declare zone Oakwood --miles 15",
        maker("metalworks 1, woodworks 1, tailor 1"),
        maker("mining 1", "Ivo"),
    )
    give(table, "metalworks toolkit, woodworks toolkit, tailor toolkit")
    return table


def broken(table: Table, thing: str, tier: int, who: str = "Dora") -> str:
    """A piece of that kind, damaged down to a tier; its name."""
    [entry] = table.entries(f'gm give {who} {thing} --reason "found"')
    piece: str = entry["postings"][0]["lot"]
    table.ok(f'gm set "{piece}" tier {tier} --reason "blows"')
    return piece


def tiers(table: Table, piece: str, on: str = "") -> tuple[Any, Any, Any]:
    row = next(p for p in table.ok(f"gear Dora {on}")["pieces"] if p["piece"] == piece)
    return row["tier"], row["full_tier"], row["state"]


@pytest.mark.parametrize(
    ("thing", "at"),
    [
        ("T5 armor", 0),
        ("T5 shield", 0),
        ("T5 sword", 0),
        ("T5 crossbow", 0),
        ("T5 two-handed crossbow", 1),
        ("T5 bow", 1),
        ("T5 wood stove", 0),
        ("chest", 1),
        ("T5 tent", 1),
        ("T5 furniture", 2),
    ],
)
def test_a_repair_brings_back_the_full_tier_however_many_were_lost(forge: Table, thing: str, at: int) -> None:
    """EOS-REPAIR-01, EOS-REPAIR-03, EOS-ARMR-06, EOS-ARMR-07, EOS-ARMR-08, EOS-WEAP-06, EOS-XBOW-07, EOS-BOWY-11,
    EOS-METAL-05, EOS-METAL-06, EOS-WOOD-07, EOS-TENT-04: 25 / 100 of a task at crude tools, no materials, level 1.
    """
    piece = broken(forge, thing, at)
    name = thing.removeprefix("T5 ")
    worked, finished = forge.entries(f"repair Dora {name}")[1:]
    full = 2 if name == "chest" else 5
    assert (worked["tag"], worked["facts"]["task"], worked["facts"]["left"]) == ("repair.worked", full**2 / 100, 0)
    assert finished["tag"] == "repair.finished"
    assert tiers(forge, piece) == (full, full, "whole")


@pytest.mark.parametrize(
    ("thing", "rule"),
    [
        ("bow", "EOS-BOWY-11"),
        ("tent", "EOS-TENT-04"),
        ("spear", "EOS-REPAIR-03"),
        ("wood shield", "EOS-WOOD-14"),
    ],
)
def test_what_is_destroyed_or_never_mended_stays_so(forge: Table, thing: str, rule: str) -> None:
    """EOS-REPAIR-03, EOS-BOWY-11, EOS-TENT-04, EOS-WOOD-14 (lines 1896, 2497, 2581)."""
    piece = broken(forge, thing, 0)
    forge.refused(f"repair Dora {thing}", rule)
    assert tiers(forge, piece)[2] in ("destroyed", "inert")


@pytest.mark.parametrize(
    ("thing", "lacking"),
    [
        ("armor", "tailor"),
        ("armor", "metalworks"),
        ("shield", "metalworks"),
        ("sword", "metalworks"),
        ("crossbow", "woodworks"),
        ("crossbow", "metalworks"),
        ("bow", "woodworks"),
        ("chest", "woodworks"),
        ("frying pan", "metalworks"),
        ("tent", "tailor"),
    ],
)
def test_who_may_mend_what(forge: Table, thing: str, lacking: str) -> None:
    """EOS-REPAIR-02: each of the skills at 1, and that is enough for every tier."""
    has = ", ".join(f"{s} 1" for s in ("metalworks", "woodworks", "tailor") if s != lacking)
    forge.all(maker(has, "Nils"), "give Dora metalworks toolkit, woodworks toolkit, tailor toolkit --to Oakwood")
    broken(forge, f"T2 {thing}", 1, "Nils")
    refused = forge.refused(f"repair Nils {thing}", "EOS-REPAIR-02")
    assert lacking in refused["text"]


def test_a_task_flows_along_the_list_and_what_is_left_waits(forge: Table) -> None:
    """COMMANDS 3: `repair Dora sword, shield --with basic`: at 2 a task, 0.25 and 0.25 of work are an eighth each."""
    give(forge, "basic metalworks toolkit")
    broken(forge, "T5 sword", 1)
    broken(forge, "T5 shield", 1)
    broken(forge, "T5 axe", 1)
    entries = forge.entries("repair Dora sword, shield --with basic")
    assert [(e["tag"], e["cause"] is None) for e in entries] == [
        ("task.spent", True),
        ("repair.worked", False),
        ("repair.finished", False),
        ("repair.worked", True),
        ("repair.finished", False),
    ]
    assert [e["facts"]["task"] for e in entries if e["tag"] == "repair.worked"] == [0.125, 0.125]
    assert forge.tags("repair Dora axe --tasks 0") == ["repair.worked", "repair.finished"]
    forge.refused("repair Dora axe --tasks 0")


def test_the_rest_of_a_task_may_be_lost_by_ruling(forge: Table) -> None:
    """EOS-CRAFT-05 (ruling task_fraction: divisible | one-item-per-task)."""
    forge.ok('ruling task_fraction one-item-per-task --reason "vote"')
    broken(forge, "T5 sword", 1)
    broken(forge, "T5 shield", 1)
    assert forge.tags("repair Dora sword, shield --tasks 2") == [
        "task.spent",
        "repair.worked",
        "repair.finished",
        "task.spent",
        "repair.worked",
        "repair.finished",
    ]


def test_a_large_repair_stays_on_the_bench(forge: Table) -> None:
    """EOS-REPAIR-01: T12 is 1.44 days of work at crude tools."""
    piece = broken(forge, "T12 sword", 3)
    assert forge.tags("repair Dora sword") == ["task.spent", "repair.worked"]
    [work] = bench(forge)
    assert (work["verb"], work["needed"], work["done"], work["state"]) == ("repair", 1.44, 1, "open")
    assert tiers(forge, piece)[0] == 3
    entries = forge.entries("repair Dora sword")
    assert [e["tag"] for e in entries] == ["task.spent", "repair.worked", "repair.finished"]
    assert entries[1]["facts"]["task"] == 0.44
    assert tiers(forge, piece)[0] == 12
    assert bench(forge)[0]["state"] == "finished"


@pytest.mark.parametrize(("choice", "task"), [("current-tool", 0.04), ("as-built", 0.01)])
def test_the_tool_is_todays_or_that_of_its_making(forge: Table, choice: str, task: float) -> None:
    """EOS-REPAIR-01 (ruling repair_tool): 4 / 100 at crude tools; made in a workshop, a quarter of that."""
    forge.all(
        f'ruling repair_tool {choice} --reason "vote"',
        maker("weaponsmith 5, metalworks 5", "Smith"),
        'gm give Smith T2 ingot --reason "found"',
        'gm give Oakwood weaponsmith workshop --reason "found"',
        "craft Smith T2 sword",
        "give Smith sword --to Dora",
    )
    piece = next(p["piece"] for p in forge.ok("gear Dora")["pieces"] if p["item"] == "sword")
    forge.ok(f'gm set "{piece}" tier 1 --reason "blows"')
    assert forge.entries("repair Dora sword --with crude")[1]["facts"]["task"] == task


def test_what_is_whole_is_not_mended_and_a_toolkit_is_needed(forge: Table) -> None:
    give(forge, "T2 sword")
    assert forge.refused("repair Dora sword")["state"] == "whole"
    broken(forge, "T2 axe", 1)
    forge.ok('gm take Dora metalworks toolkit, woodworks toolkit --reason "lost"')
    forge.refused("repair Dora axe", "EOS-CRAFT-02")
    forge.usage("repair Dora")
    forge.usage("repair Dora axe --tasks -1")


# -- wear by the years ------------------------------------------------------------------------------------------


def test_metal_goods_lose_a_tier_every_year_in_use(forge: Table) -> None:
    """EOS-METAL-04, EOS-METAL-05 (line 2236): down to T0, where it is broken, and a repair begins the years anew."""
    [entry] = forge.entries('gm give Dora T2 wood stove --reason "found"')
    stove = entry["postings"][0]["lot"]
    assert tiers(forge, stove, f"--on day-{YEAR}") == (2, 2, "whole")
    assert tiers(forge, stove, f"--on day-{1 + YEAR}") == (1, 2, "damaged")
    assert tiers(forge, stove, f"--on day-{1 + 2 * YEAR}") == (0, 2, "broken")
    forge.all(f"clock +{YEAR + 9}d", "repair Dora wood stove")
    assert tiers(forge, stove) == (2, 2, "whole")
    row = next(p for p in forge.ok("gear Dora")["pieces"] if p["piece"] == stove)
    assert row["next_loss"] == 1 + YEAR + 9 + YEAR


def test_toolkits_are_gear_and_do_not_wear(forge: Table) -> None:
    """EOS-METAL-04 (ruling toolkits_decay: no)."""
    give(forge, "basic tailor toolkit")
    rows = forge.ok(f"gear Dora --on day-{5 * YEAR}")["pieces"]
    assert {(p["item"], p["state"], p["next_loss"]) for p in rows if "toolkit" in p["item"]} == {
        ("metalworks toolkit", "whole", None),
        ("woodworks toolkit", "whole", None),
        ("tailor toolkit", "whole", None),
        ("basic tailor toolkit", "whole", None),
    }


def test_a_broken_workshop_serves_nobody(forge: Table) -> None:
    """EOS-METAL-05: at T0 it is unusable until it is mended."""
    give(forge, "weaponsmith workshop, T1 ingot", "Dora")
    forge.ok('npc Dora --skills "weaponsmith 1"')
    piece = next(p["piece"] for p in forge.ok("gear Dora")["pieces"] if p["item"] == "weaponsmith workshop")
    forge.ok(f'gm set "{piece}" tier 0 --reason "fire"')
    forge.refused("craft Dora T1 sword", "EOS-CRAFT-02")


def test_a_weapon_at_t0_is_no_weapon_for_a_hunt(forge: Table) -> None:
    """EOS-WEAP-05: not destroyed, and of no use below T1."""
    forge.ok('npc Dora --skills "hunting 3"')
    piece = broken(forge, "T2 sword", 0)
    assert tiers(forge, piece)[2] == "unusable"
    forge.refused("hunt Dora --rolled 20", "EOS-HUNT-01")
