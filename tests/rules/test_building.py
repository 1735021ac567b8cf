"""Buildings and walls (seed 1744 to 1800, 2541 to 2566): by tile and foot, with helpers, and how they wear."""

from typing import Any

import pytest

from projections.structures import armor, section_hp, section_stands
from tests.conftest import Table
from tests.rules.test_crafting import bench, give, maker, stock

YEAR = 360


@pytest.fixture
def yard(table: Table) -> Table:
    """Wim, who builds in wood, and Ada, an architect, with crude kits of both."""
    table.all(
        "declare zone Oakwood --miles 15",
        maker("woodworks 3, scholar 5", "Wim"),
        maker("architect 5, scholar 5, woodworks 1", "Ada"),
        maker("mining 1", "Ivo"),
        maker("mining 1", "Mara"),
    )
    give(table, "woodworks toolkit", "Wim")
    give(table, "architect toolkit", "Ada")
    return table


def days_on(table: Table, days: int) -> None:
    """So many days later, with nobody to feed."""
    table.ok(f"clock +{days}d")


def tier(table: Table, place: str, on: str = "") -> Any:
    return table.ok(f'site "{place}" {on}')["shelter_tier"]


def next_loss(table: Table, place: str) -> Any:
    return table.ok(f'site "{place}"')["shelter_next_loss"]


# -- of wood ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tiles", "lumber"), [(200, 1000), (20, 100), (4, 20)])
def test_a_builder_takes_five_lumber_a_tile(yard: Table, tiles: int, lumber: int) -> None:
    """EOS-WOOD-03 (example, line 2547): and one short it is not begun."""
    give(yard, f"{lumber - 1} lumber", "Wim")
    yard.refused(f"craft Wim T1 wood structure --tiles {tiles}", "EOS-CRAFT-06")
    give(yard, "lumber", "Wim")
    yard.ok(f"craft Wim T1 wood structure --tiles {tiles}")
    assert stock(yard, "Wim") == {("woodworks toolkit", None): 1}


def test_a_hut_stands_as_a_place_of_its_own(yard: Table) -> None:
    """EOS-WOOD-05: T x T days for the whole of it, whatever the tiles; COMMANDS 3.1."""
    give(yard, "100 lumber", "Wim")
    assert yard.tags('craft Wim T2 wood structure --tiles 20 --named "Long Hut" --tasks 2') == [
        "task.spent",
        "craft.started",
        "craft.worked",
        "task.spent",
        "craft.worked",
    ]
    [work] = bench(yard, "Wim")
    assert (work["product"], work["tier"], work["needed"], work["done"]) == ("wood structure", 2, 4, 2)
    days_on(yard, 1)
    entries = yard.entries("craft Wim T2 wood structure --tiles 20 --tasks 2")
    assert [e["tag"] for e in entries][-2:] == ["craft.finished", "place.built"]
    built = entries[-1]
    assert (built["rule"], built["place"], built["who"]) == ("EOS-WOOD-05", "Oakwood", "Wim")
    assert built["facts"] == {"name": "Long Hut", "thing": "T2 wood structure", "measure": "20 tiles"}
    assert yard.ok("site Oakwood")["structures"] == ["Long Hut"]
    assert tier(yard, "Long Hut") == 2
    yard.ok('gm place Wim --to "Long Hut" --reason "moves in"')


def test_above_two_hundred_tiles_it_takes_an_architect(yard: Table) -> None:
    """EOS-WOOD-04, EOS-ARCH-04: 200 are a builder's, or an architect's; 199 never an architect's."""
    give(yard, "2000 lumber", "Wim")
    yard.refused("craft Wim T1 wood structure --tiles 201", "EOS-WOOD-04")
    yard.refused("craft Ada T1 stone structure --tiles 199", "EOS-ARCH-04")
    give(yard, "1000 lumber", "Ada")
    yard.ok("craft Ada T2 wood structure --tiles 200 --using '10 lumber'")
    assert bench(yard, "Ada")[0]["needed"] == 4 * 10


def test_the_size_must_be_told(yard: Table) -> None:
    """A building by its tiles, a wall by its length; nothing else has either."""
    for line in (
        "T1 wood structure",
        "T1 wood structure --length 20",
        "T1 wood structure --tiles 0",
        "2 T1 wood structure --tiles 4",
        "T1 stone wall --tiles 20",
        "T1 structure --tiles 300 --of clay",
        "chest --tiles 4",
    ):
        yard.usage(f"craft Wim {line}")


@pytest.mark.parametrize(
    ("line", "years", "rule"),
    [
        ("Hut --tier 2 --tiles 20 --of wood", 1, "EOS-WOOD-06"),
        ("Hall --tier 2 --tiles 201 --of wood", 10, "EOS-ARCH-08"),
        ("Dam --tier 2 --tiles 300 --of other", 10, "EOS-ARCH-08"),
        ("Keep --tier 2 --tiles 300 --of stone", 100, "EOS-ARCH-09"),
    ],
)
def test_what_it_is_built_of_says_how_long_it_stands(yard: Table, line: str, years: int, rule: str) -> None:
    """EOS-WOOD-06, EOS-ARCH-08, EOS-ARCH-09, EOS-ARCH-10: a tier a year, a decade, a century, down to nothing."""
    yard.ok(f"declare structure {line} --in Oakwood")
    name = line.split()[0]
    first = 1 + years * YEAR
    assert next_loss(yard, name) == first
    assert tier(yard, name, f"--on day-{first - 1}") == 2
    assert tier(yard, name, f"--on day-{first}") == 1
    assert tier(yard, name, f"--on day-{first + years * YEAR}") == 0


def test_under_the_roof_of_a_building_the_cold_is_halved(yard: Table) -> None:
    """EOS-ENV-06: as in any shelter."""
    yard.all(
        "declare structure Hut --tier 1 --tiles 4 --of wood --in Oakwood",
        'gm place Wim --to Hut --reason "in from the cold"',
        "weather --cold 4 --in Oakwood",
        "expose Wim --hours 1 --by shelter",
    )
    assert yard.ok("sheet Wim")["hp"] == yard.ok("sheet Wim")["max_hp"] - 2


# -- an architect's ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wall_tier", "feet"), [(5, 20), (1, 100)])
def test_a_wall_is_a_foot_thick_for_each_tier(yard: Table, wall_tier: int, feet: int) -> None:
    """EOS-ARCH-13, EOS-ARCH-07 (line 1780): a hundred square feet either way, 360 stones."""
    give(yard, "359 stones", "Ada")
    yard.refused(f"craft Ada T{wall_tier} stone wall --length {feet}", "EOS-CRAFT-06")
    give(yard, "stone", "Ada")
    yard.ok(f"craft Ada T{wall_tier} stone wall --length {feet}")
    assert bench(yard, "Ada")[0]["needed"] == wall_tier**2


def test_a_begun_hundred_square_feet_costs_a_whole_one(yard: Table) -> None:
    """EOS-ARCH-05, EOS-ARCH-16 (ruling partial_unit): 201 tiles are 1,005 sq ft, eleven units of 3 x 3 days."""
    give(yard, f"{11 * 360} stones", "Ada")
    yard.ok("craft Ada T3 stone structure --tiles 201")
    assert bench(yard, "Ada")[0]["needed"] == 99
    assert ("stone", None) not in stock(yard, "Ada")


@pytest.mark.parametrize(
    ("ruling", "helpers", "a_task"),
    [
        ("one-unit-each", "", 1),
        ("one-unit-each", "Ivo", "4/3"),
        ("one-unit-each", "Ivo,Mara", 2),
        ("parallel-crew", "Ivo", 2),
        ("parallel-crew", "Ivo,Mara", 2),
    ],
)
def test_helpers_shorten_an_architects_work(yard: Table, ruling: str, helpers: str, a_task: Any) -> None:
    """EOS-ARCH-06 (line 1766; ruling architect_helpers): four hundred square feet at T2 are 16 days alone, 12 with one
    helper, 8 with two; shared out in crews of two 8, of three (2 units each) 8. Every helper spends a task of theirs.
    """
    give(yard, "1440 stones", "Ada")
    if ruling != "one-unit-each":
        yard.ok(f'ruling architect_helpers {ruling} --reason "vote"')
    said = f"--helpers {helpers}" if helpers else ""
    entries = yard.entries(f"craft Ada T2 stone wall --length 200 {said}")
    names = [h for h in helpers.split(",") if h]
    assert [(e["tag"], e["who"], e["cause"]) for e in entries[: len(names) + 1]] == [
        ("task.spent", who, None) for who in (*names, "Ada")
    ]
    assert entries[-1]["facts"]["added"] == a_task
    assert bench(yard, "Ada")[0]["helpers"] == names


def test_helpers_of_nobody_else(yard: Table) -> None:
    """EOS-ARCH-06: a builder has none; the architect is no helper; more than ten count as ten."""
    give(yard, "20 lumber", "Wim")
    yard.usage("craft Wim T1 wood structure --tiles 4 --helpers Ivo")
    give(yard, "4320 stones", "Ada")
    yard.usage("craft Ada T1 stone wall --length 100 --helpers Ada")
    yard.ok("npc digger --count 11 --race human --body 3 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood")
    entries = yard.entries("craft Ada T1 stone wall --length 1200 --helpers digger")
    assert len([e for e in entries if e["tag"] == "task.spent"]) == 12
    assert entries[-1]["facts"]["added"] == 6


def test_an_architect_needs_the_level_and_a_toolkit(yard: Table) -> None:
    """EOS-ARCH-01, EOS-ARCH-02, EOS-ARCH-03: a tier up to the level, tools, and scholar 5 to learn it at all."""
    give(yard, "2160 stones", "Ada")
    yard.refused("craft Ada T6 stone wall --length 100", "EOS-CRAFT-03")
    yard.ok('gm take Ada architect toolkit --reason "lost"')
    yard.refused("craft Ada T1 stone wall --length 100", "EOS-CRAFT-02")
    yard.refused(
        "join Cal --race human --body 5 --mind 5 --reflex 5 --presence 5 --aura 5 --time 'scholar 4, architect 1'",
        "EOS-ADV-01",
    )


def test_of_other_stuff_the_gm_says_what_it_takes(yard: Table) -> None:
    """EOS-ARCH-07: `--using` says what a building of no stone is made of."""
    give(yard, "30 ingots", "Ada")
    yard.ok("craft Ada T1 structure --tiles 300 --using '30 ingots' --named 'Iron Dome'")
    assert stock(yard, "Ada") == {("architect toolkit", None): 1}


def test_a_section_of_a_wall_falls_by_itself(yard: Table) -> None:
    """EOS-ARCH-12, EOS-ARCH-14, EOS-ARCH-15: ten a tier, tile by tile; a tier lost lessens all of them.

    The T6 row prints 90 hit points against 60 by the formula, which stands (ruling fort_hp).
    """
    yard.ok("declare structure Rampart --tier 6 --length 40 --of stone --in Oakwood")
    wall = yard.desk.campaign().head_world().get("Rampart").copy()
    assert (armor(wall, 1), section_hp(wall, 3, 1)) == (60, 60)
    wall.fields["damage 3"] = 55
    assert (section_hp(wall, 3, 1), section_hp(wall, 4, 1)) == (5, 60)
    century = 1 + 100 * YEAR
    assert (section_stands(wall, 3, 1), section_stands(wall, 3, century), section_stands(wall, 4, century)) == (
        True,
        False,
        True,
    )


# -- repair -----------------------------------------------------------------------------------------------------


def test_a_builder_mends_a_hut_while_it_stands(yard: Table) -> None:
    """EOS-WOOD-07: a hundredth of 3 x 3 days, and the years count anew; at T0 nothing mends it."""
    yard.ok("declare structure Hut --tier 3 --tiles 20 --of wood --in Oakwood")
    yard.refused("repair Wim Hut")
    days_on(yard, YEAR)
    assert tier(yard, "Hut") == 2
    entries = yard.entries("repair Wim Hut")
    assert [(e["tag"], e["rule"]) for e in entries] == [
        ("task.spent", "EOS-DAY-01"),
        ("repair.worked", "EOS-REPAIR-01"),
        ("repair.finished", "EOS-REPAIR-01"),
    ]
    assert entries[1]["facts"]["task"] == 0.09
    assert (tier(yard, "Hut"), next_loss(yard, "Hut")) == (3, 1 + 2 * YEAR)
    days_on(yard, 3 * YEAR)
    assert tier(yard, "Hut") == 0
    yard.refused("repair Wim Hut", "EOS-WOOD-07")


def test_the_years_may_run_on_through_a_repair(yard: Table) -> None:
    """EOS-WOOD-07, EOS-ARCH-11 (ruling decay_restart: from-repair | from-creation)."""
    yard.all(
        'ruling decay_restart from-creation --reason "vote"',
        "declare structure Hut --tier 3 --tiles 20 --of wood --in Oakwood",
    )
    days_on(yard, YEAR + 100)
    yard.ok("repair Wim Hut")
    assert (tier(yard, "Hut"), next_loss(yard, "Hut")) == (3, 1 + 2 * YEAR)


def test_an_architect_mends_what_an_architect_built(yard: Table) -> None:
    """EOS-ARCH-11, EOS-REPAIR-02: eleven units of T2 are 44 days, of which a hundredth; a builder cannot."""
    yard.ok("declare structure Keep --tier 2 --tiles 201 --of other --in Oakwood")
    days_on(yard, 10 * YEAR)
    yard.refused("repair Wim Keep", "EOS-REPAIR-02")
    assert yard.entries("repair Ada Keep")[1]["facts"]["task"] == 0.44
    assert tier(yard, "Keep") == 2
    days_on(yard, 20 * YEAR)
    yard.refused("repair Ada Keep", "EOS-ARCH-10")
