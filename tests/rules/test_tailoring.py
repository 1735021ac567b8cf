"""Tailoring: fragments to cloth, cloth to clothing, cordage (seed 2385 to 2515)."""

import pytest

from tests.conftest import Table
from tests.rules.test_crafting import bench, give, maker, stock


@pytest.fixture
def loft(table: Table) -> Table:
    """Dora, a tailor of level 5, with nothing."""
    table.all("declare zone Oakwood --miles 15", maker("tailor 5"))
    return table


def test_nobody_tailors_without_a_kit(loft: Table) -> None:
    """EOS-TAIL-01 (line 2389): EOS-CRAFT-02 asks for it."""
    give(loft, "50 cloth fragments")
    loft.refused("craft Dora T1 cloth", "EOS-CRAFT-02")


@pytest.mark.parametrize("tier", [1, 2, 3, 4, 5])
def test_a_tailor_makes_cloth_up_to_the_level_of_five_fragments_a_tier(loft: Table, tier: int) -> None:
    """EOS-TAIL-02, EOS-TAIL-03 (lines 2405, 2407): tailor 5 makes T1 to T5, each in one task."""
    give(loft, "tailor toolkit, 100 cloth fragments")
    loft.ok(f"craft Dora T{tier} cloth")
    assert stock(loft)[("cloth", tier)] == 1
    assert stock(loft)[("cloth fragment", None)] == 100 - 5 * tier
    loft.refused("craft Dora T6 cloth", "EOS-CRAFT-03")


@pytest.mark.parametrize(
    ("tier", "fragments"),
    [(1, 5), (2, 10), (3, 15), (4, 20), (5, 25), (6, 30), (7, 35), (8, 40), (9, 45), (10, 50), (11, 55), (12, 60)],
)
def test_the_printed_table_of_fragments(table: Table, tier: int, fragments: int) -> None:
    """EOS-TAIL-03 (lines 2392 to 2404)."""
    table.all("declare zone Oakwood --miles 15", maker("tailor 12"))
    give(table, f"tailor toolkit, {fragments} cloth fragments")
    table.ok(f"craft Dora T{tier} cloth")
    assert ("cloth fragment", None) not in stock(table)


def test_ten_tiers_take_fifty_fragments(table: Table) -> None:
    """EOS-TAIL-03 (line 2407)."""
    table.all("declare zone Oakwood --miles 15", maker("tailor 10"))
    give(table, "tailor toolkit, 49 cloth fragments")
    table.refused("craft Dora T10 cloth", "EOS-CRAFT-06")
    give(table, "1 cloth fragment")
    table.ok("craft Dora T10 cloth")
    assert ("cloth fragment", None) not in stock(table)


@pytest.mark.parametrize(
    ("tool", "cloth"), [("tailor toolkit", 1), ("basic tailor toolkit", 2), ("tailor workshop", 4)]
)
def test_cloth_a_task_by_tool(loft: Table, tool: str, cloth: int) -> None:
    """EOS-TAIL-02 (line 2405): 1, 2, 4, at any tier."""
    give(loft, tool, "Oakwood")
    give(loft, "60 cloth fragments")
    loft.ok("craft Dora 4 T3 cloth")
    assert stock(loft)[("cloth", 3)] == cloth
    assert ("cloth fragment", None) not in stock(loft)


def test_where_the_table_ruled_so_cloth_takes_its_tier_squared(loft: Table) -> None:
    """EOS-TAIL-02 (ruling cloth_time: tier-squared)."""
    loft.ok('ruling cloth_time tier-squared --reason "vote"')
    give(loft, "tailor toolkit, 15 cloth fragments")
    loft.ok("craft Dora T3 cloth")
    assert (bench(loft)[0]["needed"], bench(loft)[0]["done"]) == (9, 1)


def test_clothing_takes_a_cloth_of_its_tier_and_is_made_up_to_the_level(table: Table) -> None:
    """EOS-TAIL-05 (line 2411): tailor 4 makes T1 to T4."""
    table.all("declare zone Oakwood --miles 15", maker("tailor 4"))
    give(table, "tailor toolkit, 5 T5 cloth")
    for tier in (1, 2, 3, 4):
        table.all(f"craft Dora T{tier} clothing", f"clock day-{tier + 1}")
    table.refused("craft Dora T5 clothing", "EOS-CRAFT-03")


def test_mixed_cloth_takes_the_lowest_tier(loft: Table) -> None:
    """EOS-TAIL-06 (line 2435): a bedroll of one T2 and one T3 cloth is T2, and never T3."""
    give(loft, "tailor toolkit, T2 cloth, T3 cloth")
    loft.refused('craft Dora T3 bedroll --using "1 T2 cloth, 1 T3 cloth"', "EOS-CRAFT-07")
    loft.ok('craft Dora bedroll --using "1 T2 cloth, 1 T3 cloth"')
    work = bench(loft)[0]
    assert (work["product"], work["tier"], work["needed"]) == ("bedroll", 2, 4)
    assert not [t for t in stock(loft) if t[0] == "cloth"]


def test_a_bedroll_takes_two_cloth(loft: Table) -> None:
    """EOS-BED-01 (line 2495)."""
    give(loft, "tailor toolkit, T1 cloth")
    loft.refused("craft Dora T1 bedroll", "EOS-CRAFT-06")
    give(loft, "T1 cloth")
    loft.ok("craft Dora T1 bedroll")
    assert stock(loft)[("bedroll", 1)] == 1


def test_clothing_for_a_small_one_takes_half_a_cloth_and_fits_it(loft: Table) -> None:
    """EOS-TAIL-05, EOS-GEAR-03, COMMANDS 7.1: half a T1 cloth is left, and the set is Pip's."""
    loft.ok("npc Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood")
    give(loft, "tailor toolkit, 14 cloth fragments")
    loft.all("craft Dora T1 cloth", "craft Dora T1 clothing for Pip")
    assert stock(loft)[("cloth", 1)] == 0.5
    piece = next(p for p in loft.ok("gear Dora")["pieces"] if p["item"] == "clothing")
    assert (piece["size"], piece["fitted_to"], piece["tier"]) == ("Small", "Pip", 1)


def test_cordage_is_ten_feet_a_fragment_and_a_hundred_feet_a_task(loft: Table) -> None:
    """EOS-TAIL-09 (line 2509), whatever the tool (ruling cordage_mult: 100-ft-cap)."""
    give(loft, "basic tailor toolkit, 20 cloth fragments")
    loft.ok("craft Dora 200 ft cordage")
    assert stock(loft)[("cordage", None)] == 100
    assert bench(loft)[0]["left"] == 1
    loft.ok("craft Dora 200 ft cordage")
    assert stock(loft)[("cordage", None)] == 200
    assert ("cloth fragment", None) not in stock(loft)


def test_where_the_table_ruled_so_better_tools_make_more_cordage(loft: Table) -> None:
    """EOS-TAIL-09 (ruling cordage_mult: tool-multiplied)."""
    loft.ok('ruling cordage_mult tool-multiplied --reason "vote"')
    give(loft, "basic tailor toolkit, 20 cloth fragments")
    loft.ok("craft Dora 200 ft cordage")
    assert stock(loft)[("cordage", None)] == 200
