"""The edges, each by its own sentence: the seventh day, half a mouth, the thirteenth tier, a tie, nought, midnight and dawn."""

from typing import Any

import pytest

from tests.conftest import Table

JSON = dict[str, Any]


def join(name: str, skills: str = "", race: str = "human", body: int = 5, mind: int = 6, presence: int = 6) -> str:
    said = f' --time "{skills}"' if skills else ""
    return f"join {name} --race {race} --body {body} --mind {mind} --reflex 3 --presence {presence} --aura 3{said} --in Oakwood"


@pytest.fixture
def wood(table: Table) -> Table:
    table.all("declare zone Oakwood --miles 15 --zones 4", "ruling starvation_gap halve --reason vote")
    return table


def give(table: Table, things: str, who: str = "Oakwood") -> None:
    table.ok(f'gm give {who} {things} --reason "found"')


def things(table: Table, item: str, *holders: str) -> Any:
    return sum(t["quantity"] for h in holders for t in table.ok(f"stock {h}")["things"] if t["item"] == item)


def eaten(entries: list[JSON]) -> list[tuple[Any, Any]]:
    return [(e["facts"]["ration"], e["facts"]["eaten"]) for e in entries if e["tag"] == "meal.eaten"]


# -- exactly seven days ------------------------------------------------------------------------------------------


def test_food_of_day_1_is_a_meal_on_day_8_and_none_on_day_9(wood: Table) -> None:
    """EOS-FOOD-01, EOS-CAL-02 (line 1934): usable through the end of day 1 + 7; spoiled from the eighth day after."""
    wood.all(join("Mara"), 'clock "day 1 12:00"')
    give(wood, "7 preserved food")
    give(wood, "3 food")
    wood.ok("meal Mara 1 preserved food")
    wood.ok("camp")
    larder = wood.ok("larder Oakwood --on day-8")
    assert (larder["fresh"], larder["spoiled"], larder["first_spoils"]) == (3, 0, 9)
    larder = wood.ok("larder Oakwood --on day-9")
    assert (larder["fresh"], larder["spoiled"]) == (0, 3)
    wood.all(*['gm take Oakwood 6 preserved food --reason "rats"'], "camp --days 6 --hunger Mara=0")
    assert wood.ok("party")["day"] == 8


def test_a_shelter_of_day_1_stands_seven_days_and_loses_its_tier_with_the_eighth(wood: Table) -> None:
    """EOS-BUSH-11, EOS-CAL-02: exactly seven elapsed days are one whole week for decay."""
    wood.all(join("Ivo", "bushcraft 6"), "bushcraft Ivo 2 shelter")
    assert [wood.ok(f"site Oakwood --on day-{day}")["shelter_tier"] for day in (1, 7, 8, 14, 15)] == [2, 2, 1, 1, 0]


# -- half units --------------------------------------------------------------------------------------------------


def test_two_small_mouths_share_one_unit_and_leave_nothing(wood: Table) -> None:
    """EOS-SCALE-02, EOS-FOOD-11: a Gratchen and a Neo-Tabby eat half a unit each; a third of them has none."""
    wood.all(
        join("Fizz", race="gratchen", mind=5),
        join("Pip", race="neo-tabby", mind=5),
        join("Tick", race="gratchen", mind=5),
    )
    give(wood, "1 food")
    assert eaten(wood.entries("camp")) == [("full", 0.5), ("full", 0.5), ("none", 0)]
    assert things(wood, "food", "Oakwood") == 0


def test_half_a_unit_is_half_a_ration_of_a_human_and_a_quarter_is_none_of_one(wood: Table) -> None:
    """EOS-STARV-08, ruling ration_band: 0.5 counts as half, 0.25 as none."""
    wood.ok(join("Mara"))
    give(wood, "0.5 food")
    assert eaten(wood.entries("camp")) == [("half", 0.5)]
    give(wood, "0.5 food")
    wood.ok("meal Mara 0.5 food")
    assert things(wood, "food", "Oakwood") == 0


def test_small_clothing_takes_half_a_cloth_and_the_other_half_stays(wood: Table) -> None:
    """EOS-SCALE-04, ruling half_materials: one cloth clothes two of them, exactly."""
    wood.all(join("Ivo", "tailor 3"), join("Fizz", race="gratchen", mind=5), join("Pip", race="neo-tabby", mind=5))
    give(wood, "tailor toolkit, T1 cloth", "Ivo")
    wood.ok("craft Ivo T1 clothing for Fizz")
    assert things(wood, "cloth", "Ivo") == 0.5
    wood.ok("craft Ivo T1 clothing for Pip")
    assert (things(wood, "cloth", "Ivo"), things(wood, "clothing", "Ivo")) == (0, 2)


# -- the thirteenth tier -----------------------------------------------------------------------------------------


def test_a_gratchen_works_metal_of_the_thirteenth_tier_and_none_of_the_fourteenth(wood: Table) -> None:
    """EOS-SKILL-02, EOS-CRAFT-08, EOS-METAL-03: 13 x 13 - 12 x 12 = 25 days of work; a human stops at twelve."""
    npc = 'npc {} --race {} --body 5 --mind 12 --reflex 3 --presence 3 --aura 3 --skills "metalworks {}" --in Oakwood'
    wood.all(npc.format("Dora", "human", 12), npc.format("Fizz", "gratchen", 12))
    assert [wood.ok(f"sheet {who}")["skills"]["metalworks"]["cap"] for who in ("Dora", "Fizz")] == [12, 13]
    give(wood, "metalworks toolkit, T12 ingot", "Dora")
    wood.refused('craft Dora T13 ingot --using "1 T12 ingot"', "EOS-CRAFT-03")
    give(wood, "metalworks toolkit for Fizz, 2 T12 ingots", "Fizz")
    wood.refused('craft Fizz T14 ingot --using "1 T12 ingot"', "EOS-CRAFT-03")
    wood.ok('craft Fizz T13 ingot --using "1 T12 ingot"')
    [work] = wood.ok("bench Fizz")["works"]
    assert (work["tier"], work["needed"], work["left"]) == (13, 25, 24)


# -- a tie -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "die", "tag"),
    [
        ("hunt Mara --rolled {}", 4, "hunt.rolled"),
        ("trap Mara --rolled {}", 7, "trap.rolled"),
        ("fish Mara --in Mill-Lake --rolled {}", 6, "fish.rolled"),
    ],
)
def test_a_tie_brings_nothing_home_and_one_more_brings_the_margin_of_one(
    wood: Table, line: str, die: int, tag: str
) -> None:
    """EOS-HUNT-03, EOS-TRAP-02, EOS-FISH-02: 5 + 6 + 4 against 15; 3 + 6 + 7 against 16; 3 + 6 + 6 against 15."""
    wood.all("declare water Mill-Lake --in Oakwood", join("Mara", "hunting 5, traps 3, fishing 3"))
    give(wood, "spear, traps toolkit, fishing toolkit", "Mara")
    [*_, tied] = wood.entries(line.format(die))
    assert (tied["tag"], tied["roll"]["margin"], tied["roll"]["won"]) == (tag, 0, False)
    won, brought = wood.entries(line.format(die + 1))[-2:]
    assert (won["roll"]["margin"], won["roll"]["won"]) == (1, True)
    assert [p["quantity"] for p in brought["postings"] if p["item"] == "food"] == [5 if tag == "hunt.rolled" else 1]


# -- nought ------------------------------------------------------------------------------------------------------


def test_mind_0_holds_no_skill_makes_no_fire_eats_a_week_longer_and_still_gets_its_months(wood: Table) -> None:
    """EOS-CHAR-08, EOS-FOOD-03, EOS-FOOD-04, EOS-SKILL-05, EOS-BUSH-07."""
    wood.refused(join("Oaf", "hunting 1", mind=0), "EOS-CHAR-08")
    wood.ok(join("Oaf", mind=0))
    give(wood, "tinderbox, beam", "Oaf")
    wood.refused('light Oaf fire --using "1 beam"', "EOS-FOOD-04")
    give(wood, "20 food")
    wood.ok("camp --days 14")
    assert eaten(wood.entries("camp")) == [("full", 1)]  # day 15: 14 days after
    assert eaten(wood.entries("camp")) == [("none", 0)]  # day 16
    assert wood.ok("sheet Oaf --on day-31")["points"]["time"] == wood.ok("sheet Oaf --on day-1")["points"]["time"]


def test_body_0_has_the_hit_points_of_its_size_mends_nothing_and_bears_no_cloak(wood: Table) -> None:
    """EOS-CHAR-07, EOS-GEAR-05, EOS-STAT-06: 0 x 1 + 20; a small one 15; heals 0 a night; no cloak, no sword of T1."""
    wood.all(join("Wisp", body=0), join("Mite", race="gratchen", body=0, mind=5))
    assert [wood.ok(f"sheet {who}")["max_hp"] for who in ("Wisp", "Mite")] == [20, 15]
    give(wood, "cloak, T1 sword", "Wisp")
    give(wood, "9 food")
    wood.refused("wear Wisp cloak", "EOS-CHAR-07")
    wood.refused("wear Wisp sword", "EOS-GEAR-05")
    wood.all("gm harm Wisp 4 --kind fall --reason stairs", "camp")
    assert wood.ok("sheet Wisp")["hp"] == 16


# -- midnight and dawn -------------------------------------------------------------------------------------------


def test_a_task_after_midnight_is_of_the_day_before_and_with_the_dawn_the_tasks_come_back(wood: Table) -> None:
    """COMMANDS 1.3, EOS-DAY-01: day 1 lasts until 05:59; at 06:00 of day 2 two tasks are there again."""
    wood.all(join("Mara"), "task Mara guard")
    give(wood, "9 food")
    wood.ok('clock "day 1 00:30"')
    assert wood.entries("task Mara guard")[0]["facts"] | {"task": ""} == {"task": "", "day": 1, "nth": 2}
    wood.refused("task Mara guard", "EOS-DAY-01")
    wood.ok('clock "day 1 05:57"')
    wood.refused("task Mara guard", "EOS-DAY-01")
    wood.ok('clock "day 2 06:00"')
    assert wood.entries("task Mara guard")[0]["facts"] | {"task": ""} == {"task": "", "day": 2, "nth": 1}


def test_the_hour_of_midnight_bites_once_at_its_start(wood: Table) -> None:
    """COMMANDS 1.3, EOS-ENV-02: 22:00, 23:00 and 00:00 have begun by midnight; 3 of 3 bites are taken, not 4."""
    wood.all(join("Mara"), "weather --cold 2 --in Oakwood")
    give(wood, "9 food")
    bitten = [e["date"] for e in wood.entries('clock "day 1 00:00"') if e["tag"] == "cold.bitten"]
    assert bitten == ["day 1 22:00", "day 1 23:00", "day 1 00:00"]


# -- months and springs ------------------------------------------------------------------------------------------


def test_the_last_day_of_a_month_wears_the_traps_and_the_dawn_after_it_gives_one_back(wood: Table) -> None:
    """EOS-TRAP-06, EOS-TRAP-07, EOS-CAL-06: caught on day 30: the wear of day 30 and the month tick meet on day 31: 1 - 1 = 0."""
    wood.ok(join("Pip", "traps 6"))
    give(wood, "traps toolkit, 90 preserved food", "Pip")
    wood.ok("clock day-30")
    wood.ok("trap Pip --rolled 20")
    assert wood.ok("zone Oakwood --on day-30")["trap_depletion"] == 0
    wood.ok("camp")
    assert wood.ok("zone Oakwood --on day-31")["trap_depletion"] == 0
    wood.ok("trap Pip --rolled 20")
    wood.ok("camp")
    assert [wood.ok(f"zone Oakwood --on day-{day}")["trap_depletion"] for day in (32, 60, 61)] == [1, 1, 0]


def test_who_joined_on_the_last_day_of_a_month_has_their_month_thirty_days_later(wood: Table) -> None:
    """EOS-SKILL-04, ruling passive_anchor: joined on day 30, a month old on day 60; a human has two points of it."""
    wood.ok("clock day-30")
    wood.ok(join("Mara"))
    give(wood, "90 preserved food")
    months = [e["date"] for e in wood.entries("camp --days 35") if e["tag"] == "month.passed"]
    assert months == ["day 60 06:00"]


def test_spring_twice_gives_two_back_and_never_more_than_was_worn(wood: Table) -> None:
    """EOS-HUNT-06, EOS-CAL-04: spring is on 03-01: days 61 and 421; three of wear are 2, then 1; one is 0 and stays."""
    wood.all("declare zone Ford --miles 5 --hunt-depletion 1", "declare zone Oakwood --hunt-depletion 3")
    worn = {
        z: [wood.ok(f"zone {z} --on day-{day}")["hunt_depletion"] for day in (60, 61, 420, 421)]
        for z in ("Oakwood", "Ford")
    }
    assert worn == {"Oakwood": [3, 2, 2, 1], "Ford": [1, 0, 0, 0]}


# -- cooks -------------------------------------------------------------------------------------------------------


def test_a_pool_left_over_at_dawn_is_gone_and_the_new_day_begins_at_nought(wood: Table) -> None:
    """EOS-COOK-02, EOS-COOK-03, EOS-COOK-04: 4 - 1 = 3 left at night; with the dawn none."""
    wood.ok(join("Ivo", "cooking 4"))
    give(wood, "cooking toolkit, 9 food", "Ivo")
    wood.ok("cook Ivo 1 preserve")
    assert wood.ok("day")["cook_points"] == {"Ivo": 3}
    wood.ok('clock "day 1 05:57"')
    assert wood.ok("day")["cook_points"] == {"Ivo": 3}
    wood.ok('clock "day 2 06:00"')
    wood.refused("cook Ivo 1 preserve --tasks 0", "EOS-COOK-03")
    assert wood.ok("day 1")["cook_points"] == {"Ivo": 3}


def test_two_cooks_cannot_free_one_helped_hand_twice(wood: Table) -> None:
    """EOS-COOK-06, EOS-DAY-04: the second chore for Mara on that day is refused; her fourth task too."""
    wood.all(join("Ivo", "cooking 2"), join("Urs", "cooking 2"), join("Mara"))
    give(wood, "2 cooking toolkits, 2 torches, 9 food")
    wood.ok("cook Ivo chore for Mara")
    wood.refused("cook Urs chore for Mara", "EOS-COOK-06")
    wood.refused("cook Urs chore for Ivo", "EOS-COOK-05")
    wood.all("task Mara guard --tasks 2", "task Mara guard")
    wood.refused("task Mara guard", "EOS-DAY-04")


# -- short by one ------------------------------------------------------------------------------------------------


def test_materials_short_by_one_begin_nothing_and_spend_nothing(wood: Table) -> None:
    """EOS-CRAFT-06, EOS-TAIL-03: 15 fragments for a cloth of T3; 14 stay 14, and the day has both its tasks."""
    wood.ok(join("Ivo", "tailor 3"))
    give(wood, "tailor toolkit, 14 cloth fragments", "Ivo")
    wood.refused("craft Ivo T3 cloth", "EOS-CRAFT-06")
    assert (things(wood, "cloth fragment", "Ivo"), wood.ok("sheet Ivo")["tasks_left"]) == (14, 2)
    give(wood, "1 cloth fragment", "Ivo")
    wood.ok("craft Ivo T3 cloth")
    assert (things(wood, "cloth fragment", "Ivo"), things(wood, "cloth", "Ivo")) == (0, 1)


def test_a_craft_interrupted_by_death_stays_on_the_bench_and_nobody_else_goes_on_with_it(wood: Table) -> None:
    """EOS-CRAFT-05, EOS-CRAFT-06, EOS-STAT-07: 1 of 4 is done; the cloth is used up; Ada begins one of her own."""
    wood.all(join("Ivo", "tailor 3"), join("Ada", "tailor 3"))
    give(wood, "tailor toolkit, 2 T2 cloth")
    wood.all("craft Ivo T2 clothing", "gm harm Ivo 50 --kind fall --reason cliff")
    assert wood.ok("sheet Ivo")["state"] == "dead"
    wood.refused("craft Ivo T2 clothing --tasks 1", "EOS-STAT-07")
    [work] = wood.ok("bench Ivo")["works"]
    assert (work["done"], work["left"], work["state"]) == (1, 3, "open")
    assert things(wood, "cloth", "Oakwood") == 1
    wood.ok("craft Ada T2 clothing")
    assert [(w["who"], w["done"]) for w in wood.ok("bench")["works"]] == [("Ivo", 1), ("Ada", 1)]
    assert things(wood, "cloth", "Oakwood") == 0


@pytest.mark.parametrize(
    ("declared", "line", "item"),
    [
        ('declare mine "Pit" --in Oakwood --left 3', "mine Ivo --in Pit", "ore"),
        ('declare quarry "Pit" --in Oakwood --left 3', "quarry Ivo --in Pit", "stone"),
        ("declare zone Oakwood --trees 3", "fell Ivo --in Oakwood", "beam"),
    ],
)
def test_of_three_left_five_are_asked_and_three_come_then_none(
    wood: Table, declared: str, line: str, item: str
) -> None:
    """EOS-MINE-04, EOS-QUAR-02, EOS-LOG-03: 1 + 4 = 5 ore, 2 x 4 = 8 stones, 1 + 4 = 5 beams a task; 3 are left."""
    wood.all(declared, join("Ivo", "mining 4, logging 4"))
    give(wood, "mining toolkit, logging toolkit", "Ivo")
    wood.ok(line)
    assert things(wood, item, "Ivo") == 3
    wood.refused(line, {"ore": "EOS-MINE-04", "stone": "EOS-QUAR-02", "beam": "EOS-LOG-03"}[item])
    assert wood.ok("sheet Ivo")["tasks_left"] == 1
