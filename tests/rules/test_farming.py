"""Farming: seed lines 1979 to 2042."""

from typing import Any

import pytest

from tests.conftest import Table


def farmer(level: int, name: str = "Mara", more: str = "") -> str:
    return (
        f'npc {name} --race human --body 5 --mind 12 --reflex 3 --presence 6 --aura 3 --skills "farming {level}{more}"'
        " --in Oakwood"
    )


@pytest.fixture
def land(table: Table) -> Table:
    """A zone whose hunting meets 15 and whose traps meet 16, with a meadow in it."""
    table.all("declare zone Oakwood --miles 15 --zones 4", "declare site Meadow --in Oakwood")
    return table


def give(table: Table, things: str, to: str = "Mara") -> None:
    table.ok(f'gm give {to} {things} --reason "found"')


def plot(table: Table, who: str = "Mara") -> dict[str, Any]:
    work: dict[str, Any] = table.ok(f"bench {who}")["works"][-1]
    return work


def last_day(table: Table, more: str = "") -> None:
    """A plot in the meadow on the day of its last task."""
    table.ok(f"farm Mara --in Meadow{more}")
    work = plot(table)
    table.ok(f'gm set {work["work"]} done {work["needed"] - 1} --reason "the month goes by"')
    table.ok("clock day-2")


def gained(entries: list[dict[str, Any]]) -> dict[str, Any]:
    return {p["item"]: p["quantity"] for e in entries for p in e["postings"] if p["kind"] == "gained"}


# -- the month --------------------------------------------------------------------------------------------------


def test_the_first_line_starts_the_plot_and_each_day_adds_a_task(land: Table) -> None:
    """EOS-FARM-01 (1981): a daily task on a plot that waits on the bench."""
    land.ok(farmer(3))
    task, worked = land.entries("farm Mara --in Meadow")
    assert [task["tag"], worked["tag"], worked["rule"], worked["place"]] == [
        "task.spent", "farm.worked", "EOS-FARM-01", "Meadow",
    ]  # fmt: skip
    assert (worked["facts"]["crop"], worked["facts"]["nth"], worked["facts"]["needed"]) == ("crop", 1, 30)
    assert plot(land) | {"work": ""} == {
        "work": "", "who": "Mara", "verb": "farm", "product": "crop", "tier": None, "count": 1, "finished": 0,
        "needed": 30, "done": 1, "left": 29, "tool": "none", "place": "Meadow", "helpers": [], "started_on": 1,
        "last_on": 1, "state": "open",
    }  # fmt: skip
    refused = land.refused("farm Mara", "EOS-FARM-01")
    assert refused["state"] == "nothing to do today"
    land.ok("clock day-2")
    assert land.entries("farm Mara")[1]["facts"]["nth"] == 2
    assert (plot(land)["done"], plot(land)["last_on"]) == (2, 2)


def test_thirty_days_of_work_and_the_harvest_is_the_last_task(land: Table) -> None:
    """EOS-FARM-01: days 1 to 29 by routine; the harvest is day 30's own task, and the plot is off the bench."""
    land.all(farmer(3), "farm Mara --in Meadow", 'routine Mara "farm Mara"', "camp --days 28")
    refused = land.refused('farm Mara --harvest "10 food" --rolled 4', "EOS-FARM-01")
    assert refused["state"] == "28 of 30 tasks"
    land.ok("camp")
    entries = land.entries('farm Mara --harvest "20 food, 10 cloth fragments" --rolled 16/15')
    assert [e["tag"] for e in entries] == [
        "task.spent", "farm.worked", "farm.rolled", "farm.rolled", "farm.harvested",
    ]  # fmt: skip
    assert [e["cause"] for e in entries] == [None, *(e["position"] for e in entries[:-1])]
    assert (plot(land)["state"], plot(land)["done"], plot(land)["finished"]) == ("finished", 30, 1)
    assert land.ok("day 30")["people"][0]["used"] == 1


def test_a_missed_day_pushes_the_harvest_back_unless_only_the_month_counts(land: Table) -> None:
    """EOS-FARM-01, ruling farm_effort: thirty tasks on thirty days, or a month since the plot was begun."""
    land.all(farmer(3), "farm Mara --in Meadow", "clock day-30")
    assert land.refused('farm Mara --harvest "10 food" --rolled 4', "EOS-FARM-01")["state"] == "1 of 30 tasks"
    land.all('ruling farm_effort month-only --reason "vote"', 'farm Mara --harvest "10 food" --rolled 4')
    land.all("clock day-31", "farm Mara --in Meadow", "clock day-59")
    assert land.refused('farm Mara --harvest "10 food" --rolled 4', "EOS-FARM-01")["state"] == "due on day 60"


def test_a_worked_month_waits_for_its_harvest(land: Table) -> None:
    """EOS-FARM-01: after the thirtieth task nothing is left to work on; the harvest then takes no task of its own."""
    land.ok(farmer(3))
    last_day(land)
    land.ok("farm Mara")
    assert plot(land)["state"] == "ready"
    land.ok("clock day-3")
    assert land.refused("farm Mara", "EOS-FARM-01")["state"] == "ready"
    assert land.tags('farm Mara --harvest "10 food" --rolled 4') == ["farm.rolled", "farm.harvested"]


def test_the_next_month_begins_on_the_same_field_the_day_after(land: Table) -> None:
    """EOS-FARM-01: a month follows a month."""
    land.ok(farmer(3))
    last_day(land)
    land.ok('farm Mara --harvest "10 food" --rolled 4')
    assert land.refused("farm Mara", "EOS-FARM-01")["state"] == "nothing to do today"
    land.all("clock day-3", "farm Mara")
    assert (plot(land)["place"], plot(land)["done"], plot(land)["started_on"]) == ("Meadow", 1, 3)


def test_nobody_farms_in_snow(land: Table) -> None:
    """EOS-FARM-02 (1981): snow in the zone."""
    land.all(farmer(3), "weather --snow --in Oakwood")
    assert land.refused("farm Mara --in Meadow", "EOS-FARM-02")["state"] == "snow"
    land.all("weather --clear --in Oakwood", "farm Mara --in Meadow")


def test_nothing_is_farmed_in_a_barren_zone(land: Table) -> None:
    """EOS-FARM-17 (1983): the farm lives of the zone's plants and animals."""
    land.all("declare zone Waste --kind barren", farmer(3), 'gm place Mara --to Waste --reason "lost"')
    assert land.refused("farm Mara", "EOS-FARM-17")["state"] == "barren"


# -- the harvest ------------------------------------------------------------------------------------------------

TABLE = [
    (1, (10, 20, 40)), (2, (20, 40, 80)), (3, (30, 60, 120)), (4, (40, 80, 160)), (5, (50, 100, 200)),
    (6, (60, 120, 240)), (7, (70, 140, 280)), (8, (80, 160, 320)), (9, (90, 180, 360)), (10, (100, 200, 400)),
    (11, (110, 220, 440)), (12, (120, 240, 480)),
]  # fmt: skip


@pytest.mark.parametrize(("level", "row"), TABLE)
def test_the_gross_is_ten_times_the_level_times_the_tool(land: Table, level: int, row: tuple[int, ...]) -> None:
    """EOS-FARM-03, EOS-FARM-04 (1987 to 2010): the twelve printed rows: bare hands 1, crude 2, basic 4.

    The same table stands once more under Lockpicking, by mistake (EOS-LPICK-06).
    """
    land.ok(farmer(level))
    last_day(land)
    for kit, gross in zip(("", "farming toolkit", "basic farming toolkit"), row, strict=True):
        if kit:
            give(land, kit)
        land.refused(f'farm Mara --harvest "{gross + 1} cloth fragments" --rolled 4', "EOS-FARM-05")
        *_, brought = land.entries(f'farm Mara --harvest "{gross} cloth fragments" --rolled 4 --dry-run')
        assert (brought["facts"]["gross"], gained([brought])) == (gross, {"cloth fragment": gross})


def test_without_the_skill_a_farm_bears_nothing(land: Table) -> None:
    """EOS-FARM-04: level 0 gives 0."""
    land.ok("npc Mara --race human --body 5 --mind 12 --reflex 3 --presence 6 --aura 3 --in Oakwood")
    last_day(land)
    assert land.refused('farm Mara --harvest "1 food" --rolled 4', "EOS-FARM-05")["state"] == "0 in all"


def test_a_workshop_serves_no_farm(land: Table) -> None:
    """EOS-FARM-03 (1987): none, crude or basic."""
    land.ok(farmer(3))
    land.refused("farm Mara --in Meadow --with workshop", "EOS-FARM-03")


def test_the_gross_is_split_as_the_player_likes(land: Table) -> None:
    """EOS-FARM-05 (1994): 60 in all with crude tools; 40 and 20 fit, 40 and 21 do not; anything else is no harvest."""
    land.ok(farmer(3))
    give(land, "farming toolkit")
    last_day(land)
    land.usage('farm Mara --harvest "10 bones" --rolled 4')
    land.usage('farm Mara --harvest "10 food, 5 food" --rolled 4/4')
    land.usage('farm Mara --harvest "2.5 food" --rolled 4')
    assert (
        land.refused('farm Mara --harvest "40 food, 21 cloth fragments" --rolled 4/4', "EOS-FARM-05")["state"]
        == "60 in all"
    )
    entries = land.entries('farm Mara --harvest "40 food, 20 cloth fragments" --rolled 4/4')
    assert gained(entries) == {"food": 40, "cloth fragment": 20}


def test_animals_take_what_the_die_shows_over_the_number(land: Table) -> None:
    """EOS-FARM-06, EOS-FARM-07 (2020 to 2025): cloth against hunting 15, food against trapping 16, the dice bare.

    In the order of the line: 18 - 16 = 2 food; 19 - 15 = 4 fragments.
    """
    land.ok(farmer(10))
    last_day(land)
    entries = land.entries('farm Mara --harvest "60 food, 40 cloth fragments" --rolled 18/19')
    food, cloth = (e for e in entries if e["tag"] == "farm.rolled")
    assert [food["rule"], cloth["rule"]] == ["EOS-FARM-07", "EOS-FARM-06"]
    assert [(r["roll"]["plus"], r["roll"]["target"], r["roll"]["won"], r["facts"]["lost"]) for r in (food, cloth)] == [
        ([], 16, False, 2),
        ([], 15, False, 4),
    ]
    assert gained(entries) == {"food": 58, "cloth fragment": 36}


@pytest.mark.parametrize(("die", "lost"), [(1, 0), (16, 0), (17, 1), (20, 4)])
def test_at_the_number_or_under_it_nothing_is_lost(land: Table, die: int, lost: int) -> None:
    """EOS-FARM-08 (2025): food against 16."""
    land.ok(farmer(3))
    last_day(land)
    entries = land.entries(f'farm Mara --harvest "20 food" --rolled {die}')
    [rolled] = [e for e in entries if e["tag"] == "farm.rolled"]
    assert (rolled["facts"]["lost"], rolled["roll"]["won"], gained(entries)["food"]) == (lost, not lost, 20 - lost)
    assert rolled["text"].endswith(f"; {lost} of 20 lost")


def test_nobody_loses_more_than_there_is(land: Table) -> None:
    """EOS-FARM-07: 20 - 16 = 4 of 3 food: nothing is left, and nothing is owed."""
    land.ok(farmer(3))
    last_day(land)
    entries = land.entries('farm Mara --harvest "3 food" --rolled 20')
    assert next(e for e in entries if e["tag"] == "farm.rolled")["facts"]["lost"] == 3
    assert gained(entries) == {}


def test_an_overhunted_zone_is_a_safer_farm(land: Table) -> None:
    """EOS-FARM-06: the number is the one of that day, wear included: 15 + 3 = 18, and a 19 takes one."""
    land.all("declare zone Oakwood --hunt-depletion 3", farmer(3))
    last_day(land)
    entries = land.entries('farm Mara --harvest "20 cloth fragments" --rolled 19')
    [rolled] = [e for e in entries if e["tag"] == "farm.rolled"]
    assert (rolled["roll"]["target"], rolled["facts"]["lost"]) == (18, 1)


def test_farm_food_spoils_as_all_food(land: Table) -> None:
    """EOS-FARM-16 (1985): harvested on day 2, good through day 9, spoiled on day 10."""
    land.ok(farmer(3))
    last_day(land)
    land.ok('farm Mara --harvest "20 food" --rolled 4')
    [lot] = land.ok("larder Oakwood")["lots"]
    assert (lot["harvested_on"], lot["spoils_on"]) == (2, 10)


def test_a_dry_run_of_a_harvest_stops_at_the_first_die(land: Table) -> None:
    """EOS-FARM-07: no die is thrown that was not told."""
    land.ok(farmer(3))
    last_day(land)
    planned = land('farm Mara --harvest "20 food" --dry-run')
    assert planned["kind"] == "planned"
    assert [e["tag"] for e in planned["data"]["entries"]] == ["task.spent", "farm.worked", "farm.rolled"]
    assert planned["data"]["entries"][-1]["roll"]["won"] is None


# -- ready your bow ---------------------------------------------------------------------------------------------


def harvested(table: Table, dice: str, more: str = "") -> list[dict[str, Any]]:
    table.all(farmer(3, more=", hunting 2, traps 2"), farmer(1, "Ivo", ", hunting 1, traps 1"))
    last_day(table)
    return table.entries(f'farm Mara --harvest "20 food, 10 cloth fragments" --rolled {dice}')


def test_what_was_lost_readies_a_hunt_and_a_line_of_traps(land: Table) -> None:
    """EOS-FARM-09 (2029): lost cloth a hunt, lost food a trap, each against 0, in that zone; 1 + 2 + 6 = 9 is 9
    over.
    """
    *_, readied = harvested(land, "18/19")
    assert (readied["tag"], readied["rule"], readied["facts"]["crafts"]) == (
        "farm.readied",
        "EOS-FARM-09",
        ["trap", "hunt"],
    )
    assert land.ok("zone Oakwood")["ready"] == ["hunt", "trap"]
    give(land, "spear, traps toolkit")
    land.ok("clock day-3")
    _, roll, _ = land.entries("hunt Mara --rolled 1")
    assert (roll["roll"]["target"], roll["roll"]["margin"]) == (0, 9)
    assert land.ok("zone Oakwood")["ready"] == ["trap"]
    _, roll, _ = land.entries("trap Mara --rolled 1")
    assert (roll["roll"]["target"], land.ok("zone Oakwood")["ready"]) == (0, [])


@pytest.mark.parametrize(("dice", "ready"), [("18/15", ["trap"]), ("16/19", ["hunt"]), ("16/15", [])])
def test_only_what_was_really_lost_readies_anything(land: Table, dice: str, ready: list[str]) -> None:
    """EOS-FARM-09, ruling buff_needs_loss (settled: actual-loss)."""
    harvested(land, dice)
    assert land.ok("zone Oakwood")["ready"] == ready


def test_a_product_that_was_not_grown_cannot_be_lost(land: Table) -> None:
    """EOS-FARM-09: no cloth in the split, no die for it and no hunt."""
    land.ok(farmer(3))
    last_day(land)
    land.usage('farm Mara --harvest "20 food" --rolled 18/19')
    land.ok('farm Mara --harvest "20 food" --rolled 18')
    assert land.ok("zone Oakwood")["ready"] == ["trap"]


@pytest.mark.parametrize(
    ("choice", "day", "target"),
    [
        ("grant-day-and-next", 3, 0),
        ("grant-day-and-next", 4, 15),
        ("two-further-days", 4, 0),
        ("two-further-days", 5, 15),
    ],
)
def test_the_bow_is_ready_for_two_days(land: Table, choice: str, day: int, target: int) -> None:
    """EOS-FARM-10 (2036), ruling ready_window: harvested on day 2: days 2 and 3, or 3 and 4 as well."""
    land.ok(f'ruling ready_window {choice} --reason "vote"')
    harvested(land, "18/19")
    give(land, "spear")
    land.ok(f"clock day-{day}")
    assert land.entries("hunt Mara --rolled 20")[1]["roll"]["target"] == target


def test_all_else_of_the_hunt_holds(land: Table) -> None:
    """EOS-FARM-11 (2034): a weapon, a toolkit and a task are asked, and the success wears the zone."""
    harvested(land, "18/19")
    land.refused("hunt Mara --rolled 1", "EOS-HUNT-01")
    land.refused("trap Mara --rolled 1", "EOS-TRAP-01")
    give(land, "spear, traps toolkit")
    land.ok("hunt Mara --rolled 1")
    land.refused("hunt Mara --rolled 1", "EOS-DAY-01")
    assert land.ok("zone Oakwood --on day-3")["hunt_depletion"] == 1


def test_it_is_used_once_and_by_anybody(land: Table) -> None:
    """EOS-FARM-12 (2031): Ivo, who never farmed, has the easy hunt; the second meets 15."""
    harvested(land, "18/19")
    give(land, "spear", "Ivo")
    entries = land.entries("hunt Ivo --tasks 2 --rolled 1/1")
    assert [e["roll"]["target"] for e in entries if e["roll"]] == [0, 15]


# -- the seed crop ----------------------------------------------------------------------------------------------


def test_a_seed_crop_is_five_days_planting_twenty_idle_and_five_harvesting(land: Table) -> None:
    """EOS-FARM-13, EOS-FARM-15 (2040): planted on days 1 to 5, left alone to day 25, harvested on days 26 to 30."""
    land.ok(farmer(3))
    give(land, "2 seeds")
    _, worked = land.entries('farm Mara --in Meadow --seed --using "2 seeds"')
    assert (worked["rule"], worked["facts"]["crop"], worked["facts"]["needed"]) == ("EOS-FARM-13", "seed crop", 10)
    land.all('routine Mara "farm Mara"', "clock day-25")
    assert plot(land)["done"] == 5
    assert land.refused("farm Mara", "EOS-FARM-13")["text"].endswith("until day 26.")
    land.ok("clock day-30")
    assert plot(land)["done"] == 9
    entries = land.entries('farm Mara --harvest "30 cloth fragments"')
    assert [e["tag"] for e in entries] == ["task.spent", "farm.worked", "farm.harvested"]
    assert gained(entries) == {"cloth fragment": 30, "seed": 2}


def test_a_seed_crop_is_not_harvested_before_its_day(land: Table) -> None:
    """EOS-FARM-13: a harvest task before its days is refused, the harvest too."""
    land.ok(farmer(3))
    give(land, "seed")
    land.all("farm Mara --in Meadow --seed", 'routine Mara "farm Mara"', "clock day-20")
    land.refused('farm Mara --harvest "30 cloth fragments"', "EOS-FARM-13")


def test_a_seed_crop_has_no_animals_and_no_food(land: Table) -> None:
    """EOS-FARM-14: no die is asked, a food share is refused."""
    land.ok(farmer(3))
    give(land, "seed")
    last_day(land, " --seed")
    land.refused('farm Mara --harvest "10 food"', "EOS-FARM-14")
    land.usage('farm Mara --harvest "10 cloth fragments" --rolled 20')
    land.ok('farm Mara --harvest "10 cloth fragments"')
    assert land.ok("zone Oakwood")["ready"] == []


def test_without_seeds_nothing_is_planted_and_they_come_back(land: Table) -> None:
    """EOS-FARM-15: the one seed is spent at planting and gained at the harvest."""
    land.ok(farmer(3))
    land.refused("farm Mara --in Meadow --seed", "EOS-FARM-15")
    give(land, "seed")
    land.refused('farm Mara --in Meadow --seed --using "2 seeds"', "EOS-FARM-15")
    last_day(land, " --seed")
    assert [t["item"] for t in land.ok("stock Mara")["things"]] == []
    land.ok('farm Mara --harvest "10 cloth fragments"')
    assert {t["item"]: t["quantity"] for t in land.ok("stock Mara")["things"]} == {"cloth fragment": 10, "seed": 1}
