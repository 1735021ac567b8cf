"""Cooking: a task gives points; they free somebody, preserve food, dip candles (seed 1924 to 1945)."""

from typing import Any

import pytest

from tests.conftest import Table

MARA = (
    'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6, bow 6, stealth 2" '
    "--in Oakwood"
)
IVO = (
    "join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 "
    '--time "bushcraft 6, cooking 4, tailor 3" --in Oakwood'
)
PIP = 'join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --time "cooking 4" --in Oakwood'


@pytest.fixture
def kitchen(table: Table) -> Table:
    """Ivo, a cook of level 4 with a crude kit, and Mara, in a wild zone with 20 fresh food and 4 fat."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        MARA,
        IVO,
        'gm give Ivo cooking toolkit --reason "found"',
        'gm give Mara 20 food, 4 fat --reason "found"',
    )
    return table


def stock(table: Table, holder: str) -> dict[str, Any]:
    return {t["item"]: t["quantity"] for t in table.ok(f"stock {holder}")["things"]}


def test_a_task_gives_as_many_points_as_the_level_and_what_is_left_is_spent_without_another_task(
    kitchen: Table,
) -> None:
    """EOS-COOK-02 (line 1936), EOS-COOK-03: 4 - 1 - 2 - 1 = 0 (COMMANDS 7.1)."""
    entries = kitchen.entries("cook Ivo chore for Mara, 2 preserve")
    assert [e["tag"] for e in entries] == ["task.spent", "cook.pooled", "cook.freed", "cook.preserved"]
    assert entries[1]["facts"] == {"points": 4, "day": 1}
    assert [e["cause"] for e in entries] == [None, entries[0]["position"], None, None]
    assert kitchen.tags("cook Ivo candles --tasks 0") == ["cook.dipped"]
    no = kitchen.refused("cook Ivo candles --tasks 0", "EOS-COOK-03")
    assert "0 cooking points" in no["text"]
    assert stock(kitchen, "Ivo")["candle"] == 5
    assert stock(kitchen, "Ivo")["preserved food"] == 2


@pytest.mark.parametrize("level", [5, 10])
def test_points_of_a_cook_by_level(table: Table, level: int) -> None:
    """EOS-COOK-02: a level 5 cook gains 5, a level 10 cook 10 (line 1936)."""
    table.all(
        "declare zone Oakwood --miles 15",
        "npc Chef --race human --body 4 --mind 10 --reflex 3 --presence 3 --aura 3 "
        f'--skills "cooking {level}" --in Oakwood',
        'gm give Chef cooking toolkit --reason "found"',
    )
    assert table.entries("cook Chef")[1]["facts"]["points"] == level


def test_more_points_than_there_are_are_refused_as_a_whole(kitchen: Table) -> None:
    """EOS-COOK-03: overspending refuses the whole spend; the task is not worked either."""
    no = kitchen.refused("cook Ivo 5 preserve", "EOS-COOK-03")
    assert "4 cooking points" in no["text"]


def test_two_tasks_give_twice_the_points(kitchen: Table) -> None:
    """EOS-COOK-02: 2 x 4 = 8 points preserve 8 units."""
    kitchen.ok("cook Ivo 8 preserve --tasks 2")
    assert stock(kitchen, "Ivo")["preserved food"] == 8
    assert stock(kitchen, "Mara")["food"] == 12


def test_points_are_gone_with_the_day(kitchen: Table) -> None:
    """EOS-COOK-04 (ruling cook_pool: day-end)."""
    kitchen.all("cook Ivo", "clock day-2")
    kitchen.refused("cook Ivo preserve --tasks 0", "EOS-COOK-03")


def test_points_carry_over_where_the_table_ruled_so(kitchen: Table) -> None:
    """EOS-COOK-04 (ruling cook_pool: carries-over): 4 of day 1 and 4 of day 2 preserve 8."""
    kitchen.all('ruling cook_pool carries-over --reason "vote"', "cook Ivo", "clock day-2", "cook Ivo 8 preserve")
    kitchen.refused("cook Ivo preserve --tasks 0", "EOS-COOK-03")


def test_without_a_toolkit_nobody_cooks(kitchen: Table) -> None:
    """EOS-COOK-01: crude tools at the least (line 1928); any cook near may lend one that is loose."""
    kitchen.ok('gm take Ivo cooking toolkit --reason "lost"')
    no = kitchen.refused("cook Ivo preserve", "EOS-COOK-01")
    assert no["help"] == ["bushcraft Ivo cooking toolkit"]


def test_a_freed_ally_eats_at_once_and_works_a_third_task_by_light(kitchen: Table) -> None:
    """EOS-COOK-05, EOS-COOK-07, EOS-COOK-08, EOS-DAY-04 (line 1937)."""
    freed = kitchen.entries("cook Ivo chore for Mara")[2]
    assert freed["tag"] == "cook.freed" and freed["who"] == "Ivo" and freed["facts"]["whom"] == "Mara"
    assert [
        (p["kind"], p["item"] or p["field"], p["quantity"]) for p in freed["postings"] if p["holder"] == "Mara"
    ] == [
        ("changed", "freed", None),
        ("spent", "food", 1),
        ("changed", "eaten", None),
    ]
    kitchen.ok('gm give Mara spear --reason "found"')
    kitchen.ok("hunt Mara --tasks 2 --rolled 1/1")
    kitchen.refused("hunt Mara --rolled 1", "EOS-COOK-08")
    kitchen.ok('gm give Mara torch --reason "found"')
    kitchen.ok("hunt Mara --rolled 1")
    kitchen.refused("hunt Mara --rolled 1", "EOS-DAY-04")


def test_eyes_for_the_dark_replace_no_light_unless_the_table_ruled_so(kitchen: Table) -> None:
    """EOS-COOK-08, ruling dark_vision_light: light-needed | dark-vision-counts; the torch is kept then."""
    kitchen.all(
        "npc Ugh --race cave-troll --body 4 --mind 1 --presence 3 --in Oakwood",
        "gm give Mara 5 food --reason found",
        "cook Ivo chore for Ugh",
        'task Ugh "digs" --tasks 2',
    )
    kitchen.refused('task Ugh "digs"', "EOS-COOK-08")
    kitchen.all("gm give Ugh torch --reason found", "ruling dark_vision_light dark-vision-counts --reason vote")
    assert kitchen.tags('task Ugh "digs"') == ["task.spent"]
    assert stock(kitchen, "Ugh")["torch"] == 1


def test_nobody_is_freed_twice_a_day_by_any_cook(kitchen: Table) -> None:
    """EOS-COOK-06."""
    kitchen.ok("cook Ivo chore for Mara")
    kitchen.refused("cook Ivo chore for Mara --tasks 0", "EOS-COOK-06")
    kitchen.refused("cook Ivo 2 chore for Mara", "EOS-COOK-06")
    kitchen.ok("clock day-2")
    kitchen.ok("cook Ivo chore for Mara")


def test_cooks_do_no_chores_for_themselves_nor_for_one_another(kitchen: Table) -> None:
    """EOS-COOK-05: one non-cooking ally."""
    kitchen.refused("cook Ivo chore for Ivo", "EOS-COOK-05")
    kitchen.all(PIP, 'gm give Pip cooking toolkit --reason "found"', "cook Pip")
    kitchen.refused("cook Ivo chore for Pip", "EOS-COOK-05")


def test_who_was_freed_does_not_cook_that_day(kitchen: Table) -> None:
    """EOS-COOK-05, asked from the other side."""
    kitchen.all(PIP, 'gm give Pip cooking toolkit --reason "found"', "cook Ivo chore for Pip")
    kitchen.refused("cook Pip", "EOS-COOK-05")


def test_the_cook_must_feed_whom_it_frees_a_whole_day(kitchen: Table) -> None:
    """EOS-COOK-07: less than a full day of food is refused."""
    kitchen.ok('gm take Mara 19.5 food --reason "rats"')
    no = kitchen.refused("cook Ivo chore for Mara", "EOS-COOK-07")
    assert no["state"] == "0.5 of 1"


@pytest.mark.parametrize(
    ("race", "kit", "points", "units"),
    [
        # line 1938, 1940 to 1944: tool 1, 2, 4 times size 0.5, 1, 4, 9
        ("neo-tabby", "cooking toolkit", 2, 1),
        ("human", "cooking toolkit", 2, 2),
        ("neo-bear", "cooking toolkit", 1, 4),
        ("neo-daemon", "cooking toolkit", 1, 9),
        ("human", "basic cooking toolkit", 2, 4),
        ("neo-tabby", "basic cooking toolkit", 1, 1),
        ("neo-bear", "basic cooking toolkit", 1, 8),
    ],
)
def test_a_point_preserves_by_tool_and_by_the_size_of_the_cook(
    table: Table, race: str, kit: str, points: int, units: int
) -> None:
    """EOS-COOK-09, EOS-SCALE-06: small half, medium as it is, large four, extra-large nine times."""
    table.all(
        "declare zone Oakwood --miles 15",
        f'npc Chef --race "{race}" --body 4 --mind 4 --reflex 3 --presence 3 --aura 3 --skills "cooking 2" '
        "--in Oakwood",
        f'gm give Chef {kit}, 30 food --reason "found"',
        f"cook Chef {points} preserve",
    )
    assert stock(table, "Chef")["preserved food"] == units
    assert stock(table, "Chef")["food"] == 30 - units


def test_a_kitchen_preserves_four_units_a_point_and_dips_twenty_candles(kitchen: Table) -> None:
    """EOS-COOK-09, EOS-COOK-11: the workshop of the place, 4 fat to 20 candles, no fat left (line 1939)."""
    kitchen.ok('gm give Oakwood cooking workshop --reason "built"')
    kitchen.ok("cook Ivo 2 preserve, candles")
    assert stock(kitchen, "Ivo")["preserved food"] == 8
    assert stock(kitchen, "Ivo")["candle"] == 20
    assert "fat" not in stock(kitchen, "Mara")


@pytest.mark.parametrize(("kit", "candles", "fat"), [("cooking toolkit", 5, 1), ("basic cooking toolkit", 10, 2)])
def test_every_fat_makes_five_candles_whatever_the_size(table: Table, kit: str, candles: int, fat: int) -> None:
    """EOS-COOK-11, EOS-COOK-12 (line 1939): here by a small cook."""
    table.all(
        "declare zone Oakwood --miles 15", PIP, f'gm give Pip {kit}, {fat} fat --reason "found"', "cook Pip candles"
    )
    assert stock(table, "Pip").get("candle") == candles
    assert "fat" not in stock(table, "Pip")


def test_a_point_may_take_less_fat_unless_the_table_ruled_otherwise(table: Table) -> None:
    """EOS-COOK-11 (ruling partial_fat: less-allowed | full-batch-only)."""
    table.all("declare zone Oakwood --miles 15", PIP, 'gm give Pip basic cooking toolkit, 3 fat --reason "found"')
    table.ok("cook Pip 2 candles")
    assert stock(table, "Pip")["candle"] == 15
    table.refused("cook Pip candles --tasks 0", "EOS-COOK-11")
    table.all('gm give Pip 3 fat --reason "found"', 'ruling partial_fat full-batch-only --reason "vote"')
    table.refused("cook Pip 2 candles --tasks 0", "EOS-COOK-11")
    table.ok("cook Pip candles --tasks 0")
    assert stock(table, "Pip")["candle"] == 25


def test_the_food_that_spoils_soonest_is_preserved_first(kitchen: Table) -> None:
    """EOS-COOK-09: food of day 1 before food of day 3, whoever carries it."""
    kitchen.all("clock day-3", 'gm give Ivo 5 food --reason "found"', "cook Ivo 2 preserve")
    assert stock(kitchen, "Mara")["food"] == 20 - 2 * 2 - 2  # two days of meals for Mara and Ivo
    assert stock(kitchen, "Ivo")["food"] == 5


def test_food_is_preserved_to_the_end_of_its_seventh_day_and_no_longer(table: Table) -> None:
    """EOS-COOK-10 (line 1934): food of day 1 on day 8, not on day 9."""
    table.all(
        "declare zone Oakwood --miles 15",
        'npc Chef --race human --body 4 --mind 4 --reflex 3 --presence 3 --aura 3 --skills "cooking 2" --in Oakwood',
        'gm give Chef cooking toolkit, 9 food --reason "found"',
        "clock day-8",
        "cook Chef preserve",
        "clock day-9",
    )
    no = table.refused("cook Chef preserve", "EOS-COOK-10")
    assert no["help"] == ["larder Oakwood"]
    assert stock(table, "Chef")["preserved food"] == 1


def test_a_task_for_taste_serves_meals_and_gives_no_points(kitchen: Table) -> None:
    """EOS-COOK-13 (line 1945): a party of 5 eats 3 meals each, 15 of the 25 that crude tools allow."""
    served = kitchen.entries("cook Ivo 15 meals")
    assert [e["tag"] for e in served] == ["task.spent", "cook.served"]
    assert served[1]["facts"] == {"meals": 15, "taste": 4, "tool": "crude"}
    kitchen.refused("cook Ivo preserve --tasks 0", "EOS-COOK-03")
    kitchen.refused("cook Ivo 26 meals", "EOS-COOK-13")
    kitchen.refused("cook Ivo 2 meals, preserve", "EOS-COOK-13")


@pytest.mark.parametrize(
    ("kit", "most"), [("cooking toolkit", 25), ("basic cooking toolkit", 50), ("cooking workshop", 100)]
)
def test_how_many_meals_a_task_serves(kitchen: Table, kit: str, most: int) -> None:
    """EOS-COOK-13: 25, 50, 100 by crude, basic and kitchen."""
    kitchen.ok(f'gm give Oakwood {kit} --reason "found"')
    kitchen.refused(f"cook Ivo {most + 1} meals", "EOS-COOK-13")
    kitchen.ok(f"cook Ivo {most} meals")


def test_a_task_for_taste_also_gives_points_where_the_table_ruled_so(kitchen: Table) -> None:
    """EOS-COOK-13, EOS-COOK-02, ruling taste_task: separate-task | also-points: 4 points, 3 of them preserve."""
    kitchen.refused("cook Ivo 15 meals, 3 preserve", "EOS-COOK-13")
    kitchen.ok("ruling taste_task also-points --reason vote")
    assert kitchen.tags("cook Ivo 15 meals, 3 preserve") == [
        "task.spent",
        "cook.served",
        "cook.pooled",
        "cook.preserved",
    ]
    assert kitchen.ok("day")["cook_points"] == {"Ivo": 1}


def test_what_a_task_for_taste_can_still_serve_waits_for_that_day(kitchen: Table) -> None:
    """EOS-COOK-13 (line 1945): 15 at noon, 10 at night, and the 26th is refused; two tasks serve 50."""
    kitchen.ok("cook Ivo 15 meals")
    [served] = kitchen.entries("cook Ivo 10 meals --tasks 0")
    assert (served["rule"], served["facts"]) == ("EOS-COOK-13", {"meals": 10, "taste": 4, "tool": "crude"})
    assert "0 more meals" in kitchen.refused("cook Ivo 1 meals --tasks 0", "EOS-COOK-13")["text"]
    kitchen.ok("camp")
    kitchen.refused("cook Ivo 51 meals --tasks 2", "EOS-COOK-13")
    entries = kitchen.entries("cook Ivo 31 meals --tasks 2")
    assert [e["facts"]["meals"] for e in entries if e["tag"] == "cook.served"] == [16, 15]
    kitchen.ok("cook Ivo 19 meals --tasks 0")


@pytest.mark.parametrize(("choice", "taste"), [("floor", 2), ("round-up", 3)])
def test_meals_that_no_task_goes_on_have_half_the_taste(table: Table, choice: str, taste: int) -> None:
    """EOS-COOK-14 (line 1945), ruling taste_round: half of level 5; no task is spent on them."""
    table.all(
        "declare zone Oakwood --miles 15",
        'npc Chef --race human --body 4 --mind 5 --skills "cooking 5" --in Oakwood',
        "gm give Chef cooking toolkit --reason found",
        f"ruling taste_round {choice} --reason vote",
    )
    [served] = table.entries("cook Chef 40 meals --tasks 0")
    assert (served["tag"], served["rule"], served["cause"]) == ("cook.served", "EOS-COOK-14", None)
    assert served["facts"] == {"meals": 40, "taste": taste, "tool": "crude"}
    assert table.ok("sheet Chef")["tasks_left"] == 2


@pytest.mark.parametrize(("choice", "units"), [("per-skill", 4), ("all-skills", 16)])
def test_a_workshop_serves_its_own_skill_or_all(kitchen: Table, choice: str, units: int) -> None:
    """EOS-COOK-09, EOS-CRAFT-02, EOS-METAL-08, ruling workshop_scope: a smithy as a kitchen."""
    kitchen.all("gm give Oakwood metalworks workshop --reason built", f"ruling workshop_scope {choice} --reason vote")
    kitchen.ok("cook Ivo 4 preserve")
    assert stock(kitchen, "Ivo")["preserved food"] == units


def test_what_a_fine_dish_fetches_is_the_gms_to_say(kitchen: Table) -> None:
    """EOS-COOK-15 (line 1930): coin comes by the GM's hand, with a reason."""
    kitchen.usage("gm give Ivo 12 coin")
    kitchen.ok('gm give Ivo 12 coin --reason "a barrel of beer"')
    assert stock(kitchen, "Ivo")["coin"] == 12


def test_the_words_of_a_cook_are_few(kitchen: Table) -> None:
    kitchen.usage("cook Ivo 2 roast")
    kitchen.usage("cook Ivo chore")
    kitchen.usage("cook Ivo 0.5 preserve")
    kitchen.usage("cook Ivo preserve for Mara")
    kitchen.usage("cook Ivo preserve,")
    kitchen.usage("cook Ivo --tasks 0")
