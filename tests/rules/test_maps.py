"""Map making: seed lines 2176 to 2188."""

from typing import Any

import pytest

import schemas.rulebook as rulebook
from tests.conftest import Table


def charter(level: int, art: int = 5, navigation: int = 5, name: str = "Ada") -> str:
    skills = f"art {art}, navigation {navigation}, map making {level}"
    return (
        f'npc {name} --race human --body 5 --mind 12 --reflex 3 --presence 3 --aura 3 --skills "{skills}" --in Oakwood'
    )


@pytest.fixture
def coast(table: Table) -> Table:
    """Two zones, and a map of the first that the GM declared."""
    table.all(
        "declare zone Oakwood --miles 15",
        "declare zone Ford --miles 20",
        'declare map "Old Map" --tier 3 --of Oakwood',
    )
    return table


def give(table: Table, things: str, to: str = "Ada") -> None:
    table.ok(f'gm give {to} {things} --reason "found"')


KITS = "art toolkit, navigation toolkit"


def map_gained(entries: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    return [(p["item"], p["tier"]) for e in entries for p in e["postings"] if p["kind"] == "gained"]


@pytest.mark.parametrize(("art", "navigation"), [(4, 5), (5, 4)])
def test_a_map_takes_art_and_navigation_of_five(coast: Table, art: int, navigation: int) -> None:
    """EOS-MAP-01 (2176)."""
    coast.ok(charter(3, art, navigation))
    give(coast, KITS)
    coast.refused('chart Ada "North Coast" --tier 1', "EOS-MAP-01")


@pytest.mark.parametrize("kit", ["art toolkit", "navigation toolkit"])
def test_a_map_takes_the_tools_of_both(coast: Table, kit: str) -> None:
    """EOS-MAP-02 (2180): either missing is refused; crude ones serve."""
    coast.ok(charter(3))
    give(coast, kit)
    coast.refused('chart Ada "North Coast" --tier 1', "EOS-MAP-02")
    give(coast, KITS)
    coast.ok('chart Ada "North Coast" --tier 1')


def test_a_map_from_memory_takes_a_task_for_each_tier(coast: Table) -> None:
    """EOS-MAP-04 (2184): tier 7 takes seven tasks, two a day, on the bench; then it is there."""
    coast.ok(charter(7))
    give(coast, KITS)
    task, drawn, *_ = coast.entries('chart Ada "North Coast" --tier 7 --tasks 2')
    assert [task["tag"], drawn["tag"], drawn["rule"], drawn["facts"]["left"]] == [
        "task.spent",
        "map.drawn",
        "EOS-MAP-04",
        6,
    ]
    [work] = coast.ok("bench Ada")["works"]
    assert (work["verb"], work["product"], work["tier"], work["needed"], work["done"]) == (
        "chart",
        "North Coast",
        7,
        7,
        2,
    )
    for day in (2, 3):
        coast.all(f"clock day-{day}", 'chart Ada "North Coast" --tasks 2')
    coast.ok("clock day-4")
    entries = coast.entries('chart Ada "North Coast"')
    assert map_gained(entries) == [("map", 7)]
    assert coast.ok("bench Ada")["works"][0]["state"] == "finished"


def test_no_map_above_the_skill_or_of_ground_never_visited(coast: Table) -> None:
    """EOS-MAP-04: tier 4 with map making 3, and Ford, where Ada has never been."""
    coast.ok(charter(3))
    give(coast, KITS)
    coast.refused('chart Ada "North Coast" --tier 4', "EOS-MAP-04")
    assert coast.refused("chart Ada Ford --tier 1", "EOS-MAP-04")["state"] == "never visited"
    coast.refused('chart Ada "Both" --of "Oakwood, Ford" --tier 1', "EOS-MAP-04")
    coast.all('gm place Ada --to Ford --reason "by boat"', 'chart Ada "Both" --of "Oakwood, Ford" --tier 1')


@pytest.mark.parametrize("tasks", [1, 2])
def test_a_copy_keeps_its_tier_and_takes_a_task_or_two(coast: Table, tasks: int) -> None:
    """EOS-MAP-05 (2186): also of a tier above the hand that copies."""
    coast.ok(charter(1))
    give(coast, f"{KITS}, Old Map")
    entries = coast.entries(f'chart Ada "For Ivo" --copy "Old Map" --tasks {tasks}')
    assert [e["tag"] for e in entries] == ["task.spent", "map.copied"] * tasks
    assert (entries[-1]["rule"], entries[-1]["facts"]["source"], map_gained(entries)) == (
        "EOS-MAP-05",
        "Old Map",
        [("map", 3)],
    )


def test_a_copy_is_no_work_for_the_unskilled_nor_for_three_tasks(coast: Table) -> None:
    """EOS-MAP-05: map making of 1 or more."""
    coast.ok(charter(0))
    give(coast, f"{KITS}, Old Map")
    coast.refused('chart Ada --copy "Old Map"', "EOS-MAP-05")
    coast.usage('chart Ada --copy "Old Map" --tasks 3')
    coast.usage('chart Ada --copy "Old Map" --tier 2')


def test_joined_maps_have_the_lowest_of_their_tiers(coast: Table) -> None:
    """EOS-MAP-06 (2188): T3 and T5 become T3, and show what both show."""
    coast.all(charter(5), 'declare map "Sea Chart" --tier 5 --of Ford')
    give(coast, f"{KITS}, Old Map, Sea Chart")
    task, joined = coast.entries('chart Ada "Whole Coast" --using "Old Map, Sea Chart"')
    assert [task["tag"], joined["tag"], joined["rule"], joined["facts"]["tier"]] == [
        "task.spent",
        "map.joined",
        "EOS-MAP-06",
        3,
    ]
    assert joined["facts"]["sources"] == ["Old Map", "Sea Chart"]
    assert map_gained([joined]) == [("map", 3)]
    coast.usage('chart Ada "Whole Coast" --using "Old Map"')
    assert coast.refused('chart Ada "Whole Coast" --using "Old Map, Lost Map"')["thing"] == "Lost Map"


def test_the_last_hand_decides_the_tier_if_it_charted_all_of_it(coast: Table) -> None:
    """EOS-MAP-03 (2184): map making 5 makes the T2 map of ground she charted a T5; a weaker hand lowers it again."""
    coast.all(charter(5), charter(3, name="Bel"))
    give(coast, KITS)
    give(coast, KITS, "Bel")
    coast.ok('chart Ada "North Coast" --tier 2 --tasks 2')
    coast.ok("clock day-2")
    task, updated = coast.entries('chart Ada "North Coast" --update')
    assert [task["tag"], updated["tag"], updated["rule"]] == ["task.spent", "map.updated", "EOS-MAP-03"]
    assert (updated["facts"]["before"], updated["facts"]["tier"], updated["facts"]["charted_all"]) == (2, 5, True)
    coast.ok('chart Bel "Her Own" --tier 1')
    _, updated = coast.entries('chart Bel "North Coast" --update')
    assert (updated["facts"]["before"], updated["facts"]["tier"]) == (5, 3)


def test_ground_that_was_not_charted_counts_as_another_map(coast: Table) -> None:
    """EOS-MAP-03, EOS-MAP-06: Ada (5) never charted what the T3 map shows: the lower stands; with --of she charts
    it.
    """
    coast.ok(charter(5))
    give(coast, f"{KITS}, Old Map")
    _, updated = coast.entries('chart Ada "Old Map" --update')
    assert (updated["rule"], updated["facts"]["tier"], updated["facts"]["charted_all"]) == ("EOS-MAP-06", 3, False)
    _, updated = coast.entries('chart Ada "Old Map" --update --of Oakwood')
    assert (updated["rule"], updated["facts"]["tier"], updated["facts"]["charted_all"]) == ("EOS-MAP-03", 5, True)


def test_a_map_is_made_in_one_way(coast: Table) -> None:
    """EOS-MAP-03: usage, whatever the world."""
    coast.ok(charter(5))
    coast.usage('chart Ada "X" --copy "Old Map" --update')
    coast.usage("chart Ada --tier 2")
    coast.usage('chart Ada "X" --tier 0')


@pytest.mark.parametrize(("kit", "size"), [("map making", "M"), ("navigation", "M"), ("scholar", "M")])
def test_crude_kits_are_medium_and_basic_ones_small(coast: Table, kit: str, size: str) -> None:
    """EOS-NAV-11 (2306, 2178, 2352): ten slots at most against one."""
    coast.ok(charter(5))
    give(coast, f"{kit} toolkit, basic {kit} toolkit")
    pieces = {p["item"]: p for p in coast.ok("gear Ada")["pieces"]}
    assert set(pieces) == {f"{kit} toolkit", f"basic {kit} toolkit"}
    assert rulebook.thing_row(f"{kit} toolkit").size_class == size
    assert rulebook.thing_row(f"basic {kit} toolkit").size_class == "S"
