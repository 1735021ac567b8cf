"""Breaking down (seed 226 to 234), and cloth to fragments (2409)."""

import pytest

from tests.conftest import Table
from tests.rules.test_crafting import give, maker, stock


@pytest.fixture
def yard(table: Table) -> Table:
    """Dora, who works metal, with a crude kit of it."""
    table.all("declare zone Oakwood --miles 15", maker("metalworks 1"))
    give(table, "metalworks toolkit")
    return table


@pytest.mark.parametrize(("race", "ingots"), [("human", 1), ("neo-daemon", 9)])
def test_a_weapon_gives_back_the_metal_of_its_making(yard: Table, race: str, ingots: int) -> None:
    """EOS-GEAR-01 (line 230): a T5 weapon 1 T5 ingot, an extra-large one 9; one task."""
    yard.ok(f"npc Owner --race {race} --body 6 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood")
    give(yard, "T5 sword", "Owner")
    yard.ok("give Owner sword --to Dora")
    entries = yard.entries("salvage Dora sword")
    assert [e["tag"] for e in entries] == ["task.spent", "salvage.done"]
    assert stock(yard)[("ingot", 5)] == ingots
    assert ("sword", 5) not in stock(yard)


def test_a_worn_down_piece_gives_back_its_full_tier_unless_ruled_otherwise(yard: Table) -> None:
    """EOS-GEAR-01 (ruling breakdown_tier: original-tier | current-tier)."""
    give(yard, "2 T3 sword")
    for piece in yard.ok("gear Dora")["pieces"]:
        if piece["item"] == "sword":
            yard.ok(f'gm set {piece["piece"]} tier 2 --reason "worn"')
    yard.ok("salvage Dora sword")
    yard.all('ruling breakdown_tier current-tier --reason "vote"', "salvage Dora sword")
    assert stock(yard)[("ingot", 3)] == 1 and stock(yard)[("ingot", 2)] == 1


def test_one_skill_brings_back_every_material_unless_ruled_otherwise(yard: Table) -> None:
    """EOS-GEAR-02 (ruling breakdown_mixed: all | own-material-only): armor is metal and cloth."""
    give(yard, "2 T2 armor")
    yard.ok("salvage Dora armor")
    assert stock(yard)[("ingot", 2)] == 1 and stock(yard)[("cloth", 2)] == 1
    yard.all('ruling breakdown_mixed own-material-only --reason "vote"', "salvage Dora armor")
    assert stock(yard)[("ingot", 2)] == 2 and stock(yard)[("cloth", 2)] == 1


def test_it_takes_skill_and_toolkit_of_a_material(yard: Table) -> None:
    """EOS-GEAR-02 (line 234)."""
    give(yard, "T1 cloth, T1 bow")
    yard.refused("salvage Dora cloth", "EOS-GEAR-02")
    yard.refused("salvage Dora bow", "EOS-GEAR-02")
    give(yard, "spear")
    yard.refused("salvage Dora spear")
    yard.refused("salvage Dora axe")


def test_cloth_goes_back_to_all_its_fragments_a_task_each(table: Table) -> None:
    """EOS-TAIL-04 (line 2409): T3 cloth gives 15, half a T1 cloth 2.5."""
    table.all("declare zone Oakwood --miles 15", maker("tailor 1"))
    give(table, "tailor toolkit, T3 cloth, 0.5 T1 cloth")
    assert table.tags("salvage Dora T3 cloth, 0.5 T1 cloth") == ["task.spent", "salvage.done"] * 2
    assert stock(table)[("cloth fragment", None)] == 17.5
    give(table, "T1 cloth")
    table.refused("salvage Dora cloth", "EOS-DAY-01")
